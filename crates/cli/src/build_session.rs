//! [`Session`]: the limits, interrupts and progress of a run, and building within them.
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
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::command_error::CommandError;
use crate::exit_code::ExitCode;
use crate::export::error::ExportError;
use crate::input::common_args::EngineArgs;
use crate::terminal::build_progress::BuildProgress;
use crate::terminal::messages::say;

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
    /// The words for it in messages.
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

/// What a build is asked for, beside the limits of the session.
#[derive(Debug, Clone, Copy)]
pub struct BuildOrder {
    /// The engine; without one, the best.
    pub algorithm: Option<Algorithm>,
    /// How data is treated.
    pub fields: Fields,
    /// Keeps larger structures with a probability only.
    pub coin_toss: Option<CoinToss>,
    /// The number of structures that is enough.
    pub structures: Option<u64>,
}

/// The limits, interrupts and progress of a run.
#[derive(Debug)]
pub struct Session<'a> {
    engine: &'a EngineArgs,
    cancel: CancelToken,
    time: Option<Duration>,
    /// The memory of a run that no flag limits, if that is less than the default.
    memory: Option<u64>,
    bounds: Arc<Budget>,
}

/// The memory of a run without --memory: three quarters of what is free now.
fn default_memory() -> Option<u64> {
    memory::available_bytes().map(|bytes| bytes / 4 * 3)
}

impl<'a> Session<'a> {
    /// Begins a run: time counts from here, and interrupts are handled.
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
        Self { engine, cancel, time: engine.time, memory: None, bounds: Arc::default() }.restarted()
    }

    /// The same session with limits that count from now.
    fn restarted(self) -> Self {
        Self { bounds: Arc::new(Budget::from_now(&self.run_limits())), ..self }
    }

    /// The limits of the run, from its beginning.
    fn run_limits(&self) -> Limits {
        let mut limits = Limits::none().cancel(self.cancel.clone());
        // Where there is no default, engines can not tell how much memory is in use.
        let default = || default_memory().map(|default| self.memory.map_or(default, |own| own.min(default)));
        (limits.time, limits.memory) = (self.time, self.engine.memory.or_else(default));
        limits
    }

    /// The same session with limits of its own where no flag says one.
    pub fn with_limits(self, time: Option<Duration>, memory: u64) -> Self {
        Self { time: self.time.or(time), memory: Some(memory), ..self }.restarted()
    }

    /// How many threads work; 0 is one a core.
    pub const fn threads(&self) -> usize {
        self.engine.threads
    }

    /// As many threads, for work that is no build.
    ///
    /// # Errors
    /// When they can not be started.
    pub fn thread_pool(&self) -> Result<ThreadPool, CommandError> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads()).build();
        Ok(pool.map_err(|error| BuildError::Threads(error.to_string()))?)
    }

    /// Whether the run is to end now.
    pub fn halted(&self) -> Option<Halt> {
        self.bounds.reached().map(|reason| match reason {
            StopReason::Cancelled => Halt::Interrupt,
            StopReason::Memory => Halt::Memory,
            _ => Halt::Deadline,
        })
    }

    /// Restarts the limits for writing, once building is over: the same time again, and as much memory.
    pub fn begin_writing(&mut self) {
        self.bounds = Arc::new(Budget::from_now(&self.run_limits()));
    }

    /// The limits, which count since the run or writing began.
    pub const fn bounds(&self) -> &Arc<Budget> {
        &self.bounds
    }

    /// A function that returns whether the run is to end, for work that outlives a borrow of the session.
    pub fn stop_signal(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let bounds = self.bounds.clone();
        move || bounds.reached().is_some()
    }

    /// The compact words of the structure of a rank that exists, with a solution if data is symbolic.
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

    /// The result of exporting; a template that was ended by the end of the run is no error.
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

    /// The build that the flags ask for.
    pub fn order(&self) -> BuildOrder {
        BuildOrder {
            algorithm: self.engine.algorithm,
            fields: self.engine.fields(),
            coin_toss: None,
            structures: None,
        }
    }

    /// Builds the structures of a spec in a scope.
    pub fn build(&self, spec: &Spec, scope: &Scope, order: BuildOrder) -> Result<Catalog, CommandError> {
        let model = Arc::new(spec.model(scope)?);
        self.with_progress(scope, order, |options| dpgen_engine::build(&model, scope, options))
    }

    /// Builds the structures of two specs side by side, each on as many threads as the flags say: what one leaves idle, the other
    /// uses. If one fails, the run is over.
    pub fn build_both(
        &self,
        [first, second]: [(&Spec, &Scope); 2],
        order: BuildOrder,
    ) -> Result<[Catalog; 2], CommandError> {
        let models = [Arc::new(first.0.model(first.1)?), Arc::new(second.0.model(second.1)?)];
        let progress = [(); 2].map(|()| Arc::new(Progress::default()));
        let max_size = first.1.max_size().max(second.1.max_size());
        let shown = BuildProgress::start(self.engine.progress_mode(), progress.to_vec(), max_size);
        let build = |number: usize, scope: &Scope| {
            let options = self.build_options(order, progress[number].clone());
            dpgen_engine::build(&models[number], scope, &options).inspect_err(|_| self.cancel.cancel())
        };
        let built = std::thread::scope(|scope| {
            let second = scope.spawn(|| build(1, second.1));
            let first = build(0, first.1);
            [first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
        });
        drop(shown);
        let [first, second] = built;
        Ok([first?, second?])
    }

    /// Runs a build within the limits and with progress.
    pub fn with_progress<R>(
        &self,
        scope: &Scope,
        order: BuildOrder,
        work: impl FnOnce(&Options) -> Result<R, BuildError>,
    ) -> Result<R, CommandError> {
        let progress = Arc::new(Progress::default());
        let options = self.build_options(order, progress.clone());
        let shown = BuildProgress::start(self.engine.progress_mode(), vec![progress], scope.max_size());
        let result = work(&options);
        drop(shown);
        Ok(result?)
    }

    /// The options of a build within the limits.
    fn build_options(&self, order: BuildOrder, progress: Arc<Progress>) -> Options {
        let mut options = self.options().algorithm(order.algorithm).fields(order.fields);
        options.limits.structures = order.structures;
        options.coin_toss(order.coin_toss).progress(progress)
    }

    /// The limits that are left for a build now.
    pub fn limits(&self) -> Limits {
        let mut limits = self.run_limits();
        limits.time = self.bounds.time_left();
        limits
    }

    /// Options for other work of the engine: the limits, and the threads of the command line.
    pub fn options(&self) -> Options {
        Options::default().threads(self.engine.threads).limits(self.limits())
    }
}
