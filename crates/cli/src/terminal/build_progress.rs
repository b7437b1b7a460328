//! Shows how far a build is, from the counters of the engine: a bar on a terminal, a line a second elsewhere.
//!
//! A build does not return until it is done, so that a thread shows it.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dpgen_engine::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::input::common_args::ProgressMode;
use crate::terminal::messages::say;
use crate::terminal::number_format::grouped;

/// Shows the progress of builds until it is dropped: the size that all of them have reached, and their figures together.
#[derive(Debug)]
pub struct BuildProgress {
    /// Ends the thread when it is dropped.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl BuildProgress {
    /// Begins, if progress is to be shown.
    pub fn start(mode: ProgressMode, progress: Vec<Arc<Progress>>, max_size: u32) -> Option<Self> {
        let is_terminal = io::stderr().is_terminal();
        if !mode.is_shown(is_terminal) {
            return None;
        }
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let bar = is_terminal.then(|| bar(max_size));
            let interval = Duration::from_millis(if is_terminal { 100 } else { 1000 });
            loop {
                let sizes = progress.iter().map(|build| build.size.load(Ordering::Relaxed));
                let size = sizes.min().unwrap_or_default();
                match &bar {
                    Some(bar) => {
                        bar.set_position(u64::from(size));
                        bar.set_message(figures_text(&progress));
                    }
                    None => say(&format!("building size {size} of {max_size}: {}", figures_text(&progress))),
                }
                if !matches!(stopped.recv_timeout(interval), Err(RecvTimeoutError::Timeout)) {
                    break;
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Some(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for BuildProgress {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A thread that only shows figures has nothing to tell when it fails.
            let _ = thread.join();
        }
    }
}

fn figures_text(progress: &[Arc<Progress>]) -> String {
    let sum = |figure: fn(&Progress) -> &AtomicU64| {
        grouped(progress.iter().map(|build| figure(build).load(Ordering::Relaxed)).sum::<u64>())
    };
    format!("{} candidates, {} accepted", sum(|build| &build.candidates), sum(|build| &build.accepted))
}

fn bar(max_size: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(max_size));
    let style = ProgressStyle::with_template("{spinner} size {pos}/{len} [{bar:24}] {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
