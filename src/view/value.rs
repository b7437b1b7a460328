//! Values from compact words, and back.
//!
//! The compact form of a structure is its layers in preorder: the constructor, then each slot in order
//! (a data slot's index, or the layers of a recursive slot). It is what iteration fills and what values
//! are built from.

use super::DpGen;
use super::previous::Previous;
use dpgen_engine::Int;
use dpgen_forest::catalog::ValueNode;
use dpgen_forest::index::{CtorIx, DomainIx, shown, signed};
use dpgen_forest::schema::{Domain, Schema, SlotKind};

/// Reads compact words while a value is built.
#[derive(Debug)]
pub struct ValueBuilder<'a> {
    pub(super) schema: &'a Schema,
    words: &'a [u32],
    /// By word: the integer of a program's run that it is, if it is one.
    open: &'a [Option<Int>],
    /// The next word.
    pub(super) at: usize,
    /// The slot that is being filled: its constructor, and its number there.
    pub(super) slot: (CtorIx, usize),
    /// How many payloads have been numbered.
    pub(super) payloads: u64,
    /// What is known of the value that is rebuilt; nothing of one that is built.
    pub(super) previous: Previous<'a>,
}

impl<'a> ValueBuilder<'a> {
    pub(crate) fn new(schema: &'a Schema, words: &'a [u32]) -> Self {
        Self::after(schema, words, Previous::default())
    }

    /// For a value of which some integers are those of a program's run.
    #[cfg(feature = "explore")]
    pub(crate) fn open(schema: &'a Schema, words: &'a [u32], open: &'a [Option<Int>]) -> Self {
        Self { open, ..Self::new(schema, words) }
    }

    /// For a value that is rebuilt.
    #[inline]
    pub(super) fn after(schema: &'a Schema, words: &'a [u32], previous: Previous<'a>) -> Self {
        Self { schema, words, open: &[], at: 0, slot: (CtorIx::from_word(0), 0), payloads: 0, previous }
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

    /// The next layer: its constructor's number within its type, and a reader of its fields.
    #[inline]
    pub fn layer(&mut self) -> (u32, FieldReader<'a, '_>) {
        let ctor = self.ctor(self.at);
        self.at += 1;
        (self.schema.local(ctor), FieldReader { words: self, ctor, slot: 0 })
    }

    /// The data value that stands here: its domain and index.
    #[inline]
    pub fn datum(&mut self) -> (&'a Domain, u32) {
        let place = self.at;
        let index = self.word(place);
        self.at += 1;
        let (ctor, slot) = self.slot;
        let domain = match self.schema.constructor(ctor).slots[slot].kind {
            SlotKind::Data(domain) => self.schema.domain(domain),
            SlotKind::Recursive(_) => unreachable!("the schema says that this slot is data"),
        };
        match self.open.get(place) {
            // A plain value is decided here.
            Some(Some(int)) => (domain, domain.index_of(int.value()).unwrap_or(index)),
            _ => (domain, index),
        }
    }

    /// The integer that stands here, which may be one of a program's run.
    pub(super) fn int(&mut self) -> Int {
        if let Some(Some(int)) = self.open.get(self.at) {
            self.at += 1;
            return *int;
        }
        let (domain, index) = self.datum();
        Int::from(domain.value(index))
    }

    /// The same for the word at this place, while a value is rebuilt.
    #[inline]
    pub(super) fn datum_at(&self, at: usize) -> (&'a Domain, u32) {
        (self.previous.domain(self.slot), self.word(at))
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
        self.part(T::build)
    }

    /// The number of the next payload.
    pub fn payload(&mut self) -> u64 {
        let number = self.words.payloads;
        self.words.payloads += 1;
        number
    }

    /// Whether the constructor has no fields.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.has_no_fields(self.ctor)
    }

    /// The next field, by what builds its type.
    #[inline]
    pub fn part<T>(&mut self, build: impl FnOnce(&mut ValueBuilder<'_>) -> T) -> T {
        let from = self.words.at;
        self.words.slot = (self.ctor, self.slot);
        self.slot += 1;
        let value = build(self.words);
        self.words.previous.note(from, self.words.at);
        value
    }
}

/// A value has a part that the schema does not describe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotOfScope(pub String);

impl std::fmt::Display for NotOfScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotOfScope {}

/// The data of a value that no domain of the schema holds, and that a slot word can not hold.
#[derive(Debug, Default)]
pub(crate) struct Outside {
    /// Labels that the domain does not list, each once; their indices follow those of the listed ones.
    pub(crate) labels: Vec<(DomainIx, String)>,
    /// Integers that do not fit into a slot word: node and slot.
    pub(crate) wide: Vec<(u32, u32)>,
}

/// Takes a value apart into nodes, parts before wholes.
#[derive(Debug)]
pub struct ValueReader<'a> {
    schema: &'a Schema,
    nodes: Vec<ValueNode>,
    slot: SlotKind,
    /// What lies outside of the domains, if that may be.
    outside: Option<Outside>,
    /// Whether the datum just read does not fit into a slot word.
    wide: bool,
}

