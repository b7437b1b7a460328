//! Hostile texts in every place of a spec that a page shows: in what is sent as HTML they are texts.

use super::*;
use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::{Handle, NodeData, RcDom};

/// Ways to begin a script, around a number by which each is told from the others.
const SCRIPT_PATTERNS: [&str; 20] = [
    "<script>hit(N)</script>",
    "<img src=x onerror=hit(N)>",
    "\" onmouseover=\"hit(N)",
    "' onfocus='hit(N)' autofocus='",
    "</code><svg onload=hit(N)>",
    "</textarea><script>hit(N)</script>",
    "</title></style><script>hit(N)</script>",
    "<a href=\"javascript:hit(N)\">x</a>",
    "<iframe srcdoc=\"<script>parent.hit(N)</script>\">",
    "<details open ontoggle=hit(N)>",
    "<math><mtext></mtext><style><img src onerror=hit(N)>",
    "]]><script>hit(N)</script>",
    "--><script>hit(N)</script>",
    "&lt;script&gt;hit(N)&lt;/script&gt;",
    "&#x3c;script>hit(N)</script>",
    "${hit(N)} {{constructor.constructor('hit(N)')()}}",
    "<style>@import'//x/N'</style>",
    "<base href=//x/N>",
    "<form action=//x/N><input autofocus onfocus=hit(N)>",
    "<foreignObject><body onload=hit(N)></foreignObject>",
];

/// Two hundred hostile texts.
pub fn hostile_texts() -> Vec<String> {
    let wrap = |pattern: &str, number: usize| match number % 10 {
        0 => pattern.to_owned(),
        1 => format!(">{pattern}"),
        2 => format!("\">{pattern}"),
        3 => format!("'>{pattern}"),
        4 => format!("</text></svg>{pattern}"),
        5 => format!("</button>{pattern}"),
        6 => format!("<!--{pattern}"),
        7 => format!("\u{202e}{pattern}"),
        8 => pattern.to_uppercase().replace("HIT", "hit"),
        _ => pattern.replace(' ', "/"),
    };
    let numbers = 0..200;
    numbers
        .map(|number| wrap(SCRIPT_PATTERNS[number / 10], number).replace('N', &number.to_string()))
        .collect()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A spec with hostile texts as its name and description, the values of a field, in a condition and a template.
pub fn hostile_spec(texts: &[String]) -> String {
    let values: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    let first = &texts[0];
    let condition = quoted(&format!("word != {}", quoted(&first.replace('\\', ""))));
    format!(
        r#"(name: {name}, about: {name}, root: "Word", types: {{"Word": (
            constructors: {{"Word": (fields: {{"word": OneOf([{values}])}}, weight: 1)}},
            attributes: {{"said": {{"Word": "word"}}}},
            rep_ok: {{"Word": [{condition}]}},
        )}}, render: {{"Word": {template}}})"#,
        name = quoted(first),
        values = values.join(", "),
        template = quoted(&format!("{first}{{{{ word }}}}").replace("{{c", "c").replace("')()}}", "')")),
    )
}

/// What would run or load something: elements and attributes of a fragment.
fn dangers(html: &str) -> Vec<String> {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let mut found = Vec::new();
    // The document stays: with it, its nodes lose their parts.
    let mut open: Vec<Handle> = vec![dom.document.clone()];
    while let Some(node) = open.pop() {
        if let NodeData::Element { name, attrs, .. } = &node.data {
            let known = [
                "html",
                "head",
                "body",
                "table",
                "thead",
                "tbody",
                "tr",
                "th",
                "td",
                "button",
                "span",
                "code",
                "svg",
                "g",
                "path",
                "rect",
                "circle",
                "text",
                "title",
                "p",
                "div",
                "dl",
                "dt",
                "dd",
                "h3",
                "strong",
                "section",
                "figure",
                "figcaption",
                "details",
                "summary",
                "ul",
                "li",
                "h4",
            ];
            if !known.contains(&&*name.local) {
                found.push(format!("<{}>", name.local));
            }
            for attribute in attrs.borrow().iter() {
                let name = attribute.name.local.to_string();
                if name.starts_with("on") || ["href", "src", "style", "action"].contains(&&*name) {
                    found.push(name);
                }
            }
        }
        open.extend(node.children.borrow().iter().cloned());
    }
    found
}

#[test]
fn two_hundred_hostile_texts_are_texts_wherever_they_are_shown() {
    let texts = hostile_texts();
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), 200);
    let studio = RunningStudio::start("avl-tree");
    let page = studio.open();
    for group in texts.chunks(20) {
        let spec = hostile_spec(group);
        let counts = page.build(&spec, &running::settings(2));
        let mut shown = vec![counts["table"].as_str().expect("it is a text").to_owned()];
        let grid = page.ask(&counts, "grid", "cards=100&from=0");
        shown.push(grid["html"].as_str().expect("it is a text").to_owned());
        for rank in 0..19 {
            let detail = page.ask(&counts, "structure", &format!("size=1&rank={rank}"));
            shown.push(detail["html"].as_str().expect("it is a text").to_owned());
            let nodes = detail["nodes"].as_object().expect("it is a table");
            shown.extend(nodes.values().map(|node| node.as_str().expect("it is a text").to_owned()));
            let about = serde_json::json!({
                "tab": page.tab(), "version": counts["version"], "size": 1, "words": detail["words"], "node": 0
            });
            for route in ["changes", "judged"] {
                let (status, answer) = studio.post(route, &about);
                assert_eq!(status, 200, "{answer}");
                shown.push(answer["html"].as_str().expect("it is a text").to_owned());
            }
        }
        let why = page.ask(&counts, "rejections", "size=1");
        shown.push(why["html"].as_str().expect("it is a text").to_owned());
        page.build(&spec.replace(" != ", " == "), &running::settings(2));
        shown.push(page.next("changes")["html"].as_str().expect("it is a text").to_owned());
        // All of them are there, as texts.
        assert!(shown[1].matches("hit(").count() + shown[1].matches("//x/").count() >= 19, "{}", shown[1]);
        for html in &shown {
            assert_eq!(dangers(html), Vec::<String>::new(), "{html}");
        }
        let plot = studio.get(&page.path(&counts, "plot.svg", ""));
        assert!(plot.status == 410 || roxmltree::Document::parse(&plot.body).is_ok(), "{plot:?}");
    }
}

#[test]
fn the_check_of_the_test_above_finds_what_runs() {
    for html in ["<script></script>", "<p onclick=x>", "<img src=x>", "<a href=x>", "<b>"] {
        assert_ne!(dangers(html), Vec::<String>::new(), "{html}");
    }
}
