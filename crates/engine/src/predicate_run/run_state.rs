//! [`Run`]: the state of one evaluation. [`Source`]: the trait by which an engine defines its nodes.
//!
//! Nodes, slots and atoms are numbered in the order in which the run meets them. An engine implements `Source`, which
//! says what an undecided node can be and which integers depend on it; all else is common to the engines. Invariant: a
//! node only ever gets narrower within a run. Read `view_queries.rs` and `node_states.rs` next, then the nodes of the engines
//! (`top_down/open_nodes.rs`, `dp/pool_nodes.rs`, `quotient/run_state/class_nodes.rs`).

use std::fmt::Debug;
use std::hash::Hash;
use std::panic::Location;
use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, DomainIx, TypeIx, small, stack_address};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_solver::Var;

use super::attributes_in_use::{Attributes, DiscoveredAttributes};
use super::choice_stack::Choices;
use super::context_rules::{ContextRules, ContextWords};
use super::current_run::{next_number, with_own};
use super::failure::{Failure, fail, raise};
use super::model::{AttrKey, Encoder, Model};
use super::predicate_int::{Cut, Int};
use super::undo_marks::{Change, Mark, QuestionStart};
use super::view_handles::Handle;

/// The maximum number of reads of one run; a predicate over a whole structure makes a few for each node.
const MAX_READS_PER_RUN: u64 = 1 << 32;
/// The maximum stack, in bytes, that a predicate and its attributes may take by recursion.
const MAX_STACK_BYTES: usize = 1 << 20;

/// The state of a node in a run.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) enum NodeState<N> {
    /// A constructor; its slots begin at this place in [`Run::slots`].
    Layer { ctor: CtorIx, first: u32 },
    /// Not decided: the engine's description of the node.
    Open(N),
}

/// The content of a slot of a decided layer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SlotState {
    Node(u32),
    Data(Int, DomainIx),
}

impl SlotState {
    /// The node of a recursive slot.
    #[inline]
    pub(crate) const fn node(self) -> Option<u32> {
        match self {
            Self::Node(node) => Some(node),
            Self::Data(..) => None,
        }
    }
}

/// Coefficients by atom (its number plus 1).
pub(crate) type Terms = SmallVec<[(u32, i64); 3]>;

/// An unknown of an integer: a data slot, a sum of other atoms, or an atom of the engine.
#[derive(Debug, Clone)]
pub(crate) enum Atom<A> {
    /// A data slot: an interval of its domain's indices.
    Data { domain: DomainIx, lo: u32, hi: u32 },
    /// A sum of atoms with coefficients.
    Linear(Terms),
    /// An atom of the engine.
    Own(A),
}

/// A change of a run of a source.
pub(crate) type ChangeOf<S> = Change<NodeState<<S as Source>::Node>>;

/// A source without atoms of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NoAtom {}

