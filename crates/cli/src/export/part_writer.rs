//! [`PartWriter`]: writes structures by the templates of their parts, from the leaves up.
//!
//! A template that is understood (`template_parser.rs`) is a program; any other is rendered by minijinja, one part at a time. The
//! texts of complete parts stand at the end of the output; a whole takes their place. Invariant: the result equals that of
//! [`render_parts`], which is asked where a program gives up.

use std::cell::OnceCell;

use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::{Constructor, Domain, Schema, Shape, SlotKind};
use dpgen_spec::{AttributeValue, Attributes};
use minijinja::Value;

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::part_value::{PartNode, PartValue, PartValues};
use crate::export::program_run::{AttributeSource, GivesUp, ProgramRun};
use crate::export::template::{CONTEXT_NAME, Templates};
use crate::export::template_context::render_parts;
use crate::export::template_parser::parse;
use crate::export::template_part::{attr_function, context_object};
use crate::export::template_program::Op;

/// The values, texts and levels for which there is memory from the start.
const INITIAL_CAPACITY: usize = 64;

/// The bytes that are copied between two looks at whether to end.
const BYTES_PER_POLL: usize = 1 << 20;

/// How a constructor is written.
#[derive(Debug)]
enum CtorText {
    /// Without a template.
    Standard,
    Program(Vec<Op>),
    /// By minijinja.
    Engine,
}

/// What is read of a constructor's slots, and how it is written.
#[derive(Debug)]
struct CtorCode {
    shape: Shape,
    /// The domains of data slots; `None` for substructures.
    slots: Box<[Option<Domain>]>,
    text: CtorText,
}

/// Writes the structures of one schema.
#[derive(Debug)]
pub(super) struct PartWriter {
    codes: Box<[CtorCode]>,
    /// The attributes that programs ask for, with the values of constructors that have the same one always.
    constants: Vec<(String, Box<[Option<AttributeValue>]>)>,
}

impl PartWriter {
    pub(super) fn new(schema: &Schema, templates: &Templates) -> Self {
        let mut names = Vec::new();
        let code = |ctor: &Constructor| {
            let ty = schema.ty(ctor.ty);
            let domain = |kind| match kind {
                SlotKind::Data(domain) => Some(schema.domain(domain).clone()),
                SlotKind::Recursive(_) => None,
            };
            let template = templates.of_part(&ty.name, &ctor.name).filter(|_| ty.shape == Shape::Plain);
            let asks = templates.part_asks(&ty.name, &ctor.name).unwrap_or_default();
            let program = |template| parse(schema, ctor, template, asks, &mut names);
            let text = match template.map(program) {
                None => CtorText::Standard,
                Some(Some(ops)) => CtorText::Program(ops),
                Some(None) => CtorText::Engine,
            };
            CtorCode {
                shape: ty.shape,
                slots: ctor.slots.iter().map(|slot| domain(slot.kind)).collect(),
                text,
            }
        };
        let codes = schema.all_constructors().iter().map(code).collect();
        let constants = |name: String| {
            let constant = |attributes: &Attributes, ctor: CtorIx| {
                attributes.constant(schema.constructor(ctor).ty, schema.local(ctor), &name)
            };
            let ctors = (0..schema.all_constructors().len()).filter_map(|ctor| CtorIx::new(ctor).ok());
            let values = ctors.map(|ctor| constant(templates.attributes()?, ctor)).collect();
            (name, values)
        };
        Self { codes, constants: names.into_iter().map(constants).collect() }
    }

    /// Whether a constructor is written by a program.
    #[cfg(test)]
    pub(super) fn is_program(&self, ctor: CtorIx) -> bool {
        matches!(self.codes[ctor.index()].text, CtorText::Program(_))
    }

