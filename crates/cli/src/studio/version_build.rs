//! Builds a version of the spec, within its limits, and tells how far it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use dpgen_engine::{Options, Progress};
use dpgen_forest::{CancelToken, Catalog, Count, Scope};
use dpgen_spec::Spec;

use super::build_settings::BuildSettings;
use super::spec_version::SpecVersion;

/// The time between two reports of a build that goes on.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// A version that is to be built.
#[derive(Debug, Clone)]
pub struct VersionOrder {
    /// Its number.
    pub number: u64,
    /// The spec.
    pub spec: Spec,
    /// The scope and the limits.
    pub settings: BuildSettings,
    /// Ends the build.
    pub cancel: CancelToken,
    /// How many threads work; 0 is one a core.
    pub threads: usize,
}

/// How far a build is.
#[derive(Debug, Clone, Default)]
pub struct BuildFigures {
    /// The number of structures of each complete size, from 0 on.
    pub counts: Vec<Count>,
    /// The candidates of the build that runs now.
    pub candidates: u64,
}

impl VersionOrder {
    /// Builds the version and calls `report` now and then. A limit is no error: the version has what is complete.
    ///
    /// # Errors
    /// In words, why nothing can be built.
    pub fn build(self, report: impl Fn(&BuildFigures)) -> Result<SpecVersion, String> {
        let begin = Instant::now();
        let (mut builds, mut stop) = (Vec::new(), None);
        let mut before: Vec<Count> = Vec::new();
        for max_size in self.settings.build_sizes() {
            let scope = self.settings.scope(&self.spec, max_size)?;
            let catalog = self.build_scope(&scope, begin, &|figures| {
                let counts = if self.settings.each_size { before.clone() } else { figures.counts.clone() };
                report(&BuildFigures { counts, ..figures.clone() });
            })?;
            stop = catalog.stop_reason();
            if self.settings.each_size && stop.is_none() {
                before.push(catalog.count(max_size));
            }
            builds.push(Arc::new(catalog));
            if stop.is_some() {
                break;
            }
        }
        Ok(SpecVersion { number: self.number, spec: self.spec, settings: self.settings, builds, stop })
    }

    /// Builds one scope on a thread of its own, as this one reports.
    fn build_scope(
        &self,
        scope: &Scope,
        begin: Instant,
        report: &dyn Fn(&BuildFigures),
    ) -> Result<Catalog, String> {
        let progress = Arc::new(Progress::default());
        let limits = self.settings.limits(begin.elapsed(), &self.cancel);
        let options = Options::default().threads(self.threads).limits(limits).progress(progress.clone());
        let (done, is_done) = mpsc::channel();
        thread::scope(|threads| {
            threads.spawn(move || {
                let built = catch_unwind(AssertUnwindSafe(|| {
                    let model = Arc::new(self.spec.model(scope).map_err(|error| error.to_string())?);
                    dpgen_engine::build(&model, scope, &options).map_err(|error| error.to_string())
                }));
                let failed =
                    |_| Err("the engine failed: dpgen itself went wrong. Please report it".to_owned());
                // The other end is there until it has received this.
                let _ = done.send(built.unwrap_or_else(failed));
            });
            loop {
                match is_done.recv_timeout(REPORT_INTERVAL) {
                    Ok(built) => return built,
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err("the build has ended without a result".to_owned());
                    }
                    Err(RecvTimeoutError::Timeout) => report(&BuildFigures {
                        counts: progress.complete_counts(),
                        candidates: progress.candidates.load(Ordering::Relaxed),
                    }),
                }
            }
        })
    }
}
