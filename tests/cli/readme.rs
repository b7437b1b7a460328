//! The specs and commands of the README and of the guide: run as they stand, they give the results that are printed below them.
//!
//! Their Rust examples are doc tests of the library. Times are left out of the comparison, and so is the number
//! of spaces, as columns are as wide as their times.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

/// The documents whose commands are run, each with how many it has.
const DOCUMENTS: [(&str, &str, usize); 5] = [
    ("README.md", README, 4),
    ("specs.md", include_str!("../../docs/guide/src/specs.md"), 21),
    ("languages.md", include_str!("../../docs/languages.md"), 9),
    ("command-line.md", include_str!("../../docs/guide/src/command-line.md"), 9),
    ("diff.md", include_str!("../../docs/guide/src/diff.md"), 1),
];

/// Specs that documents name without showing them.
const LANGUAGE_SPECS_FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/languages");

/// The blocks of a document in this language, in order.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    let rest = document.split(&*opening).skip(1);
    rest.map(|rest| rest.split("```").next().unwrap()).collect()
}

/// A line's words, without times.
fn words(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        let number = words.last().is_some_and(|last| last.parse::<f64>().is_ok());
        if number && ["us", "ms", "s", "min"].contains(&word) {
            words.pop();
        } else {
            words.push(word);
        }
    }
    words
}

/// The words of a command; single quotes hold some together.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, piece) in line.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(piece.to_owned());
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What a command prints, results first, and its exit code.
fn run(line: &str, folder: &Path) -> (String, Option<i32>) {
    let arguments = shell_words(line);
    assert_eq!(arguments.first().map(String::as_str), Some("dpgen"), "`{line}` is no command of ours");
    let command =
        Command::new(env!("CARGO_BIN_EXE_dpgen")).args(&arguments[1..]).current_dir(folder).output();
    let output = command.unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (text, output.status.code())
}

#[test]
fn commands_print_what_the_documents_say() {
    for (name, document, expected) in DOCUMENTS {
        assert_eq!(run_document(document), expected, "commands in {name}");
    }
}

/// Runs a document's commands, compares what they print, and gives their number.
fn run_document(document: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    for spec in blocks(document, "ron") {
        let name = spec.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap();
        std::fs::write(folder.path().join(name), spec).unwrap();
    }
    for spec in std::fs::read_dir(LANGUAGE_SPECS_FOLDER).unwrap() {
        let path = spec.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let mut commands = 0;
    for block in blocks(document, "console").iter().filter(|block| block.starts_with("$ dpgen")) {
        let mut code = None;
        for part in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = part.split_once('\n').unwrap_or((part, ""));
            let text = if command == "echo $?" {
                code.map(|code: i32| code.to_string()).unwrap()
            } else {
                commands += 1;
                let (text, now) = run(command, folder.path());
                code = now;
                text
            };
            let shown =
                |text: &str| text.trim_end().lines().map(|line| words(line).join(" ")).collect::<Vec<_>>();
            assert_eq!(shown(&text), shown(expected), "`{command}` prints\n{text}");
        }
    }
    commands
}

#[test]
fn files_that_the_readme_links_to_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let links = README.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
    let files: Vec<&str> = links.filter(|link| !link.starts_with('#') && !link.contains("://")).collect();
    assert!(!files.is_empty(), "the README links to no file");
    for file in files {
        assert!(root.join(file).exists(), "the README links to {file}, which does not exist");
    }
}
