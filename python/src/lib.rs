//! `pydpgen._pydpgen`: the engines for Python predicates, as an extension module.
//!
//! The Python part of the package (`python/pydpgen/`) describes types by their annotations. In the order of a build:
//! [`schema`] makes a schema of the description, whose structures are Python objects; [`builds`] runs an engine on it, which
//! calls predicates with [`views`] of structures; [`evaluation`] is the state and the control flow of these calls;
//! [`results`] has the structures that were found, which [`objects`] builds and reads. [`python_schema`] and [`spec`] are
//! the classes of a schema and of a spec in RON.

mod builds;
mod evaluation;
mod objects;
mod python_schema;
mod results;
mod schema;
mod spec;
mod views;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
mod _pydpgen {
    #[pymodule_export]
    use crate::builds::build::{build, check_hereditary};
    #[pymodule_export]
    use crate::builds::engine_thread::BuildFailure;
    #[pymodule_export]
    use crate::evaluation::early_exit::StopEvaluation;
    #[pymodule_export]
    use crate::python_schema::PySchema;
    #[pymodule_export]
    use crate::results::catalog::{Catalog, LoadFailure, load, saved_origin};
    #[pymodule_export]
    use crate::spec::{Spec, builtin_specs};
    #[pymodule_export]
    use crate::views::attribute::Attribute;
    #[pymodule_export]
    use crate::views::collection_view::{CollectionView, is_over};
    #[pymodule_export]
    use crate::views::instance_view::{View, is_node};
    #[pymodule_export]
    use crate::views::int_view::IntView;
    #[pymodule_export]
    use crate::views::list_view::{ListIter, ListView};
}
