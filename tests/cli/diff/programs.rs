//! How programs are asked, and what counts as a difference.

use super::*;

const BREAKS: &str = "read -r x; case \"$x\" in *true*) exit 3;; esac; printf '%s\\n' \"$x\"";

#[test]
fn programs_that_agree_are_said_to() {
    let (out, said) = compared(&["json", "--max-size", "2", "--commands", "cat", "cat {file}", "tee"], 0);
    assert_eq!((out.as_str(), said.as_str()), ("", "all 66 structures of sizes 0 to 2: no differences\n"));
}

#[test]
fn the_odd_one_out_is_named_with_the_smallest_structure() {
    let (out, said) = compared(&["json", "--max-size", "2", "--commands", "cat", BREAKS, "tee"], 5);
    assert_eq!(said, "all 66 structures of sizes 0 to 2: 6 differ, 1 of them minimal, in 1 group\n");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], format!("{BREAKS}: True (6 findings, 1 minimal)"));
    assert!(lines[1].ends_with("\ttrue"), "{}", lines[1]);
    assert_eq!(
        lines[2..],
        [
            "    cat: exit code 0, \"true\\n\"".to_owned(),
            format!("    {BREAKS}: exit code 3, \"\""),
            "    tee: exit code 0, \"true\\n\"".to_owned(),
        ]
    );
}

/// Two mistakes show in 342 structures and in three patterns, as some structures have both.
#[test]
fn each_cause_is_one_group() {
    let folder = folder();
    let report = folder.path().join("report");
    let run = |more: &[&str]| {
        let args = ["json", "--max-size", "3", "--lines", "--report", report.to_str().unwrap(), "--commands"];
        compared(&[&args[..], &["cat", "sed -u 's/true/1/'", "sed -u 's/null/nil/'"], more].concat(), 5)
    };
    let (out, said) = run(&[]);
    let groups: Vec<&str> = out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(groups.len(), 2, "{out}");
    assert!(groups[0].starts_with("sed -u 's/null/nil/': Null ("), "{out}");
    assert!(groups[1].starts_with("sed -u 's/true/1/': True ("), "{out}");
    assert!(said.contains(" 2 of them minimal, in 2 groups"), "{said}");
    assert_eq!(reduced(&report), ["\"null\"", "\"true\""]);
    let both = findings(&report);
    let both = both.iter().find(|finding| finding["text"] == "[true, null]").expect("it is a structure");
    assert_eq!(
        (&both["classes"], &both["minimal"]),
        (&serde_json::json!([0, 1, 2]), &serde_json::json!(false))
    );
}

#[test]
fn crashes_and_time_outs_are_findings() {
    let crashes = "read -r x; case \"$x\" in true) kill -9 $$;; esac; echo \"$x\"";
    let (out, _) = compared(&["json", "--max-size", "1", "--commands", "cat", crashes], 5);
    assert!(out.contains(" crashes: True (1 finding, 1 minimal)"), "{out}");
    assert!(out.contains("crashes: ended by signal 9"), "{out}");
    // What hangs leaves a child that holds its output, too.
    let hangs = "read -r x; case \"$x\" in true) sleep 987 & sleep 987;; esac; echo \"$x\"";
    let (out, _) = compared(&["json", "--max-size", "1", "--timeout", "1s", "--commands", "cat", hangs], 5);
    assert!(out.contains(" times out: True (1 finding, 1 minimal)"), "{out}");
    let left =
        Process::new("sh").args(["-c", "ps ax | grep '[s]leep 987'"]).output().expect("it can be asked");
    assert_eq!(text(&left.stdout), "");
}

#[test]
fn a_program_that_leaves_a_child_behind_is_not_waited_for() {
    let leaves = "sleep 988 & cat";
    compared(&["json", "--max-size", "1", "--timeout", "100s", "--commands", "cat", leaves], 0);
    let left =
        Process::new("sh").args(["-c", "ps ax | grep '[s]leep 988'"]).output().expect("it can be asked");
    assert_eq!(text(&left.stdout), "");
}

#[test]
fn a_flood_is_ended() {
    let floods = "read -r x; case \"$x\" in true) exec yes;; esac; echo \"$x\"";
    let (out, _) = compared(&["json", "--max-size", "1", "--commands", "cat", floods], 5);
    assert!(out.contains(" floods: True"), "{out}");
}

