//! What wrong options are told.

use super::*;

/// What is said on standard error, with exit code 2.
fn refused(args: &[&str]) -> String {
    compared(args, 2).1
}

#[test]
fn wrong_options_are_explained() {
    insta::assert_snapshot!(refused(&["json", "--commands", "cat", "cat"]), @"error: the command `cat` is given twice");
    insta::assert_snapshot!(refused(&["json", "--commands", "cat", " "]), @"error: a command is empty");
    insta::assert_snapshot!(refused(&["json", "--lines", "--commands", "cat", "jq . {file}"]), @"error: with --lines, commands read structures from their standard input: `jq . {file}` has {file}");
    insta::assert_snapshot!(refused(&["json", "--group-by", "Valu", "--commands", "cat", "tac"]), @"error: --group-by: `Valu` is no type or field of the spec; types are Member, Value, and Type.field is a field");
    insta::assert_snapshot!(refused(&["jason", "--commands", "cat", "tac"]).lines().next().unwrap().split(". ").next().unwrap(), @"error: there is no built-in spec `jason`, and no such file");
}

#[test]
fn wrong_arguments_are_explained() {
    for (args, wanted) in [
        (&["json"][..], "--commands <COMMAND> <COMMAND>..."),
        (&["json", "--commands", "cat"], "2 values required by '--commands"),
        (&["json", "--commands", "cat", "tac", "--sample", "5", "--shard", "1/2"], "cannot be used with"),
        (&["json", "--commands", "cat", "tac", "--timeout", "0s"], "it is to be longer than no time"),
        (&["json", "--commands", "cat", "tac", "--engines", "chromium,firefox"], "cannot be used with"),
        (&["json", "--engines", "chromium"], "name two engines or more"),
        (&["json", "--engines", "chromium,opera"], "there is no engine `opera`"),
        (&["json", "--engines", "chromium,firefox", "--page", "100"], "write it as in 160x120"),
        (&["json", "--engines", "chromium,firefox", "--lines"], "--commands"),
    ] {
        let said = refused(args);
        assert!(said.contains(wanted), "{args:?}: {said}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let (_, said) = compared(&["json", "--commands", "cat", "no-such-program"], 1);
    assert!(said.starts_with("error: the command `no-such-program` can not be run: "), "{said}");
    let said = refused(&["json", "--commands", "cat", "tac", "--known", "/nowhere/groups.txt"]);
    assert!(said.starts_with("error: the known groups of /nowhere/groups.txt: "), "{said}");
    let folder = folder();
    let known = folder.path().join("known.txt");
    fs::write(&known, "# known\n\nno group\n").unwrap();
    let said = refused(&["json", "--commands", "cat", "tac", "--known", known.to_str().unwrap()]);
    assert!(said.contains("line 3: `no group` is no group; write it as in a report's groups.txt"), "{said}");
}

#[test]
fn a_report_of_another_run_is_refused() {
    let folder = folder();
    let report = folder.path().to_str().unwrap();
    compared(&["json", "--max-size", "1", "--commands", "cat", "tee", "--report", report], 0);
    let said = refused(&["json", "--max-size", "1", "--commands", "cat", "tac", "--report", report]);
    assert!(said.contains("is the report of another run: it compared cat, tee and now cat, tac"), "{said}");
    let said = refused(&[
        "json",
        "--max-size",
        "1",
        "--commands",
        "cat",
        "tee",
        "--timeout",
        "3s",
        "--report",
        report,
    ]);
    assert!(said.contains("timeout was 10s and is 3s"), "{said}");
}

#[test]
fn what_is_no_page_is_refused() {
    let said = refused(&["css-3d", "--max-size", "2", "--engines", "chromium,firefox"]);
    assert!(said.starts_with("error: the structures of `css-3d` are no pages"), "{said}");
    assert!(said.contains("take `web-page`, "), "{said}");
    let said = refused(&["json", "--engines", "chromium,firefox"]);
    assert!(
        said.contains("built-in specs of pages are css-layout, css-table, html-body, web-page"),
        "{said}"
    );
    // What begins with a tag is one, and is refused for want of a browser at most.
    let page = ["json", "--max-size", "1", "--template", "<p>{{ text }}</p>", "--engines"];
    let Output { stderr, .. } =
        diff(&[&page[..], &["chromium@/nowhere,firefox@/nowhere"]].concat()).output().unwrap();
    assert!(!text(&stderr).contains("no pages"), "{}", text(&stderr));
}
