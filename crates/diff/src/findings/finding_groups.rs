//! Groups findings by their difference, and picks the minimal ones.
//!
//! A finding is *minimal* if it contains no other finding with the same pattern. Every other finding contains a minimal one, and
//! joins the group of the first of these. Minimal findings with the same pattern, in which the same names occur, are a *group*.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::finding::{DifferencePattern, Subject};
use crate::findings::finding_store::{CaseTerm, Findings, GroupingKey};
use crate::findings::group_naming::GroupNaming;
use crate::log_error::LogError;
use crate::structure::containment::contains;
use crate::structure::term::Term;

/// The number of comparisons of structures between two checks whether to stop.
const COMPARISONS_PER_POLL: u64 = 256;

/// Minimal findings with the same pattern and names, and the findings that contain them. Findings are given by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The pattern of all findings of the group.
    pub pattern: DifferencePattern,
    /// The names that occur in the minimal findings.
    pub names: BTreeSet<String>,
    /// The minimal findings, the smallest first.
    pub minimal: Vec<usize>,
    /// The findings that contain one of these, the smallest first.
    pub others: Vec<usize>,
}

impl Group {
    /// The subjects that stand out, with the kind of the difference if images are compared: `firefox (position)`.
    pub(crate) fn who(&self, subjects: &[Subject]) -> String {
        let name = self.pattern.name(subjects);
        self.pattern.kind.map_or_else(|| name.clone(), |kind| format!("{name} ({kind})"))
    }

    /// The group as a line: `firefox: Perspective, Transform`; with images `firefox (position): Perspective, Transform`.
    #[must_use]
    pub fn line(&self, subjects: &[Subject]) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let line = format!("{}: {}", self.who(subjects), names.join(", "));
        line.replace(['\n', '\r'], " ").trim_end().to_owned()
    }
}

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
    let vocabulary = findings.vocabulary();
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_unstable_by(|one, other| findings.compare(*one, *other));
    let mut groups: Vec<Group> = Vec::new();
    let mut minimal: BTreeMap<DifferencePattern, Vec<(Term, usize)>> = BTreeMap::new();
    let mut known: BTreeMap<(DifferencePattern, BTreeSet<String>), usize> = BTreeMap::new();
    let mut comparisons = 0_u64;
    let mut is_over = || {
        comparisons += 1;
        comparisons.is_multiple_of(COMPARISONS_PER_POLL) && halted()
    };
    for (done, place) in order.iter().copied().enumerate() {
        let GroupingKey { case: CaseTerm { term }, pattern } = findings.grouping_key(place)?;
        let smallest = minimal.entry(pattern.clone()).or_default();
        let mut group = None;
        for (other, of) in smallest.iter() {
            if is_over() {
                return Ok(Grouping { groups: by_severity(groups), ungrouped: order.len() - done });
            }
            if contains(vocabulary, &term, other) {
                group = Some(*of);
                break;
            }
        }
        if let Some(group) = group {
            groups[group].others.push(place);
            continue;
        }
        let names = naming.names(vocabulary, &term);
        let group = *known.entry((pattern.clone(), names.clone())).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Group { pattern, names, minimal: Vec::new(), others: Vec::new() });
        }
        groups[group].minimal.push(place);
        smallest.push((term, group));
    }
    Ok(Grouping { groups: by_severity(groups), ungrouped: 0 })
}

/// Sorts groups by the kind of their difference; groups of one kind stay in their order.
fn by_severity(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by_key(|group| group.pattern.kind);
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::difference_kind::DifferenceKind;
    use crate::findings::finding::Finding;
    use crate::majority_vote::vote;
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
            finding(3, "1:b | q1", [1, 1, 2]),
            finding(4, "1:a | q1", [1, 1, 2]),
            finding(5, "1:b,c | p1(q1)", [1, 1, 2]),
            // No majority.
            finding(6, "1:c | p1", [1, 2, 3]),
        ];
        same(
            &shown(&findings),
            &[
                ("z: a", vec![1, 4], vec![0]),
                ("z: b", vec![3], vec![5]),
                ("x | y | z: c", vec![6], vec![]),
                ("x: a, b", vec![2], vec![]),
            ],
        );
    }

    /// A content difference that contains a smaller edge difference is minimal of its kind, and comes first.
    #[test]
    fn kinds_are_grouped_apart_and_the_severe_ones_come_first() {
        let of_kind = |kind, finding: Finding| Finding {
            pattern: DifferencePattern { kind, ..finding.pattern.clone() },
            ..finding
        };
        let findings = [
            of_kind(Some(DifferenceKind::Edge), finding(0, "1:a | p1", [1, 1, 2])),
            of_kind(Some(DifferenceKind::Position), finding(1, "1:a,b | p1", [1, 1, 2])),
            of_kind(Some(DifferenceKind::Content), finding(2, "1:a,b | p1(q)", [1, 1, 2])),
            of_kind(None, finding(3, "1:a,b | p1(q1)", [1, 1, 2])),
        ];
        same(
            &shown(&findings),
            &[
                ("z: a, b", vec![3], vec![]),
                ("z (content): a, b", vec![2], vec![]),
                ("z (position): a, b", vec![1], vec![]),
                ("z (edge): a", vec![0], vec![]),
            ],
        );
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
