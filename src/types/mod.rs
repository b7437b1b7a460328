//! The Rust face of a schema: [`DpGen`] ties a type to its schema, its view and its compact words.
//!
//! Read [`schema`] first (what a type declares), then [`view`] (what predicates and attributes read), then [`value`]
//! (values from compact words and back), then [`nodes`] (the parts of a value that fields refer to) and [`sharing`] (fields that are pointers to such parts); [`field_types`] implements all this for types of the standard library, [`other_crates`] for
//! those of other crates. The derive
//! implements it for a user's type.

pub(crate) mod field_types;
pub(crate) mod nodes;
pub(crate) mod other_crates;
pub(crate) mod schema;
pub(crate) mod sharing;
pub(crate) mod value;
pub(crate) mod view;

pub use field_types::link::{Link, LinkView};
pub use field_types::mirror::Mirror;
pub use field_types::one_of::{Listed, OneOf, cycled_item_of, item_of, labels_of};
pub use field_types::payload::{Payload, payload_in};
pub use field_types::table::FieldType;
pub use nodes::Nodes;
pub use schema::boundary_values::{FieldFilter, are_boundary_values};
pub use schema::checked_arithmetic::{
    Arithmetic, CastOperand, Fault, IntegerOfNone, IntegerOfSome, check_cast,
};
pub use schema::definer::{ConstructorFields, Definer};
pub use schema::field_domain::FieldDomain;
pub use schema::field_rules::LeftFields;
pub use schema::has_context::HasContext;
pub use schema::integer::{Integer, ToInteger};
pub use schema::type_name::{instance, type_name};
pub use schema::value_kinds::ValueKinds;
pub use sharing::arena::{ArenaOf, NodeIndex};
pub use sharing::link_field::Linked;
pub use sharing::link_visitor::{LinkVisitor, NodeWalk};
pub use sharing::owned::Owned;
pub use sharing::reference_field::Referring;
pub use value::builder::{FieldReader, SlotPlace, ValueBuilder};
pub use value::reader::{NotOfScope, ValueReader};
pub use view::choice::{Choice, Finite};
pub use view::collection_view::CollectionView;
pub use view::observable::{Decoder, Observable};
pub use view::reference::Ref;

use dpgen_engine::predicate_run::{Layer, SlotHandle};
use dpgen_forest::schema::SlotKind;

