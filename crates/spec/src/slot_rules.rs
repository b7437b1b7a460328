//! Compiles the rules of slots: which context a field that is a structure gets, and which data a field can have where it stands.
//!
//! A rule reads the context, parameters and the fields to the left of its slot. Where it reads no field, engines work it out once
//! for each context. `contexts.rs` has resolved what is given; `model_builder.rs` makes the schema, with the domains that the
//! rules narrow.

use std::sync::Arc;

use super::SpecError;
use super::cel::ast::{Ast, Node};
use super::compile_context::Compiler;
use super::compiled_code::{List, Num, Value};
use super::compiled_program::Program;
use super::context_words::Datum;
use super::evaluation_frame::{Frame, FrameContext};
use super::located_failures::Site;
use super::name_resolution::context_code;
use super::named_values::context_text;
use super::resolved_spec::{CONTEXT_NAME, CtorDef, FieldKind, Table, TypeDef};
use super::scoped_spec::ScopedSpec;
use super::source_text::Span;
use super::static_types::Ty;
use dpgen_engine::predicate_run::{
    AllowedValues, ContextRules, Give, Handle, Narrow, Rule, SlotRule, fail, guarded, view,
};
use dpgen_forest::index::{TypeIx, shown, signed};
use dpgen_forest::schema::{Domain, Schema};

/// The integers of a field whose values depend on where it stands: a domain has fewer than 2^31 values.
const LEAST: i64 = -(1 << 30);
const GREATEST: i64 = (1 << 30) - 2;

/// The domain of such a field.
pub(crate) const fn open_domain() -> Domain {
    Domain::Range { lo: LEAST, hi: GREATEST }
}

/// Whether an expression for a field of a type reads more than parameters.
pub(crate) fn is_open(table: &Table, def: &TypeDef, ast: &Ast) -> bool {
    // Parameters first: a type may have many fields, and none has the name of one.
    let is_param = |name: &str| name == "n" || table.params.iter().any(|param| param.name == name);
    reads(ast, &|name| !is_param(name) && (name == CONTEXT_NAME || def.named(name).is_some()))
}

/// Whether an expression reads a name of which something holds.
fn reads(ast: &Ast, wanted: &dyn Fn(&str) -> bool) -> bool {
    let mut found =
        matches!(&ast.node, Node::Path(path) if path.first().is_some_and(|name| wanted(&name.name)));
    ast.node.parts(&mut |part| found = found || reads(part, wanted));
    found
}

/// The code of a domain.
enum DomainCode {
    /// The least and the greatest value.
    Bounds(Num, Num),
    /// The list of the values.
    Among(List),
    /// How many of so many strings, from the first on.
    First(Num, usize),
}

/// A value of a context that a field is given: where failures are, and its code.
type GivenValue = (Site, Value);

/// All rules of a spec in one scope.
pub(crate) fn all(
    scoped: &ScopedSpec<'_>,
    schema: &Schema,
    program: &Arc<Program>,
) -> Result<ContextRules, SpecError> {
    let table = scoped.table;
    let mut rules = ContextRules::new(schema.types(), schema.all_constructors().len());
    for (ty, def) in table.types.iter().enumerate() {
        let place = TypeIx::from_word(shown(ty));
        if !def.context.is_empty() {
            rules.add_type(place);
        }
        for (ctor, ix) in schema.constructors_of(place).enumerate() {
            for (slot, field) in def.ctors[ctor].fields.iter().enumerate() {
                let rule = Rules { scoped, program, ty, ctor, slot };
                let rule = match &field.kind {
                    FieldKind::Node(part) => rule.give(*part)?.map(SlotRule::Give),
                    _ => rule.narrow()?.map(SlotRule::Narrow),
                };
                if let Some(rule) = rule {
                    rules.add_rule(ix, slot, rule);
                }
            }
        }
    }
    rules.set_root(root_context(scoped, program)?);
    let table = scoped.table.clone();
    rules.set_text(Arc::new(move |ty, words| context_text(&table, &table.types[ty.index()], words)));
    Ok(rules)
}

/// The words of the context of whole structures.
fn root_context(scoped: &ScopedSpec<'_>, program: &Arc<Program>) -> Result<Vec<i64>, SpecError> {
    let table = scoped.table;
    let mut words = Vec::new();
    for (value, ast) in table.types[table.root].context.iter().zip(&table.root_context) {
        let compiler = scoped.compiler(None, false, format!("the value `{}` of `root_context`", value.name));
        let code = compiler.value(ast, value.ty)?;
        let frame = Frame { program, ty: program.root, layer: None, words: FrameContext::Words(&[]) };
        let datum = guarded(|| code.eval(&frame));
        datum.map_err(|failure| compiler.error(ast.span, failure.to_string()))?.write(&mut words);
    }
    Ok(words)
}

/// Makes the rule of a slot of a constructor.
struct Rules<'a> {
    scoped: &'a ScopedSpec<'a>,
    program: &'a Arc<Program>,
    ty: usize,
    ctor: usize,
    slot: usize,
}

