//! The table: a line a bug, and for each tool how often it found it, after how many cases, in what time, how small.

use std::process::ExitCode;
use std::time::Duration;

use crate::tools::{Hunt, Tool};

/// Lets a tool hunt: with a seed, and with so many cases at most.
type Hunter = fn(Tool, u64, u32) -> Hunt;

#[derive(Debug, Clone, Copy)]
pub struct Options {
    seeds: u64,
    most: u32,
    show: bool,
}

impl Options {
    pub fn from_args(args: impl Iterator<Item = String>) -> Self {
        let mut options = Self { seeds: 10, most: 100_000, show: false };
        for arg in args {
            match arg.as_str() {
                "--smoke" => options = Self { seeds: 1, most: 1_000, ..options },
                "--show" => options.show = true,
                _ => eprintln!("{arg} is not known; there are --smoke and --show"),
            }
        }
        options
    }
}

/// What a tool did over all seeds; medians.
#[derive(Debug, Clone)]
struct Summary {
    found: usize,
    cases: u64,
    time: Duration,
    nodes: Option<u64>,
}

impl Summary {
    fn of(hunts: &[Hunt]) -> Self {
        let mut nodes: Vec<u64> =
            hunts.iter().filter_map(|hunt| hunt.smallest.as_ref()).map(|(nodes, _)| *nodes).collect();
        let mut cases: Vec<u64> = hunts.iter().map(|hunt| hunt.cases).collect();
        let mut times: Vec<Duration> = hunts.iter().map(|hunt| hunt.time).collect();
        nodes.sort_unstable();
        cases.sort_unstable();
        times.sort_unstable();
        Self {
            found: nodes.len(),
            cases: median(&cases).unwrap_or_default(),
            time: median(&times).unwrap_or_default(),
            nodes: median(&nodes),
        }
    }
}

/// The middle one of sorted values, the lower one of two.
fn median<V: Copy>(values: &[V]) -> Option<V> {
    values.get(values.len().checked_sub(1)? / 2).copied()
}

/// In how many bugs dpgen was as good as the best of the others.
#[derive(Debug, Default)]
struct Score {
    bugs: usize,
    found: usize,
    small: usize,
    fast: usize,
}

#[derive(Debug)]
pub struct Table {
    options: Options,
    score: Score,
    unsound: bool,
}

impl Table {
    pub fn new(options: Options) -> Self {
        println!(
            "{} seeds, at most {} cases a hunt of proptest and quickcheck; medians; nodes of what was shrunk\n",
            options.seeds, options.most
        );
        Self { options, score: Score::default(), unsound: false }
    }

    pub fn begin(&self, module: &str) {
        println!(
            "| {module} | {} |",
            Tool::ALL.map(|tool| format!("{} found, cases, time, nodes", tool.name())).join(" | ")
        );
        println!("|---|{}", "---|".repeat(Tool::ALL.len()));
    }

    /// Notes whether a tool finds nothing where there is no bug.
    pub fn sound(&mut self, tool: Tool, hunt: Hunter) {
        if let Some((_, case)) = hunt(tool, 0, self.options.most.min(10_000)).smallest {
            println!("{} found something where there is no bug: {case}", tool.name());
            self.unsound = true;
        }
    }

    pub fn row(&mut self, module: &str, bug: usize, name: &str, hunt: Hunter) {
        let hunts = Tool::ALL
            .map(|tool| (0..self.options.seeds).map(|seed| hunt(tool, seed, self.options.most)).collect());
        let hunts: [Vec<Hunt>; 3] = hunts;
        let summaries = hunts.each_ref().map(|hunts| Summary::of(hunts));
        let cells = summaries.each_ref().map(|Summary { found, cases, time, nodes }| {
            let nodes = nodes.map_or("–".to_owned(), |nodes| nodes.to_string());
            format!("{found}/{}, {cases}, {}, {nodes}", self.options.seeds, shown(*time))
        });
        println!("| {bug}. {name} | {} |", cells.join(" | "));
        if self.options.show {
            for (tool, hunts) in Tool::ALL.iter().zip(&hunts) {
                let shown = hunts.iter().find_map(|hunt| hunt.smallest.as_ref());
                println!("    {module} {bug} {}: {}", tool.name(), shown.map_or("nothing", |(_, case)| case));
            }
        }
        let [ours, others @ ..] = &summaries;
        let best: Vec<&Summary> = others.iter().filter(|other| other.found > 0).collect();
        self.score.bugs += 1;
        self.score.found += usize::from(best.iter().all(|other| ours.found >= other.found));
        self.score.small +=
            usize::from(best.iter().all(|other| ours.nodes.is_some() && ours.nodes <= other.nodes));
        self.score.fast += usize::from(best.iter().all(|other| ours.found > 0 && ours.time <= other.time));
    }

    pub fn finish(self) -> ExitCode {
        let Score { bugs, found, small, fast } = self.score;
        println!(
            "\nof {bugs} bugs, dpgen found {found} as often as the others or oftener, {small} with no larger"
        );
        println!("counterexample than theirs, {fast} in no more time than the fastest of them");
        if self.unsound || found < bugs { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.1} s"),
    }
}
