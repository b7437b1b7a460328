//! How far a hunt is: a line that changes on a terminal, a line a second elsewhere if it is asked for.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use dpgen_guide::Report;
use indicatif::{ProgressBar, ProgressStyle};

use super::super::args::{EngineArgs, Show};
use super::super::say::{grouped, say};

/// Shows progress until it is dropped.
#[derive(Debug)]
pub struct Watch {
    bar: Option<ProgressBar>,
    /// How often; `None` if never.
    pause: Option<Duration>,
    shown: Instant,
}

impl Watch {
    /// Begins, if progress is to be shown.
    pub fn start(engine: &EngineArgs) -> Self {
        let terminal = io::stderr().is_terminal();
        let wanted = match engine.progress {
            _ if engine.quiet => false,
            Show::On => true,
            Show::Auto => terminal,
            Show::Off => false,
        };
        let bar = (wanted && terminal).then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar
        });
        let pause = wanted.then(|| Duration::from_millis(if terminal { 100 } else { 1000 }));
        Self { bar, pause, shown: Instant::now() }
    }

    /// Shows figures, if it is time to.
    pub fn show(&mut self, report: impl FnOnce() -> Report) {
        if self.pause.is_none_or(|pause| self.shown.elapsed() < pause) {
            return;
        }
        self.shown = Instant::now();
        let report = report();
        let text = format!(
            "{} executions: {} valid, {} behaviours, {} bugs",
            grouped(report.executions),
            grouped(report.valid),
            grouped(report.behaviours),
            grouped(report.bugs)
        );
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            None => say(&text),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
