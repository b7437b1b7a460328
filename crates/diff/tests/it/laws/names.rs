//! Names of findings and of their files, and the lines by which groups are known again.

use std::collections::BTreeSet;

use dpgen_diff::{
    Answer, Case, Failure, Field, Frame, Group, Header, Kind, Known, Selection, Shape, Subject, Term,
    Vocabulary, Way, vote,
};

fn subjects(names: &[&str]) -> Vec<Subject> {
    names.iter().map(|name| Subject { name: (*name).to_owned(), version: None }).collect()
}

fn said(text: &str) -> Answer {
    Answer::Text { code: Some(0), text: text.to_owned(), bytes: None, aside: String::new() }
}

#[test]
fn a_way_names_who_fails_or_stands_out_or_all() {
    use Failure::{Crash, Flood, TimeOut};
    let failed = |failure| Answer::Failed(failure, String::new());
    for (answers, name) in [
        (vec![said("1"), said("1"), said("1")], None),
        (vec![said("1"), said("2"), said("1")], Some("b")),
        (vec![said("1"), said("2"), said("3")], Some("a | b | c")),
        (vec![said("1"), said("1"), said("2")], Some("c")),
        (vec![said("1"), failed(Crash), said("1")], Some("b crashes")),
        (vec![failed(TimeOut), failed(Flood), said("1")], Some("a times out, b floods")),
        // Who fails alike agrees, and has failed.
        (vec![failed(Crash), failed(Crash), failed(Crash)], Some("a crashes, b crashes, c crashes")),
    ] {
        let vote = vote(3, |one, other| answers[one] != answers[other]);
        let way = Way::of(&answers, &vote);
        assert_eq!(way.map(|way| way.name(&subjects(&["a", "b", "c"]))).as_deref(), name, "{answers:?}");
    }
}

#[test]
fn files_are_named_by_size_rank_and_ending() {
    let case = Case {
        position: 3,
        key: "k:4:117".into(),
        size: 4,
        rank: "117".into(),
        text: "<p>".into(),
        term: Term::default(),
    };
    assert_eq!(case.name(), "s4-r117");
    for (extension, name) in [("", "case"), ("html", "case.html")] {
        let frame = Frame { before: "[".into(), after: "]\n".into(), extension: extension.into() };
        assert_eq!((frame.file_name().as_str(), frame.file("<p>").as_str()), (name, "[<p>]\n"));
    }
}

/// Every group is known by its own line, and by no other group's, whatever its names.
#[test]
fn groups_are_known_by_their_lines() {
    let who = ["x", "a: b", "python3 -c 'print(1)'", "w, x"];
    let named: [&[&str]; 5] = [&[], &["One"], &["One", "Two"], &["Two"], &["one"]];
    let groups: Vec<(usize, usize, String)> = (0..who.len())
        .flat_map(|odd| (0..named.len()).map(move |names| (odd, names)))
        .map(|(odd, names)| {
            let way = Way { failed: vec![], odd: vec![odd], classes: vec![0; who.len()] };
            let names_of: BTreeSet<String> = named[names].iter().map(|name| (*name).to_owned()).collect();
            let group = Group { way, names: names_of, minimal: vec![0], others: vec![] };
            (odd, names, group.line(&subjects(&who)))
        })
        .collect();
    for (odd, names, line) in &groups {
        for text in [format!("# seen\n\n{line}\n"), format!("  {line}  "), format!("{line}\r\n")] {
            let known = Known::read(&text).unwrap();
            for (other_odd, other_names, other) in &groups {
                assert_eq!(
                    known.has(other),
                    (odd, names) == (other_odd, other_names),
                    "{line:?} and {other:?}"
                );
            }
        }
    }
    let all: String = groups.iter().map(|(_, _, line)| format!("{line}\n")).collect();
    let known = Known::read(&all).unwrap();
    assert!(groups.iter().all(|(_, _, line)| known.has(line)));
    assert!(!known.has("y: One") && !known.has("x: Three") && !known.has("") && !known.has("# x: One"));
    assert_eq!(
        Known::read("x: One\n\nno group\n"),
        Err("line 3: `no group` is no group; write it as in a report's groups.txt".to_owned())
    );
    assert!(!Known::default().has("x: One"));
}

/// A group in one line, whatever its subject is called.
#[test]
fn lines_of_groups_are_lines() {
    let way = Way { failed: vec![], odd: vec![0], classes: vec![0, 1] };
    let group = Group { way, names: BTreeSet::new(), minimal: vec![], others: vec![] };
    assert_eq!(group.line(&subjects(&["sh -c\r\n'x'", "y"])), "sh -c  'x':");
}

/// Another run goes on with a log only if nothing that it depends on has changed; each change is said.
#[test]
fn every_change_of_a_run_is_named() {
    let field = Field { name: "n".into(), kind: Kind::Number };
    let vocabulary = Vocabulary::new(vec![Shape { ty: "T".into(), name: "A".into(), fields: vec![field] }]);
    let made = vec![("spec".to_owned(), "s1".to_owned()), ("scope".to_owned(), "n = 3".to_owned())];
    let selection = Selection { cases: 10, total: 20, part: Some((1, 2)), of: "size 3".into(), drawn: None };
    let header = Header::new(
        made,
        subjects(&["x", "y"]),
        selection,
        Frame::default(),
        vocabulary,
        "dpgen diff".into(),
    );
    assert_eq!((header.differences(&header), header.apart_from_part(&header)), (vec![], vec![]));
    let changed = |change: &dyn Fn(&mut Header)| {
        let mut other = header.clone();
        change(&mut other);
        (header.differences(&other), header.apart_from_part(&other))
    };
    let both = |change: &dyn Fn(&mut Header), said: &str| {
        let (all, apart) = changed(change);
        assert!(all.first().is_some_and(|one| one == said), "{all:?} and not {said:?}");
        assert_eq!(apart, [said]);
    };
    both(&|other| other.made[0].1 = "s2".into(), "spec was s1 and is s2");
    both(&|other| drop(other.made.remove(1)), "scope was n = 3");
    both(&|other| other.made.push(("seed".into(), "7".into())), "seed is 7");
    both(&|other| other.subjects[1].name = "z".into(), "it compared x, y and now x, z");
    both(&|other| other.subjects[0].version = Some("2".into()), "it compared x, y and now x 2, y");
    both(&|other| other.frame.before = "!".into(), "the spec's structures or files are others");
    both(&|other| other.vocabulary = Vocabulary::default(), "the spec's structures or files are others");
    both(&|other| other.selection.of = "size 4".into(), "it was about size 3 and is about size 4");
    both(&|other| other.selection.total = 21, "it was about size 3 and is about size 3");
    both(&|other| other.selection.drawn = Some("all".into()), "it was about size 3 and is about size 3");
    // Another part is another run, whose log goes with this one's.
    let (all, apart) = changed(&|other| other.selection.part = Some((2, 2)));
    let said = "its cases are part 1/2 of size 3 (10 cases) and not part 2/2 of size 3 (10 cases)";
    assert_eq!((all, apart), (vec![said.to_owned()], vec![]));
    let (all, apart) = changed(&|other| other.selection.cases = 9);
    let said = "its cases are part 1/2 of size 3 (10 cases) and not part 1/2 of size 3 (9 cases)";
    assert_eq!((all, apart), (vec![said.to_owned()], vec![]));
}
