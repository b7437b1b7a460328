//! `pydpgen._pydpgen`: the engines for Python predicates, as an extension module.
//!
//! The package's Python part (`python/pydpgen/`) turns annotations into the [`description`] of a schema; here it becomes
//! a schema whose structures are instances of the user's classes ([`world`], [`instances`], [`take_apart`]). A predicate
//! is called with views: [`view`] (an instance of a class), [`list`](mod@list) and [`int`]; [`attribute`] are the functions
//! whose answers engines remember, as [`answer`] writes them. [`flow`] carries an evaluation's early end across Python's
//! frames; [`places`] are what views hold. Their classes are made by `_views.py`. [`build`](mod@build) runs an engine,
//! [`structures`] is what it found, [`arrow`] its columns, [`drawing`] pictures of them, [`spec`] reads RON.

mod answer;
mod arrow;
mod attribute;
mod build;
mod description;
mod drawing;
mod flow;
mod instances;
mod int;
mod list;
mod places;
mod report;
mod slots;
mod spec;
mod structures;
mod take_apart;
mod view;
mod world;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
mod _pydpgen {
    #[pymodule_export]
    use crate::attribute::Attribute;
    #[pymodule_export]
    use crate::build::{BuildFailure, build, check_hereditary};
    #[pymodule_export]
    use crate::flow::Leave;
    #[pymodule_export]
    use crate::int::IntView;
    #[pymodule_export]
    use crate::list::{ListIter, ListView};
    #[pymodule_export]
    use crate::spec::{Spec, builtin_specs};
    #[pymodule_export]
    use crate::structures::{Catalog, LoadFailure, load, saved};
    #[pymodule_export]
    use crate::view::View;
    #[pymodule_export]
    use crate::world::World;
}
