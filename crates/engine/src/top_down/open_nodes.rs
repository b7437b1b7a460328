//! Nodes of the top-down search ([`TopDownSource`]): an open node is any structure that fits into the remaining size.
//!
//! `committed` is the weight of every constructor decided so far plus the least size of every open node;
//! a constructor is possible while that stays within the maximum.

use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, small};
use dpgen_forest::schema::Schema;

use super::answer_cache::AnswerCache;
use crate::predicate_run::failure::internal;
use crate::predicate_run::model::{AttrKey, Encoder};
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::{NoAtom, NodeState, Run, Source};

/// A run over one hole.
pub(crate) type TopDownRun = Run<TopDownSource>;

/// Any structure of this type, within the size that is left.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct Hole(pub(crate) TypeIx);

/// The size that a run of the top-down search has used up, and the parts whose `rep_ok` the predicates evaluate.
#[derive(Debug)]
pub(crate) struct TopDownSource {
    max_size: u32,
    /// The least size of a whole structure.
    least: u32,
    committed: u32,
    /// By type: its constructors, each with the least size of a structure that starts with it.
    least_of: Vec<Vec<(CtorIx, u32)>>,
    remembered: AnswerCache,
    /// Pairs of the types of a structure and of a part of it, where the structure's predicate evaluated the part's `rep_ok`.
    pub(crate) asked_rep_ok: Vec<(TypeIx, TypeIx)>,
}

impl TopDownSource {
    pub(crate) fn new(schema: &Schema, max_size: u32, least: u32) -> Self {
        let sized = |ctor| schema.min_size_of(ctor).map(|least| (ctor, least));
        let of = |ty| schema.constructors_of(TypeIx::from_word(ty)).filter_map(sized).collect();
        let least_of = (0..small(schema.types())).map(of).collect();
        Self {
            max_size,
            least,
            committed: least,
            least_of,
            remembered: AnswerCache::default(),
            asked_rep_ok: Vec::new(),
        }
    }

    /// The constructors of a type that fit into a size, each with the least size of a structure that starts with it.
    fn fitting(&self, ty: TypeIx, room: u32) -> impl Iterator<Item = (CtorIx, u32)> {
        self.least_of[ty.index()].iter().copied().filter(move |(_, least)| *least <= room)
    }

    /// The size that open nodes may have beyond their least sizes.
    pub(crate) const fn left(&self) -> u32 {
        self.max_size - self.committed
    }
}

impl Source for TopDownSource {
    type Node = Hole;
    type Atom = NoAtom;

    const CACHES_ATTRIBUTES: bool = false;
    const CAN_GO_BACK: bool = true;

    fn accepts_parts(&self) -> bool {
        false
    }

    fn reset(&mut self) {
        self.committed = self.least;
        self.remembered.forget(0);
    }

    fn mark(&self) -> (u32, u32) {
        (self.committed, self.remembered.len())
    }

    fn go_back(&mut self, (committed, remembered): (u32, u32)) {
        self.committed = committed;
        self.remembered.forget(remembered);
    }

    fn type_of(_: &TopDownRun, node: Hole) -> TypeIx {
        node.0
    }

    fn open(run: &mut TopDownRun, node: u32, Hole(ty): Hole) -> (CtorIx, u32) {
        let before = run.schema.ty(ty).min_size.unwrap_or(0);
        let others = run.source.committed - before;
        let room = run.source.max_size - others;
        let ways = run.source.fitting(ty, room).count();
        let picked = run.choose(node, small(ways));
        let fitting = run.source.fitting(ty, room).nth(at(picked));
        let Some((ctor, least)) = fitting else { internal("a hole that nothing fits") };
        run.source.committed = others + least;
        let layer = run.push_undecided(ctor, |run, ty| run.push_node(Hole(ty)));
        run.set_node(node, layer);
        run.open(node)
    }

    fn answer(_: &mut TopDownRun, _: u32, _: AttrIx, _: impl FnMut(&[i64], &[Int])) -> bool {
        false
    }

    #[inline]
    fn recall(run: &mut TopDownRun, node: u32, key: AttrKey, mut decode: impl FnMut(&[i64], &[Int])) -> bool {
        let Some((words, ints)) = run.source.remembered.find(node, key) else { return false };
        match *ints {
            [] => decode(words, &[]),
            [int] if !run.is_sum(int) => decode(words, &[int.of_run(run.number)]),
            _ => {
                let words = SmallVec::<[i64; 4]>::from_slice(words);
                let mut ints = SmallVec::<[Int; 4]>::from_slice(ints);
                ints.iter_mut().for_each(|int| *int = run.renewed(*int));
                decode(&words, &ints);
            }
        }
        true
    }

    fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        self.remembered.push(node, key, answer);
    }

    fn note_asked(run: &mut TopDownRun, node: u32, ty: TypeIx) {
        let holds_it = |state: &NodeState<Hole>| match *state {
            NodeState::Layer { ctor, first } => run
                .layer_slots(ctor, first)
                .iter()
                .any(|slot| slot.node() == Some(node))
                .then(|| run.schema.constructor(ctor).ty),
            NodeState::Open(_) => None,
        };
        let pair = run.nodes.iter().find_map(holds_it).map(|whole| (whole, ty));
        if let Some(pair) = pair.filter(|pair| !run.source.asked_rep_ok.contains(pair)) {
            run.source.asked_rep_ok.push(pair);
        }
    }

    fn settled(_: &mut TopDownRun, _: Int, atom: NoAtom) -> Int {
        match atom {}
    }

    fn value(_: &mut TopDownRun, atom: NoAtom) -> i128 {
        match atom {}
    }
}
