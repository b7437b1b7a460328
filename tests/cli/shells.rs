//! Pipes, full disks, interrupts.

use super::*;
use std::io::{BufRead, BufReader, Read as _};
use std::process::{Child, Command as Process, Stdio};

const DPGEN: &str = env!("CARGO_BIN_EXE_dpgen");

#[test]
fn a_closed_pipe_ends_quietly() {
    let script =
        format!("{{ {DPGEN} enumerate binary-tree --max-size 11 --format json; echo $? >&2; }} | head -n 1");
    let out = Process::new("sh").args(["-c", &script]).output().expect("there is a shell");
    assert_eq!(text(&out.stdout), "{\"size\":0,\"rank\":0,\"value\":\"Nil\"}\n");
    assert_eq!(text(&out.stderr), "0\n");
}

#[test]
fn a_full_disk_is_said() {
    if !Path::new("/dev/full").exists() {
        skipped("there is no /dev/full here");
        return;
    }
    let script = format!("{DPGEN} enumerate --max-size 2 > /dev/full");
    let out = Process::new("sh").args(["-c", &script]).output().expect("there is a shell");
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).starts_with("error: the standard output can not be written"), "{out:?}");
}

/// Some 80 MB of text: far more than a pipe holds, so that who writes it waits for its reader.
const LONG_LISTS: [&str; 8] =
    ["enumerate", "sorted-list", "--size", "10", "--max-size", "12", "--format", "json"];

/// Starts dpgen, with pipes to read.
fn start(args: &[&str]) -> Child {
    let mut process = Process::new(DPGEN);
    process.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

fn first_line(pipe: &mut impl BufRead) -> String {
    let mut line = String::new();
    pipe.read_line(&mut line).expect("there is a line");
    line
}

fn interrupt(child: &Child) {
    signal(child, "INT");
}

fn signal(child: &Child, name: &str) {
    let killed = Process::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
}

#[test]
fn an_interrupt_while_writing_says_how_far_it_came() {
    // It waits for its reader while it is interrupted.
    let mut child = start(&LONG_LISTS);
    let mut out = BufReader::new(child.stdout.take().expect("it is a pipe"));
    first_line(&mut out);
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("it is text");
    let mut said = String::new();
    child.stderr.take().expect("it is a pipe").read_to_string(&mut said).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let written = 1 + rest.lines().count();
    assert!(rest.ends_with('\n'), "the last line is whole");
    let said: String = said.chars().filter(|letter| *letter != ',').collect();
    assert_eq!(said, format!("interrupted at rank {written} of 352716 of size 10\n"));
}

#[test]
fn an_interrupted_folder_is_finished_by_the_same_command() {
    let folder = folder();
    let args = |out: &Path| {
        let args = format!("enumerate binary-tree --max-size 7 --out {}", out.display());
        args.split(' ').map(str::to_owned).collect::<Vec<String>>()
    };
    let out = folder.path().join("parts");
    let mut child = Process::new(DPGEN).args(args(&out)).stderr(Stdio::piped()).spawn().expect("it starts");
    // The manifest is written before the first structure.
    while !out.join("manifest.json").exists() && child.try_wait().expect("it can be asked").is_none() {
        std::thread::yield_now();
    }
    interrupt(&child);
    let code = child.wait().expect("it ends").code();
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    let before = files(&out).len();
    assert_eq!(manifest(&out)["complete"], before == 626);
    Command::new(DPGEN).args(args(&out)).assert().code(0);
    let whole = folder.path().join("whole");
    Command::new(DPGEN).args(args(&whole)).assert().code(0);
    assert_eq!(files(&out), files(&whole));
}

#[test]
fn an_interrupt_while_building_ends_the_build() {
    // A search that would outlast us all.
    let mut child = start(&["count", "--algorithm", "top-down", "--max-size", "60", "--progress", "on"]);
    let mut said = BufReader::new(child.stderr.take().expect("it is a pipe"));
    let line = first_line(&mut said);
    assert!(line.starts_with("building size "), "{line}");
    interrupt(&child);
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(rest.lines().last().is_some_and(|last| last.starts_with("interrupted before size ")), "{rest}");
}

#[test]
fn a_termination_is_an_interrupt() {
    let template = "{% for i in range(90000) %}{% endfor %}{{ text }}";
    let mut child =
        start(&["enumerate", "sorted-list", "--size", "10", "--template", template, "--progress", "on"]);
    // The first line about the build comes once signals are heard.
    let mut said = BufReader::new(child.stderr.take().expect("it is a pipe"));
    let line = first_line(&mut said);
    assert!(line.starts_with("building size "), "{line}");
    signal(&child, "TERM");
    let begin = std::time::Instant::now();
    let mut out = String::new();
    child.stdout.take().expect("it is a pipe").read_to_string(&mut out).expect("it is text");
    let mut rest = String::new();
    said.read_to_string(&mut rest).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest}");
    assert!(begin.elapsed() < std::time::Duration::from_secs(5), "{:?}", begin.elapsed());
    assert!(rest.lines().last().is_some_and(|last| last.starts_with("interrupted ")), "{rest}");
}

#[test]
fn a_second_interrupt_ends_a_run_that_can_not_write() {
    // Nobody reads on after the first line, so that the first interrupt can not end it once the pipe is full. On a slow machine
    // it may come before that, and end the run between two lines: then the next run gets its first interrupt later.
    for delay in [0, 100, 1_000, 10_000].map(std::time::Duration::from_millis) {
        let mut child = start(&LONG_LISTS);
        let mut out = BufReader::new(child.stdout.take().expect("it is a pipe"));
        first_line(&mut out);
        std::thread::sleep(delay);
        let begin = std::time::Instant::now();
        while child.try_wait().expect("it can be asked").is_none() {
            assert!(begin.elapsed() < std::time::Duration::from_secs(20), "interrupts do not end it");
            interrupt(&child);
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        let mut said = String::new();
        child.stderr.take().expect("it is a pipe").read_to_string(&mut said).expect("it is text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
        if said.is_empty() {
            return;
        }
        assert!(said.starts_with("interrupted at rank "), "{said}");
    }
    panic!("each run ended by its first interrupt");
}

#[test]
fn a_folder_on_a_full_disk_is_finished_once_there_is_room() {
    let folder = folder();
    let (disk, plain) = (folder.path().join("disk"), folder.path().join("plain"));
    fs::create_dir(&disk).expect("it can be made");
    run(&format!("enumerate --max-size 4 --out {}", plain.display()), 0);
    // A disk of 64 KiB in a name space of its own, which gets room for all files, and is copied out of it.
    let script = format!(
        "cd {0} && mount -t tmpfs -o size=64k tmpfs disk && echo mounted && cd disk || exit 0
         {DPGEN} enumerate --max-size 4 --out out; echo $?
         mount -o remount,size=8m {0}/disk && {DPGEN} enumerate --max-size 4 --out out; echo $?
         cp -r out {0}/copy",
        folder.path().display()
    );
    let out = Process::new("unshare").args(["-rm", "sh", "-c", &script]).output();
    let Some(out) = out.ok().filter(|out| text(&out.stdout).starts_with("mounted")) else {
        skipped("no file system can be mounted here");
        return;
    };
    assert_eq!(text(&out.stdout), "mounted\n1\n0\n", "{out:?}");
    assert!(text(&out.stderr).contains("can not be written: No space left on device"), "{out:?}");
    assert_eq!(files(&folder.path().join("copy")), files(&plain));
}
