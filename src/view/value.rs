//! Values from compact words, and back.
//!
//! The compact form of a structure is its layers in preorder: the constructor, then each slot in order
//! (a data slot's index, or the layers of a recursive slot). It is what iteration fills and what values
//! are built from.

use thiserror::Error;

use super::DpGen;
use dpgen_forest::catalog::ValueNode;
use dpgen_forest::index::{CtorIx, DomainIx, shown};
use dpgen_forest::schema::{Domain, Schema, SlotKind};

/// Reads compact words while a value is built.
#[derive(Debug)]
pub struct ValueBuilder<'a> {
    schema: &'a Schema,
    words: &'a [u32],
    slot: SlotKind,
}

impl<'a> ValueBuilder<'a> {
    pub(crate) fn new(schema: &'a Schema, words: &'a [u32]) -> Self {
        Self { schema, words, slot: SlotKind::Recursive(schema.root()) }
    }

    #[inline]
    fn next(&mut self) -> u32 {
        match self.words.split_first() {
            Some((first, rest)) => {
                self.words = rest;
                *first
            }
            None => unreachable!("compact words end where the structure does"),
        }
    }

    /// The next layer: its constructor's number within its type, and a reader of its fields.
    #[inline]
    pub fn layer(&mut self) -> (u32, FieldReader<'a, '_>) {
        let ctor = CtorIx::from_word(self.next());
        let local = self.schema.local(ctor);
        (local, FieldReader { words: self, ctor, slot: 0 })
    }

    /// The data value that stands here: its domain and index.
    #[inline]
    pub fn datum(&mut self) -> (&'a Domain, u32) {
        let index = self.next();
        match self.slot {
            SlotKind::Data(domain) => (self.schema.domain(domain), index),
            SlotKind::Recursive(_) => unreachable!("the schema says that this slot is data"),
        }
    }
}

/// Reads the fields of one layer, in order.
#[derive(Debug)]
pub struct FieldReader<'a, 'b> {
    words: &'b mut ValueBuilder<'a>,
    ctor: CtorIx,
    slot: usize,
}

impl FieldReader<'_, '_> {
    /// The next field.
    #[inline]
    pub fn field<T: DpGen>(&mut self) -> T {
        self.words.slot = self.words.schema.constructor(self.ctor).slots[self.slot].kind;
        self.slot += 1;
        T::build(self.words)
    }
}

/// A value has a part that the schema does not describe.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NotOfScope(pub String);

/// Takes a value apart into nodes, parts before wholes.
#[derive(Debug)]
pub struct ValueReader<'a> {
    schema: &'a Schema,
    nodes: Vec<ValueNode>,
    slot: SlotKind,
}

impl<'a> ValueReader<'a> {
    /// The nodes of a value; the last one is the whole.
    pub(crate) fn read<T: DpGen>(schema: &'a Schema, value: &T) -> Result<Vec<ValueNode>, NotOfScope> {
        let mut reader = Self { schema, nodes: Vec::new(), slot: SlotKind::Recursive(schema.root()) };
        value.take_apart(&mut reader)?;
        Ok(reader.nodes)
    }

    /// A layer with this constructor of the expected type, with its fields.
    ///
    /// # Errors
    /// What `fields` reports.
    pub fn layer(
        &mut self,
        local: u32,
        fields: impl FnOnce(&mut FieldWriter<'a, '_>) -> Result<(), NotOfScope>,
    ) -> Result<i64, NotOfScope> {
        let SlotKind::Recursive(ty) = self.slot else {
            unreachable!("the schema says that this slot is recursive")
        };
        let ctor = CtorIx::from_word(self.schema.ty(ty).first.word() + local);
        let mut writer = FieldWriter { reader: self, ctor, slots: Vec::new() };
        fields(&mut writer)?;
        let slots = writer.slots;
        self.nodes.push(ValueNode { ctor, slots });
        Ok(i64::from(shown(self.nodes.len() - 1)))
    }

    /// The slot that is expected here.
    pub(crate) fn slot(&self) -> SlotKind {
        self.slot
    }

    /// Expects what fills this slot.
    pub(crate) fn expect(&mut self, slot: SlotKind) {
        self.slot = slot;
    }

    /// The domain of the data slot that is expected here.
    #[must_use]
    pub fn domain(&self) -> (&'a Domain, DomainIx) {
        match self.slot {
            SlotKind::Data(domain) => (self.schema.domain(domain), domain),
            SlotKind::Recursive(_) => unreachable!("the schema says that this slot is data"),
        }
    }
}

/// Writes the fields of one layer, in order.
#[derive(Debug)]
pub struct FieldWriter<'a, 'b> {
    reader: &'b mut ValueReader<'a>,
    ctor: CtorIx,
    slots: Vec<i64>,
}

impl FieldWriter<'_, '_> {
    /// The next field.
    ///
    /// # Errors
    /// [`NotOfScope`] when the schema does not describe it.
    pub fn field<T: DpGen>(&mut self, value: &T) -> Result<(), NotOfScope> {
        self.part(|reader| value.take_apart(reader))
    }

    /// The next field, by a function that takes it apart.
    pub(crate) fn part(
        &mut self,
        take_apart: impl FnOnce(&mut ValueReader<'_>) -> Result<i64, NotOfScope>,
    ) -> Result<(), NotOfScope> {
        self.reader.slot = self.reader.schema.constructor(self.ctor).slots[self.slots.len()].kind;
        let word = take_apart(self.reader)?;
        self.slots.push(word);
        Ok(())
    }
}
