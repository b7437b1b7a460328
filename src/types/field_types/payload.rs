//! [`Payload`]: field values that are numbered, and are no part of the structure.

use crate::types::schema::checked_arithmetic::{Arithmetic, Fault};
use crate::types::schema::integer::Integer;

/// A type that a field with `#[dpgen(payload)]` may have: it has a value for each number.
///
/// The payloads of a structure are numbered in the order in which its values are built: field by field, a part's before
/// those that follow it. They are no part of the structure: views do not show them, they multiply nothing, and a value has the
/// same rank whatever they hold.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, #[dpgen(payload)] u8, Box<Tree>),
/// }
///
/// let trees = Generator::<Tree>::up_to(2).build()?;
/// assert_eq!(trees.count(2), 2);
/// let node = |left, payload, right| Tree::Node(Box::new(left), payload, Box::new(right));
/// assert_eq!(trees.nth(2, 0), Some(node(Tree::Leaf, 0, node(Tree::Leaf, 1, Tree::Leaf))));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can not be numbered, so it is no payload",
    label = "not an integer, a float or a string",
    note = "give the payloads, as in `#[dpgen(payload, values = [...])]`, implement `dpgen::Payload`, or use `skip`"
)]
pub trait Payload {
    /// The value with this number, from 0. Different numbers give different values, as far as the type has them.
    fn payload(number: u64) -> Self;
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        /// From 0 on; after the greatest value, it begins at 0 again.
        impl Payload for $int {
            fn payload(number: u64) -> Self {
                let values = u128::try_from(Self::MAX).unwrap_or(u128::MAX).saturating_add(1);
                Self::try_from(u128::from(number) % values).unwrap_or_default()
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// From 0 on.
impl Payload for f64 {
    fn payload(number: u64) -> Self {
        u32::try_from(number & u64::from(u32::MAX)).map(Self::from).unwrap_or_default()
    }
}

/// From 0 on.
impl Payload for f32 {
    fn payload(number: u64) -> Self {
        u16::try_from(number & u64::from(u16::MAX)).map(Self::from).unwrap_or_default()
    }
}

/// `"0"`, `"1"` and so on.
impl Payload for String {
    fn payload(number: u64) -> Self {
        number.to_string()
    }
}

impl<T: Payload> Payload for Option<T> {
    fn payload(number: u64) -> Self {
        Some(T::payload(number))
    }
}

/// The value of a range at a number, which starts over at its end.
///
/// # Panics
/// When the range is empty, or holds what the type does not.
#[doc(hidden)]
pub fn payload_in<T: TryFrom<Integer>>(
    ends: impl FnOnce() -> Result<(Integer, Integer), Fault>,
    open: bool,
    number: u64,
) -> T {
    let (start, end) = ends().unwrap_or_else(|fault| panic!("a bound of a payload's range {fault}"));
    assert!(start < end || (start == end && !open), "the range of a payload is empty");
    let one = Integer::from(u8::from(!open));
    let len = end.sub(start).and_then(|distance| distance.add(one));
    // A range that is longer than that has a value for each number.
    let offset = len.and_then(|len| Integer::from(number).rem(len)).unwrap_or(Integer::from(number));
    let value = start.add(offset).ok().and_then(|value| T::try_from(value).ok());
    value.unwrap_or_else(|| panic!("the range of a payload holds what is no {}", std::any::type_name::<T>()))
}
