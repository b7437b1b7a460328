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
use dpgen_forest::schema::{Domain, SlotKind};

/// A list of values, which the derive makes of `#[dpgen(values = ...)]`.
pub trait Listed: 'static {
    /// Their type.
    type Value: PartialEq + 'static;
    /// Their texts, in the same order.
    fn labels() -> Vec<String>;
    /// The value with this number.
    fn value(number: usize) -> Self::Value;
}

/// The value that an item of a list is or refers to.
pub trait ListItem<V> {
    /// The value.
    fn into_value(self) -> V;
}

impl<V> ListItem<V> for V {
    fn into_value(self) -> V {
        self
    }
}

impl<V: Clone> ListItem<V> for &V {
    fn into_value(self) -> V {
        self.clone()
    }
}

/// The item of a list at a place that it has.
///
/// # Panics
/// When it has none there: a list is to be the same each time.
#[doc(hidden)]
pub fn item_of<V, L: IntoIterator<Item: ListItem<V>>>(list: L, place: usize) -> V {
    let item = list.into_iter().nth(place);
    item.unwrap_or_else(|| panic!("the list of a field's values has become shorter")).into_value()
}

/// The item of a list at a number, which starts over at its end.
///
/// # Panics
/// When the list is empty.
#[doc(hidden)]
pub fn cycled_item_of<V, L: IntoIterator<Item: ListItem<V>>>(list: L, number: u64) -> V {
    let items: Vec<L::Item> = list.into_iter().collect();
    assert!(!items.is_empty(), "the list of a payload is empty");
    let place = u32::try_from(number % u64::from(shown(items.len()))).unwrap_or_default();
    item_of(items, at(place))
}

/// A text for each item of a list that is written so.
#[doc(hidden)]
pub fn labels_of(text: &str, list: impl IntoIterator) -> Vec<String> {
    (0..list.into_iter().count()).map(|place| format!("{text}[{place}]")).collect()
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
        definer.schema.data(slot, Domain::Labels(L::labels()))
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
        words.is_reusable = false;
        L::value(at(words.datum().1))
    }
    fn take_remote_apart(remote: &L::Value, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        // Labels of other values follow those of the list.
        let listed = at(reader.domain().0.len());
        let place = (0..listed).find(|place| L::value(*place) == *remote);
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
        assert!(place < L::labels().len(), "the predicate reads a value that is not among the listed ones");
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
