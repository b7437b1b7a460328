//! The processes that this one has started, as the kernel tells them.

use std::fs;
use std::process::{self, Command};

use dpgen_browsers::Kind;

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
