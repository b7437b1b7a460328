//! [`PartCache`]: the objects of parts of few words, by where they begin and these words.
//!
//! Structures in the order of ranks have the same parts again and again: behind each left part come all right ones. Invariants:
//! nothing can change the objects here, so that structures can share them; and an object is always the part that begins with
//! the same word of its structure, so that no structure has an object twice.

use std::collections::HashMap;

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::SlotKind;
use pyo3::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::schema::object_schema::ObjectSchema;

/// The maximum number of words of a part: to find where a longer one ends would take longer than what is spared.
const MAX_PART_WORDS: usize = 48;
/// The maximum number of parts; then all are forgotten.
const MAX_PARTS: usize = 1 << 14;

/// Objects of parts.
#[derive(Default)]
pub(crate) struct PartCache {
    /// By the first word's place.
    parts: Vec<HashMap<Box<[u32]>, Py<PyAny>, FxBuildHasher>>,
    len: usize,
}

impl PartCache {
    /// Where the part ends that begins with a word, and its object, if it is known.
    pub(crate) fn get(
        &self,
        py: Python<'_>,
        objects: &ObjectSchema,
        words: &[u32],
        begin: usize,
    ) -> Option<(usize, Py<PyAny>)> {
        if !objects.constructor(CtorIx::from_word(words[begin])).is_immutable {
            return None;
        }
        let end = end_of_part(objects, words, begin)?;
        let object = self.parts.get(begin)?.get(&words[begin..end])?;
        Some((end, object.clone_ref(py)))
    }

    /// Keeps the object of a part that begins with a word.
    pub(crate) fn insert(&mut self, begin: usize, words: &[u32], object: Py<PyAny>) {
        if words.len() > MAX_PART_WORDS {
            return;
        }
        if self.len >= MAX_PARTS {
            self.parts.clear();
            self.len = 0;
        }
        if self.parts.len() <= begin {
            self.parts.resize_with(begin + 1, HashMap::default);
        }
        self.len += usize::from(self.parts[begin].insert(words.into(), object).is_none());
    }
}

/// The end of the words of a part; `None` if there are too many.
fn end_of_part(objects: &ObjectSchema, words: &[u32], begin: usize) -> Option<usize> {
    // The layers whose words have not ended, each with its next slot.
    let mut open = [(CtorIx::from_word(0), 0_usize); MAX_PART_WORDS];
    let (mut depth, mut word) = (0, begin);
    loop {
        *open.get_mut(depth)? = (CtorIx::from_word(*words.get(word)?), 0);
        (depth, word) = (depth + 1, word + 1);
        loop {
            let Some(top) = depth.checked_sub(1) else { return Some(word) };
            let (ctor, slot) = &mut open[top];
            let kind = objects.schema.constructor(*ctor).slots.get(*slot).map(|slot| slot.kind);
            *slot += 1;
            match kind {
                Some(SlotKind::Data(_)) => word += 1,
                Some(SlotKind::Recursive(_)) => break,
                None => depth = top,
            }
        }
        if word - begin > MAX_PART_WORDS {
            return None;
        }
    }
}
