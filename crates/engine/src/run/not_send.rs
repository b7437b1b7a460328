//! A mark of what belongs to the thread of its run: runs are numbered by thread.

use std::marker::PhantomData;

/// Makes what holds it neither `Send` nor `Sync`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotSend(PhantomData<*const ()>);

impl NotSend {
    pub(crate) const NEW: Self = Self(PhantomData);
}
