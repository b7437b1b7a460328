//! [`Judge`]: renders pages in several engines, and finds those that the engines paint differently.
//!
//! A batch of pages goes through two rounds. In the first, every engine renders all pages as tiles, side by side, and
//! the images of each page are compared. In the second, every engine renders alone the pages whose tiles differ, and
//! those of a random sample; only what differs then counts. So tiles decide nothing but what is looked at again.
//! Images are kept only of pages that differ alone.

use std::sync::Arc;
use std::time::Instant;

use crate::browser_engine::Engine;
use crate::browser_error::{Fault, StartError};
use crate::image_comparison::Image;
use crate::image_thresholds::Thresholds;
use crate::judge_statistics::{Statistics, sampled};
use crate::page_verdict::{Judgement, Verdict};
use crate::render_options::{Options, Page};
use crate::session_thread::{Job, Worker};

/// The options of rendering and comparing pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The options of rendering pages.
    pub render: Options,
    /// The thresholds of differences.
    pub thresholds: Thresholds,
    /// One of so many pages is rendered alone whatever its tiles say; none if 0.
    pub sample_every: u64,
    /// The seed of this sample.
    pub seed: u64,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self { render: Options::default(), thresholds: Thresholds::default(), sample_every: 200, seed: 0 }
    }
}

/// Several engines that render the same pages. Dropping it ends their browsers.
///
/// See the [crate's example](crate).
#[derive(Debug)]
pub struct Judge {
    workers: Vec<Worker>,
    options: JudgeOptions,
    statistics: Statistics,
}

impl Judge {
    /// Starts all engines, side by side.
    ///
    /// # Errors
    ///
    /// When there are fewer than two engines, one of them does not start, or the options make no sense.
    pub fn start(engines: &[Engine], options: JudgeOptions) -> Result<Self, StartError> {
        if engines.len() < 2 {
            return Err(StartError::Options(
                "one engine has nothing to be compared with; name two or more".into(),
            ));
        }
        options.render.check()?;
        let workers = Worker::start_all(engines, &options.render)?;
        Ok(Self { workers, options, statistics: Statistics::default() })
    }

    /// The engines with the versions of their browsers, in the order in which judgements name them.
    pub fn engines(&self) -> impl Iterator<Item = (&Engine, &str)> {
        self.workers.iter().map(|worker| (&worker.engine, worker.version.as_str()))
    }

    /// The options of rendering and comparing pages.
    #[must_use]
    pub fn options(&self) -> &JudgeOptions {
        &self.options
    }

    /// The statistics so far.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Judges a batch of pages; the judgements are in their order. Progress and limits are looked at between batches;
    /// some hundred pages are a good batch.
    pub fn judge(&mut self, pages: Vec<Page>) -> Vec<Judgement> {
        let pages: Arc<[Page]> = pages.into();
        let thresholds = self.options.thresholds;
        let begin = Instant::now();
        let tiles = self.round(Job::Tiles(Arc::clone(&pages)), |results| {
            match Verdict::of(results, &thresholds, true) {
                Verdict::Agree => Tiles::Agree,
                // Its images are not kept.
                Verdict::Differ(_) => Tiles::Differ,
                Verdict::Fault(faults) => Tiles::Fault(faults),
            }
        });
        self.statistics.tiles_time += begin.elapsed();

        let begin = Instant::now();
        let again = |(page, tiles): &(&Page, &Tiles)| match tiles {
            Tiles::Differ => true,
            Tiles::Agree => self.is_sampled(page),
            Tiles::Fault(_) => false,
        };
        let alone: Arc<[Page]> =
            pages.iter().zip(&tiles).filter(again).map(|(page, _)| page.clone()).collect();
        let mut judged =
            self.round(Job::Alone(alone), |results| Verdict::of(results, &thresholds, false)).into_iter();
        self.statistics.alone_time += begin.elapsed();
        self.statistics.restarts = self.workers.iter().map(|worker| worker.restarts).sum();

        let mut judgements = Vec::with_capacity(pages.len());
        for (page, tiles) in pages.iter().zip(tiles) {
            let verdict = match tiles {
                Tiles::Fault(faults) => Verdict::Fault(faults),
                Tiles::Differ => {
                    self.statistics.differed_in_tiles += 1;
                    let mut verdict = judged.next().unwrap_or(Verdict::Agree);
                    match &mut verdict {
                        Verdict::Agree => self.statistics.tiles_only += 1,
                        Verdict::Differ(found) => found.in_tiles = true,
                        Verdict::Fault(_) => {}
                    }
                    verdict
                }
                Tiles::Agree if self.is_sampled(page) => {
                    let verdict = judged.next().unwrap_or(Verdict::Agree);
                    self.statistics.sampled += 1;
                    self.statistics.alone_only += u64::from(matches!(verdict, Verdict::Differ(_)));
                    verdict
                }
                Tiles::Agree => Verdict::Agree,
            };
            self.statistics.pages += 1;
            match &verdict {
                Verdict::Agree => self.statistics.agreed += 1,
                Verdict::Differ(_) => self.statistics.differed += 1,
                Verdict::Fault(_) => self.statistics.faults += 1,
            }
            judgements.push(Judgement { page: page.clone(), verdict });
        }
        judgements
    }

    /// Gives a job to all workers, and brings together what they have of each page.
    fn round<T>(&mut self, job: Job, mut judge: impl FnMut(Vec<Result<Image, Fault>>) -> T) -> Vec<T> {
        for worker in &self.workers {
            worker.give(job.clone());
        }
        let pages = job.pages().len();
        (0..pages).map(|_| judge(self.workers.iter_mut().map(Worker::take).collect())).collect()
    }

    fn is_sampled(&self, page: &Page) -> bool {
        sampled(self.options.seed, page.id, self.options.sample_every)
    }
}

/// The verdict from the tiles of a page.
enum Tiles {
    Agree,
    Differ,
    Fault(Vec<(usize, Fault)>),
}
