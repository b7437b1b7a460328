//! The built-in spec `shell`: counts against a program that makes all trees, and scripts that shells refuse none of.

use super::*;
use crate::contexts::{ALGORITHMS, counts, oracle};
use std::process::Command as Program;

/// The shells of this machine, as commands that read a script without running it.
const SHELL_COMMANDS: [&str; 5] =
    ["dash -n", "bash --posix -n", "busybox ash -n", "yash -o posixly-correct -n", "ksh93 -o posix -n"];

#[test]
fn counts_are_those_of_a_program_that_makes_all() {
    for (size, params) in [
        (3, ""),
        (4, "control=0 names=1 texts=1 defaults=2 trims=1"),
        (4, "expansions=0 texts=1 names=1"),
        (2, "names=3 texts=4 singles=3 escapes=3 defaults=6 trims=4 separators=3"),
    ] {
        let Some(expected) = oracle(&format!("shell.py {size} {params}")) else { return };
        assert_eq!(expected.len(), size + 1);
        let flags: String = params.split_whitespace().map(|param| format!(" --param {param}")).collect();
        for algorithm in ALGORITHMS {
            let found = counts(&format!("shell --max-size {size} --algorithm {algorithm}{flags}"));
            assert_eq!(found, expected, "{params}, {algorithm}");
        }
    }
}

/// All scripts up to size 2, and large ones of each preset: each in a file of its own, as an open quote would hide what comes after it.
#[test]
fn shells_refuse_no_script() {
    let folder = folder();
    let commands = [
        "enumerate shell --max-size 2 --preset wide",
        "sample shell --size 20 --count 60 --seed 5 --preset wide",
        "sample shell --size 20 --count 60 --seed 5 --preset words",
        "sample shell --size 20 --count 60 --seed 5 --preset control",
    ];
    let mut number = 0;
    for command in commands {
        let written = run(&format!("{command} --format template"), 0).0;
        for script in written.split("set -f\n").skip(1) {
            fs::write(folder.path().join(format!("{number}.sh")), format!("set -f\n{script}")).unwrap();
            number += 1;
        }
    }
    // The sizes 0 to 2 as the spec states them.
    assert_eq!(number, (1 + 11 + 468) + 180);
    for shell in SHELL_COMMANDS {
        let name = shell.split(' ').next().unwrap_or_default();
        if Program::new(name).arg("-c").arg(":").output().is_err() {
            skipped(&format!("there is no {name} to read scripts"));
            continue;
        }
        let all = format!("for f in *.sh; do {shell} $f || echo $f; done");
        let output = Program::new("sh").current_dir(folder.path()).args(["-c", &all]).output().unwrap();
        // Standard error may have warnings.
        assert_eq!(text(&output.stdout), "", "{shell}: {}", text(&output.stderr));
    }
}
