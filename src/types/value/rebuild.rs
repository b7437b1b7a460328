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
use crate::types::value::builder::ValueBuilder;
use crate::types::value::previous_value::{ConstructorInfo, PreviousValue, Spares};
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Domain, Schema, SlotKind};

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
        let new_local = self.previous.local(new);
        if new_local == local {
            return ControlFlow::Continue(());
        }
        let old = CtorIx::from_word(new.word() - new_local + local);
        if let Some(unit) = unit(new_local) {
            self.previous.keep_spare(old, replace(value, unit));
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
            self.previous.keep_spare(old, replace(value, spare));
            return ControlFlow::Continue(());
        }
        let (fresh, end) = self.build_at(at);
        self.previous.keep_spare(old, replace(value, fresh));
        ControlFlow::Break(end)
    }

    /// Whether this constructor has no fields.
    #[inline]
    pub(crate) fn has_no_fields(&self, ctor: CtorIx) -> bool {
        self.schema.constructor(ctor).slots.is_empty()
    }

    /// Replaces a value by a fresh one, which begins here; returns where it ends.
    pub fn replace_value<T: DpGen>(&mut self, value: &mut T, at: usize) -> usize {
        let (fresh, end) = self.build_at(at);
        *value = fresh;
        end
    }

    /// Replaces the field of this slot, which begins here, by what builds its type, unless it has not changed; returns
    /// where it ends.
    pub fn replace_field<T>(
        &mut self,
        value: &mut T,
        at: usize,
        slot: (CtorIx, usize),
        build: impl FnOnce(&mut Self) -> T,
    ) -> usize {
        if let Some(end) = self.previous.unchanged_end(at) {
            return end;
        }
        (self.slot, self.at) = (slot, at);
        *value = build(self);
        self.previous.set_end(at, self.at);
        self.at
    }

    /// Builds the value that begins here; returns where it ends, too.
    #[inline]
    pub(crate) fn build_at<T: DpGen>(&mut self, at: usize) -> (T, usize) {
        self.at = at;
        let value = T::build(self);
        (value, self.at)
    }

    /// Builds the field of this slot, which begins here; returns where it ends, too.
    pub(crate) fn build_field<T: DpGen>(&mut self, at: usize, slot: (CtorIx, usize)) -> (T, usize) {
        self.slot = slot;
        let (value, end) = self.build_at(at);
        self.previous.set_end(at, end);
        (value, end)
    }

    /// Rebuilds the field of this slot, which begins here, unless it has not changed; returns where it ends.
    #[inline]
    pub fn rebuild_field<T: DpGen>(&mut self, value: &mut T, at: usize, slot: (CtorIx, usize)) -> usize {
        self.rebuild_field_by(value, at, slot, T::unchanged_end, T::rebuild)
    }

    /// The same by the methods of the field's type. The derive names them where the field's type stands, so that one
    /// without the derive is one error.
    #[inline]
    pub fn rebuild_field_by<T>(
        &mut self,
        value: &mut T,
        at: usize,
        slot: (CtorIx, usize),
        unchanged_end: impl FnOnce(&T, &Self, usize) -> Option<usize>,
        rebuild: impl FnOnce(&mut T, &mut Self, usize) -> usize,
    ) -> usize {
        if let Some(end) = unchanged_end(value, self, at) {
            return end;
        }
        self.slot = slot;
        let end = rebuild(value, self, at);
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
        (at < self.previous.first_changed || self.previous.local(self.ctor(at)) == local).then_some(at + 1)
    }
}

/// A value that becomes the next one in place.
#[derive(Debug)]
pub(crate) struct Rebuilt<'a, T> {
    value: Option<T>,
    /// Where the part that begins at a word ends.
    ends: Vec<usize>,
    spares: Spares,
    constructors: Vec<ConstructorInfo>,
    domains: Vec<Option<&'a Domain>>,
    /// Whether the next value may be made of this one. It may not if there are payloads, which are numbered from the root on,
    /// opaque fields, which may have been changed through the reference that was lent, or pointers that share nodes, as what they lead to is
    /// known while a whole is built.
    is_reusable: bool,
}

impl<'a, T: DpGen> Rebuilt<'a, T> {
    /// No value yet.
    pub(crate) fn new(schema: &'a Schema) -> Self {
        let locals = schema.all_types().iter().flat_map(|ty| 0..ty.constructors);
        let (mut constructors, mut domains) = (Vec::new(), Vec::new());
        for (local, ctor) in locals.zip(schema.all_constructors()) {
            constructors.push(ConstructorInfo {
                local,
                slots: domains.len(),
                has_parts: !ctor.recursive.is_empty(),
            });
            domains.extend(ctor.slots.iter().map(|slot| match slot.kind {
                SlotKind::Data(domain) => Some(schema.domain(domain)),
                SlotKind::Recursive(_) => None,
            }));
        }
        let spares = Spares::new(constructors.len());
        let is_reusable = schema.numbering().is_none();
        Self { value: None, ends: Vec::new(), spares, constructors, domains, is_reusable }
    }

    /// The value, once there is one.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Becomes the value of these words, of which those before `changed` are as they were.
    #[inline]
    pub(crate) fn advance(&mut self, schema: &Schema, words: &[u32], changed: usize) -> &T {
        if self.ends.len() < words.len() {
            self.ends.resize(words.len(), usize::MAX);
        }
        // If a hook panics, there is no value, so that the next one is built afresh.
        let previous_value = self.value.take().filter(|_| self.is_reusable);
        let first_changed = if previous_value.is_some() { changed } else { 0 };
        let (ends, spares) = (&mut self.ends, Some(&mut self.spares));
        let (constructors, domains) = (&self.constructors, &self.domains);
        let previous = PreviousValue { first_changed, ends, spares, constructors, domains };
        let mut builder = ValueBuilder::after(schema, words, previous);
        let value = match previous_value {
            Some(mut value) => {
                value.rebuild(&mut builder, 0);
                if builder.payloads > 0 { T::build(&mut ValueBuilder::new(schema, words)) } else { value }
            }
            None => T::build(&mut builder),
        };
        self.is_reusable &= builder.payloads == 0 && !builder.has_opaque_field;
        self.value.insert(value)
    }
}
