//! Specs with contexts: counts against programs that make all structures (`tests/oracles/`), programs that Python reads and runs,
//! templates that read contexts, and what `dpgen check` says of them.

use super::*;
use std::process::Command as Program;

pub(super) const ORACLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/oracles");
pub(super) const ALGORITHMS: [&str; 4] = ["top-down", "dp", "lazy-dp", "quotient"];

/// The numbers that a program of `tests/oracles` prints; nothing if there is no Python.
pub(super) fn oracle(args: &str) -> Option<Vec<String>> {
    let output = Program::new("python3").current_dir(ORACLES).args(args.split_whitespace()).output();
    let Ok(output) = output else {
        skipped("there is no python3 to count with");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).split_whitespace().map(str::to_owned).collect())
}

/// The numbers of structures of each size from 0 on.
pub(super) fn counts(args: &str) -> Vec<String> {
    let Output { stdout, status, .. } = dpgen(&format!("count {args}")).output().expect("it runs");
    // 4: there is none of any size.
    assert!(matches!(status.code(), Some(0 | 4)), "{args}: {status}");
    let rows = text(&stdout);
    let rows = rows.lines().map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>());
    let rows = rows.filter(|row| row.first().is_some_and(|size| size.parse::<u32>().is_ok()));
    rows.filter_map(|row| Some(row.get(1)?.replace(',', ""))).collect()
}

#[test]
fn counts_are_those_of_programs_that_make_all() {
    for (oracle_args, spec) in [
        ("imperative.py 2 5", "imperative --max-size 5"),
        ("imperative.py 3 4", "imperative --max-size 4 --param variables=3"),
        ("lambda_typed.py 2 4 o>o>o", "lambda-typed --max-size 4"),
        ("lambda_typed.py 2 4 (o>o)>o", "lambda-typed --max-size 4 --param goal=3"),
        ("lambda_typed.py 1 5 o>o", "lambda-typed --max-size 5 --param types=2 --param goal=1"),
        ("lambda_typed.py 3 3 (o>o)>o>o", "lambda-typed --max-size 3 --param types=9 --param goal=6"),
        ("lambda_typed.py 3 3 o>(o>o)>o", "lambda-typed --max-size 3 --param types=9 --param goal=5"),
    ] {
        let Some(expected) = oracle(oracle_args) else { return };
        for algorithm in ALGORITHMS {
            assert_eq!(counts(&format!("{spec} --algorithm {algorithm}")), expected, "{spec}, {algorithm}");
        }
    }
}

/// Each file is read by Python's compiler, and each program ends without an error: names are defined where they are read.
#[test]
fn imperative_programs_run_as_python() {
    let folder = folder();
    let out = folder.path().join("programs");
    run(&format!("enumerate imperative --max-size 5 --format template --out {}", out.display()), 0);
    let script = "import py_compile, sys, pathlib\n\
                  files = sorted(pathlib.Path(sys.argv[1]).rglob('*.py'))\n\
                  for file in files:\n    \
                      py_compile.compile(str(file), cfile=sys.argv[2], doraise=True)\n    \
                      exec(compile(file.read_text(), str(file), 'exec'), {})\n\
                  print(len(files))";
    let compiled = folder.path().join("compiled");
    let output = Program::new("python3").arg("-c").arg(script).arg(&out).arg(&compiled).output();
    let Ok(output) = output else { return skipped("there is no python3 to run programs") };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // As many as the spec states for the sizes from 0 to 5.
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed.lines().last(), Some((1 + 1 + 4 + 11 + 62 + 252).to_string().as_str()));
}

/// A spec of chains whose end shows its context by this template.
fn chains(folder: &TempDir, template: &str) -> String {
    let path = folder.path().join("chains.ron");
    let text = format!(
        r#"(name: "chains", root: "Chain", types: {{"Chain": (
            context: {{"seen": List(OneOf(["red", "blue"])), "even": Bool, "depth": Int}},
            constructors: {{
                "End": (),
                "Link": (
                    fields: {{"hue": OneOf(["red", "blue"]), "rest": Type("Chain")}},
                    give: {{"rest": {{
                        "seen": "context.seen + [hue]", "even": "!context.even", "depth": "context.depth + 1",
                    }}}},
                ),
            }},
        )}}, root_context: {{"seen": "[]", "even": "true", "depth": 0}},
        render: {{"End": "{template}", "Link": "{{{{ context.depth }}}} {{{{ rest }}}}"}})"#
    );
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

