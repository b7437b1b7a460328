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
        if at < self.previous.first_changed {
            return ControlFlow::Continue(());
        }
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

    /// Replaces a value by one with another constructor: by a spare, whose fields follow, or by a fresh one, which ends here.
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

    /// Rebuilds the field of this slot, which begins here, unless it has not changed; returns where it ends.
    #[inline]
    pub fn rebuild_field<T: DpGen>(&mut self, value: &mut T, at: usize, slot: SlotPlace) -> usize {
        self.rebuild_field_by(value, at, slot, T::unchanged_end, T::rebuild)
    }

    /// The same by the methods of the field's type. The derive names them where the field's type stands, so that one
    /// without the derive is one error.
    #[inline]
    pub fn rebuild_field_by<T>(
        &mut self,
        value: &mut T,
        at: usize,
        slot: SlotPlace,
        unchanged_end: impl FnOnce(&T, &Self, usize) -> Option<usize>,
        rebuild: impl FnOnce(&mut T, &mut Self, usize, SlotPlace) -> usize,
    ) -> usize {
        if let Some(end) = unchanged_end(value, self, at) {
            return end;
        }
        let end = rebuild(value, self, at, slot);
        self.previous.set_end(at, end);
        end
    }

    /// Where the structure that begins here ends, if it is as before.
    #[inline]
    pub fn unchanged_structure_end(&self, at: usize) -> Option<usize> {
        self.previous.unchanged_end(at)
    }

    /// The same for data, which is one word.
    #[inline]
    pub fn unchanged_datum_end(&self, at: usize) -> Option<usize> {
        (at < self.previous.first_changed).then_some(at + 1)
    }

    /// The same for a structure whose constructor, with this number within its type, has no fields. Half of the layers
    /// are such.
    #[inline]
    pub fn unchanged_unit_end(&self, at: usize, local: u32) -> Option<usize> {
        (at < self.previous.first_changed || self.layers.local(self.ctor(at)) == local).then_some(at + 1)
    }
}

/// A value that becomes the next one in place.
#[derive(Debug)]
pub(crate) struct Rebuilt<T> {
    value: Option<T>,
    /// Whether the value is whole: not if a hook panicked while it was made.
    is_complete: bool,
    /// Where the part that begins at a word ends.
    ends: Vec<usize>,
    spares: Spares,
    /// Whether the next value may be made of this one. It may not if there are payloads, which are numbered from the root on,
    /// opaque fields, which may have been changed through the reference that was lent, or pointers that share nodes, as what they lead to is
    /// known while a whole is built.
    is_reusable: bool,
}

impl<T: DpGen> Rebuilt<T> {
    /// No value yet.
    pub(crate) fn new(schema: &Schema) -> Self {
        let spares = Spares::new(schema.all_constructors().len());
        let is_reusable = schema.numbering().is_none();
        Self { value: None, is_complete: false, ends: Vec::new(), spares, is_reusable }
    }

    /// The value, once there is one.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref().filter(|_| self.is_complete)
    }

    /// Becomes the value of a step, the next one of an iterator.
    #[inline]
    pub(crate) fn advance(&mut self, schema: &Schema, step: CompactStep<'_>) -> &T {
        let CompactStep { words, changed, .. } = step;
        if self.ends.len() < words.len() {
            self.ends.resize(words.len(), usize::MAX);
        }
        // If a hook panics, the value is not complete, and the next one is built afresh.
        if !replace(&mut self.is_complete, false) || !self.is_reusable {
            self.value = None;
        }
        let first_changed = if self.value.is_some() { changed } else { 0 };
        let (ends, spares) = (&mut self.ends, Some(&mut self.spares));
        let previous = PreviousValue { first_changed, ends, spares };
        let mut builder = ValueBuilder::after(schema, words, previous);
        let value = match &mut self.value {
            Some(value) => {
                value.rebuild(&mut builder, 0, SlotPlace { layer: 0, slot: 0 });
                if builder.payloads > 0 {
                    *value = T::build(&mut ValueBuilder::new(schema, words));
                }
                value
            }
            none => none.insert(T::build(&mut builder)),
        };
        self.is_reusable &= builder.payloads == 0 && !builder.has_opaque_field;
        self.is_complete = true;
        value
    }
}
