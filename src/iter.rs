//! [`Iter`]: the user's values, made from compact words as they are asked for.

use std::marker::PhantomData;

use crate::view::{DpGen, ValueBuilder};
use dpgen_forest::{Catalog, CompactIter};

/// Iterates over values.
///
/// # Panics
/// When symbolic data can not be solved, which would be a defect of dpgen: leaving a structure out would be worse.
#[derive(Debug)]
pub struct Iter<'a, T> {
    catalog: &'a Catalog,
    parts: std::vec::IntoIter<CompactIter<'a>>,
    current: Option<CompactIter<'a>>,
    of: PhantomData<fn() -> T>,
}

impl<'a, T> Iter<'a, T> {
    /// The values of these parts of a catalog, one part after the other.
    pub(crate) fn over(catalog: &'a Catalog, parts: Vec<CompactIter<'a>>) -> Self {
        Self { catalog, parts: parts.into_iter(), current: None, of: PhantomData }
    }
}

impl<T: DpGen> Iterator for Iter<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(words) = current.next() {
                    return Some(T::build(&mut ValueBuilder::new(self.catalog.schema(), words)));
                }
                if let Some(error) = current.failure() {
                    panic!("{error}");
                }
            }
            self.current = Some(self.parts.next()?);
        }
    }
}