#[test]
fn what_is_compared_can_be_said() {
    let fails = "cat; exit 1";
    let differ = |compare: &str, one: &str, other: &str| {
        let args = ["json", "--size", "1", "--compare", compare, "--commands", one, other];
        diff(&args).output().expect("it runs").status.code() == Some(5)
    };
    let table = [
        // What is compared, and whether these differ: output only; code 0 and 1; codes 1 and 2; codes 1 and 2 and output.
        ("all", [true, true, true, true]),
        ("success", [true, true, false, false]),
        ("output", [true, false, false, true]),
        ("code", [false, true, true, true]),
        ("accepts", [false, true, false, false]),
    ];
    for (compare, wanted) in table {
        let found = [
            differ(compare, "cat", "echo x"),
            differ(compare, "cat", fails),
            differ(compare, fails, "cat; exit 2"),
            differ(compare, fails, "echo x; exit 2"),
        ];
        assert_eq!(found, wanted, "{compare}");
    }
}

#[test]
fn outputs_can_be_tidied_up() {
    let args = ["json", "--max-size", "2", "--commands", "tr -d ' '", "cat"];
    compared(&args, 5);
    let tidied = [&args[..], &["--normalize", "tr -d ' '"]].concat();
    compared(&tidied, 0);
    let lines = ["json", "--max-size", "2", "--lines", "--commands", "sed -u 's/ //g'", "cat", "--normalize"];
    compared(&[&lines[..], &["sed -u 's/ //g'"]].concat(), 0);
    let (_, said) = compared(&[&args[..], &["--normalize", "exit 7;"]].concat(), 1);
    assert!(said.starts_with("error: the command of --normalize ends with code 7"), "{said}");
}

#[test]
fn programs_that_stay_answer_lines() {
    let breaks = "while read -r x; do case \"$x\" in *true*) exit 3;; *false*) sleep 989;; esac; printf '%s\\n' \"$x\"; done";
    let args = ["json", "--max-size", "2", "--lines", "--timeout", "1s", "--commands", "cat", breaks, "tee"];
    let (out, said) = compared(&args, 5);
    assert!(said.contains(": 12 differ, 2 of them minimal, in 2 groups"), "{said}");
    assert!(out.contains(" crashes: True (6 findings, 1 minimal)"), "{out}");
    assert!(out.contains(" times out: False (6 findings, 1 minimal)"), "{out}");
    let (_, said) = compared(&["json", "--max-size", "2", "--lines", "--commands", "cat", "sed -u p"], 1);
    assert!(said.contains("answers a line with several"), "{said}");
}

