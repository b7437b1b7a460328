//! [`Rebuilt`]: a value that becomes the next one in place, and how its layers do.
//!
//! [`DpGen::rebuild`] goes down from the root: a layer whose constructor stays takes its fields in order, skips those
//! that have not changed and rebuilds the others; one whose constructor changes is replaced by a spare or by a fresh
//! value. So a step costs the way down to what changed, and what changed. What is known of the value before is in
//! `previous_value.rs`.
//!
//! Invariant: a value that is kept in part has no field of a type that dpgen does not know, as such a field may have been
//! changed since: one that is skipped, a payload, or a listed value of another type. The types that dpgen knows can not be
//! changed through a shared reference.

use std::mem::replace;
use std::ops::ControlFlow;

use crate::types::DpGen;
use crate::types::value::builder::{SlotPlace, ValueBuilder};
use crate::types::value::previous_value::{PreviousValue, Spares};
use dpgen_forest::CompactStep;
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::Schema;

impl ValueBuilder<'_> {
    /// Gives a value the constructor of the layer that begins here, where `local` is the number of its own within its type.
    /// Its fields follow, unless it has been built with them already, or has none (`unit`): then it ends here.
    #[inline]
    pub fn switch_constructor<T: DpGen>(
        &mut self,
        value: &mut T,
        local: u32,
        at: usize,
        unit: impl FnOnce(u32) -> Option<T>,
    ) -> ControlFlow<usize> {
        let new = self.ctor(at);
        let new_local = self.layers.local(new);
        if new_local == local {
            return ControlFlow::Continue(());
        }
        let old = CtorIx::from_word(new.word() - new_local + local);
        if let Some(unit) = unit(new_local) {
            self.keep_spare(old, replace(value, unit));
            return ControlFlow::Break(at + 1);
        }
        self.replace_constructor(value, new, old, at)
    }

    /// Replaces a value by one with another constructor: by a spare, whose fields follow, or by a fresh one, which ends here. Not
    /// inlined, so that the walk over layers that keep theirs is a loop.
    #[inline(never)]
    fn replace_constructor<T: DpGen>(
        &mut self,
        value: &mut T,
        new: CtorIx,
        old: CtorIx,
        at: usize,
    ) -> ControlFlow<usize> {
        if let Some(spare) = self.previous.take_spare(new) {
            self.keep_spare(old, replace(value, spare));
            return ControlFlow::Continue(());
        }
        let fresh = self.build_at(at);
        self.keep_spare(old, replace(value, fresh));
        ControlFlow::Break(self.at)
    }

    /// Keeps a value that was replaced as a spare, if it holds parts, whose boxes are of use again.
    #[inline]
    fn keep_spare<T: DpGen>(&mut self, ctor: CtorIx, value: T) {
        if self.layers.has_parts(ctor) {
            self.previous.keep_spare(ctor, value);
        }
    }

    /// Whether this constructor has no fields.
    #[inline]
    pub(crate) fn has_no_fields(&self, ctor: CtorIx) -> bool {
        !self.layers.has_slots(ctor)
    }

    /// Replaces a value by a fresh one, which begins here, in this slot; returns where it ends.
    pub fn replace_value<T: DpGen>(&mut self, value: &mut T, at: usize, slot: SlotPlace) -> usize {
        self.slot = self.numbered(slot);
        *value = self.build_at(at);
        self.at
    }

    /// Replaces the field of this slot, which begins here, by what builds its type, unless it has not changed; returns
    /// where it ends.
    pub fn replace_field<T>(
        &mut self,
        value: &mut T,
        at: usize,
        slot: SlotPlace,
        build: impl FnOnce(&mut Self) -> T,
    ) -> usize {
        if let Some(end) = self.previous.unchanged_end(at) {
            return end;
        }
        (self.slot, self.at) = (self.numbered(slot), at);
        *value = build(self);
        self.previous.set_end(at, self.at);
        self.at
    }

    /// Builds the value that begins here.
    #[inline]
    fn build_at<T: DpGen>(&mut self, at: usize) -> T {
        self.at = at;
        T::build(self)
    }

    /// Builds the field of this slot, which begins here; returns where it ends, too.
    pub(crate) fn build_field<T: DpGen>(&mut self, at: usize, slot: SlotPlace) -> (T, usize) {
        self.slot = self.numbered(slot);
        let value = self.build_at(at);
        self.previous.set_end(at, self.at);
        (value, self.at)
    }

    /// Whether a word may be another one than before.
    #[inline]
    pub fn may_have_changed(&self, at: usize) -> bool {
        at >= self.previous.first_changed
    }

    /// Where the structure that begins here ends, if it is as before.
    #[inline]
    pub fn unchanged_structure_end(&self, at: usize) -> Option<usize> {
        self.previous.unchanged_end(at)
    }

    /// The same for data, which is one word.
    #[inline]
    pub fn unchanged_datum_end(&self, at: usize) -> Option<usize> {
        (!self.may_have_changed(at)).then_some(at + 1)
    }

    /// The same for a structure whose constructor, with this number within its type, has no fields. Half of the layers
    /// are such.
    #[inline]
    pub fn unchanged_unit_end(&self, at: usize, local: u32) -> Option<usize> {
        (!self.may_have_changed(at) || self.layers.local(self.ctor(at)) == local).then_some(at + 1)
    }
}

