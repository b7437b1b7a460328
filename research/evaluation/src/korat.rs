//! Korat's own figures beside ours, on the structures that both define alike.
//!
//! Korat's are those of its examples, version 1.0 on Java 17: processor seconds of the whole virtual machine, the best of several
//! runs on two cores of an AMD EPYC, and the candidates that it says it explored. Its counts are what ours are held to.

use std::fmt::Write as _;
use std::time::Duration;

use dpgen::Scope;

use super::growth::{Point, measure};
use super::{ENGINES, Effort};

/// One run of Korat.
struct Run {
    spec: &'static str,
    size: u32,
    /// Whether it counts smaller structures, too.
    up_to: bool,
    /// A parameter of the spec, with which it means the same structures.
    param: Option<(&'static str, i64)>,
    valid: &'static str,
    candidates: u64,
    seconds: f64,
}

const fn exactly(spec: &'static str, size: u32, valid: &'static str, candidates: u64, seconds: f64) -> Run {
    Run { spec, size, up_to: false, param: None, valid, candidates, seconds }
}

/// Korat's red-black trees may have a red root.
const fn red_black(size: u32, valid: &'static str, candidates: u64, seconds: f64) -> Run {
    Run { param: Some(("any_root", 1)), ..exactly("red-black-tree", size, valid, candidates, seconds) }
}

const RUNS: [Run; 13] = [
    exactly("binary-search-tree", 9, "4862", 20_086_300, 5.6),
    exactly("binary-search-tree", 10, "16796", 155_455_872, 41.0),
    exactly("binary-search-tree", 11, "58786", 1_206_511_438, 349.0),
    exactly("binary-tree", 12, "208012", 12_284_830, 4.6),
    exactly("binary-tree", 14, "2674440", 186_197_720, 62.0),
    exactly("binary-tree", 15, "9694845", 726_257_615, 271.0),
    exactly("sorted-list", 12, "1352078", 16_225_257, 5.9),
    exactly("sorted-list", 13, "5200300", 67_604_267, 21.0),
    exactly("sorted-list", 14, "20058300", 280_816_616, 97.0),
    red_black(10, "260", 7_530_712, 4.9),
    red_black(11, "586", 39_089_158, 17.0),
    red_black(12, "1296", 205_512_574, 102.0),
    Run {
        spec: "fibonacci-heap",
        size: 6,
        up_to: true,
        param: None,
        valid: "1474186",
        candidates: 4_809_294,
        seconds: 2.3,
    },
];

/// The engines beside it, by name: that of the paper, and ours.
const COMPARED: [&str; 2] = ["LazyDP", "Quotient"];

/// How long an engine may take, in seconds.
const MAX_SECONDS: u64 = 60;

/// The table, row by row; in a smoke run, the first row of each spec.
///
/// # Panics
/// If a count differs from Korat's.
pub fn table(effort: Effort) -> String {
    let mut text = "\n### Korat\n\n| structure | size | valid | Korat: candidates | seconds".to_owned();
    for name in COMPARED {
        let _ = write!(text, " | {name}: candidates | seconds");
    }
    let _ = writeln!(text, " |\n|---|--:|--:|--:|--:|{}", "--:|--:|".repeat(COMPARED.len()));
    let mut above = "";
    for run in &RUNS {
        let is_first = std::mem::replace(&mut above, run.spec) != run.spec;
        if effort.test && !is_first {
            continue;
        }
        eprintln!("{}: beside Korat at {}", run.spec, run.size);
        let which = if run.up_to { "up to " } else { "" };
        let korat = dpgen_forest::grouped(run.candidates);
        let valid = dpgen_forest::grouped(run.valid);
        let _ = write!(text, "| {} | {which}{} | {valid} | {korat} | {}", run.spec, run.size, run.seconds);
        for name in COMPARED {
            let _ = write!(text, " | {}", figures(run, name));
        }
        text.push_str(" |\n");
    }
    text
}

/// What an engine needs for the same structures: as it builds all smaller ones, its candidates are those of all sizes.
fn figures(run: &Run, engine: &str) -> String {
    let number = ENGINES.iter().position(|one| one.name == engine).unwrap();
    let limit = Duration::from_secs(MAX_SECONDS / 4);
    let scope =
        run.param.into_iter().fold(Scope::new(run.size), |scope, (name, value)| scope.with(name, value));
    let Some(Point { valid, exact, candidates, seconds, .. }) = measure(run.spec, number, &scope, limit)
    else {
        return format!("– | over {MAX_SECONDS}");
    };
    let found = if run.up_to { valid } else { exact };
    assert_eq!(found, run.valid, "{} at {}: {engine} and Korat differ", run.spec, run.size);
    format!("{} | {seconds:.3}", dpgen_forest::grouped(candidates))
}
