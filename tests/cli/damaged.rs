//! Damaged files: refused with a message, or repaired with one. `DPGEN_LONG=1` tries many more.

#[path = "../it/fuzz_bodies/cli.rs"]
mod bodies;
#[path = "../it/common/damages.rs"]
mod damages;
#[path = "../it/fuzz_bodies/mutate.rs"]
mod mutate;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

use super::*;
use mutate::{cases, damage, try_one};

/// Half of them keep a checksum that fits, so that what is inside has to be checked as well.
#[test]
fn damaged_manifests_are_refused_with_a_message() {
    const CHECKSUM: &str = ",\n  \"checksum\": ";
    let folder = folder();
    run(&format!("enumerate binary-tree --max-size 4 --out {}", folder.path().display()), 0);
    let whole = fs::read(folder.path().join("manifest.json")).expect("it is there");
    assert_eq!(bodies::manifest(&whole), Ok(()));
    let (body, seal) = text(&whole).rsplit_once(CHECKSUM).map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let sealed = |body: &[u8]| {
        let checksum = format!("\"{:08x}\"\n}}\n", crc32fast::hash(body));
        [body, CHECKSUM.as_bytes(), checksum.as_bytes()].concat()
    };
    assert_eq!(text(&sealed(body.as_bytes())), text(&whole), "a manifest is sealed like this: {seal}");
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for case in 0..cases() {
        let name = format!("case {case}");
        if case % 2 == 0 {
            let mut bytes = whole.clone();
            damage(&mut bytes, &mut rng);
            assert!(bytes == whole || try_one(&name, &bytes, bodies::manifest), "{name} is taken");
        } else {
            let mut bytes = body.as_bytes().to_vec();
            damage(&mut bytes, &mut rng);
            try_one(&name, &sealed(&bytes), bodies::manifest);
        }
    }
}

#[test]
fn no_damage_to_a_manifest_goes_unnoticed() {
    let folder = folder();
    run(&format!("enumerate binary-tree --max-size 4 --limit 7 --out {}", folder.path().display()), 3);
    let whole = fs::read(folder.path().join("manifest.json")).expect("it is there");
    assert_eq!(bodies::manifest(&whole), Ok(()));
    let all = damages::flips(&whole, 1).chain(damages::cuts(&whole, 1)).chain(damages::lines(&whole));
    for (name, bytes) in all {
        assert!(bodies::manifest(&bytes).is_err(), "{name} is taken");
    }
}

/// A file that a command writes and reads again.
struct Kept {
    /// The command up to the name of its folder or file.
    command: Vec<&'static str>,
    /// The file, in the folder that the command is given; the command is given the file itself if it is none.
    file: Option<&'static str>,
    /// What the command ends with.
    code: i32,
    /// What is said of a file that was not written to its end, or that ends earlier than it did.
    shorter: &'static [&'static str],
}

impl Kept {
    fn run(&self, place: &Path) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpgen"));
        command.args(&self.command).arg(place).output().expect("it runs")
    }

    /// What is printed, without times and what is said about earlier runs.
    fn results(&self, output: &Output) -> String {
        let said = text(&output.stderr);
        let lines = said.lines().filter(|line| !self.shorter.iter().any(|words| line.contains(words)));
        let printed = text(&output.stdout);
        let printed = printed.lines().map(|line| line.split("; ").next().unwrap_or_default());
        printed
            .chain(lines)
            .map(|line| line.split(" (").next().unwrap_or_default().to_owned() + "\n")
            .collect()
    }
}

