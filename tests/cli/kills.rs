//! Runs that are killed at random moments and started again: no file is lost, doubled or torn.
//!
//! The seed is fixed. `DPGEN_LONG=1` kills a thousand runs with a fresh seed, which is printed.

use super::*;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, SystemTime};

/// Some 2,000 files, twice as many as the manifest claims at a time.
const COMMAND: &str = "enumerate binary-tree --max-size 8 --format ron --out";

/// Whether a run ended before it was killed.
fn survives(out: &Path, delay: Duration) -> bool {
    let mut command = Process::new(env!("CARGO_BIN_EXE_dpgen"));
    command.args(COMMAND.split(' ')).arg(out).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    std::thread::sleep(delay);
    child.kill().expect("it can be killed");
    let ended = child.wait_with_output().expect("it ends");
    let code = ended.status.code();
    assert!(matches!(code, None | Some(0)), "{code:?}: {}", text(&ended.stderr));
    code == Some(0)
}

/// Every file is whole, and the manifest claims no more than is there.
fn holds(out: &Path, whole: &BTreeSet<(String, String)>) {
    if !out.exists() {
        return;
    }
    let found: BTreeSet<_> =
        files(out).into_iter().filter(|(name, _)| !name.ends_with(".unfinished")).collect();
    let odd: Vec<_> = found.difference(whole).collect();
    assert!(odd.is_empty(), "torn or unknown: {odd:?}");
    let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    if out.join("manifest.json").exists() {
        let number = |entry: &serde_json::Value| entry.as_str().and_then(|text| text.parse::<usize>().ok());
        let sizes = manifest(out)["sizes"].as_array().cloned().unwrap_or_default();
        for size in sizes {
            let claimed = number(&size["next"]).expect("it is a number");
            for rank in 0..claimed {
                let name = format!("binary-tree-s{}-r{rank}.ron", size["size"]);
                assert!(names.contains(name.as_str()), "{name} is claimed and not there");
            }
        }
    }
}

/// A process that was killed may be waiting for the disk, and holds its lock until it is gone.
#[test]
fn a_run_right_after_a_kill_finds_no_other_dpgen() {
    let folder = folder();
    let judge = "sleep 0.01; grep -q a {file}";
    let hunt = ["hunt", "json", "--max-size", "3", "--guide", "uniform", "--judge", judge, "--out"];
    let enumerate = ["enumerate", "binary-tree", "--max-size", "11", "--format", "ron", "--out"];
    let commands: [&[&str]; 2] = [&hunt, &enumerate];
    let commands = if cfg!(feature = "diff") { &commands[..] } else { &commands[1..] };
    for (number, command) in commands.iter().enumerate() {
        let out = folder.path().join(number.to_string());
        let start = || {
            let mut process = Process::new(env!("CARGO_BIN_EXE_dpgen"));
            process.args(*command).arg(&out).stdout(Stdio::null()).stderr(Stdio::piped());
            process.spawn().expect("it starts")
        };
        let mut child = start();
        for round in 0..10 {
            std::thread::sleep(Duration::from_millis(100 + 20 * round));
            child.kill().expect("it can be killed");
            // Started before the other one is gone.
            let next = start();
            let ended = child.wait_with_output().expect("it ends");
            assert!(!text(&ended.stderr).contains("another dpgen"), "round {round}: {}", text(&ended.stderr));
            child = next;
        }
        std::thread::sleep(Duration::from_millis(200));
        child.kill().expect("it can be killed");
        let ended = child.wait_with_output().expect("it ends");
        assert!(!text(&ended.stderr).contains("another dpgen"), "{}", text(&ended.stderr));
    }
}

#[test]
fn killed_runs_lose_double_and_tear_nothing() {
    let long = std::env::var_os("DPGEN_LONG").is_some();
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (kills, seed) = if long { (1_000, now()) } else { (20, 7) };
    println!("{kills} kills with seed {seed}");
    let folder = folder();
    let reference = folder.path().join("whole");
    run(&format!("{COMMAND} {}", reference.display()), 0);
    let whole = files(&reference);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut killed, mut round) = (0, 0);
    while killed < kills {
        let out = folder.path().join(format!("round-{round}"));
        round += 1;
        // Delays grow within a round, so that it comes to its end.
        let mut longest = 20;
        while !survives(&out, Duration::from_millis(random.next_u64() % longest)) {
            killed += 1;
            longest += 20;
            holds(&out, &whole);
        }
        run(&format!("{COMMAND} {}", out.display()), 0);
        assert_eq!(files(&out), whole, "after {killed} kills, seed {seed}");
        assert_eq!(manifest(&out), manifest(&reference));
        fs::remove_dir_all(&out).expect("it can be removed");
    }
}
