//! Applies the rules of contexts that read fields to the left: a part gets its place in the pool of its context, a data slot the
//! values that are allowed.
//!
//! What a rule reads narrows the run, as any other read does. So a task splits by the left parts that give different contexts, and
//! by nothing else. A pool that is not complete is demanded, and the run ends: the task is judged again once the pool is there.

use dpgen_forest::index::{CtorIx, DomainIx, TypeIx, at, small};
use dpgen_forest::schema::SlotKind;

use crate::context_pools::{ContextPools, Demand, IndexIntervals, Layout, SlotPlace, indices};
use crate::predicate_run::choice_stack::Read;
use crate::predicate_run::conformance::is_within;
use crate::predicate_run::context_query::context;
use crate::predicate_run::context_rules::{AllowedValues, ContextRules, Rule, SlotRule};
use crate::predicate_run::current_run::view;
use crate::predicate_run::failure::Failure;
use crate::predicate_run::run_state::{Atom, Run, SlotState, Source};
use crate::predicate_run::view_handles::{Handle, SlotHandle};

/// A source whose parts come from pools of contexts.
pub(crate) trait PlaceParts: Source {
    /// Makes a part any structure of a pool and size.
    ///
    /// # Errors
    /// [`Failure::Empty`] if there is none.
    fn place(run: &mut Run<Self>, part: u32, pool: u32, size: u32) -> Result<(), Failure>;
    /// The pools that are built, and what runs asked for.
    fn pools(run: &mut Run<Self>) -> (&ContextPools, &mut Vec<Demand>);
    /// Whether a data slot of this domain is symbolic.
    fn is_symbolic(_run: &Run<Self>, _domain: DomainIx) -> bool {
        false
    }
}

/// Applies the rules of a candidate's constructor that its layout has not settled, from left to right. `sizes` has the size of
/// the part in each recursive slot. The candidate is node 0 of its run, and its parts are the nodes after it.
///
/// # Errors
/// [`Failure::Empty`] where nothing is left for a slot. Many runs end so: to unwind would take most of the time of a build.
///
/// # Panics
/// With what a rule fails with.
pub(crate) fn apply_rules<S: PlaceParts>(
    rules: &ContextRules,
    (whole, ctor): (Handle, CtorIx),
    (layout, sizes): (&Layout, &[u32]),
) -> Result<(), Failure> {
    let words = context(whole);
    for (slot, rule) in rules.of(ctor) {
        match rule {
            SlotRule::Give(Rule::FromLeft(give)) => {
                let given = give(&words, whole);
                Run::<S>::with(|run| {
                    let constructor = run.schema.constructor(ctor);
                    let part = constructor.recursive.iter().position(|of| of == slot);
                    if let (Some(part), SlotKind::Recursive(ty)) = (part, constructor.slots[*slot].kind)
                        && let (None, Some(size)) = (layout.pool(part), sizes.get(part))
                    {
                        return place::<S>(run, small(part) + 1, (ty, &given), (*size, (ctor, *slot)));
                    }
                    Ok(())
                })?;
            }
            SlotRule::Narrow(Rule::FromLeft(narrow)) => restrict::<S>(whole, *slot, &narrow(&words, whole))?,
            SlotRule::Narrow(Rule::FromContext(narrow)) => {
                // Concrete data with one interval is laid out so.
                let is_symbolic = |run: &mut Run<S>| match run.schema.constructor(ctor).slots[*slot].kind {
                    SlotKind::Data(domain) => S::is_symbolic(run, domain),
                    SlotKind::Recursive(_) => false,
                };
                if layout.interval(*slot).is_none() || Run::<S>::with(is_symbolic) {
                    restrict::<S>(whole, *slot, &narrow(&words))?;
                }
            }
            SlotRule::Give(Rule::FromContext(_)) => {}
        }
    }
    Ok(())
}

/// Gives a part the context that a slot gave: it is any structure of the pool of this context, and of its size.
fn place<S: PlaceParts>(
    run: &mut Run<S>,
    part: u32,
    (ty, words): (TypeIx, &[i64]),
    (size, maker): (u32, SlotPlace),
) -> Result<(), Failure> {
    let (pools, demands) = S::pools(run);
    match pools.find(ty, words).filter(|pool| pools.complete(*pool) > size) {
        Some(pool) => S::place(run, part, pool, size),
        None => {
            let demand = Demand { ty, context: words.into(), size, maker };
            if !demands.contains(&demand) {
                demands.push(demand);
            }
            Err(Failure::Empty)
        }
    }
}

/// Leaves only these values to a data slot of the whole.
fn restrict<S: PlaceParts>(whole: Handle, slot: usize, allowed: &AllowedValues) -> Result<(), Failure> {
    if Run::<S>::with(|run| run.restrict_concrete(whole.node, slot, allowed))? {
        return Ok(());
    }
    match view(whole).slot(slot) {
        SlotHandle::Data(int, _) if !is_within(int, allowed) => Err(Failure::Empty),
        _ => Ok(()),
    }
}

impl<S: PlaceParts> Run<S> {
    /// A concrete data slot with an index in an interval.
    pub(crate) fn data_within(&mut self, domain: DomainIx, (lo, hi): (u32, u32)) -> SlotState {
        let int =
            if lo == hi { self.constant_of(domain, lo) } else { self.atom(Atom::Data { domain, lo, hi }) };
        SlotState::Data(int, domain)
    }

    /// Leaves only these values to a data slot, if it is concrete; else `false`.
    fn restrict_concrete(
        &mut self,
        node: u32,
        slot: usize,
        allowed: &AllowedValues,
    ) -> Result<bool, Failure> {
        let Some((_, first)) = self.layer_of(node) else { return Ok(false) };
        let state = self.slot_of(first, slot);
        let SlotState::Data(int, domain) = state else { return Ok(true) };
        let is_concrete = int.base == 0 || matches!(self.atom_of(int), Some(Atom::Data { .. }));
        if !is_concrete {
            return Ok(false);
        }
        let (least, greatest) = self.data_interval(state);
        let within = |(lo, hi): &(u32, u32)| {
            let (lo, hi) = (least.max(*lo), greatest.min(*hi));
            (lo <= hi).then_some((lo, hi))
        };
        let left: IndexIntervals = indices(&self.schema, domain, allowed).iter().filter_map(within).collect();
        if left.is_empty() {
            return Err(Failure::Empty);
        }
        let picked = self.choose_for(Read::Data(domain), 0, small(left.len()));
        self.slots[at(first) + slot] = self.data_within(domain, left[at(picked)]);
        Ok(true)
    }
}
