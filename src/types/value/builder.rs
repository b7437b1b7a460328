//! [`ValueBuilder`]: builds values from compact words. `reader.rs` has the way back.
//!
//! The compact form of a structure is its layers in preorder: the constructor, then each slot in order
//! (a data slot's index, or the layers of a recursive slot). It is what iteration fills and what values
//! are built from.

use crate::types::DpGen;
use crate::types::sharing::shared_nodes::SharedNodes;
use crate::types::value::previous_value::PreviousValue;
use dpgen_engine::Int;
use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::{Domain, LayerTable, Schema};

/// The slot of a layer, by the place of the layer's first word and the slot's number.
#[derive(Debug, Clone, Copy)]
pub struct SlotPlace {
    /// The place of the word that names the layer's constructor.
    pub layer: usize,
    /// The number of the slot within the layer.
    pub slot: usize,
}

/// Reads compact words while a value is built.
#[derive(Debug)]
pub struct ValueBuilder<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) layers: &'a LayerTable,
    pub(crate) words: &'a [u32],
    /// By word: the integer of a program's run that it is, if it is one.
    open: &'a [Option<Int>],
    /// The next word.
    pub(crate) at: usize,
    /// The slot that is being filled: its constructor, and its number there.
    pub(crate) slot: (CtorIx, usize),
    /// How many payloads have been numbered.
    pub(crate) payloads: u64,
    /// Whether the next value may be made of this one: not if it has a payload, as these are numbered from the root on, or a field
    /// of a type that dpgen does not know, which may be changed through a shared reference.
    pub(crate) is_reusable: bool,
    /// The facts about the value that is rebuilt; none of one that is built.
    pub(crate) previous: PreviousValue<'a>,
    /// The nodes that pointers can lead to, once they have been looked up.
    pub(crate) nodes: Option<Box<SharedNodes>>,
}

impl<'a> ValueBuilder<'a> {
    pub(crate) fn new(schema: &'a Schema, words: &'a [u32]) -> Self {
        Self::after(schema, words, PreviousValue::default())
    }

    /// For a value of which some integers are those of a program's run.
    #[cfg(feature = "explore")]
    pub(crate) fn open(schema: &'a Schema, words: &'a [u32], open: &'a [Option<Int>]) -> Self {
        Self { open, ..Self::new(schema, words) }
    }

    /// For a value that is rebuilt.
    #[inline]
    pub(crate) fn after(schema: &'a Schema, words: &'a [u32], previous: PreviousValue<'a>) -> Self {
        let slot = (CtorIx::from_word(0), 0);
        Self {
            schema,
            layers: schema.layers(),
            words,
            open: &[],
            at: 0,
            slot,
            payloads: 0,
            is_reusable: true,
            previous,
            nodes: None,
        }
    }

    #[inline]
    fn word(&self, at: usize) -> u32 {
        match self.words.get(at) {
            Some(word) => *word,
            None => unreachable!("compact words end where the structure does"),
        }
    }

    /// The constructor of the layer that begins here.
    #[inline]
    pub fn ctor(&self, at: usize) -> CtorIx {
        CtorIx::from_word(self.word(at))
    }

    /// The constructor of a slot's layer, and the slot's number.
    #[inline]
    pub(crate) fn numbered(&self, slot: SlotPlace) -> (CtorIx, usize) {
        (self.ctor(slot.layer), slot.slot)
    }

    /// The next layer: its constructor's number within its type, and a reader of its fields.
    #[inline]
    pub fn layer(&mut self) -> (u32, FieldReader<'a, '_>) {
        let ctor = self.ctor(self.at);
        self.at += 1;
        (self.layers.local(ctor), FieldReader { words: self, ctor, slot: 0 })
    }

    /// The data value that stands here: its domain and index.
    #[inline]
    pub fn datum(&mut self) -> (&'a Domain, u32) {
        let place = self.at;
        let index = self.word(place);
        self.at += 1;
        let domain = self.domain(self.slot);
        (domain, self.decided(place, domain, index))
    }

    /// The domain of a slot, which is data.
    #[inline]
    fn domain(&self, (ctor, slot): (CtorIx, usize)) -> &'a Domain {
        match self.layers.domain(ctor, slot) {
            Some(domain) => self.schema.domain(domain),
            None => unreachable!("the schema says that this slot is data"),
        }
    }

    /// The index of the data value at a place, where this word is: that of the word, or of an integer of a program's run.
    #[inline]
    pub(crate) fn decided(&self, place: usize, domain: &Domain, word: u32) -> u32 {
        match self.open.get(place) {
            // A plain value is decided here.
            Some(Some(int)) => domain.index_of(int.value()).unwrap_or(word),
            _ => word,
        }
    }

    /// The integer that stands here, which may be one of a program's run.
    pub(crate) fn int(&mut self) -> Int {
        if let Some(Some(int)) = self.open.get(self.at) {
            self.at += 1;
            return *int;
        }
        let (domain, index) = self.datum();
        Int::from(domain.value(index))
    }

    /// The integer that stands here, if the slot's domain is a range, while a value is rebuilt.
    #[inline]
    pub(crate) fn integer_of_range_at(&self, at: usize, slot: SlotPlace) -> Option<i64> {
        let (ctor, slot) = self.numbered(slot);
        let start = self.layers.range_start(ctor, slot)?;
        Some(start.wrapping_add(i64::from(self.word(at))))
    }

    /// The data value that stands here, while a value is rebuilt: its domain and index.
    #[inline]
    pub(crate) fn datum_at(&self, at: usize, slot: SlotPlace) -> (&'a Domain, u32) {
        (self.domain(self.numbered(slot)), self.word(at))
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
        self.field_by(T::build)
    }

    /// The number of the next payload.
    pub fn payload(&mut self) -> u64 {
        let number = self.words.payloads;
        self.words.payloads += 1;
        self.words.is_reusable = false;
        number
    }

    /// Notes a field that is no part of the structure: nothing is known of its type.
    pub fn note_opaque_field(&mut self) {
        self.words.is_reusable = false;
    }

    /// Whether the constructor has no fields.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.has_no_fields(self.ctor)
    }

    /// The next field, by what builds its type.
    #[inline]
    pub fn field_by<T>(&mut self, build: impl FnOnce(&mut ValueBuilder<'_>) -> T) -> T {
        let from = self.words.at;
        self.words.slot = (self.ctor, self.slot);
        self.slot += 1;
        let value = build(self.words);
        self.words.previous.set_end(from, self.words.at);
        value
    }
}
