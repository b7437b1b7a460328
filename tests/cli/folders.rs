//! One file a structure, and runs that go on.

use super::*;

#[test]
fn each_structure_is_a_file() {
    let folder = folder();
    let out = folder.path().join("corpus");
    let (printed, said) = run(&format!("enumerate --max-size 2 --out {}", out.display()), 0);
    assert_eq!((printed.as_str(), said.as_str()), ("", "all 5 structures of sizes 0 to 2\n"));
    let files = files(&out);
    assert_eq!(files.len(), 5);
    assert!(
        files.contains(&("red-black-tree-s2-r1.txt".to_owned(), "((. 1r .) 2b .)\n".to_owned())),
        "{files:?}"
    );
    assert_eq!(manifest(&out)["complete"], true);
}

#[test]
fn a_folder_for_a_fuzzer_holds_structures_alone() {
    let folder = folder();
    let out = folder.path().join("corpus");
    let command =
        format!("enumerate json --max-size 2 --format template --manifest-beside --out {}/", out.display());
    run(&format!("{command} --limit 7"), 3);
    let names =
        || fs::read_dir(&out).expect("it is there").map(|entry| entry.expect("it can be read").file_name());
    assert_eq!(names().count(), 7);
    // The next run goes on, by the manifest beside.
    run(&command, 0);
    assert!(names().all(|name| name.to_string_lossy().starts_with("json-s")));
    let count = lines("enumerate json --max-size 2").len();
    assert_eq!(names().count(), count);
    assert_eq!(manifest(&folder.path().join("corpus.dpgen"))["complete"], true);
    // What a fuzzer adds is left alone.
    fs::write(out.join("0a1b2c"), "found by a fuzzer").expect("it can be written");
    run(&command, 0);
    assert_eq!(names().count(), count + 1);
}

#[test]
fn files_of_templates_are_the_bytes_alone() {
    let folder = folder();
    let out = folder.path().display();
    run(&format!("enumerate json --max-size 3 --format template --out {out}"), 0);
    let files = files(folder.path());
    assert!(files.contains(&("json-s1-r0.txt".to_owned(), "null".to_owned())));
    let read: Vec<serde_json::Value> =
        files.iter().map(|(_, text)| serde_json::from_str(text).expect("it is JSON")).collect();
    assert!(read.iter().any(|json| json.as_array().is_some_and(|array| !array.is_empty())));
    assert!(read.iter().any(|json| json.as_object().is_some_and(|object| !object.is_empty())));
}

#[test]
fn a_spec_says_what_files_are_called_and_hold() {
    let folder = folder();
    let out = folder.path().join("pages");
    run(&format!("enumerate web-page --max-size 2 --out {}", out.display()), 0);
    let pages = files(&out);
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names.len(), names[0]), (13, "web-page-s0-r0.html"));
    let listed = lines("enumerate web-page --size 1");
    let (_, text) = pages.iter().find(|(name, _)| name == "web-page-s1-r0.html").expect("it is there");
    let (before, after) = text.split_once(&listed[0]).expect("the text of the listing is within");
    assert!(before.starts_with("<!doctype html>\n<html") && after == "</html>\n", "{text}");
    assert_eq!(manifest(&out)["made"]["extension"], "html");
    // Its own text in the format `template` is the same, without a line's end; other formats are not its own text.
    let contents = |flags: &str| {
        let out = folder.path().join(flags.replace(' ', "_"));
        run(&format!("enumerate web-page --size 1 {flags} --out {}", out.display()), 0);
        files(&out).pop_first().expect("there is one")
    };
    assert_eq!(contents("--format template").1, text.trim_end());
    assert_eq!(contents("--template {{size}}"), ("web-page-s1-r0.txt".to_owned(), "1".to_owned()));
    assert!(contents("--format json").0.ends_with(".json"));
    let (name, text) = contents("--format ron");
    assert!(name.ends_with(".ron") && text.starts_with("("), "{name}: {text}");
}

