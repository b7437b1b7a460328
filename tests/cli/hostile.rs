//! Strings of specs that would move the cursor, turn the direction of reading or end an element: what every command writes
//! for people has them as escapes, and files that other programs read have them as these read them.

use super::*;

/// Each does something to a terminal, or to a file that holds it as it is.
const HOSTILE: [&str; 11] = [
    "\u{1b}[31m",
    "\u{7}",
    "\u{0}",
    "\u{7f}",
    "\u{9b}31m",
    "\u{202e}abc",
    "\u{2028}",
    "\u{feff}x",
    "\r",
    "\n",
    "<b>&\"</script>",
];

/// A string as RON has it, all in escapes.
fn escapes(text: &str) -> String {
    text.chars().map(|letter| letter.escape_unicode().to_string()).collect()
}

/// A spec that has the hostile strings wherever a spec has strings. `entries` are further ones of the spec.
fn spec(folder: &TempDir, entries: &str) -> String {
    let all = escapes(&HOSTILE.concat());
    let labels: Vec<String> = HOSTILE.iter().map(|text| format!("\"{}\"", escapes(text))).collect();
    // Line ends can not stand in a string of an expression.
    let conditions = HOSTILE.iter().filter(|text| !text.contains(['\n', '\r']));
    let conditions: Vec<String> =
        conditions.map(|text| format!("\"x != '{}' || !b\"", escapes(text))).collect();
    let text = format!(
        r#"(name: "{all}", about: "{all}", root: "T", params: {{"k": "n +{} 1"}},
        types: {{"T": (
            constructors: {{"N": (), "C": (fields: {{"x": OneOf([{}]), "b": Bool, "rest": Type("T")}})}},
            attributes: {{"length": {{"N": "0", "C": "rest.length + 1"}}, "head": {{"C": "x"}}}},
            rep_ok: {{"C": [{}, "rest.kind == 'N' || rest.head == x"]}},
        )}}, {entries})"#,
        escapes("\n\t"),
        labels.join(", "),
        conditions.join(", "),
    );
    let path = folder.path().join("hostile.ron");
    fs::write(&path, text).expect("it can be written");
    path.display().to_string()
}

/// What a terminal, or a reader of the page, would obey.
fn obeyed(text: &str) -> Option<char> {
    text.chars().find(|letter| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
    })
}

