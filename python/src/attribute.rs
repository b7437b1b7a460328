//! [`Attribute`]: a function of one structure whose answers engines remember.
//!
//! Called with a view, it is asked through the engine; with anything else, it is the function. So the same predicate
//! works on views and on finished structures.

use dpgen_engine::run::{self, AttrKey, Handle, ask};
use dpgen_forest::index::TypeIx;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer;
use crate::flow::{call, enter};
use crate::list::ListView;
use crate::slots::read;
use crate::view::View;
use crate::world::World;

/// A function of one structure whose answers engines remember.
#[pyclass(module = "pydpgen._pydpgen", frozen, dict, weakref)]
pub(crate) struct Attribute {
    function: Py<PyAny>,
}

#[pymethods]
impl Attribute {
    #[new]
    const fn new(function: Py<PyAny>) -> Self {
        Self { function }
    }

    fn __call__(slf: &Bound<'_, Self>, structure: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if let Ok(view) = structure.cast::<View>() {
            let view = view.get();
            let ty = view.world.get().schema.constructor(view.ctor).ty;
            return asked(slf, structure, &view.world, view.handle()?, ty);
        }
        if let Ok(list) = structure.cast::<ListView>() {
            let list = list.get();
            return asked(slf, structure, &list.world, list.handle()?, list.ty);
        }
        Ok(slf.get().function.bind(slf.py()).call1((structure,))?.unbind())
    }

    /// A method, if it is defined in a class.
    fn __get__<'py>(
        slf: &Bound<'py, Self>,
        instance: &Bound<'py, PyAny>,
        _class: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if instance.is_none() {
            return Ok(slf.clone().into_any());
        }
        slf.py().import("types")?.getattr("MethodType")?.call1((slf, instance))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<pydpgen attribute {}>", name(slf)?))
    }

    /// By its name: pickled where it can be imported.
    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.getattr("__qualname__")?.extract()
    }
}

impl Attribute {
    /// Whether the functions have the same code, and refer to the same objects beside it.
    pub(crate) fn is_like(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let [ours, theirs] = [&self.function, &other.function].map(|function| function.bind(py));
        let Ok(code) = ours.getattr("__code__") else { return Ok(false) };
        if !theirs.getattr("__code__").is_ok_and(|other| other.is(&code)) {
            return Ok(false);
        }
        for name in ["__closure__", "__defaults__", "__kwdefaults__"] {
            let [ours, theirs] = [ours.getattr(name)?, theirs.getattr(name)?];
            let [Ok(ours), Ok(theirs)] = [&ours, &theirs].map(|parts| parts.cast::<PyTuple>()) else {
                if ours.is_none() && theirs.is_none() {
                    continue;
                }
                return Ok(false);
            };
            let held =
                |part: Bound<'_, PyAny>| part.getattr("cell_contents").map_or(part, |held| held).unbind();
            let same = |(ours, theirs): (Bound<'_, PyAny>, Bound<'_, PyAny>)| held(ours).is(held(theirs));
            if !ours.iter().zip(theirs.iter()).all(same) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The name of the function.
pub(crate) fn name(attribute: &Bound<'_, Attribute>) -> PyResult<String> {
    let dict: Bound<'_, PyDict> = attribute.getattr("__dict__")?.cast_into()?;
    match dict.get_item("__name__")? {
        Some(name) => name.extract(),
        None => Ok(attribute.get().function.bind(attribute.py()).repr()?.to_string()),
    }
}

/// Asks a part for an attribute.
fn asked(
    attribute: &Bound<'_, Attribute>,
    part: &Bound<'_, PyAny>,
    world: &Py<World>,
    handle: Handle,
    ty: TypeIx,
) -> PyResult<Py<PyAny>> {
    let (py, this) = (attribute.py(), world.get());
    let name = name(attribute)?;
    let key = AttrKey::Spec(ty.word(), this.number(py, attribute)?);
    let make = || {
        let (name, world, attribute) = (name.clone(), world.clone_ref(py), attribute.clone().unbind());
        let eval = move |handle: Handle, out: &mut run::Encoder| {
            call(world.get(), |py| {
                let part = read(py, &world, handle, ty)?;
                let answer = attribute.get().function.bind(py).call1((part,))?;
                answer::encode(world.get(), &answer, out)
            });
        };
        run::Attribute { key, name, eval: Box::new(eval) }
    };
    let evaluate = |out: &mut run::Encoder| {
        call(this, |py| {
            let answer = attribute.get().function.bind(py).call1((part,))?;
            answer::encode(this, &answer, out)
        });
    };
    enter(py, this, || {
        ask(handle, key, make, evaluate, |words, ints| answer::decode(py, world, words, ints))
    })?
}
