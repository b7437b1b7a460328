//! One evaluation ("run") of a predicate over holes and unknowns, with recorded and replayed choices.
//!
//! A thread evaluates inside [`enter`], which puts a [`Run`] into a thread-local; views ([`Handle`],
//! [`Int`]) are plain copies that name places in it. Whatever the predicate reads is decided at that
//! moment; where several answers are possible, [`Choices`] says which, and the engine replays the
//! predicate with the next. What a node can be is the business of the engine's [`Source`]; everything
//! else (terms, comparisons, choices, limits on reading) is common. Invariant: no borrow of the
//! thread-local is held while user code runs. Read `README.md` here for the whole picture, `node.rs` for
//! structure, `term.rs` for integers.

mod choices;
mod condition;
mod describe;
mod extremum;
mod int;
mod model;
mod node;
mod partition;
mod path;
mod source;
mod symbolic;
mod term;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(crate) use choices::{Choices, Read};
pub(crate) use condition::{Condition, Conditions};
pub use int::Int;
pub use model::{AttrKey, Attribute, Encoder, Model, Predicate};
pub use node::{Handle, Layer, SlotHandle};
pub(crate) use node::{NO_ORIGIN, NodeState, SlotState};
pub(crate) use partition::Partitions;
pub(crate) use source::{ClassSource, PoolSource, Source, TopDown, ValueSource};
pub(crate) use symbolic::{SYMBOLIC, Symbolic, unwieldy};
pub use term::overflow;
pub(crate) use term::{Atom, Cut};

use dpgen_forest::index::{AttrIx, TypeIx, at, shown, stack_address};
use dpgen_forest::schema::Schema;

/// How many reads one run may make; a predicate over a whole structure makes a few a node.
const MAX_READS: u64 = 1 << 32;
/// How deep, in bytes of stack, a predicate and its attributes may recurse.
const MAX_STACK: usize = 1 << 20;

/// The attributes in use, by key.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attributes {
    pub(crate) list: Vec<(TypeIx, Arc<Attribute>)>,
    by_key: FxHashMap<AttrKey, AttrIx>,
    /// The same for attributes of specs, by type and number.
    by_number: Vec<Vec<Option<AttrIx>>>,
}

/// Attributes of specs with small numbers below this are found without hashing.
const SMALL: u32 = 64;

/// The number of a spec's attribute, with the last few (those that every type has) moved to the front.
const fn small(number: u32) -> u32 {
    number.wrapping_add(4)
}

impl Attributes {
    pub(crate) fn find(&self, key: AttrKey) -> Option<AttrIx> {
        match key {
            AttrKey::Spec(ty, number) if small(number) < SMALL => {
                *self.by_number.get(at(ty))?.get(at(small(number)))?
            }
            _ => self.by_key.get(&key).copied(),
        }
    }

    /// Adds an attribute; `false` if it was known.
    pub(crate) fn add(&mut self, ty: TypeIx, attribute: Arc<Attribute>) -> bool {
        if self.by_key.contains_key(&attribute.key) {
            return false;
        }
        let attr = AttrIx::from_word(shown(self.list.len()));
        self.by_key.insert(attribute.key, attr);
        if let AttrKey::Spec(ty, number) = attribute.key
            && small(number) < SMALL
        {
            let number = small(number);
            let types = self.by_number.len().max(at(ty) + 1);
            self.by_number.resize(types, Vec::new());
            let numbers = &mut self.by_number[at(ty)];
            numbers.resize(numbers.len().max(at(number) + 1), None);
            numbers[at(number)] = Some(attr);
        }
        self.list.push((ty, attribute));
        true
    }

    /// The attributes of a type.
    pub(crate) fn of(&self, ty: TypeIx) -> impl Iterator<Item = (AttrIx, &Arc<Attribute>)> {
        let all = self.list.iter().enumerate().filter(move |(_, (of, _))| *of == ty);
        all.map(|(index, (_, attribute))| (AttrIx::from_word(shown(index)), attribute))
    }
}

