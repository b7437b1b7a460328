//! A line on standard error that says how far a run is: it changes in place on a terminal, and elsewhere a new one comes now
//! and then if it is asked for.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::input::common_args::ProgressMode;
use crate::terminal::messages::say;

/// How often a line on a terminal changes.
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// Shows progress until it is dropped.
#[derive(Debug)]
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    /// The time between two lines; `None` if progress is not shown.
    interval: Option<Duration>,
    shown: Instant,
}

impl ProgressLine {
    /// Begins. `template` is the form of the line on a terminal, as `indicatif` reads it; `interval` is the time between lines
    /// where there is none.
    pub fn start(mode: ProgressMode, template: &str, interval: Duration) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_shown = mode.is_shown(is_terminal);
        let bar = (is_shown && is_terminal).then(|| {
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(REDRAW_INTERVAL);
            bar
        });
        let interval = is_shown.then_some(if is_terminal { REDRAW_INTERVAL } else { interval });
        Self { bar, interval, shown: Instant::now() }
    }

    /// Shows a text, and of a bar how much is done of how much, if it is time to.
    pub fn show(&mut self, done: u64, of: u64, text: impl FnOnce() -> String) {
        if self.interval.is_none_or(|interval| self.shown.elapsed() < interval) {
            return;
        }
        self.shown = Instant::now();
        match &self.bar {
            Some(bar) => {
                bar.set_length(of);
                bar.set_position(done);
                bar.set_message(text());
            }
            None => say(&text()),
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