/// A value that becomes the next one in place.
#[derive(Debug)]
pub(crate) struct Rebuilt<T> {
    value: Option<T>,
    state: ValueState,
    /// Where the part that begins at a word ends.
    ends: Vec<usize>,
    spares: Spares,
}

/// The state of the current value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueState {
    /// There is none, or a hook panicked while it was made.
    Incomplete,
    /// The next one is built from nothing.
    Complete,
    /// The next one may be made of it.
    Reusable,
}

impl<T: DpGen> Rebuilt<T> {
    /// No value yet.
    pub(crate) fn new(schema: &Schema) -> Self {
        let spares = Spares::new(schema.all_constructors().len());
        Self { value: None, state: ValueState::Incomplete, ends: Vec::new(), spares }
    }

    /// The value, once there is one.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.state != ValueState::Incomplete)
    }

    /// Becomes the value of a step, the next one of an iterator.
    #[inline]
    pub(crate) fn advance(&mut self, schema: &Schema, step: CompactStep<'_>) -> &T {
        let CompactStep { words, changed, .. } = step;
        if self.ends.len() < words.len() {
            self.ends.resize(words.len(), usize::MAX);
        }
        // If a hook panics, it is left at that, and the next value is built afresh.
        let state = replace(&mut self.state, ValueState::Incomplete);
        match &mut self.value {
            Some(value) if state == ValueState::Reusable => {
                let (ends, spares) = (&mut self.ends, Some(&mut self.spares));
                let previous = PreviousValue { first_changed: changed, ends, spares };
                let mut builder = ValueBuilder::after(schema, words, previous);
                value.rebuild(&mut builder, 0, SlotPlace { layer: 0, slot: 0 });
                if builder.is_reusable {
                    self.state = ValueState::Reusable;
                } else if builder.payloads == 0 {
                    self.state = ValueState::Complete;
                } else {
                    drop(builder);
                    self.build(schema, words);
                }
            }
            _ => self.build(schema, words),
        }
        match &self.value {
            Some(value) => value,
            None => unreachable!("it was just built"),
        }
    }

    /// Builds the value of these words from nothing.
    #[inline(never)]
    fn build(&mut self, schema: &Schema, words: &[u32]) {
        self.value = None;
        let (ends, spares) = (&mut self.ends, Some(&mut self.spares));
        let previous = PreviousValue { first_changed: 0, ends, spares };
        let mut builder = ValueBuilder::after(schema, words, previous);
        self.value = Some(T::build(&mut builder));
        // What pointers that share nodes lead to is known while a whole is built.
        let is_reusable = builder.is_reusable && schema.numbering().is_none();
        self.state = if is_reusable { ValueState::Reusable } else { ValueState::Complete };
    }
}
