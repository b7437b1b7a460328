//! Runs of this program's own tests, which may die, and their records.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::command;

/// A program that does not outlive its test.
pub struct Running(pub Child);

impl Running {
    pub fn start(mut command: Command) -> Self {
        Self(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Waits until it ends, which it does soon; what it writes fits into a pipe.
    pub fn output(mut self) -> Output {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                break status;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        self.0.stdout.take().unwrap().read_to_end(&mut stdout).unwrap();
        self.0.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
        Output { status, stdout, stderr }
    }

    pub fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a test of this file puts out, with these variables.
pub fn output_of(test: &str, variables: &[(&str, &str)]) -> Output {
    Running::start(command(&format!("deaths::{test}"), variables)).output()
}

/// A test of `deaths.rs` with a folder for its records.
pub struct Runs {
    test: &'static str,
    pub folder: tempfile::TempDir,
}

impl Runs {
    pub fn of(test: &'static str) -> Self {
        Self { test, folder: tempfile::tempdir().unwrap() }
    }

    pub fn start(&self, way: &str) -> Running {
        self.start_with("deaths", &[("DEATH", way)])
    }

    /// Starts a test of a module, with these variables.
    pub fn start_with(&self, module: &str, variables: &[(&str, &str)]) -> Running {
        let folder = self.folder.path().to_str().unwrap();
        let mut command = command(&format!("{module}::{}", self.test), &[("DPGEN_RECORD", folder)]);
        command.envs(variables.iter().copied());
        Running::start(command)
    }

    /// The line of its record, if there is one.
    pub fn record(&self) -> Option<String> {
        let file = fs::read_dir(self.folder.path()).unwrap().next()?.unwrap();
        Some(fs::read_to_string(file.path()).ok()?.lines().next().unwrap_or_default().to_owned())
    }

    /// Runs it until it dies; one that hangs is killed once its record names one case.
    pub fn run(&self, way: &str) -> Output {
        let mut child = self.start(way);
        let began = Instant::now();
        while way == "hang" && !self.record().is_some_and(|line| is_of_one_case(&line)) {
            assert!(began.elapsed() < Duration::from_secs(60), "{:?}", self.record());
            std::thread::sleep(Duration::from_millis(5));
        }
        if way == "hang" {
            // What it runs for a moment may be another one.
            std::thread::sleep(Duration::from_millis(200));
            child.kill();
        }
        child.output()
    }

    /// What it put out.
    pub fn text(&self, output: &Output) -> String {
        String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap()
    }
}

/// Whether a record has one case: a rank, or a sequence.
pub fn is_of_one_case(line: &str) -> bool {
    let cases = line.trim_end_matches("\")");
    let (range, separator) = match (cases.split_once("ranks: \""), cases.split_once("sequences: \"")) {
        (Some((_, ranks)), _) => (ranks, ".."),
        // Before the last call are those that lead to it.
        (None, Some((_, calls))) => (calls.rsplit('.').next().unwrap(), "-"),
        (None, None) => return false,
    };
    let is_one =
        |(start, end): (&str, &str)| start.parse::<u64>().unwrap() + 1 == end.parse::<u64>().unwrap();
    !range.contains(',') && range.split_once(separator).is_none_or(is_one)
}
