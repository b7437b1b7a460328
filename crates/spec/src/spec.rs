//! [`Spec`]: a spec that has been read and checked, from which models, attributes, judges and costs are made.
//!
//! Invariant: what needs no scope holds: syntax, names, types, the order of attributes. What a scope decides, bounds and parameters, is
//! checked when something is made for it.
//!
//! Read next: `raw_spec.rs` for the entries, `spec_reader.rs` for names, `scoped_spec.rs` for what a scope adds.

use std::ops::Range;
use std::sync::Arc;

use dpgen_engine::predicate_run::Model;
use dpgen_forest::scope::Scope;

use crate::attribute_values::Attributes;
use crate::compiled_program::Program;
use crate::error::SpecError;
use crate::named_odds::{self, NamedOdds};
use crate::numeric_attribute::Cost;
use crate::presets::{self, Preset};
use crate::raw_spec::{self, RawSpec};
use crate::renderings::{self, Rendering, Template};
use crate::resolved_spec::Table;
use crate::scoped_spec::ScopedSpec;
use crate::source_text::{Span, SpecText};
use crate::spec_limits::MAX_SPEC_BYTES;
use crate::spec_places::{self, SpecPlace};
use crate::stated_counts::{self, Expected};
use crate::structure_file_frame::{self, FileText};
use crate::structure_judge::StructureJudge;
use crate::{attribute_order, builtin, spec_reader, type_inference, unread_params};

/// A spec that has been read and checked.
///
/// ```
/// use dpgen_spec::{Spec, builtin};
/// let text = builtin::text("red-black-tree").expect("it comes with the crate");
/// let spec = Spec::parse("red-black-tree", text)?;
/// assert_eq!(spec.name(), "red-black-tree");
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Spec {
    pub(crate) source: SpecText,
    pub(crate) raw: Arc<RawSpec>,
    pub(crate) table: Arc<Table>,
    render: Vec<Template>,
    renderings: Vec<Rendering>,
    file: Option<FileText>,
    presets: Vec<Preset>,
    odds: Vec<NamedOdds>,
    counts: Vec<Expected>,
}

impl Spec {
    /// Reads a spec and checks all that needs no scope: syntax, names, types. `name` is the file's name
    /// or another, for messages.
    ///
    /// ```
    /// let error = dpgen_spec::Spec::parse("mine.ron", "(name: \"mine\", rot: \"T\")").unwrap_err();
    /// assert_eq!(error.position(), Some((1, 16)));
    /// ```
    ///
    /// # Errors
    /// The first mistake in the text, with its place.
    pub fn parse(name: &str, text: &str) -> Result<Self, SpecError> {
        let source = SpecText { name: name.to_owned(), text: text.into() };
        if text.len() > MAX_SPEC_BYTES {
            let message = format!("the text has {} bytes, which is too large for a spec", text.len());
            return Err(source.error(None, message).help(format!("at most {MAX_SPEC_BYTES} bytes are read")));
        }
        let raw = raw_spec::read(&source)?;
        let mut table = spec_reader::read(&source, &raw)?;
        type_inference::find(&mut table);
        attribute_order::check(&source, &table)?;
        let render = renderings::read_default(&source, &raw, &table)?;
        let renderings = renderings::read_named(&source, &raw, &table, &render)?;
        let params: Vec<String> =
            table.params.iter().map(|param| param.name.clone()).chain(["n".to_owned()]).collect();
        let file = structure_file_frame::read(&source, raw.file.as_ref())?;
        let presets = presets::read(&source, &raw, &params)?;
        let odds = named_odds::read(&source, &raw, &table)?;
        let counts = stated_counts::read(&source, &raw, &params)?;
        let (raw, table) = (Arc::new(raw), Arc::new(table));
        let spec = Self { source, raw, table, render, renderings, file, presets, odds, counts };
        // Compiling shows what is wrong with the expressions; types do not depend on the scope.
        spec.model(&Scope::new(3))?;
        Ok(spec)
    }

    /// The built-in spec of this name.
    #[must_use]
    pub fn builtin(name: &str) -> Option<Self> {
        builtin::text(name).and_then(|text| Self::parse(name, text).ok())
    }

