//! [`Settings`]: how a [`Generator`](super::Generator) builds, whatever its structures are.
//!
//! What does not depend on the type of the structures is here, so that it is compiled once, and not for each type that is generated.

use std::sync::Arc;

use dpgen_engine::predicate_run::Model;
use dpgen_engine::{BuildError, Heredity, Options};
use dpgen_forest::schema::SchemaError;
use dpgen_forest::scope::Scope;
use dpgen_forest::structure::{ValueNode, in_domains};
use dpgen_forest::{Algorithm, Catalog};

use crate::evaluate_predicates::judge;

/// The schema and predicates of a type in a scope.
pub(crate) type ModelOf = fn(&Scope) -> Result<Model, SchemaError>;

/// The scope, the engine and the limits of a build.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(super) scope: Scope,
    /// Whether a maximum size was set.
    pub(super) sized: bool,
    pub(super) options: Options,
    /// A tag for what the predicate means.
    pub(super) revision: String,
}

impl Settings {
    pub(super) fn new() -> Self {
        Self { scope: Scope::new(0), sized: false, options: Options::default(), revision: String::new() }
    }

    pub(super) fn with_max_size(self, size: u32) -> Self {
        Self { scope: self.scope.resized(size), sized: true, ..self }
    }

    /// The structures of a type, and the source tag of their build.
    pub(super) fn build(&self, type_name: &str, model: ModelOf) -> Result<(Catalog, String), BuildError> {
        if !self.sized {
            return Err(BuildError::NoMaxSize);
        }
        let catalog = self.build_model(&Arc::new(model(&self.scope)?))?;
        Ok((catalog, self.source(type_name, self.options.coin_toss.is_some())))
    }

    /// The structures of a model in this scope.
    pub(crate) fn build_model(&self, model: &Arc<Model>) -> Result<Catalog, BuildError> {
        dpgen_engine::build(model, &self.scope, &self.options)
    }

    /// Whether a build has the structure with these nodes.
    pub(super) fn is_valid(&self, model: &Model, nodes: &[ValueNode]) -> Result<bool, BuildError> {
        let weight = |node: &ValueNode| u64::from(model.schema.constructor(node.ctor).weight);
        let size: u64 = nodes.iter().map(weight).sum();
        if size > u64::from(self.scope.max_size()) || !in_domains(&model.schema, nodes) {
            return Ok(false);
        }
        let only_whole = self.options.algorithm == Some(Algorithm::TopDown);
        judge(model, nodes, only_whole).map_err(|failure| BuildError::failed(failure, "the value".to_owned()))
    }

    /// Compares the top-down search with DP.
    pub(super) fn check_hereditary(&self, model: Model) -> Result<Heredity, BuildError> {
        dpgen_engine::check_hereditary(&Arc::new(model), &self.scope, &self.options)
    }

    /// The source tag of a saved build: the type, the revision, and whether a coin toss left structures out.
    pub(crate) fn source(&self, type_name: &str, coin_toss: bool) -> String {
        let mut source = format!("the Rust type {type_name}");
        if !self.revision.is_empty() {
            source += &format!("\nrevision {}", self.revision);
        }
        if coin_toss {
            source += "\nkept by a coin toss";
        }
        source
    }
}
