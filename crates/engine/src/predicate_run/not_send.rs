//! A marker type that keeps handles on the thread of their run, as runs are numbered by thread.

use std::marker::PhantomData;

/// Makes what holds it neither `Send` nor `Sync`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotSend(PhantomData<*const ()>);

impl NotSend {
    pub(crate) const NEW: Self = Self(PhantomData);
}
