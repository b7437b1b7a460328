//! How far a build is: a bar on a terminal, a line a second elsewhere, from figures that the engine keeps.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dpgen_engine::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::Show;
use super::say::{grouped, say};

/// Shows progress until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    /// Dropping it ends the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watcher {
    /// Starts to show the figures, if they are to be shown.
    pub fn start(show: Show, progress: Arc<Progress>, max_size: u32) -> Option<Self> {
        let terminal = io::stderr().is_terminal();
        if show == Show::Off || (show == Show::Auto && !terminal) {
            return None;
        }
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let bar = terminal.then(|| bar(max_size));
            let pause = Duration::from_millis(if terminal { 100 } else { 1000 });
            loop {
                match &bar {
                    Some(bar) => {
                        bar.set_position(u64::from(progress.size.load(Ordering::Relaxed)));
                        bar.set_message(figures(&progress));
                    }
                    None => {
                        let size = progress.size.load(Ordering::Relaxed);
                        say(&format!("building size {size} of {max_size}: {}", figures(&progress)));
                    }
                }
                if !matches!(stopped.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
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

impl Drop for Watcher {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A thread that only shows figures has nothing to tell when it fails.
            let _ = thread.join();
        }
    }
}

fn figures(progress: &Progress) -> String {
    let candidates = grouped(progress.candidates.load(Ordering::Relaxed));
    let accepted = grouped(progress.accepted.load(Ordering::Relaxed));
    format!("{candidates} candidates, {accepted} accepted")
}

fn bar(max_size: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(max_size));
    let style = ProgressStyle::with_template("{spinner} size {pos}/{len} [{bar:24}] {msg}, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
