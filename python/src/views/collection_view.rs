//! [`CollectionView`]: the base of the views of strings, sets, dictionaries and the like.
//!
//! The classes are in `_collection_views.py`, `_text_views.py` and `_mapping_views.py`. A view reads its parts by the view of a
//! constructor (`instance_view.rs`), whose fields are the parts.

use pyo3::prelude::*;

use crate::views::instance_view::View;

/// A string, set, dictionary or the like, as a predicate sees it.
#[pyclass(module = "pydpgen._pydpgen", frozen, subclass)]
pub(crate) struct CollectionView {
    pub(crate) parts: Py<View>,
}

#[pymethods]
impl CollectionView {
    #[new]
    const fn new(parts: Py<View>) -> Self {
        Self { parts }
    }

    /// The view of the parts.
    #[getter]
    fn _dpgen_parts(&self, py: Python<'_>) -> Py<View> {
        self.parts.clone_ref(py)
    }
}

/// The object itself, for a view of a collection: this decides all of it.
///
/// # Errors
/// Those of reading it.
pub(super) fn whole<'py>(view: &Bound<'py, CollectionView>) -> PyResult<Bound<'py, PyAny>> {
    view.py().import("copy")?.getattr("deepcopy")?.call1((view,))
}

/// Whether the run that the view of an instance or a collection belongs to is over.
#[pyfunction]
pub(crate) fn is_over(view: &Bound<'_, PyAny>) -> bool {
    match view.cast::<CollectionView>() {
        Ok(collection) => collection.get().parts.get().is_over(),
        Err(_) => view.cast::<View>().is_ok_and(|view| view.get().is_over()),
    }
}
