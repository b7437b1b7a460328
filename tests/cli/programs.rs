//! `diff` and `hunt` end soon, with nothing left behind, whatever their programs do and however the run is ended.
//!
//! The table: how programs are asked × what they do × how the run ends. Each run has a limit on its address space.

use super::*;
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The variable that marks a run and all that comes of it.
const TAG: &str = "DPGEN_TEST_RUN";
/// What a run may take after it is to end, on a machine that is busy; programs may take a hundred seconds.
const BOUND: Duration = Duration::from_secs(20);
/// What dpgen may hold, in KiB: 256 MB more than `--memory`.
const MAX_HELD: u64 = (100 + 256) << 10;

/// How a run is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Time,
    Interrupt,
    Terminate,
    Kill,
}

const ENDS: [End; 4] = [End::Time, End::Interrupt, End::Terminate, End::Kill];

/// What programs do, as shell scripts for the ways to be asked: once, a line after the other, cases with their length. `$1`
/// stands for reading a case where a program stays, and `$2` for answering it.
const PROGRAMS: [(&str, &str, &str); 9] = [
    ("hangs", "sleep 1000", "while $1; do sleep 1000; done"),
    ("floods", "yes", "while $1; do yes | tr -d '\\n'; done"),
    ("floods its errors", "yes >&2", "while $1; do yes >&2; done"),
    ("crashes", "kill -9 $$", "while $1; do kill -9 $$; done"),
    ("crashes after its answer", "echo x; kill -9 $$", "while $1; do $2; kill -9 $$; done"),
    (
        "does not listen",
        "trap '' TERM INT; sleep 1000; sleep 1000",
        "trap '' TERM INT; while $1; do sleep 1000; sleep 1000; done",
    ),
    ("leaves a child", "sleep 1000 & exit 0", "sleep 1000 & while $1; do $2; done"),
    ("leaves a child that floods", "yes & exit 0", "while $1; do yes >&2 & sleep 1000; done"),
    (
        "leaves its session",
        "setsid sleep 1000 & sleep 1000",
        "while $1; do setsid sleep 1000 & sleep 1000; done",
    ),
];

/// A run that is going on.
struct Run {
    tag: String,
    child: Child,
}

impl Run {
    fn start(name: &str, args: &[&str], time: bool) -> Self {
        let tag = format!("{name} {}", std::process::id());
        let mut command = Process::new("sh");
        command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_dpgen")]);
        command.args(args).env(TAG, &tag);
        command.args(["--memory", "100MB"]);
        if time {
            command.args(["--time", "500ms"]);
        }
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        Self { tag, child }
    }

    /// The living processes of the run.
    fn processes(&self) -> Vec<u32> {
        let mark = format!("{TAG}={}\0", self.tag).into_bytes();
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let is_ours = |pid: &u32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.windows(mark.len()).any(|part| part == mark)
        };
        pids.filter(is_ours).collect()
    }

    /// The most that dpgen has held, in KiB.
    fn held(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak.and_then(|peak| peak.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(0)
    }

    /// Ends the run, and sees that nothing is left of it.
    fn end(mut self, what: &str, how: End) {
        // It is at work once there are a guard and a program, which may be gone soon.
        let begin = Instant::now();
        let mut held = 0;
        if how != End::Time {
            while self.processes().len() < 3 && begin.elapsed() < Duration::from_secs(3) {
                sleep(Duration::from_millis(10));
            }
            sleep(Duration::from_millis(100));
            let signal = match how {
                End::Interrupt => "-INT",
                End::Terminate => "-TERM",
                _ => "-KILL",
            };
            Process::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        }
        let begin = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            held = held.max(self.held());
            if begin.elapsed() > BOUND {
                self.child.kill().unwrap();
                panic!("{what}: it still runs");
            }
            sleep(Duration::from_millis(5));
        }
        assert!(held < MAX_HELD, "{what}: it held {held} KiB");
        while !self.processes().is_empty() {
            assert!(
                how == End::Kill && begin.elapsed() < BOUND,
                "{what}: {} are left",
                self.processes().len()
            );
            sleep(Duration::from_millis(10));
        }
        let output = self.child.wait_with_output().unwrap();
        let (said, code) = (text(&output.stderr), output.status.code());
        let (codes, wanted): (&[i32], _) = match how {
            End::Kill => return,
            // There may be findings.
            End::Time => (&[3, 5], "stopped by --time: "),
            _ => (&[130], "interrupted: "),
        };
        assert!(code.is_some_and(|code| codes.contains(&code)), "{what}: code {code:?}: {said}");
        assert!(said.contains(wanted), "{what}: {said}");
    }
}

/// Goes over the programs and the ends of one way to ask.
fn table(
    manner: &str,
    command: impl Fn(&str) -> Vec<String>,
    script: impl Fn(&(&str, &str, &str)) -> String,
) {
    for program in &PROGRAMS {
        let script = script(program);
        let args = command(&script);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        // Side by side, as most of them wait.
        let runs = ENDS.map(|end| {
            let name = format!("{manner}, {}, {end:?}", program.0);
            (Run::start(&name, &args, end == End::Time), name, end)
        });
        for (run, name, end) in runs {
            run.end(&name, end);
        }
    }
}

