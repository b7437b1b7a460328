//! [`Mirror`]: a type of another crate, described by one of this crate.

use std::collections::{LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use super::{DpGen, NotOfScope, ValueBuilder, ValueReader, list};

/// A type that describes another one, which can not implement [`DpGen`] here: `#[derive(DpGen)]` with
/// `#[dpgen(remote = "other::Type")]` implements it, and a field of that other type says `#[dpgen(with = "Mirror")]`.
///
/// The mirror has the constructors and fields of the other type, which must be visible. In views the field
/// is one of the mirror. A `Box`, `Rc`, `Arc`, `Option`, array, `Vec`, `VecDeque` or `LinkedList` of a mirror is a mirror
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

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<M: Mirror> Mirror for $pointer<M> {
            type Remote = $pointer<M::Remote>;

            fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
                $pointer::new(M::build_remote(words))
            }
            fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                M::take_remote_apart(remote, reader)
            }
        }
    )*};
}

pointers!(Box Rc Arc);

impl<M: Mirror> Mirror for Option<M> {
    type Remote = Option<M::Remote>;

    fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
        let (local, mut fields) = words.layer();
        (local == 1).then(|| fields.part(M::build_remote))
    }
    fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match remote {
            None => reader.layer(0, |_| Ok(())),
            Some(value) => {
                reader.layer(1, |fields| fields.part(|reader| M::take_remote_apart(value, reader)))
            }
        }
    }
}

macro_rules! sequences {
    ($($sequence:ident)*) => {$(
        impl<M: Mirror> Mirror for $sequence<M> {
            type Remote = $sequence<M::Remote>;

            fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
                list::build(words, M::build_remote)
            }
            fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let all: Vec<&M::Remote> = remote.iter().collect();
                list::take_apart(&all, reader, |element, reader| M::take_remote_apart(element, reader))
            }
        }
    )*};
}

sequences!(Vec VecDeque LinkedList);

impl<M: Mirror, const N: usize> Mirror for [M; N] {
    type Remote = [M::Remote; N];

    fn build_remote(words: &mut ValueBuilder<'_>) -> Self::Remote {
        let (_, mut fields) = words.layer();
        std::array::from_fn(|_| fields.part(M::build_remote))
    }
    fn take_remote_apart(remote: &Self::Remote, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.layer(0, |fields| {
            remote.iter().try_for_each(|value| fields.part(|reader| M::take_remote_apart(value, reader)))
        })
    }
}
