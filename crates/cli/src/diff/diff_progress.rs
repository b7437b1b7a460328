//! Shows how far a comparison is: cases judged, findings, rate and time left.

use std::time::{Duration, Instant};

use dpgen_diff::Progress;
use dpgen_forest::index::wide;

use crate::input::common_args::ProgressMode;
use crate::terminal::number_format::{grouped, time};
use crate::terminal::progress_line::ProgressLine;

/// The time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// Shows the progress of a comparison until it is dropped.
#[derive(Debug)]
pub struct DiffProgress {
    line: ProgressLine,
    begun: Instant,
}

impl DiffProgress {
    /// Begins, if progress is to be shown.
    pub fn start(mode: ProgressMode) -> Self {
        let line = ProgressLine::start(mode, "{spinner} [{bar:24}] {msg}", LINE_INTERVAL);
        Self { line, begun: Instant::now() }
    }

    /// Shows the progress after a block of cases.
    pub fn judged(&mut self, progress: Progress) {
        let now = progress.done - progress.done_earlier;
        let seconds = self.begun.elapsed().as_secs_f64();
        // Figures for people: exact to 52 bits.
        let float = |number: u64| number.to_string().parse::<f64>().unwrap_or(f64::MAX);
        let rate = float(now) / seconds.max(1e-3);
        let left = Duration::try_from_secs_f64(float(progress.total - progress.done) / rate.max(1e-3));
        let left =
            left.ok().filter(|_| now > 0).map(|left| format!(", {} left", time(left))).unwrap_or_default();
        self.line.show(progress.done, progress.total, || {
            let (done, of, found) =
                (grouped(progress.done), grouped(progress.total), grouped(progress.findings));
            format!("{done} of {of}, {found} found, {rate:.0}/s{left}")
        });
    }

    /// Shows how many findings are made smaller.
    pub fn reduced(&mut self, done: usize, of: usize) {
        self.line
            .show(wide(done), wide(of), || format!("{} of {} findings reduced", grouped(done), grouped(of)));
    }
}
