//! [`Judge`]: renders pages in several engines, and finds those that the engines paint differently.
//!
//! A batch of pages goes through three rounds. In the first, every engine renders all pages as tiles, side by side, and
//! the images of each page are compared. In the second, every engine renders the pages whose tiles differ in a frame that fills the
//! window. A page that differs there in the same way is *confirmed*. In the third, every engine renders alone the other pages whose
//! tiles differ, a random sample of those that were confirmed, and one of those whose tiles agree; what differs then is what counts
//! of these. So no difference is lost by the second round: it takes two renderings of a page that say the same, or one of the page alone,
//! to make a finding, and one of the page alone to drop what tiles showed.
//!
//! The verdict of [`Judge::judge`] on a page depends on the page and the options only, not on the batch that it comes in.
//! [`Judge::judge_alone`], for reports, has no second round, and for a few pages no first one, which can only hide a difference.

use std::sync::Arc;
use std::time::Instant;

use crate::browser_engine::Engine;
use crate::browser_error::{Fault, StartError};
use crate::image_comparison::Image;
use crate::image_thresholds::Thresholds;
use crate::judge_statistics::{Statistics, sampled};
use crate::page_state::{State, Symptom};
use crate::page_verdict::{Judgement, Verdict};
use crate::render_options::{Capture, Loading, Options, Page};
use crate::session_thread::{Job, Worker};

/// The most pages that are rendered alone, for a report, without tiles before: tiles of so few take as long, with the changes of the
/// window's size.
const MAX_PAGES_WITHOUT_TILES: usize = 8;

/// The options of rendering and comparing pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The options of rendering pages.
    pub render: Options,
    /// The thresholds of differences.
    pub thresholds: Thresholds,
    /// One of so many pages is rendered alone whatever its tiles say; none if 0.
    pub sample_every: u64,
    /// One of so many pages that are confirmed in a frame is rendered alone all the same; with 1 each is, and no frame is used.
    pub confirmed_every: u64,
    /// The seed of these samples.
    pub seed: u64,
}

impl Default for JudgeOptions {
    fn default() -> Self {
        Self {
            render: Options::default(),
            thresholds: Thresholds::default(),
            sample_every: 200,
            confirmed_every: 20,
            seed: 0,
        }
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
        let frames_are_used = self.options.confirmed_every != 1
            && self.options.render.capture == Capture::Screen
            && self.options.render.loading == Loading::Written;
        let pages = pages.into();
        let mut states = self.states_of_tiles(&pages);
        if frames_are_used {
            self.confirm(&pages, &mut states);
        }
        self.decide(&pages, states)
    }

    /// The same without frames: whatever differs is rendered alone, so that images are what a user sees. Of up to eight
    /// pages each is rendered alone, without tiles before.
    pub fn judge_alone(&mut self, pages: Vec<Page>) -> Vec<Judgement> {
        let pages: Arc<[Page]> = pages.into();
        let states = if pages.len() <= MAX_PAGES_WITHOUT_TILES {
            pages.iter().map(|_| State::Unseen).collect()
        } else {
            self.states_of_tiles(&pages)
        };
        self.decide(&pages, states)
    }

    /// Renders pages as tiles.
    fn states_of_tiles(&mut self, pages: &Arc<[Page]>) -> Vec<State> {
        let thresholds = self.options.thresholds;
        let begin = Instant::now();
        let states = self.round(Job::Tiles(Arc::clone(pages)), |results| {
            match Verdict::of(results, &thresholds, true) {
                Verdict::Agree => State::Agree,
                // Its images are not kept.
                Verdict::Differ(found) => State::Differ(Symptom::of(&found)),
                Verdict::Fault(faults) => State::Fault(faults),
            }
        });
        self.statistics.tiles_time += begin.elapsed();
        states
    }

    /// Renders alone the pages that are not decided, and judges all.
    fn decide(&mut self, pages: &[Page], states: Vec<State>) -> Vec<Judgement> {
        let thresholds = self.options.thresholds;
        let begin = Instant::now();
        let again = |(page, state): &(&Page, &State)| self.is_rendered_alone(page, state);
        let alone: Arc<[Page]> =
            pages.iter().zip(&states).filter(again).map(|(page, _)| page.clone()).collect();
        let mut judged =
            self.round(Job::Alone(alone), |results| Verdict::of(results, &thresholds, false)).into_iter();
        self.statistics.alone_time += begin.elapsed();
        self.statistics.restarts = self.workers.iter().map(|worker| worker.restarts).sum();

        let mut judgements = Vec::with_capacity(pages.len());
        for (page, state) in pages.iter().zip(states) {
            let alone = if self.is_rendered_alone(page, &state) { judged.next() } else { None };
            self.statistics.count(&state, alone.as_ref());
            let verdict = state.verdict(alone);
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

    /// Renders the pages whose tiles differ in a frame that fills the window.
    fn confirm(&mut self, pages: &[Page], states: &mut [State]) {
        let begin = Instant::now();
        let differs = |state: &State| matches!(state, State::Differ(_));
        let suspects: Arc<[Page]> = pages
            .iter()
            .zip(&*states)
            .filter(|(_, state)| differs(state))
            .map(|(page, _)| page.clone())
            .collect();
        let thresholds = self.options.thresholds;
        let mut framed =
            self.round(Job::Framed(suspects), |results| Verdict::of(results, &thresholds, true)).into_iter();
        for state in states {
            if let State::Differ(symptom) = state {
                match framed.next() {
                    Some(Verdict::Differ(found)) if Symptom::of(&found) == *symptom => {
                        *state = State::Confirmed(found);
                    }
                    Some(Verdict::Agree) => *state = State::TilesOnly,
                    // Decided alone.
                    _ => {}
                }
            }
        }
        self.statistics.frames_time += begin.elapsed();
    }

    /// Whether a page is rendered alone after the rounds before.
    fn is_rendered_alone(&self, page: &Page, state: &State) -> bool {
        let JudgeOptions { seed, sample_every, confirmed_every, .. } = self.options;
        match state {
            State::Agree => sampled(seed, page.id, sample_every),
            State::Confirmed(_) => sampled(!seed, page.id, confirmed_every),
            State::Unseen | State::Differ(_) | State::TilesOnly => true,
            State::Fault(_) => false,
        }
    }

    /// Gives a job to all workers, and brings together what they have of each page.
    fn round<T>(&mut self, job: Job, mut judge: impl FnMut(Vec<Result<Image, Fault>>) -> T) -> Vec<T> {
        for worker in &self.workers {
            worker.give(job.clone());
        }
        let pages = job.pages().len();
        (0..pages).map(|_| judge(self.workers.iter_mut().map(Worker::take).collect())).collect()
    }
}
