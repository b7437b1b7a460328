//! Names of findings and of their files, and the lines by which groups are known again.

use std::collections::BTreeSet;

use dpgen_diff::{
    Answer, Case, CaseSelection, DifferencePattern, Failure, Field, FieldKind, FileTemplate, Group,
    KnownGroups, NodeShape, RunHeader, Subject, Term, Vocabulary, vote,
};

fn subjects(names: &[&str]) -> Vec<Subject> {
    names.iter().map(|name| Subject { name: (*name).to_owned(), version: None }).collect()
}

fn said(text: &str) -> Answer {
    Answer::Text { code: Some(0), text: text.to_owned(), total_bytes: None, stderr: String::new() }
}

#[test]
fn a_pattern_is_named_by_failures_odd_ones_or_all_classes() {
    use Failure::{Crash, Flood, TimeOut};
    let failed = |failure| Answer::Failed(failure, String::new());
    for (answers, name) in [
        (vec![said("1"), said("1"), said("1")], None),
        (vec![said("1"), said("2"), said("1")], Some("b")),
        (vec![said("1"), said("2"), said("3")], Some("a | b | c")),
        (vec![said("1"), said("1"), said("2")], Some("c")),
        (vec![said("1"), failed(Crash), said("1")], Some("b crashes")),
        (vec![failed(TimeOut), failed(Flood), said("1")], Some("a times out, b floods")),
        // Subjects that fail alike agree, and have failed.
        (vec![failed(Crash), failed(Crash), failed(Crash)], Some("a crashes, b crashes, c crashes")),
    ] {
        let vote = vote(3, |one, other| answers[one] != answers[other]);
        let pattern = DifferencePattern::of(&answers, &vote);
        assert_eq!(
            pattern.map(|pattern| pattern.name(&subjects(&["a", "b", "c"]))).as_deref(),
            name,
            "{answers:?}"
        );
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
        renderings: std::collections::BTreeMap::new(),
        term: Term::default(),
    };
    assert_eq!(case.name(), "s4-r117");
    for (extension, name) in [("", "case"), ("html", "case.html")] {
        let file_template =
            FileTemplate { before: "[".into(), after: "]\n".into(), extension: extension.into() };
        assert_eq!(
            (file_template.file_name().as_str(), file_template.file("<p>").as_str()),
            (name, "[<p>]\n")
        );
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
            let pattern =
                DifferencePattern { kind: None, failed: vec![], odd: vec![odd], classes: vec![0; who.len()] };
            let names_of: BTreeSet<String> = named[names].iter().map(|name| (*name).to_owned()).collect();
            let group = Group { pattern, names: names_of, minimal: vec![0], others: vec![] };
            (odd, names, group.line(&subjects(&who)))
        })
        .collect();
    for (odd, names, line) in &groups {
        for text in [format!("# seen\n\n{line}\n"), format!("  {line}  "), format!("{line}\r\n")] {
            let known = KnownGroups::parse(&text).unwrap();
            for (other_odd, other_names, other) in &groups {
                assert_eq!(
                    known.contains(other),
                    (odd, names) == (other_odd, other_names),
                    "{line:?} and {other:?}"
                );
            }
        }
    }
    let all: String = groups.iter().map(|(_, _, line)| format!("{line}\n")).collect();
    let known = KnownGroups::parse(&all).unwrap();
    assert!(groups.iter().all(|(_, _, line)| known.contains(line)));
    assert!(
        !known.contains("y: One")
            && !known.contains("x: Three")
            && !known.contains("")
            && !known.contains("# x: One")
    );
    assert_eq!(
        KnownGroups::parse("x: One\n\nno group\n"),
        Err("line 3: `no group` is no group; write it as in a report's groups.txt".to_owned())
    );
    assert!(!KnownGroups::default().contains("x: One"));
}

/// A group in one line, whatever its subject is called.
#[test]
fn lines_of_groups_are_lines() {
    let pattern = DifferencePattern { kind: None, failed: vec![], odd: vec![0], classes: vec![0, 1] };
    let group = Group { pattern, names: BTreeSet::new(), minimal: vec![], others: vec![] };
    assert_eq!(group.line(&subjects(&["sh -c\r\n'x'", "y"])), "sh -c  'x':");
}

/// Another run goes on with a log only if none of its inputs has changed; each change is named.
#[test]
fn every_change_of_a_run_is_named() {
    let field = Field { name: "n".into(), kind: FieldKind::Number };
    let vocabulary =
        Vocabulary::new(vec![NodeShape { ty: "T".into(), name: "A".into(), fields: vec![field] }]);
    let inputs = vec![("spec".to_owned(), "s1".to_owned()), ("scope".to_owned(), "n = 3".to_owned())];
    let selection =
        CaseSelection { cases: 10, total: 20, part: Some((1, 2)), of: "size 3".into(), drawn: None };
    let header = RunHeader::new(
        inputs,
        subjects(&["x", "y"]),
        selection,
        FileTemplate::default(),
        vocabulary,
        "dpgen diff".into(),
    );
    assert_eq!((header.differences(&header), header.differences_apart_from_part(&header)), (vec![], vec![]));
    let changed = |change: &dyn Fn(&mut RunHeader)| {
        let mut other = header.clone();
        change(&mut other);
        (header.differences(&other), header.differences_apart_from_part(&other))
    };
    let both = |change: &dyn Fn(&mut RunHeader), said: &str| {
        let (all, apart) = changed(change);
        assert!(all.first().is_some_and(|one| one == said), "{all:?} and not {said:?}");
        assert_eq!(apart, [said]);
    };
    both(&|other| other.inputs[0].1 = "s2".into(), "spec was s1 and is s2");
    both(&|other| drop(other.inputs.remove(1)), "scope was n = 3");
    both(&|other| other.inputs.push(("seed".into(), "7".into())), "seed is 7");
    both(&|other| other.subjects[1].name = "z".into(), "it compared x, y and now x, z");
    both(&|other| other.subjects[0].version = Some("2".into()), "it compared x, y and now x 2, y");
    both(&|other| other.file_template.before = "!".into(), "the spec's structures or files are others");
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
