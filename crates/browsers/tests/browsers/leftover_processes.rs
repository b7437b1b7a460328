//! No process is left behind: not when a session is dropped, and not when its process is killed or terminated.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use dpgen_browsers::Kind;

use crate::pages::filled;
use crate::processes::{MAX_LEFT_TIME, Process, all, wait_until_ok};
use crate::support::{ready, session, unharmed};

/// Names the kind for which [`child`] starts a browser.
const KIND: &str = "DPGEN_TEST_KIND";

/// Not a test of its own: the process that the others kill.
#[test]
fn child() {
    let Ok(name) = std::env::var(KIND) else { return };
    let engine = name.parse().expect("a kind");
    let mut session = session(&engine);
    session.render_tiles(&[filled(0, [1, 2, 3])]).pop().expect("a result").expect("an image");
    session.render_alone(&filled(0, [1, 2, 3])).expect("an image");
    println!("\nREADY");
    thread::sleep(Duration::from_secs(600));
}

/// The living processes whose home is below a folder, and those of their groups.
fn below(folder: &Path) -> Vec<Process> {
    let mark = format!("DPGEN_GUARD={}", folder.display());
    let all = all();
    let marked = |process: &&Process| {
        let environment = fs::read(format!("/proc/{}/environ", process.pid)).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    };
    let groups: BTreeSet<u32> = all.iter().filter(marked).map(|process| process.group).collect();
    all.into_iter().filter(|process| groups.contains(&process.group) && !process.ended).collect()
}

/// The sockets of X servers whose folders are in a folder.
fn sockets(folder: &Path) -> Vec<PathBuf> {
    let homes = fs::read_dir(folder).expect("is there").flatten();
    homes.filter_map(|home| Some(fs::read_to_string(home.path().join("sockets")).ok()?.into())).collect()
}

/// Whether a socket is on the disk and nobody listens to it.
fn is_stale(socket: &Path) -> bool {
    let open = fs::read_to_string("/proc/net/unix").expect("Linux");
    let is_open = open.lines().any(|line| line.ends_with(&format!(" {}", socket.display())));
    socket.exists() && !is_open
}

fn wait_until_gone(folder: &Path, known: &[Process], sockets: &[PathBuf]) {
    wait_until_ok(MAX_LEFT_TIME, || {
        let known_left: Vec<Process> = all()
            .into_iter()
            .filter(|one| !one.ended && known.iter().any(|other| other.pid == one.pid))
            .collect();
        let left = below(folder);
        let files: Vec<_> =
            fs::read_dir(folder).expect("is there").flatten().map(|entry| entry.path()).collect();
        let stale: Vec<_> = sockets.iter().filter(|socket| is_stale(socket)).collect();
        if left.is_empty() && known_left.is_empty() && files.is_empty() && stale.is_empty() {
            return Ok(());
        }
        Err(format!("left: {left:?} {known_left:?} {files:?} {stale:?}"))
    });
}

fn dies_of(signal: &str) {
    let _guard = unharmed();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], signal) {
        let folder = tempfile::tempdir().expect("a folder");
        // What runs in the background of a shell ignores interrupts, and so would what it starts.
        let mut child = Command::new("env")
            .arg("--default-signal=INT")
            .arg(std::env::current_exe().expect("this test"))
            .args(["--exact", "leftover_processes::child", "--nocapture"])
            .env(KIND, engine.to_string())
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
        assert!(
            lines.any(|line| line.is_ok_and(|line| line == "READY")),
            "{engine}: the child does not render"
        );
        let processes = below(folder.path());
        assert!(processes.len() > 2, "{engine}: {processes:?}");
        let sockets = sockets(folder.path());
        assert!(sockets.len() == 1 && sockets[0].exists(), "{engine}: {sockets:?}");
        let status =
            Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
        assert!(status.success());
        assert!(!child.wait().expect("ends").success());
        wait_until_gone(folder.path(), &processes, &sockets);
    }
}

#[test]
fn a_killed_parent_leaves_nothing() {
    dies_of("-KILL");
}

#[test]
fn a_terminated_parent_leaves_nothing() {
    dies_of("-TERM");
}

#[test]
fn an_interrupted_parent_leaves_nothing() {
    dies_of("-INT");
}
