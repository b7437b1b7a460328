//! The command that repeats a run on one structure, made of the command of the run.

use dpgen_diff::RunHeader;

/// The flag that names the only structure of a run.
pub const ONLY_FLAG: &str = "--only";

/// Flags with a value that select structures, or say where results go.
const LEFT_OUT: [&str; 13] = [
    "--report",
    "--shard",
    "--limit",
    "--rank",
    "--size",
    "--min-size",
    "--sample",
    "--seed",
    "--odds",
    "--known",
    "--time",
    "--memory",
    ONLY_FLAG,
];

/// The command up to the key of the structure, which comes last; none if the run's command is not one of dpgen.
pub fn repeat_command(header: &RunHeader) -> Option<String> {
    let words = words(&header.command);
    let (program, flags) = words.split_first_chunk::<2>()?;
    if program.each_ref().map(|word| word.as_str()) != ["dpgen", "diff"] {
        return None;
    }
    let name = |word: &str| word.split_once('=').map_or(word, |(name, _)| name).to_owned();
    let mut kept = program.to_vec();
    let mut is_value = false;
    for word in flags {
        if std::mem::take(&mut is_value) {
            continue;
        }
        if LEFT_OUT.contains(&&*name(word)) {
            is_value = !word.contains('=');
        } else {
            kept.push(word.clone());
        }
    }
    // Ranks depend on the maximum size, which may have come from the size of a sample.
    let max_size = header.inputs.iter().find(|(name, _)| name == "max size").map(|(_, value)| value);
    let has = |flag: &str| kept.iter().any(|word| name(word) == flag);
    if let Some(max_size) = max_size.filter(|_| !has("--max-size") && !has("--from")) {
        kept.extend(["--max-size".to_owned(), max_size.clone()]);
    }
    kept.push(ONLY_FLAG.to_owned());
    Some(kept.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./,=:@%+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// The words of a command that [`quoted`] wrote.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            '\\' if !is_quoted => word.get_or_insert_default().extend(letters.next()),
            ' ' if !is_quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_diff::{CaseSelection, FileTemplate, Vocabulary};

    fn of(command: &str) -> Option<String> {
        let inputs = vec![("max size".to_owned(), "7".to_owned())];
        let (selection, template) = (CaseSelection::default(), FileTemplate::default());
        repeat_command(&RunHeader::new(
            inputs,
            vec![],
            selection,
            template,
            Vocabulary::default(),
            command.into(),
        ))
    }

    #[test]
    fn what_selects_structures_is_left_out() {
        assert_eq!(
            of("dpgen diff json --max-size 3 --shard 1/2 --commands cat 'sed s/a b/c/' --report r")
                .as_deref(),
            Some("dpgen diff json --max-size 3 --commands cat 'sed s/a b/c/' --only")
        );
        assert_eq!(
            of("dpgen diff json --size=7 --sample 5 --engines chromium,firefox").as_deref(),
            Some("dpgen diff json --engines chromium,firefox --max-size 7 --only")
        );
        assert_eq!(
            of("dpgen diff json --size 7 --sample 5 --odds Null=3 --seed 4 --commands cat tac").as_deref(),
            Some("dpgen diff json --commands cat tac --max-size 7 --only")
        );
        assert_eq!(
            of("dpgen diff --from 'a b' --time 3s").as_deref(),
            Some("dpgen diff --from 'a b' --only")
        );
        assert_eq!(of("make diff"), None);
    }

    #[test]
    fn quoted_words_are_read_again() {
        let all = ["plain", "", "a b", "it's", "'", "\\", "a\"b", "x=y z"];
        let command = all.map(quoted).join(" ");
        assert_eq!(words(&command), all);
    }
}
