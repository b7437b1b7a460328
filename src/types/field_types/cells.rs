//! `Cell`, `RefCell`, `Mutex` and `RwLock`: types that show as what they hold, and that a shared reference can change.
//!
//! Invariant: a value with one is built from nothing each time, as a test may have set it.

use std::cell::{Cell, RefCell};
use std::sync::{Mutex, PoisonError, RwLock};

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

/// A cell, what its content needs, and how the content is read.
macro_rules! cells {
    ($($cell:ident [$($bound:ident)?], |$own:ident| $held:expr, lent $lent:expr $(, changed $held_mut:expr, $lent_mut:expr)?;)*) => {$(
        impl<T: DpGen $(+ $bound)?> DpGen for $cell<T> {
            type Slot = T::Slot;
            type View = T::View;

            const FIELD_TYPE: FieldType = FieldType::$cell;
            const VALUE_KINDS: ValueKinds = T::VALUE_KINDS;
            const KEYS_ASCEND: bool = T::KEYS_ASCEND;

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                T::define(definer, domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                T::view(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                words.is_reusable = false;
                Self::new(T::build(words))
            }
            fn unchanged_end(&self, _: &ValueBuilder<'_>, _: usize) -> Option<usize> {
                None
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let $own = self;
                $held.take_apart(reader)
            }
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                let $own = self;
                if let Some(lent) = $lent {
                    nodes.lent::<Self, T>(&lent);
                }
            }
            $(
                fn visit_links(&mut self, visitor: &mut LinkVisitor<'_>) {
                    let $own = self;
                    $held_mut.visit_links(visitor);
                }
                fn visit_links_shared(&self, visitor: &mut LinkVisitor<'_>) -> bool {
                    let $own = self;
                    // What is borrowed stays as it is.
                    if let Some(mut lent) = $lent_mut {
                        lent.visit_links(visitor);
                    }
                    true
                }
            )?
        }
    )*};
}

cells! {
    Cell [Copy], |own| own.get(), lent Some(own.get());
    RefCell [], |own| own.try_borrow().map_err(|_| NotOfScope("a `RefCell` is being changed".to_owned()))?, lent own.try_borrow().ok(),
        changed own.get_mut(), own.try_borrow_mut().ok();
    Mutex [], |own| own.lock().unwrap_or_else(PoisonError::into_inner), lent own.try_lock().ok(),
        changed own.get_mut().unwrap_or_else(PoisonError::into_inner), own.try_lock().ok();
    RwLock [], |own| own.read().unwrap_or_else(PoisonError::into_inner), lent own.try_read().ok(),
        changed own.get_mut().unwrap_or_else(PoisonError::into_inner), own.try_write().ok();
}
