//! Converts reports of builds and of hereditary checks to Python dictionaries.

use dpgen_engine::{Heredity, Violation};
use dpgen_forest::Report;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The report of a build.
pub(crate) fn report(py: Python<'_>, report: &Report) -> PyResult<Py<PyDict>> {
    let all = PyDict::new(py);
    let totals = report.totals();
    all.set_item("runs", totals.runs)?;
    all.set_item("candidates", totals.candidates)?;
    all.set_item("accepted", totals.accepted)?;
    all.set_item("seconds", report.time.as_secs_f64())?;
    all.set_item("notes", report.notes.clone())?;
    let sizes = PyList::empty(py);
    for size in &report.sizes {
        let of = PyDict::new(py);
        of.set_item("runs", size.runs)?;
        of.set_item("candidates", size.candidates)?;
        of.set_item("classes", size.classes)?;
        of.set_item("productions", size.productions)?;
        of.set_item("seconds", size.time.as_secs_f64())?;
        sizes.append(of)?;
    }
    all.set_item("sizes", sizes)?;
    let attributes = PyList::empty(py);
    for attribute in &report.attributes {
        attributes.append((&attribute.ty, &attribute.name, attribute.answers))?;
    }
    all.set_item("attributes", attributes)?;
    let contexts = PyList::empty(py);
    for of_type in &report.contexts {
        contexts.append((&of_type.ty, of_type.pools, of_type.makers.clone(), of_type.examples.clone()))?;
    }
    all.set_item("contexts", contexts)?;
    let reads = report.reads.iter().map(|read| (&read.read, read.runs));
    all.set_item("reads", PyList::new(py, reads.collect::<Vec<_>>())?)?;
    Ok(all.unbind())
}

/// The result of a check that a predicate is hereditary.
pub(crate) fn heredity(py: Python<'_>, found: &Heredity) -> PyResult<Py<PyDict>> {
    let all = PyDict::new(py);
    all.set_item("compared", found.compared)?;
    all.set_item("sizes", found.sizes)?;
    all.set_item("violation", found.violation.as_ref().map(texts))?;
    all.set_item("hint", found.hint.as_ref().map(texts))?;
    all.set_item("stop", found.stop.map(|reason| reason.to_string()))?;
    Ok(all.unbind())
}

fn texts(violation: &Violation) -> (String, String, Option<String>) {
    let Violation { structure, substructure, attribute, .. } = violation;
    (structure.clone(), substructure.clone(), attribute.clone())
}