/// The table of files: whatever happens to one, the command that reads it again ends with an error and leaves the file as it is, or
/// says what it repaired and gives the same results as if nothing had been written yet.
#[test]
fn no_damage_to_a_file_goes_unnoticed() {
    const SERVED: &str = "while read n; do text=$(head -c $n); case $text in *a*) echo valid ${#text};; *) echo invalid;; esac; done";
    let mut files = vec![Kept {
        command: vec!["enumerate", "binary-tree", "--max-size", "3", "--out"],
        file: Some("manifest.json"),
        code: 0,
        shorter: &[],
    }];
    if cfg!(all(unix, feature = "diff")) {
        let shorter = &[
            "are cut off",
            "executions of earlier runs",
            "judged by earlier runs",
            "that the record does not keep",
            "report: ",
        ][..];
        let command =
            vec!["hunt", "json", "--max-size", "2", "--serve", SERVED, "--executions", "40", "--out"];
        files.push(Kept { command, file: Some("hunt.jsonl"), code: 3, shorter });
        let command = vec![
            "diff",
            "json",
            "--max-size",
            "2",
            "--lines",
            "--threads",
            "1",
            "--commands",
            "cat",
            "sed -u s/true/1/",
            "--report",
        ];
        files.push(Kept { command, file: Some("log.jsonl"), code: 5, shorter });
    }
    let folder = folder();
    let saved = folder.path().join("trees.dpgen");
    run(&format!("build --max-size 3 --fields symbolic --out {}", saved.display()), 0);
    files.push(Kept { command: vec!["enumerate", "--from"], file: None, code: 0, shorter: &[] });

    for kept in &files {
        let place =
            kept.file.map_or_else(|| saved.clone(), |file| folder.path().join(file.replace('.', "-")));
        let first = kept.run(&place);
        assert_eq!(first.status.code(), Some(kept.code), "{:?}: {}", kept.command, text(&first.stderr));
        let path = kept.file.map_or_else(|| place.clone(), |file| place.join(file));
        let whole = fs::read(&path).expect("it is there");
        let expected = kept.results(&first);
        let step = |some: usize| whole.len().div_ceil(some);
        let last = whole.len() - 1;
        let torn = [(format!("cut to {last} bytes"), whole[..last].to_vec())];
        let all = damages::flips(&whole, step(8)).chain(damages::cuts(&whole, step(4))).chain(torn);
        // Of a file of bytes there are no lines.
        let lines = damages::lines(&whole).take(if kept.file.is_some() { 9 } else { 0 });
        for (name, bytes) in all.chain(lines) {
            fs::write(&path, &bytes).expect("it can be written");
            let output = kept.run(&place);
            let (name, said) = (format!("{:?}, {name}", kept.file), text(&output.stderr));
            if output.status.code() == Some(2) {
                assert!(said.starts_with("error: "), "{name}: {said}");
                assert_eq!(fs::read(&path).expect("it is there"), bytes, "{name}: it stays as it was");
            } else {
                assert_eq!(output.status.code(), Some(kept.code), "{name}: {said}");
                assert!(kept.shorter.iter().any(|words| said.contains(words)), "{name} is taken: {said}");
                assert_eq!(kept.results(&output), expected, "{name}");
            }
        }
    }
}

/// People write known groups, too: a line means what it says. Damage may make findings known ones no longer, never the reverse.
#[cfg(all(unix, feature = "diff"))]
#[test]
fn a_damaged_file_of_known_groups_hides_no_finding() {
    let folder = folder();
    let (report, known) = (folder.path().join("report"), folder.path().join("known.txt"));
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpgen"));
        command.args(["diff", "json", "--max-size", "2", "--lines", "--commands", "cat"]);
        command.args(["sed -u 's/true/1/;s/null/2/'", "--report"]).arg(&report).arg("--known").arg(&known);
        command.output().expect("it runs")
    };
    let shown = || -> BTreeSet<String> {
        let lines = fs::read_to_string(report.join("findings.jsonl")).expect("there are findings");
        let lines =
            lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"));
        lines.filter(|line| line["known"] == false).map(|line| line["key"].to_string()).collect()
    };
    fs::write(&known, "").expect("it can be written");
    assert_eq!(run().status.code(), Some(5));
    let all = shown();
    let groups = fs::read_to_string(report.join("groups.txt")).expect("there are groups");
    let first = groups.lines().next().expect("there is one").to_owned() + "\n";
    fs::write(&known, &first).expect("it can be written");
    assert_eq!(run().status.code(), Some(5));
    let left = shown();
    assert!(!left.is_empty() && left.len() < all.len(), "{} of {}", left.len(), all.len());
    let first = first.as_bytes();
    for (name, bytes) in damages::flips(first, 5).chain(damages::cuts(first, 9)).chain(damages::lines(first))
    {
        fs::write(&known, &bytes).expect("it can be written");
        let output = run();
        match output.status.code() {
            Some(2) => assert!(text(&output.stderr).contains("the known groups of "), "{name}"),
            code => assert!(code == Some(5) && shown().is_superset(&left), "{name}: {code:?}"),
        }
    }
    let mut endless = Command::new(env!("CARGO_BIN_EXE_dpgen"));
    endless.args(["diff", "json", "--commands", "cat", "cat", "--known", "/dev/urandom"]);
    endless.assert().code(2).stderr(contains("a file of known groups has at most"));
}

#[test]
fn damaged_templates_are_filled_in_or_refused_with_a_message() {
    const WHOLE: &str = "{{ size }}:{{ rank }} {% for item in value recursive %}{% if loop.first %}[{% endif %}\
                         {{ item|upper ~ loop.index * 2 }}{% endfor %} {% set x = text|length %}{{ x // 2 }} {{ key }}";
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for case in 0..cases() {
        let mut bytes = WHOLE.as_bytes().to_vec();
        damage(&mut bytes, &mut rng);
        try_one(&format!("case {case}"), &bytes, bodies::template);
    }
}