    /// The schema and predicates for a scope.
    ///
    /// ```
    /// use dpgen::Scope;
    /// use dpgen_spec::Spec;
    ///
    /// let spec = Spec::builtin("sorted-list").expect("it comes with the crate");
    /// assert!(spec.model(&Scope::new(4)).is_ok());
    /// assert!(spec.model(&Scope::new(4).with("keys", 9)).is_err()); // it has no such parameter
    /// ```
    ///
    /// # Errors
    /// If the scope sets a parameter that the spec does not have, or a bound has no value in this scope.
    pub fn model(&self, scope: &Scope) -> Result<Model, SpecError> {
        Ok(self.build(scope)?.0)
    }

    fn build(&self, scope: &Scope) -> Result<(Model, Arc<Program>), SpecError> {
        ScopedSpec::new(&self.source, &self.table, scope)?.model(self.name(), scope)
    }

    /// The attributes of these names, in a scope, to be asked of given structures; without names, all.
    ///
    /// ```
    /// use dpgen::Scope;
    /// use dpgen_spec::{AttributeValue, Spec};
    /// use std::sync::Arc;
    ///
    /// let spec = Spec::builtin("binary-search-tree").expect("it comes with the crate");
    /// let attributes = Arc::new(spec.attributes(&Scope::new(3), Some(&["max"]))?);
    /// // A node with the second key and two leaves: its nodes are the leaves, 0 and 1, then the whole.
    /// let answers = attributes.ask(&[1, 0, 1, 0]);
    /// assert_eq!(answers.get(2, "max"), Ok(AttributeValue::Int(2)));
    /// assert_eq!(answers.get(2, "kind"), Ok(AttributeValue::Text("Node".to_owned())));
    /// let nearly = answers.get(2, "mx").expect_err("there is none");
    /// assert_eq!(nearly, "`Tree` has no attribute `mx`; did you mean `max`?");
    /// # Ok::<(), dpgen_spec::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Spec::model`].
    pub fn attributes(&self, scope: &Scope, names: Option<&[&str]>) -> Result<Attributes, SpecError> {
        let (model, program) = self.build(scope)?;
        Ok(Attributes::new(model, &program, self.table.clone(), names))
    }

    /// A judge of given structures in a scope, which says why a structure is not accepted.
    ///
    /// ```
    /// use dpgen::Scope;
    /// use dpgen_spec::Spec;
    ///
    /// let spec = Spec::builtin("avl-tree").expect("it comes with the crate");
    /// let judge = spec.judge(&Scope::new(3))?;
    /// let verdict = judge.verdict_on_text("Node(left: Nil, key: 4, right: Nil)");
    /// assert_eq!(verdict.message, "`Node.key` is 4, and can be 1..=3");
    /// assert_eq!(verdict.place.unwrap().text, "Int(\"1\", \"n\")");
    /// # Ok::<(), dpgen_spec::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Spec::model`].
    pub fn judge(&self, scope: &Scope) -> Result<StructureJudge, SpecError> {
        let read = (self.source.clone(), self.table.clone());
        Ok(StructureJudge::new(read, scope, self.build(scope)?, self.places()))
    }

    /// The clauses of the spec with their places in its text: conditions first, in the order of their numbers in reports, then
    /// the kinds of fields that are data, what fields are given, and attributes.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("sorted-list").expect("it comes with the crate");
    /// let texts: Vec<String> = spec.places().into_iter().map(|place| place.text).collect();
    /// assert_eq!(texts[..2], ["rest.kind == 'Nil' || value <= rest.first", "Int(\"1\", \"n\")"]);
    /// ```
    #[must_use]
    pub fn places(&self) -> Vec<SpecPlace> {
        spec_places::places(&self.source, &self.table)
    }

    /// An error at a clause of the spec, which shows as mistakes of a spec do: with the text that it is about.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("sorted-list").expect("it comes with the crate");
    /// let error = spec.clause_error(&spec.places()[0], "does not hold");
    /// assert_eq!(error.to_string(), "sorted-list:13:32: does not hold");
    /// ```
    #[must_use]
    pub fn clause_error(&self, place: &SpecPlace, message: &str) -> SpecError {
        let span = Span { start: place.span.start, end: place.span.end };
        self.source.error(span, message)
    }

