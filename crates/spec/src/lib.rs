//! Specs: types and invariants as text, in RON with CEL expressions.
//!
//! ```ron
//! (
//!     name: "sorted-list",
//!     about: "Lists of values from 1..=n, ascending.",
//!     root: "List",
//!     types: {
//!         "List": (
//!             constructors: {
//!                 "Nil": (),
//!                 "Cons": (fields: {"value": Int("1", "n"), "rest": Type("List")}),
//!             },
//!             attributes: {"least": {"Cons": "value"}},
//!             rep_ok: {"Cons": ["rest.kind == 'Nil' || value <= rest.least"]},
//!         ),
//!     },
//! )
//! ```
//!
//! # Entries
//!
//! `name`, `root` and `types` are required.
//!
//! - `types`: each type's `constructors`, with their `fields` in order; a constructor weighs 0 without
//!   fields, else 1, or what its `weight` says. The order of constructors and fields decides ranks.
//! - Kinds of fields: `Type("T")`, `Int(lo, hi)` (numbers, or expressions over parameters), `Bool`,
//!   `OneOf(["a", "b"])`, `List(kind)`, `Option(kind)`, `Array(3, kind)`. Containers weigh 0. A list has
//!   the constructors `Nil` and `Cons` (fields `first` and `rest`), an option `None` and `Some` (field
//!   `value`), an array only `Array` (`chains[0]`, `chains[1]`, ...).
//! - `attributes`: functions of a structure, an expression for each constructor. One may be left out:
//!   reading the attribute of such a structure is an error that names both.
//! - `rep_ok`: for each constructor, the conditions that all must hold, of every structure within the
//!   whole one. They are tried in order.
//! - An entry of `types` called `"List(T)"`, `"Option(T)"` or `"Array(3,T)"` gives a container
//!   attributes and conditions.
//! - `root_ok`: conditions on the whole structure only. Fields and attributes that the root's constructor
//!   lacks may be named if they are not read: `kind == 'Nil' || key > 3`.
//! - `params`: the named parameters and their defaults (numbers, or expressions over `n`, the maximum
//!   size, and the parameters before).
//! - `render`: for constructors (`"Node"`, or `"Tree.Node"` where types share a name), a minijinja
//!   template. Substructures are text that is rendered already, lists and arrays are lists of such texts, an
//!   absent option is `none`; integers, bools and strings are themselves.
//! - `counts`: the counts that the spec must give. `(each: [..])`: the k-th is for structures of size k
//!   when the maximum size is k. `(max_size: 4, sizes: [..])`: the k-th is for size k when it is 4.
//!   Either may set `params`.
//!
//! # Expressions
//!
//! The part of CEL that has static types: integers, `true`, `false`, strings, `+ - * / %`, comparisons,
//! `&& || !` (from left to right, reading no more than needed), `test ? a : b`, `x in [1, 2]`,
//! `min(a, b)`, `max(a, b)`, `abs(a)`, `size(list)`.
//!
//! A constructor's expressions see its fields, the attributes of its own type by their bare names, and the
//! parameters. Of a field that is a structure they ask `left.height` (an attribute: cheapest, engines
//! remember it), `left.kind == 'Nil'` (the constructor), `left.rep_ok`, or `left.key` (a field: looks one
//! layer in). Strings stand for constructors and for the strings of a `OneOf`, whose order is that of the
//! list.
//!
//! Inside: `raw.rs` reads RON, `ast.rs` CEL; `read.rs` resolves names into the `table`; `types.rs`
//! finds the types of attributes; `compile.rs` and `resolve.rs` make the `code.rs` that `program.rs` runs.

mod ast;
mod build;
pub mod builtin;
mod code;
mod compile;
mod counts;
mod error;
mod program;
mod raw;
mod read;
mod render;
mod resolve;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod types;

pub use counts::Expected;
pub use error::{SpecError, nearest};

use std::sync::Arc;

use build::Build;
use raw::RawSpec;
use table::Table;
use text::{Source, Text};

use dpgen_engine::run::Model;
use dpgen_forest::scope::Scope;

/// The template of a constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The type.
    pub ty: String,
    /// The constructor.
    pub constructor: String,
    /// The minijinja template.
    pub template: String,
}

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
    source: Source,
    raw: Arc<RawSpec>,
    table: Arc<Table>,
    render: Vec<Template>,
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
        let source = Source { name: name.to_owned(), text: text.into() };
        let raw = raw::read(&source)?;
        let mut table = read::read(&source, &raw)?;
        types::find(&source, &mut table)?;
        let render = templates(&source, &raw, &table)?;
        let params: Vec<String> =
            table.params.iter().map(|param| param.name.clone()).chain(["n".to_owned()]).collect();
        let counts = counts::read(&source, &raw, &params)?;
        let spec = Self { source, raw: Arc::new(raw), table: Arc::new(table), render, counts };
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
    /// use dpgen::{Scope, spec::Spec};
    ///
    /// let spec = Spec::builtin("sorted-list").expect("it comes with the crate");
    /// assert!(spec.model(&Scope::new(4)).is_ok());
    /// assert!(spec.model(&Scope::new(4).with("keys", 9)).is_err()); // it has no such parameter
    /// ```
    ///
    /// # Errors
    /// If the scope sets a parameter that the spec does not have, or a bound has no value in this scope.
    pub fn model(&self, scope: &Scope) -> Result<Model, SpecError> {
        Build::new(&self.source, &self.table, scope)?.model(self.name(), scope)
    }

    /// The name that the spec gives itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.raw.name.value
    }

    /// What the spec says about itself.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.raw.about
    }

    /// The text of the spec.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// The templates, in the order of the text.
    #[must_use]
    pub fn render(&self) -> &[Template] {
        &self.render
    }

    /// The counts that the spec must give.
    #[must_use]
    pub fn counts(&self) -> &[Expected] {
        &self.counts
    }

    /// The parameters, beside `n`, and how their defaults are written.
    pub fn params(&self) -> impl Iterator<Item = (&str, &str)> {
        self.raw.params.0.iter().map(|(name, default)| (name.value.as_str(), default.0.value.as_str()))
    }
}

/// The templates, with the constructors that they are for.
fn templates(source: &Source, raw: &RawSpec, table: &Table) -> Result<Vec<Template>, SpecError> {
    read::unique(source, "template", &raw.render)?;
    let resolve = |(name, template): &(Text, String)| {
        let ctors = table.types.iter().flat_map(|ty| ty.ctors.iter().map(move |ctor| (ty, ctor)));
        let full = |(ty, ctor): &(&table::TypeDef, &table::CtorDef)| format!("{}.{}", ty.name, ctor.name);
        let matches: Vec<_> = ctors
            .clone()
            .filter(|pair| pair.1.span.is_some())
            .filter(|pair| pair.1.name == name.value || full(pair) == name.value)
            .collect();
        match matches.as_slice() {
            [(ty, ctor)] => Ok(Template {
                ty: ty.name.clone(),
                constructor: ctor.name.clone(),
                template: template.clone(),
            }),
            [] => {
                let known: Vec<&str> = ctors
                    .filter(|(_, ctor)| ctor.span.is_some())
                    .map(|(_, ctor)| ctor.name.as_str())
                    .collect();
                let message = format!("unknown constructor `{}` in `render`", name.value);
                Err(source.error(source.span(name), message).suggest(&name.value, known))
            }
            [first, ..] => {
                let message = format!("more than one type has a constructor `{}`", name.value);
                Err(source.error(source.span(name), message).help(format!("write `{}`", full(first))))
            }
        }
    };
    raw.render.0.iter().map(resolve).collect()
}