/// The engine's side of a run: the kinds of undecided nodes, and the answers to reads of them.
pub(crate) trait Source: Sized + Debug + 'static {
    /// An undecided node: a description of the structures that it can be.
    type Node: Copy + Debug + Hash;
    /// Unknown integers of this engine's runs, beside data slots.
    type Atom: Clone + Debug;

    /// Whether the engine caches attributes of substructures.
    const CACHES_ATTRIBUTES: bool;
    /// Whether attributes that are asked for are noted in [`Run::discovered`].
    const RECORDS_DISCOVERIES: bool = Self::CACHES_ATTRIBUTES;
    /// Whether the report counts what choices were about.
    const COUNTS_READS: bool = false;
    /// Whether a run can be taken back to one of its choices. Then it records a mark for each choice, and all changes.
    const CAN_GO_BACK: bool = false;

    /// Whether substructures are known to be accepted.
    fn accepts_parts(&self) -> bool;
    /// Forgets what belongs to one run.
    fn reset(&mut self) {}
    /// Notes which place of the program asks.
    #[inline]
    fn note_site(&mut self, _site: &'static Location<'static>) {}
    /// A mark for [`go_back`](Self::go_back), if runs can go back.
    fn mark(&self) -> (u32, u32) {
        (0, 0)
    }
    /// Restores the state that the source had when it returned this mark.
    fn go_back(&mut self, _mark: (u32, u32)) {}
    /// The type of an undecided node.
    fn type_of(run: &Run<Self>, node: Self::Node) -> TypeIx;
    /// Decides an undecided node's constructor: the constructor and where its slots begin.
    fn open(run: &mut Run<Self>, node: u32, state: Self::Node) -> (CtorIx, u32);
    /// The answer to an attribute in use; `false` if it is not remembered.
    fn answer(run: &mut Run<Self>, node: u32, attr: AttrIx, decode: impl FnMut(&[i64], &[Int])) -> bool;
    /// Notes that a node was asked for its `rep_ok`.
    fn note_asked(_run: &mut Run<Self>, _node: u32, _ty: TypeIx) {}
    /// Reads the cached answer of a node to an attribute that was evaluated in this run.
    fn recall(_run: &mut Run<Self>, _node: u32, _key: AttrKey, _decode: impl FnMut(&[i64], &[Int])) -> bool {
        false
    }
    /// The context of a node, if the engine knows it.
    fn context(_run: &mut Run<Self>, _node: u32) -> Option<ContextWords> {
        None
    }
    /// The node that holds a node, with its constructor and the slot; `None` if the node is the whole.
    fn holder(run: &Run<Self>, node: u32) -> Option<(u32, CtorIx, usize)> {
        run.search_holder(node)
    }
    /// Caches the answer of a node.
    fn remember(&mut self, _node: u32, _key: AttrKey, _answer: &Encoder) {}
    /// An integer over one of its atoms as far as it is decided by now.
    fn settled(run: &mut Run<Self>, int: Int, atom: Self::Atom) -> Int;
    /// Decides the value of one of its atoms.
    fn value(run: &mut Run<Self>, atom: Self::Atom) -> i128;
    /// Compares two settled integers without deciding one of them, where the engine can; `None` where it can not.
    fn compare(_run: &mut Run<Self>, _a: Int, _b: Int, _cut: Cut) -> Option<u32> {
        None
    }
    /// The variable of a store that one of its atoms is.
    fn variable(&self, _atom: &Self::Atom) -> Option<Var> {
        None
    }
    /// The least or greatest of two integers; `None` if comparing them does as well.
    fn extremum(_run: &mut Run<Self>, _a: Int, _b: Int, _greatest: bool) -> Option<Int> {
        None
    }
    /// An undecided node as text, as far as it is known.
    fn describe(_run: &Run<Self>, _node: u32, _depth: u32) -> Option<String> {
        None
    }
    /// An atom as text, as far as it is known.
    fn describe_atom(_run: &Run<Self>, _atom: &Self::Atom) -> Option<String> {
        None
    }
}

/// The state of one evaluation.
#[derive(Debug)]
pub(crate) struct Run<S: Source> {
    /// Counts runs on this thread; handles carry it.
    pub(crate) number: u32,
    pub(crate) schema: Arc<Schema>,
    pub(crate) attributes: Arc<Attributes>,
    pub(crate) choices: Choices,
    pub(crate) nodes: Vec<NodeState<S::Node>>,
    /// The engine's description of each node, kept after the node was viewed: a structure of a pool, or a set of classes.
    pub(crate) origins: Vec<Option<u32>>,
    pub(crate) slots: Vec<SlotState>,
    pub(crate) atoms: Vec<Atom<S::Atom>>,
    /// The changes of nodes and data slots, in order, if this source can go back.
    pub(crate) changes: Vec<ChangeOf<S>>,
    /// A mark for each choice of the run, if this source can go back.
    pub(crate) marks: Vec<Mark>,
    /// The start of the latest question, if this source can go back.
    pub(crate) begun: QuestionStart,
    pub(crate) source: S,
    /// Attributes that were asked for and are not in use yet.
    pub(crate) discovered: DiscoveredAttributes,
    /// The keys of each type's `rep_ok`.
    pub(crate) rep_ok_keys: Arc<[Option<AttrKey>]>,
    /// What parts are told about where they stand.
    pub(crate) contexts: Option<Arc<ContextRules>>,
    /// Which condition rejected, if the predicate has noted it.
    pub(crate) condition: Option<u32>,
    pub(crate) reads: u64,
    pub(crate) stack: usize,
}

impl<S: Source> Run<S> {
    pub(crate) fn new(model: &Model, attributes: Arc<Attributes>, source: S) -> Box<Self> {
        let types = (0..small(model.schema.types())).map(TypeIx::from_word);
        Box::new(Self {
            number: 0,
            schema: model.schema.clone(),
            attributes,
            choices: Choices::default(),
            nodes: Vec::new(),
            origins: Vec::new(),
            slots: Vec::new(),
            atoms: Vec::new(),
            changes: Vec::new(),
            marks: Vec::new(),
            begun: QuestionStart::default(),
            source,
            discovered: Vec::new(),
            rep_ok_keys: types.map(|ty| model.rep_ok_key(ty)).collect(),
            contexts: model.contexts.clone(),
            condition: None,
            reads: 0,
            stack: 0,
        })
    }

