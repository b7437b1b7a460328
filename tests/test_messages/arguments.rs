//! Borrowed arguments: each form of the guide's table, in tests that pass, fail, are replayed and remembered, wait, and run on threads.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use insta::assert_snapshot;

use super::{List, Package, run};

/// Long enough for the cases to be shared among threads.
const PER_CASE: Duration = Duration::from_millis(1);

/// A form of an argument, and what is said of its first case that fails.
struct Form {
    module: &'static str,
    argument: &'static str,
    generated: &'static str,
    attributes: &'static str,
    /// By `Debug`.
    shown: &'static str,
    /// In the file of regressions.
    ron: &'static str,
}

macro_rules! forms {
    ($($module:ident: [$($attributes:tt)*] $argument:ty, $generated:literal, $count:literal, $bad:expr, $shown:literal, $ron:literal;)*) => {
        $(
            mod $module {
                use super::*;

                fn is_good(argument: $argument) -> bool {
                    let is_bad: fn($argument) -> bool = $bad;
                    !is_bad(argument)
                }

                #[dpgen::test(max_size = 2, expect = $count)]
                fn passes(#[dpgen($($attributes)*)] argument: $argument) {
                    dpgen::cover(0.01, "bad", !is_good(argument));
                    dpgen::cover(0.4, "good", is_good(argument));
                }

                #[dpgen::test(max_size = 2)]
                #[ignore = "run by another test"]
                fn fails(#[dpgen($($attributes)*)] argument: $argument) {
                    assert!(is_good(argument), "a bad argument");
                }

                #[dpgen::test(max_size = 2, threads = 4)]
                #[ignore = "run by another test"]
                fn on_threads(#[dpgen($($attributes)*)] argument: $argument) -> Result<(), String> {
                    thread::sleep(PER_CASE);
                    if is_good(argument) { Ok(()) } else { Err("a bad argument".to_owned()) }
                }

                #[dpgen::test(max_size = 2)]
                #[tokio::test]
                #[ignore = "run by another test"]
                async fn waits(#[dpgen($($attributes)*)] argument: $argument) {
                    tokio::task::yield_now().await;
                    assert!(is_good(argument), "a bad argument");
                }
            }
        )*

        fn forms() -> Vec<Form> {
            vec![$(Form {
                module: stringify!($module),
                argument: stringify!($argument),
                generated: $generated,
                attributes: stringify!($($attributes)*),
                shown: $shown,
                ron: $ron,
            }),*]
        }
    };
}

