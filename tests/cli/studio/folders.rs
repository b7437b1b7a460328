//! Folders in the place of a spec: what tests wrote, and the reports of runs of `diff` and `hunt`.

use super::*;

/// Lines as Hypothesis writes them: its schema's fields, of which some are not shown.
const OBSERVATION_LINES: &str = r#"{"type": "test_case", "run_start": 1.5, "property": "tests::sorted", "status": "passed", "status_reason": "", "representation": "sorted(list=Nil)", "arguments": {}, "how_generated": "all cases", "features": {"size": 0, "rank": "0", "empty": true}, "coverage": null, "timing": {"execute": 0.00002}, "metadata": {}}
{"type": "test_case", "run_start": 1.5, "property": "tests::sorted", "status": "failed", "status_reason": "panicked at 'not sorted'\nmore", "representation": "sorted(list=Cons(2, Cons(1, Nil)))", "arguments": {}, "how_generated": "all cases", "features": {"size": 2}, "coverage": null, "timing": {"execute": 0.002}, "metadata": {}}
{"type": "test_case", "run_start": 1.5, "property": "tests::sorted", "status": "failed", "status_reason": "panicked at 'not sorted'", "representation": "sorted(list=Cons(3, Cons(1, Nil)))", "arguments": {}, "how_generated": "all cases", "features": {"size": 3, "kind": "long"}, "coverage": null, "timing": {"execute": 0.002}, "metadata": {}}
{"type": "test_case", "run_start": 1.5, "property": "tests::sorted", "status": "failed", "status_reason": "<b>other</b>", "representation": "<script>hit(1)</script>", "arguments": {}, "how_generated": "all cases", "features": {}, "coverage": null, "timing": {}, "metadata": {}}
{"type": "info", "run_start": 1.5, "property": "tests::sorted", "title": "Covered", "content": "all cases of sizes 0 to 3"}
{"type": "info", "run_start": 1.5, "property": "tests::sorted", "title": "summary", "content": {"summary": "4 cases", "left_out": 7, "sizes": [{"size": 3, "ran": 5, "of": 17, "how": "samples"}]}}
no object
{"type": "test_case", "run_start": 2.5, "property": "tests::other", "status": "gave_up", "status_reason": "assumed", "representation": "", "features": {}, "timing": {}}
{"type": "test_case", "run_sta"#;

fn page_of(path: &Path) -> String {
    let studio = RunningStudio::start(&path.display().to_string());
    let answer = studio.get("");
    assert_eq!(answer.status, 200);
    answer.body
}

#[test]
fn what_tests_saw_is_shown_by_outcome_size_label_and_cause() {
    let folder = folder();
    fs::write(folder.path().join("a.jsonl"), OBSERVATION_LINES).expect("there is room");
    let html = page_of(folder.path());
    for shown in [
        "<h2>tests::sorted</h2><p><strong>3 failed</strong>, 1 passed, 0 gave up.</p>",
        "<h2>tests::other</h2><p><strong>0 failed</strong>, 0 passed, 1 gave up.</p>",
        "2 of one cause: <code>panicked at &#39;not sorted&#39;</code>",
        "1 of one cause: <code>&lt;b&gt;other&lt;/b&gt;</code>",
        "all cases of sizes 0 to 3",
        "<p>4 cases</p><p>7 cases were run and not written",
        "<tr><th scope=\"row\">3</th><td>5</td><td>17</td><td>samples</td></tr>",
        "2 lines are no observations",
        "<th scope=\"row\">empty</th><td>1</td><td>0</td>",
        "<th scope=\"row\">kind: long</th><td>1</td><td>1</td>",
        "<th scope=\"row\">2</th><td>1</td><td>1</td>",
        "<th scope=\"row\">1 to 10 ms</th><td>2</td><td>2</td>",
        "&lt;script&gt;hit(1)&lt;/script&gt;",
    ] {
        assert!(html.contains(shown), "{shown}: {html}");
    }
    assert!(!html.contains("<script>"), "{html}");
    // The later run comes first; the smallest failure of a cause, drawn.
    assert!(html.find("tests::other") < html.find("tests::sorted"));
    assert!(html.find("Cons(2, Cons(1, Nil))") < html.find("Cons(3, Cons(1, Nil))"));
    assert!(html.matches("class=\"dpgen-tree\"").count() == 3, "{html}");
}

#[test]
fn a_folder_of_nothing_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("a.jsonl"), "{\"neither\": 1}").expect("there is room");
    let (_, error) = run(&format!("studio {}", folder.path().display()), 2);
    assert!(error.contains("holds nothing that can be shown"), "{error}");
}

/// A real run: its report is in the frame, and nothing outside of its folder is served.
#[cfg(all(unix, feature = "diff"))]
#[test]
fn the_report_of_a_run_of_diff_is_shown_in_a_frame() {
    let folder = folder();
    let report = folder.path().join("report");
    fs::write(folder.path().join("secret.html"), "secret").expect("there is room");
    let mut command = dpgen("diff json --max-size 1 --commands cat");
    command.arg("sed s/null/nil/").arg("--report").arg(&report).assert().code(5);
    let studio = RunningStudio::start(&report.display().to_string());
    assert!(studio.get("").body.contains("<iframe src=\"report/index.html\""));
    let index = studio.get("report/index.html");
    assert_eq!(index.status, 200);
    assert!(index.body.contains("sed s/null/nil/"), "{}", index.body);
    assert!(index.head.contains("style-src 'self' 'unsafe-inline'"), "{}", index.head);
    for beyond in [
        "report/../secret.html",
        "report/..%2fsecret.html",
        "report/%2e%2e/secret.html",
        "report//etc/passwd",
        "report/log",
    ] {
        let answer = studio.get(beyond);
        assert_eq!(answer.status, 404, "{beyond}: {answer:?}");
    }
    std::os::unix::fs::symlink(folder.path().join("secret.html"), report.join("link.html"))
        .expect("there is room");
    assert_eq!(studio.get("report/link.html").status, 404);
}

#[cfg(all(unix, feature = "diff"))]
#[test]
fn what_a_hunt_kept_is_shown() {
    let folder = folder();
    let out = folder.path().join("hunt");
    let mut command = dpgen("hunt sorted-list --max-size 3 --seed 1 --quiet");
    let _ = command.arg("--judge").arg("grep -q 1").arg("--out").arg(&out).assert();
    let html = page_of(&out);
    assert!(html.contains("0 bugs") && html.contains("kept of what it accepts"), "{html}");
    assert!(html.contains("<pre>"), "{html}");
}

/// Arguments as a test of dpgen writes them, a line each.
#[test]
fn the_arguments_of_a_failing_test_are_drawn() {
    let folder = folder();
    let line = concat!(
        r#"{"type": "test_case", "run_start": 1.0, "property": "lists::short", "status": "failed", "status_reason": "three", "#,
        r#""representation": "list = Cons(1, Cons(1, Nil))\nkey = 2", "features": {"size": 3, "rank": 1}, "timing": {"execute:test": 0.1}}"#
    );
    fs::write(folder.path().join("a.jsonl"), line).expect("there is room");
    let html = page_of(folder.path());
    assert!(html.contains("<title>arguments key=2</title>") && html.contains("<title>Cons 1"), "{html}");
}
