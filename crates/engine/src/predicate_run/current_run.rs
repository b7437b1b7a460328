//! The current run of a thread: a thread-local, which views reach by the run number that they carry.
//!
//! [`enter`] puts a run into the thread-local, calls user code, and gives the run back. [`Evaluation`] is the interface of a
//! run for views, the same for all engines. Invariant: the run is in the thread-local while user code runs; it is
//! taken out while it answers a view.

use std::any::Any;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::panic::Location;
use std::sync::Arc;

use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::Schema;

use super::context_rules::{ContextRules, ContextWords};
use super::failure::internal;
use super::int_reply::IntReply;
use super::model::{AttrKey, Attribute, Encoder};
use super::predicate_int::{Cut, Int};
use super::view_handles::{Handle, Layer, SlotHandle};

/// Creates an attribute at its first use.
pub(crate) type MakeAttribute<'a> = dyn FnMut() -> Attribute + 'a;
/// Reads an answer: its words and integers.
pub(crate) type DecodeAnswer<'a> = dyn FnMut(&[i64], &[Int]) + 'a;

/// What a run knows of a node's context.
pub(crate) enum ContextOfNode {
    /// Its words.
    Known(ContextWords),
    /// It is computed from the context and fields of the node that holds this one, in this slot.
    HeldBy { whole: u32, ctor: CtorIx, slot: usize },
}

/// The interface of a run for views.
pub(crate) trait Evaluation: Any {
    /// The schema.
    fn schema(&self) -> &Schema;
    /// What parts are told about where they stand.
    fn context_rules(&self) -> Option<&Arc<ContextRules>>;
    /// The type of a node.
    fn type_of(&self, node: u32) -> TypeIx;
    /// Looks one layer into a node.
    fn view(&mut self, node: u32) -> Layer;
    /// A slot of a layer whose slots begin at `first`.
    fn slot(&self, first: u32, slot: usize) -> SlotHandle;
    /// The node of a recursive slot of a layer whose slots begin at `first`.
    fn part(&self, first: u32, slot: usize) -> Option<u32>;
    /// The first slots of a layer whose slots begin at `first`.
    fn slots(&self, first: u32, slots: &mut [SlotHandle]);
    /// Asks a node for an attribute; `false` if the answer is not remembered.
    fn ask(
        &mut self,
        node: u32,
        key: AttrKey,
        make: &mut MakeAttribute<'_>,
        decode: &mut DecodeAnswer<'_>,
    ) -> bool;
    /// The integer of a data slot of a layer whose slots begin at `first`; undefined if the slot is recursive.
    fn datum(&self, first: u32, slot: usize) -> IntReply;
    /// Asks the node of a recursive slot of a layer, given by where its slots begin, for an attribute with a single value
    /// ([`single_value`]).
    fn value_of_part(
        &mut self,
        place: (u32, usize),
        asked: (AttrKey, bool),
        make: &mut MakeAttribute<'_>,
    ) -> IntReply;
    /// Whether parts have answers that are remembered, so that asking leaves open what they are.
    fn remembers_answers(&self) -> bool;
    /// Notes what a node answered, when it was evaluated on the spot.
    fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder);
    /// Compares as finely as `cut` says, for this place of a program: the number of the group that holds.
    fn cut(&mut self, a: &Int, b: &Int, cut: Cut, site: &'static Location<'static>) -> u32;
    /// Decides an integer's value, for this place of a program.
    fn value(&mut self, int: Int, site: &'static Location<'static>) -> i128;
    /// A sum of integers with coefficients.
    fn linear(&mut self, parts: &[(Int, i64)]) -> Int;
    /// The least or greatest of two integers; `None` if comparing them does as well.
    fn extremum(&mut self, a: Int, b: Int, greatest: bool) -> Option<Int>;
    /// The context of a node, or the place that it is computed at.
    fn context(&mut self, node: u32) -> ContextOfNode;
    /// Notes which condition is about to reject.
    fn reject(&mut self, condition: u32);
    /// Notes where the stack is when user code begins.
    fn begin_at(&mut self, stack: usize);
}

