//! Functions of the spec `c-function`: counted by `tests/oracles/c_function.py`, compiled without a warning, and run under the
//! sanitizers for addresses and undefined behaviour.

use super::*;
use crate::contexts::{ALGORITHMS, counts, oracle};
use std::fmt::Write as _;
use std::process::Command as Program;

/// How each program begins.
const FIRST_LINE: &str = "#include <stdio.h>";
const WARNINGS: [&str; 4] = ["-std=c99", "-Wall", "-Wextra", "-Werror"];
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

#[test]
fn counts_of_c_functions_are_those_of_a_program_that_makes_all() {
    let few = "--param variables=2 --param literals=1 --param divisors=1 --param operators=1 --param comparisons=1 \
               --param assignments=1";
    for (oracle_args, spec) in [
        ("c_function.py 3 2 4 1 6 2 4 3", "c-function --max-size 3".to_owned()),
        ("c_function.py 2 1 1 1 1 1 1 4", format!("c-function --max-size 4 {few} --param loops=1")),
        ("c_function.py 2 0 1 1 1 1 1 4", format!("c-function --max-size 4 {few} --param loops=0")),
    ] {
        let Some(expected) = oracle(oracle_args) else { return };
        for algorithm in ALGORITHMS {
            assert_eq!(counts(&format!("{spec} --algorithm {algorithm}")), expected, "{spec}, {algorithm}");
        }
    }
}

/// Compiles these programs as one translation unit, and runs it: `f` and `main` of each have names of their own. Nothing if there
/// is no gcc; else what the functions print.
pub(super) fn compile_and_run(folder: &Path, programs: &[String], flags: &[&str]) -> Option<String> {
    let mut unit = String::new();
    let mut calls = String::new();
    for (number, text) in programs.iter().enumerate() {
        writeln!(unit, "#define f f{number}\n#define main main{number}\n{text}\n#undef f\n#undef main")
            .expect("a string takes all");
        writeln!(calls, "    main{number}();").expect("a string takes all");
    }
    let (source, program) = (folder.join("all.c"), folder.join("all"));
    let whole = format!("{FIRST_LINE}\n{unit}int main(void)\n{{\n{calls}    return 0;\n}}\n");
    fs::write(&source, whole).expect("it can be written");
    let mut gcc = Program::new("gcc");
    let Ok(output) = gcc.args(WARNINGS).args(flags).arg("-o").arg(&program).arg(&source).output() else {
        skipped("there is no gcc to compile with");
        return None;
    };
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = Program::new(&program).output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    Some(text(&output.stdout))
}

/// The programs that a command writes.
pub(super) fn programs(args: &str) -> Vec<String> {
    let written = run(&format!("{args} --format template"), 0).0;
    written.split(FIRST_LINE).skip(1).map(|rest| format!("{FIRST_LINE}{rest}")).collect()
}

/// Compiles and runs functions with two levels of optimization, and with sanitizers, which must print the same: 16 lines each.
fn all_compile_and_agree(args: &str, number: usize) {
    let folder = folder();
    let programs = programs(args);
    assert_eq!(programs.len(), number);
    let Some(plain) = compile_and_run(folder.path(), &programs, &["-O0"]) else { return };
    assert_eq!(plain.lines().count(), 16 * number);
    for flags in [&["-O2"][..], &SANITIZERS] {
        let found = compile_and_run(folder.path(), &programs, flags).expect("there was a gcc before");
        assert!(found == plain, "{args}: {flags:?} differ from -O0");
    }
}

#[test]
fn small_c_functions_compile_without_warnings_and_have_no_undefined_behaviour() {
    // As many as the spec states for the sizes from 0 to 3.
    all_compile_and_agree("enumerate c-function --max-size 3", 1 + 32 + 372);
}

#[test]
fn large_c_functions_compile_without_warnings_and_have_no_undefined_behaviour() {
    all_compile_and_agree("sample c-function --size 30 --count 200 --seed 7", 200);
    all_compile_and_agree(
        "sample c-function --preset wide --size 30 --odds statements --count 200 --seed 7",
        200,
    );
}
