//! Every command that gives structures out, times every clause of a spec that can reject one.
//!
//! A column is a spec of lists of digits with one clause. Its oracle, a plain function over all lists of digits, shares no code
//! with the engines. Each command's structures are compared with the oracle's, as sets and with how often each comes.

use super::*;

/// The maximum size.
const MAX_SIZE: usize = 3;

/// A spec, its name, and which lists are valid.
struct Column {
    name: &'static str,
    /// The list's entries, and those of the whole.
    list: &'static str,
    domain: &'static str,
    root: &'static str,
    valid: fn(&[u8]) -> bool,
    /// Whether each path condition has one solution.
    is_rigid: bool,
}

const COLUMNS: [Column; 8] = [
    Column {
        name: "rep-ok",
        list: r#"rep_ok: {"Cons": ["rest.kind == 'Nil' || first < rest.first"]},"#,
        domain: r#"Int(1, "3")"#,
        root: "",
        valid: |list| list.iter().all(|digit| (1..=3).contains(digit)) && list.is_sorted_by(|a, b| a < b),
        is_rigid: false,
    },
    Column {
        name: "root-ok",
        list: "",
        domain: r#"Int(1, "2")"#,
        root: r#"root_ok: ["len % 2 == 1"],"#,
        valid: |list| list.iter().all(|digit| (1..=2).contains(digit)) && list.len() % 2 == 1,
        is_rigid: false,
    },
    Column {
        name: "root-ok-of-data",
        list: "",
        domain: r#"Int(1, "3")"#,
        root: r#"root_ok: ["kind == 'Cons' && first > 1"],"#,
        valid: |list| {
            list.iter().all(|digit| (1..=3).contains(digit)) && list.first().is_some_and(|first| *first > 1)
        },
        is_rigid: false,
    },
    Column {
        name: "both",
        list: r#"rep_ok: {"Cons": ["rest.kind == 'Nil' || rest.first == first + 1"]},"#,
        domain: r#"Int(0, "9")"#,
        root: r#"root_ok: ["kind == 'Nil' || first == 2"],"#,
        valid: |list| list.is_empty() || list[0] == 2 && list.windows(2).all(|pair| pair[1] == pair[0] + 1),
        is_rigid: true,
    },
    Column {
        name: "range-up-to-n",
        list: "",
        domain: r#"Int(2, "n")"#,
        root: "",
        valid: |list| list.iter().all(|digit| (2..=3).contains(digit)),
        is_rigid: false,
    },
    Column {
        name: "one-of",
        list: "",
        domain: r#"OneOf(["5", "0"])"#,
        root: "",
        valid: |list| list.iter().all(|digit| [5, 0].contains(digit)),
        is_rigid: false,
    },
    Column {
        name: "first-of",
        list: "",
        domain: r#"OneOf(["7", "0", "5"], "n - 1")"#,
        root: "",
        valid: |list| list.iter().all(|digit| [7, 0].contains(digit)),
        is_rigid: false,
    },
    Column {
        name: "nothing-but-the-smallest",
        list: "",
        domain: r#"Int(3, "2")"#,
        root: "",
        valid: <[u8]>::is_empty,
        is_rigid: true,
    },
];

/// All lists of digits up to the maximum size.
fn every() -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    while from < all.len() {
        let list: Vec<u8> = all[from].clone();
        if list.len() < MAX_SIZE {
            all.extend((0..=9).map(|digit| [&list[..], &[digit]].concat()));
        }
        from += 1;
    }
    all
}

impl Column {
    fn write(&self, folder: &TempDir) -> String {
        let Self { name, list, domain, root, .. } = self;
        let text = format!(
            r#"(name: "{name}", root: "List", types: {{"List": (
                constructors: {{"Nil": (), "Cons": (fields: {{"first": {domain}, "rest": Type("List")}})}},
                attributes: {{"len": {{"Nil": "0", "Cons": "1 + rest.len"}}}},
                {list}
            )}}, {root} render: {{"Nil": ".", "Cons": "{{{{ first }}}}{{{{ rest }}}}"}})"#
        );
        let path = folder.path().join(format!("{name}.ron"));
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// The valid structures of a size, as they are rendered.
    fn of_size(&self, size: usize) -> BTreeSet<String> {
        let valid = every().into_iter().filter(|list| list.len() == size && (self.valid)(list));
        valid.map(|list| list.iter().map(u8::to_string).collect::<String>() + ".").collect()
    }

    fn valid(&self) -> BTreeSet<String> {
        (0..=MAX_SIZE).flat_map(|size| self.of_size(size)).collect()
    }

    /// Compares what a command gave with the oracle: each structure once, or at least once.
    fn compare(&self, command: &str, often: bool, received: &[String]) {
        let valid = self.valid();
        let set: BTreeSet<String> = received.iter().cloned().collect();
        assert_eq!(set, valid, "{}: {command}", self.name);
        assert!(often || received.len() == valid.len(), "{}: {command} repeats structures", self.name);
    }
}

/// The lines of a command, complete or without a structure.
fn some(args: &str) -> Vec<String> {
    let Output { stdout, stderr, status } = dpgen(args).output().unwrap();
    assert!(matches!(status.code(), Some(0 | 4)), "{args}: {}", text(&stderr));
    text(&stdout).lines().map(str::to_owned).collect()
}

/// Runs a check on each column, with its spec's path.
fn each(check: impl Fn(&Column, &str)) {
    let folder = folder();
    for column in &COLUMNS {
        assert!(!column.valid().is_empty());
        check(column, &column.write(&folder));
    }
}

