//! [`Choice`]: the view of a data slot that is not an integer.

use std::marker::PhantomData;

use crate::types::SlotView;
use crate::types::view::wide_integers;
use dpgen_engine::predicate_run::{Int, SlotHandle, with_schema};

/// A type with finitely many named values: `bool`, or a unit-only enum that derives `DpGen`.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::Finite;
///
/// #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
/// enum Colour {
///     Red,
///     Black,
/// }
///
/// assert_eq!(Colour::ALL, [Colour::Red, Colour::Black]);
/// assert_eq!(Colour::Black.place(), 1);
/// assert_eq!(bool::ALL, [false, true]);
/// ```
pub trait Finite: Copy + 'static {
    /// The values, in order.
    const ALL: &'static [Self];
    /// The place of a value in [`Finite::ALL`].
    fn place(self) -> u32;
}

/// A finite data slot: a `bool`, a unit-only enum, or a `String` or `char` from a list.
///
/// It compares with plain values (`color == Color::Red`); [`value`](Choice::value) decides it.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Observable, Debug, Clone, Copy, PartialEq)]
/// enum Light {
///     Red,
///     Amber,
///     Green,
/// }
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = in_turn)]
/// enum Sequence {
///     End,
///     Then(Light, Box<Sequence>),
/// }
///
/// /// No light comes twice in a row.
/// fn in_turn(sequence: SequenceView) -> bool {
///     let SequenceView::Then(light, rest) = sequence else { return true };
///     rest.get(first) != Some(light.value())
/// }
///
/// fn first(sequence: SequenceView) -> Option<Light> {
///     let SequenceView::Then(light, _) = sequence else { return None };
///     Some(light.value())
/// }
///
/// let sequences = Generator::<Sequence>::up_to(5).build()?;
/// assert_eq!(sequences.count(5), 3 * 2 * 2 * 2 * 2);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// It belongs to one run on one thread, and can not leave that:
///
/// ```compile_fail,E0277
/// fn sends<T: Send>() {}
/// sends::<dpgen::Choice<bool>>();
/// ```
pub struct Choice<E> {
    pub(crate) index: Int,
    pub(crate) domain: dpgen_forest::index::DomainIx,
    /// The type, as a pointer, so that no slot crosses threads.
    of: PhantomData<*const E>,
}

impl<E> Clone for Choice<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Choice<E> {}

impl<E> std::fmt::Debug for Choice<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Choice({:?})", self.index)
    }
}

impl<E> Choice<E> {
    pub(crate) fn new(index: Int, domain: dpgen_forest::index::DomainIx) -> Self {
        Self { index, domain, of: PhantomData }
    }

    pub(crate) fn decided(self) -> u32 {
        u32::try_from(self.index.value()).unwrap_or(u32::MAX)
    }

    /// Whether it is the value with this label. A label that the domain does not list is no value's.
    pub(crate) fn is_label(self, label: &str) -> bool {
        self.index == place_of(self.domain, label)
    }
}

impl<E: Finite> Choice<E> {
    /// Decides the value.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = odd)]
    /// struct Switches([bool; 3]);
    ///
    /// /// An odd number of switches is on.
    /// fn odd(switches: SwitchesView) -> bool {
    ///     let [a, b, c] = switches.0.view();
    ///     a.value() ^ b.value() ^ c.value()
    /// }
    ///
    /// assert_eq!(Generator::<Switches>::up_to(1).build()?.count(1), 4);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that it was passed to.
    #[must_use]
    pub fn value(self) -> E {
        E::ALL[dpgen_forest::index::at(self.decided())]
    }
}

impl Choice<String> {
    /// Decides the value.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = ordered)]
    /// struct Pair(
    ///     #[dpgen(values = ["fig", "apple", "kiwi"])] String,
    ///     #[dpgen(values = ["fig", "apple", "kiwi"])] String,
    /// );
    ///
    /// /// By the alphabet.
    /// fn ordered(pair: PairView) -> bool {
    ///     pair.0.value() < pair.1.value()
    /// }
    ///
    /// assert_eq!(Generator::<Pair>::up_to(1).build()?.count(1), 3);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that it was passed to.
    #[must_use]
    pub fn value(self) -> String {
        let index = self.decided();
        with_schema(|schema| schema.domain(self.domain).label(index).unwrap_or_default().to_owned())
    }
}

impl Choice<char> {
    /// Decides the value.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = begins_with_letter)]
    /// struct Name(#[dpgen(values = ['a', 'b', '0', '1'])] char, #[dpgen(values = ['a', 'b', '0', '1'])] char);
    ///
    /// fn begins_with_letter(name: NameView) -> bool {
    ///     name.0.value().is_alphabetic()
    /// }
    ///
    /// assert_eq!(Generator::<Name>::up_to(1).build()?.count(1), 2 * 4);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that it was passed to.
    #[must_use]
    pub fn value(self) -> char {
        let index = self.decided();
        with_schema(|schema| schema.domain(self.domain).label(index).and_then(|label| label.chars().next()))
            .unwrap_or_default()
    }
}

impl<E: Finite> PartialEq<E> for Choice<E> {
    fn eq(&self, other: &E) -> bool {
        self.index == i64::from(other.place())
    }
}

/// The index of a label in the domain, or -1, which no slot has.
fn place_of(domain: dpgen_forest::index::DomainIx, label: &str) -> i64 {
    with_schema(|schema| schema.domain(domain).index_of_label(label)).map_or(-1, i64::from)
}

impl PartialEq<str> for Choice<String> {
    fn eq(&self, other: &str) -> bool {
        self.is_label(other)
    }
}

impl PartialEq<&str> for Choice<String> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<char> for Choice<char> {
    fn eq(&self, other: &char) -> bool {
        self.is_label(other.encode_utf8(&mut [0; 4]))
    }
}

impl<E> PartialEq for Choice<E> {
    fn eq(&self, other: &Self) -> bool {
        if self.domain == other.domain {
            return self.index == other.index;
        }
        let (mine, theirs) = (self.decided(), other.decided());
        with_schema(|schema| {
            schema.domain(self.domain).label(mine) == schema.domain(other.domain).label(theirs)
        })
    }
}

impl std::ops::Not for Choice<bool> {
    type Output = bool;
    fn not(self) -> bool {
        !self.value()
    }
}

impl From<Choice<bool>> for bool {
    fn from(choice: Choice<bool>) -> Self {
        choice.value()
    }
}

impl<E: 'static> SlotView for Choice<E> {
    #[inline]
    fn from_slot(slot: SlotHandle) -> Self {
        match slot {
            SlotHandle::Data(int, domain) => Self::new(int, domain),
            SlotHandle::Node(_) => unreachable!("the schema says that this slot is data"),
        }
    }
}

impl SlotView for Int {
    #[inline]
    fn from_slot(slot: SlotHandle) -> Self {
        match slot {
            SlotHandle::Data(int, domain) => wide_integers::shown_as(int, domain),
            SlotHandle::Node(_) => unreachable!("the schema says that this slot is data"),
        }
    }
}

impl Finite for bool {
    const ALL: &'static [Self] = &[false, true];
    fn place(self) -> u32 {
        u32::from(self)
    }
}
