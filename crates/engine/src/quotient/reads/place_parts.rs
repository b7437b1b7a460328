//! Applies the rules of contexts that read fields to the left: a part gets the classes of the pool of its context, a data slot
//! the values that are allowed.
//!
//! What a rule reads narrows the run, as any other read does. So a task splits by the left parts that give different contexts, and
//! by nothing else. A pool that is not complete is demanded, and the run ends: the task is judged again once the pool is there.

use dpgen_forest::index::{CtorIx, DomainIx, TypeIx, at, small};
use dpgen_forest::schema::{Domain, SlotKind};

use crate::context_pools::{Demand, IndexIntervals, indices};
use crate::predicate_run::choice_stack::Read;
use crate::predicate_run::conformance::is_within;
use crate::predicate_run::context_query::context;
use crate::predicate_run::context_rules::{AllowedValues, ContextRules, Rule, SlotRule};
use crate::predicate_run::current_run::view;
use crate::predicate_run::failure::{Failure, raise};
use crate::predicate_run::run_state::{Atom, NodeState, SlotState};
use crate::predicate_run::view_handles::{Handle, SlotHandle};
use crate::quotient::reads::holes::{Holes, NO_SET};
use crate::quotient::run_state::class_nodes::{ClassNode, ClassRun};

/// Applies the rules of a candidate's constructor that the layout has not settled, from left to right.
///
/// # Panics
/// With [`Failure::Empty`] where nothing is left for a slot, and with what a rule fails with.
pub(crate) fn apply_rules(rules: &ContextRules, (whole, ctor): (Handle, CtorIx), holes: &Holes) {
    let is_symbolic = ClassRun::with(|run| run.is_symbolic());
    let reads_left = holes.layout.as_ref().is_some_and(|layout| layout.reads_left);
    if !is_symbolic && !reads_left {
        return;
    }
    let words = context(whole);
    for (slot, rule) in rules.of(ctor) {
        match rule {
            SlotRule::Give(Rule::FromLeft(give)) => {
                let given = give(&words, whole);
                ClassRun::with(|run| run.place(ctor, *slot, &given, holes));
            }
            SlotRule::Narrow(Rule::FromLeft(narrow)) => restrict(whole, *slot, &narrow(&words, whole)),
            SlotRule::Narrow(Rule::FromContext(narrow)) if is_symbolic => {
                restrict(whole, *slot, &narrow(&words));
            }
            SlotRule::Give(Rule::FromContext(_)) | SlotRule::Narrow(Rule::FromContext(_)) => {}
        }
    }
}

/// Leaves only these values to a data slot of the whole.
fn restrict(whole: Handle, slot: usize, allowed: &AllowedValues) {
    if ClassRun::with(|run| run.restrict_concrete(whole.node, slot, allowed)) {
        return;
    }
    if let SlotHandle::Data(int, _) = view(whole).slot(slot)
        && !is_within(int, allowed)
    {
        raise(Failure::Empty);
    }
}

impl ClassRun {
    /// A data slot with an index out of some intervals, of which there is at least one. With symbolic data, any value:
    /// [`apply_rules`] restricts it.
    pub(crate) fn data_within(&mut self, domain: DomainIx, allowed: &IndexIntervals) -> SlotState {
        if self.is_symbolic() && matches!(self.schema.domain(domain), Domain::Range { lo, hi } if lo < hi) {
            return self.unknown_data(domain);
        }
        let (lo, hi) = allowed[self.pick(Read::Data(domain), allowed.len())];
        let int =
            if lo == hi { self.constant_of(domain, lo) } else { self.atom(Atom::Data { domain, lo, hi }) };
        SlotState::Data(int, domain)
    }

    /// Leaves only these values to a data slot, if it is concrete; else `false`.
    fn restrict_concrete(&mut self, node: u32, slot: usize, allowed: &AllowedValues) -> bool {
        let Some((_, first)) = self.layer_of(node) else { return false };
        let state = self.slot_of(first, slot);
        let SlotState::Data(int, domain) = state else { return true };
        let is_concrete = int.base == 0 || matches!(self.atom_of(int), Some(Atom::Data { .. }));
        if !is_concrete {
            return false;
        }
        let (least, greatest) = self.data_interval(state);
        let within = |(lo, hi): &(u32, u32)| {
            let (lo, hi) = (least.max(*lo), greatest.min(*hi));
            (lo <= hi).then_some((lo, hi))
        };
        let left: IndexIntervals = indices(&self.schema, domain, allowed).iter().filter_map(within).collect();
        if left.is_empty() {
            raise(Failure::Empty);
        }
        self.slots[at(first) + slot] = self.data_within(domain, &left);
        true
    }

    /// Gives a part its context: it is any structure of the pool of this context, and of its size.
    fn place(&mut self, ctor: CtorIx, slot: usize, words: &[i64], holes: &Holes) {
        let schema = self.schema.clone();
        let constructor = schema.constructor(ctor);
        let (Some(part), SlotKind::Recursive(ty)) =
            (constructor.recursive.iter().position(|of| *of == slot), constructor.slots[slot].kind)
        else {
            return;
        };
        let (Some(&NO_SET), Some(size)) = (holes.sets.get(part), holes.sizes.get(part)) else { return };
        let (set, node) = (self.set_of_pool(ty, words, *size), small(part) + 1);
        self.set_node(node, NodeState::Open(ClassNode::Classes(set)));
        self.origins[at(node)] = Some(set);
    }

    /// The classes of a size in the pool of a context.
    fn set_of_pool(&mut self, ty: TypeIx, words: &[i64], size: u32) -> u32 {
        let classes = self.sets().classes.clone();
        let pool = classes.pools.find(ty, words).filter(|pool| classes.pools.complete(*pool) > size);
        let Some(pool) = pool else {
            let demand = Demand { ty, context: words.into(), size };
            if !self.source.demands.contains(&demand) {
                self.source.demands.push(demand);
            }
            raise(Failure::Empty);
        };
        let bucket = classes.bucket_of_pool(pool, size);
        match classes.of_bucket(bucket).len() {
            0 => raise(Failure::Empty),
            len => self.sets().range(bucket, 0, small(len)),
        }
    }
}