/// The current run of a thread.
struct CurrentRun {
    /// The number of the run that is under way.
    number: Cell<u32>,
    /// The number of the latest run.
    latest: Cell<u32>,
    /// The run. Without a destructor, of which each access would ask whether it has been called.
    run: Cell<ManuallyDrop<Option<Box<dyn Evaluation>>>>,
}

impl CurrentRun {
    const fn none() -> Self {
        Self { number: Cell::new(0), latest: Cell::new(0), run: Cell::new(ManuallyDrop::new(None)) }
    }

    /// Sets the current run, or none, and returns the previous one.
    #[inline]
    fn replace(&self, run: Option<Box<dyn Evaluation>>) -> Option<Box<dyn Evaluation>> {
        ManuallyDrop::into_inner(self.run.replace(ManuallyDrop::new(run)))
    }
}

thread_local! {
    static CURRENT: CurrentRun = const { CurrentRun::none() };
}

/// The run, taken out of the thread-local until this is dropped: work on it is inlined, which work inside of an access
/// to the thread-local is not.
struct DetachedRun(Option<Box<dyn Evaluation>>);

impl DetachedRun {
    #[inline]
    fn new() -> Self {
        Self(CURRENT.with(|current| current.replace(None)))
    }

    /// # Panics
    /// When there is none.
    #[inline]
    fn run(&mut self) -> &mut dyn Evaluation {
        match &mut self.0 {
            Some(run) => &mut **run,
            None => outside(),
        }
    }
}

impl Drop for DetachedRun {
    #[inline]
    fn drop(&mut self) {
        CURRENT.with(|current| current.run.set(ManuallyDrop::new(self.0.take())));
    }
}

/// Begins the next run of this thread and returns its number, which is never 0.
pub(crate) fn next_number() -> u32 {
    CURRENT.with(|current| {
        let number = current.latest.get().wrapping_add(1).max(1);
        current.latest.set(number);
        current.number.set(number);
        number
    })
}

/// Calls `body` with `run` as this thread's current run, and returns the run.
pub(crate) fn enter<E: Evaluation, R>(mut run: Box<E>, body: impl FnOnce() -> R) -> (Box<E>, R) {
    let here = 0_u8;
    run.begin_at(dpgen_forest::index::stack_address(&here));
    let (outer, number) = CURRENT.with(|current| (current.replace(Some(run)), current.number.get()));
    let result = body();
    let run = CURRENT.with(|current| {
        current.number.set(number);
        current.replace(outer)
    });
    match run.map(|run| <Box<dyn Any>>::downcast::<E>(run)) {
        Some(Ok(run)) => (run, result),
        _ => internal("a run was not given back"),
    }
}

/// Calls `work` with this thread's current run.
///
/// # Panics
/// When there is none: a view was used outside of a predicate.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(&mut dyn Evaluation) -> R) -> R {
    work(DetachedRun::new().run())
}

#[cold]
fn outside() -> ! {
    panic!("a dpgen view was used outside of the predicate or attribute it was passed to")
}

/// Calls `work` with this thread's current run as the run of an engine.
#[inline]
pub(crate) fn with_own<E: Evaluation, R>(work: impl FnOnce(&mut E) -> R) -> R {
    with(|run| {
        let run: &mut dyn Any = run;
        match run.downcast_mut() {
            Some(run) => work(run),
            None => internal("a run of another engine"),
        }
    })
}

/// Calls `work` with this thread's current run, if it is a run of this engine.
#[cfg(feature = "steer")]
pub(crate) fn try_own<E: Evaluation, R>(work: impl FnOnce(&mut E) -> R) -> Option<R> {
    let mut taken = DetachedRun::new();
    let run: &mut dyn Any = taken.0.as_deref_mut()?;
    run.downcast_mut().map(work)
}

