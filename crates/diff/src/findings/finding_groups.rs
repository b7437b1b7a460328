//! Groups findings by their cause, as far as structures and answers tell it, and picks the minimal ones.
//!
//! A finding is *minimal* if none of these holds; else it joins the group of the first finding for which one does:
//!
//! - it contains a smaller finding with the same pattern, where content and position count as one kind, and an edge difference has no
//!   share in a solid one;
//! - it is a *combination*: it contains findings of two other patterns or more, and any two subjects that differ on it differ on one
//!   of these, so that several causes have met in one structure;
//! - it is lowered to another finding with the same pattern and the same [symptom](crate::findings::symptom): the same cause, said
//!   with other values.
//!
//! Minimal findings with the same pattern, in which the same names occur, are a *group*. So a structure is the smallest of one group
//! only, and no two groups have the same pattern and the same names. `causes.rs` has what is compared with what.

use crate::findings::causes::{Causes, Known};
use crate::findings::finding_store::{CaseTerm, Findings, GroupingKey};
use crate::findings::group::Group;
use crate::findings::group_naming::GroupNaming;
use crate::findings::symptom::symptom;
use crate::log_error::LogError;

/// The number of comparisons of structures between two checks whether to stop.
const COMPARISONS_PER_POLL: u64 = 256;

/// The groups of some findings, and how many findings are in none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grouping {
    /// The groups, the most severe kind of difference first, failures before all; of one kind, the one with the smallest finding
    /// first.
    pub groups: Vec<Group>,
    /// The number of findings that are not grouped, as grouping was halted: the largest ones.
    pub ungrouped: usize,
}

/// Groups findings, the smallest first, until `halted` says to stop.
///
/// Findings are compared with minimal ones only, as containment is transitive. The structures of minimal findings are in memory
/// meanwhile.
///
/// # Errors
/// When findings can not be read.
pub fn group_findings(
    findings: &Findings,
    naming: &GroupNaming,
    halted: &dyn Fn() -> bool,
) -> Result<Grouping, LogError> {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_unstable_by(|one, other| findings.compare(*one, *other));
    let mut comparisons = 0_u64;
    let mut is_over = || {
        comparisons += 1;
        comparisons.is_multiple_of(COMPARISONS_PER_POLL) && halted()
    };
    let mut causes = Causes::new(findings.vocabulary());
    for (done, place) in order.iter().copied().enumerate() {
        let GroupingKey { case: CaseTerm { term }, pattern } = findings.grouping_key(place)?;
        let mut known = causes.containing(&term, &pattern, &mut is_over);
        if known.is_none() {
            let finding = findings.get(place)?;
            let symptom = symptom(&finding.case.text, &finding.answers);
            known = causes.add(place, term, pattern, symptom, naming, &mut is_over);
        }
        match known {
            Some(Known::Group(group)) => causes.groups[group].others.push(place),
            Some(Known::Halted) => {
                return Ok(Grouping { groups: by_severity(causes.groups), ungrouped: order.len() - done });
            }
            None => {}
        }
    }
    Ok(Grouping { groups: by_severity(causes.groups), ungrouped: 0 })
}