    /// Appends a structure.
    ///
    /// # Errors
    /// When a template fails.
    pub(super) fn write(
        &self,
        templates: &Templates,
        schema: &Schema,
        words: &[u32],
        out: &mut String,
    ) -> Result<(), ExportError> {
        let begin = out.len();
        let source = AttributeSource {
            attributes: templates.attributes().filter(|_| templates.parts_ask()),
            constants: &self.constants,
            words,
            answers: OnceCell::new(),
        };
        let mut run = PartRun {
            writer: self,
            templates,
            schema,
            source,
            begin,
            out,
            values: Vec::with_capacity(INITIAL_CAPACITY),
            open: Vec::with_capacity(INITIAL_CAPACITY),
            places: Vec::new(),
            text: String::with_capacity(4 * INITIAL_CAPACITY),
            nodes: 0,
            copied: 0,
        };
        match run.structure(words) {
            Ok(()) => Ok(()),
            Err(Ended::Failed(error)) => Err(error),
            Err(Ended::GaveUp) => {
                out.truncate(begin);
                out.push_str(&render_parts(templates, schema, words)?);
                Ok(())
            }
        }
    }
}

/// Why a structure is not written.
enum Ended {
    Failed(ExportError),
    GaveUp,
}

impl From<GivesUp> for Ended {
    fn from(GivesUp: GivesUp) -> Self {
        Self::GaveUp
    }
}

/// A node whose parts are not complete.
struct OpenNode {
    ctor: CtorIx,
    /// The next slot.
    slot: usize,
    /// The elements so far, if it is a list.
    len: usize,
    /// Where the values and texts of its parts begin.
    values_begin: usize,
    texts_begin: usize,
}

/// A structure that is being written.
struct PartRun<'r> {
    writer: &'r PartWriter,
    templates: &'r Templates,
    schema: &'r Schema,
    source: AttributeSource<'r>,
    /// Where the structure begins in `out`.
    begin: usize,
    out: &'r mut String,
    values: Vec<PartValue<'r>>,
    open: Vec<OpenNode>,
    /// Memory for the places of slots' values.
    places: Vec<usize>,
    /// Memory for a text.
    text: String,
    /// The number of complete nodes, in the order of [`dpgen_forest::structure::nodes_of`].
    nodes: usize,
    /// The bytes copied since the last look at whether to end.
    copied: usize,
}

impl<'r> PartRun<'r> {
    /// Gives up on words that are no structure.
    fn structure(&mut self, words: &[u32]) -> Result<(), Ended> {
        let writer = self.writer;
        let mut words = words.iter().copied();
        self.enter(CtorIx::from_word(words.next().ok_or(GivesUp)?))?;
        while let Some(node) = self.open.last_mut() {
            let code = &writer.codes[node.ctor.index()];
            let Some(slot) = code.slots.get(node.slot) else {
                if let Some(node) = self.open.pop() {
                    self.close(&node)?;
                }
                continue;
            };
            let word = words.next().ok_or(GivesUp)?;
            node.slot += 1;
            match slot {
                Some(domain) => self.values.push(PartValue::datum(domain, word)),
                None if code.shape == Shape::List && node.slot == 2 => {
                    node.len += 1;
                    node.slot = 0;
                    if writer.codes[at(word)].slots.is_empty()
                        && let Some(node) = self.open.pop()
                    {
                        self.nodes += node.len + 1;
                        self.push_list(&node, node.len);
                    }
                }
                None => self.enter(CtorIx::from_word(word))?,
            }
        }
        let last = self.values.len().checked_sub(1).ok_or(GivesUp)?;
        if !matches!(self.values[last], PartValue::Text(..)) {
            self.text.clear();
            PartValues { values: &self.values, texts: self.out }.write_standard(last, &mut self.text);
            self.out.truncate(self.begin);
            self.out.push_str(&self.text);
        }
        if self.out.len() - self.begin > MAX_TEXT_LEN { Err(Ended::GaveUp) } else { Ok(()) }
    }

    /// Begins a node.
    fn enter(&mut self, ctor: CtorIx) -> Result<(), Ended> {
        let (values_begin, texts_begin) = (self.values.len(), self.out.len());
        let node = OpenNode { ctor, slot: 0, len: 0, values_begin, texts_begin };
        let code = &self.writer.codes[ctor.index()];
        match code.shape {
            _ if !code.slots.is_empty() => self.open.push(node),
            Shape::Option => {
                self.nodes += 1;
                self.values.push(PartValue::None);
            }
            Shape::List => {
                self.nodes += 1;
                self.push_list(&node, 0);
            }
            Shape::Plain | Shape::Tuple => self.close(&node)?,
        }
        Ok(())
    }

