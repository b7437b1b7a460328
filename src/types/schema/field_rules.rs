//! The rules of fields: which context a part is given, and which values of its domain a field can have where it stands.
//!
//! A rule computes from the context of the whole and from [`LeftFields`], the fields to the left of its own. The derive checks that
//! it names no others; `context_checks.rs` brings the rules together.

use std::sync::Arc;

use crate::scope::with_scope_or_outer;
use crate::types::DpGen;
use crate::types::SlotView;
use crate::types::schema::checked_arithmetic::{Arithmetic, Fault};
use crate::types::schema::contexts::FieldRule;
use crate::types::schema::definer::ConstructorFields;
use crate::types::schema::domain_value::IntegerRange;
use crate::types::schema::has_context::{of_words, to_words};
use crate::types::schema::integer::Integer;
use crate::types::view::choice::Finite;
use crate::types::view::observable::Observable;
use dpgen_engine::Int;
use dpgen_engine::predicate_run::{AllowedValues, Handle, Layer, Rule, SlotRule, fail, view};
use dpgen_forest::schema::{Domain, SchemaError, SlotKind};

/// The fields to the left of the one that a rule is of.
#[derive(Debug)]
pub struct LeftFields(Option<Layer>);

impl LeftFields {
    /// The field of this number.
    #[must_use]
    pub fn slot<S: SlotView>(&self, slot: usize) -> S {
        match &self.0 {
            Some(layer) => S::from_slot(layer.slot(slot)),
            None => unreachable!("a rule that reads fields says so"),
        }
    }
}

/// The rule that computes from a context of type `W` and from fields to the left, if it reads any.
fn rule<W: Observable, R: 'static>(
    reads_left: bool,
    compute: impl Fn(W, &LeftFields) -> R + Send + Sync + 'static,
) -> Rule<R> {
    if reads_left {
        Rule::FromLeft(Arc::new(move |words: &[i64], whole: Handle| {
            compute(of_words(words), &LeftFields(Some(view(whole))))
        }))
    } else {
        Rule::FromContext(Arc::new(move |words: &[i64]| compute(of_words(words), &LeftFields(None))))
    }
}

/// A value that a rule gives to a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "a rule can not give `{Self}` to a field of type `{T}`",
    label = "not an integer for a field of integers, nor a value of the field's type for one of few values"
)]
pub trait RuleValue<T> {
    /// The value in the slot: an integer, or the place among all values of the type.
    fn in_slot(self) -> Integer;
}

impl<T: Finite> RuleValue<T> for T {
    fn in_slot(self) -> Integer {
        self.place().into()
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl<T: DpGen<Slot = Int>> RuleValue<T> for $int {
            fn in_slot(self) -> Integer {
                self.into()
            }
        }
    )*};
}

integers!(Int Integer i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl ConstructorFields<'_> {
    /// The last field gets this context, from that of the whole (`()` if it has none) and the fields to the left.
    pub fn give<W: Observable, C: Observable>(
        &mut self,
        reads_left: bool,
        give: impl Fn(W, &LeftFields) -> C + Send + Sync + 'static,
    ) {
        let scope = self.definer.scope();
        let give = move |context, left: &LeftFields| {
            with_scope_or_outer(scope.as_ref(), || to_words(&give(context, left)))
        };
        self.add_rule(SlotRule::Give(rule(reads_left, give)));
    }

    /// The last field, which has this name, has integers of this range only; `text` and `params` are those of the range.
    pub fn within<W: Observable, R: IntegerRange>(
        &mut self,
        field: &str,
        (text, params): (&'static str, &[(&str, i64)]),
        reads_left: bool,
        range: impl Fn(W, &LeftFields) -> Result<R, Fault> + Send + Sync + 'static,
    ) {
        self.narrow(field, text, params, reads_left, move |context, left: &LeftFields| {
            let (start, end, is_open) = range(context, left)?.ends();
            let last = if is_open { end.sub(Integer::from(1))? } else { end };
            Ok(if start > last { Vec::new() } else { vec![(start, last)] })
        });
    }

    /// The last field, which has this name and type `T`, has values of this list only.
    pub fn among<W: Observable, T, V: RuleValue<T>, L: IntoIterator<Item = V>>(
        &mut self,
        field: &str,
        (text, params): (&'static str, &[(&str, i64)]),
        reads_left: bool,
        list: impl Fn(W, &LeftFields) -> Result<L, Fault> + Send + Sync + 'static,
    ) {
        self.narrow(field, text, params, reads_left, move |context, left: &LeftFields| {
            let values = list(context, left)?.into_iter().map(RuleValue::in_slot);
            Ok(values.map(|value| (value, value)).collect())
        });
    }

    fn narrow<W: Observable>(
        &mut self,
        field: &str,
        text: &'static str,
        params: &[(&str, i64)],
        reads_left: bool,
        intervals: impl Fn(W, &LeftFields) -> Result<Vec<(Integer, Integer)>, Fault> + Send + Sync + 'static,
    ) {
        // Whoever judges a value without a scope has no parameters, and does not look at domains that need some.
        if self.definer.schema.is_lenient() && !params.is_empty() {
            return;
        }
        let name = self.slot_name(field);
        let Some(SlotKind::Data(domain)) = self.slots.last().map(|slot| slot.kind) else {
            let why = "a closure says which values a single one has: these are within another structure, where \
                       they have to be the same everywhere";
            return self.definer.schema.error(SchemaError::BadDomain { slot: name, why: why.to_owned() });
        };
        let outer = ends(self.definer.schema.domain(domain));
        let scope = self.definer.scope();
        self.add_rule(SlotRule::Narrow(rule(reads_left, move |context, left: &LeftFields| {
            match with_scope_or_outer(scope.as_ref(), || intervals(context, left)) {
                Ok(intervals) => allowed(intervals, outer, &name),
                Err(fault) => fail(format!("`{name}`: `{text}` {fault}")),
            }
        })));
    }

    fn add_rule(&mut self, rule: SlotRule) {
        if let Some(slot) = self.slots.len().checked_sub(1) {
            self.rules.push(FieldRule { slot, rule });
        }
    }
}

/// The least and the greatest value of a slot.
fn ends(domain: &Domain) -> (i64, i64) {
    match domain.len().checked_sub(1) {
        Some(last) => (domain.value(0), domain.value(last)),
        None => (0, -1),
    }
}

/// Intervals in ascending order, without overlaps; each must lie between the ends of the slot's domain.
fn allowed(mut intervals: Vec<(Integer, Integer)>, (lo, hi): (i64, i64), name: &str) -> AllowedValues {
    intervals.sort_unstable();
    let mut allowed = AllowedValues::new();
    for (first, last) in intervals {
        let within = |value: Integer| match i64::try_from(value) {
            Ok(value) if (lo..=hi).contains(&value) => value,
            _ => {
                fail(format!("{value} is not among {lo}..={hi}, the values that `{name}` can have anywhere"))
            }
        };
        let (first, last) = (within(first), within(last));
        match allowed.last_mut() {
            Some((_, greatest)) if first <= *greatest + 1 => *greatest = last.max(*greatest),
            _ => allowed.push((first, last)),
        }
    }
    allowed
}
