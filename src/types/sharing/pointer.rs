//! [`Pointer`]: what leads to one node: an `Rc` or `Arc` of it, or of a cell that holds it, or an index of an arena.

use std::any::{TypeId, type_name};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

use crate::types::DpGen;
use crate::types::schema::definer::Definer;
use crate::types::sharing::link_visitor::LinkVisitor;
use crate::types::sharing::node_tokens::NodeKey;
use crate::types::sharing::strong_pointer::StrongPointer;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};

macro_rules! shared_pointers {
    ($($pointer:ident)*) => {$(
        impl<N: DpGen, C: Holds<N>> Pointer<N> for $pointer<C> {
            fn note(_: &mut Definer, _: &str) {}
            fn build_new(words: &mut ValueBuilder<'_>) -> Self {
                words.build_pointer()
            }
            fn build_met(words: &mut ValueBuilder<'_>, node: usize) -> Option<Self> {
                words.shared_nodes().strong(node)
            }
            fn build_optional(words: &mut ValueBuilder<'_>, build: impl FnOnce(&mut ValueBuilder<'_>) -> Option<Built<Self>>) -> Option<Self> {
                let field = words.next_empty_field();
                match build(words)? {
                    Built::Pointer(pointer) => Some(pointer),
                    Built::Incomplete(node) => {
                        words.set_later(field, node);
                        None
                    }
                }
            }
            fn token(&self, reader: &mut ValueReader<'_>) -> Result<usize, NotOfScope> {
                reader.token_of(NodeKey::Pointer(self.address(), TypeId::of::<C>()), |reader| C::take_apart(self, reader))
            }
            fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
                visitor.strong(self);
            }
            fn visit_optional(field: &mut Option<Self>, visitor: &mut LinkVisitor<'_>) {
                visitor.optional(field);
            }
            fn follow(&self, visitor: &mut LinkVisitor<'_>) {
                visitor.strong(self);
            }
        }
    )*};
}

shared_pointers!(Rc Arc);

/// A node, or a cell with one.
pub trait Holds<N>: DpGen {}

impl<N: DpGen> Holds<N> for N {}
impl<N: DpGen> Holds<N> for RefCell<N> {}
impl<N: DpGen> Holds<N> for Mutex<N> {}
impl<N: DpGen> Holds<N> for RwLock<N> {}

/// What leads to one node of type `N`: an `Rc` or `Arc`, or an index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not lead to a new `{N}`",
    label = "neither an `Rc` or `Arc` of a `{N}`, or of a `RefCell`, `Mutex` or `RwLock` of one, nor an index",
    note = "a `Weak` can not own a new node: it is for `refers_to`; an index of your own implements `NodeIndex`"
)]
pub trait Pointer<N: DpGen>: Sized + 'static {
    /// Notes in the schema what the pointer needs.
    #[doc(hidden)]
    fn note(definer: &mut Definer, slot: &str);
    /// Builds a node, which begins here, and leads to it.
    #[doc(hidden)]
    fn build_new(words: &mut ValueBuilder<'_>) -> Self;
    /// Leads to the node that begins there; `None` while that is not complete.
    #[doc(hidden)]
    fn build_met(words: &mut ValueBuilder<'_>, node: usize) -> Option<Self>;
    /// Builds a pointer that may be empty.
    #[doc(hidden)]
    fn build_optional(
        words: &mut ValueBuilder<'_>,
        build: impl FnOnce(&mut ValueBuilder<'_>) -> Option<Built<Self>>,
    ) -> Option<Self>;
    /// The token of the node that it leads to, which is taken apart if it was not.
    #[doc(hidden)]
    fn token(&self, reader: &mut ValueReader<'_>) -> Result<usize, NotOfScope>;
    /// Visits a pointer that is not empty.
    #[doc(hidden)]
    fn visit(&mut self, visitor: &mut LinkVisitor<'_>);
    /// Visits a pointer that may be empty.
    #[doc(hidden)]
    fn visit_optional(field: &mut Option<Self>, visitor: &mut LinkVisitor<'_>);
    /// Follows the pointer where it can not be changed.
    #[doc(hidden)]
    fn follow(&self, visitor: &mut LinkVisitor<'_>);
}

/// What was built of a pointer.
#[derive(Debug)]
pub enum Built<P> {
    /// The pointer.
    Pointer(P),
    /// Nothing, as the node that begins there is not complete.
    Incomplete(usize),
}

impl<P> Built<P> {
    /// The pointer of a field that can not be empty.
    ///
    /// # Panics
    /// When it leads to a node that is not complete.
    pub(crate) fn expect(self) -> P {
        let name = type_name::<P>();
        match self {
            Self::Pointer(pointer) => pointer,
            Self::Incomplete(_) => panic!(
                "a field of type `{name}` leads back to a node that encloses it, and a strong pointer that can not be empty can not be made \
                 of one that is not complete: write `Option<{name}>`, or a `Weak` with `refers_to`, or exclude cycles by a predicate"
            ),
        }
    }
}