/// Sorts groups by the kind of their difference; groups of one kind stay in their order.
fn by_severity(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by_key(|group| group.pattern.kind);
    groups
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::findings::difference_kind::DifferenceKind;
    use crate::findings::finding::{Answer, DifferencePattern, Finding, Subject};
    use crate::majority_vote::vote;
    use crate::structure::lowering::lowers_to;
    use crate::structure::test_pages::{case, vocabulary};

    fn finding(position: u64, text: &str, answers: [i32; 3]) -> Finding {
        let vote = vote(3, |one, other| answers[one] != answers[other]);
        let pattern = DifferencePattern::of(&[], &vote).unwrap();
        Finding {
            case: case(position, text),
            pattern,
            answers: vec![],
            difference: None,
            note: String::new(),
            reduced_from: None,
        }
    }

    fn shown(all: &[Finding]) -> Vec<(String, Vec<usize>, Vec<usize>)> {
        let mut findings = Findings::new(vocabulary(), None);
        all.iter().for_each(|finding| findings.push(finding).unwrap());
        let subjects = ["x", "y", "z"].map(|name| Subject { name: name.into(), version: None });
        let naming = GroupNaming::by_widest_type(&vocabulary());
        let groups = group_findings(&findings, &naming, &|| false).unwrap().groups.into_iter();
        groups.map(|group| (group.line(&subjects), group.minimal, group.others)).collect()
    }

    #[test]
    fn minimal_findings_make_groups_and_take_the_others() {
        let findings = [
            finding(0, "1:a,b | p1(q)", [1, 1, 2]),
            finding(1, "1:a | p1", [1, 1, 2]),
            // Another subject stands out.
            finding(2, "1:a,b | p1", [1, 2, 2]),
            // Other words for the second: a later declaration, and a later tag.
            finding(3, "1:b | p1", [1, 1, 2]),
            finding(4, "1:a | q1", [1, 1, 2]),
            finding(5, "1:b,c | p1(q1)", [1, 1, 2]),
            // No majority.
            finding(6, "1:c | p1", [1, 2, 3]),
        ];
        same(
            &shown(&findings),
            &[
                ("z: a", vec![1], vec![3, 4, 0, 5]),
                ("x | y | z: c", vec![6], vec![]),
                ("x: a, b", vec![2], vec![]),
            ],
        );
    }

    /// Only the values differ, but the subjects say something else.
    #[test]
    fn another_symptom_is_another_cause() {
        let said = |position, text: &str, answers: [&str; 2]| {
            let text_of = |text: &str| Answer::Text {
                code: Some(0),
                text: text.into(),
                total_bytes: None,
                stderr: String::new(),
            };
            let mut finding = finding(position, text, [1, 1, 2]);
            finding.answers = answers.map(text_of).into();
            finding
        };
        let findings = [
            said(0, "1:a | p1", ["<x>", "<1>"]),
            said(1, "1:b | p1", ["<y>", "<2>"]),
            said(2, "1:b | q1", ["{y}", "{7}"]),
            said(3, "1:c | r1", ["[x]", "[4]"]),
        ];
        same(&shown(&findings), &[("z: a", vec![0], vec![3]), ("z: b", vec![1], vec![2])]);
    }

    #[test]
    fn names_that_a_user_asks_for_are_not_lowered() {
        let findings = [finding(0, "1:a | p1", [1, 1, 2]), finding(1, "1:a | q1", [1, 1, 2])];
        let mut store = Findings::new(vocabulary(), None);
        findings.iter().for_each(|finding| store.push(finding).unwrap());
        let groups = |naming: &GroupNaming| group_findings(&store, naming, &|| false).unwrap().groups.len();
        assert_eq!(groups(&GroupNaming::by_widest_type(&vocabulary())), 1);
        assert_eq!(groups(&GroupNaming::parse("Element.tag", &vocabulary()).unwrap()), 2);
        assert_eq!(groups(&GroupNaming::parse("Declaration", &vocabulary()).unwrap()), 1);
    }

    /// What two causes do in one structure is no third cause.
    #[test]
    fn combinations_join_the_first_of_their_parts() {
        let findings = [
            finding(0, "1:a | p1", [1, 1, 2]),
            finding(1, "1:b | q1", [1, 2, 2]),
            finding(2, "1:a 2:b | p1 q2", [1, 2, 3]),
            // Only one of the parts is in it.
            finding(3, "1:a 2:c | p1 q2", [1, 2, 3]),
            // The first and the second part alone, in another order of subjects: all that differs differs in a part.
            finding(4, "1:a 2:b | p1 q2 r", [1, 2, 1]),
        ];
        same(
            &shown(&findings),
            &[("z: a", vec![0], vec![2, 4]), ("x: b", vec![1], vec![]), ("x | y | z: a, c", vec![3], vec![])],
        );
    }

    /// A difference of images does not hide another one: parts that tell more apart are no parts of it.
    #[test]
    fn combinations_of_images_tell_apart_what_their_parts_do() {
        let image = |position, text: &str, answers, kind| {
            let mut finding = finding(position, text, answers);
            finding.pattern.kind = Some(kind);
            finding
        };
        let findings = [
            image(0, "1:a | p1", [1, 1, 2], DifferenceKind::Content),
            image(1, "1:b | q1", [1, 2, 2], DifferenceKind::Position),
            image(2, "1:a 2:b | p1 q2", [1, 2, 3], DifferenceKind::Content),
            image(3, "1:a 2:b | p1 q2 r", [1, 2, 1], DifferenceKind::Content),
            image(4, "1:a 2:b | p1 q2 s", [1, 2, 3], DifferenceKind::Position),
        ];
        same(
            &shown(&findings),
            &[
                ("z (content): a", vec![0], vec![2, 4]),
                ("y (content): a, b", vec![3], vec![]),
                ("x (position): b", vec![1], vec![]),
            ],
        );
    }

    /// The smallest structure of a group is that of no other group, whatever the findings are.
    #[test]
    fn no_two_groups_have_the_same_reduced_structure() {
        let declarations = ["a", "b", "c", "a,b", "a,c", "b,c"];
        let bodies = ["p1", "q1", "p1(q)", "p(q1)", "q1(p1)", "p1 r"];
        let mut random = 7_u32;
        let mut findings = Vec::new();
        for (position, (rule, body)) in
            (0..).zip(declarations.iter().flat_map(|rule| bodies.iter().map(move |body| (rule, body))))
        {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let answers =
                [[1, 1, 2], [1, 2, 2], [1, 2, 3], [1, 2, 1]][usize::try_from(random >> 30).unwrap()];
            findings.push(finding(position, &format!("1:{rule} | {body}"), answers));
        }
        let mut store = Findings::new(vocabulary(), None);
        findings.iter().for_each(|finding| store.push(finding).unwrap());
        let naming = GroupNaming::by_widest_type(&vocabulary());
        let groups = group_findings(&store, &naming, &|| false).unwrap().groups;
        let reduced: BTreeSet<String> =
            groups.iter().map(|group| store.get(group.minimal[0]).unwrap().case.text).collect();
        assert!(groups.len() > 4 && reduced.len() == groups.len(), "{groups:?}");
        // Nor can one minimal finding of a pattern be reduced to another one.
        for group in &groups {
            for one in &group.minimal {
                for other in groups.iter().flat_map(|group| &group.minimal).filter(|other| one != *other) {
                    let [one, other] = [one, other].map(|place| store.get(*place).unwrap());
                    assert!(
                        one.pattern != other.pattern
                            || !lowers_to(&vocabulary(), &one.case.term, &other.case.term),
                        "{} and {}",
                        one.case.text,
                        other.case.text
                    );
                }
            }
        }
        let members = groups.iter().map(|group| group.minimal.len() + group.others.len()).sum::<usize>();
        assert_eq!(members, findings.len());
    }

    /// A solid difference that contains a smaller edge difference is minimal, and comes first.
    #[test]
    fn edges_are_grouped_apart_and_the_severe_kinds_come_first() {
        let findings = [
            of_kind(DifferenceKind::Edge, finding(0, "1:a | p1", [1, 1, 2])),
            of_kind(DifferenceKind::Position, finding(1, "1:b,c | p1", [1, 1, 2])),
            of_kind(DifferenceKind::Content, finding(2, "1:a,c | p1(q)", [1, 1, 2])),
            finding(3, "1:a,b | p1(q1)", [1, 1, 2]),
        ];
        same(
            &shown(&findings),
            &[
                ("z: a, b", vec![3], vec![]),
                ("z (content): a, c", vec![2], vec![]),
                ("z (position): b, c", vec![1], vec![]),
                ("z (edge): a", vec![0], vec![]),
            ],
        );
    }

    /// An edge and an area that one subject paints differently are not two causes of a third difference of that subject.
    #[test]
    fn a_combination_has_parts_of_other_subjects() {
        let findings = [
            of_kind(DifferenceKind::Edge, finding(0, "1:a | p1", [1, 1, 2])),
            of_kind(DifferenceKind::Position, finding(1, "1:a,b | p1", [1, 1, 2])),
            of_kind(DifferenceKind::Content, finding(2, "1:a,c | p1(q)", [1, 1, 2])),
        ];
        same(
            &shown(&findings),
            &[("z (position): a, b", vec![1], vec![2]), ("z (edge): a", vec![0], vec![])],
        );
    }

    /// A page around a page on which the same subject differs, or with other values, is nothing new, whichever of content and
    /// position differs on which.
    #[test]
    fn content_and_position_are_one_cause() {
        for (first, second) in [
            (DifferenceKind::Content, DifferenceKind::Position),
            (DifferenceKind::Position, DifferenceKind::Content),
        ] {
            let findings = [
                of_kind(first, finding(0, "1:a | p1", [1, 1, 2])),
                of_kind(second, finding(1, "1:a | q(p1)", [1, 1, 2])),
                of_kind(second, finding(2, "1:b | q1", [1, 1, 2])),
                of_kind(second, finding(3, "1:a | q(p1)", [1, 2, 2])),
                of_kind(DifferenceKind::Edge, finding(4, "1:a | p1 q", [1, 1, 2])),
            ];
            let [z, x] = [("z", first), ("x", second)].map(|(who, kind)| format!("{who} ({kind}): a"));
            let mut wanted = [(z.as_str(), vec![0], vec![2, 1, 4]), (x.as_str(), vec![3], vec![])];
            if second < first {
                wanted.reverse();
            }
            same(&shown(&findings), &wanted);
        }
    }

    fn of_kind(kind: DifferenceKind, mut finding: Finding) -> Finding {
        finding.pattern.kind = Some(kind);
        finding
    }

    #[test]
    fn halted_grouping_counts_the_ungrouped_findings() {
        let mut findings = Findings::new(vocabulary(), None);
        for position in 0..1000 {
            findings.push(&finding(position, "1:a | p1", [1, 1, 2])).unwrap();
        }
        let naming = GroupNaming::by_widest_type(&vocabulary());
        let polls = std::cell::Cell::new(0);
        let halted = |after: u32| {
            polls.set(polls.get() + 1);
            polls.get() > after
        };
        let grouped = |after: u32| {
            polls.set(0);
            let Grouping { groups, ungrouped } =
                group_findings(&findings, &naming, &|| halted(after)).unwrap();
            let found = groups.iter().map(|group| group.minimal.len() + group.others.len()).sum::<usize>();
            assert_eq!(found + ungrouped, 1000);
            (groups.len(), ungrouped)
        };
        // Each finding is compared with the only minimal one.
        assert_eq!(grouped(u32::MAX), (1, 0));
        assert_eq!(grouped(0), (1, 1000 - 256));
        assert_eq!(grouped(2), (1, 1000 - 3 * 256));
    }

    fn same(found: &[(String, Vec<usize>, Vec<usize>)], wanted: &[(&str, Vec<usize>, Vec<usize>)]) {
        let found: Vec<_> =
            found.iter().map(|(line, one, two)| (line.as_str(), one.clone(), two.clone())).collect();
        assert_eq!(found, wanted);
    }
}
