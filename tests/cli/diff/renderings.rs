//! Commands that get different texts of the same structures: `{file:NAME}`.

use super::*;

/// A spec of words whose second text has capital letters, and says so.
fn words(folder: &TempDir) -> String {
    let path = folder.path().join("words.ron");
    let text = r#"(name: "words", root: "Word", types: {"Word": (constructors: {
            "End": (), "Letter": (fields: {"letter": OneOf(["a", "b"]), "rest": Type("Word")}),
        })},
        render: {"End": "", "Letter": "{{ letter }}{{ rest }}"},
        renderings: {"loud": (
            render: {"Letter": "{{ letter|upper }}{{ rest }}"},
            file: (extension: "loud", before: "!", after: "?"),
        )})"#;
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

/// Prints a file with capital letters as the other one.
const SAME_TEXT_COMMAND: &str = "grep -q '!.*?' {file:loud} && tr AB ab <{file:loud} | tr -d '!?'";
/// The same but for one letter.
const WRONG_LETTER_COMMAND: &str = "tr A a <{file:loud} | tr -d '!?'";

#[test]
fn commands_get_the_texts_that_they_name() {
    let folder = folder();
    let spec = words(&folder);
    let (out, said) =
        compared(&[&spec, "--max-size", "3", "--commands", "cat {file}", "cat", SAME_TEXT_COMMAND], 0);
    assert_eq!((&*out, said.contains("no differences")), ("", true), "{said}");
    let report = folder.path().join("report");
    let in_report = ["--report", report.to_str().unwrap()];
    let args = [
        &[&*spec, "--max-size", "3", "--commands", "cat {file}", SAME_TEXT_COMMAND, WRONG_LETTER_COMMAND][..],
        &in_report,
    ]
    .concat();
    let (out, _) = compared(&args, 5);
    assert!(out.contains("words-") && out.contains(":1:1\tb\n"), "{out}");
    assert_eq!(reduced(&report), ["\"b\""]);
    let own = report.join("findings/s1-r1");
    let read = |name: &str| fs::read_to_string(own.join(name)).unwrap();
    assert_eq!((read("case.txt"), read("case-loud.loud")), ("b\n".to_owned(), "!B?\n".to_owned()));
    let in_bug_report = "case.txt:\n\nb\n\ncase-loud.loud:\n\n!B?\n";
    assert!(read("bug-report.txt").contains(in_bug_report), "{}", read("bug-report.txt"));
    assert!(read("index.html").contains("<pre>!B?\n</pre>"), "{}", read("index.html"));
    // The same run has nothing left to do.
    assert!(compared(&args, 5).1.contains("were judged by earlier runs"));
}

#[test]
fn batches_have_the_texts_that_commands_name() {
    let folder = folder();
    let spec = words(&folder);
    let template = folder.path().join("template.txt");
    let text = "{% for case in cases %}{{ case.mark }}\n{{ case.text }}{% if rendering == 'loud' %}!{% endif %}\n{% endfor %}{{ end }}\n";
    fs::write(&template, text).expect("it can be written");
    let template = ["--batch-template", template.to_str().unwrap()];
    for layout in [&template, &["--batch-separator", "{mark}"]] {
        let start = [&*spec, "--max-size", "4", "--batch", "10"];
        // A mark has an `a` and a `b`, so that only whole lines of capital letters are changed.
        let quiet = "sed '/^[!AB?]*$/{y/AB/ab/;s/[!?]//g}' {file:loud}";
        let wrong = "sed '/^[!AB?]*$/{y/A/a/;s/[!?]//g}' {file:loud}";
        let agree = [&start[..], layout, &["--commands", "cat {file}", quiet]].concat();
        assert_eq!(compared(&agree, 0).0, "", "{layout:?}");
        let (out, _) =
            compared(&[&start[..], layout, &["--commands", "cat {file}", quiet, wrong]].concat(), 5);
        assert!(out.contains(":1:1\tb\n"), "{layout:?}: {out}");
    }
}

#[test]
fn renderings_that_are_not_there_are_refused() {
    let folder = folder();
    let spec = words(&folder);
    for (command, wanted) in [
        ("cat {file:lout}", "the spec words has no rendering `lout`: there are loud"),
        ("cat {file} {file:loud}", "has {file} and {file:loud}"),
        ("cat {file:loud} {file:lout}", "has {file:loud} and {file:lout}"),
    ] {
        diff(&[&spec, "--commands", "cat", command]).assert().code(2).stderr(contains(wanted));
    }
    // Braces of the shell's own are left alone.
    let own = "x=1; test ${x:-2}{file: = 1{file: && cat";
    assert_eq!(compared(&[&spec, "--max-size", "1", "--commands", "cat", own], 0).0, "");
    let judged = ["hunt", &spec, "--judge", "test -s {file:loud}"];
    let mut hunt = Command::new(env!("CARGO_BIN_EXE_dpgen"));
    hunt.args(judged).assert().code(2).stderr(contains("say --rendering"));
}
