//! The nodes of runs over classes: what a hole of Quotient DP and SymboLazyDP can be.
//!
//! Asking a hole for an attribute splits its set of classes by the decided part of the answer (one choice); an integer of
//! the answer stays a [`ClassAtom::Attr`] until it is compared, and then splits the set only by the outcome
//! (`reads/attribute_answers.rs`). Viewing narrows a hole to a constructor; reading data below that, to productions that
//! agree on it; visiting a part below, to one production (`reads/expand_node.rs`). With symbolic data, integers are variables
//! of the solver's store (`symbolic/`).
//!
//! A node's origin is its set, also after it was viewed: a node that was looked into is asked like any other. Invariant:
//! the origin of a node that is a list of productions (`sets/production_lists.rs`) holds the classes of these productions
//! and no others; narrowing the one narrows the other, and deciding the production leaves its class.

use smallvec::SmallVec;

use dpgen_forest::graph::Family;
use dpgen_forest::index::{AttrIx, CtorIx, DomainIx, TypeIx, at, small};
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_solver::{Mode, Var};

use super::prefix_tree::PrefixTree;
use super::size_bounds::SizeBounds;
use super::symbolic_store::Symbols;
use crate::context_pools::{ContextPools, Demand};
use crate::place_parts::PlaceParts;
use crate::predicate_run::context_rules::ContextWords;
use crate::predicate_run::failure::{Failure, internal, overflow};
use crate::predicate_run::predicate_int::{Cut, Int};
use crate::predicate_run::run_state::{Atom, NodeState, Run, Source};
use crate::quotient::sets::class_sets::ClassSets;

/// A run over classes.
pub(crate) type ClassRun = Run<ClassSource>;

/// The source of runs over classes: the sets that nodes are, and what else belongs to a run.
#[derive(Debug)]
pub(crate) struct ClassSource {
    pub(crate) sets: ClassSets,
    /// Bounds on the sizes of the parts, where they are open.
    pub(crate) size_bounds: SizeBounds,
    /// The nodes of which the production is decided up to a slot only.
    pub(crate) pending_rests: SmallVec<[PendingRest; 4]>,
    /// The pool that the candidates of the run belong to.
    pub(crate) pool: u32,
    /// What runs asked for and is not built yet.
    pub(crate) demands: Vec<Demand>,
    /// The symbolic side, if data is symbolic.
    pub(crate) symbols: Option<Box<Symbols>>,
    /// Records the first reads of runs, if that is wanted.
    pub(crate) prefix_tree: Option<Box<PrefixTree>>,
}

/// The rests that follow the decided slots of a node, and the first slot that they hold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PendingRest {
    pub(crate) node: u32,
    pub(crate) family: Family,
    pub(crate) slot: u32,
}

/// An undecided node.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) enum ClassNode {
    /// Any structure of these classes.
    Classes(u32),
    /// Any structure of these productions, which share a constructor; its slots follow `first`, as in a layer.
    Productions { list: u32, first: u32 },
    /// A recursive slot of a node whose production is not decided.
    Pending { parent: u32, slot: u32 },
    /// A part of this type whose context is not known yet.
    Unplaced(TypeIx),
}

/// An integer that is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClassAtom {
    /// A data slot of a node whose production is not decided.
    Pending { parent: u32, slot: u32 },
    /// An integer of an attribute of a node.
    Attr { node: u32, attr: AttrIx, position: u32 },
    /// A variable of the solver's store.
    Symbol(u32),
}

impl Source for ClassSource {
    type Node = ClassNode;
    type Atom = ClassAtom;

    const CACHES_ATTRIBUTES: bool = true;
    const COUNTS_READS: bool = true;

    fn accepts_parts(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        self.size_bounds.clear();
        self.pending_rests.clear();
        if let Some(symbols) = &mut self.symbols {
            symbols.reset();
        }
        if let Some(prefix_tree) = &mut self.prefix_tree {
            prefix_tree.restart();
        }
    }

    fn type_of(run: &ClassRun, node: ClassNode) -> TypeIx {
        let sets = &run.source.sets;
        match node {
            ClassNode::Classes(set) => sets.classes.type_of(sets.members(set)[0]),
            ClassNode::Productions { list, .. } => {
                run.schema.constructor(sets.classes.dag.ctor(sets.list(list)[0].0)).ty
            }
            ClassNode::Pending { parent, slot } => {
                let ctor = match run.state(parent) {
                    NodeState::Layer { ctor, .. } => ctor,
                    NodeState::Open(ClassNode::Productions { list, .. }) => {
                        sets.classes.dag.ctor(sets.list(list)[0].0)
                    }
                    NodeState::Open(_) => internal("a pending node's parent is narrowed to productions"),
                };
                match run.schema.constructor(ctor).slots[at(slot)].kind {
                    SlotKind::Recursive(ty) => ty,
                    SlotKind::Data(_) => internal("a node fills a recursive slot"),
                }
            }
            ClassNode::Unplaced(ty) => ty,
        }
    }

    fn open(run: &mut ClassRun, node: u32, state: ClassNode) -> (CtorIx, u32) {
        run.open_classes(node, state)
    }

    fn answer(run: &mut ClassRun, node: u32, attr: AttrIx, mut decode: impl FnMut(&[i64], &[Int])) -> bool {
        run.answer_of_classes(node, attr, &mut decode)
    }

