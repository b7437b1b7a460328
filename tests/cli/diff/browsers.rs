//! Browsers, as far as they are installed; only when DPGEN_BROWSERS is set.

use super::*;
use std::time::Duration;

/// Pages with one class, of which the engines paint some differently.
const PAGES: [&str; 14] = [
    "web-page",
    "--max-size",
    "4",
    "--param",
    "classes=1",
    "--param",
    "backface=0",
    "--param",
    "perspective=0",
    "--param",
    "style=0",
    "--param",
    "transform=1",
    "--engines",
];

/// The engines that can be driven here; none when no browser is asked for.
fn ready() -> Option<String> {
    if std::env::var_os("DPGEN_BROWSERS").is_none() {
        skipped("DPGEN_BROWSERS is not set, so that no browser is started");
        return None;
    }
    let found = dpgen_browsers::installed();
    let ready: Vec<&str> =
        found.iter().filter(|found| found.is_ready()).map(|found| found.kind.name()).collect();
    let ready: Vec<&str> = ready.into_iter().filter(|name| *name != "qtwebkit").collect();
    if ready.len() < 3 {
        skipped(&format!("only {ready:?} can be driven; see `dpgen browsers`"));
        return None;
    }
    Some(ready.join(","))
}

/// The processes of browsers whose files are in a folder.
fn running(folder: &Path) -> usize {
    let marked = "grep -slF \"DPGEN_GUARD=$0\" /proc/[0-9]*/environ | wc -l";
    let found = Process::new("sh").args(["-c", marked]).arg(folder).output().unwrap();
    text(&found.stdout).trim().parse().unwrap()
}

#[test]
fn pages_that_engines_paint_differently_are_reported_with_images() {
    let Some(engines) = ready() else { return };
    let folder = folder();
    let report = folder.path().join("report");
    let args = [&PAGES[..], &[&engines, "--report", report.to_str().unwrap()]].concat();
    let said = text(&diff(&args).env("TMPDIR", folder.path()).assert().code(5).get_output().stderr);
    assert!(said.starts_with("all ") && said.contains(" structures of sizes 0 to 4: "), "{said}");
    let found = findings(&report);
    let wanted = ".c1{transform:rotateY(45deg);transform-origin:50% 50% 40px}";
    let webkit =
        found.iter().find(|finding| finding["odd"][0] == "webkit").expect("webkit places a child elsewhere");
    assert!(webkit["text"].as_str().unwrap().contains(wanted), "{webkit}");
    // The most severe kind first.
    let severity = |finding: &serde_json::Value| {
        let kind = finding["kind"].as_str().expect("a difference of images has a kind");
        ["content", "position"].iter().position(|name| *name == kind).expect("edges are left out")
    };
    assert!(found.is_sorted_by_key(severity), "{found:?}");
    for finding in &found {
        let own = report.join(finding["folder"].as_str().unwrap());
        for image in ["1-chromium.png", "2-firefox.png", "3-webkit.png", "difference.png"] {
            assert!(fs::read(own.join(image)).unwrap().starts_with(b"\x89PNG"), "{image}");
        }
        let page = fs::read_to_string(own.join("case.html")).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.contains(finding["text"].as_str().unwrap()));
    }
    let index = fs::read_to_string(report.join("index.html")).unwrap();
    assert!(index.contains("Fidelity: ") && index.contains("difference.png"), "{index}");
    assert_eq!(running(folder.path()), 0);

    // A run that is killed goes on, and finds the same.
    let again = folder.path().join("again");
    let args = [&PAGES[..], &[&engines, "--report", again.to_str().unwrap()]].concat();
    let mut killed = Process::new(env!("CARGO_BIN_EXE_dpgen"));
    let mut killed = killed
        .arg("diff")
        .args(&args)
        .env("TMPDIR", folder.path())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(8));
    killed.kill().unwrap();
    killed.wait().unwrap();
    for _ in 0..1200 {
        if running(folder.path()) == 0 {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(running(folder.path()), 0);
    compared(&args, 5);
    assert_eq!(findings(&again), found);
}

#[test]
fn installed_engines_are_listed() {
    let (out, _) = run("browsers", 0);
    let names: Vec<&str> = out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names, ["chromium", "firefox", "webkit", "qtwebkit"]);
}
