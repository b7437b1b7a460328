//! A run's time, interrupts and progress, and building within them.
//!
//! The first interrupt (or termination) asks for a stop: the build ends at the next candidate, the output at
//! the next structure, and the run says how far it came. A second one ends the process at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dpgen_engine::{BuildError, CoinToss, Options, Progress};
use dpgen_forest::{Algorithm, CancelToken, Catalog, Fields, Limits, Scope};
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
    /// An interrupt.
    Interrupt,
}

impl Halt {
    /// What to call it.
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Deadline => "stopped by --time",
            Self::Interrupt => "interrupted",
        }
    }

    /// The exit code.
    pub const fn code(self) -> ExitCode {
        match self {
            Self::Deadline => ExitCode::Stopped,
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
    deadline: Option<Instant>,
    memory: Option<u64>,
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
        Self { engine, cancel, deadline: deadline(engine.time), memory: engine.memory }
    }

    /// The same with limits of its own where no flag says one.
    pub fn with_limits(self, time: Option<Duration>, memory: u64) -> Self {
        // Elsewhere engines can not tell how much memory is in use.
        let memory = self.memory.or(cfg!(target_os = "linux").then_some(memory));
        Self { deadline: self.deadline.or_else(|| deadline(time)), memory, ..self }
    }

    /// How many threads work; 0 is one a core.
    pub const fn threads(&self) -> usize {
        self.engine.threads
    }

    /// Whether the run is to end now.
    pub fn halted(&self) -> Option<Halt> {
        if self.cancel.is_cancelled() {
            Some(Halt::Interrupt)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Halt::Deadline)
        } else {
            None
        }
    }

    /// Building is over, writing begins: it has the same time again.
    pub fn begin_writing(&mut self) {
        self.deadline = deadline(self.engine.time);
    }

    /// Whether the run is to end, for what works on while nobody asks the session.
    pub fn signal(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let (cancel, deadline) = (self.cancel.clone(), self.deadline);
        move || cancel.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
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
        let mut limits = Limits::none().cancel(self.cancel.clone());
        limits.time = self.left();
        limits.memory = self.memory;
        limits
    }

    /// How to build what is not ordered: within the limits, on the threads of the command line.
    pub fn options(&self) -> Options {
        Options::default().threads(self.engine.threads).limits(self.limits())
    }

    /// The time that is left.
    fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

fn deadline(time: Option<Duration>) -> Option<Instant> {
    time.and_then(|time| Instant::now().checked_add(time))
}
