//! [`Trial`]: runs of a program over open integers, one after the other.

use std::sync::Arc;

use dpgen_forest::index::small;
use dpgen_solver::{Constraint, Dbm, Interrupt, Limit, Outcome, SolverError, Var};

use super::assumptions::{AssumptionForm, Assumptions};
use super::open_comparisons::unwieldy;
use super::open_structure::OpenNode;
use super::steered_nodes::{SteeredRun, SteeredSource};
use super::steering::Steering;
use crate::predicate_run::current_run::{enter, try_own};
use crate::predicate_run::failure::{Failure, guarded, internal};
use crate::predicate_run::model::{Encoder, Model, Predicate};
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::Run;
use crate::predicate_run::view_handles::Handle;

/// The input of a run: variables, constraints and nodes.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Its number: runs with equal numbers have equal setups, and share what their paths have in common.
    pub number: u64,
    /// The values of each variable, from the least to the greatest.
    pub domains: Vec<(i64, i64)>,
    /// Constraints on the variables, which are numbered from 1 here, as in a store.
    pub constraints: Vec<Constraint>,
    /// The structure that predicates judge, or that the program looks at, parts before wholes; empty if there is none.
    pub nodes: Vec<OpenNode>,
    /// By node: where it is. Then each look at a node that could have another constructor is asked, as comparisons are. Empty
    /// if looks decide nothing.
    pub places: Vec<u32>,
    /// By variable: its number where terms are told to a steering, which is the same in all setups of which one path
    /// can be. Empty if it is the variable's own.
    pub labels: Vec<u32>,
}

/// Runs a program over open integers.
///
/// ```
/// use dpgen_engine::steer::{AssumptionForm, BranchQuestion, KnownWay, Setup, Steering, Trial};
/// use dpgen_solver::{Interrupt, Limit, Linear};
///
/// /// Takes the last way that is possible, wherever there is more than one.
/// struct Last;
/// impl Steering for Last {
///     fn recall(&mut self, _: BranchQuestion) -> Option<KnownWay> {
///         None
///     }
///     fn choose(&mut self, _: BranchQuestion, _: &Linear, possible: &[u32]) -> usize {
///         possible.len() - 1
///     }
/// }
///
/// let mut trial = Trial::new(None, AssumptionForm::Sparse, Limit::default(), Interrupt::NEVER);
/// let setup = Setup { domains: vec![(0, 9); 3], ..Setup::default() };
/// let (_, answer) = trial.run(&setup, Last, |keys| {
///     // Taking the last way, each is greater than the next, so that the third is below nine whatever is taken there.
///     let descends = !(keys[0] <= keys[1]) && !(keys[1] <= keys[2]);
///     (descends, keys[2] < 9)
/// });
/// assert_eq!(answer, Ok((true, true)));
/// # Ok::<(), dpgen_solver::SolverError>(())
/// ```
#[derive(Debug)]
pub struct Trial {
    run: Option<Box<SteeredRun>>,
}

impl Trial {
    /// Trials with the predicates of a model, if structures are to be judged. Each question to the solver ends at the
    /// limit, or when the interrupt is raised.
    #[must_use]
    pub fn new(model: Option<&Model>, memory: AssumptionForm, limit: Limit, interrupt: Interrupt) -> Self {
        let source = SteeredSource::new(Assumptions::new(memory, limit, interrupt));
        let nothing = Model {
            name: String::new(),
            schema: Arc::new(dpgen_forest::schema::Schema::empty()),
            rep_ok: Vec::new(),
            root_ok: None,
            conditions: Vec::new(),
            contexts: None,
        };
        Self { run: Some(Run::new(model.unwrap_or(&nothing), Arc::default(), source)) }
    }

    /// Runs a program, which gets an integer for each variable; gives back the steering, and what the program returned
    /// or how it ended.
    pub fn run<S: Steering, R>(
        &mut self,
        setup: &Setup,
        steering: S,
        program: impl FnOnce(&[Int]) -> R,
    ) -> (S, Result<R, Failure>) {
        let Some(mut run) = self.run.take() else { internal("a trial within its own program") };
        let begun = run.source.assumed.begin(setup.number, &setup.domains, &setup.constraints);
        run.source.domains.clone_from(&setup.domains);
        run.source.nodes.clone_from(&setup.nodes);
        run.source.places.clone_from(&setup.places);
        run.source.labels.clone_from(&setup.labels);
        run.source.steering = Some(Box::new(steering));
        let (mut run, result) = enter(run, || {
            guarded(|| {
                let ints: Vec<Int> = SteeredRun::with(|run| {
                    run.restart();
                    run.lay_out();
                    (0..small(run.source.domains.len())).map(|variable| run.variable_int(variable)).collect()
                });
                if let Err(error) = begun {
                    unwieldy(error);
                }
                program(&ints)
            })
        });
        let steering: Option<Box<dyn std::any::Any>> =
            run.source.steering.take().map(|steering| -> Box<dyn std::any::Any> { steering });
        self.run = Some(run);
        match steering.map(|steering| steering.downcast::<S>()) {
            Some(Ok(steering)) => (*steering, result),
            _ => internal("a steering was not given back"),
        }
    }