fn words(args: &[&str]) -> Vec<String> {
    args.iter().map(|word| (*word).to_owned()).collect()
}

const DIFF: [&str; 6] = ["diff", "json", "--max-size", "5", "--timeout", "100s"];

#[test]
fn a_process_a_case() {
    table(
        "once",
        |script| [words(&DIFF), words(&["--commands", "cat", script])].concat(),
        |(_, once, _)| (*once).to_owned(),
    );
}

#[test]
fn a_line_a_case() {
    table(
        "lines",
        |script| [words(&DIFF), words(&["--lines", "--commands", "cat", script])].concat(),
        |(_, _, stays)| stays.replace("$1", "read -r x").replace("$2", "printf '%s\\n' \"$x\""),
    );
}

#[test]
fn a_judge_a_case() {
    table(
        "judge",
        |script| words(&["hunt", "json", "--timeout", "100s", "--judge", script]),
        |(_, once, _)| (*once).to_owned(),
    );
}

#[test]
fn a_served_judge() {
    table(
        "serve",
        |script| words(&["hunt", "json", "--timeout", "100s", "--serve", script]),
        // One that never answers is no judge.
        |(_, _, stays)| {
            let script = format!("$1; $2; {stays}");
            script.replace("$1", "read n && text=$(head -c $n)").replace("$2", "echo valid")
        },
    );
}

#[test]
fn two_programs_that_fail_alike_differ_from_what_is_right() {
    let fails = [("kill -9 $$", "crashes"), ("sleep 1000", "times out"), ("yes", "floods")];
    let stays = [
        ("while read -r x; do kill -9 $$; done", "crashes"),
        ("while read -r x; do sleep 1000; done", "times out"),
        ("while read -r x; do yes | tr -d '\\n'; done", "floods"),
    ];
    let mut runs = Vec::new();
    for (programs, more) in [(fails, &[][..]), (stays, &["--lines"][..])] {
        for (one, how) in programs {
            for (other, other_how) in programs {
                let (one, other) = (format!("true; {one}"), format!("false; {other}"));
                let mut command = Process::new(env!("CARGO_BIN_EXE_dpgen"));
                command.args([
                    "diff",
                    "json",
                    "--size",
                    "1",
                    "--rank",
                    "0",
                    "--timeout",
                    "6s",
                    "--threads",
                    "1",
                ]);
                command.args(more).args(["--commands", &one, &other]);
                let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
                runs.push((child, format!("{one} {how}, {other} {other_how}")));
            }
        }
    }
    for (child, wanted) in runs {
        let output = child.wait_with_output().unwrap();
        let (out, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(5), "{wanted}: {said}");
        assert!(out.starts_with(&wanted), "{wanted}: {out}");
        assert!(said.contains(": 1 differs"), "{wanted}: {said}");
    }
}

/// Findings are on the disk, and what memory is needed for them is counted.
#[test]
fn findings_take_no_memory() {
    let held = |args: &[&str]| {
        let mut run = Run::start(&args.join(" "), args, false);
        let mut held = 0;
        while run.child.try_wait().unwrap().is_none() {
            held = held.max(run.held());
            sleep(Duration::from_millis(2));
        }
        let output = run.child.wait_with_output().unwrap();
        (held, output.status.code(), text(&output.stderr))
    };
    // Each of 27,000 differs, by an answer of 4 kB: 108 MB that would be held twice.
    let long = "sed -u s/^/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/";
    let long = long.replace("aaaa", &"a".repeat(256));
    let args = ["diff", "json", "--max-size", "4", "--lines", "--limit", "20000", "--commands", "cat", &long];
    let (held, code, said) = held(&args);
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("20,000 differ, "), "{said}");
    assert!(held < 100 << 10, "it held {held} KiB");
}

#[test]
fn memory_ends_a_run() {
    let large = "head -c 15000000 /dev/zero";
    // What a process holds is asked every few milliseconds, so that one answer may be whole before the limit is heard.
    let count =
        |said: &str| said.split(' ').next().and_then(|word| word.parse::<u32>().ok()).unwrap_or(u32::MAX);
    let run = |args: &[&str]| {
        let mut command = Process::new(env!("CARGO_BIN_EXE_dpgen"));
        let output = command.args(args).args(["--memory", "12MB"]).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    let (code, said) =
        run(&["diff", "json", "--max-size", "2", "--threads", "1", "--commands", "cat", large]);
    assert_eq!(code, Some(3), "{said}");
    let said = said.strip_prefix("stopped by --memory: ").expect("it says why it ended");
    assert!(count(said) < 2 && said.contains(" of the 66 structures of sizes 0 to 2: "), "{said}");
    let (code, said) = run(&["hunt", "json", "--max-size", "2", "--judge", large]);
    assert_eq!(code, Some(3), "{said}");
    let said = said.strip_prefix("stopped by --memory: ").expect("it says why it ended");
    assert!(count(said) < 2 && said.contains(" executions, "), "{said}");
}
