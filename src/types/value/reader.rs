//! [`ValueReader`]: takes values apart into nodes, parts before wholes. `builder.rs` has the way back.
//!
//! A value need not be of the scope: what no domain of the schema holds is an error, or is noted as outside of it where any value is
//! to be judged.

use crate::types::DpGen;
use crate::types::sharing::node_tokens::NodeTokens;
use crate::types::sharing::resolve_links;
use dpgen_forest::index::{CtorIx, DomainIx, at, shown, signed};
use dpgen_forest::schema::{Domain, Schema, SlotKind};
use dpgen_forest::structure::ValueNode;

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
pub(crate) struct OutOfDomain {
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
    /// The data outside of its domains, if that is allowed.
    out_of_domain: Option<OutOfDomain>,
    /// Whether the datum just read does not fit into a slot word.
    wide: bool,
    /// The token of the node that the datum just read refers to, if it is a pointer.
    pub(crate) reference: Option<usize>,
    /// The nodes that pointers lead to, if the schema has such fields.
    pub(crate) tokens: Option<Box<NodeTokens>>,
}

impl<'a> ValueReader<'a> {
    /// The nodes of a value; the last one is the whole.
    pub(crate) fn read<T: DpGen>(schema: &'a Schema, value: &T) -> Result<Vec<ValueNode>, NotOfScope> {
        let mut reader = Self::new(schema, None);
        let root = value.take_apart(&mut reader)?;
        Ok(reader.resolved(root)?.0)
    }

    /// As [`read`](Self::read), for any value of the type, whatever the domains are.
    pub(crate) fn read_any<T: DpGen>(
        schema: &'a Schema,
        value: &T,
    ) -> Result<(Vec<ValueNode>, OutOfDomain), NotOfScope> {
        let mut reader = Self::new(schema, Some(OutOfDomain::default()));
        let root = value.take_apart(&mut reader)?;
        reader.resolved(root)
    }

    fn new(schema: &'a Schema, out_of_domain: Option<OutOfDomain>) -> Self {
        Self {
            schema,
            nodes: Vec::new(),
            slot: SlotKind::Recursive(schema.root()),
            out_of_domain,
            wide: false,
            reference: None,
            tokens: schema.numbering().map(|_| Box::default()),
        }
    }

    /// The nodes of the whole, its links resolved if there can be some, and what is out of its domain.
    fn resolved(self, root: i64) -> Result<(Vec<ValueNode>, OutOfDomain), NotOfScope> {
        let mut out_of_domain = self.out_of_domain.unwrap_or_default();
        let (Some(numbering), Some(tokens)) = (self.schema.numbering(), &self.tokens) else {
            return Ok((self.nodes, out_of_domain));
        };
        let resolved =
            resolve_links::resolve(self.schema, numbering, tokens, &self.nodes, root).map_err(NotOfScope)?;
        out_of_domain.wide = resolve_links::moved(&out_of_domain.wide, &resolved);
        Ok((resolved.into_iter().map(|(node, _)| node).collect(), out_of_domain))
    }

    /// A link to the node with this token, of the expected type.
    pub(crate) fn link(&mut self, token: usize) -> Result<i64, NotOfScope> {
        if let Some(tokens) = &mut self.tokens {
            tokens.note_link(self.nodes.len(), token);
        }
        self.layer(0, |fields| {
            fields.word(0);
            Ok(())
        })
    }

    /// Expects a new node, of the link that is expected here.
    pub(crate) fn expect_new_node(&mut self) {
        if let Some((_, ctor)) = self.local(|slots| slots == 1) {
            self.slot = self.schema.constructor(ctor).slots[0].kind;
        }
    }

    /// The slot word of a label.
    pub(crate) fn label(&mut self, label: &str) -> Result<i64, NotOfScope> {
        let (domain, number) = self.domain();
        if let Some(index) = domain.index_of_label(label) {
            return Ok(i64::from(index));
        }
        let Some(out_of_domain) = &mut self.out_of_domain else {
            return Err(NotOfScope(format!("\"{label}\" is not among the slot's values")));
        };
        let of_domain = || out_of_domain.labels.iter().filter(|(of, _)| *of == number);
        let place = of_domain().position(|(_, known)| known == label).unwrap_or_else(|| of_domain().count());
        let index = i64::from(domain.len()) + signed(place);
        if of_domain().count() == place {
            out_of_domain.labels.push((number, label.to_owned()));
        }
        Ok(index)
    }

