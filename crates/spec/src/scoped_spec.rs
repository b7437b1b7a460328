//! [`ScopedSpec`]: a resolved spec with the values of its parameters in one scope.
//!
//! Its compilers make the code of one place each, and share the room for code. `model_builder.rs` makes the model of it.

use std::cell::Cell;
use std::sync::Arc;

use super::SpecError;
use super::compile_context::{Compiler, ExprPlace};
use super::resolved_spec::Table;
use super::source_text::SpecText;
use super::spec_limits::MAX_CODE_PARTS;
use dpgen_forest::scope::Scope;

/// A spec with the parameters of one scope.
pub(crate) struct ScopedSpec<'a> {
    pub(super) source: &'a SpecText,
    pub(super) table: &'a Arc<Table>,
    params: Vec<(String, i64)>,
    /// The parts of code that may still be made.
    room: Cell<usize>,
}

impl<'a> ScopedSpec<'a> {
    /// Computes the parameters in order: the values of the scope, else the defaults.
    pub(crate) fn new(source: &'a SpecText, table: &'a Arc<Table>, scope: &Scope) -> Result<Self, SpecError> {
        let known: Vec<&str> = table.params.iter().map(|param| param.name.as_str()).chain(["n"]).collect();
        if let Some((name, _)) = scope.params().find(|(name, _)| !known.contains(name)) {
            return Err(source
                .error(None, format!("the spec has no parameter `{name}`"))
                .suggest(name, known));
        }
        let n = scope.param("n").unwrap_or_default();
        let params = vec![("n".to_owned(), n)];
        let mut scoped = Self { source, table, params, room: Cell::new(MAX_CODE_PARTS) };
        for param in &table.params {
            let what = format!("the default of `{}`", param.name);
            let default = scoped.compiler(None, false, what).constant(&param.default);
            let value = match scope.param(&param.name) {
                Some(value) => value,
                None => default?,
            };
            scoped.params.push((param.name.clone(), value));
        }
        Ok(scoped)
    }

    /// Compiles the expressions of a place.
    pub(super) fn compiler(
        &self,
        layer: Option<(usize, usize)>,
        any_ctor: bool,
        what: String,
    ) -> Compiler<'_> {
        let place = ExprPlace { layer, any_ctor, is_condition: false, left_of: None, what };
        Compiler { source: self.source, table: self.table, params: &self.params, place, room: &self.room }
    }
}
