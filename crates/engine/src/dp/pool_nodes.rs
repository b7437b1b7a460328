//! Nodes of runs over the pool ([`DpSource`]): a node is one structure of the pool, or any structure of a part of a bucket.
//!
//! Structures stay compact records until the predicate looks into them. Asking for an attribute narrows a part to
//! the structures that give one answer ([`AnswerGroups`]); a view picks one structure, which is the node's origin from
//! then on.

use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, small};
use dpgen_forest::schema::SlotKind;

use super::group_by_answer::{AnswerGroups, StructureList};
use super::structure_pool::Pool;
use crate::context_pools::{ContextPools, Demand};
use crate::place_parts::PlaceParts;
use crate::predicate_run::context_rules::{ContextWords, read_to_the_right};
use crate::predicate_run::failure::Failure;
use crate::predicate_run::partial_structure_text::{ELLIPSIS, layer_text};
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::{NoAtom, NodeState, Run, SlotState, Source, read_answer};

/// A run over structures of a pool.
pub(crate) type DpRun = Run<DpSource>;

/// The pool a run reads, and how many of its structures were looked into.
#[derive(Debug)]
pub(crate) struct DpSource {
    pub(crate) pool: Arc<Pool>,
    /// Whether the structures in the pool are known to satisfy `rep_ok`.
    accepted: bool,
    /// The number of structures looked into.
    pub(crate) expanded: u64,
    /// Structures that answered alike.
    groups: AnswerGroups,
    /// The pool that the candidates of the run belong to.
    pub(crate) task_pool: u32,
    /// What runs asked for and is not built yet.
    pub(crate) demands: Vec<Demand>,
}

/// An undecided node.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) enum DpNode {
    /// A structure that has not been looked into.
    Structure(u32),
    /// Any of these structures.
    AnyOf(StructureList),
    /// A part of this type whose context is not known yet.
    Unplaced(TypeIx),
}

impl DpSource {
    pub(crate) fn new(pool: Arc<Pool>) -> Self {
        let (groups, demands) = (AnswerGroups::default(), Vec::new());
        Self { pool, accepted: true, expanded: 0, groups, task_pool: 0, demands }
    }

    /// A pool of structures that may not satisfy `rep_ok`.
    pub(crate) fn unjudged(pool: Arc<Pool>) -> Self {
        Self { accepted: false, ..Self::new(pool) }
    }

    fn structures(&self, whole: StructureList) -> &[u32] {
        self.groups.structures(&self.pool, whole)
    }

    fn describe(&self, run: &DpRun, structure: u32, depth: u32) -> String {
        if depth == 0 {
            return ELLIPSIS.to_owned();
        }
        let record = self.pool.records.get(structure);
        let ctor = CtorIx::from_word(record[0]);
        let slots = run.schema.constructor(ctor).slots.iter().zip(&record[1..]);
        let texts = slots.map(|(slot, word)| match slot.kind {
            SlotKind::Data(domain) => run.schema.domain(domain).show(*word),
            SlotKind::Recursive(_) => self.describe(run, *word, depth - 1),
        });
        layer_text(&run.schema, ctor, texts)
    }
}

impl Source for DpSource {
    type Node = DpNode;
    type Atom = NoAtom;

    const CACHES_ATTRIBUTES: bool = true;

    fn accepts_parts(&self) -> bool {
        self.accepted
    }

    fn type_of(run: &DpRun, node: DpNode) -> TypeIx {
        let structure = match node {
            DpNode::Structure(structure) => structure,
            DpNode::AnyOf(whole) => run.source.structures(whole)[0],
            DpNode::Unplaced(ty) => return ty,
        };
        run.source.pool.type_of(structure)
    }

    fn open(run: &mut DpRun, node: u32, state: DpNode) -> (CtorIx, u32) {
        let structure = match state {
            DpNode::Structure(structure) => structure,
            DpNode::AnyOf(whole) => {
                let structures = run.source.structures(whole);
                let structure = structures[at(run.choices.choose(small(structures.len())))];
                run.origins[at(node)] = Some(structure);
                structure
            }
            DpNode::Unplaced(_) => read_to_the_right(),
        };
        run.source.expanded += 1;
        let record: SmallVec<[u32; 6]> = SmallVec::from_slice(run.source.pool.records.get(structure));
        let ctor = CtorIx::from_word(record[0]);
        let first = run.push_slots(ctor, &mut |run, slot, kind| {
            let word = record[slot + 1];
            match kind {
                SlotKind::Recursive(_) => SlotState::Node(run.push_structure(word)),
                SlotKind::Data(domain) => SlotState::Data(run.constant_of(domain, word), domain),
            }
        });
        run.set_node(node, NodeState::Layer { ctor, first });
        (ctor, first)
    }

