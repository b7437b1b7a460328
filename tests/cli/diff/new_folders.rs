//! Runs that fail before they have judged anything leave no folder for their report.

use super::*;

/// Arguments, the exit code, and a part of what is said.
type Failure<'r> = (&'r [&'r str], i32, &'r str);

const FAILURES: [Failure<'_>; 11] = [
    (&["jason", "--commands", "cat", "tac"], 2, "there is no built-in spec `jason`"),
    (&["json", "--commands", "cat", "cat"], 2, "is given twice"),
    (&["json", "--commands", "cat", "no-such-program"], 1, "can not be run"),
    (&["json", "--commands", "cat", "tac", "--group-by", "Valu"], 2, "is no type or field"),
    (&["json", "--commands", "cat", "tac", "--known", "/nowhere/groups.txt"], 2, "the known groups of"),
    (
        &["json", "--commands", "cat", "tr a-z A-Z", "--normalize", "exit 7;"],
        1,
        "the command of --normalize ends with code 7",
    ),
    (&["json", "--lines", "--commands", "cat", "sed -u p"], 1, "answers a line with several"),
    (
        &["avl-tree", "--size", "0", "--rank", "5..6", "--commands", "cat", "tac"],
        4,
        "satisfies the predicate",
    ),
    (&["json", "--engines", "chromium,firefox"], 2, "are no pages"),
    (
        &["web-page", "--max-size", "2", "--engines", "chromium@/nowhere,firefox@/nowhere"],
        2,
        "/nowhere is not installed",
    ),
    (&["web-page", "--max-size", "2", "--engines", "chromium,webkit@/nowhere"], 2, "is not installed"),
];

#[test]
fn failures_before_the_first_case_leave_no_folder() {
    for (args, code, wanted) in FAILURES {
        let folder = folder();
        for report in ["report", "reports/first"] {
            let path = folder.path().join(report);
            let (_, said) = compared(&[args, &["--report", path.to_str().unwrap()]].concat(), code);
            assert!(said.contains(wanted), "{args:?}: {said}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{args:?}: {report}");
        }
        // A folder that was there stays, with what is in it.
        let path = folder.path().join("there");
        fs::create_dir(&path).unwrap();
        compared(&[args, &["--report", path.to_str().unwrap()]].concat(), code);
        assert!(path.is_dir(), "{args:?}");
    }
}

/// A folder that can not be made is an error before anything else is tried.
#[test]
fn an_impossible_folder_is_an_error_at_once() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let report = file.join("report");
    let args = ["web-page", "--engines", "chromium@/nowhere,firefox@/nowhere", "--report"];
    let (_, said) = compared(&[&args[..], &[report.to_str().unwrap()]].concat(), 2);
    assert!(said.contains("can not be used") && said.contains("give another with --report"), "{said}");
    assert!(file.is_file());
}

/// A driver that ends at once, and one that is missing.
#[test]
fn drivers_that_do_not_work_leave_no_folder() {
    let folder = folder();
    let programs = folder.path().join("programs");
    fs::create_dir(&programs).unwrap();
    for (name, script) in [
        ("chromium", "exit 0"),
        ("chromedriver", "echo no driver >&2; exit 3"),
        ("firefox", "exit 0"),
        ("geckodriver", "exit 4"),
    ] {
        let path = programs.join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let at = |name: &str| format!("{name}@{}", programs.join(name).display());
    let engines = format!("{},{}", at("chromium"), at("firefox"));
    let report = folder.path().join("report");
    let args = ["web-page", "--max-size", "2", "--capture", "driver", "--engines", &engines];
    let (_, said) = compared(&[&args[..], &["--report", report.to_str().unwrap()]].concat(), 1);
    assert!(said.contains("does not start"), "{said}");
    assert!(!report.exists());

    fs::remove_file(programs.join("geckodriver")).unwrap();
    let engines = format!("{},{}", at("firefox"), at("chromium"));
    let args = [&args[..5], &["--engines", &engines, "--report", report.to_str().unwrap()]].concat();
    // So that no other driver is found.
    let missing =
        diff(&args).env("PATH", "/nowhere").env("HOME", "/nowhere").assert().code(2).get_output().clone();
    assert!(text(&missing.stderr).contains("geckodriver is not installed"), "{}", text(&missing.stderr));
    assert!(!report.exists());
}