    /// The slot word of an integer.
    pub(crate) fn integer<I: TryInto<i64> + Copy + std::fmt::Display>(
        &mut self,
        integer: I,
    ) -> Result<i64, NotOfScope> {
        if let (Domain::Wide(_), _) = self.domain() {
            return self.label(&integer.to_string());
        }
        match integer.try_into() {
            Ok(word) => Ok(word),
            // No node has that number.
            Err(_) if matches!(self.domain(), (Domain::Nodes { .. }, _)) => Ok(i64::MAX),
            Err(_) if self.out_of_domain.is_some() => {
                self.wide = true;
                Ok(0)
            }
            Err(_) => Err(NotOfScope(format!("{integer} is not among the slot's values"))),
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
        let mut writer = FieldWriter::new(self, local);
        fields(&mut writer)?;
        Ok(writer.finish())
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

    /// The structure of a value in this slot, as words in preorder that compare as such structures do; it leaves no trace.
    pub(crate) fn words_in(
        &mut self,
        slot: SlotKind,
        take_apart: impl FnOnce(&mut Self) -> Result<i64, NotOfScope>,
    ) -> Result<Vec<i64>, NotOfScope> {
        let expected = std::mem::replace(&mut self.slot, slot);
        let (nodes, wide) = (self.nodes.len(), self.out_of_domain.as_ref().map_or(0, |out| out.wide.len()));
        let noted = |tokens: &Option<Box<NodeTokens>>| tokens.as_ref().map_or(0, |tokens| tokens.noted());
        let before = noted(&self.tokens);
        let word = take_apart(self);
        if noted(&self.tokens) > before {
            return Err(NotOfScope("a pointer to a node stands in a set or map without an order".to_owned()));
        }
        (self.slot, self.wide) = (expected, false);
        let words = word.map(|word| self.preorder(slot, word));
        self.nodes.truncate(nodes);
        if let Some(out_of_domain) = &mut self.out_of_domain {
            out_of_domain.wide.truncate(wide);
        }
        words
    }

    /// The words of what fills a slot: constructors by their numbers within their types, and data.
    fn preorder(&self, slot: SlotKind, word: i64) -> Vec<i64> {
        let (mut words, mut open) = (Vec::new(), vec![(slot, word)]);
        while let Some((slot, word)) = open.pop() {
            let node = u32::try_from(word).ok().and_then(|word| self.nodes.get(at(word)));
            match (slot, node) {
                (SlotKind::Recursive(_), Some(node)) => {
                    words.push(i64::from(self.schema.local(node.ctor)));
                    let slots = self.schema.constructor(node.ctor).slots.iter().map(|slot| slot.kind);
                    open.extend(slots.zip(node.slots.iter().copied()).rev());
                }
                _ => words.push(word),
            }
        }
        words
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
    /// The slots that are pointers, with the tokens of what they refer to.
    references: Vec<(usize, usize)>,
}

impl<'a, 'b> FieldWriter<'a, 'b> {
    /// No field yet of the constructor with this number within the expected type.
    fn new(reader: &'b mut ValueReader<'a>, local: u32) -> Self {
        let SlotKind::Recursive(ty) = reader.slot else {
            unreachable!("the schema says that this slot is recursive")
        };
        let ctor = CtorIx::from_word(reader.schema.ty(ty).first.word() + local);
        Self { reader, ctor, slots: Vec::new(), wide: Vec::new(), references: Vec::new() }
    }

    /// Adds the layer to the nodes of the reader: its slot word.
    fn finish(self) -> i64 {
        let node = self.reader.nodes.len();
        if let Some(tokens) = &mut self.reader.tokens {
            tokens.note_references(node, self.references);
        }
        let node = shown(node);
        if let Some(out_of_domain) = &mut self.reader.out_of_domain {
            out_of_domain.wide.extend(self.wide.into_iter().map(|slot| (node, slot)));
        }
        self.reader.nodes.push(ValueNode { ctor: self.ctor, slots: self.slots });
        i64::from(node)
    }

    /// The next field.
    ///
    /// # Errors
    /// [`NotOfScope`] when the schema does not describe it.
    pub fn field<T: DpGen>(&mut self, value: &T) -> Result<(), NotOfScope> {
        self.field_by(|reader| value.take_apart(reader))
    }

    /// The next field, by a function that takes it apart.
    ///
    /// # Errors
    /// What the function reports.
    pub fn field_by(
        &mut self,
        take_apart: impl FnOnce(&mut ValueReader<'_>) -> Result<i64, NotOfScope>,
    ) -> Result<(), NotOfScope> {
        self.expect_next();
        let word = take_apart(self.reader)?;
        self.word(word);
        Ok(())
    }

    /// Makes the reader expect the next field.
    fn expect_next(&mut self) {
        self.reader.slot = self.reader.schema.constructor(self.ctor).slots[self.slots.len()].kind;
    }

    /// The next field by its slot word, with what the reader noted of it.
    pub(crate) fn word(&mut self, word: i64) {
        if std::mem::take(&mut self.reader.wide) {
            self.wide.push(shown(self.slots.len()));
        }
        if let Some(token) = self.reader.reference.take() {
            self.references.push((self.slots.len(), token));
        }
        self.slots.push(word);
    }
}
