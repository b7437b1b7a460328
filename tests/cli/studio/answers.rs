//! Answers to the page about a spec: counts, structures, details.

use super::running::settings;
use super::*;
use serde_json::json;

fn builtin(name: &str) -> String {
    fs::read_to_string(format!("{}/../../specs/{name}.ron", env!("CARGO_MANIFEST_DIR"))).expect("it is there")
}

/// Trees of which each size has its own keys: counts from OEIS, as the specs state them.
#[test]
fn counts_with_n_as_the_size_are_those_of_the_literature() {
    let studio = RunningStudio::start("avl-tree");
    let page = studio.open();
    let mut each = settings(8);
    each["each_size"] = json!(true);
    // AVL trees, OEIS A006265; red-black trees with a black root, OEIS A001137; Catalan numbers, OEIS A000108.
    let table = [
        ("avl-tree", [1, 1, 2, 1, 4, 6, 4, 17, 32]),
        ("red-black-tree", [1, 1, 2, 2, 4, 8, 16, 33, 56]),
        ("binary-search-tree", [1, 1, 2, 5, 14, 42, 132, 429, 1430]),
    ];
    for (name, expected) in table {
        let counts = page.build(&builtin(name), &each);
        let shown: Vec<String> = expected.iter().map(u32::to_string).collect();
        assert_eq!(counts["counts"], json!(shown), "{name}");
    }
}

#[test]
fn counts_structures_and_details_are_those_of_the_commands() {
    let studio = RunningStudio::start("red-black-tree");
    let page = studio.open();
    let counts = page.build(&builtin("red-black-tree"), &settings(6));
    let expected: Vec<String> = lines("count red-black-tree --max-size 6 --format json")
        .iter()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON")["count"].to_string())
        .collect();
    let shown: Vec<String> =
        counts["counts"].as_array().expect("it is a list").iter().map(ToString::to_string).collect();
    assert_eq!(shown, expected);
    // All structures, page by page, are those of `enumerate`, in its order.
    let all = lines("enumerate red-black-tree --max-size 6");
    let mut found = Vec::new();
    let mut from = "0".to_owned();
    loop {
        let grid = page.ask(&counts, "grid", &format!("cards=100&from={from}"));
        let html = grid["html"].as_str().expect("it is a text").to_owned();
        let texts = html.split("<code>").skip(1).filter_map(|part| part.split_once("</code>"));
        found.extend(texts.map(|(text, _)| text.to_owned()));
        match grid["next"].as_str() {
            Some(next) => next.clone_into(&mut from),
            None => break,
        }
    }
    assert_eq!(found, all);
    // One of them in detail.
    let detail = page.ask(&counts, "structure", "size=3&rank=5");
    let html = detail["html"].as_str().expect("it is a text");
    for (format, end) in [("text", ""), ("ron", ""), ("json", "")] {
        let shown = lines(&format!("show red-black-tree --size 3 --rank 5 --max-size 6 --format {format}"));
        let line = shown[0].strip_suffix(end).expect("it ends so");
        let line = if format == "json" {
            line.split_once("\"value\":").expect("it has a value").1.trim_end_matches('}').to_owned()
        } else {
            line.to_owned()
        };
        let escaped = line.replace('&', "&amp;").replace('"', "&quot;");
        assert!(html.contains(escaped.trim_end_matches('}')), "{format}: {line} in {html}");
    }
    assert!(html.contains("dpgen show red-black-tree --size 3 --rank 5 --max-size 6"), "{html}");
    // Seven nodes: three with keys, four leaves; the whole has the number 6.
    let nodes = detail["nodes"].as_object().expect("it is a table");
    assert_eq!(nodes.len(), 7);
    assert!(
        nodes["6"].as_str().expect("it is a text").contains("<dt>black_height</dt><dd>2</dd>"),
        "{detail}"
    );
    assert_eq!(html.matches("data-node=").count(), 7);
}

#[test]
fn structures_are_filtered_by_an_attribute_and_drawn_at_random() {
    let studio = RunningStudio::start("avl-tree");
    let page = studio.open();
    let counts = page.build(&builtin("avl-tree"), &settings(7));
    // All seven AVL trees of four nodes with height 3, for each choice of four keys of seven.
    let grid = page.ask(&counts, "grid", "cards=100&size=3&attribute=height&value=2");
    let note = grid["note"].as_str().expect("it is a text");
    assert_eq!(note, "35 with height = 2 among the 35 structures from number 0 on");
    let none = page.ask(&counts, "grid", "cards=100&size=3&attribute=height&value=3");
    assert_eq!(none["html"], "");
    let random =
        |seed: u32| page.ask(&counts, "grid", &format!("cards=5&size=6&seed={seed}"))["html"].clone();
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
    let beyond = page.ask(&counts, "grid", "cards=5&from=99999999999999999999999999");
    assert_eq!((&beyond["html"], &beyond["next"]), (&json!(""), &json!(null)));
    for wrong in ["from=many", "attribute=hight&value=1&from=0"] {
        let answer = studio.get(&page.path(&counts, "grid", &format!("cards=5&{wrong}")));
        assert_eq!(
            answer.status,
            if wrong.starts_with("from") { 422 } else { 200 },
            "{wrong}: {}",
            answer.body
        );
    }
}

#[test]
fn a_mistake_has_its_place_and_a_build_that_explodes_ends_in_a_sentence() {
    let studio = RunningStudio::start("avl-tree");
    let page = studio.open();
    let spec =
        builtin("avl-tree").replace("// AVL", "// \u{1f333} AVL").replace("left.height <=", "left.heigth <=");
    let (status, answer) = page.edit(&spec, &settings(5));
    let mistake = &answer["mistake"];
    assert_eq!((status, &mistake["advice"]), (422, &json!("did you mean `height`?")), "{answer}");
    // In units of UTF-16, of which the tree at the beginning has two, and four bytes.
    let units: Vec<u16> = spec.encode_utf16().collect();
    let at = |name: &str| {
        usize::try_from(mistake["place"][name].as_u64().expect("it is a number")).expect("it fits")
    };
    assert_eq!(String::from_utf16(&units[at("start")..at("end")]).expect("it is a text"), "heigth");
    let mut wrong = settings(5);
    wrong["time"] = json!("soon");
    assert_eq!(page.edit(&builtin("avl-tree"), &wrong).1["setting"]["field"], "time");
    wrong = settings(5);
    wrong["parameters"] = json!("colour=3");
    assert_eq!(page.edit(&builtin("avl-tree"), &wrong).1["setting"]["field"], "parameters");
    for (limit, value, words) in [
        ("time", "100ms", "more time than the limit of 100ms"),
        ("memory", "20MB", "more memory than the limit of 20.0 MB"),
    ] {
        let mut small = settings(5000);
        small[limit] = json!(value);
        let counts = page.build(&builtin("red-black-tree"), &small);
        assert!(counts["sentence"].as_str().expect("it is a text").contains(words), "{}", counts["sentence"]);
    }
}
