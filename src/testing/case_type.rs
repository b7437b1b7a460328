//! [`CaseType`]: the Rust type of a test's cases, as functions on schemas and words.
//!
//! A [`Campaign`](super::campaign::Campaign) calls the type by these only, so that it is compiled once and not for each type. The
//! other place that knows the type is the body (`case_body.rs`).

use std::fmt::{self, Debug};
use std::sync::Arc;

use dpgen_engine::predicate_run::Model;
use dpgen_forest::schema::{Schema, SchemaError};
use dpgen_forest::scope::Scope;

use super::options::{Argument, Show};
use crate::generator::{mentions_param, model};
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;

/// The type of a test's cases.
#[derive(Clone)]
pub(super) struct CaseType {
    /// Its schema and predicates in a scope.
    pub(super) model: fn(&Scope) -> Result<Model, SchemaError>,
    /// Whether a domain or a predicate of it mentions a parameter.
    pub(super) mentions_param: fn(&Scope, &str) -> bool,
    /// Shows the arguments of a case, if not as RON.
    show: Option<Arc<ShowCase>>,
}

/// Shows the case of some words.
type ShowCase = dyn Fn(&Schema, &[u32]) -> Vec<Argument> + Send + Sync;

impl CaseType {
    /// A type, with a function that shows its values, if there is one.
    pub(super) fn of<T: DpGen>(show: Option<Show<T>>) -> Self {
        let show = show.map(|show| -> Arc<ShowCase> {
            Arc::new(move |schema, words| show(&T::build(&mut ValueBuilder::new(schema, words))))
        });
        Self { model: model::<T>, mentions_param: mentions_param::<T>, show }
    }

    /// The arguments of the case of some words; `None` if cases are shown as RON.
    pub(super) fn arguments(&self, schema: &Schema, words: &[u32]) -> Option<Vec<Argument>> {
        Some(self.show.as_ref()?(schema, words))
    }

    /// Whether cases are shown by a function, and not as RON.
    pub(super) fn has_arguments(&self) -> bool {
        self.show.is_some()
    }
}

impl Debug for CaseType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaseType").finish_non_exhaustive()
    }
}
