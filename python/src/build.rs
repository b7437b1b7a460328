//! Runs an engine with Python predicates.
//!
//! The engine works on a thread of its own, one at a time, as it takes turns with Python anyway. The caller's thread
//! waits for it without holding Python's lock, and looks at regular times whether Python was interrupted, and tells a
//! function how far the build is.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dpgen_engine::run::{AttrKey, Handle, Model, Predicate};
use dpgen_engine::{BuildError, Options, Progress};
use dpgen_forest::index::{CtorIx, TypeIx, small};
use dpgen_forest::{Budget, CancelToken, Limits, Scope, StopReason};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::flow::call;
use crate::instances::Instances;
use crate::report;
use crate::slots::read;
use crate::structures::Catalog;
use crate::world::World;

create_exception!(pydpgen, BuildFailure, PyException, "A build that has no result.");

/// The number that stands for a type's `rep_ok`.
const REP_OK: u32 = u32::MAX;
/// The number that stands for `root_ok`.
const ROOT_OK: u32 = u32::MAX - 2;

/// How long the caller's thread waits before it looks around.
const LOOK: Duration = Duration::from_millis(50);
/// How long it waits after it interrupted a predicate before it does so again.
const INTERRUPT_GRACE: Duration = Duration::from_millis(200);
/// How often a predicate is interrupted before its thread is left behind.
const MAX_INTERRUPTS: u32 = 8;

/// A predicate as the package's Python part gives it.
#[derive(FromPyObject)]
pub(crate) struct PredicateDescription {
    function: Py<PyAny>,
    /// By the number of a described type: the constructors that it judges.
    judges: Vec<(usize, Vec<usize>)>,
    opaque: bool,
}

/// What a build is asked for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    name: String,
    predicates: Vec<PredicateDescription>,
    root_ok: Option<PredicateDescription>,
    max_size: u32,
    params: Vec<(String, i64)>,
    algorithm: Option<String>,
    fields: String,
    seconds: Option<f64>,
    structures: Option<u64>,
    candidates: Option<u64>,
    memory: Option<u64>,
}

/// Builds every structure of a world up to a size.
///
/// `watch` is called with (size, candidates, accepted) at regular times.
#[pyfunction]
pub(crate) fn build(
    py: Python<'_>,
    world: Py<World>,
    asked: Asked,
    watch: Option<Py<PyAny>>,
) -> PyResult<Catalog> {
    let model = Arc::new(model(py, &world, &asked)?);
    build_model(py, world, model, &asked, watch)
}

/// Builds every structure of a model whose schema is the world's.
pub(crate) fn build_model(
    py: Python<'_>,
    world: Py<World>,
    model: Arc<Model>,
    asked: &Asked,
    watch: Option<Py<PyAny>>,
) -> PyResult<Catalog> {
    let (options, scope) = (asked.options()?, asked.scope());
    let work = move |options: Options| dpgen_engine::build(&model, &scope, &options);
    let catalog = wait(py, &world, options, watch, work)?;
    Ok(Catalog::new(world, Arc::new(catalog)))
}

/// Compares the structures whose parts all are valid with all that the predicate accepts.
#[pyfunction]
pub(crate) fn check_hereditary(py: Python<'_>, world: Py<World>, asked: Asked) -> PyResult<Py<PyDict>> {
    let model = Arc::new(model(py, &world, &asked)?);
    check_model(py, &world, model, &asked)
}

/// The same for a model whose schema is the world's.
pub(crate) fn check_model(
    py: Python<'_>,
    world: &Py<World>,
    model: Arc<Model>,
    asked: &Asked,
) -> PyResult<Py<PyDict>> {
    let (options, scope) = (asked.options()?, asked.scope());
    let work = move |options: Options| dpgen_engine::check_hereditary(&model, &scope, &options);
    let found = wait(py, world, options, None, work)?;
    report::heredity(py, &found)
}

impl Asked {
    pub(crate) fn scope(&self) -> Scope {
        let params = self.params.iter();
        params.fold(Scope::new(self.max_size), |scope, (name, value)| scope.with(name.as_str(), *value))
    }