    /// A solution of what the latest run has assumed: a value for each variable.
    pub fn solve(&mut self) -> Outcome {
        match &mut self.run {
            Some(run) => run.source.assumed.solve(),
            None => internal("a trial within its own program"),
        }
    }

    /// The constraints that the latest run has assumed beyond its setup: together with that, exactly the inputs that go
    /// the same way meet them. None with a matrix, which does not keep them.
    #[must_use]
    pub fn assumed(&self) -> &[Constraint] {
        self.run.as_ref().map_or(&[], |run| run.source.assumed.constraints())
    }

    /// Whether the solver could not tell whether some way of the latest run is possible: then it counted as possible.
    #[must_use]
    pub fn is_uncertain(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.source.assumed.is_uncertain)
    }
}

/// Whether the structure of the run's setup satisfies its predicates, parts before wholes: for programs that are to see
/// invalid structures, too. `true` outside of a trial.
///
/// # Panics
/// When a predicate is opaque.
#[must_use]
pub fn accepts(model: &Model) -> bool {
    let nodes = try_own(|run: &mut SteeredRun| {
        let of = |node: usize| (run.type_of(small(node)), run.handle(small(node)));
        (0..run.source.nodes.len()).map(of).collect::<Vec<_>>()
    });
    let nodes = nodes.unwrap_or_default();
    nodes.iter().enumerate().all(|(place, (ty, handle))| {
        let root_ok = model.root_ok.as_ref().filter(|_| place + 1 == nodes.len());
        model.rep_ok[ty.index()].iter().chain(root_ok).all(|predicate| holds(predicate, *handle))
    })
}

/// The structure of the run's setup, for programs that look at it; `None` outside of a trial, and if there is none.
#[must_use]
pub fn whole() -> Option<Handle> {
    try_own(|run: &mut SteeredRun| {
        let whole = run.source.nodes.len().checked_sub(1)?;
        Some(run.handle(small(whole)))
    })
    .flatten()
}

fn holds(predicate: &Predicate, handle: Handle) -> bool {
    match predicate {
        Predicate::Observed { conditions, .. } => conditions.hold(handle),
        Predicate::Opaque(_) => internal("an opaque predicate is asked of a structure with open integers"),
    }
}

/// The state of a program at a checkpoint: words that describe its data and integers over the variables that occur, numbered in
/// the order of their occurrence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CheckpointState {
    /// The decided data, and the integers as terms over the variables.
    pub words: Vec<i64>,
    /// The trial's variables that occur, each once.
    pub variables: Vec<u32>,
}

impl CheckpointState {
    /// The state of the current run; `None` outside of a trial.
    #[must_use]
    pub fn of(state: &Encoder) -> Option<Self> {
        try_own(|run: &mut SteeredRun| {
            let mut shown = Self { words: state.words.to_vec(), variables: Vec::new() };
            for int in &state.ints {
                let terms = run.terms_of(*int);
                let constant = int.constant_part();
                shown.words.extend([
                    i64::from(small(terms.len())),
                    i64::try_from(constant >> 63).unwrap_or(i64::MAX),
                    i64::try_from(constant & i128::from(i64::MAX)).unwrap_or(i64::MAX),
                ]);
                for (variable, factor) in terms {
                    let known = shown.variables.iter().position(|other| *other == variable);
                    let place = known.unwrap_or(shown.variables.len());
                    if known.is_none() {
                        shown.variables.push(variable);
                    }
                    shown.words.extend([i64::from(small(place)), factor]);
                }
            }
            shown
        })
    }

    /// The differences between the variables that follow from what the run has assumed; `None` if what is assumed is kept
    /// without a matrix, or outside of a trial.
    #[must_use]
    pub fn known(&self) -> Option<Dbm> {
        try_own(|run: &mut SteeredRun| {
            let assumed = &mut run.source.assumed;
            let names: Option<Vec<Var>> =
                self.variables.iter().map(|variable| assumed.name(*variable)).collect();
            names.and_then(|names| assumed.project(&names))
        })
        .flatten()
    }
}

/// Forgets all that the run has assumed: from here on, `known` holds of the variables that are shown, in their order, and
/// others can not be compared. For runs that go on for many others.
pub fn forget_but(shown: &CheckpointState, known: &Dbm) {
    let forgotten: Option<Result<(), SolverError>> =
        try_own(|run: &mut SteeredRun| run.source.assumed.forget(&shown.variables, known));
    if let Some(Err(error)) = forgotten {
        unwieldy(error);
    }
}

/// Works on the steering of this thread's trial, if there is one of this type.
pub fn with_steering<S: Steering, R>(work: impl FnOnce(&mut S) -> R) -> Option<R> {
    try_own(|run: &mut SteeredRun| run.source.steering_of().map(work)).flatten()
}
