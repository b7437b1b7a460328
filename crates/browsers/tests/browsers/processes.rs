//! The processes that this one has started, as the kernel tells them.

use std::fs;
use std::process::{self, Command};
use std::thread;
use std::time::{Duration, Instant};

use dpgen_browsers::Kind;

/// The longest time that processes, folders and sockets may be there after the end of their parent.
pub const MAX_LEFT_TIME: Duration = Duration::from_secs(5);
/// More time than a page takes to be on the screen of a busy machine.
const MAX_SHOW_TIME: Duration = Duration::from_secs(60);
/// The time between two looks.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The distance of the pixels of a screen that are looked at.
const PIXEL_STEP: usize = 97;

/// A process: its id, its parent's, its group's, its name, and whether it has ended.
#[derive(Debug, Clone)]
pub struct Process {
    pub pid: u32,
    pub parent: u32,
    pub group: u32,
    pub name: String,
    pub ended: bool,
}

/// All processes.
pub fn all() -> Vec<Process> {
    let entries = fs::read_dir("/proc").expect("Linux").flatten();
    entries.filter_map(|entry| read(entry.file_name().to_str()?.parse().ok()?)).collect()
}

fn read(pid: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (before, after) = stat.rsplit_once(')')?;
    let name = before.split_once('(')?.1.to_owned();
    let fields: Vec<&str> = after.split_whitespace().collect();
    Some(Process {
        pid,
        parent: fields.get(1)?.parse().ok()?,
        group: fields.get(2)?.parse().ok()?,
        name,
        ended: *fields.first()? == "Z",
    })
}

/// The processes that descend from this one.
pub fn descendants() -> Vec<Process> {
    let all = all();
    let mut found: Vec<Process> = Vec::new();
    let mut parents = vec![process::id()];
    while let Some(parent) = parents.pop() {
        for child in all.iter().filter(|child| child.parent == parent && !child.ended) {
            parents.push(child.pid);
            found.push(child.clone());
        }
    }
    found
}

/// The processes that descend from this one and belong to a kind of browser.
pub fn own(kind: Kind) -> Vec<Process> {
    let mut found = descendants();
    let names: &[&str] = match kind {
        Kind::Chromium => &["chromium", "chrome"],
        Kind::Firefox => &["firefox", "firefox-esr"],
        Kind::WebKit => &["MiniBrowser", "WebKitWebProces"],
        Kind::QtWebKit => &["wkhtmltoimage"],
    };
    found.retain(|process| names.contains(&process.name.as_str()));
    found
}

/// Of these, the browsers themselves: those that no other of them has started.
pub fn browsers_of(processes: &[Process]) -> Vec<u32> {
    let started = |process: &&Process| !processes.iter().any(|other| other.pid == process.parent);
    processes.iter().filter(started).map(|process| process.pid).collect()
}

pub fn kill(pids: &[u32]) {
    for pid in pids {
        // One that has ended meanwhile is no mistake.
        let _ = Command::new("kill").args(["-KILL", &pid.to_string()]).output();
    }
}

/// Looks again and again until it is as it should be, for a time; after that, it panics with what is wrong.
pub fn wait_until_ok(time: Duration, mut look: impl FnMut() -> Result<(), String>) {
    let begin = Instant::now();
    while let Err(wrong) = look() {
        assert!(begin.elapsed() < time, "{wrong}");
        thread::sleep(POLL_INTERVAL);
    }
}

/// Waits until no process descends from this one.
pub fn await_no_descendants() {
    wait_until_ok(MAX_LEFT_TIME, || {
        let left = descendants();
        if left.is_empty() { Ok(()) } else { Err(format!("left: {left:?}")) }
    });
}

/// Waits until the screen of a server that this process has started has a large area of a colour.
pub fn await_on_screen([red, green, blue]: [u8; 3]) {
    let server = descendants().into_iter().find(|process| process.name == "Xvfb").expect("there is a screen");
    // The server runs in the folder that has its file.
    let file = format!("/proc/{}/cwd/Xvfb_screen0", server.pid);
    wait_until_ok(MAX_SHOW_TIME, || {
        let bytes = fs::read(&file).expect("it is there");
        // A pixel has four bytes, and the length of the file's head is a multiple of four. Some pixels are enough.
        let mut pixels = bytes.chunks_exact(4).step_by(PIXEL_STEP);
        let is_shown = pixels.any(|pixel| pixel.starts_with(&[blue, green, red]));
        if is_shown { Ok(()) } else { Err("the colour is not shown".into()) }
    });
}