#[test]
fn a_stopped_run_goes_on_where_it_was() {
    let folder = folder();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let into = |out: &Path| format!("enumerate --max-size 4 --format json --out {}", out.display());
    run(&into(&whole), 0);
    let (_, said) = run(&format!("{} --limit 9", into(&parts)), 3);
    assert_eq!(said, "stopped by --limit at rank 4 of 12 of size 2; sizes <= 1 complete\n");
    assert_eq!((files(&parts).len(), &manifest(&parts)["complete"]), (9, &false.into()));
    // The same command again adds nothing: the limit is about the folder.
    run(&format!("{} --limit 9", into(&parts)), 3);
    assert_eq!(files(&parts).len(), 9);
    let (_, said) = run(&into(&parts), 0);
    assert_eq!(said, "all 29 structures of sizes 0 to 4 (9 of them written before)\n");
    assert_eq!(files(&parts), files(&whole));
    assert_eq!(manifest(&parts), manifest(&whole));
}

#[test]
fn a_limit_is_about_the_folder_however_often_it_is_given() {
    let folder = folder();
    let fresh = |limit: u32| {
        run(&format!("enumerate --max-size 4 --limit {limit}"), if limit < 29 { 3 } else { 0 }).1
    };
    for (number, limits) in
        [[9, 9], [9, 5], [5, 9], [9, 12], [1, 28], [28, 29], [9, 40]].into_iter().enumerate()
    {
        let out = folder.path().join(number.to_string());
        for (limit, there) in limits.into_iter().zip([0, limits[0]]) {
            let most = limit.max(there);
            let code = if most < 29 { 3 } else { 0 };
            let (_, said) =
                run(&format!("enumerate --max-size 4 --limit {limit} --out {}", out.display()), code);
            let before =
                if there == 0 { String::new() } else { format!(" ({there} of them written before)") };
            assert_eq!(said.trim_end(), format!("{}{before}", fresh(most).trim_end()), "{limits:?}, {limit}");
            assert_eq!(u32::try_from(files(&out).len()), Ok(most.min(29)), "{limits:?}, {limit}");
        }
    }
}

/// Every entry of a manifest that says what the files depend on, with two runs in which it differs.
#[test]
fn a_run_that_differs_in_anything_is_refused() {
    let folder = folder();
    let mut covered = BTreeSet::new();
    for (number, (field, one, other)) in [
        ("spec", "--max-size 2", "avl-tree --max-size 2"),
        ("spec_hash", "ONE --max-size 2", "OTHER --max-size 2"),
        ("max_size", "--max-size 2 --param n=2", "--max-size 3 --param n=2 --min-size 0"),
        ("params", "--max-size 2", "--max-size 2 --param n=3"),
        ("algorithm", "--max-size 2", "--max-size 2 --algorithm lazy-dp"),
        ("fields", "--max-size 2", "--max-size 2 --fields symbolic"),
        (
            "solutions",
            "--max-size 2 --fields symbolic --solutions all",
            "--max-size 2 --fields symbolic --solutions random",
        ),
        (
            "seed",
            "--max-size 2 --fields symbolic --solutions random --seed 1",
            "--max-size 2 --fields symbolic --solutions random --seed 2",
        ),
        ("sizes", "--max-size 2 --min-size 1", "--max-size 2 --min-size 2"),
        ("shard", "--max-size 2 --shard 1/2", "--max-size 2 --shard 2/2"),
        ("rank", "--size 2 --rank 0..1", "--size 2 --rank 0..2"),
        ("format", "--max-size 2", "--max-size 2 --format json"),
        ("extension", "web-page --size 1", "web-page --size 1 --format ron"),
        ("template", "--max-size 2 --template {{rank}}", "--max-size 2 --template {{size}}"),
        ("keys", "--max-size 2 --template {{key}} --keys", "--max-size 2 --template {{key}}"),
    ]
    .into_iter()
    .enumerate()
    {
        let specs = ["ONE", "OTHER"].map(|name| {
            let file = folder.path().join(name).join("trees.ron");
            fs::create_dir_all(file.parent().expect("it has one")).expect("it can be made");
            let text = fs::read_to_string("../../specs/binary-tree.ron").expect("it is there");
            fs::write(&file, format!("// {name}\n{text}")).expect("it can be written");
            (name, file.display().to_string())
        });
        let out = folder.path().join(number.to_string());
        let command = |args: &str| {
            let args = specs.iter().fold(args.to_owned(), |args, (name, file)| args.replace(name, file));
            format!("enumerate {args} --out {}", out.display())
        };
        run(&command(one), 0);
        let (before, made) = (files(&out), manifest(&out)["made"].clone());
        covered.extend(made.as_object().expect("it is one").keys().filter(|name| *name == field).cloned());
        let (_, said) = run(&command(other), 2);
        assert!(said.contains("holds structures of another run: "), "{field}: {said}");
        assert!(said.contains(&format!("{field} was ")), "{field}: {said}");
        assert_eq!((files(&out), &manifest(&out)["made"]), (before, &made), "{field}");
        run(&command(one), 0);
    }
    let out = folder.path().join("0");
    let all: BTreeSet<String> =
        manifest(&out)["made"].as_object().expect("it is one").keys().cloned().collect();
    assert_eq!(covered, all, "each entry is one of the table");
}

