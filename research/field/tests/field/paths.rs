//! Paths: relative-path, and `Url::make_relative`.

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use relative_path::RelativePath;
use url::Url;

texts!(Text, Token: "a", "b", "/", ".", "..");

/// The names that are left of a path.
fn normal(path: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/').filter(|name| !matches!(*name, "" | ".")) {
        if name == ".." && names.last().is_some_and(|last| *last != "..") {
            names.pop();
        } else {
            names.push(name);
        }
    }
    names
}

#[dpgen::test(max_size = 6)]
fn a_relative_path_leads_from_one_to_the_other(one: &Text, other: &Text) {
    let (one, other) = (one.text(), other.text());
    let (from, to) = (RelativePath::new(&one), RelativePath::new(&other));
    assert_eq!(from.normalize().as_str(), normal(&one).join("/"));
    assert_eq!(from.is_normalized(), from.normalize() == from);
    if !normal(&one).contains(&"..") {
        assert_eq!(from.join_normalized(from.relative(to)), to.normalize());
    }
}

#[derive(DpGen, Clone)]
struct Page(
    #[dpgen(values = ["http://h/", "http://h/a", "http://h/a/", "http://h/a/b", "http://h/a/b/", "http://h/b:c",
        "http://h/a?q", "http://h/a#f", "http://u@h/a", "http://h:81/a", "file:///a", "file:///a/b", "mailto:a", "s:/a"])]
    Url,
);

impl std::fmt::Debug for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.as_str())
    }
}

/// "Creates a relative URL if possible, with this URL as the base URL. This is the inverse of `join`."
#[test]
fn a_relative_url_leads_from_one_to_the_other() {
    assert_failing(2, "(http://h/, http://h/b:c)", (23, 196), |(base, page): &(Page, Page)| {
        if let Some(relative) = base.0.make_relative(&page.0) {
            assert_eq!(base.0.join(&relative).as_ref(), Ok(&page.0));
        }
    });
}

#[test]
fn a_relative_url_leads_elsewhere_without_dpgen() {
    let url = |text| Url::parse(text).unwrap();
    let relative = url("http://h/").make_relative(&url("http://h/b:c")).unwrap();
    assert_eq!(relative, "b:c");
    assert_eq!(url("http://h/").join(&relative).unwrap().as_str(), "b:c");
    let relative = url("http://h/a/b").make_relative(&url("http://h/a/")).unwrap();
    assert_eq!(url("http://h/a/b").join(&relative).unwrap().as_str(), "http://h/");
}
