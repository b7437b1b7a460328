//! How far a run of comparisons is: a bar on a terminal, a line every few seconds elsewhere if asked for.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use dpgen_diff::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Show;
use crate::say::{grouped, say, time};

/// How often a line is written where there is no terminal.
const PAUSE: Duration = Duration::from_secs(5);

/// Shows how far a run is, until it is dropped.
#[derive(Debug)]
pub struct Watch {
    bar: Option<ProgressBar>,
    lines: bool,
    begun: Instant,
    said: Instant,
}

impl Watch {
    /// Begins to show, if it is to be shown.
    pub fn start(show: Show) -> Self {
        let terminal = io::stderr().is_terminal();
        let shown = show == Show::On || (show == Show::Auto && terminal);
        let bar = (shown && terminal).then(|| {
            let bar = ProgressBar::new(0);
            let style = ProgressStyle::with_template("{spinner} [{bar:24}] {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let now = Instant::now();
        Self { bar, lines: shown && !terminal, begun: now, said: now }
    }

    /// A block is done.
    pub fn see(&mut self, progress: Progress) {
        let now = progress.done - progress.earlier;
        let seconds = self.begun.elapsed().as_secs_f64();
        // Figures for people: exact to 52 bits.
        let float = |number: u64| number.to_string().parse::<f64>().unwrap_or(f64::MAX);
        let rate = float(now) / seconds.max(1e-3);
        let left = Duration::try_from_secs_f64(float(progress.of - progress.done) / rate.max(1e-3));
        let left =
            left.ok().filter(|_| now > 0).map(|left| format!(", {} left", time(left))).unwrap_or_default();
        self.show(progress.done, progress.of, || {
            let (done, of, found) =
                (grouped(progress.done), grouped(progress.of), grouped(progress.findings));
            format!("{done} of {of}, {found} found, {rate:.0}/s{left}")
        });
    }

    /// So many of so many findings are reduced.
    pub fn reduced(&mut self, done: usize, of: usize) {
        let wide = dpgen_forest::index::wide;
        self.show(wide(done), wide(of), || format!("{} of {} findings reduced", grouped(done), grouped(of)));
    }

    fn show(&mut self, done: u64, of: u64, text: impl Fn() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_length(of);
            bar.set_position(done);
            bar.set_message(text());
        } else if self.lines && self.said.elapsed() >= PAUSE {
            self.said = Instant::now();
            say(&text());
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