/// The same for hunts and comparisons: what is in the first line of their records, and two runs in which that differs.
#[cfg(all(unix, feature = "diff"))]
#[test]
fn a_hunt_or_comparison_that_differs_in_anything_is_refused() {
    const HUNT: [&str; 6] = ["hunt", "json", "--max-size", "1", "--judge", "true"];
    const DIFF: [&str; 7] = ["diff", "json", "--max-size", "1", "--commands", "cat", "tee"];
    let folder = folder();
    let run = |args: &[String], flag: &str, out: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpgen"));
        let output = command.args(args).arg(flag).arg(out).output().expect("it runs");
        (output.status.code(), text(&output.stderr))
    };
    let first_line = |path: &Path| {
        let record = fs::read_to_string(path).expect("there is a record");
        let line: serde_json::Value =
            serde_json::from_str(record.lines().next().unwrap_or_default()).expect("JSON");
        line["line"].clone()
    };
    let mut number = 0;
    let mut refused = |base: &[&str], (one, other): (&[&str], &[&str]), flag: &str, words: &str| {
        number += 1;
        let out = folder.path().join(number.to_string());
        let with = |more: &[&str]| -> Vec<String> {
            let own = more.first() == base.first();
            let whole = if own { more.to_vec() } else { base.iter().chain(more).copied().collect() };
            whole.into_iter().map(str::to_owned).collect()
        };
        let (code, said) = run(&with(one), flag, &out);
        assert!(matches!(code, Some(0 | 3)), "{one:?}: {said}");
        let (code, said) = run(&with(other), flag, &out);
        assert_eq!(code, Some(2), "{other:?}: {said}");
        assert!(said.contains(words), "{other:?}: {said}");
        out
    };

    let mut covered = BTreeSet::new();
    let mut last = None;
    let rows: [(&str, &[&str], &[&str]); 10] = [
        ("identity", &[], &["hunt", "json", "--max-size", "2", "--judge", "true"]),
        ("judge", &[], &["hunt", "json", "--max-size", "1", "--judge", "cat"]),
        ("timeout_ms", &["--timeout", "5s"], &["--timeout", "4s"]),
        ("bug_exits", &[], &["--bug-exit", "3"]),
        ("guide", &["--guide", "uniform"], &["--guide", "pairs"]),
        ("seed", &["--seed", "1"], &["--seed", "2"]),
        ("spec_hash", &[], &["hunt", "red-black-tree", "--max-size", "1", "--judge", "true"]),
        ("format", &[], &["--format", "ron"]),
        ("template", &["--template", "{{size}}"], &["--template", "{{rank}}"]),
        ("bug_exits", &["--bug-exit", "3"], &["--bug-exit", "4"]),
    ];
    for (field, one, other) in rows {
        last = Some(refused(&HUNT, (one, other), "--out", &format!("{field} was ")));
        covered.insert(field.to_owned());
    }
    let header = first_line(&last.take().expect("there are rows").join("hunt.jsonl"));
    let mut all: BTreeSet<String> = header.as_object().expect("it is one").keys().cloned().collect();
    // Another order of ranks is another dpgen.
    assert!(all.remove("order"));
    assert_eq!(covered, all, "each entry is one of the table");

    let mut covered: BTreeSet<String> = ["dpgen", "order of ranks", "parameter n"].map(str::to_owned).into();
    let rows: [(&str, &[&str], &[&str]); 14] = [
        ("spec", &[], &["diff", "red-black-tree", "--max-size", "1", "--commands", "cat", "tee"]),
        ("the spec's hash", &[], &["diff", "red-black-tree", "--max-size", "1", "--commands", "cat", "tee"]),
        ("max size", &[], &["diff", "json", "--max-size", "2", "--commands", "cat", "tee"]),
        ("algorithm", &[], &["--algorithm", "lazy-dp"]),
        ("fields", &[], &["--fields", "symbolic"]),
        ("format", &[], &["--format", "ron"]),
        ("template", &["--template", "{{size}}"], &["--template", "{{rank}}"]),
        ("timeout", &[], &["--timeout", "3s"]),
        ("compare", &[], &["--compare", "code"]),
        ("normalize", &["--normalize", "cat"], &["--normalize", "tee"]),
        ("its cases are", &["--sample", "3"], &["--sample", "3", "--seed", "1"]),
        ("its cases are", &["--shard", "1/2"], &["--shard", "2/2"]),
        ("its cases are", &["--size", "1", "--rank", "0..2"], &["--size", "1", "--rank", "1..3"]),
        ("it compared", &[], &["diff", "json", "--max-size", "1", "--commands", "tee", "cat"]),
    ];
    for (field, one, other) in rows {
        let words = if field.starts_with("it") { format!("{field} ") } else { format!("{field} was ") };
        last = Some(refused(&DIFF, (one, other), "--report", &words));
        covered.insert(field.to_owned());
    }
    refused(&DIFF, (&[], &["--lines"]), "--report", "lines is yes");
    let header = first_line(&last.expect("there are rows").join("log.jsonl"));
    let made = header["header"]["made"].as_array().expect("it is one");
    for entry in made {
        let name = entry[0].as_str().expect("it is a name");
        assert!(covered.contains(name), "{name} is in no row");
    }
}