    /// The attribute of whole structures of this name, in a scope, if it is a number.
    ///
    /// ```
    /// use dpgen::{Scope, engine::{Options, distribution}};
    /// use dpgen_spec::Spec;
    ///
    /// let spec = Spec::builtin("avl-tree").expect("it comes with the crate");
    /// let scope = Scope::new(4);
    /// let cost = spec.cost(&scope, "height")?;
    /// let (model, read) = (cost.model.clone(), cost.reader());
    /// let (_, answers) = distribution(&model, &scope, &Options::default(), cost.attribute, 4)?;
    /// // Four trees of four nodes, each three high.
    /// assert_eq!(answers.len(), 1);
    /// assert_eq!(answers[0].count, 4);
    ///
    /// let error = spec.cost(&scope, "hight").unwrap_err();
    /// assert_eq!(error.advice(), Some("did you mean `height`?"));
    /// # drop(read);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the root type has no such attribute, or it is no number; and as for [`Spec::model`].
    pub fn cost(&self, scope: &Scope, name: &str) -> Result<Cost, SpecError> {
        Cost::new(&self.source, &self.table, self.build(scope)?, name)
    }

    /// Parameters that no expression of the spec reads, each as a message at its place.
    ///
    /// ```
    /// let types = r#"{"T": (constructors: {"A": (fields: {"key": Int(1, "n")})})}"#;
    /// let text = format!(r#"(name: "t", root: "T", params: {{"m": 9}}, types: {types})"#);
    /// let unread = dpgen_spec::Spec::parse("mine.ron", &text)?.unread_params();
    /// assert_eq!(unread[0].to_string(), "mine.ron:1:34: nothing reads the parameter `m`");
    /// # Ok::<(), dpgen_spec::SpecError>(())
    /// ```
    #[must_use]
    pub fn unread_params(&self) -> Vec<SpecError> {
        unread_params::unread_params(&self.source, &self.raw, &self.table)
    }

    /// The name that the spec gives itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.raw.name.value
    }

    /// The description of the spec, its entry `about`.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.raw.about
    }

    /// The text of the spec.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// The templates of the entry `render`, in the order of the text.
    #[must_use]
    pub fn render(&self) -> &[Template] {
        &self.render
    }

    /// The other texts of structures, in the order of the text.
    #[must_use]
    pub fn renderings(&self) -> &[Rendering] {
        &self.renderings
    }

    /// An error in a template, at bytes of its text.
    ///
    /// ```
    /// let spec = dpgen_spec::Spec::builtin("binary-tree").expect("it comes with the crate");
    /// let error = spec.template_error(&spec.render()[1], 1..3, "no", None);
    /// assert!(error.position().is_some());
    /// ```
    #[must_use]
    pub fn template_error(
        &self,
        template: &Template,
        at: Range<usize>,
        message: &str,
        advice: Option<&str>,
    ) -> SpecError {
        let error = self.source.error(template.text.part(at.start, at.end), message);
        advice.map_or(error.clone(), |advice| error.help(advice))
    }

    /// The extension and the frame of files of structures, if the spec has this entry.
    #[must_use]
    pub const fn file(&self) -> Option<&FileText> {
        self.file.as_ref()
    }

    /// The presets, in the order of the text.
    #[must_use]
    pub fn presets(&self) -> &[Preset] {
        &self.presets
    }

    /// The odds of constructors under their names, in the order of the text.
    #[must_use]
    pub fn odds(&self) -> &[NamedOdds] {
        &self.odds
    }

    /// The counts that the spec must give.
    #[must_use]
    pub fn counts(&self) -> &[Expected] {
        &self.counts
    }

    /// The parameters other than `n`, each with the text of its default.
    pub fn params(&self) -> impl Iterator<Item = (&str, &str)> {
        self.raw.params.0.iter().map(|(name, default)| (name.value.as_str(), default.value.as_str()))
    }
}
