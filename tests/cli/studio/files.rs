//! The file that was given: followed, and written by Save alone.

use super::*;
use serde_json::json;

#[test]
fn a_file_is_followed_and_written_only_by_save() {
    let folder = folder();
    let file = folder.path().join("mine.ron");
    let studio = RunningStudio::start(&file.display().to_string());
    let page = studio.open();
    let other = studio.open();
    assert_eq!(page.hello["saved"]["is_there"], false);
    let text = page.hello["saved"]["text"].as_str().expect("it is a text").to_owned();
    // What a new file begins with is a spec: Catalan numbers.
    let counts = page.build(&text, &running::settings(5));
    assert_eq!(counts["counts"], json!(["1", "1", "2", "5", "14", "42"]));
    // The guide's first session: AVL trees by two conditions, OEIS A006265.
    let avl = text
        .replace("\"true\",", "\"left.height <= right.height + 1\", \"right.height <= left.height + 1\",");
    let counts = page.build(&avl, &running::settings(8));
    assert_eq!(counts["counts"], json!(["1", "1", "2", "1", "4", "6", "4", "17", "32"]));
    assert!(!file.exists());
    assert_eq!(studio.post("saves", &json!({"text": text, "revision": 0})).0, 200);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    for page in [&page, &other] {
        assert_eq!(page.next("file")["text"], json!(text));
    }
    // Another program edits it: all pages are told, and what they had seen before can not be saved over it.
    fs::write(&file, "changed elsewhere").expect("there is room");
    let told = [&page, &other].map(|page| page.next("file"));
    assert_eq!((&told[0]["text"], &told[0]), (&json!("changed elsewhere"), &told[1]));
    let (status, answer) = studio.post("saves", &json!({"text": text, "revision": 1}));
    assert_eq!(status, 409, "{answer}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "changed elsewhere");
    assert_eq!(studio.post("saves", &json!({"text": text, "revision": 2})).0, 200);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    // No other file appears in the folder.
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
}

#[test]
fn a_built_in_spec_is_not_saved() {
    let studio = RunningStudio::start("avl-tree");
    let page = studio.open();
    assert_eq!(page.hello["can_save"], false);
    let (status, answer) = studio.post("saves", &json!({"text": "x", "revision": 0}));
    assert_eq!(status, 409);
    assert!(answer["message"].as_str().expect("it is a text").contains("No file was given"), "{answer}");
}

/// A file that can not be written any more: Save says why, and the text that was there stays.
#[cfg(unix)]
#[test]
fn a_save_that_fails_leaves_the_file_whole() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).expect("there is room");
    let file = inner.join("mine.ron");
    fs::write(&file, "as it was").expect("there is room");
    let studio = RunningStudio::start(&file.display().to_string());
    fs::rename(&inner, folder.path().join("away")).expect("it can be renamed");
    let (status, answer) = studio.post("saves", &json!({"text": "x", "revision": 0}));
    assert_eq!(status, 500, "{answer}");
    assert!(answer["message"].as_str().expect("it is a text").contains("can not be written"), "{answer}");
    assert_eq!(fs::read_to_string(folder.path().join("away/mine.ron")).expect("it is there"), "as it was");
}
