//! Tables as Markdown, and the page that they are a part of.

use std::fmt::Write;
use std::path::Path;

use super::BENCHMARKS;
use super::growth::{Curve, Point};
use super::random::{Drawn, Draws};

const BEGIN: &str = "<!-- figures: begin -->";
const END: &str = "<!-- figures: end -->";

/// The figures, with the machine that they are from.
pub fn generated(curves: &[Curve], draws: &[Draws]) -> String {
    let mut text = machine();
    for benchmark in BENCHMARKS {
        let _ = write!(
            text,
            "\n### {benchmark}\n\n![{benchmark}: seconds and candidates](plots/{benchmark}.svg)\n\n"
        );
        text.push_str("| engine | largest size | structures | candidates | seconds | result | peak |\n");
        text.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
        for curve in curves.iter().filter(|curve| curve.benchmark == benchmark) {
            if let Some(point) = curve.points.last() {
                let _ = writeln!(text, "| {} | {} |", curve.engine.name, row(point));
            }
        }
        let common = common_size(curves, benchmark);
        let _ = write!(text, "\nAll engines at size {common}:\n\n");
        text.push_str("| engine | size | structures | candidates | seconds | result | peak |\n");
        text.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
        for curve in curves.iter().filter(|curve| curve.benchmark == benchmark) {
            if let Some(point) = curve.points.iter().find(|point| point.size == common) {
                let _ = writeln!(text, "| {} | {} |", curve.engine.name, row(point));
            }
        }
    }
    text.push_str("\n### Ten random structures\n\n");
    text.push_str("| structure | sizes | coin toss: threshold, probability | found | seconds | uniform: found | seconds |\n");
    text.push_str("|---|--:|--:|--:|--:|--:|--:|\n");
    for draws in draws {
        let (least, greatest) = draws.sizes;
        let (setting, coin) = match draws.coin {
            Some(((threshold, probability), drawn)) => {
                (format!("{threshold}, {probability}"), figures(drawn))
            }
            None => ("none fits".to_owned(), "0 | –".to_owned()),
        };
        let _ = writeln!(
            text,
            "| {} | {least}–{greatest} | {setting} | {coin} | {} |",
            draws.benchmark,
            figures(draws.uniform)
        );
    }
    text
}

fn figures(drawn: Drawn) -> String {
    format!("{} | {:.3}", drawn.found, drawn.seconds)
}

/// The largest size that every engine has done.
fn common_size(curves: &[Curve], benchmark: &str) -> u32 {
    let of_benchmark = curves.iter().filter(|curve| curve.benchmark == benchmark);
    of_benchmark.filter_map(|curve| curve.points.last().map(|point| point.size)).min().unwrap_or(0)
}

fn row(point: &Point) -> String {
    let peak = point.peak.map_or_else(|| "–".to_owned(), bytes);
    let (valid, candidates) = (grouped(&point.valid), grouped(&point.candidates.to_string()));
    format!(
        "{} | {valid} | {candidates} | {:.4} | {} | {peak}",
        point.size,
        point.seconds,
        bytes(point.bytes)
    )
}

/// A number with commas; a very large one by its first digits.
fn grouped(digits: &str) -> String {
    if digits.len() > 15 {
        return format!("{}.{}e{}", &digits[..1], &digits[1..3], digits.len() - 1);
    }
    dpgen_forest::grouped(digits)
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// What is known of the machine.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(':').nth(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "Machine: {cores} cores, {}; each build on one thread.\n",
        model.unwrap_or("unknown processor").trim()
    )
}

/// Rewrites the page between its markers, and the plots.
pub fn write(text: &str, plots: &[(String, String)]) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    std::fs::create_dir_all(docs.join("plots")).unwrap();
    let page = docs.join("evaluation.md");
    let old = std::fs::read_to_string(&page).unwrap_or_else(|_| format!("# Evaluation\n\n{BEGIN}\n{END}\n"));
    let (before, rest) = old.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    std::fs::write(page, format!("{before}{BEGIN}\n{text}{END}{after}")).unwrap();
    for (name, plot) in plots {
        std::fs::write(docs.join("plots").join(name), plot).unwrap();
    }
}
