//! Structures that a person has changed: accepted, or the condition that rejects them.

use super::running::settings;
use super::*;
use serde_json::{Value, json};

/// The words of the buttons in a list of changes, each with whether it is said to be accepted.
fn changes(html: &str) -> Vec<(String, bool)> {
    let items = html.split("<li class=\"").skip(1);
    let change = |item: &str| {
        let (class, rest) = item.split_once('"').expect("it has a class");
        let words = rest.split_once("data-words=\"").expect("it has words").1;
        (words.split_once('"').expect("they end").0.to_owned(), class == "accepted")
    };
    items.map(change).collect()
}

/// What is offered at every node of every structure of some sizes agrees with what `show` knows of the result.
#[test]
fn a_change_is_accepted_if_and_only_if_the_result_is_one_of_the_structures() {
    let studio = RunningStudio::start("red-black-tree");
    for (name, size) in
        [("red-black-tree", 3), ("sorted-list", 3), ("binary-search-tree", 2), ("fibonacci-heap", 3)]
    {
        let page = studio.open();
        let spec = lines(&format!("specs {name}")).join("\n");
        let counts = page.build(&spec, &settings(4));
        let all: BTreeSet<String> =
            lines(&format!("enumerate {name} --max-size 4 --format ron")).into_iter().collect();
        let about = |words: &str, node: Option<u64>| json!({"tab": page.tab(), "version": counts["version"], "size": size, "words": words, "node": node});
        let detail = page.ask(&counts, "structure", &format!("size={size}&rank=0"));
        let words = detail["words"].as_str().expect("it has words");
        let (mut accepted, mut rejected) = (0, 0);
        for node in
            0..u64::try_from(detail["nodes"].as_object().expect("it is a table").len()).expect("it fits")
        {
            let (status, offered) = studio.post("changes", &about(words, Some(node)));
            assert_eq!(status, 200, "{offered}");
            for (words, is_accepted) in changes(offered["html"].as_str().expect("it is a text")) {
                let (status, changed) = studio.post("judged", &about(&words, None));
                assert_eq!(status, 200, "{changed}");
                let html = changed["html"].as_str().expect("it is a text");
                let ron = html.split_once("<dt>RON</dt><dd><code>").expect("it has a text").1;
                let ron = ron.split_once("</code>").expect("it ends").0.replace("&quot;", "\"");
                assert_eq!(is_accepted, all.contains(&ron), "{name}: {ron}");
                assert_eq!(is_accepted, html.contains("Accepted."), "{name}: {html}");
                *if is_accepted { &mut accepted } else { &mut rejected } += 1;
            }
        }
        assert!(accepted > 0 && rejected > 0, "{name}: {accepted} {rejected}");
    }
}

#[test]
fn a_rejection_has_its_clause_its_node_and_what_was_read() {
    let studio = RunningStudio::start("binary-search-tree");
    let page = studio.open();
    let spec = page.hello["saved"]["text"].as_str().expect("it is a text").to_owned();
    let counts = page.build(&spec, &settings(3));
    let judged = |words: &str| {
        let about = json!({"tab": page.tab(), "version": counts["version"], "size": 3, "words": words});
        studio.post("judged", &about)
    };
    // The key 1 at the root, whose left part has the key 3: words are constructors and values, from the root on.
    let (status, detail) = judged("1,1,0,2,0,0,0");
    assert_eq!(status, 200, "{detail}");
    let units: Vec<u16> = spec.encode_utf16().collect();
    let at = |name: &str| {
        usize::try_from(detail["lit"]["clause"][name].as_u64().expect("it is a number")).expect("it fits")
    };
    let clause = String::from_utf16(&units[at("start")..at("end")]).expect("it is a text");
    assert_eq!(clause, "left.kind == 'Nil' || left.max < key");
    // Its nodes are two leaves, the left part, a leaf, and the whole.
    assert_eq!(detail["lit"]["node"], 4);
    let html = detail["html"].as_str().expect("it is a text");
    for read in ["<code>left.max</code></dt><dd>3</dd>", "<code>key</code></dt><dd>1</dd>"] {
        assert!(html.contains(read), "{read}: {html}");
    }
    for wrong in ["", "x", "1", "7,7,7", "1,0,9,0", "0,0", "4294967295"] {
        let (status, refused) = judged(wrong);
        assert_eq!(status, 404, "{wrong}: {refused}");
        assert!(refused["message"].is_string(), "{refused}");
    }
}

/// Each size's candidates, by the first condition that rejects them: lists of one element, and of two.
#[test]
fn a_size_without_structures_says_what_rejected_its_candidates() {
    let spec = r#"(name: "odd", root: "List", types: {"List": (
        constructors: {"Nil": (), "Cons": (fields: {"first": Int("1", "3"), "rest": Type("List")})},
        attributes: {"head": {"Cons": "first"}},
        rep_ok: {"Cons": ["rest.kind == 'Nil' || first < rest.head", "first != 2"]},
    )}, root_ok: ["kind == 'Nil' || head > 3"])"#;
    let studio = RunningStudio::start("avl-tree");
    let page = studio.open();
    let counts = page.build(spec, &settings(2));
    assert_eq!(counts["counts"], json!(["1", "0", "0"]));
    let rejected = |size: u32| -> (String, Vec<String>) {
        let found: Value = page.ask(&counts, "rejections", &format!("size={size}"));
        let html = found["html"].as_str().expect("it is a text").to_owned();
        let cells = html.split("<td>").skip(1).filter_map(|cell| cell.split_once("</td>"));
        (
            html.clone(),
            cells.map(|(cell, _)| cell.to_owned()).filter(|cell| !cell.starts_with("line")).collect(),
        )
    };
    // One element: 2 is rejected at the node, 1 and 3 as wholes.
    assert_eq!(rejected(1).1, ["1", "2"]);
    // Two elements, before the lists 1 and 3: 1 before 3 is a whole, 2 before 3 has a 2, and the four others do not ascend.
    assert_eq!(rejected(2).1, ["4", "1", "1"]);
    assert!(rejected(2).0.contains(
        "6 combinations of smaller accepted parts; 1 have every condition of their node, 0 are structures."
    ));
    assert_eq!(studio.get(&page.path(&counts, "rejections", "size=9")).status, 404);
}