    /// The node that was completed last.
    const fn latest_node(&self, ctor: CtorIx) -> PartNode {
        PartNode { ctor, number: self.nodes.saturating_sub(1) }
    }

    /// Adds a list or tuple, whose elements are the last values.
    fn push_list(&mut self, node: &OpenNode, len: usize) {
        let extent = self.values.len() - node.values_begin + 1;
        self.values.push(PartValue::List(len, extent, self.latest_node(node.ctor)));
    }

    /// Ends a node, all of whose parts are there.
    fn close(&mut self, node: &OpenNode) -> Result<(), Ended> {
        self.nodes += 1;
        let code = &self.writer.codes[node.ctor.index()];
        match code.shape {
            // An optional value is what it holds.
            Shape::Option => return Ok(()),
            Shape::List | Shape::Tuple => {
                self.push_list(node, code.slots.len());
                return Ok(());
            }
            Shape::Plain => {}
        }
        let own = self.latest_node(node.ctor);
        self.text.clear();
        self.places.clear();
        let parts = PartValues { values: &self.values, texts: self.out };
        parts.last_places(code.slots.len(), &mut self.places);
        match &code.text {
            CtorText::Standard => {
                self.text.push_str(&self.schema.constructor(node.ctor).name);
                for (slot, place) in self.places.iter().enumerate() {
                    self.text.push_str(if slot == 0 { "(" } else { " " });
                    parts.write_standard(*place, &mut self.text);
                }
                self.text.push_str(if self.places.is_empty() { "" } else { ")" });
            }
            CtorText::Program(ops) => {
                ProgramRun::new(parts, &self.places, own, &self.source).run(ops, &mut self.text)?;
            }
            CtorText::Engine => self.text = self.engine_text(own).map_err(Ended::Failed)?,
        }
        self.out.truncate(node.texts_begin);
        self.out.push_str(&self.text);
        self.values.truncate(node.values_begin);
        self.values.push(PartValue::Text(node.texts_begin, self.out.len(), own));
        self.copied += self.text.len();
        if self.copied > BYTES_PER_POLL {
            self.copied = 0;
            if self.templates.is_halted() {
                return Err(Ended::Failed(ExportError::Halted));
            }
        }
        // Whether it is too long is for minijinja's way to say, where only texts count that are in no whole yet.
        if self.out.len() - self.begin > MAX_TEXT_LEN { Err(Ended::GaveUp) } else { Ok(()) }
    }

    /// What minijinja renders of the node whose slots' values are at `places`.
    fn engine_text(&self, own: PartNode) -> Result<String, ExportError> {
        let ctor = self.schema.constructor(own.ctor);
        let ty = &self.schema.ty(ctor.ty).name;
        let asks = self.templates.part_asks(ty, &ctor.name).unwrap_or_default();
        let answers = if asks { self.source.answers() } else { None };
        let parts = PartValues { values: &self.values, texts: self.out };
        // A field of this name hides it.
        let attr = answers.map(|answers| ("attr", attr_function(answers.clone(), own.number)));
        let slots = ctor.slots.iter().zip(&self.places);
        let slots = slots.map(|(slot, place)| (slot.name.as_str(), parts.engine_value(*place, answers)));
        let context = self.templates.reads_context(ty, &ctor.name).then(|| self.source.answers()).flatten();
        let context = context.map(|answers| match context_object(answers, own.number) {
            Ok(context) => Ok((CONTEXT_NAME, context)),
            Err(why) => Err(ExportError::Render { of: format!("`{ty}.{}`", ctor.name), why }),
        });
        let values = attr.into_iter().chain(slots).chain(context.transpose()?);
        self.templates.render_part(ty, &ctor.name, Value::from_pairs(values))
    }
}
