//! [`OneOf`]: a field of any type, whose values are listed as constants.
//!
//! The derive makes a [`Listed`] type for a field with `values = [...]` of a type that dpgen does not know, and describes
//! the field by `OneOf` of it, which is a mirror.

use std::marker::PhantomData;

use crate::types::DpGen;
use crate::types::field_types::data::data;
use crate::types::field_types::mirror::Mirror;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use crate::types::view::choice::Choice;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::index::{at, shown};
use dpgen_forest::schema::SlotKind;

/// A list of values, which the derive makes of `#[dpgen(values = [...])]`.
pub trait Listed: 'static {
    /// Their type.
    type Value: PartialEq + 'static;
    /// Their texts, in the same order.
    const LABELS: &'static [&'static str];
    /// The value with this number.
    fn value(number: usize) -> Self::Value;
}

/// One of a list of values of any type: what the field shows as, in a [`Choice`].
///
/// The type needs `PartialEq`, by which a given value is found in the list. A view compares such values by their place
/// in it, and [`value`](Choice::value) gives the value itself. (An alias of an integer type is a type that the derive does not
/// know: say its values as literals or a range to have an `Int` in the view.)
///
/// ```
/// use dpgen::prelude::*;
/// use std::time::Duration;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = patient)]
/// struct Retry {
///     #[dpgen(values = [Duration::ZERO, Duration::from_millis(5), Duration::MAX])]
///     wait: Duration,
///     again: bool,
/// }
///
/// /// Who does not wait does not try again.
/// fn patient(retry: RetryView) -> bool {
///     !retry.again.value() || retry.wait.value() > Duration::ZERO
/// }
///
/// let retries = Generator::<Retry>::up_to(1).build()?;
/// assert_eq!(retries.count(1), 3 * 2 - 1);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct OneOf<L>(PhantomData<L>);

impl<L: Listed> DpGen for OneOf<L> {
    type Slot = Choice<Self>;
    type View = Choice<Self>;

    const FIELD_TYPE: FieldType = FieldType::Derived;

    fn define(definer: &mut Definer, _: &FieldDomain, slot: &str) -> SlotKind {
        definer.choice(slot, L::LABELS)
    }
    data!();
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        words.datum();
        Self(PhantomData)
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Err(NotOfScope("it only describes a value".to_owned()))
    }
}

impl<L: Listed> Mirror for OneOf<L> {
    type Remote = L::Value;

    fn build_remote(words: &mut ValueBuilder<'_>) -> L::Value {
        // It may be a `Cell`.
        words.has_opaque_field = true;
        L::value(at(words.datum().1))
    }
    fn take_remote_apart(remote: &L::Value, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        let place = (0..L::LABELS.len()).find(|place| L::value(*place) == *remote);
        match place {
            Some(place) => Ok(i64::from(shown(place))),
            // All others are alike.
            None => reader.label("a value that is not listed"),
        }
    }
}

impl<L: Listed> Choice<OneOf<L>> {
    /// Decides the value.
    ///
    /// # Panics
    /// OutOfDomain of the predicate or attribute that it was passed to, and for a given value that is not listed
    /// ([`is_valid`](crate::is_valid)).
    #[must_use]
    pub fn value(self) -> L::Value {
        let place = at(self.decided());
        assert!(place < L::LABELS.len(), "the predicate reads a value that is not among the listed ones");
        L::value(place)
    }

    /// Its place in the list.
    ///
    /// # Panics
    /// OutOfDomain of the predicate or attribute that it was passed to.
    #[must_use]
    pub fn place(self) -> usize {
        at(self.decided())
    }
}
