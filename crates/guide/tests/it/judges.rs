//! Judges that are programs, against real ones: small shell scripts, most of which misbehave.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dpgen_guide::Feedback;
use dpgen_guide::judge::{JudgeCommand, JudgeError, JudgeOptions, JudgePool, Program};

/// Long enough on a busy machine, for judges that answer.
const AMPLE: Duration = Duration::from_secs(60);
/// For judges that do not.
const SHORT: Duration = Duration::from_millis(300);

fn program(text: &str) -> Program {
    Program::parse(text).unwrap()
}

fn options(command: JudgeCommand, timeout: Duration) -> JudgeOptions {
    let mut options = JudgeOptions::new(command);
    (options.timeout, options.first_timeout) = (timeout, timeout);
    options
}

fn ask(options: JudgeOptions, cases: &[&str]) -> Result<Vec<Feedback>, JudgeError> {
    let cases: Vec<Vec<u8>> = cases.iter().map(|case| case.as_bytes().to_vec()).collect();
    JudgePool::start(options)?.judge(&cases, &|| false)
}

fn once(script: &str, cases: &[&str]) -> Result<Vec<Feedback>, JudgeError> {
    ask(options(JudgeCommand::PerCase(program(script)), AMPLE), cases)
}

/// A served judge: `body` sees the text of a case as `$text`.
fn loops(body: &str) -> Program {
    program(&format!("while read n; do text=$(head -c $n); {body}; done"))
}

fn served(body: &str, timeout: Duration, cases: &[&str]) -> Result<Vec<Feedback>, JudgeError> {
    ask(options(JudgeCommand::Persistent(loops(body)), timeout), cases)
}

fn bug(text: &str) -> Feedback {
    Feedback::Bug(text.to_owned())
}

