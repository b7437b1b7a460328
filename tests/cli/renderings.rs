//! Several texts of the same structures: `--rendering`, what `dpgen check` says of them, and programs that each get their own.

use super::*;

/// A spec of sums with two texts, of which the second is `more`.
fn sums(folder: &TempDir, more: &str) -> String {
    let path = folder.path().join("sums.ron");
    let text = format!(
        r#"(name: "sums", root: "Sum", types: {{"Sum": (constructors: {{
            "One": (weight: 1), "Plus": (fields: {{"left": Type("Sum"), "right": Type("Sum")}}),
        }})}},
        render: {{"One": "1", "Plus": "({{{{ left }}}} + {{{{ right }}}})"}},
        file: (extension: "txt", after: " infix"),
        renderings: {{"lisp": {more}}})"#
    );
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

const LISP_RENDERING: &str =
    r#"(render: {"Plus": "(+ {{ left }} {{ right }})"}, file: (extension: "lisp", before: "; lisp\n"))"#;

#[test]
fn a_rendering_is_chosen_by_its_name() {
    let folder = folder();
    let spec = sums(&folder, LISP_RENDERING);
    assert_eq!(lines(&format!("enumerate {spec} --size 3")), ["(1 + 1)"]);
    assert_eq!(lines(&format!("enumerate {spec} --size 3 --rendering lisp")), ["(+ 1 1)"]);
    assert_eq!(lines(&format!("sample {spec} --size 3 --count 1 --rendering lisp")), ["(+ 1 1)"]);
    let key = lines(&format!("enumerate {spec} --size 3 --keys")).join("");
    let key = key.split('\t').next().expect("it has a key").to_owned();
    assert_eq!(lines(&format!("show {spec} {key} --rendering lisp")), ["(+ 1 1)"]);
    let whole = dpgen(&format!("show {spec} {key} --rendering lisp --template")).arg("<{{ text }}>").assert();
    assert_eq!(text(&whole.code(0).get_output().stdout), "<(+ 1 1)>\n");
    dpgen(&format!("show {spec} {key} --rendering lips"))
        .assert()
        .code(2)
        .stderr(contains("the spec sums has no rendering `lips`: there are lisp"));
    dpgen("enumerate json --rendering lisp").assert().code(2).stderr(contains("no entry `renderings`"));
    dpgen(&format!("show {spec} {key} --rendering lisp --format json"))
        .assert()
        .code(2)
        .stderr(contains("which json has not"));
}

#[test]
fn files_are_those_of_the_rendering() {
    let folder = folder();
    let spec = sums(&folder, LISP_RENDERING);
    let out = folder.path().join("out");
    let command = format!("enumerate {spec} --size 3 --out {}", out.display());
    run(&format!("{command} --rendering lisp"), 0);
    let wanted = ("sums-s3-r0.lisp".to_owned(), "; lisp\n(+ 1 1)\n".to_owned());
    assert_eq!(files(&out), BTreeSet::from([wanted]));
    dpgen(&command).assert().code(2).stderr(contains("rendering was"));
    // A rendering that says nothing of files has none of the frame of `render`.
    let spec = sums(&folder, r#"(render: {"One": "I"})"#);
    let out = folder.path().join("plain");
    run(&format!("enumerate {spec} --size 1 --rendering lisp --out {}", out.display()), 0);
    assert_eq!(files(&out), BTreeSet::from([("sums-s1-r0.txt".to_owned(), "I\n".to_owned())]));
}

#[test]
fn check_reads_all_renderings() {
    let folder = folder();
    let spec = sums(&folder, LISP_RENDERING);
    assert!(run(&format!("check {spec}"), 0).0.contains("\nrendering lisp, files .lisp\n"));
    for (more, line, wanted) in [
        (r#"(render: {"Plus": "(+ {{ left }} {{ rihgt }})"})"#, 6, "did you mean `right`?"),
        (r#"(render: {"Plus": "{{ left.attr('deep') }}"})"#, 6, "no attribute of `Sum`"),
        (r#"(render: {"Plus": "{{ left"})"#, 6, "can not be read"),
        (r#"(render: {"Minus": ""})"#, 6, "unknown constructor `Minus` in the rendering `lisp`"),
        (r#"(render: {}, file: (extension: "a.b"))"#, 6, "can not be the extension"),
        (r#"(rendre: {})"#, 6, "did you mean `render`?"),
        (r#"(render: {}), "lisp": (render: {})"#, 6, "the rendering `lisp` is here twice"),
        (r#"(render: {}), "a b": (render: {})"#, 6, "can not name a rendering"),
    ] {
        let spec = sums(&folder, more);
        let place = format!("sums.ron:{line}:");
        dpgen(&format!("check {spec}")).assert().code(2).stderr(contains(wanted).and(contains(place)));
    }
}

/// Python and C mean the same by a program: all of the smallest, and large ones with loops, conditions and sums.
#[cfg(unix)]
#[test]
fn imperative_programs_print_the_same_in_python_and_in_c() {
    use crate::c_functions::{compile_and_run, programs};
    let large = "sample imperative --size 30 --count 200 --seed 7 --odds busy --param variables=3";
    for (args, number, printed) in [("enumerate imperative --max-size 5", 331, 100), (large, 200, 500)] {
        let folder = folder();
        let in_c = programs(&format!("{args} --rendering c"));
        assert_eq!(in_c.len(), number);
        let Some(of_c) = compile_and_run(folder.path(), &in_c, &[]) else { return };
        let path = folder.path().join("all.py");
        fs::write(&path, run(&format!("{args} --format template"), 0).0).expect("it can be written");
        let Ok(output) = std::process::Command::new("python3").arg(&path).output() else {
            return skipped("there is no python3 to run programs");
        };
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(of_c.lines().count() > printed, "{args}: {}", of_c.lines().count());
        assert!(of_c == text(&output.stdout), "{args}: Python and C differ");
    }
}