// Numbers of cases are sums of k^length and binomial coefficients. A list of 0 or 1 elements weighs 1 in a `Vec`, and one of 2 weighs 2:
// 1 + 3 + (3 * 3 + 4) in all.
forms! {
    bytes: [range = 0..=2, len = 0..=3] &[u8], "Vec<u8>", 40, |bytes| bytes == [0, 2], "[0, 2]", "[0, 2]";
    options: [len = 0..=2] &[Option<bool>], "Vec<Option<bool>>", 13,
        |options| options == [None, Some(true)], "[None, Some(true)]", "[None, Some(true)]";
    lists: [] &[List], "Vec<List>", 17, |lists| lists.len() == 2, "[Nil, Nil]", "[Nil, Nil]";
    words: [values = ["a", "b"], len = 0..=2] &[&'static str], "Vec<&'static str>", 7,
        |words| words == ["b", "a"], r#"["b", "a"]"#, r#"["b", "a"]"#;
    listed: [values = ["", "a", "bc"]] &str, "String", 3, |text| text.len() == 2, r#""bc""#, r#""bc""#;
    spelled: [alphabet = "ab", len = 0..=2] &str, "String", 7, |text| text == "ba", r#""ba""#, r#""ba""#;
    fixed: [values = ["x", "y", "z"]] &'static str, "&'static str", 3, |text: &str| text == "y", r#""y""#, r#""y""#;
    number: [range = -2..=2] &i64, "i64", 5, |number| *number == 1, "1", "1";
    list: [] &List, "List", 7, |list| matches!(list, List::Cons(2, rest) if rest.len() == 1),
        "Cons(2, Cons(1, Nil))", "Cons(2, Cons(1, Nil))";
    owned: [range = 0..=1, len = 0..=2] &Vec<u8>, "Vec<u8>", 7, |bytes| bytes[..] == [1, 0], "[1, 0]", "[1, 0]";
    array: [range = 0..=1] &[u8; 2], "[u8; 2]", 4, |array| *array == [1, 0], "[1, 0]", "(1, 0)";
    pair: [range = (0..=1, _)] &(u8, bool), "(u8, bool)", 4, |pair| *pair == (1, true), "(1, true)", "(1, true)";
    set: [range = 0..=2, len = 0..=2] &BTreeSet<u8>, "BTreeSet<u8>", 7, |set| set.iter().eq(&[0, 2]), "{0, 2}", "[0, 2]";
}

#[test]
fn each_form_is_shown_replayed_and_remembered_as_what_it_owns() {
    for Form { module, shown, ron, .. } in forms() {
        let (name, argument) = (format!("arguments::{module}::fails"), format!("\n  argument = {shown}\n"));
        let text = run(&name, &[]);
        assert!(text.contains(&argument) && text.contains("a bad argument"), "{text}");
        let place = text.split("replay: DPGEN_REPLAY=").nth(1).and_then(|text| text.split(' ').next());
        let place = place.unwrap_or_else(|| panic!("{module}: {text}"));
        let replayed = run(&name, &[("DPGEN_REPLAY", place)]);
        assert!(replayed.contains("; replayed)") && replayed.contains(&argument), "{replayed}");
        for way in ["on_threads", "waits"] {
            let name = format!("arguments::{module}::{way}");
            let text = run(&name, &[]);
            assert!(text.contains(&argument), "{way}: {text}");
            assert!(text.contains(&format!("DPGEN_REPLAY={place} ")), "{way}: {text}");
        }
        let package = Package::new();
        package.run(&name);
        let file = std::fs::read_to_string(package.file_of("arguments")).unwrap();
        assert!(file.ends_with(&format!("case: (argument: {ron}))\n")), "{file}");
        let again = package.run(&name);
        let remembered = "(remembered in ~/tests/test_messages/arguments.regressions.ron:2)";
        assert!(again.contains(remembered) && again.contains(&argument), "{again}");
    }
}

#[dpgen::test(max_size = 1, sample = 100, sample_sizes = 7..=7)]
#[ignore = "run by another test"]
fn drawn(
    options: &[Option<bool>],
    #[dpgen(range = 0..=3)] &number: &u8,
    #[dpgen(values = ["", "a", "b"])] text: &str,
) {
    let count = options.iter().filter(|option| **option == Some(true)).count();
    assert!(count < 3 || text.is_empty() || number == 0, "three of them");
}

/// Of two texts that fail the first is left, and of the numbers the least.
#[test]
fn a_sample_is_made_smaller() {
    let text = run("arguments::drawn", &[]);
    let lines = text.lines().filter(|line| line.starts_with("  ") && line.contains(" = "));
    assert_snapshot!(lines.map(str::trim).collect::<Vec<_>>().join("\n"), @r#"
    options = [Some(true), Some(true), Some(true)]
    number = 1
    text = "a"
    "#);
}

#[test]
fn the_guide_has_each_form() {
    let page = include_str!("../../docs/guide/src/field-types.md");
    let (_, section) = page.split_once("\n## Arguments of tests\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let packed = |text: &str| text.trim().trim_matches('`').replace(char::is_whitespace, "");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let listed: Vec<Vec<String>> =
        rows.map(|row| row.trim_matches('|').split(" | ").map(packed).collect()).collect();
    let rows = forms().into_iter().map(|form| [form.argument, form.generated, form.attributes].map(packed));
    assert_eq!(listed, rows.map(Vec::from).collect::<Vec<_>>());
}
