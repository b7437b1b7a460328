//! Many structures in one run of a command, and only those that all commands accept.

use super::*;
use std::time::Duration;

/// What a report has of findings, without what depends on when it was made.
fn machine_files(report: &Path) -> [String; 2] {
    ["findings.jsonl", "groups.txt"].map(|name| fs::read_to_string(report.join(name)).unwrap())
}

/// Whether programs are installed; says which test is skipped if not.
fn has(programs: &[&str], what: &str) -> bool {
    let is_there = |program: &&&str| {
        let found = Process::new("sh").args(["-c", "command -v \"$0\"", program]).output().unwrap();
        found.status.success()
    };
    match programs.iter().find(|program| !is_there(program)) {
        Some(missing) => {
            skipped(&format!("{what}: {missing} is not installed"));
            false
        }
        None => true,
    }
}

/// Compares with and without batches: the same groups, statement and report, also from a run that was stopped and goes on with
/// batches of another length.
fn is_same_in_batches(args: &[&str], layout: &[&str]) -> (String, String) {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let run = |name: &str, more: &[&[&str]]| {
        let report = path(name);
        let more = more.concat();
        let (out, said) = compared(&[args, &["--report", report.to_str().unwrap()], &more[..]].concat(), 5);
        let said = said.split("\nreport: ").next().unwrap().trim_end().to_owned();
        (out, said, machine_files(&report))
    };
    let wanted = run("alone", &[]);
    for threads in ["1", "2"] {
        for len in ["1", "2", "7", "50000"] {
            let name = format!("{len} at once by {threads}");
            assert_eq!(run(&name, &[layout, &["--batch", len, "--threads", threads]]), wanted, "{name}");
        }
    }
    let stopped = path("stopped");
    let limited = ["--batch", "7", "--limit", "30", "--report", stopped.to_str().unwrap()];
    assert!(diff(&[args, layout, &limited].concat()).output().unwrap().status.code().is_some());
    assert_eq!(run("stopped", &[layout, &["--batch", "16"]]), wanted);
    (wanted.0, wanted.1)
}

#[test]
fn batches_of_sqlite_find_the_same() {
    if !has(&["sqlite3"], "SQL in batches") {
        return;
    }
    // Every expression as a query; a remainder by 7 is a sum.
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/differential/expressions.ron");
    let args = [
        spec,
        "--max-size",
        "2",
        "--template",
        "SELECT {{ text }};",
        "--commands",
        "sqlite3 -bail",
        "sed 's/% 7/+ 7/' | sqlite3 -bail",
    ];
    let (out, said) = is_same_in_batches(&args, &["--batch-separator", ".print {mark}"]);
    assert!(out.contains('%') && said.contains(" differ"), "{said}{out}");
}

#[test]
fn batches_of_python_find_the_same() {
    if !has(&["python3"], "Python in batches") {
        return;
    }
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/differential/expressions.ron");
    let args = [
        spec,
        "--max-size",
        "2",
        "--limit",
        "60",
        "--template",
        "print({{ text }})",
        "--commands",
        "python3 {file}",
        "sed 's/%/+/' {file} | python3 -",
    ];
    let folder = folder();
    let report = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (alone, together) = (report("alone"), report("together"));
    // A division by zero ends the program, and its batch.
    let wanted = compared(&[&args[..], &["--report", &alone]].concat(), 5);
    let layout = ["--batch", "20", "--batch-separator", "print('{mark}')", "--report", &together];
    let found = compared(&[&args[..], &layout].concat(), 5);
    assert_eq!(found.0, wanted.0);
    assert_eq!(machine_files(Path::new(&together)), machine_files(Path::new(&alone)));
}

