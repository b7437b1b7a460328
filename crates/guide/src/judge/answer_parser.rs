//! Parses the answers of judges, lines and exit codes, into feedback.

use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;
use std::time::Duration;

use dpgen_forest::fnv1a;
use dpgen_process::{Failure, describe_exit};

use super::error::stderr_suffix;
use crate::judge_feedback::Feedback;

/// Parses a line of a persistent judge: `valid`, `invalid` or `bug`, then a behaviour or the bug's description. `None` if it
/// begins with none of these words.
pub(super) fn parse_line(line: &str) -> Option<Feedback> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("valid", "") => Some(Feedback::Valid),
        ("valid", behaviour) => Some(Feedback::Behaviour(fnv1a(behaviour.as_bytes()))),
        ("invalid", _) => Some(Feedback::Invalid),
        ("bug", "") => Some(Feedback::Bug("the judge calls it a bug".to_owned())),
        ("bug", description) => Some(Feedback::Bug(description.to_owned())),
        _ => None,
    }
}

/// Turns the exit of a program into feedback: exit code 0 is valid, and the last line of its standard output, if there is one, a
/// behaviour; one of `bug_codes` is a bug, and so is a signal; every other code is invalid. `None` for the codes by which a
/// shell says that it could not run the command.
pub(super) fn parse_exit(
    status: ExitStatus,
    stdout: &[u8],
    stderr: &[u8],
    bug_codes: &[i32],
) -> Option<Feedback> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let bug = |how: String| Some(Feedback::Bug(how + &stderr_suffix(&text(stderr))));
    match (status.code(), status.signal()) {
        (Some(code), _) if bug_codes.contains(&code) => bug(format!("ended with code {code}")),
        (Some(0), _) => {
            let stdout = text(stdout);
            let last = stdout.lines().rev().map(str::trim).find(|line| !line.is_empty());
            Some(last.map_or(Feedback::Valid, |line| Feedback::Behaviour(fnv1a(line.as_bytes()))))
        }
        (Some(126 | 127), _) => None,
        // The codes by which a shell reports a signal.
        (Some(code @ 129..=192), _) => bug(format!("ended by signal {}", code - 128)),
        (Some(_), _) => Some(Feedback::Invalid),
        (None, _) => bug(describe_exit(status)),
    }
}

/// The feedback of a program that was killed, with its standard error.
pub(super) fn failure_feedback(failure: Failure, timeout: Duration, stderr: &str) -> Feedback {
    Feedback::Bug(failure.describe(timeout) + &stderr_suffix(stderr))
}

#[cfg(test)]
mod tests {
    use super::{Feedback, fnv1a, parse_exit, parse_line};
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::ExitStatus;

    #[test]
    fn lines_are_read_by_their_first_word() {
        assert_eq!(parse_line("valid\r"), Some(Feedback::Valid));
        assert_eq!(parse_line("valid  a b "), Some(Feedback::Behaviour(fnv1a(b"a b"))));
        assert_eq!(parse_line("invalid line 3"), Some(Feedback::Invalid));
        assert_eq!(parse_line("bug it broke"), Some(Feedback::Bug("it broke".to_owned())));
        assert_eq!(
            [parse_line(""), parse_line("VALID"), parse_line("validity"), parse_line("1")],
            [const { None }; 4]
        );
    }

    #[test]
    fn codes_and_signals_are_told_apart() {
        let code = |code: i32| parse_exit(ExitStatus::from_raw(code << 8), b"a\nb\n\n", b"", &[3, 200]);
        assert_eq!(code(0), Some(Feedback::Behaviour(fnv1a(b"b"))));
        assert_eq!(parse_exit(ExitStatus::from_raw(0), b"\n", b"", &[]), Some(Feedback::Valid));
        assert_eq!([code(1), code(125), code(128), code(255)], [const { Some(Feedback::Invalid) }; 4]);
        assert_eq!([code(126), code(127)], [const { None }; 2]);
        for (bug, how) in
            [(3, "ended with code 3"), (200, "ended with code 200"), (139, "ended by signal 11")]
        {
            assert_eq!(code(bug), Some(Feedback::Bug(how.to_owned())));
        }
        let signal = parse_exit(ExitStatus::from_raw(6), b"", b"assertion", &[]);
        assert_eq!(signal, Some(Feedback::Bug("ended by signal 6; it said:\nassertion".to_owned())));
    }
}