/// The state of one evaluation.
#[derive(Debug)]
pub(crate) struct Run {
    /// Counts runs on this thread; handles carry it.
    pub(crate) number: u32,
    pub(crate) schema: Arc<Schema>,
    pub(crate) attributes: Arc<Attributes>,
    pub(crate) choices: Choices,
    pub(crate) nodes: Vec<NodeState>,
    /// The structure of the pool, or the set of classes, that a node stands for, once that is decided.
    pub(crate) origins: Vec<u32>,
    pub(crate) slots: Vec<SlotState>,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) source: Source,
    /// Attributes that were asked for and are not in use yet.
    pub(crate) discovered: Vec<(TypeIx, Arc<Attribute>)>,
    /// In the top-down search: the types of a structure and of a part of it that was asked for its `rep_ok`.
    pub(crate) asked_rep_ok: Vec<(TypeIx, TypeIx)>,
    /// The keys of each type's `rep_ok`.
    pub(crate) rep_ok_keys: Arc<[Option<AttrKey>]>,
    /// Which condition rejected, if the predicate says so.
    pub(crate) condition: Option<u32>,
    reads: u64,
    stack: usize,
}

/// The payload of the panic that ends a run which reads without end.
#[derive(Debug)]
pub(crate) struct Endless;

thread_local! {
    static CURRENT: RefCell<Option<Box<Run>>> = const { RefCell::new(None) };
    static NUMBER: Cell<u32> = const { Cell::new(0) };
}

impl Run {
    pub(crate) fn new(model: &Model, attributes: Arc<Attributes>, source: Source) -> Box<Self> {
        let keys =
            (0..model.schema.types()).map(|ty| model.rep_ok_key(TypeIx::from_word(shown(ty)))).collect();
        Box::new(Self {
            number: 0,
            schema: model.schema.clone(),
            attributes,
            choices: Choices::default(),
            nodes: Vec::new(),
            origins: Vec::new(),
            slots: Vec::new(),
            atoms: Vec::new(),
            source,
            discovered: Vec::new(),
            asked_rep_ok: Vec::new(),
            rep_ok_keys: keys,
            condition: None,
            reads: 0,
            stack: 0,
        })
    }

    /// Forgets nodes and terms, keeps the recorded choices: the start of a run.
    pub(crate) fn restart(&mut self) {
        let number = NUMBER.get().wrapping_add(1).max(1);
        NUMBER.set(number);
        self.number = number;
        self.nodes.clear();
        self.origins.clear();
        self.slots.clear();
        self.atoms.clear();
        self.condition = None;
        self.reads = 0;
        self.choices.rewind();
        if let Some(symbolic) = self.symbolic() {
            symbolic.reset();
        }
    }

    /// Counts a read, and stops a predicate that reads without end.
    #[inline]
    pub(crate) fn note_read(&mut self) {
        let here = 0_u8;
        let depth = self.stack.saturating_sub(stack_address(&here));
        self.reads += 1;
        if self.reads > MAX_READS || depth > MAX_STACK {
            std::panic::resume_unwind(Box::new(Endless));
        }
    }

    /// Notes that a node was asked for its `rep_ok`.
    fn note_asked(&mut self, node: u32, ty: TypeIx) {
        if !matches!(self.source, Source::TopDown(_)) {
            return;
        }
        let holds_it = |state: &NodeState| match *state {
            NodeState::Layer { ctor, first } => self
                .layer_slots(ctor, first)
                .iter()
                .any(|slot| matches!(slot, SlotState::Node(part) if *part == node))
                .then(|| self.schema.constructor(ctor).ty),
            _ => None,
        };
        let pair = self.nodes.iter().find_map(holds_it).map(|whole| (whole, ty));
        if let Some(pair) = pair.filter(|pair| !self.asked_rep_ok.contains(pair)) {
            self.asked_rep_ok.push(pair);
        }
    }

    /// Asks a node for an attribute, decoding the remembered answer; `None` if nobody remembers one, and
    /// then it is evaluated on the node's view. `make` is called when the attribute is new.
    pub(crate) fn ask<R>(
        &mut self,
        node: u32,
        key: AttrKey,
        make: impl FnOnce() -> Attribute,
        decode: impl FnOnce(&[i64], &[Int]) -> R,
    ) -> Option<R> {
        self.note_read();
        if let Some(attr) = self.attributes.find(key) {
            return self.answer(node, attr, decode);
        }
        let ty = self.type_of(node);
        if self.rep_ok_keys[ty.index()] == Some(key) {
            self.note_asked(node, ty);
            if self.source.accepts_parts() {
                return Some(decode(&[1], &[]));
            }
        } else if self.source.remembers() && self.discovered.iter().all(|(_, known)| known.key != key) {
            self.discovered.push((ty, Arc::new(make())));
        }
        self.recall(node, key, decode)
    }
}