/// Commands that have a folder of their own × what may be there.
#[cfg(all(unix, feature = "diff"))]
#[test]
fn a_folder_with_files_of_somebody_else_is_refused() {
    let place = folder();
    // With the names of their folders' records.
    let commands: [(&[&str], i32, &str); 3] = [
        (&["hunt", "json", "--max-size", "1", "--judge", "true", "--out"], 0, "hunt.jsonl"),
        (&["diff", "json", "--max-size", "1", "--commands", "cat", "tee", "--report"], 0, "log.jsonl"),
        (&["diff", "--merge", "PART", "--report"], 0, "merged"),
    ];
    let part = place.path().join("part").display().to_string();
    let run = |command: &[&str], folder: &Path| {
        let mut process = Command::new(env!("CARGO_BIN_EXE_dpgen"));
        process
            .args(command.iter().map(|word| if *word == "PART" { part.as_str() } else { *word }))
            .arg(folder);
        process.output().expect("it runs")
    };
    assert_eq!(run(commands[1].0, Path::new(&part)).status.code(), Some(0));
    let accepted: [&[(&str, &str)]; 3] = [&[], &[(".dpgen-lock", "")], &[(".dpgen-x.unfinished", "half")]];
    let refused: [(&[(&str, &str)], &str); 7] = [
        (&[("thesis.tex", "all my work")], "thesis.tex"),
        (&[("index.html", "mine")], "index.html"),
        (&[("findings/mine.txt", "mine")], "findings"),
        (&[("manifest.json", "{}")], "manifest.json"),
        (&[("RECORD", ""), ("style.css", "mine")], "style.css"),
        (&[(".git/HEAD", "ref"), ("README", "mine")], ".git"),
        (&[("OTHER", "one of another command")], "OTHER"),
    ];
    for (number, (command, code, record)) in commands.into_iter().enumerate() {
        let other = commands[(number + 1) % 3].2;
        let fill = |name: &str, files: &[(&str, &str)]| {
            let folder = place.path().join(format!("{number}-{name}"));
            fs::create_dir_all(&folder).expect("it can be made");
            for (file, text) in files {
                let path = folder.join(file.replace("RECORD", record).replace("OTHER", other));
                fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
                fs::write(path, text).expect("it can be written");
            }
            folder
        };
        for (row, files) in accepted.iter().enumerate() {
            let folder = fill(&format!("accepted-{row}"), files);
            for _ in 0..2 {
                let output = run(command, &folder);
                assert_eq!(
                    output.status.code(),
                    Some(code),
                    "{command:?}, {files:?}: {}",
                    text(&output.stderr)
                );
            }
            // Once it is the run's own, it may have more in it.
            fs::write(folder.join("notes.txt"), "mine").expect("it can be written");
            assert_eq!(run(command, &folder).status.code(), Some(code), "{command:?}, {files:?}");
        }
        for (row, (files, first)) in refused.iter().enumerate() {
            let folder = fill(&format!("refused-{row}"), files);
            let before: BTreeSet<_> =
                fs::read_dir(&folder).expect("it is there").map(|e| e.unwrap().path()).collect();
            let output = run(command, &folder);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command:?}, {files:?}: {said}");
            let first = first.replace("OTHER", other);
            let wanted = format!("holds other files, such as {first:?}");
            // A merge knows the report of a run as such.
            assert!(
                said.contains(&wanted) || said.contains("is the report of a run"),
                "{command:?}, {files:?}: {said}"
            );
            let after: BTreeSet<_> =
                fs::read_dir(&folder).expect("it is there").map(|e| e.unwrap().path()).collect();
            assert_eq!(after, before, "{command:?}, {files:?}");
        }
    }
    let merging = run(commands[2].0, Path::new(&part));
    assert!(text(&merging.stderr).contains("is the report of a run"), "{}", text(&merging.stderr));
}

