//! Reports: what they hold, and that a run goes on where it was stopped, killed, or out of space.

use super::*;
use std::time::Duration;

/// Some 20 findings among 1,188 structures.
const ARGS: [&str; 6] = ["json", "--max-size", "3", "--lines", "--commands", "cat"];
const ODD: &str = "sed -u s/true,/1,/";

fn args<'a>(report: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&ARGS[..], &[ODD, "--report", report], more].concat()
}

#[test]
fn a_report_has_pages_sources_and_lines() {
    let folder = folder();
    let report = folder.path().join("report");
    let (_, said) = compared(&args(report.to_str().unwrap(), &[]), 5);
    assert!(said.contains("report: ") && said.contains("index.html"), "{said}");
    let index = fs::read_to_string(report.join("index.html")).unwrap();
    assert!(index.contains("all 1,188 structures of sizes 0 to 3"), "{index}");
    // The only script is a file of the report.
    assert_eq!(index.matches("<script").count(), 1);
    assert!(index.contains("<script src=\"report.js\" defer></script>") && report.join("report.js").exists());
    let found = findings(&report);
    assert!(found.iter().any(|finding| finding["minimal"] == true));
    for finding in &found {
        let own = report.join(finding["folder"].as_str().unwrap());
        assert_eq!(
            fs::read_to_string(own.join("case.txt")).unwrap().trim_end(),
            finding["text"].as_str().unwrap()
        );
        assert!(fs::read_to_string(own.join("index.html")).unwrap().contains("style.css"));
    }
    // Every link of the first page leads somewhere.
    for link in index.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        let there = link
            .strip_prefix('#')
            .map_or_else(|| report.join(link).exists(), |id| index.contains(&format!("id=\"{id}\"")));
        assert!(there, "{link}");
    }
}

/// The command that a report names runs the finding again, and only that.
#[test]
fn a_finding_is_repeated_alone() {
    let folder = folder();
    let report = folder.path().join("report");
    compared(&args(report.to_str().unwrap(), &["--shard", "1/2"]), 5);
    let found = findings(&report);
    let smallest = &found[0];
    let text =
        fs::read_to_string(report.join(smallest["folder"].as_str().unwrap()).join("bug-report.txt")).unwrap();
    let command = text.lines().last().unwrap();
    let flags = command.strip_prefix("dpgen ").expect("it is a command of dpgen");
    let key = smallest["key"].as_str().unwrap();
    assert!(flags.ends_with(&format!(" --only {key}")) && !flags.contains("--shard"), "{command}");
    let script = format!("exec \"$0\" {flags}");
    let again = Process::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_dpgen")]).output().unwrap();
    assert_eq!(again.status.code(), Some(5));
    let (out, said) = (super::text(&again.stdout), super::text(&again.stderr));
    assert!(out.contains(&format!("  {key}\t{}\n", smallest["text"].as_str().unwrap())), "{out}");
    assert!(said.starts_with("all 1 structures of size ") && said.contains(": 1 differs"), "{said}");

    // Other flags, other keys.
    let (_, said) = compared(&["json", "--max-size", "4", "--only", key, "--commands", "cat", ODD], 2);
    assert!(said.starts_with(&format!("error: the key {key} is of other structures: ")), "{said}");
}

#[test]
fn known_groups_are_left_out() {
    let folder = folder();
    let report = folder.path().join("report");
    let report = report.to_str().unwrap();
    compared(&args(report, &[]), 5);
    let groups = format!("{report}/groups.txt");
    let (out, said) = compared(&args(report, &["--known", &groups]), 0);
    assert_eq!(out, "");
    assert!(said.contains(": no differences; left out as known: "), "{said}");
}

#[test]
fn a_limit_counts_all_runs_together() {
    let folder = folder();
    let report = folder.path().join("report");
    let whole = folder.path().join("whole");
    let (report, whole) = (report.to_str().unwrap(), whole.to_str().unwrap());
    let (_, said) = compared(&args(report, &["--limit", "300"]), 5);
    assert!(said.starts_with("stopped by --limit: 300 of the 1,188 structures of sizes 0 to 3: "), "{said}");
    let (_, said) = compared(&args(report, &["--limit", "5"]), 5);
    assert!(said.starts_with("stopped by --limit: 300 of the 1,188"), "{said}");
    let (first, _) = compared(&args(report, &[]), 5);
    let (second, _) = compared(&args(whole, &[]), 5);
    assert_eq!(first, second);
    assert_eq!(findings(Path::new(report)), findings(Path::new(whole)));
}