/// Runs `body` with `run` as this thread's evaluation, and gives it back.
pub(crate) fn enter<R>(mut run: Box<Run>, body: impl FnOnce() -> R) -> (Box<Run>, R) {
    let here = 0_u8;
    run.stack = stack_address(&here);
    let outer = CURRENT.replace(Some(run));
    let result = body();
    let run = CURRENT.replace(outer);
    (run.unwrap_or_else(|| unreachable!("only `enter` takes the run out")), result)
}

/// Works on this thread's evaluation.
///
/// # Panics
/// When there is none: a view was used outside of a predicate.
#[inline]
pub(crate) fn with<R>(work: impl FnOnce(&mut Run) -> R) -> R {
    CURRENT.with_borrow_mut(|run| match run {
        Some(run) => work(run),
        None => panic!("a dpgen view was used outside of the predicate or attribute it was passed to"),
    })
}

/// Works on this thread's evaluation, if `number` is its current run.
#[inline]
pub(crate) fn with_run<R>(number: u32, work: impl FnOnce(&mut Run) -> R) -> R {
    with(|run| {
        assert!(number != Int::WIDE.run, "the predicate reads an integer that does not fit into an i64");
        assert!(
            run.number == number,
            "a dpgen view was kept after the run of the predicate that it belonged to"
        );
        work(run)
    })
}

/// Notes which of the model's conditions is about to reject.
pub fn reject(condition: u32) {
    with(|run| run.condition = Some(condition));
}

/// Looks one layer into a node.
pub fn view(handle: Handle) -> Layer {
    with_run(handle.run, |run| run.view(handle.node))
}

/// Asks a node for an attribute, evaluating it here if nobody remembers it. `decode` must not use views.
///
/// # Panics
/// Outside of the run that the handle belongs to.
pub fn ask<R>(
    handle: Handle,
    key: AttrKey,
    make: impl Fn() -> Attribute,
    decode: impl Fn(&[i64], &[Int]) -> R,
) -> R {
    if let Some(answer) = recall(handle, key, &make, &decode) {
        return answer;
    }
    let mut out = Encoder::default();
    (make().eval)(handle, &mut out);
    with_run(handle.run, |run| run.remember(handle.node, key, &out));
    decode(&out.words, &out.ints)
}

/// Asks a node for an attribute that somebody remembers; `None` if it has to be evaluated on the node's view. `make` is
/// called when the attribute is new. `decode` must not use views.
///
/// # Panics
/// Outside of the run that the handle belongs to.
pub fn recall<R>(
    handle: Handle,
    key: AttrKey,
    make: impl FnOnce() -> Attribute,
    decode: impl FnOnce(&[i64], &[Int]) -> R,
) -> Option<R> {
    with_run(handle.run, |run| run.ask(handle.node, key, make, decode))
}

/// Notes what a node answered, where nodes remember that: in the evaluation of a given value.
///
/// # Panics
/// Outside of the run that the handle belongs to.
pub fn remember(handle: Handle, key: AttrKey, encode: impl FnOnce(&mut Encoder)) {
    with_run(handle.run, |run| {
        if run.remembers_by_node() {
            let mut out = Encoder::default();
            encode(&mut out);
            run.remember(handle.node, key, &out);
        }
    });
}

/// Reads the schema of this thread's evaluation.
///
/// # Panics
/// When there is none: a view was used outside of a predicate.
pub fn with_schema<R>(read: impl FnOnce(&Schema) -> R) -> R {
    with(|run| read(&run.schema))
}

/// How an evaluation of user code ended badly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It reads without end.
    Endless,
    /// It panicked with this message.
    Panic(String),
}

/// Calls user code, turning a panic into a [`Failure`].
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, Failure> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| failure(&*payload))
}

/// Ends the evaluation with a message, which is reported with the structure: without what a panic prints first.
pub fn fail(message: String) -> ! {
    // The evaluation may be the caller's caller: then it is borrowed.
    if CURRENT.with(|run| run.try_borrow().is_ok_and(|run| run.is_none())) {
        panic!("{message}");
    }
    std::panic::resume_unwind(Box::new(message))
}

fn failure(payload: &(dyn Any + Send)) -> Failure {
    if payload.is::<Endless>() {
        return Failure::Endless;
    }
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    Failure::Panic(text.unwrap_or_else(|| "a value that is no text".to_owned()))
}

/// The entry that a choice picked.
pub(crate) fn nth<T: Copy>(items: &[T], index: u32) -> T {
    items[at(index)]
}
