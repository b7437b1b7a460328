//! [`Shape`]: the notation of a type's values in text: by constructor, as a list, an option or a tuple.

/// The notation of the values of a type.
///
/// ```
/// # use dpgen::prelude::*;
/// use dpgen::schema::Shape;
///
/// #[derive(DpGen)]
/// struct Chain {
///     ends: (bool, bool),
///     next: Option<Box<Chain>>,
/// }
///
/// let chains = Generator::<Chain>::up_to(1).build()?;
/// let types = chains.catalog().schema().all_types();
/// let shape = |name| types.iter().find(|ty| ty.name == name).map(|ty| ty.shape);
/// assert_eq!(shape("Chain"), Some(Shape::Plain));
/// assert_eq!(shape("Option<Box<Chain>>"), Some(Shape::Option));
/// assert_eq!(shape("(bool, bool)"), Some(Shape::Tuple));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// By constructor and fields.
    Plain,
    /// As a list: `Nil` and `Cons(first, rest)`.
    List,
    /// As an optional value: `None` and `Some(value)`.
    Option,
    /// As a tuple or array: one constructor.
    Tuple,
}