/// Each structure is a function of one file, which is compiled once; what the compiler refuses is found.
#[test]
fn batches_of_a_compiler_find_the_same() {
    if !has(&["cc"], "C in batches") {
        return;
    }
    let spec = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/differential/expressions.ron");
    let folder = folder();
    let template = folder.path().join("functions.c");
    let text = "#include <stdio.h>\n{% for case in cases %}static int f{{ case.number }}(void) { return {{ case.text }}; }\n\
                {% endfor %}int main(void) {\n{% for case in cases %}  puts(\"{{ case.mark }}\"); printf(\"%d\\n\", \
                f{{ case.number }}()); fflush(stdout);\n{% endfor %}  puts(\"{{ end }}\"); return 0;\n}\n";
    fs::write(&template, text).unwrap();
    let compile = "cc -Werror=div-by-zero -x c {file} -o {folder}/a && {folder}/a";
    let odd = "sed 's/% 7/% 2/' {file} > {folder}/b.c && cc -Werror=div-by-zero {folder}/b.c -o {folder}/a && {folder}/a";
    let args = ["--max-size", "2", "--limit", "90", "--where-accepted", "--commands", compile, odd];
    let layout = ["--batch-template", template.to_str().unwrap()];
    let run = |len: &str| {
        let report = folder.path().join(len);
        let more = ["--batch", len, "--report", report.to_str().unwrap()];
        let (out, said) = compared(&[&[spec][..], &args, &layout, &more].concat(), 5);
        (out, said.split("\nreport: ").next().unwrap().to_owned(), machine_files(&report))
    };
    let wanted = run("1");
    assert_eq!(run("16"), wanted);
    // A division by zero is refused by both.
    assert!(wanted.1.contains("\n4 were refused, and not compared\n"), "{}", wanted.1);
    assert_eq!(wanted.1.matches(" refused 4, the smallest ").count(), 2, "{}", wanted.1);
}

#[test]
fn only_accepted_structures_are_compared() {
    let refuses = |word: &str, code: i32| {
        format!(
            "read -r x; case \"$x\" in *{word}*) exit {code};; esac; printf '%s\\n' \"$x\" | sed s/false/no/"
        )
    };
    let (first, second) = (refuses("true", 3), "cat".to_owned());
    let folder = folder();
    let report = folder.path().join("report");
    let report_flag = ["--report", report.to_str().unwrap()];
    let args = ["json", "--max-size", "2", "--commands", &first, &second];
    // Without the flag a refusal is a difference.
    let (_, said) = compared(&args, 5);
    assert_eq!(said, "all 66 structures of sizes 0 to 2: 12 differ, 2 of them minimal, in 2 groups\n");
    for more in [&[][..], &["--batch", "8", "--batch-separator", "{mark}"]] {
        let (out, said) = compared(&[&args[..], &["--where-accepted"], more].concat(), 5);
        assert!(out.contains(": False (6 findings, 1 minimal)") && !out.contains("True"), "{out}");
        assert!(said.starts_with("all 66 structures of sizes 0 to 2: 6 differ, 1 of them minimal"), "{said}");
        assert!(said.contains("\n6 were refused, and not compared\n"), "{said}");
        assert!(said.contains(" refused 6, the smallest json-0cec16:1:1\ttrue\n"), "{said}");
    }
    // What was refused is kept over a stop, and merged.
    let stopped = [&args[..], &["--where-accepted", "--limit", "20"], &report_flag].concat();
    compared(&stopped, 5);
    let (_, said) = compared(&[&args[..], &["--where-accepted"], &report_flag].concat(), 5);
    assert!(said.contains("\n6 were refused, and not compared\n"), "{said}");
    let lines = fs::read_to_string(report.join("refused.jsonl")).unwrap();
    let line: serde_json::Value = serde_json::from_str(lines.trim_end()).unwrap();
    assert_eq!(
        line,
        serde_json::json!({
            "subject": first, "refused": 6, "key": "json-0cec16:1:1", "size": 1, "rank": "1", "text": "true"
        })
    );
    let merged = folder.path().join("merged");
    let merge = ["--merge", report.to_str().unwrap(), "--report", merged.to_str().unwrap()];
    let (_, said) = compared(&merge, 5);
    assert!(said.contains("\n6 were refused, and not compared\n"), "{said}");
    assert_eq!(fs::read_to_string(merged.join("refused.jsonl")).unwrap(), lines);
    // A crash is no refusal, also next to one.
    let crashes = "read -r x; case \"$x\" in *true*) kill -9 $$;; esac; printf '%s\\n' \"$x\"";
    let (out, said) =
        compared(&["json", "--max-size", "1", "--where-accepted", "--commands", &first, crashes], 5);
    assert!(out.contains(" crashes: True") && said.contains("\nnone was refused"), "{out}{said}");
    // All refuse all.
    let (_, said) =
        compared(&["json", "--max-size", "1", "--where-accepted", "--commands", "exit 1;", "exit 2;"], 0);
    assert!(said.starts_with("all 11 structures of sizes 0 to 1: no differences\n11 were refused"), "{said}");
}

