//! Shows how far a hunt is: executions, valid structures, behaviours and bugs.

use std::time::Duration;

use dpgen_guide::Report;

use crate::input::common_args::ProgressMode;
use crate::terminal::number_format::grouped;
use crate::terminal::progress_line::ProgressLine;

/// The time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(1);

/// Shows the progress of a hunt until it is dropped.
#[derive(Debug)]
pub struct HuntProgress(ProgressLine);

impl HuntProgress {
    /// Begins, if progress is to be shown.
    pub fn start(mode: ProgressMode) -> Self {
        Self(ProgressLine::start(mode, "{spinner} {msg}, {elapsed}", LINE_INTERVAL))
    }

    /// Shows the figures of a report, if it is time to.
    pub fn show(&mut self, report: impl FnOnce() -> Report) {
        self.0.show(0, 0, || {
            let report = report();
            format!(
                "{} executions: {} valid, {} behaviours, {} bugs",
                grouped(report.executions),
                grouped(report.valid),
                grouped(report.behaviours),
                grouped(report.bugs)
            )
        });
    }
}