#[test]
fn enumerate() {
    each(|column, spec| {
        let all = |more: &str| lines(&format!("enumerate {spec} --max-size {MAX_SIZE} {more}"));
        column.compare("enumerate", false, &all(""));
        for algorithm in ["top-down", "dp", "lazy-dp", "quotient"] {
            column.compare(algorithm, false, &all(&format!("--algorithm {algorithm}")));
        }
        let solutions = all("--algorithm symbolazy-dp --fields symbolic --solutions all");
        column.compare("symbolazy-dp", false, &solutions);
        column.compare("symbolic fields", false, &all("--fields symbolic --solutions all"));
        if column.is_rigid {
            column.compare("path conditions", false, &all("--fields symbolic"));
        }
        let shards =
            [1, 2, 3].map(|shard| some(&format!("enumerate {spec} --max-size {MAX_SIZE} --shard {shard}/3")));
        column.compare("--shard", false, &shards.concat());
        let sizes = |size| some(&format!("enumerate {spec} --max-size {MAX_SIZE} --size {size}"));
        column.compare("--size", false, &(0..=MAX_SIZE).flat_map(sizes).collect::<Vec<_>>());
        let out = folder();
        run(&format!("enumerate {spec} --max-size {MAX_SIZE} --out {}", out.path().display()), 0);
        let written: Vec<String> =
            files(out.path()).into_iter().map(|(_, text)| text.trim_end().to_owned()).collect();
        column.compare("--out", false, &written);
    });
}

#[test]
fn count() {
    each(|column, spec| {
        let (_, said) = run(&format!("count {spec} --max-size {MAX_SIZE}"), 0);
        let total = match column.valid().len() {
            1 => "the only structure of sizes 0 to 3\n".to_owned(),
            all => format!("all {all} structures of sizes 0 to 3\n"),
        };
        assert_eq!(said, total, "{}", column.name);
    });
}

#[test]
fn sample() {
    each(|column, spec| {
        // The most of a size are 18: one is missing in 400 draws with odds below one in a million.
        let drawn =
            |size| some(&format!("sample {spec} --max-size {MAX_SIZE} --size {size} --count 400 --seed 1"));
        column.compare("sample", true, &(0..=MAX_SIZE).flat_map(drawn).collect::<Vec<_>>());
    });
}

#[test]
fn show() {
    each(|column, spec| {
        let mut shown = Vec::new();
        for size in 0..=MAX_SIZE {
            let ranks = column.of_size(size).len();
            for rank in 0..ranks {
                shown
                    .extend(lines(&format!("show {spec} --max-size {MAX_SIZE} --size {size} --rank {rank}")));
            }
            run(&format!("show {spec} --max-size {MAX_SIZE} --size {size} --rank {ranks}"), 2);
        }
        column.compare("show", false, &shown);
    });
}

#[test]
fn gallery() {
    each(|column, spec| {
        let folder = folder();
        let path = folder.path().join("page.html");
        let mut shown = Vec::new();
        for size in 0..=MAX_SIZE {
            let args = format!("gallery {spec} --max-size {MAX_SIZE} --size {size} --out {}", path.display());
            let code = dpgen(&args).output().unwrap().status.code();
            if column.of_size(size).is_empty() {
                assert_eq!(code, Some(4), "{}: {args}", column.name);
                continue;
            }
            assert_eq!(code, Some(0), "{}: {args}", column.name);
            let page = fs::read_to_string(&path).unwrap();
            // The structure itself is the first code of its article.
            let codes = page.split("<article").skip(1).filter_map(|article| {
                Some(article.split_once("<code>")?.1.split_once("</code>")?.0.to_owned())
            });
            shown.extend(codes);
        }
        column.compare("gallery", false, &shown);
    });
}

#[test]
fn a_saved_build() {
    each(|column, spec| {
        let folder = folder();
        for fields in ["concrete", "symbolic"] {
            let path = folder.path().join(format!("{fields}.dpgen"));
            let path = path.display();
            run(&format!("build {spec} --max-size {MAX_SIZE} --fields {fields} --out {path}"), 0);
            let solutions = if fields == "symbolic" { "--solutions all" } else { "" };
            column.compare(
                "enumerate --from",
                false,
                &lines(&format!("enumerate --from {path} {solutions}")),
            );
            if fields == "symbolic" {
                continue;
            }
            let drawn = |size| some(&format!("sample --from {path} --size {size} --count 400 --seed 2"));
            column.compare("sample --from", true, &(0..=MAX_SIZE).flat_map(drawn).collect::<Vec<_>>());
            let shown =
                (0..=MAX_SIZE).flat_map(|size| (0..column.of_size(size).len()).map(move |rank| (size, rank)));
            let shown = shown
                .flat_map(|(size, rank)| lines(&format!("show --from {path} --size {size} --rank {rank}")));
            column.compare("show --from", false, &shown.collect::<Vec<_>>());
        }
    });
}

/// What programs under test are given.
#[cfg(all(unix, feature = "diff"))]
#[test]
fn programs() {
    each(|column, spec| {
        let folder = folder();
        let log = folder.path().join("log");
        let read = || {
            let lines = fs::read_to_string(&log).unwrap();
            fs::remove_file(&log).unwrap();
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let tee = format!("x=$(cat); echo \"$x\" >> {}; echo \"$x\"", log.display());
        let max_size = MAX_SIZE.to_string();
        let given = |args: &[&str]| {
            Command::new(env!("CARGO_BIN_EXE_dpgen"))
                .args(args)
                .args(["--max-size", &max_size])
                .assert()
                .code(0);
        };
        given(&["diff", spec, "--commands", &tee, "cat"]);
        column.compare("diff", false, &read());
        given(&["hunt", spec, "--judge", &tee, "--guide", "uniform"]);
        column.compare("hunt", false, &read());
    });
}