#[test]
fn nothing_that_is_written_is_obeyed() {
    let folder = folder();
    let path = spec(&folder, "");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (saved, page, plot, out) = (file("saved"), file("page.html"), file("plot.svg"), file("out"));
    let mut commands = vec![
        (0, format!("check {path} --max-size 2")),
        (0, format!("count {path} --max-size 2 --explain --plot {plot}")),
        (0, format!("count {path} --max-size 2 --explain --format json")),
        (0, format!("build {path} --max-size 2 --out {saved}")),
        (0, format!("count --from {saved} --explain")),
        (3, format!("enumerate {path} --max-size 2 --limit 2")),
        (0, format!("enumerate {path} --max-size 1 --out {out} --keys")),
        (0, format!("gallery {path} --max-size 1 --out {page}")),
        (0, format!("worst {path} --size 1 --cost length")),
        (2, format!("worst {path} --size 1 --cost head")),
        (2, format!("worst {path} --size 1 --cost none")),
        (2, format!("count {path} --preset none")),
        (2, format!("count {path} --param none=1")),
        (2, format!("show {path} x-123456:1:1")),
        (2, format!("show {path} --size 1 --rank 1000")),
    ];
    for format in formats().filter(|format| *format != Format::Template) {
        commands.push((0, format!("enumerate {path} --max-size 1 --format {format} --keys")));
        commands.push((0, format!("sample {path} --size 1 --count 30 --seed 1 --format {format}")));
        commands.push((0, format!("show {path} --size 1 --rank 7 --format {format}")));
    }
    let mut wrong = Vec::new();
    for (code, command) in commands {
        let ended = dpgen(&command).output().expect("it runs");
        let (out, said) = (text(&ended.stdout), text(&ended.stderr));
        if let Some(letter) = obeyed(&out).or_else(|| obeyed(&said)) {
            wrong.push(format!("{command}: {letter:?} in {:?}", out + &said));
        } else if ended.status.code() != Some(code) {
            wrong.push(format!("{command}: {:?}: {out}{said}", ended.status));
        }
    }
    for written in [&page, &plot] {
        let text = fs::read_to_string(written).expect("it was written");
        wrong.extend(obeyed(&text).map(|letter| format!("{written}: {letter:?}")));
        wrong.extend(text.contains("<b>").then(|| format!("{written}: an element")));
    }
    for (name, text) in files(Path::new(&out)) {
        wrong.extend(
            obeyed(&name).or_else(|| obeyed(&text)).map(|letter| format!("{name}: {letter:?}: {text}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // What other programs read says the same as ever.
    let read = |line: &String| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON");
    let all = lines(&format!("enumerate {path} --size 1 --max-size 1 --format json"));
    let found: BTreeSet<String> =
        all.iter().map(|line| read(line)["value"]["C"]["x"].as_str().unwrap().to_owned()).collect();
    assert_eq!(found, HOSTILE.map(str::to_owned).into());
}

#[test]
fn mistakes_beside_hostile_strings_are_shown_with_escapes() {
    let folder = folder();
    let all = escapes(&HOSTILE.concat());
    for entries in [
        format!("render: {{\"{all}\": \"\"}}"),
        format!("render: {{\"C\": \"{all}{{{{ nothing }}}}\"}}"),
        format!("render: {{\"C\": \"{all}{{{{ x | nothing }}}}\"}}"),
        format!("render: {{\"C\": \"{all}{{{{ x\"}}"),
        format!("root_ok: [\"head == '{}'\"]", escapes("\u{1b}[31m")),
        format!("root_ok: [\"{all}\"]"),
        format!("root_ok: [\"1 / 0 == 1 || head == '{}'\"]", escapes("\u{9b}31m")),
        format!("root_ok: [\"1 / (length - length) == 1 || head == '{}'\"]", escapes("\u{7}")),
        format!("presets: {{\"{all}\": {{}}}}"),
        format!("presets: {{\"p\": {{\"{all}\": 1}}}}"),
        format!("odds: {{\"{all}\": {{}}}}"),
        format!("odds: {{\"p\": {{\"{all}\": 1}}}}"),
        format!("file: (extension: \"{all}\")"),
        format!("counts: [(each: [1], params: {{\"{all}\": 1}})]"),
        format!("\"{all}\": 3"),
        // As they are, without escapes of RON.
        format!("root_ok: [\"{}\"]", HOSTILE[..8].concat()),
        format!("rot_ok: [] // {}", HOSTILE[..8].concat()),
    ] {
        let path = spec(&folder, &entries);
        let ended = dpgen(&format!("check {path} --max-size 1")).output().expect("it runs");
        let said = text(&ended.stderr);
        assert_eq!((ended.status.code(), obeyed(&said)), (Some(2), None), "{entries}: {said:?}");
        assert!(said.starts_with(&format!("error: {path}:")) || said.contains("hostile.ron:"), "{said}");
    }
}

#[test]
fn names_of_files_have_room_for_places() {
    let folder = folder();
    for name in ["n".repeat(256), "é".repeat(128), "n-".repeat(128)] {
        let path = folder.path().join("long.ron");
        let spec = format!(r#"(name: "{name}", root: "T", types: {{"T": (constructors: {{"N": ()}})}})"#);
        fs::write(&path, spec).expect("it can be written");
        let out = folder.path().join("out");
        let command = format!("enumerate {} --max-size 1 --keys --out {}", path.display(), out.display());
        run(&command, 0);
        assert_eq!(files(&out).len(), 1);
        fs::remove_dir_all(out).expect("it is there");
    }
}

#[test]
fn a_spec_that_is_not_there_is_what_is_said() {
    let folder = folder();
    fs::write(folder.path().join("chains.ron"), "").expect("it can be written");
    for (command, needs) in [
        ("check", ""),
        ("compare", "red-black-tree"),
        ("count", ""),
        ("enumerate", ""),
        ("sample", "--size 3"),
        ("show", ""),
        ("show", "rbt-123456:1:1"),
        ("build", "--out saved"),
        ("gallery", "--out page.html"),
        ("worst", "--cost height --size 3"),
        ("specs", ""),
        #[cfg(all(unix, feature = "diff"))]
        ("diff", "--commands cat cat"),
        #[cfg(all(unix, feature = "diff"))]
        ("hunt", "--judge cat"),
    ] {
        for (name, meant) in [
            ("red-blak-tree", "Did you mean `red-black-tree`?"),
            ("nosuchspec", "The built-in specs are acyclic-automaton, automaton, avl-tree, "),
            ("chain", "Did you mean `chains.ron`?"),
            ("chain.ron", "Did you mean `chains.ron`?"),
            ("red-blak-tree.ron", "Did you mean `red-black-tree`?"),
        ] {
            if command == "specs" && name.starts_with("chain") {
                continue;
            }
            let arguments = format!("{command} {name} {needs}");
            let ended = dpgen(&arguments).current_dir(folder.path()).output().expect("it runs");
            let said = text(&ended.stderr);
            let there = said.contains(&format!("there is no built-in spec `{name}`"))
                || said.contains(&format!("the spec {name} can not be read"));
            assert_eq!(ended.status.code(), Some(2), "{arguments}: {said}");
            assert!(there && said.contains(meant), "{arguments}: {said}");
        }
    }
}
