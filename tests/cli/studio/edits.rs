//! Edits: what they gained and lost, and that the last one wins.

use super::running::settings;
use super::*;

const ASCENDING_LISTS_SPEC: &str = r#"(name: "lists", root: "List", types: {"List": (
    constructors: {"Nil": (), "Cons": (fields: {"first": Int("1", "3"), "rest": Type("List")})},
    attributes: {"head": {"Cons": "first"}},
    rep_ok: {"Cons": ["rest.kind == 'Nil' || first < rest.head"]},
)})"#;

/// Lists over three values: C(3, k) ascend, C(k + 2, k) do not descend.
#[test]
fn gains_and_losses_are_exact_against_the_version_before_and_the_saved_one() {
    let folder = folder();
    let file = folder.path().join("lists.ron");
    fs::write(&file, ASCENDING_LISTS_SPEC).expect("there is room");
    let studio = RunningStudio::start(&file.display().to_string());
    let page = studio.open();
    page.build(ASCENDING_LISTS_SPEC, &settings(4));
    assert_eq!(page.next("changes")["html"], "");
    let loose = ASCENDING_LISTS_SPEC.replace("first < rest.head", "first <= rest.head");
    page.build(&loose, &settings(4));
    let html = page.next("changes")["html"].as_str().expect("it is a text").to_owned();
    // 1, 3, 6, 10, 15 against 1, 3, 3, 1, 0: both bases are the same text, so that there is one section.
    assert!(html.contains("<strong>27 structures gained, 0 structures lost.</strong>"), "{html}");
    assert_eq!(html.matches("<section>").count(), 1, "{html}");
    assert!(html.contains("the smallest gained, of size 2"), "{html}");
    let never = ASCENDING_LISTS_SPEC.replace("first < rest.head", "first == rest.head + 1");
    page.build(&never, &settings(4));
    let html = page.next("changes")["html"].as_str().expect("it is a text").to_owned();
    assert_eq!(html.matches("<section>").count(), 2, "{html}");
    let (before, saved) = html.split_once("Against the spec as it was opened or saved").expect("it has both");
    // Descending by one: 1, 3, 2, 1, 0. Of those only the empty list and the single ones are in either.
    assert!(before.contains("<strong>3 structures gained, 31 structures lost.</strong>"), "{before}");
    assert!(saved.contains("<strong>3 structures gained, 4 structures lost.</strong>"), "{saved}");
    // Another largest size is no edit.
    page.build(&never, &settings(3));
    assert!(!page.next("changes")["html"].as_str().expect("it is a text").contains("version before"));
}

/// A build that would take long is ended by the next edit, of which alone the page is told.
#[test]
fn the_next_edit_ends_a_build() {
    let studio = RunningStudio::start("red-black-tree");
    let page = studio.open();
    let slow = page.hello["saved"]["text"].as_str().expect("it is a text").to_owned();
    let mut last = 0;
    for _ in 0..20 {
        let (status, answer) = page.edit(&slow, &settings(3000));
        assert_eq!(status, 200);
        last = answer["version"].as_u64().expect("it is a number");
    }
    let counts = page.build(ASCENDING_LISTS_SPEC, &settings(4));
    assert_eq!(counts["version"], last + 1);
    assert_eq!(counts["counts"], serde_json::json!(["1", "3", "3", "1", "0"]));
    // A mistake ends it, too; what was built last can still be asked for.
    assert_eq!(page.edit("(", &settings(4)).0, 422);
    assert_eq!(studio.get(&page.path(&counts, "structure", "size=1&rank=0")).status, 200);
    let old = serde_json::json!({"version": 1});
    assert_eq!(studio.get(&page.path(&old, "structure", "size=1&rank=0")).status, 410);
    // A page that is closed has nothing to ask for.
    let path = page.path(&counts, "structure", "size=1&rank=0");
    drop(page);
    let gone = (0..600).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        studio.get(&path).status == 410
    });
    assert!(gone);
}

/// Pages do not see each other's edits.
#[test]
fn many_tabs_share_one_process() {
    let studio = RunningStudio::start("avl-tree");
    let pages: Vec<_> = (0..8).map(|_| studio.open()).collect();
    for (number, page) in (2..).zip(&pages) {
        let spec = ASCENDING_LISTS_SPEC.replace("\"1\", \"3\"", &format!("\"1\", \"{number}\""));
        assert_eq!(page.edit(&spec, &settings(1)).0, 200);
    }
    for (number, page) in (2..).zip(&pages) {
        let counts = loop {
            let counts = page.next("counts");
            if counts["done"] == true {
                break counts;
            }
        };
        assert_eq!(counts["counts"], serde_json::json!(["1", format!("{number}")]));
        assert!(page.waiting().iter().all(|(name, _)| name == "changes"));
    }
}