/// A type whose valid values dpgen can generate; implemented by `#[derive(DpGen)]`.
///
/// Implementations keep these laws, on which every engine relies:
///
/// - *complete*: up to a size, every value of the type is described by the schema;
/// - *no duplicates*: two different structures are two different values;
/// - *finite*: each data slot has finitely many values, each size finitely many structures;
/// - *pure*: predicates and attributes depend on nothing but the structure they read;
/// - *frozen*: nothing of the structure can be changed through a shared reference, as a value that was lent becomes the next
///   one by exchanging the parts that differ, and no part is asked whether it still is as it was made.
///
/// # Wholes and parts
///
/// Of each part of a value its type's `rep_ok` holds. Its `root_ok` holds where the value is a *whole*, as a user receives it:
///
/// - what a [`Generator`](crate::Generator) makes, and what [`is_valid`](crate::is_valid) is asked of;
/// - each argument of a `#[dpgen::test]`;
/// - each call of [`sequences`](crate::sequences), and each argument of that call;
/// - each element of a tuple or an array that is a whole itself.
///
/// All else are parts, of which `root_ok` is not asked: fields of a type of yours, elements of a collection, what an `Option`
/// or a `Result` holds. A pointer, and any other type that shows as what it holds, is what it holds.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(root_ok = is_odd)]
/// enum Chain {
///     End,
///     Link(Box<Chain>),
/// }
///
/// fn is_odd(chain: ChainView) -> bool {
///     length(chain) % 2 == 1
/// }
///
/// fn length(chain: ChainView) -> u32 {
///     if let ChainView::Link(rest) = chain { 1 + rest.get(length) } else { 0 }
/// }
///
/// let total = |count: Count| count.to_u128();
/// assert_eq!(total(Generator::<Chain>::up_to(4).build()?.total()), Some(2)); // of length 1 and 3
/// assert_eq!(total(Generator::<(Chain, bool)>::up_to(4).build()?.total()), Some(2 * 2));
/// assert_eq!(total(Generator::<Option<Chain>>::up_to(4).build()?.total()), Some(1 + 5)); // a part
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// So Rust's references are left out: they have no structure of their own. A field can hold the number of another part instead
/// (`refers_to`, [`Link`]), or be a shared pointer to it (`links_to`), and a `finish` hook can set what no tree holds. What can be
/// changed through a shared reference (a `Cell`, `RefCell`, `Mutex` or `RwLock`), and what is no part of the structure (a skipped field, a payload, a listed value of another type)
/// may have a `Cell` or an atomic: a value with such a field, or with shared nodes, is built from nothing, and never made of the one before.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// enum Json {
///     #[dpgen(weight = 1)]
///     Null,
///     #[dpgen(weight = 1)]
///     Bool(bool),
///     List(Vec<Json>),
/// }
///
/// /// How many values there are of size 2, for any type.
/// fn of_size_two<T: DpGen>() -> Result<Count, BuildError> {
///     Ok(Generator::<T>::up_to(2).build()?.count(2))
/// }
///
/// assert_eq!(of_size_two::<Json>()?, 4); // a list of one: null, false, true, or the empty list
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "dpgen can not generate values of `{Self}`",
    label = "not a type that dpgen generates",
    note = "if `{Self}` is a type of yours, add `#[derive(DpGen)]` to it"
)]
pub trait DpGen: Sized + 'static {
    /// The view of a field of this type: [`Ref`], [`Int`](crate::Int) or [`Choice`].
    type Slot: SlotView;
    /// One layer of a value.
    type View: Copy;

    /// Which type of the standard library it is, if it is one.
    #[doc(hidden)]
    const FIELD_TYPE: FieldType;
    /// The kinds of values that a field of this type has to give a domain for.
    #[doc(hidden)]
    const VALUE_KINDS: ValueKinds = ValueKinds::NOTHING;
    /// Whether the type's `Ord`, if it has that, is the order of the structures: by constructor, then slot by slot. Otherwise
    /// keys of this type are built to be compared.
    #[doc(hidden)]
    const KEYS_ASCEND: bool = false;

    /// Declares the type.
    #[doc(hidden)]
    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind;
    /// The view of a layer.
    #[doc(hidden)]
    fn view(layer: &Layer) -> Self::View;
    /// Builds a value from compact words.
    #[doc(hidden)]
    fn build(words: &mut ValueBuilder<'_>) -> Self;
    /// Becomes the value whose compact words begin here, in this slot, and keeps the parts whose words are as before; returns
    /// where its words end.
    #[doc(hidden)]
    #[inline]
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize, slot: SlotPlace) -> usize {
        words.replace_value(self, at, slot)
    }
    /// The same for a field that another one follows, which is left alone if none of its words has changed. Always inlined: called
    /// for each field, it takes half as long again to go down a list.
    #[doc(hidden)]
    #[inline(always)]
    fn rebuild_field(&mut self, words: &mut ValueBuilder<'_>, at: usize, slot: SlotPlace) -> usize {
        if let Some(end) = self.unchanged_end(words, at) {
            return end;
        }
        let end = self.rebuild(words, at, slot);
        words.previous.set_end(at, end);
        end
    }
    /// Where the value's words end, if they begin here and are as before.
    #[doc(hidden)]
    #[inline]
    fn unchanged_end(&self, words: &ValueBuilder<'_>, at: usize) -> Option<usize> {
        words.unchanged_structure_end(at)
    }
    /// Takes a value apart: the slot word that stands for it.
    ///
    /// # Errors
    /// [`NotOfScope`] when the value is not one of the schema's.
    #[doc(hidden)]
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope>;
    /// Goes through the values within this one that weigh something, wholes before parts, from left to right.
    #[doc(hidden)]
    fn walk<'a>(&'a self, _: &mut NodeWalk<'a>) {}
    /// Visits the strong pointers within this value that lead to nodes, as far as it can be changed without following one.
    #[doc(hidden)]
    fn visit_links(&mut self, _: &mut LinkVisitor<'_>) {}
    /// The same through a shared reference, as a cell has it; returns whether the value can be changed so.
    #[doc(hidden)]
    fn visit_links_shared(&self, _: &mut LinkVisitor<'_>) -> bool {
        false
    }
}

/// The type of a field of a view.
#[doc(hidden)]
pub trait SlotView: Copy + std::fmt::Debug {
    /// The view of a slot.
    fn from_slot(slot: SlotHandle) -> Self;
}

/// The slot of a type that has the trait. What is known of the type is a constant, whose failure is all that the compiler reports.
#[doc(hidden)]
pub trait SlotIf<const IS_KNOWN: bool> {
    /// Its slot.
    type Slot: SlotView;
}

impl<T: DpGen> SlotIf<true> for T {
    type Slot = T::Slot;
}

/// The view of a layer's slot.
#[inline]
fn slot<S: SlotView>(layer: &Layer, slot: usize) -> S {
    S::from_slot(layer.slot(slot))
}