    fn context(run: &mut ClassRun, node: u32) -> Option<ContextWords> {
        if let NodeState::Open(ClassNode::Pending { parent, slot }) = run.state(node) {
            run.resolve_slot(parent, slot);
        }
        let classes = &run.source.sets.classes;
        let pool = match run.origins[at(node)] {
            Some(set) => classes.pool_of(run.source.sets.members(set)[0]),
            // The whole of the run.
            None if node == 0 => run.source.pool,
            None => return None,
        };
        Some(classes.pools.context(pool).clone())
    }

    fn settled(run: &mut ClassRun, int: Int, atom: ClassAtom) -> Int {
        let known = match atom {
            ClassAtom::Pending { parent, slot } => run.data_of(parent, slot),
            ClassAtom::Attr { node, attr, position } => match run.symbolic_term(node, attr, position) {
                Some(term) => run.shown_term(node, term),
                None => match run.single_value(node, attr, position) {
                    Some(value) => Int::constant(value),
                    None => return int,
                },
            },
            ClassAtom::Symbol(var) => match run.fixed_value(var) {
                Some(value) => Int::constant(value),
                None => return int,
            },
        };
        let add = known.constant_part().checked_add(int.constant_part()).unwrap_or_else(|| overflow());
        run.settled(known.with_constant(add))
    }

    fn value(run: &mut ClassRun, atom: ClassAtom) -> i128 {
        match atom {
            ClassAtom::Attr { node, attr, position } => {
                i128::from(run.choose_attr_value(node, attr, position))
            }
            ClassAtom::Symbol(var) => i128::from(run.choose_symbol_value(var)),
            ClassAtom::Pending { parent, slot } => {
                let data = run.data_of(parent, slot);
                run.decide(data)
            }
        }
    }

    fn compare(run: &mut ClassRun, a: Int, b: Int, cut: Cut) -> Option<u32> {
        run.compare_in_classes(a, b, cut)
    }

    fn variable(&self, atom: &ClassAtom) -> Option<Var> {
        if let ClassAtom::Symbol(number) = atom { Some(Var::new(*number)) } else { None }
    }

    fn extremum(run: &mut ClassRun, a: Int, b: Int, greatest: bool) -> Option<Int> {
        run.symbolic_extremum(a, b, greatest)
    }

    /// The value of a symbol in the smallest solution of what the run has assumed so far.
    fn describe_atom(run: &ClassRun, atom: &ClassAtom) -> Option<String> {
        let ClassAtom::Symbol(var) = atom else { return None };
        let model = run.source.symbols.as_ref()?.store.solve(Mode::Smallest).assignment()?;
        model.values().get(at(*var) - 1).map(i64::to_string)
    }
}

impl PlaceParts for ClassSource {
    fn place(run: &mut ClassRun, part: u32, pool: u32, size: u32) -> Result<(), Failure> {
        let classes = run.sets().classes.clone();
        let bucket = classes.bucket_of_pool(pool, size);
        let set = match classes.of_bucket(bucket).len() {
            0 => return Err(Failure::Empty),
            len => run.sets().range(bucket, 0, small(len)),
        };
        run.set_node(part, NodeState::Open(ClassNode::Classes(set)));
        run.origins[at(part)] = Some(set);
        Ok(())
    }

    fn pools(run: &mut ClassRun) -> (&ContextPools, &mut Vec<Demand>) {
        (&run.source.sets.classes.pools, &mut run.source.demands)
    }

    fn is_symbolic(run: &ClassRun, domain: DomainIx) -> bool {
        run.is_symbolic() && matches!(run.schema.domain(domain), Domain::Range { lo, hi } if lo < hi)
    }
}

impl ClassRun {
    /// The worker's sets of classes.
    pub(crate) fn sets(&mut self) -> &mut ClassSets {
        &mut self.source.sets
    }

    /// Whether data is symbolic.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.source.symbols.is_some()
    }

    /// The symbolic side of a symbolic run.
    pub(crate) fn symbols(&mut self) -> &mut Symbols {
        match &mut self.source.symbols {
            Some(symbols) => symbols,
            None => internal("the run is not symbolic"),
        }
    }

    /// Adds a node that holds any structure of a set of classes.
    pub(crate) fn push_classes(&mut self, set: u32) -> u32 {
        let node = self.push_node(ClassNode::Classes(set));
        self.origins[at(node)] = Some(set);
        node
    }

    /// The set of a node that is one, or was before it was viewed.
    pub(crate) fn set_of(&self, node: u32) -> u32 {
        match self.origins[at(node)] {
            Some(set) => set,
            None => internal("the node is no set of classes"),
        }
    }

    /// The atom that a number plus 1 names, if it is one of this engine's.
    pub(crate) fn own_atom(&self, base: u32) -> Option<ClassAtom> {
        match self.atoms[at(base.checked_sub(1)?)] {
            Atom::Own(atom) => Some(atom),
            _ => None,
        }
    }

    /// The integer that is the value of an atom, which is made if it is new.
    pub(crate) fn int_of(&mut self, atom: ClassAtom) -> Int {
        let same = |known: &Atom<ClassAtom>| matches!(known, Atom::Own(own) if *own == atom);
        match self.atoms.iter().position(same) {
            Some(known) => self.of_base(small(known + 1)),
            None => self.atom(Atom::Own(atom)),
        }
    }
}
