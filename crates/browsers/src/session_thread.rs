//! Runs a session in a thread of its own, so that engines render in parallel.
//!
//! A worker gets one job at a time, a list of pages, and sends one result for each, in order. It is never more than a
//! few chunks ahead of who takes them, so that few images are kept.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use crate::browser_engine::Engine;
use crate::browser_error::{Fault, StartError};
use crate::browser_session::Session;
use crate::image_comparison::Image;
use crate::render_options::{Options, Page};

/// The maximum number of chunks that wait for a worker.
const MAX_QUEUED_CHUNKS: usize = 1;
/// The number of pages in a chunk of those that are rendered one by one, so that an engine does not wait for another at each page.
const SINGLE_PAGES_PER_CHUNK: usize = 8;

/// A job of a worker; it has at least one page.
#[derive(Debug, Clone)]
pub(crate) enum Job {
    /// Render as tiles.
    Tiles(Arc<[Page]>),
    /// Render each in a frame that fills the window.
    Framed(Arc<[Page]>),
    /// Render each alone.
    Alone(Arc<[Page]>),
}

impl Job {
    /// The pages to be rendered.
    pub(crate) fn pages(&self) -> &[Page] {
        match self {
            Self::Tiles(pages) | Self::Framed(pages) | Self::Alone(pages) => pages,
        }
    }
}

/// The results of consecutive pages of a job, and how often the browser has been started again since it started.
#[derive(Debug)]
struct Chunk {
    results: Vec<Result<Image, Fault>>,
    restarts: u64,
}

/// The side of a worker that asks.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) engine: Engine,
    pub(crate) version: String,
    /// The number of restarts of its browser, up to the results that were taken.
    pub(crate) restarts: u64,
    /// Results that have arrived and were not taken.
    ready: VecDeque<Result<Image, Fault>>,
    /// None while it is being dropped: that ends the thread.
    jobs: Option<Sender<Job>>,
    chunks: Option<Receiver<Chunk>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts workers for several engines, side by side.
    pub(crate) fn start_all(engines: &[Engine], options: &Options) -> Result<Vec<Self>, StartError> {
        let begun: Vec<_> =
            engines.iter().map(|engine| Self::begin(engine.clone(), options.clone())).collect();
        begun
            .into_iter()
            .map(|(mut worker, started)| {
                let gone = || StartError::Failed {
                    engine: worker.engine.clone(),
                    message: "its thread ended".into(),
                };
                let version = started.recv().unwrap_or_else(|_| Err(gone()))?;
                worker.version = version;
                Ok(worker)
            })
            .collect()
    }

    fn begin(engine: Engine, options: Options) -> (Self, Receiver<Result<String, StartError>>) {
        let (jobs, taken) = channel();
        let (send, chunks) = sync_channel(MAX_QUEUED_CHUNKS);
        let (tell, started) = channel();
        let named = engine.clone();
        let thread = thread::spawn(move || match Session::start(named, options.clone()) {
            Ok(session) => {
                // Who asked may be gone; then there are no jobs either.
                let _ = tell.send(Ok(session.version().to_owned()));
                serve(session, options.capacity(), &taken, &send);
            }
            Err(error) => {
                let _ = tell.send(Err(error));
            }
        });
        let worker = Self {
            engine,
            version: String::new(),
            restarts: 0,
            ready: VecDeque::new(),
            jobs: Some(jobs),
            chunks: Some(chunks),
            thread: Some(thread),
        };
        (worker, started)
    }

    /// Gives the worker a job; all results of the one before have to be taken.
    pub(crate) fn give(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // A worker that is gone is noticed when its results are asked for.
            let _ = jobs.send(job);
        }
    }

    /// The result of the job's next page.
    pub(crate) fn take(&mut self) -> Result<Image, Fault> {
        loop {
            if let Some(result) = self.ready.pop_front() {
                return result;
            }
            let Some(Ok(chunk)) = self.chunks.as_ref().map(Receiver::recv) else {
                return Err(Fault::Unavailable("its thread ended".into()));
            };
            self.restarts = chunk.restarts;
            self.ready.extend(chunk.results);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A worker that waits for a job, or for its results to be taken, ends.
        self.jobs = None;
        self.chunks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(mut session: Session, capacity: usize, jobs: &Receiver<Job>, chunks: &SyncSender<Chunk>) {
    while let Ok(job) = jobs.recv() {
        let chunk_len = if matches!(job, Job::Tiles(_)) { capacity } else { SINGLE_PAGES_PER_CHUNK };
        for part in job.pages().chunks(chunk_len) {
            let results = match &job {
                Job::Tiles(_) => session.render_tiles(part),
                Job::Framed(_) => part.iter().map(|page| session.render_framed(page)).collect(),
                Job::Alone(_) => part.iter().map(|page| session.render_alone(page)).collect(),
            };
            if chunks.send(Chunk { results, restarts: session.restarts() }).is_err() {
                return;
            }
        }
    }
}
