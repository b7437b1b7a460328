//! [`StrongPointer`]: what `Rc` and `Arc` have in common.

use std::ops::Deref;
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use crate::types::DpGen;

/// `Rc` or `Arc`.
pub trait StrongPointer: Clone + Deref<Target = Self::Content> + 'static {
    /// What it holds.
    type Content: DpGen;
    /// A pointer that does not keep it.
    type Weak: Clone + 'static;

    /// Makes a pointer.
    fn new(content: Self::Content) -> Self;
    /// Makes a pointer to what knows a weak pointer to itself.
    fn new_cyclic(make: impl FnOnce(&Self::Weak) -> Self::Content) -> Self;
    /// The pointer, if there still is one.
    fn upgrade(weak: &Self::Weak) -> Option<Self>;
    /// Whether a weak pointer was never one to anything.
    fn is_null(weak: &Self::Weak) -> bool;
    /// Where the content lies.
    fn address(&self) -> *const ();
}

macro_rules! strong_pointers {
    ($($pointer:ident $module:ident;)*) => {$(
        impl<C: DpGen> StrongPointer for $pointer<C> {
            type Content = C;
            type Weak = $module::Weak<C>;

            fn new(content: C) -> Self {
                Self::new(content)
            }
            fn new_cyclic(make: impl FnOnce(&Self::Weak) -> C) -> Self {
                Self::new_cyclic(make)
            }
            fn upgrade(weak: &Self::Weak) -> Option<Self> {
                weak.upgrade()
            }
            fn is_null(weak: &Self::Weak) -> bool {
                weak.ptr_eq(&$module::Weak::new())
            }
            fn address(&self) -> *const () {
                Self::as_ptr(self).cast()
            }
        }
    )*};
}

strong_pointers! {
    Rc rc;
    Arc sync;
}