#[test]
fn batches_have_to_print_marks() {
    let args = ["json", "--max-size", "1", "--batch", "4", "--commands", "cat", "tee"];
    let (_, said) = compared(&args, 2);
    assert!(said.starts_with("error: --batch has to know how structures become one text: give "), "{said}");
    let (_, said) = compared(&[&args[..], &["--batch-separator", "---"]].concat(), 2);
    assert!(said.starts_with("error: --batch-separator: the separator \"---\" prints no mark: "), "{said}");
    let (_, said) = compared(&[&args[..], &["--batch-template", "/nowhere"]].concat(), 2);
    assert!(said.starts_with("error: --batch-template /nowhere: "), "{said}");
    compared(&[&args[..], &["--batch-separator", "{mark}", "--lines"]].concat(), 2);
    let (_, said) = compared(&["json", "--lines", "--commands", "cat", "cat {folder}/a"], 2);
    assert!(said.contains("no folder for each"), "{said}");
    // Marks that are left out of the output.
    let silent = ["json", "--max-size", "1", "--batch", "4", "--batch-separator", "#{mark}", "--commands"];
    let (_, said) = compared(&[&silent[..], &["grep -v '#' ;", "sed /#/d"]].concat(), 0);
    assert!(said.contains("\nno batch was answered, and all structures were asked alone: "), "{said}");
    let (_, said) = compared(&[&args[..], &["--batch-separator", "{mark}"]].concat(), 0);
    assert_eq!(said, "all 11 structures of sizes 0 to 1: no differences\n");
}

/// Batches that are killed at work: the run goes on, finds the same, and leaves neither processes nor folders.
#[test]
fn batches_that_are_killed_go_on() {
    let folder = folder();
    let (report, whole, temporary) =
        (folder.path().join("report"), folder.path().join("whole"), folder.path().join("tmp"));
    fs::create_dir(&temporary).unwrap();
    let slow = "cp {file} {folder}/a; while read -r x; do sleep 0.004; printf '%s\\n' \"$x\" | sed s/true/1/; done < {folder}/a";
    let run = |report: &Path, len: &str| {
        let mut command = Process::new(env!("CARGO_BIN_EXE_dpgen"));
        command.args(["diff", "json", "--max-size", "2", "--batch-separator", "{mark}", "--batch", len]);
        command.args(["--commands", "cat {file}", slow, "--report"]).arg(report).env("TMPDIR", &temporary);
        command
    };
    for (delay, len) in [(100, "5"), (200, "9"), (300, "5"), (400, "17")] {
        let null = || std::process::Stdio::null();
        let mut child = run(&report, len).stdout(null()).stderr(null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    for report in [&report, &whole] {
        let ended = run(report, "11").output().unwrap();
        assert_eq!(ended.status.code(), Some(5), "{}", text(&ended.stderr));
    }
    assert_eq!(machine_files(&report), machine_files(&whole));
    // The guards need a moment.
    let left = || fs::read_dir(&temporary).unwrap().count();
    for _ in 0..100 {
        if left() == 0 {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{} folders are left", left());
}
