//! [`Measure`]: attribute results that are numbers, of which one is the greatest.

use dpgen_engine::Int;

use crate::types::view::observable::Observable;

/// The result of an attribute whose answers are compared by size: an integer, an [`Int`] or a `bool` (0 or 1).
///
/// An attribute that returns something else is wrapped: `|tree| max_key(tree).unwrap_or(Int::from(0))`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number, so no answer is the greatest",
    note = "an attribute whose answers are compared returns an integer, an `Int` or a `bool`; wrap this one in a closure"
)]
pub trait Measure: Observable {}

macro_rules! measures {
    ($($ty:ty)*) => {$(impl Measure for $ty {})*};
}

measures!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool Int);