    fn options(&self) -> PyResult<Options> {
        let unknown = |error: dpgen_forest::UnknownName| PyValueError::new_err(error.to_string());
        let mut limits = Limits::none();
        if let Some(seconds) = self.seconds {
            let time = Duration::try_from_secs_f64(seconds);
            limits.time =
                Some(time.map_err(|error| PyValueError::new_err(format!("time={seconds}: {error}")))?);
        }
        (limits.structures, limits.candidates, limits.memory) =
            (self.structures, self.candidates, self.memory);
        let algorithm = self.algorithm.as_ref().map(|name| name.parse()).transpose().map_err(unknown)?;
        let fields = self.fields.parse().map_err(unknown)?;
        Ok(Options::default().algorithm(algorithm).fields(fields).threads(1).limits(limits))
    }
}

/// Runs `work` on another thread until it ends.
fn wait<R: Send + 'static>(
    py: Python<'_>,
    world: &Py<World>,
    options: Options,
    watch: Option<Py<PyAny>>,
    work: impl FnOnce(Options) -> Result<R, BuildError> + Send + 'static,
) -> PyResult<R> {
    let (token, progress) = (CancelToken::new(), Arc::new(Progress::default()));
    let bounds = Budget::from_now(&options.limits);
    let limits = options.limits.clone().cancel(token.clone());
    let time = limits.time;
    let options = options.limits(limits).progress(progress.clone());
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    std::thread::Builder::new()
        .name("dpgen".to_owned())
        .spawn(move || sender.send(work(options)).is_ok())
        .map_err(|error| {
            BuildFailure::new_err(format!("the build's thread could not be started: {error}"))
        })?;
    let begun = std::time::Instant::now();
    let (mut interrupted, mut last, mut interrupts) = (None, begun, 0);
    let result = loop {
        let next = py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
        match next {
            Ok(result) => break Some(result),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(BuildFailure::new_err("the build's thread ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let told = watch.as_ref().filter(|_| interrupted.is_none()).map(|watch| {
            let figures =
                [&progress.candidates, &progress.accepted].map(|figure| figure.load(Ordering::Relaxed));
            watch.call1(py, (progress.size.load(Ordering::Relaxed), figures[0], figures[1]))
        });
        let heard = py.check_signals().and_then(|()| pulse(py));
        if let Err(error) = heard.and(told.transpose().map(|_| ())) {
            token.cancel();
            interrupted.get_or_insert(error);
        }
        // A predicate that does not come to an end hears no limit: its thread is interrupted.
        let mut late = time.is_some_and(|time| begun.elapsed() > time + LOOK * 10);
        if bounds.reached() == Some(StopReason::Memory) {
            // When it is interrupted, what it holds is free again, and the engine sees nothing of it.
            token.cancel_for(StopReason::Memory);
            late = true;
        }
        if (interrupted.is_some() || late)
            && last.elapsed() > INTERRUPT_GRACE
            && let Some(thread) = world.get().evaluating()
        {
            if interrupts == MAX_INTERRUPTS {
                break None;
            }
            (last, interrupts) = (std::time::Instant::now(), interrupts + 1);
            py.import("pydpgen._interrupt")?.call_method1("leave", (thread,))?;
        }
    };
    match (interrupted, result) {
        (Some(error), _) => Err(error),
        (None, Some(result)) => result.map_err(|error| refused(py, world, &error)),
        (None, None) => Err(BuildFailure::new_err(
            "the predicate does not come to an end, and what interrupts it is caught there (by a bare `except`) or not \
             heard (by code that is not Python's): its thread is left behind",
        )),
    }
}

/// Runs a line of Python: a build within a predicate hears by that that the outer one is interrupted.
fn pulse(py: Python<'_>) -> PyResult<()> {
    py.import("pydpgen._interrupt")?.call_method0("pulse").map(|_| ())
}

/// A build's error in Python: what the predicate raised, with the structure as a note.
fn refused(py: Python<'_>, world: &Py<World>, error: &BuildError) -> PyErr {
    let (BuildError::Panicked { structure, message } | BuildError::Failed { structure, message }) = error
    else {
        return match error {
            BuildError::MemoryUnknown => PyMemoryError::new_err(error.to_string()),
            BuildError::Schema(_) | BuildError::Fields { .. } | BuildError::Opaque { .. } => {
                PyValueError::new_err(error.to_string())
            }
            _ => BuildFailure::new_err(error.to_string()),
        };
    };
    let Some(raised) = world.get().raised(py, message) else {
        return BuildFailure::new_err(error.to_string());
    };
    let note = format!("pydpgen: raised by the predicate on {structure} (`_` is undecided)");
    let noted = raised.value(py).call_method1("add_note", (note,));
    noted.map_or_else(|error| error, |_| raised)
}

/// The schema with its predicates.
fn model(py: Python<'_>, world: &Py<World>, asked: &Asked) -> PyResult<Model> {
    let this = world.get();
    let schema = this.schema.clone();
    let mut rep_ok: Vec<Option<Predicate>> = Vec::new();
    for (number, described) in this.follows.iter().enumerate() {
        let ty = TypeIx::from_word(small(number));
        let judging = asked.predicates.iter().filter_map(|predicate| {
            let (_, ctors) = predicate.judges.iter().find(|(of, _)| of == described)?;
            Some((predicate.function.clone_ref(py), ctors.clone()))
        });
        let judging: Vec<_> = judging.collect();
        let opaque = asked.predicates.iter().any(|predicate| predicate.opaque);
        rep_ok
            .push((!judging.is_empty()).then(|| predicate(world.clone_ref(py), ty, REP_OK, judging, opaque)));
    }
    let root = schema.root();
    let root_ok = asked.root_ok.as_ref().map(|given| {
        let all = (0..this.ctors.len()).collect();
        let judging = vec![(given.function.clone_ref(py), all)];
        predicate(world.clone_ref(py), root, ROOT_OK, judging, given.opaque)
    });
    Ok(Model { name: asked.name.clone(), schema, rep_ok, root_ok, conditions: Vec::new() })
}

/// The predicate of a type: functions, each with the constructors that it judges.
fn predicate(
    world: Py<World>,
    ty: TypeIx,
    number: u32,
    judging: Vec<(Py<PyAny>, Vec<usize>)>,
    opaque: bool,
) -> Predicate {
    if opaque {
        return Predicate::Opaque(Arc::new(move |schema, words| {
            let local = words.first().map_or(0, |ctor| schema.local(CtorIx::from_word(*ctor)));
            call(world.get(), |py| {
                let object = Instances::new(world.get()).object(py, words, 0)?;
                holds(py, &judging, local, &object)
            })
        }));
    }
    let judge = move |handle: Handle| {
        let local = dpgen_engine::run::view(handle).local;
        call(world.get(), |py| {
            let object = read(py, &world, handle, ty)?;
            holds(py, &judging, local, &object)
        })
    };
    Predicate::Observed { key: AttrKey::Spec(ty.word(), number), conditions: Arc::new(judge) }
}

/// Whether all functions that judge this constructor accept.
fn holds(
    py: Python<'_>,
    judging: &[(Py<PyAny>, Vec<usize>)],
    local: u32,
    object: &Py<PyAny>,
) -> PyResult<bool> {
    for (function, ctors) in judging {
        if ctors.contains(&dpgen_forest::index::at(local)) {
            let answer = function.bind(py).call1((object,))?;
            let holds = match answer.cast_exact::<PyBool>() {
                Ok(holds) => holds.is_true(),
                Err(_) => verdict(function, &answer)?,
            };
            if !holds {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// What an answer other than a bool says.
///
/// # Errors
/// When it says nothing, such as `None` or a coroutine.
fn verdict(function: &Py<PyAny>, answer: &Bound<'_, PyAny>) -> PyResult<bool> {
    answer.py().import("pydpgen._predicates")?.call_method1("verdict", (function, answer))?.is_truthy()
}
