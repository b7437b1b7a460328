//! Browsers, as far as they are installed; only when DPGEN_BROWSERS is set.

use super::*;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

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
}

/// The longest time that browsers, drivers, screens and their folders may be there after a run was killed.
const MAX_LEFT_TIME: Duration = Duration::from_secs(5);

/// Runs that are killed, terminated and interrupted at random moments leave no process and no temporary file, go on, and report
/// what an undisturbed run reports. The seed is fixed.
#[test]
fn twenty_kills_leave_nothing_and_change_no_report() {
    let Some(engines) = ready() else { return };
    let folder = folder();
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    let run = |report: &Path| {
        let mut run = Process::new(env!("CARGO_BIN_EXE_dpgen"));
        run.arg("diff").args(PAGES).args([&*engines, "--report"]).arg(report).env("TMPDIR", &temporary);
        run.stdout(Stdio::null()).stderr(Stdio::piped());
        run
    };
    let whole = folder.path().join("whole");
    assert_eq!(run(&whole).output().unwrap().status.code(), Some(5));
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (mut kills, mut round) = (0, 0);
    while kills < 20 {
        let report = folder.path().join(format!("round-{round}"));
        round += 1;
        // Delays grow within a round, so that it comes to its end.
        let mut max_delay_ms = 6_000;
        loop {
            let mut child = run(&report).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.next_u64() % max_delay_ms));
            max_delay_ms += 2_000;
            if child.try_wait().unwrap().is_some() || kills == 20 {
                let ended = child.wait_with_output().unwrap();
                assert_eq!(ended.status.code(), Some(5), "{}", text(&ended.stderr));
                break;
            }
            let signal = ["-KILL", "-TERM", "-INT"][kills % 3];
            kills += 1;
            let begin = Instant::now();
            Process::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            let ended = child.wait_with_output().unwrap();
            let left = || (running(&temporary), fs::read_dir(&temporary).unwrap().count());
            while left() != (0, 0) {
                assert!(begin.elapsed() < MAX_LEFT_TIME, "kill {kills}, {signal}: {:?} are left", left());
                std::thread::sleep(Duration::from_millis(50));
            }
            assert!(begin.elapsed() < MAX_LEFT_TIME, "kill {kills}, {signal}: {:?}", begin.elapsed());
            let code = ended.status.code();
            assert!(code.is_none_or(|code| code != 1), "kill {kills}, {signal}: {}", text(&ended.stderr));
        }
        assert_eq!(findings(&report), findings(&whole), "round {round} after {kills} kills");
        assert_eq!(
            fs::read_to_string(report.join("groups.txt")).unwrap(),
            fs::read_to_string(whole.join("groups.txt")).unwrap()
        );
    }
    assert_eq!(running(&temporary), 0);
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