    /// Works on this thread's evaluation, which is one of this engine.
    #[inline]
    pub(crate) fn with<R>(work: impl FnOnce(&mut Self) -> R) -> R {
        with_own(work)
    }

    /// Forgets nodes and terms, keeps the recorded choices.
    pub(crate) fn restart(&mut self) {
        self.resume(0);
        self.nodes.clear();
        self.origins.clear();
        self.slots.clear();
        self.atoms.clear();
        self.changes.clear();
        self.marks.clear();
        self.source.reset();
    }

    /// Begins the first run over a candidate whose nodes and slots come first among those of the run before, this many of
    /// each. The engine sets those that differ or were narrowed.
    pub(crate) fn restart_with(&mut self, nodes: usize, slots: usize) {
        self.choices.clear();
        self.resume(0);
        self.nodes.truncate(nodes);
        self.origins.truncate(nodes);
        self.slots.truncate(slots);
        self.atoms.clear();
        self.source.reset();
    }

    /// Begins a run that takes the first `made` choices as given, in a state that the engine restores.
    pub(crate) fn resume(&mut self, made: usize) {
        self.number = next_number();
        self.condition = None;
        self.reads = 0;
        self.choices.rewind_to(made);
    }

    /// Reads are counted from here on.
    pub(crate) fn begin_reads(&mut self) {
        self.reads = 0;
    }

    /// Counts a read, and stops a predicate that reads without end.
    #[inline]
    pub(crate) fn note_read(&mut self) {
        let here = 0_u8;
        let depth = self.stack.saturating_sub(stack_address(&here));
        self.reads += 1;
        if self.reads > MAX_READS_PER_RUN || depth > MAX_STACK_BYTES {
            raise(Failure::Endless);
        }
    }

    /// The handle of a node, for views of this run.
    pub(crate) fn handle(&self, node: u32) -> Handle {
        Handle::new(node, self.number)
    }

    /// Decides a node's constructor: the constructor and where its slots begin.
    #[inline]
    pub(crate) fn open(&mut self, node: u32) -> (CtorIx, u32) {
        match self.state(node) {
            NodeState::Layer { ctor, first } => (ctor, first),
            NodeState::Open(state) => {
                self.begin_question();
                S::open(self, node, state)
            }
        }
    }

    /// The type of a node.
    pub(crate) fn type_of(&self, node: u32) -> TypeIx {
        match self.state(node) {
            NodeState::Layer { ctor, .. } => self.schema.constructor(ctor).ty,
            NodeState::Open(state) => S::type_of(self, state),
        }
    }

    /// A data slot that can be any value of its domain, or the constant if there is just one.
    pub(crate) fn fresh_data(&mut self, domain: DomainIx) -> SlotState {
        let len = self.schema.domain(domain).len();
        let int = if len == 1 {
            self.constant_of(domain, 0)
        } else {
            self.atom(Atom::Data { domain, lo: 0, hi: len.saturating_sub(1) })
        };
        SlotState::Data(int, domain)
    }

    /// Adds a layer of undecided data, with a node that `part` makes for each recursive slot.
    pub(crate) fn push_undecided(
        &mut self,
        ctor: CtorIx,
        mut part: impl FnMut(&mut Self, TypeIx) -> u32,
    ) -> NodeState<S::Node> {
        self.push_layer(ctor, |run, _, kind| match kind {
            SlotKind::Recursive(ty) => SlotState::Node(part(run, ty)),
            SlotKind::Data(domain) => run.fresh_data(domain),
        })
    }
}

/// The first word of a cached answer: the attribute gave an answer, or it failed.
pub(crate) const ANSWER_TAG: i64 = 0;
const FAILURE_TAG: i64 = 1;

/// The words of a cached answer: the tag, then the words of the answer.
pub(crate) fn answered(words: &[i64]) -> SmallVec<[i64; 4]> {
    std::iter::once(ANSWER_TAG).chain(words.iter().copied()).collect()
}

/// The words of a cached failure of an attribute.
pub(crate) fn failed(message: &str) -> SmallVec<[i64; 4]> {
    std::iter::once(FAILURE_TAG).chain(message.bytes().map(i64::from)).collect()
}

/// The words of a cached answer without the tag. If the attribute failed, the evaluation that reads it fails.
pub(crate) fn read_answer(words: &[i64]) -> &[i64] {
    match words {
        [ANSWER_TAG, rest @ ..] => rest,
        [_, rest @ ..] => {
            let bytes = rest.iter().map(|word| u8::try_from(*word).unwrap_or(b'?')).collect();
            fail(String::from_utf8(bytes).unwrap_or_default())
        }
        [] => &[],
    }
}
