//! A run's time, interrupts and progress, and building within them.
//!
//! The first interrupt (or termination) asks for a stop: the build ends at the next candidate, the output at
//! the next structure, and the run says how far it came. A second one ends the process at once.

use std::sync::Arc;
use std::time::Duration;

use dpgen_engine::{BuildError, CoinToss, Options, Progress};
use dpgen_forest::{
    Algorithm, Budget, CancelToken, Catalog, Count, Fields, Limits, Scope, Solutions, StopReason,
    limits::memory,
};
use dpgen_spec::Spec;

use crate::export::ExportError;

use super::args::{EngineArgs, Show};
use super::command_error::CommandError;
use super::exit::ExitCode;
use super::progress::Watcher;
use super::say::say;

/// Why a run ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The time is over.
    Deadline,
    /// The memory is used up.
    Memory,
    /// An interrupt.
    Interrupt,
}

impl Halt {
    /// What to call it.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Deadline => "stopped by --time",
            Self::Memory => "stopped by --memory",
            Self::Interrupt => "interrupted",
        }
    }

    /// The exit code.
    pub const fn code(self) -> ExitCode {
        match self {
            Self::Deadline | Self::Memory => ExitCode::Stopped,
            Self::Interrupt => ExitCode::Interrupted,
        }
    }
}

/// What one build is to do, beside what the flags say.
#[derive(Debug, Clone, Copy)]
pub struct Order {
    /// The engine; without one, the best.
    pub algorithm: Option<Algorithm>,
    /// How data is treated.
    pub fields: Fields,
    /// Keeps larger structures by chance only.
    pub coin_toss: Option<CoinToss>,
    /// How many structures are enough.
    pub structures: Option<u64>,
}

/// A run.
#[derive(Debug)]
pub struct Session<'a> {
    engine: &'a EngineArgs,
    cancel: CancelToken,
    time: Option<Duration>,
    /// What a run that no flag limits has by itself, if that is less than usual.
    memory: Option<u64>,
    bounds: Arc<Budget>,
}

/// The part of the memory that is free now which a run may take if no flag says more.
fn usual_memory() -> Option<u64> {
    memory::available_bytes().map(|bytes| bytes / 4 * 3)
}

impl<'a> Session<'a> {
    /// Begins: time counts from here, and interrupts are heard.
    pub fn begin(engine: &'a EngineArgs) -> Self {
        let cancel = CancelToken::new();
        let token = cancel.clone();
        let heard = ctrlc::set_handler(move || {
            if token.is_cancelled() {
                std::process::exit(i32::from(ExitCode::Interrupted.number()));
            }
            token.cancel();
        });
        if let Err(error) = heard {
            say(&format!("note: interrupts end the run at once, as they can not be heard: {error}"));
        }
        Self { engine, cancel, time: engine.time, memory: None, bounds: Arc::default() }.begun_now()
    }

    /// The same with limits that count from now.
    fn begun_now(self) -> Self {
        Self { bounds: Arc::new(Budget::from_now(&self.whole())), ..self }
    }

    /// The limits of the run.
    fn whole(&self) -> Limits {
        let mut limits = Limits::none().cancel(self.cancel.clone());
        // Where there is no usual limit, engines can not tell how much memory is in use.
        let usual = || usual_memory().map(|usual| self.memory.map_or(usual, |own| own.min(usual)));
        (limits.time, limits.memory) = (self.time, self.engine.memory.or_else(usual));
        limits
    }

    /// The same with limits of its own where no flag says one.
    pub fn with_limits(self, time: Option<Duration>, memory: u64) -> Self {
        Self { time: self.time.or(time), memory: Some(memory), ..self }.begun_now()
    }

    /// How many threads work; 0 is one a core.
    pub const fn threads(&self) -> usize {
        self.engine.threads
    }