/// Slow enough to be killed at work.
const SLOW: &str = "while read -r x; do sleep 0.002; printf '%s\\n' \"$x\" | sed s/true/1/; done";

#[test]
fn runs_that_are_killed_go_on_and_leave_nothing_running() {
    let folder = folder();
    let report = folder.path().join("report");
    let whole = folder.path().join("whole");
    let spec = [
        "diff",
        "json",
        "--max-size",
        "2",
        "--threads",
        "1",
        "--lines",
        "--commands",
        "cat",
        SLOW,
        "--report",
    ];
    let run = |report: &Path| {
        let mut command = Process::new(env!("CARGO_BIN_EXE_dpgen"));
        command.args(spec).arg(report).arg("--limit").arg("66");
        command
    };
    for delay in [150, 250, 350, 450] {
        let mut child = run(&report)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    for report in [&report, &whole] {
        let ended = run(report).output().unwrap();
        assert_eq!(ended.status.code(), Some(5), "{}", text(&ended.stderr));
    }
    assert_eq!(findings(&report), findings(&whole));
    // The keeper needs a moment.
    let left = || {
        let found = Process::new("sh").args(["-c", "ps ax | grep '[s]leep 0.002; printf'"]).output().unwrap();
        text(&found.stdout)
    };
    for _ in 0..100 {
        if left().is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("left running: {}", left());
}

#[test]
fn a_disk_that_is_full_loses_no_finding() {
    let folder = folder();
    let report = folder.path().join("report");
    let whole = folder.path().join("whole");
    // Files may not grow beyond 16 blocks of 512 bytes: writing fails as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec \"$0\" diff json --max-size 3 --lines --commands cat '{ODD}' --report \"$1\""
    );
    let full =
        Process::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_dpgen")]).arg(&report).output().unwrap();
    assert_eq!(full.status.code(), Some(1), "{}", text(&full.stderr));
    assert!(text(&full.stderr).contains("can not be written"), "{}", text(&full.stderr));
    compared(&args(report.to_str().unwrap(), &[]), 5);
    compared(&args(whole.to_str().unwrap(), &[]), 5);
    assert_eq!(findings(&report), findings(&whole));
}

#[test]
fn reports_of_shards_become_one() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, all, whole) = (path("one"), path("two"), path("all"), path("whole"));
    let (expected, _) = compared(&args(&whole, &[]), 5);
    let (_, said) = compared(&args(&one, &["--shard", "1/2"]), 5);
    assert!(said.starts_with("all 593 structures of part 1/2 of sizes 0 to 3, 1,188 in all: "), "{said}");
    let (_, said) = compared(&["--merge", &one, "--report", &all], 5);
    assert!(said.starts_with("all 593 structures of part 1/2 of sizes 0 to 3, 1,188 in all: "), "{said}");
    compared(&args(&two, &["--shard", "2/2"]), 5);
    let (out, said) = compared(&["--merge", &two, &one, "--report", &all], 5);
    assert!(said.starts_with("all 1,188 structures of sizes 0 to 3: "), "{said}");
    assert_eq!(out, expected);
    let sorted = |report: &str| {
        let mut found: Vec<String> = findings(Path::new(report)).iter().map(ToString::to_string).collect();
        found.sort();
        found
    };
    assert_eq!(sorted(&all), sorted(&whole));

    let (_, said) = compared(&["--merge", &one, &one, "--report", &all], 2);
    assert!(said.contains("has cases that another report has, too"), "{said}");
    let other = path("other");
    compared(&["json", "--max-size", "2", "--commands", "cat", "tee", "--report", &other], 0);
    let (_, said) = compared(&["--merge", &one, &other, "--report", &all], 2);
    assert!(said.contains("is no part of the same run as"), "{said}");
    compared(&["--merge", &one], 2);
}
