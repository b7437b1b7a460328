//! Interned strings: texts that live as long as the program, each leaked once.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// The text as a `&'static str`. Equal texts give one string, so that memory grows with the number of different texts only.
pub(crate) fn intern(text: &str) -> &'static str {
    static INTERNED: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut interned = INTERNED.lock().unwrap_or_else(PoisonError::into_inner);
    let interned = interned.get_or_insert_default();
    if let Some(known) = interned.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    interned.insert(text);
    text
}