/// Whether a process is gone, or only waits to be buried.
fn gone(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

/// The processes whose numbers a script has written to a file.
fn pids(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

const VALID: Feedback = Feedback::Valid;
const INVALID: Feedback = Feedback::Invalid;

#[test]
fn exit_codes_are_verdicts() {
    let said = once("exit $(cat {file})", &["0", "1", "125", "255"]).unwrap();
    assert_eq!(said, [VALID, INVALID, INVALID, INVALID]);
    // From its standard input, too.
    assert_eq!(once("grep -q a", &["ha", "he"]).unwrap(), [VALID, INVALID]);
    let mut bugs = options(JudgeCommand::PerCase(program("exit $(cat)")), AMPLE);
    bugs.bug_exit_codes = vec![1, 70];
    assert_eq!(
        ask(bugs, &["1", "2", "70"]).unwrap(),
        [bug("ended with code 1"), INVALID, bug("ended with code 70")]
    );
}

#[test]
fn the_last_line_is_a_behaviour() {
    let said = once("cat {file}", &["a\nb\n", "c\nb", "b\na", "\n\n"]).unwrap();
    assert!(matches!(said[0], Feedback::Behaviour(_)));
    assert_eq!((&said[0], &said[3]), (&said[1], &VALID));
    assert_ne!(said[0], said[2]);
}

#[test]
fn signals_hangs_and_floods_are_bugs() {
    let said = once("echo why >&2; kill -SEGV $$", &["x"]).unwrap();
    assert_eq!(said, [bug("ended by signal 11; it said:\nwhy")]);
    // A shell that tells of the signal of what it ran.
    let said = once("exec 2>/dev/null; sh -c 'kill -ABRT $$' ; exit $?", &["x"]).unwrap();
    assert_eq!(said, [bug("ended by signal 6")]);
    let begin = Instant::now();
    let said = ask(options(JudgeCommand::PerCase(program("sleep 1000")), SHORT), &["x"]).unwrap();
    assert_eq!(said, [bug("no answer within 0.3 s")]);
    assert!(begin.elapsed() < AMPLE);
    let said = once("yes", &["x"]).unwrap();
    assert_eq!(said, [bug("more output than there is room for")]);
    // Standard error is no answer, however long it is.
    assert_eq!(once("head -c 3000000 /dev/zero >&2", &["x"]).unwrap(), [VALID]);
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    for command in ["no-such-program {file}", "no-such-program <{file}"] {
        let error = once(command, &["x"]).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the judge `{command}` can not be run")), "{error}");
        let error =
            ask(options(JudgeCommand::Persistent(program(command)), AMPLE), &["x"]).unwrap_err().to_string();
        assert!(error.starts_with(&format!("the judge `{command}` can not be run")), "{error}");
    }
}

#[test]
fn served_judges_answer_with_lines() {
    let body = r#"case "$text" in v*) echo valid "$text";; b*) echo "bug $text";; *) echo invalid;; esac"#;
    let said = served(body, AMPLE, &["v1", "x", "v1", "v2", "boom", "", "a\nb"]).unwrap();
    assert_eq!(said[0], said[2]);
    assert!(matches!((&said[0], &said[3]), (Feedback::Behaviour(a), Feedback::Behaviour(b)) if a != b));
    assert_eq!((&said[1], &said[4], &said[5], &said[6]), (&INVALID, &bug("boom"), &INVALID, &INVALID));
    // Any bytes, and more than a pipe holds.
    let large = "\u{0}é\n".repeat(100_000);
    let said = ask(
        options(
            JudgeCommand::Persistent(program(
                "while read n; do head -c $n | wc -c | sed 's/^/valid /'; done",
            )),
            AMPLE,
        ),
        &[&large, &large[4..], &large],
    )
    .unwrap();
    assert_eq!(said[0], said[2]);
    assert_ne!(said[0], said[1]);
}

#[test]
fn a_served_judge_that_dies_is_started_again() {
    let body = r#"case "$text" in x) echo trouble >&2; kill -SEGV $$;; *) echo valid;; esac"#;
    let said = served(body, AMPLE, &["a", "x", "b", "x"]).unwrap();
    let crash = bug("ended by signal 11; it said:\ntrouble");
    assert_eq!(said, [VALID, crash.clone(), VALID, crash]);
    // It fails on every third case, whatever that is: of its own making.
    let body = "count=$((count + 1)); [ $count != 3 ] || exit 9; echo valid";
    assert_eq!(served(body, AMPLE, &["a"; 8]).unwrap(), [VALID; 8]);
    let body = r#"case "$text" in x) sleep 1000;; *) echo valid;; esac"#;
    let said = served(body, Duration::from_secs(3), &["a", "x", "b"]).unwrap();
    assert_eq!(said, [VALID, bug("no answer within 3 s"), VALID]);
}

#[test]
fn a_failure_after_an_answer_belongs_to_its_case() {
    for (then, how) in [
        ("kill -SEGV $$", "right after its answer, ended by signal 11"),
        ("exit 0", "right after its answer, ended with code 0"),
        ("sleep 1000", "right after its answer, no answer within 2 s"),
    ] {
        let judge = loops(&format!("echo valid; [ \"$text\" != x ] || {then}"));
        // The first one of all, one between others, and the last one.
        for cases in [&["x", "a", "b"], &["a", "x", "b"], &["a", "b", "x"]] {
            for jobs in [1, 2] {
                let mut options = options(JudgeCommand::Persistent(judge.clone()), Duration::from_secs(2));
                options.jobs = jobs;
                let wanted = cases.map(|case| if case == "x" { bug(how) } else { VALID });
                assert_eq!(ask(options, cases).unwrap(), wanted, "{then}, {cases:?}");
            }
        }
    }
    let said = served("echo valid; kill -ABRT $$", AMPLE, &["a", "b"]).unwrap();
    assert_eq!(said, ["a", "b"].map(|_| bug("right after its answer, ended by signal 6")));
}

#[test]
fn a_silent_judge_is_told_of() {
    static TOLD: std::sync::Mutex<String> = std::sync::Mutex::new(String::new());
    let mut options = options(JudgeCommand::Persistent(program("sleep 1000")), SHORT);
    options.first_timeout = Duration::from_secs(7);
    let tell = |text: &str| TOLD.lock().unwrap().push_str(text);
    let begin = Instant::now();
    let stop = || begin.elapsed() > Duration::from_secs(6);
    JudgePool::start(options).unwrap().on_silence(tell).judge(&[b"a".to_vec()], &stop).unwrap();
    let told = TOLD.lock().unwrap();
    assert!(
        told.starts_with(
            "note: the judge `sleep 1000` has not answered for 5 s; its first answer may take 7 s"
        ),
        "{told}"
    );
    assert_eq!(told.matches("note").count(), 1);
}

#[test]
fn what_is_no_judge_is_an_error() {
    let error = |body: &str, timeout| served(body, timeout, &["a"; 5]).unwrap_err().to_string();
    let said = error("echo garbage: $text; echo about it >&2", AMPLE);
    assert!(
        said.contains("answered \"garbage: a\": an answer begins with `valid`, `invalid` or `bug`"),
        "{said}"
    );
    let said = error("echo valid; echo valid", AMPLE);
    assert!(said.contains("answered a case with more than a line"), "{said}");
    // It never answers; it ends at once; it closes its output and lives on; it writes and never ends a line.
    let said = error("cat >/dev/null", SHORT);
    assert!(said.contains("has not answered any of 3 cases: no answer within 0.3 s"), "{said}");
    let said = error("echo no memory >&2; exit 1", AMPLE);
    assert!(
        said.contains("has not answered any of 3 cases: ended with code 1; it said:\nno memory"),
        "{said}"
    );
    let said = error("exec >&-; sleep 1000", AMPLE);
    assert!(said.contains("3 cases: closed its output"), "{said}");
    let said = error("yes | tr -d '\\n'", AMPLE);
    assert!(said.contains("3 cases: it wrote without ever ending a line"), "{said}");
}

#[test]
fn what_a_judge_says_besides_does_not_stop_it() {
    let said = served("head -c 1000000 /dev/zero >&2; echo valid", AMPLE, &["a"; 4]).unwrap();
    assert_eq!(said, [VALID; 4]);
}

#[test]
fn verdicts_do_not_depend_on_the_number_of_judges() {
    let cases: Vec<String> = (0..60).map(|number| number.to_string()).collect();
    let cases: Vec<&str> = cases.iter().map(String::as_str).collect();
    let body = r#"[ $((text % 7)) = 0 ] && kill -ABRT $$; [ $((text % 3)) = 0 ] && echo invalid || echo valid $((text % 10))"#;
    let with = |jobs: usize, command: JudgeCommand| {
        let mut options = options(command, AMPLE);
        options.jobs = jobs;
        ask(options, &cases).unwrap()
    };
    let one = with(1, JudgeCommand::Persistent(loops(body)));
    assert_eq!(one[7], bug("ended by signal 6"));
    assert_eq!(one, with(3, JudgeCommand::Persistent(loops(body))));
    let once = || JudgeCommand::PerCase(program("exit $(($(cat) % 5))"));
    assert_eq!(with(1, once()), with(4, once()));
}

#[test]
fn the_first_error_counts() {
    let mut options = options(
        JudgeCommand::Persistent(loops("case $text in ?) echo valid;; *) echo perhaps $text;; esac")),
        AMPLE,
    );
    options.jobs = 3;
    let cases: Vec<Vec<u8>> = (0..30).map(|number: u32| number.to_string().into_bytes()).collect();
    let error = JudgePool::start(options).unwrap().judge(&cases, &|| false).unwrap_err();
    assert!(error.to_string().contains("\"perhaps 10\""), "{error}");
}

#[test]
fn an_interrupt_is_heard_while_a_judge_hangs() {
    for command in [
        JudgeCommand::PerCase(program("sleep 1000")),
        JudgeCommand::Persistent(loops("[ $text = 0 ] || sleep 1000; echo valid")),
    ] {
        let stop = AtomicBool::new(false);
        let begin = Instant::now();
        let mut judges = JudgePool::start(options(command.clone(), Duration::from_secs(1000))).unwrap();
        let said = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(500));
                stop.store(true, Ordering::Relaxed);
            });
            judges.judge(&[b"0".to_vec(), b"1".to_vec()], &|| stop.load(Ordering::Relaxed)).unwrap()
        });
        assert!(said.len() < 2, "{command:?}");
        assert!(begin.elapsed() < AMPLE, "{command:?}");
    }
}

#[test]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pids");
    let shown = file.display();
    let many =
        format!("echo $$ >>{shown}; sleep 1000 & echo $! >>{shown}; setsid sleep 1000 & echo $! >>{shown}");
    let served = program(&format!("{many}; while read n; do head -c $n >/dev/null; echo valid; done"));
    let mut judges = JudgePool::start(options(JudgeCommand::Persistent(served), AMPLE)).unwrap();
    assert_eq!(judges.judge(&[b"a".to_vec(), b"b".to_vec()], &|| false).unwrap(), [VALID, VALID]);
    // The first process ends after its first answer.
    let left = pids(&file);
    assert_eq!((left.len(), left[3..].iter().filter(|pid| gone(pid)).count()), (6, 0));
    drop(judges);
    assert!(left.iter().all(|pid| gone(pid)), "{left:?}");
    fs::remove_file(&file).unwrap();
    let mut judges = JudgePool::start(options(JudgeCommand::PerCase(program(&many)), SHORT)).unwrap();
    judges.judge(&[b"a".to_vec()], &|| false).unwrap();
    drop(judges);
    let left = pids(&file);
    assert_eq!(left.len(), 3);
    assert!(left.iter().all(|pid| gone(pid)), "{left:?}");
}
