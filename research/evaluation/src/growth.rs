//! One microbenchmark by one engine, for growing sizes.

use std::process::Command;
use std::time::{Duration, Instant};

use dpgen::Scope;

use super::{ENGINES, Effort, Engine, build};

/// One build: all structures up to a size.
#[derive(Debug, Clone)]
pub struct Point {
    pub size: u32,
    /// Structures up to the size (path conditions, if data is symbolic), in decimal.
    pub valid: String,
    /// Those of exactly the size.
    pub exact: String,
    pub candidates: u64,
    pub seconds: f64,
    /// What the result takes.
    pub bytes: u64,
    /// The process's peak, if the system tells.
    pub peak: Option<u64>,
}

/// The builds of one engine, smallest first.
#[derive(Debug, Clone)]
pub struct Curve {
    pub benchmark: &'static str,
    pub engine: Engine,
    pub points: Vec<Point>,
}

/// Builds once and prints the figures: what a child process does.
pub fn one(benchmark: &str, engine: usize, scope: &Scope, seconds: u64) {
    let begin = Instant::now();
    let catalog = build(benchmark, scope, ENGINES[engine], None, Duration::from_secs(seconds));
    let took = begin.elapsed().as_secs_f64();
    let done = u8::from(catalog.stop_reason().is_none());
    let candidates = catalog.report().totals().candidates;
    let peak = peak().map_or_else(|| "-".to_owned(), |peak| peak.to_string());
    let (total, exact) = (catalog.total(), catalog.count(scope.max_size()));
    println!("{done} {total} {exact} {candidates} {took} {} {peak}", catalog.bytes());
}

/// The peak resident memory of this process, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Every engine on one microbenchmark.
pub fn curves(benchmark: &'static str, effort: Effort) -> Vec<Curve> {
    let curve = |(number, engine): (usize, &Engine)| {
        eprintln!("{benchmark}: {}", engine.name);
        Curve { benchmark, engine: *engine, points: grow(benchmark, number, effort) }
    };
    ENGINES.iter().enumerate().map(curve).collect()
}

/// One size after the other, until one takes too long.
fn grow(benchmark: &str, engine: usize, effort: Effort) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut size = 1;
    while size <= effort.max_size {
        let Some(point) = measure(benchmark, engine, &Scope::new(size), effort.limit) else { break };
        let slow = point.seconds > effort.limit.as_secs_f64();
        points.push(point);
        if slow {
            break;
        }
        size = if size < 12 { size + 1 } else { (size + size / 4).min(effort.max_size.max(size + 1)) };
    }
    points
}

/// One build in a process of its own; `None` if it takes much too long.
pub fn measure(benchmark: &str, engine: usize, scope: &Scope, limit: Duration) -> Option<Point> {
    let seconds = (limit * 4).as_secs().max(1);
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--one", benchmark, &engine.to_string(), &seconds.to_string(), &scope.max_size().to_string()])
        .args(scope.params().map(|(name, value)| format!("{name}={value}")))
        .output()
        .unwrap();
    assert!(child.status.success(), "{benchmark}: {}", String::from_utf8_lossy(&child.stderr));
    let text = String::from_utf8(child.stdout).unwrap();
    let [done, valid, exact, candidates, took, bytes, peak] = text.split_whitespace().collect::<Vec<_>>()[..]
    else {
        panic!("unexpected figures: {text}")
    };
    (done == "1").then(|| Point {
        size: scope.max_size(),
        valid: valid.to_owned(),
        exact: exact.to_owned(),
        candidates: candidates.parse().unwrap(),
        seconds: took.parse().unwrap(),
        bytes: bytes.parse().unwrap(),
        peak: peak.parse().ok(),
    })
}