impl<'a> ValueReader<'a> {
    /// The nodes of a value; the last one is the whole.
    pub(crate) fn read<T: DpGen>(schema: &'a Schema, value: &T) -> Result<Vec<ValueNode>, NotOfScope> {
        let mut reader = Self::new(schema, None);
        value.take_apart(&mut reader)?;
        Ok(reader.nodes)
    }

    /// As [`read`](Self::read), for any value of the type, whatever the domains are.
    pub(crate) fn read_any<T: DpGen>(
        schema: &'a Schema,
        value: &T,
    ) -> Result<(Vec<ValueNode>, Outside), NotOfScope> {
        let mut reader = Self::new(schema, Some(Outside::default()));
        value.take_apart(&mut reader)?;
        Ok((reader.nodes, reader.outside.unwrap_or_default()))
    }

    fn new(schema: &'a Schema, outside: Option<Outside>) -> Self {
        Self { schema, nodes: Vec::new(), slot: SlotKind::Recursive(schema.root()), outside, wide: false }
    }

    /// The slot word of a label.
    pub(crate) fn label(&mut self, label: &str) -> Result<i64, NotOfScope> {
        let (domain, number) = self.domain();
        if let Some(index) = domain.index_of_label(label) {
            return Ok(i64::from(index));
        }
        let Some(outside) = &mut self.outside else {
            return Err(NotOfScope(format!("\"{label}\" is not among the slot's values")));
        };
        let of_domain = || outside.labels.iter().filter(|(of, _)| *of == number);
        let place = of_domain().position(|(_, known)| known == label).unwrap_or_else(|| of_domain().count());
        let index = i64::from(domain.len()) + signed(place);
        if of_domain().count() == place {
            outside.labels.push((number, label.to_owned()));
        }
        Ok(index)
    }

    /// The slot word of an integer.
    pub(crate) fn integer<I: TryInto<i64> + Copy + std::fmt::Display>(
        &mut self,
        integer: I,
    ) -> Result<i64, NotOfScope> {
        match integer.try_into() {
            Ok(word) => Ok(word),
            Err(_) if self.outside.is_some() => {
                self.wide = true;
                Ok(0)
            }
            Err(_) => Err(NotOfScope(format!("{integer} does not fit into 64 signed bits"))),
        }
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
        let mut writer = FieldWriter { reader: self, ctor, slots: Vec::new(), wide: Vec::new() };
        fields(&mut writer)?;
        let (slots, wide) = (writer.slots, writer.wide);
        if let Some(outside) = &mut self.outside {
            let node = shown(self.nodes.len());
            outside.wide.extend(wide.into_iter().map(|slot| (node, slot)));
        }
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

    /// The number of the constructor without fields, of the chain that is expected here.
    pub(crate) fn nil(&self) -> Option<u32> {
        self.local(|slots| slots == 0).map(|(local, _)| local)
    }

    /// The number of the constructor with a rest, of the chain that is expected here, and the slot of the rest.
    pub(crate) fn cons(&self) -> Option<(u32, SlotKind)> {
        let (local, ctor) = self.local(|slots| slots == 2)?;
        Some((local, self.schema.constructor(ctor).slots[1].kind))
    }

    /// The slot of the first element, of the chain that is expected here.
    pub(crate) fn first(&self) -> Option<SlotKind> {
        let (_, ctor) = self.local(|slots| slots == 2)?;
        Some(self.schema.constructor(ctor).slots[0].kind)
    }

    /// The slot of the first part of the first element, of the chain of tuples that is expected here.
    pub(crate) fn first_of_first(&self) -> Option<SlotKind> {
        let SlotKind::Recursive(pair) = self.first()? else { return None };
        let ctor = self.schema.constructors_of(pair).next()?;
        Some(self.schema.constructor(ctor).slots.first()?.kind)
    }

    /// The slot word of data in this slot, by a function that takes it apart, which leaves no trace.
    pub(crate) fn word_in(
        &mut self,
        slot: SlotKind,
        take_apart: impl FnOnce(&mut Self) -> Result<i64, NotOfScope>,
    ) -> Result<i64, NotOfScope> {
        let expected = std::mem::replace(&mut self.slot, slot);
        let word = take_apart(self);
        self.slot = expected;
        self.wide = false;
        word
    }

    /// The constructor with so many slots, of the type that is expected here.
    fn local(&self, wanted: impl Fn(usize) -> bool) -> Option<(u32, CtorIx)> {
        let SlotKind::Recursive(ty) = self.slot else { return None };
        let ctor = self
            .schema
            .constructors_of(ty)
            .find(|ctor| wanted(self.schema.constructor(*ctor).slots.len()))?;
        Some((self.schema.local(ctor), ctor))
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
    /// The slots whose integer does not fit into a word.
    wide: Vec<u32>,
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
    ///
    /// # Errors
    /// What the function reports.
    pub fn part(
        &mut self,
        take_apart: impl FnOnce(&mut ValueReader<'_>) -> Result<i64, NotOfScope>,
    ) -> Result<(), NotOfScope> {
        self.reader.slot = self.reader.schema.constructor(self.ctor).slots[self.slots.len()].kind;
        let word = take_apart(self.reader)?;
        if std::mem::take(&mut self.reader.wide) {
            self.wide.push(shown(self.slots.len()));
        }
        self.slots.push(word);
        Ok(())
    }
}
