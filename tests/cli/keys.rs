//! One structure, by rank and by key.

use super::*;

#[test]
fn a_key_shows_its_structure_again() {
    let listed = lines("enumerate --max-size 4 --keys");
    for line in listed.iter().step_by(7) {
        let (key, structure) = line.split_once('\t').expect("the key comes first");
        let (out, said) = run(&format!("show {key}"), 0);
        assert_eq!(out.trim_end(), structure);
        assert!(said.starts_with(&format!("{key}: rank ")), "{said}");
        assert_eq!(run(&format!("show red-black-tree {key}"), 0).0, out);
    }
}

#[test]
fn a_key_tells_how_its_structure_was_built() {
    for flags in
        ["--algorithm lazy-dp", "--algorithm symbolazy-dp", "--fields symbolic", "--max-size 7 --min-size 3"]
    {
        let listed = lines(&format!("enumerate --keys {flags}"));
        let (key, structure) =
            listed.last().and_then(|line| line.split_once('\t')).expect("the key comes first");
        assert_eq!(run(&format!("show {key}"), 0).0.trim_end(), structure);
    }
}

#[test]
fn a_key_beyond_the_maximum_size_says_so() {
    let (_, said) = run("show rbt-1f3a9c:9:17 --max-size 5", 2);
    assert_eq!(said, "error: the key rbt-1f3a9c:9:17 is of size 9, which is above the maximum size 5\n");
    for size in ["1000001", "4294967296", "99999999999999999999"] {
        let (_, said) = run(&format!("show rbt-1f3a9c:{size}:17"), 2);
        assert!(
            said.contains(&format!("is of size {size}, and no structure is larger than 1000000")),
            "{said}"
        );
    }
}

/// A key with one letter changed is refused, or names the structure that it says.
#[test]
fn a_changed_key_shows_no_other_structure_than_it_names() {
    let listed = lines("enumerate --max-size 3 --keys");
    let listed: Vec<(&str, &str)> = listed.iter().filter_map(|line| line.split_once('\t')).collect();
    let key = listed.last().expect("there are some").0;
    for place in 0..key.len() {
        for letter in ["0", "7", "a", ":", "-", "~"] {
            let mut changed = key.to_owned();
            changed.replace_range(place..=place, letter);
            let output = dpgen(&format!("show {changed}")).output().expect("it runs");
            let named = listed.iter().find(|(known, _)| *known == changed);
            assert_eq!(output.status.code(), Some(if named.is_some() { 0 } else { 2 }), "{changed}");
            let shown = text(&output.stdout);
            assert_eq!(shown.trim_end(), named.map_or("", |(_, structure)| structure), "{changed}");
        }
    }
}

#[test]
fn size_and_rank_show_what_enumerate_lists() {
    let listed = lines("enumerate --size 5 --format json");
    assert_eq!(run("show --size 5 --rank 6 --format json", 0).0.trim_end(), listed[6]);
}

#[test]
fn a_key_of_something_else_is_refused() {
    let key =
        lines("enumerate --size 2 --keys")[0].split('\t').next().expect("the key comes first").to_owned();
    dpgen(&format!("show avl-tree {key}")).assert().code(2).stderr(contains("initials `rbt`"));
    dpgen(&format!("show {key} --param n=3")).assert().code(2).stderr(contains("does not fit"));
    dpgen(&format!("show {key} --max-size 9")).assert().code(2).stderr(contains("maximum size 9"));
    dpgen(&format!("show {key} --size 2 --rank 0")).assert().code(2).stderr(contains("either a key"));
    dpgen("show xyz-123456:1:0").assert().code(2).stderr(contains("no built-in spec has the initials `xyz`"));
    dpgen("show rbt:1:0").assert().code(2).stderr(contains("is no key"));
}

#[test]
fn a_rank_too_high_is_refused() {
    let wanted = contains("there is no rank 8 of size 5: this size has 8 structures, ranks 0 to 7");
    dpgen("show --size 5 --rank 8").assert().code(2).stderr(wanted);
    dpgen("show --size 5").assert().code(2);
    dpgen("show").assert().code(2).stderr(contains("which structure?"));
}

#[test]
fn keys_of_earlier_releases_still_name_their_structures() {
    for (key, structure) in [
        ("rbt-1d3a89:5:6", "(((. 1r .) 2b (. 3r .)) 4b (. 5b .))"),
        ("at-1f5d6e:4:2", "((. 1 (. 2 .)) 3 (. 4 .))"),
        ("json-0cec16:2:53", r#"{"\u00e9": []}"#),
        ("sl-69a8e7:3:0", "1 1 1 end"),
        ("ht-5b944f:3:18", "[0 3] [1] []"),
    ] {
        let (out, said) = run(&format!("show {key}"), 0);
        assert_eq!(out.trim_end(), structure, "{key}");
        assert!(said.starts_with(&format!("{key}: rank ")), "{said}");
    }
}
