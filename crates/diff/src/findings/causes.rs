//! [`Causes`]: the groups of findings so far, and the structures by which the next finding is compared with them.

use std::collections::{BTreeMap, BTreeSet};

use crate::findings::finding::DifferencePattern;
use crate::findings::group::Group;
use crate::findings::group_naming::GroupNaming;
use crate::structure::containment::contains;
use crate::structure::lowering::lowers_to;
use crate::structure::term::Term;
use crate::structure::vocabulary::Vocabulary;

/// What is known of a finding after it was compared with others.
pub(super) enum Known {
    /// It belongs to this group.
    Group(usize),
    /// Comparing was halted.
    Halted,
}

/// A structure, and the group that it belongs to.
type Grouped = Vec<(Term, usize)>;

/// What structures that are lowered to each other have to have in common: pattern with any solid kind, symptom, and the names that a
/// user asked for.
type Cause = (DifferencePattern, String, BTreeSet<String>);

/// The groups so far.
pub(super) struct Causes<'v> {
    vocabulary: &'v Vocabulary,
    pub(super) groups: Vec<Group>,
    /// The structures that contain no other of their pattern.
    smallest: BTreeMap<DifferencePattern, Grouped>,
    /// Those of them that are minimal.
    lowest: BTreeMap<Cause, Grouped>,
    /// The group of each pattern, with any solid kind, and names.
    known: BTreeMap<(DifferencePattern, BTreeSet<String>), usize>,
}

impl<'v> Causes<'v> {
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Self {
        let (smallest, lowest, known) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { vocabulary, groups: Vec::new(), smallest, lowest, known }
    }

    /// The group of what a structure contains; none if it has no such part.
    pub(super) fn containing(
        &self,
        term: &Term,
        pattern: &DifferencePattern,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Option<Known> {
        let at_least_as_severe = self.smallest.iter().filter(|(other, _)| other.covers(pattern));
        for (other, group) in at_least_as_severe.flat_map(|(_, smallest)| smallest) {
            if is_over() {
                return Some(Known::Halted);
            }
            if contains(self.vocabulary, term, other) {
                return Some(Known::Group(*group));
            }
        }
        // A combination: its parts tell apart all that it tells apart.
        let mut parts: Vec<(&DifferencePattern, usize)> = Vec::new();
        for (other_pattern, smallest) in &self.smallest {
            if !other_pattern.may_be_part_of(pattern) {
                continue;
            }
            for (other, group) in smallest {
                if is_over() {
                    return Some(Known::Halted);
                }
                let is_part = match pattern.kind {
                    None => contains(self.vocabulary, term, other),
                    // Images tell more than texts: what is told apart has to be the same, so that parts may have other values.
                    Some(_) => lowers_to(self.vocabulary, term, other),
                };
                if is_part {
                    parts.push((other_pattern, *group));
                    break;
                }
            }
        }
        let patterns: Vec<&DifferencePattern> = parts.iter().map(|(pattern, _)| *pattern).collect();
        let first = parts.iter().map(|(_, group)| *group).min();
        first.filter(|_| pattern.is_combination_of(&patterns)).map(Known::Group)
    }

    /// Adds a structure that contains no known one; the group of the one that it is lowered to, if there is one.
    pub(super) fn add(
        &mut self,
        place: usize,
        term: Term,
        pattern: DifferencePattern,
        symptom: String,
        naming: &GroupNaming,
        is_over: &mut dyn FnMut() -> bool,
    ) -> Option<Known> {
        let names = naming.separating_names(self.vocabulary, &term);
        let cause = (pattern.with_any_solid_kind(), symptom, names);
        let mut lowered = None;
        for (other, group) in self.lowest.get(&cause).into_iter().flatten() {
            if is_over() {
                return Some(Known::Halted);
            }
            if lowers_to(self.vocabulary, &term, other) {
                lowered = Some(*group);
                break;
            }
        }
        if let Some(group) = lowered {
            self.smallest.entry(pattern).or_default().push((term, group));
            return Some(Known::Group(group));
        }
        let names = naming.names(self.vocabulary, &term);
        let groups = &mut self.groups;
        let group = *self.known.entry((cause.0.clone(), names.clone())).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Group { pattern: pattern.clone(), names, minimal: Vec::new(), others: Vec::new() });
        }
        groups[group].minimal.push(place);
        self.smallest.entry(pattern).or_default().push((term.clone(), group));
        self.lowest.entry(cause).or_default().push((term, group));
        None
    }
}