#[test]
fn a_folder_of_another_run_is_refused_with_what_differs() {
    let folder = folder();
    let out = folder.path().display();
    run(&format!("enumerate --max-size 2 --out {out}"), 0);
    let before = files(folder.path());
    let refused = |args: &str, why: &str| {
        dpgen(&format!("enumerate {args} --out {out}")).assert().code(2).stderr(contains(why.to_owned()));
    };
    refused("--max-size 3", "max_size was 2 and is 3");
    refused("--max-size 2 --format json", "format was \"text\" and is \"json\"");
    refused("--max-size 2 --shard 1/2", "shard was null and is \"1/2\"");
    refused("avl-tree --max-size 2", "spec was \"red-black-tree\" and is \"avl-tree\"");
    refused("--max-size 2 --algorithm dp", "algorithm was \"quotient\" and is \"dp\"");
    assert_eq!(files(folder.path()), before);
    fs::write(folder.path().join("manifest.json"), "{}").expect("it can be written");
    refused("--max-size 2", "manifest.json that dpgen can not continue from");
}

#[test]
fn what_can_not_be_written_is_said() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "a file").expect("it can be written");
    dpgen(&format!("enumerate --out {}", file.display()))
        .assert()
        .code(2)
        .stderr(contains("can not be used"));
    dpgen(&format!("enumerate --out {}/in", file.display()))
        .assert()
        .code(2)
        .stderr(contains("can not be used"));
}

#[test]
fn a_file_that_fails_leaves_a_manifest_to_go_on_from() {
    let folder = folder();
    let out = folder.path().join("out");
    // A folder where a file is to be: renaming onto it fails.
    fs::create_dir_all(out.join("red-black-tree-s1-r1.txt").join("in the way")).expect("it can be made");
    let args = format!("enumerate --max-size 2 --out {}", out.display());
    dpgen(&args).assert().code(1).stderr(contains("red-black-tree-s1-r1.txt can not be written"));
    fs::remove_dir_all(out.join("red-black-tree-s1-r1.txt")).expect("it can be removed");
    assert_eq!(files(&out).len(), 2);
    let (_, said) = run(&args, 0);
    assert_eq!(said, "all 5 structures of sizes 0 to 2 (2 of them written before)\n");
    assert_eq!(files(&out).len(), 5);
}
