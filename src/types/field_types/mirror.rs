//! [`Mirror`]: a type that describes a type of another crate, for which `DpGen` can not be implemented.

use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};

/// A type that describes another one, which can not implement [`DpGen`] here: `#[derive(DpGen)]` with
/// `#[dpgen(remote = "other::Type")]` implements it, and a field of that other type says `#[dpgen(with = "Mirror")]`.
///
/// The mirror has the constructors and fields of the other type, which must be visible. In views the field
/// is one of the mirror. A `Box`, `Rc`, `Arc`, `Wrapping`, `Saturating`, `Reverse`, `Option`, array, `Vec`, `VecDeque` or `LinkedList` of a mirror is a mirror
/// of one of the other type.
///
/// ```
/// use dpgen::prelude::*;
///
/// mod other {
///     #[derive(Debug, PartialEq)]
///     pub enum Shape {
///         Dot,
///         Inside(Box<Shape>),
///         Beside(Vec<Shape>),
///     }
/// }
///
/// #[derive(DpGen)]
/// #[dpgen(remote = "other::Shape")]
/// enum Shape {
///     Dot,
///     Inside(#[dpgen(with = "Box<Shape>")] Box<other::Shape>),
///     Beside(#[dpgen(with = "Vec<Shape>", len = 2..=2)] Vec<other::Shape>),
/// }
///
/// #[derive(DpGen, Debug, PartialEq)]
/// #[dpgen(weight = 0)]
/// struct Picture(#[dpgen(with = "Shape")] other::Shape);
///
/// let pictures = Generator::<Picture>::up_to(2).build()?;
/// let all: Vec<Picture> = pictures.iter_size(1).collect();
/// let inside = Picture(other::Shape::Inside(Box::new(other::Shape::Dot)));
/// let beside = Picture(other::Shape::Beside(vec![other::Shape::Dot, other::Shape::Dot]));
/// assert_eq!(all, [inside, beside]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` mirrors no other type",
    label = "not a mirror",
    note = "say which type it mirrors: add `#[derive(DpGen)]` and `#[dpgen(remote = \"other::Type\")]` to it"
)]
pub trait Mirror: DpGen {
    /// The type that it describes.
    type Remote: 'static;

    /// Builds a value of the other type from compact words.
    #[doc(hidden)]
    fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote;
    /// Takes a value of the other type apart.
    ///
    /// # Errors
    /// [`NotOfScope`] when the value is not one of the schema's.
    #[doc(hidden)]
    fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope>;
}