impl Rules<'_> {
    fn table(&self) -> &Table {
        self.scoped.table
    }

    fn constructor(&self) -> &CtorDef {
        &self.table().types[self.ty].ctors[self.ctor]
    }

    /// The name of the slot, in messages.
    fn full_name(&self) -> String {
        format!("`{}.{}`", self.constructor().name, self.constructor().fields[self.slot].name)
    }

    fn compiler(&self, what: &str) -> Compiler<'_> {
        let mut compiler = self.scoped.compiler(Some((self.ty, self.ctor)), false, what.to_owned());
        compiler.place.left_of = Some(self.slot);
        compiler
    }

    /// Whether an expression reads a field.
    fn reads_fields(&self, ast: &Ast) -> bool {
        reads(ast, &|name| self.constructor().field(name).is_some())
    }

    /// Which context a field that is a structure of type `part` gets; `None` if it is that of the whole.
    fn give(&self, part: usize) -> Result<Option<Give>, SpecError> {
        let (table, full) = (self.table(), self.full_name());
        let (whole, part) = (&table.types[self.ty].context, &table.types[part].context);
        let given = |value: usize| {
            let mut gives = self.constructor().gives.iter();
            gives.find(|give| (give.slot, give.value) == (self.slot, value))
        };
        let same = whole.len() == part.len()
            && whole.iter().zip(part).all(|(own, value)| own.name == value.name && own.ty == value.ty);
        if part.is_empty() || (same && (0..part.len()).all(|value| given(value).is_none())) {
            return Ok(None);
        }
        let mut values: Vec<GivenValue> = Vec::new();
        let mut reads_fields = false;
        for (number, value) in part.iter().enumerate() {
            let what = format!("the context value `{}` of {full}", value.name);
            let compiler = self.compiler(&what);
            let (span, code) = match (given(number), whole.iter().position(|own| own.name == value.name)) {
                (Some(give), _) => {
                    reads_fields |= self.reads_fields(&give.ast);
                    (give.ast.span, compiler.value(&give.ast, value.ty)?)
                }
                (None, Some(own)) => (Span::default(), context_code(table, self.ty, own).value()),
                (None, None) => continue,
            };
            values.push((Site::rule(&what, &compiler.source.place(span)), code));
        }
        Ok(Some(self.rule(reads_fields, move |frame| {
            let mut words = Vec::new();
            for (site, code) in &values {
                site.locate(|| code.eval(frame)).write(&mut words);
            }
            words
        })))
    }

    /// Which data a field can have; `None` if all of its domain.
    fn narrow(&self) -> Result<Option<Narrow>, SpecError> {
        let (table, full) = (self.table(), self.full_name());
        let def = &table.types[self.ty];
        let kind = &self.constructor().fields[self.slot].kind;
        let Some((words, asts)) = kind.domain_expressions() else { return Ok(None) };
        let is_fixed = !asts.iter().any(|ast| is_open(table, def, ast));
        let what = format!("{words} {full}");
        let compiler = self.compiler(&what);
        let code = match (kind, asts.as_slice()) {
            (FieldKind::Int(_), [lo, hi]) if !is_fixed => {
                DomainCode::Bounds(compiler.num(lo)?, compiler.num(hi)?)
            }
            // A list makes a rule, whatever it reads.
            (FieldKind::Among(_), [list]) => DomainCode::Among(compiler.list(list, Ty::Int.list())?.0),
            (FieldKind::Label(labels, _), [number]) if !is_fixed => {
                DomainCode::First(compiler.num(number)?, table.labels[*labels].len())
            }
            _ => return Ok(None),
        };
        let span = asts.first().map_or_else(Span::default, |ast| ast.span);
        let site = Site::rule(&what, &compiler.source.place(span));
        let reads_fields = asts.iter().any(|ast| self.reads_fields(ast));
        Ok(Some(self.rule(reads_fields, move |frame| site.locate(|| code.eval(frame)))))
    }

    /// The rule that evaluates code in the frame of a whole.
    fn rule<R: 'static>(
        &self,
        reads_fields: bool,
        eval: impl Fn(&Frame<'_>) -> R + Send + Sync + 'static,
    ) -> Rule<R> {
        let (program, ty) = (self.program.clone(), shown(self.ty));
        if !reads_fields {
            return Rule::FromContext(Arc::new(move |words: &[i64]| {
                eval(&Frame { program: &program, ty, layer: None, words: FrameContext::Words(words) })
            }));
        }
        Rule::FromLeft(Arc::new(move |words: &[i64], whole: Handle| {
            let layer = view(whole);
            eval(&Frame { program: &program, ty, layer: Some(&layer), words: FrameContext::Words(words) })
        }))
    }
}

impl DomainCode {
    /// The values, as intervals.
    fn eval(&self, frame: &Frame<'_>) -> AllowedValues {
        match self {
            Self::Bounds(lo, hi) => {
                let (lo, hi) = (lo.decided(frame), hi.decided(frame));
                if lo > hi {
                    return AllowedValues::new();
                }
                within_limits(lo);
                within_limits(hi);
                std::iter::once((lo, hi)).collect()
            }
            Self::Among(list) => {
                let mut values: Vec<i64> = list.eval(frame).iter().filter_map(Datum::word).collect();
                values.sort_unstable();
                values.dedup();
                values.iter().copied().for_each(within_limits);
                let mut intervals = AllowedValues::new();
                for value in values {
                    match intervals.last_mut() {
                        Some((_, hi)) if *hi + 1 == value => *hi = value,
                        _ => intervals.push((value, value)),
                    }
                }
                intervals
            }
            Self::First(number, all) => match number.decided(frame) {
                0 => AllowedValues::new(),
                number if number > 0 && number <= signed(*all) => std::iter::once((0, number - 1)).collect(),
                number => fail(format!("it takes the first {number} strings of {all}")),
            },
        }
    }
}

fn within_limits(value: i64) {
    if !(LEAST..=GREATEST).contains(&value) {
        fail(format!(
            "{value} is beyond {LEAST}..={GREATEST}, the values of a field that depend on where it stands"
        ));
    }
}
