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
    assert!(name.ends_with(".ron") && text.starts_with("Page"), "{name}: {text}");
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
