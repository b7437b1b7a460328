//! The flags that make well-known programs write each line at once: by default, most hold back what they write to a pipe until they
//! have a block of it.

use crate::program::Program;

/// For programs that buffer their output, by their names: the command to use instead.
const UNBUFFERED_FLAGS: [(&[&str], &str); 9] = [
    (&["jq"], "`jq --unbuffered`"),
    (&["grep", "egrep", "fgrep"], "`grep --line-buffered`"),
    (&["sed"], "`sed -u`"),
    (&["python", "python3", "pypy", "pypy3"], "`python3 -u`, or `print(…, flush=True)`"),
    (&["mawk"], "`mawk -W interactive`"),
    (
        &["awk", "gawk", "original-awk"],
        "`fflush()` after each line, and for mawk, which some systems call awk, `-W interactive`",
    ),
    (&["perl"], "`$| = 1;` at the beginning of the program"),
    (&["ruby"], "`$stdout.sync = true` at the beginning of the program"),
    (
        &["tr", "cut", "uniq", "rev", "fold", "nl", "paste", "expand", "unexpand"],
        "`stdbuf -oL` before the command",
    ),
];

/// Advice for a command that answers only when its input ends.
///
/// A program is recognized by its name, without folders, wherever it stands in the command.
pub(super) fn unbuffering_advice(program: &Program) -> String {
    let words =
        program.text().split(|letter: char| letter.is_whitespace() || "|&;()<>`\"'$".contains(letter));
    let mut names = words.filter_map(|word| word.rsplit('/').next());
    // So that python3.11 is found as python.
    let stem = |name: &str| {
        name.trim_end_matches(|letter: char| letter == '.' || letter.is_ascii_digit()).to_owned()
    };
    let known = names.find_map(|name| {
        UNBUFFERED_FLAGS.iter().find(|(known, _)| known.contains(&name) || known.contains(&&*stem(name)))
    });
    match known {
        Some((_, advice)) => format!("use {advice}"),
        None => "it has to write each line at once: flush its output after it, or, for many programs in C, put `stdbuf -oL` \
                 before the command"
            .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_recognized_by_their_names() {
        let advice = |text: &str| unbuffering_advice(&Program::parse(text).expect("it is a command"));
        for (command, wanted) in [
            ("jq .", "use `jq --unbuffered`"),
            ("/usr/bin/jq .", "use `jq --unbuffered`"),
            ("cd /tmp; jq . | cat", "use `jq --unbuffered`"),
            ("grep -o a", "use `grep --line-buffered`"),
            ("sed s/a/b/", "use `sed -u`"),
            ("python3.11 x.py", "use `python3 -u`, or `print(…, flush=True)`"),
            ("mawk '{print}'", "use `mawk -W interactive`"),
            ("./jqlike", "it has to write each line at once"),
        ] {
            assert!(advice(command).starts_with(wanted), "{command}: {}", advice(command));
        }
        assert!(advice("awk '{print}'").contains("fflush()"));
        assert!(advice("tr a b").contains("stdbuf -oL"));
    }
}