/// Calls `work` with this thread's current run, if that has the number `number`.
#[inline]
pub(crate) fn with_run<R>(number: u32, work: impl FnOnce(&mut dyn Evaluation) -> R) -> R {
    let mut taken = DetachedRun::new();
    let run = taken.run();
    if CURRENT.with(|current| current.number.get()) != number {
        outdated();
    }
    work(run)
}

#[cold]
fn outdated() -> ! {
    panic!("a dpgen view was kept after the run of the predicate that it belonged to")
}

/// Notes which of the model's conditions is about to reject.
///
/// # Panics
/// Outside of a predicate.
#[inline]
pub fn reject(condition: u32) {
    with(|run| run.reject(condition));
}

/// Reads the schema of this thread's evaluation.
///
/// # Panics
/// Outside of a predicate.
pub fn with_schema<R>(read: impl FnOnce(&Schema) -> R) -> R {
    with(|run| read(run.schema()))
}

/// Reads the schema of this thread's evaluation, if there is one.
pub fn try_schema<R>(read: impl FnOnce(&Schema) -> R) -> Option<R> {
    DetachedRun::new().0.as_deref().map(|run| read(run.schema()))
}

/// Looks one layer into a node.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[inline]
pub fn view(handle: Handle) -> Layer {
    with_run(handle.run, |run| run.view(handle.node))
}

/// Asks a node for an attribute, evaluating it here if its answer is not remembered. `make` is called when the attribute
/// is new. `decode` must not use views.
///
/// # Panics
/// Outside of the run that the handle belongs to.
pub fn ask<R>(
    handle: Handle,
    key: AttrKey,
    make: impl FnMut() -> Attribute,
    evaluate: impl FnOnce(&mut Encoder),
    mut decode: impl FnMut(&[i64], &[Int]) -> R,
) -> R {
    if let Some(answer) = recall(handle, key, make, &mut decode) {
        return answer;
    }
    let mut out = Encoder::default();
    evaluate(&mut out);
    with_run(handle.run, |run| run.remember(handle.node, key, &out));
    decode(&out.words, &out.ints)
}

/// Asks a node for an attribute whose answer is remembered; `None` if it has to be evaluated on the node's view.
/// `make` is called when the attribute is new. `decode` must not use views.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[inline]
pub fn recall<R>(
    handle: Handle,
    key: AttrKey,
    mut make: impl FnMut() -> Attribute,
    mut decode: impl FnMut(&[i64], &[Int]) -> R,
) -> Option<R> {
    let mut answer = None;
    with_run(handle.run, |run| {
        run.ask(handle.node, key, &mut make, &mut |words, ints| answer = Some(decode(words, ints)))
    });
    answer
}

/// The answer of an attribute with a single value: an integer or a word. Where the attribute may have none (`optional`), a word
/// before it says whether it has.
#[inline]
#[must_use]
pub fn single_value(words: &[i64], ints: &[Int], optional: bool) -> Option<Int> {
    if optional && words.first() == Some(&0) {
        return None;
    }
    ints.first().copied().or_else(|| words.last().map(|word| Int::constant(*word)))
}

/// Asks the structure in a recursive slot of a layer for an attribute with a [`single_value`] that is remembered. `make` is
/// called when the attribute is new.
///
/// # Panics
/// Outside of the run that the layer belongs to.
#[inline]
pub fn recall_value_of_part(
    layer: &Layer,
    slot: usize,
    asked: (AttrKey, bool),
    mut make: impl FnMut() -> Attribute,
) -> IntReply {
    with_run(layer.run, |run| run.value_of_part((layer.first, slot), asked, &mut make))
}

/// Notes what a node answered, when it was evaluated on the spot.
///
/// # Panics
/// Outside of the run that the handle belongs to.
#[inline]
pub fn remember(handle: Handle, key: AttrKey, encode: impl FnOnce(&mut Encoder)) {
    with_run(handle.run, |run| {
        let mut out = Encoder::default();
        encode(&mut out);
        run.remember(handle.node, key, &out);
    });
}
