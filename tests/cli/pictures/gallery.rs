//! `dpgen gallery`: what is on the page, and what is refused.

use super::*;

/// Writes a page; what it says, and the page.
fn page(folder: &TempDir, args: &str, code: i32) -> (String, String) {
    let (out, said) =
        run(&format!("gallery {args} --out {}", folder.path().join("page.html").display()), code);
    assert_eq!(out, "");
    (said, read(folder, "page.html"))
}

fn keys(page: &str) -> Vec<&str> {
    page.split("<article id=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}

#[test]
fn every_structure_of_a_size_is_on_the_page() {
    let folder = folder();
    let (said, page) = page(&folder, "--size 5", 0);
    assert_eq!(said, "all 8 structures of size 5\n");
    let listed = lines("enumerate --size 5 --keys");
    let listed: Vec<(&str, &str)> = listed.iter().filter_map(|line| line.split_once('\t')).collect();
    assert_eq!(keys(&page), listed.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    for (key, text) in listed {
        assert!(page.contains(&format!("<code>{text}</code>")), "{text}");
        assert_eq!(run(&format!("show {key}"), 0).0.trim_end(), text);
    }
    assert!(page.contains("<dt>black_height</dt><dd>3</dd>"));
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
}

/// Worked out by hand: values are from 1 to 3, and a step may not make one larger than the next.
#[test]
fn near_misses_are_listed_by_condition() {
    let folder = folder();
    let (_, page) = page(&folder, "sorted-list --size 3", 0);
    let of = |text: &str| {
        let article =
            page.split("<article").find(|article| article.contains(&format!("<code>{text}</code>")));
        article.expect("it is on the page").to_owned()
    };
    let flat = of("1 3 3 end");
    assert!(flat.contains("<summary>1 near miss of 5 steps</summary>"), "{flat}");
    assert!(flat.contains("<code>List/Cons: rest.kind == &#39;Nil&#39; || value &lt;= rest.first</code>"));
    assert!(flat.contains("<li>rest.rest.value: 3 → 2</li>"), "{flat}");
    // Any of the equal ones may leave the others behind, or run ahead of them.
    let equal = of("2 2 2 end");
    assert!(equal.contains("<summary>4 near misses of 8 steps</summary>"), "{equal}");
    for step in ["rest.rest.value: 2 → 1", "rest.value: 2 → 3", "rest.value: 2 → 1", "value: 2 → 3"] {
        assert!(equal.contains(&format!("<li>{step}</li>")), "{step}");
    }
    assert!(of("1 2 3 end").contains("no near miss of 6 steps"), "{}", of("1 2 3 end"));
}

#[test]
fn too_many_are_refused_and_a_sample_is_shown() {
    let folder = folder();
    let out = folder.path().join("page.html");
    let wanted = "size 9 has 4,862 structures, and a page shows at most 500 unasked: give --sample 100";
    dpgen(&format!("gallery binary-tree --size 9 --out {}", out.display()))
        .assert()
        .code(2)
        .stderr(contains(wanted));
    assert!(!out.exists());
    let (said, first) = page(&folder, "binary-tree --size 9 --sample 7 --seed 3", 0);
    assert_eq!(
        said,
        "7 structures drawn uniformly, all different, from 4,862 structures of size 9, seed 3\n"
    );
    let drawn: BTreeSet<&str> = keys(&first).into_iter().collect();
    assert_eq!(drawn.len(), 7);
    assert_eq!(page(&folder, "binary-tree --size 9 --sample 7 --seed 3", 0).1, first);
    assert_ne!(page(&folder, "binary-tree --size 9 --sample 7 --seed 4", 0).1, first);
    // A sample of more than there are is all of them.
    assert_eq!(keys(&page(&folder, "binary-tree --size 3 --sample 100", 0).1).len(), 5);
    let (said, page) = page(&folder, "binary-tree --size 9 --limit 3", 3);
    assert_eq!((keys(&page).len(), &*said), (3, "stopped by --limit at rank 3 of 4,862 of size 9\n"));
}

#[test]
fn a_page_needs_nothing_else() {
    let folder = folder();
    let (_, page) = page(&folder, "json --size 3 --sample 20", 0);
    for outside in ["<script", "<link", "<img", "<iframe", "@import", "url(", "src="] {
        assert!(!page.contains(outside), "{outside}");
    }
    let links = page.split("href=\"").skip(1);
    assert!(links.clone().count() > 20 && links.into_iter().all(|link| link.starts_with('#')));
    assert!(page.contains("default-src 'none'") && page.contains("prefers-color-scheme:dark"));
}

#[test]
fn what_can_not_be_shown_leaves_no_page() {
    let folder = folder();
    let out = folder.path().join("page.html");
    let at = out.display();
    dpgen("gallery --size 2").assert().code(2).stderr(contains("--out <FILE>"));
    dpgen("gallery --size 2 --out missing/page.html").assert().code(2).stderr(contains("can not be written"));
    dpgen(&format!("gallery --size 2 --seed 1 --out {at}")).assert().code(2);
    let nothing = folder.path().join("nothing.ron");
    let spec = r#"(name: "nothing", root: "T", types: {"T": (constructors: {"A": (fields: {"x": Int("0", "3")})},
        rep_ok: {"A": ["x > 3"]})})"#;
    fs::write(&nothing, spec).expect("there is room");
    dpgen(&format!("gallery {} --size 1 --out {at}", nothing.display())).assert().code(4);
    dpgen(&format!("gallery binary-tree --size 9 --limit 400 --time 1ns --out {at}")).assert().code(3);
    assert!(!out.exists());
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 1);
}

/// What a spec says stands on the page as text.
#[test]
fn a_spec_can_not_write_into_the_page() {
    let folder = folder();
    let spec = folder.path().join("odd.ron");
    let text = r#"(name: "<b>odd</b>", about: "<script>alert(1)</script>", root: "T", types: {"T": (
        constructors: {"T": (fields: {"s": OneOf(["<i>", "&amp;", "\""]), "x": Int("0", "2")})},
        attributes: {"same": {"T": "s"}},
        rep_ok: {"T": ["s == '<i>' || x < 2"]},
    )})"#;
    fs::write(&spec, text).expect("there is room");
    let (_, page) = page(&folder, &format!("{} --size 1", spec.display()), 0);
    for tag in ["<b>", "<script", "<i>", "== '<i>'"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.contains("&lt;i&gt;") && page.contains("&amp;amp;"));
}
