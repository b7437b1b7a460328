//! A cancellation signal, polled while browsers are waited for.

use std::fmt;
use std::sync::Arc;

/// Says whether everything is to end; by default it never is. It is asked every few moments, by several threads. It has no
/// say in how pages are rendered, so that any two are equal.
///
/// ```
/// use dpgen_browsers::Halt;
///
/// assert!(!Halt::default().is_asked_for());
/// assert!(Halt::when(|| true).is_asked_for());
/// ```
#[derive(Clone, Default)]
pub struct Halt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Halt {
    /// Everything is to end once `asked` says so.
    pub fn when(asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(asked)))
    }

    /// Whether everything is to end.
    #[must_use]
    pub fn is_asked_for(&self) -> bool {
        self.0.as_ref().is_some_and(|asked| asked())
    }
}

impl fmt::Debug for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Halt")
    }
}

impl PartialEq for Halt {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Halt {}