    #[inline]
    fn answer(run: &mut DpRun, node: u32, attr: AttrIx, mut decode: impl FnMut(&[i64], &[Int])) -> bool {
        let value = match (run.origins[at(node)], run.state(node)) {
            (Some(structure), _) => run.source.pool.value(attr, structure),
            (None, NodeState::Open(DpNode::AnyOf(whole))) => run.answer_of_any(node, whole, attr),
            (None, NodeState::Open(DpNode::Unplaced(_))) => read_to_the_right(),
            (None, _) => None,
        };
        let Some(value) = value else { return false };
        let (words, ints) = run.source.pool.columns[attr.index()].table.get(value);
        let words = read_answer(words);
        match ints {
            [] => decode(words, &[]),
            [int] => decode(words, &[Int::constant(*int)]),
            _ => decode(words, &ints.iter().copied().map(Int::constant).collect::<SmallVec<[Int; 4]>>()),
        }
        true
    }

    fn context(run: &mut DpRun, node: u32) -> Option<ContextWords> {
        let pool = &run.source.pool;
        let of = match (run.origins[at(node)], run.state(node)) {
            (Some(structure), _) => pool.pool_of(structure),
            (None, NodeState::Open(DpNode::AnyOf(whole))) => pool.pool_of(run.source.structures(whole)[0]),
            // The whole of the run.
            (None, _) if node == 0 => run.source.task_pool,
            (None, _) => return None,
        };
        Some(pool.pools.context(of).clone())
    }

    fn settled(_: &mut DpRun, _: Int, atom: NoAtom) -> Int {
        match atom {}
    }

    fn value(_: &mut DpRun, atom: NoAtom) -> i128 {
        match atom {}
    }

    fn describe(run: &DpRun, node: u32, depth: u32) -> Option<String> {
        run.origins[at(node)].map(|structure| run.source.describe(run, structure, depth))
    }
}

impl PlaceParts for DpSource {
    fn place(run: &mut DpRun, part: u32, pool: u32, size: u32) -> Result<(), Failure> {
        let bucket = run.source.pool.bucket_of_pool(pool, size);
        let len = small(run.source.pool.ids(bucket).len());
        if len == 0 {
            return Err(Failure::Empty);
        }
        run.set_node(part, NodeState::Open(DpNode::AnyOf(StructureList::Part { bucket, from: 0, len })));
        Ok(())
    }

    fn pools(run: &mut DpRun) -> (&ContextPools, &mut Vec<Demand>) {
        (&run.source.pool.pools, &mut run.source.demands)
    }
}

impl DpRun {
    /// Decides a candidate in full: the structure in each recursive slot, the value of each data slot.
    pub(crate) fn decide_all(&mut self, candidate: u32) {
        let Some((ctor, first)) = self.layer_of(candidate) else { return };
        for slot in 0..self.schema.constructor(ctor).slots.len() {
            match self.slot_of(first, slot) {
                SlotState::Data(int, _) => {
                    self.decide(int);
                }
                SlotState::Node(node) => {
                    let NodeState::Open(DpNode::AnyOf(whole)) = self.state(node) else { continue };
                    let len = small(self.source.structures(whole).len());
                    let picked = self.choices.choose(len);
                    let structure = self.source.structures(whole)[at(picked)];
                    self.origins[at(node)] = Some(structure);
                    self.set_node(node, NodeState::Open(DpNode::Structure(structure)));
                }
            }
        }
    }

    /// Adds a node that is a structure.
    pub(crate) fn push_structure(&mut self, structure: u32) -> u32 {
        let node = self.push_node(DpNode::Structure(structure));
        self.origins[at(node)] = Some(structure);
        node
    }

    /// Makes a node a structure that has not been looked into.
    pub(crate) fn set_structure(&mut self, node: u32, structure: u32) {
        self.set_node(node, NodeState::Open(DpNode::Structure(structure)));
        self.origins[at(node)] = Some(structure);
    }

    /// Narrows a node to the structures that give one answer.
    fn answer_of_any(
        &mut self,
        node: u32,
        whole: StructureList,
        attr: AttrIx,
    ) -> Option<crate::value_interner::ValueId> {
        let source = &mut self.source;
        if let StructureList::Part { bucket, from, len } = whole
            && let Some(value) = source.pool.common_value(attr, bucket, from, len)
        {
            return Some(value);
        }
        let answers = source.groups.by_answer(&source.pool, whole, attr)?;
        let (value, group) = answers[at(self.choices.choose(small(answers.len())))];
        let narrowed = match *source.groups.members(group) {
            [structure] => {
                self.origins[at(node)] = Some(structure);
                DpNode::Structure(structure)
            }
            _ => DpNode::AnyOf(StructureList::Group(group)),
        };
        self.set_node(node, NodeState::Open(narrowed));
        Some(value)
    }

    /// The structures that a recursive slot of a layer has been narrowed to.
    pub(crate) fn node_structures(&self, node: u32) -> Result<Option<u32>, &[u32]> {
        match (self.origins[at(node)], self.state(node)) {
            (None, NodeState::Open(DpNode::AnyOf(whole))) => Err(self.source.structures(whole)),
            (origin, _) => Ok(origin),
        }
    }
}