    /// Whether the run is to end now.
    pub fn halted(&self) -> Option<Halt> {
        self.bounds.reached().map(|reason| match reason {
            StopReason::Cancelled => Halt::Interrupt,
            StopReason::Memory => Halt::Memory,
            _ => Halt::Deadline,
        })
    }

    /// Building is over, writing begins: it has the same time again, and as much memory.
    pub fn begin_writing(&mut self) {
        self.bounds = Arc::new(Budget::from_now(&self.whole()));
    }

    /// The limits, as they count since the run began, or since writing began.
    pub const fn bounds(&self) -> &Arc<Budget> {
        &self.bounds
    }

    /// Whether the run is to end, for what works on while nobody asks the session.
    pub fn signal(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let bounds = self.bounds.clone();
        move || bounds.reached().is_some()
    }

    /// The words of the structure of a rank, of which there has to be one, with a solution if data is symbolic.
    pub fn structure(
        &self,
        catalog: &Catalog,
        (size, rank): (u32, &Count),
        (solutions, seed): (Solutions, u64),
    ) -> Result<Result<Vec<u32>, Halt>, CommandError> {
        let ranks = rank.clone()..rank.clone() + Count::ONE;
        let mut structures =
            catalog.compact_with(size, ranks, solutions, seed).with_budget(self.bounds.clone());
        if let Some(words) = structures.next() {
            return Ok(Ok(words.to_vec()));
        }
        match (structures.failure(), self.halted()) {
            (Some(error), _) => Err(error.clone().into()),
            (None, Some(halt)) => Ok(Err(halt)),
            (None, None) => Err(CommandError::Failed(format!(
                "rank {rank} of size {size} has no solution: dpgen itself went wrong. Please report it"
            ))),
        }
    }

    /// What exporting came to; a template that is ended by the end of the run is no mistake.
    pub fn unless_halted<T>(
        &self,
        exported: Result<T, CommandError>,
    ) -> Result<Result<T, Halt>, CommandError> {
        match (exported, self.halted()) {
            (Err(CommandError::Export(ExportError::Endless { .. } | ExportError::Halted)), Some(halt)) => {
                Ok(Err(halt))
            }
            (exported, _) => exported.map(Ok),
        }
    }

    /// A message that --quiet leaves out.
    pub fn note(&self, message: &str) {
        if !self.engine.quiet {
            say(message);
        }
    }

    /// What the flags order.
    pub fn order(&self) -> Order {
        Order {
            algorithm: self.engine.algorithm,
            fields: self.engine.fields(),
            coin_toss: None,
            structures: None,
        }
    }

    /// Builds what is ordered.
    pub fn build(&self, spec: &Spec, scope: &Scope, order: Order) -> Result<Catalog, CommandError> {
        let wrong = |error| CommandError::Spec(Box::new(error), spec.text().to_owned());
        let model = Arc::new(spec.model(scope).map_err(wrong)?);
        self.watched(scope, order, |options| dpgen_engine::build(&model, scope, options))
    }

    /// Does what builds, as is ordered, within the limits and with progress.
    pub fn watched<R>(
        &self,
        scope: &Scope,
        order: Order,
        work: impl FnOnce(&Options) -> Result<R, BuildError>,
    ) -> Result<R, CommandError> {
        let progress = Arc::new(Progress::default());
        let mut options = self.options().algorithm(order.algorithm).fields(order.fields);
        options.limits.structures = order.structures;
        let options = options.coin_toss(order.coin_toss).progress(progress.clone());
        let show = if self.engine.quiet { Show::Off } else { self.engine.progress };
        let watcher = Watcher::start(show, progress, scope.max_size());
        let result = work(&options);
        drop(watcher);
        Ok(result?)
    }

    /// What a build may spend now.
    pub fn limits(&self) -> Limits {
        let mut limits = self.whole();
        limits.time = self.bounds.time_left();
        limits
    }

    /// How to build what is not ordered: within the limits, on the threads of the command line.
    pub fn options(&self) -> Options {
        Options::default().threads(self.engine.threads).limits(self.limits())
    }
}
