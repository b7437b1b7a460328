//! [`Owned`]: a value whose cycles of pointers are cut when it is dropped.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::types::DpGen;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// A value that leaves no cycles of strong pointers behind: when it is dropped, the links that lead back are emptied.
///
/// A cycle of `Rc`s keeps itself alive, so that dropping what leads to it frees nothing. An `Owned<T>` is generated, and read, as a `T`. When it is
/// dropped, it follows the links from the value, and empties those that lead back to a node on the way (each is an `Option` in a cell, as dpgen
/// could set it). So what you cloned out of the value ends up with these links empty, and a cell that is borrowed at that time is left as it is.
///
/// ```
/// use std::cell::RefCell;
/// use std::rc::Rc;
///
/// use dpgen::Owned;
/// use dpgen::prelude::*;
///
/// /// Lists that may end in a cycle.
/// #[derive(DpGen)]
/// struct Node {
///     #[dpgen(links_to = Node)]
///     next: Option<Rc<RefCell<Node>>>,
/// }
///
/// let lists = Generator::<Owned<Rc<RefCell<Node>>>>::up_to(5).build()?;
/// for list in lists.iter_size(5) {
///     let first = Rc::downgrade(&list);
///     assert!(first.upgrade().is_some());
///     drop(list);
///     assert!(first.upgrade().is_none()); // of the 6 lists, 5 have a cycle
/// }
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub struct Owned<T: DpGen> {
    value: T,
}

impl<T: DpGen> Drop for Owned<T> {
    fn drop(&mut self) {
        self.value.visit_links(&mut LinkVisitor::cutting());
    }
}

impl<T: DpGen> From<T> for Owned<T> {
    fn from(value: T) -> Self {
        Self { value }
    }
}

impl<T: DpGen> Deref for Owned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: DpGen> DerefMut for Owned<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: DpGen + fmt::Debug> fmt::Debug for Owned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: DpGen> DpGen for Owned<T> {
    type Slot = T::Slot;
    type View = T::View;

    const FIELD_TYPE: FieldType = FieldType::Derived;
    const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        T::define(definer, domain, slot)
    }
    fn view(layer: &Layer) -> Self::View {
        T::view(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        Self { value: T::build(words) }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        self.value.take_apart(reader)
    }
    fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
        self.value.walk(nodes);
    }
    fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
        self.value.visit_links(visitor);
    }
}
