//! One cause, one group: programs with known faults, compared with themselves without.
//!
//! `faults/terms.py` evaluates terms of `faults/terms.ron`, `faults/documents.py` reads and writes JSON; their arguments name faults.

use super::*;

const FAULTS_FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/diff/faults");

/// The number of findings that are drawn as a sample.
const SAMPLE_LEN: &str = "60";

/// The faults of a program, with the number of groups: among all structures up to a size, and in a sample of a larger size. None
/// where there is no finding.
struct FaultyProgram {
    spec: &'static str,
    program: &'static str,
    max_size: &'static str,
    sampled_size: &'static str,
    faults: &'static [(&'static str, usize, usize)],
}

const FAULTY_PROGRAMS: [FaultyProgram; 2] = [
    FaultyProgram {
        spec: "terms.ron",
        program: "terms.py",
        max_size: "4",
        sampled_size: "10",
        faults: &[
            ("literal", 1, 1),
            ("both-branches", 0, 1),
            ("double-negation", 1, 1),
            ("negative-zero", 1, 1),
            ("addition-of-negative", 1, 1),
            ("operands", 1, 1),
            ("factor-zero", 1, 1),
            ("sum-in-product", 0, 1),
            ("not-greater", 1, 1),
            ("truth-in-sum", 1, 1),
            ("literal operands", 2, 2),
        ],
    },
    FaultyProgram {
        spec: "json",
        program: "documents.py",
        max_size: "3",
        sampled_size: "8",
        faults: &[
            ("null", 1, 1),
            ("false-in-member", 1, 1),
            ("line-break", 1, 1),
            ("sign", 1, 1),
            ("exponent", 1, 1),
            ("empty-array", 1, 1),
            ("third-item", 0, 1),
            ("last-member", 1, 1),
            ("name", 1, 1),
            ("nested-object", 1, 1),
            ("sign empty-array", 2, 2),
        ],
    },
];

/// The number of groups of a comparison of a program with itself with faults.
fn groups(faulty: &FaultyProgram, structures: &[&str], faults: &str) -> usize {
    let without = format!("python3 {}", faulty.program);
    let with = format!("{without} {faults}");
    let args = [&[faulty.spec], structures, &["--lines", "--commands", &without, &with]].concat();
    let Output { stdout, stderr, .. } = diff(&args).current_dir(FAULTS_FOLDER).assert().get_output().clone();
    let said = text(&stderr);
    assert!(said.contains("differ") && !said.contains("crashes"), "{faults}: {said}");
    text(&stdout).lines().filter(|line| !line.starts_with(' ')).count()
}

#[test]
fn a_fault_is_one_group() {
    if Process::new("python3").arg("--version").output().is_err() {
        return skipped("there is no python3 to run programs with faults");
    }
    let mut wrong = Vec::new();
    for faulty in &FAULTY_PROGRAMS {
        for (faults, of_all, of_samples) in faulty.faults {
            let all = groups(faulty, &["--max-size", faulty.max_size], faults);
            let sample = ["--size", faulty.sampled_size, "--sample", SAMPLE_LEN, "--seed", "1"];
            let sampled = groups(faulty, &sample, faults);
            if (all, sampled) != (*of_all, *of_samples) {
                wrong.push(format!("{} {faults}: {all} and {sampled} groups", faulty.program));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
