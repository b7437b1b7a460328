//! Types, constructors and slots of a schema.
//!
//! They refer to each other by number; [`Schema`](super::Schema) holds the tables.

use crate::index::{CtorIx, DomainIx, TypeIx};
use crate::schema::value_notation::Shape;

/// The kind of a slot: recursive or data.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::SlotKind;
///
/// #[derive(DpGen)]
/// enum Stack {
///     Empty,
///     Push(bool, Box<Stack>),
/// }
///
/// let stacks = Generator::<Stack>::up_to(1).build()?;
/// let schema = stacks.catalog().schema();
/// let [top, rest] = &schema.all_constructors()[1].slots[..] else { unreachable!() };
/// assert_eq!(rest.kind, SlotKind::Recursive(schema.root()));
/// assert!(matches!(top.kind, SlotKind::Data(domain) if schema.domain(domain).len() == 2));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub enum SlotKind {
    /// A substructure of this type.
    Recursive(TypeIx),
    /// A value of this domain.
    Data(DomainIx),
}

/// A constructor's field.
///
/// ```
/// # use dpgen::prelude::*;
/// use dpgen::schema::Slot;
///
/// #[derive(DpGen)]
/// enum Tree {
///     Leaf,
///     Node { left: Box<Tree>, marked: bool, right: Box<Tree> },
/// }
///
/// let trees = Generator::<Tree>::up_to(1).build()?;
/// let slots: &[Slot] = &trees.catalog().schema().all_constructors()[1].slots;
/// let names: Vec<&str> = slots.iter().map(|slot| &slot.name[..]).collect();
/// assert_eq!(names, ["left", "marked", "right"]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Slot {
    /// The field's name, or its number in a tuple.
    pub name: String,
    /// Its kind: a part or data.
    pub kind: SlotKind,
}

impl Slot {
    /// Whether a substructure fills it.
    #[inline]
    #[must_use]
    pub const fn is_recursive(&self) -> bool {
        matches!(self.kind, SlotKind::Recursive(_))
    }
}

/// A constructor of a type.
///
/// ```
/// # use dpgen::prelude::*;
/// #[derive(DpGen)]
/// enum Tree {
///     Leaf,
///     #[dpgen(weight = 2)]
///     Node { left: Box<Tree>, marked: bool, right: Box<Tree> },
/// }
///
/// let trees = Generator::<Tree>::up_to(1).build()?;
/// let schema = trees.catalog().schema();
/// let node = &schema.all_constructors()[1];
/// assert_eq!((&node.name[..], node.ty, node.weight), ("Node", schema.root(), 2));
/// assert_eq!((node.slots.len(), &node.recursive[..]), (3, &[0, 2][..]));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// The type it makes values of.
    pub ty: TypeIx,
    /// Its share of the size.
    pub weight: u32,
    /// Its fields, in order.
    pub slots: Vec<Slot>,
    /// The positions of the recursive slots, ascending.
    pub recursive: Vec<usize>,
}

impl Constructor {
    /// Whether its fields are numbered, not named.
    #[must_use]
    pub fn is_positional(&self) -> bool {
        self.slots.iter().enumerate().all(|(number, slot)| slot.name == number.to_string())
    }
}

/// A type: a named range of constructors.
///
/// ```
/// # use dpgen::prelude::*;
/// #[derive(DpGen)]
/// struct Chain {
///     bit: bool,
///     next: Option<Box<Chain>>,
/// }
///
/// let chains = Generator::<Chain>::up_to(1).build()?;
/// let schema = chains.catalog().schema();
/// let rest = schema.all_types().iter().find(|ty| ty.name == "Option<Box<Chain>>").unwrap();
/// assert_eq!((rest.constructors, rest.min_size), (2, Some(0))); // `None` and `Some`
/// assert_eq!(schema.constructor(rest.first).name, "None");
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Type {
    /// Its name.
    pub name: String,
    /// The notation of its values.
    pub shape: Shape,
    /// Its first constructor.
    pub first: CtorIx,
    /// The number of its constructors.
    pub constructors: u32,
    /// The size of its smallest structure, or `None` if an empty domain leaves it without any.
    pub min_size: Option<u32>,
}