#[test]
fn results_do_not_depend_on_threads() {
    let run = |threads: &str| {
        let args = [
            "json",
            "--max-size",
            "3",
            "--threads",
            threads,
            "--lines",
            "--commands",
            "cat",
            "sed -u s/true/1/",
        ];
        compared(&args, 5)
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn files_are_as_the_spec_has_them() {
    let same =
        "test \"$(head -c 9 {file})\" = '<!doctype' && case {file} in *.html) exit 0;; *) exit 1;; esac";
    compared(&["web-page", "--max-size", "2", "--commands", same, "cat >/dev/null"], 0);
}

#[test]
fn samples_are_made_smaller() {
    let breaks = "sed -u 's/\\[.*true.*\\]/x/'";
    let args =
        ["json", "--size", "7", "--sample", "40", "--seed", "3", "--lines", "--commands", "cat", breaks];
    let (out, said) = compared(&args, 5);
    assert!(said.starts_with("40 structures drawn uniformly from "), "{said}");
    assert!(said.contains(" structures of size 7, seed 3: "), "{said}");
    assert!(out.contains("\t[true]\n"), "{out}");
}

#[test]
fn what_happens_after_an_answer_belongs_to_its_case() {
    let (first, last) = ("null", "{}");
    // Which case is followed by what, in a process that answers all of them.
    for (case, then, verb) in [
        (first, "kill -9 $$", "crashes"),
        ("true", "kill -9 $$", "crashes"),
        ("true", "exit 3", "crashes"),
        ("true", "sleep 1000", "times out"),
        (last, "kill -9 $$", "crashes"),
    ] {
        let odd = format!("while read -r x; do printf '%s\\n' \"$x\"; [ \"$x\" != {case} ] || {then}; done");
        let args = [
            "json",
            "--size",
            "1",
            "--timeout",
            "2s",
            "--threads",
            "1",
            "--lines",
            "--commands",
            "cat",
            &odd,
        ];
        let (out, said) = compared(&args, 5);
        assert!(said.contains(": 1 differs"), "{case}, {then}: {said}{out}");
        assert!(out.contains(&format!("\t{case}\n")), "{case}, {then}: {out}");
        assert!(out.contains(&format!("{verb}: right after its answer, ")), "{case}, {then}: {out}");
    }
    // After each of them; and a program that takes no more than one.
    for odd in ["while read -r x; do printf '%s\\n' \"$x\"; kill -9 $$; done", "head -n 1"] {
        let (out, said) = compared(&["json", "--max-size", "1", "--lines", "--commands", "cat", odd], 5);
        assert!(said.starts_with("all 11 structures of sizes 0 to 1: 11 differ"), "{said}");
        assert!(out.contains("crashes: right after its answer, ended "), "{out}");
    }
    // What is of its own making is no finding: it ends after each third line, whatever that is.
    let worn = "n=0; while read -r x; do printf '%s\\n' \"$x\"; n=$((n + 1)); [ $n != 3 ] || exit 9; done";
    compared(&["json", "--max-size", "2", "--lines", "--commands", "cat", worn], 0);
}

#[test]
fn programs_that_keep_their_output_back_are_told_how_not_to() {
    let folder = folder();
    let script = folder.path().join("echo.py");
    fs::write(&script, "import sys\nfor line in sys.stdin:\n    print(line, end='')\n").unwrap();
    let python = format!("env -u PYTHONUNBUFFERED python3 {}", script.display());
    for (program, command, remedy) in [
        ("jq", "jq -c .", "use `jq --unbuffered`"),
        ("grep", "grep ''", "use `grep --line-buffered`"),
        ("sed", "sed s/a/b/", "use `sed -u`"),
        ("python3", &python, "use `python3 -u`"),
        ("mawk", "mawk {print}", "use `mawk -W interactive`"),
        ("tr", "tr a b", "use `stdbuf -oL`"),
        ("perl", "perl -pe 1", "use `$| = 1;`"),
    ] {
        let found = Process::new("sh").args(["-c", "command -v \"$0\"", program]).output().unwrap();
        if !found.status.success() {
            skipped(&format!("{program} is not installed"));
            continue;
        }
        let args = [
            "json",
            "--size",
            "2",
            "--timeout",
            "2s",
            "--threads",
            "1",
            "--lines",
            "--commands",
            "cat",
            command,
        ];
        let (_, said) = compared(&args, 1);
        let wanted = format!(
            "error: the command `{command}` answers only when its input ends, so it keeps its output back"
        );
        assert!(said.starts_with(&wanted) && said.contains(remedy), "{said}");
    }
    // With one case nobody can tell: it may be complete only at the end.
    let one =
        ["json", "--size", "1", "--rank", "0", "--timeout", "2s", "--lines", "--commands", "cat", "tr a b"];
    let (out, _) = compared(&one, 5);
    assert!(out.contains("no answer within 2 s; it answers when its input ends: use `stdbuf -oL`"), "{out}");
}

#[test]
fn programs_that_hang_or_are_slow_do_not_keep_their_output_back() {
    for odd in [
        // It waits for a closing bracket that never comes; at the end it gives up.
        "while read -r x; do while [ \"$x\" = null ] && read -r y; do :; done; printf '%s\\n' \"$x\"; done",
        // It is slow, and answers each line.
        "sleep 1; while read -r x; do sleep 1; printf '%s\\n' \"$x\"; done",
        "while read -r x; do sleep 1000; done",
    ] {
        let args = [
            "json",
            "--size",
            "1",
            "--limit",
            "2",
            "--timeout",
            "1500ms",
            "--threads",
            "1",
            "--lines",
            "--commands",
            "cat",
            odd,
        ];
        let (out, said) = compared(&args, 5);
        assert!(out.contains("times out"), "{odd}: {said}{out}");
    }
}