#[test]
fn templates_read_contexts() {
    assert_eq!(lines("enumerate lambda --size 2"), ["λa. λb. b", "λa. λb. a", "λa. a a"]);
    let folder = folder();
    let path = chains(
        &folder,
        "{{ context.seen|join('+') }} {{ context.seen|length + context.depth }} {{ context.even }}",
    );
    assert_eq!(
        lines(&format!("enumerate {path} --size 2")),
        ["0 1 red+red 4 True", "0 1 red+blue 4 True", "0 1 blue+red 4 True", "0 1 blue+blue 4 True"]
    );
    let path = chains(&folder, "{{ context.sean }}");
    let wanted =
        contains("the context of type `Chain` has no value `sean`").and(contains("did you mean `seen`?"));
    dpgen(&format!("check {path}")).assert().code(2).stderr(wanted);
}

#[test]
fn check_shows_contexts() {
    let shown = run("check imperative --max-size 2", 0).0;
    for line in [
        "  context scope: a list of strings from 'int', 'bool', in_loop: a bool",
        "  Declare(ty: the first size(context.scope) < variables ? 2 : 0 of [int, bool], value: Expr), weight 1",
        "    value is given want = ty",
        "  Assign(name: from 0 to size(context.scope) - 1, value: Expr), weight 1",
        "  Var(name: an item of positions(context.scope, context.want)), weight 1",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
    assert!(run("check lambda --max-size 2", 0).0.contains("\ncontext of the whole: depth = 0\n"));
}

#[test]
fn explain_shows_how_many_contexts_there_are_and_what_gave_them() {
    let shown = run("count lambda --max-size 6 --explain", 0).0;
    let wanted = "contexts, each with a pool of structures:\n\
                  \x20            7  of Term, such as (depth = 0) (depth = 3) (depth = 6)\n\
                  \x20            6    first given by Lam.body\n";
    assert!(shown.contains(wanted), "{shown}");
    // The scope of what follows a declaration is made of a field to the left.
    for algorithm in ["quotient", "lazy-dp"] {
        let shown = run(&format!("count imperative --max-size 5 --explain --algorithm {algorithm}"), 0).0;
        assert!(shown.contains("first given by Cons.rest\n"), "{shown}");
        assert!(shown.contains("of Expr, such as (scope = [], want = "), "{shown}");
    }
}

/// Chains know all colours before them, so that there are as many contexts as chains.
#[test]
fn contexts_without_end_stop_at_the_memory_limit_and_are_shown() {
    let folder = folder();
    let path = chains(&folder, "-");
    let wanted = contains("contexts of `Chain`, such as (seen = [], even = true, depth = 0) (seen = [")
        .and(contains("before size"));
    dpgen(&format!("count {path} --max-size 60 --memory 200MB")).assert().code(3).stderr(wanted);
}

/// The second link of a chain is rejected where it stands; whether it would be accepted elsewhere is not looked for.
#[test]
fn check_looks_for_no_hints_where_answers_depend_on_contexts() {
    let folder = folder();
    let path = folder.path().join("chain.ron");
    let text = r#"(name: "chain", root: "Chain", types: {"Chain": (
        context: {"depth": Int},
        constructors: {
            "End": (),
            "Link": (fields: {"rest": Type("Chain")}, give: {"rest": {"depth": "context.depth + 1"}}),
        },
        attributes: {"place": {"End": "context.depth", "Link": "context.depth"}},
        rep_ok: {"Link": ["rest.place > context.depth", "context.depth != 1"]},
    )}, root_context: {"depth": 0})"#;
    fs::write(&path, text).expect("it can be written");
    let (out, notes) = run(&format!("check {} --max-size 4", path.display()), 0);
    assert!(out.contains("context of the whole: depth = 0"), "{out}");
    assert!(notes.contains("up to size 4"), "{notes}");
}

/// The language of `docs/languages.md`: with a list of types as the context, with two numbers, and with attributes alone.
#[test]
fn the_same_language_has_as_many_programs_whichever_way_it_is_said() {
    let document = include_str!("../../docs/languages.md");
    let typed =
        document.split("```ron\n").find(|block| block.starts_with("// typed.ron")).expect("it is there");
    let folder = folder();
    let path = folder.path().join("typed.ron");
    fs::write(&path, typed.split("```").next().unwrap_or_default()).expect("it can be written");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/languages");
    for variables in 1..=4 {
        let of = |spec: &str| counts(&format!("{spec} --max-size 14 --param variables={variables}"));
        let wanted = of(&path.display().to_string());
        assert_eq!(wanted.len(), 15);
        for spec in ["kinds", "upwards"] {
            assert_eq!(of(&format!("{examples}/{spec}.ron")), wanted, "{spec}, {variables}");
        }
    }
}
