//! Refuted features as conditions of a spec.
//!
//! If one of several features must be the reason, the condition is about the one that explains most refusals: few conditions
//! that together forbid all refused structures (the greedy rule for covers: Chvátal, "A greedy heuristic for the set-covering problem",
//! 1979), and the others are named beside it. No structure that was accepted has any of them.

use std::collections::{BTreeMap, BTreeSet};

use super::feature::{Feature, FeatureId, MAX_MEASURE};
use super::feature_knowledge::{FeatureStatus, Knowledge, Suspicion};
use crate::condition_attributes::{Attributes, StructureQuestion};
use crate::expression_writer::ConstructorPath;
use crate::learned_conditions::{Condition, Conditions};
use crate::unique_names::UniqueNames;

/// The entry of a spec that gets a condition.
enum Place {
    Root,
    At(ConstructorPath),
}

impl UniqueNames<'_> {
    /// All that is refuted, that with the most tries first; then what may be.
    pub(super) fn conditions(self, knowledge: &Knowledge) -> Conditions {
        let mut conditions = Conditions::default();
        let mut attributes = Attributes::new(self);
        let mut add = |conditions: &mut Conditions, feature, refused, or: Vec<String>| {
            let Some((place, text)) = self.condition(feature, &mut attributes) else { return false };
            let condition = Condition { text, refused, or };
            match place {
                Place::Root => conditions.root_ok.push(condition),
                Place::At((ty, ctor)) => conditions.rep_ok.push((ty, ctor, condition)),
            }
            true
        };
        let refuted = knowledge.all().iter().filter(|known| known.standing == FeatureStatus::Refuted);
        let mut refuted: Vec<_> = refuted.map(|known| (known.refused, known.feature)).collect();
        refuted.sort_by_key(|(refused, feature)| (std::cmp::Reverse(*refused), self.feature(*feature)));
        for (refused, feature) in refuted {
            if !add(&mut conditions, feature, refused, Vec::new()) {
                conditions.others.push(format!("{} refuted, {refused} tries", self.feature(feature)));
            }
        }
        // What is forbidden anyway needs no condition of its own.
        let is_left = |(features, _): &Suspicion<'_>| {
            features.iter().all(|feature| knowledge.known(*feature).standing != FeatureStatus::Refuted)
        };
        let mut left: Vec<Suspicion<'_>> = knowledge.suspected().filter(is_left).collect();
        let mut unsaid: BTreeSet<FeatureId> = BTreeSet::new();
        while let Some((reason, refused)) = self.most(knowledge, &left, &unsaid) {
            let with = |(features, _): &&Suspicion<'_>| features.contains(&reason);
            let others = left.iter().filter(with).flat_map(|(features, _)| features.iter());
            let others = others.filter(|other| **other != reason);
            let or: BTreeSet<String> =
                others.map(|other| self.feature(knowledge.known(*other).feature)).collect();
            if add(&mut conditions, knowledge.known(reason).feature, refused, or.into_iter().collect()) {
                left.retain(|suspicion| !with(&suspicion));
            } else {
                unsaid.insert(reason);
            }
        }
        conditions.others.extend(left.into_iter().map(|suspicion| self.suspicion(knowledge, suspicion)));
        conditions.attributes = attributes.into_all();
        conditions
    }

    /// The feature, of those that can be said, that may be the reason for most refusals; and how many these are.
    fn most(
        self,
        knowledge: &Knowledge,
        left: &[Suspicion<'_>],
        unsaid: &BTreeSet<FeatureId>,
    ) -> Option<(FeatureId, u32)> {
        let mut refused: BTreeMap<FeatureId, u32> = BTreeMap::new();
        for (features, times) in left {
            for feature in features.iter().filter(|feature| !unsaid.contains(*feature)) {
                *refused.entry(*feature).or_default() += times;
            }
        }
        let name = |feature: FeatureId| self.feature(knowledge.known(feature).feature);
        refused.into_iter().min_by_key(|(feature, refused)| (std::cmp::Reverse(*refused), name(*feature)))
    }

    /// The condition that a structure does not have a feature.
    fn condition(self, feature: Feature, attributes: &mut Attributes<'_>) -> Option<(Place, String)> {
        match feature {
            Feature::Root(label) => {
                let home = self.home(self.ctor_of(label))?;
                let value = self.value_test("", label)?;
                let unless = format!("kind != '{}'", home.1);
                Some((Place::Root, if value.is_empty() { unless } else { format!("{unless} || !({value})") }))
            }
            Feature::Own(first, second) => {
                let tests = [self.value_test("", first)?, self.value_test("", second)?];
                self.never(self.home(self.ctor_of(first))?, &tests)
            }
            Feature::Directly { above, slot, below } => {
                let (ctor, begins) = self.begins("", slot, below)?;
                let tests = [self.value_test("", above)?, begins];
                if self.ctor_of(above) != ctor { None } else { self.never(self.home(ctor)?, &tests) }
            }
            Feature::Under { above, slot, below } => {
                let (ctor, field, ty) = self.field(slot)?;
                let has = attributes.ask(StructureQuestion::Below(below), ty)?;
                let tests = [self.value_test("", above)?, format!("{field}.{has}")];
                if self.ctor_of(above) != ctor { None } else { self.never(self.home(ctor)?, &tests) }
            }
            Feature::Beside { left, head, slot, below } => {
                let ((ctor, left), (other, field, ty)) = (self.begins("", left, head)?, self.field(slot)?);
                // What structures end with is only looked for at the beginning of a part.
                let ends = self.layout.ctor(self.ctor_of(below).word()).ends;
                let test = if ends || !attributes.can_be_below(ty, below) {
                    self.begins("", slot, below)?.1
                } else {
                    format!("{field}.{}", attributes.ask(StructureQuestion::Has(below), ty)?)
                };
                if other != ctor { None } else { self.never(self.home(ctor)?, &[left, test]) }
            }
            // Parts are not told what is above them, nor which list holds them.
            Feature::Element { .. }
            | Feature::Without { .. }
            | Feature::OwnWithout { .. }
            | Feature::Next { .. }
            | Feature::Later { .. } => None,
            Feature::Chain { top, slot, middle, next, below } => {
                let ((ctor, begins), (inner, _, _)) = (self.begins("", slot, middle)?, self.field(next)?);
                let (_, field, ty) = self.field(slot)?;
                let (_, below) = self.begins(&format!("{field}."), next, below)?;
                let is_next = self.schema.constructor(inner).ty == ty;
                if !is_next || (self.ctor_of(top), self.ctor_of(middle)) != (ctor, inner) {
                    return None;
                }
                self.never(self.home(ctor)?, &[self.value_test("", top)?, begins, below])
            }
            Feature::Parts { measure, left, right, of_left, of_right } => {
                let ((ctor, left, left_ty), (_, right, right_ty)) = (self.field(left)?, self.field(right)?);
                let names = [(left, left_ty), (right, right_ty)].map(|(field, ty)| {
                    Some(format!("{field}.{}", attributes.ask(StructureQuestion::Measure(measure), ty)?))
                });
                let [Some(left), Some(right)] = names else { return None };
                let tests = [format!("{left} == {of_left}"), format!("{right} == {of_right}")];
                // From there on, measures are not told apart.
                if of_left.max(of_right) < MAX_MEASURE { self.never(self.home(ctor)?, &tests) } else { None }
            }
            Feature::Whole { measure, is } => {
                let measure = attributes.ask(StructureQuestion::Measure(measure), self.layout.root)?;
                Some((Place::Root, format!("{measure} != {is}")))
            }
        }
    }

    /// These do not go together.
    fn never(self, home: ConstructorPath, tests: &[String]) -> Option<(Place, String)> {
        let tests: Vec<&str> = tests.iter().filter(|test| !test.is_empty()).map(String::as_str).collect();
        (!tests.is_empty()).then(|| (Place::At(home), format!("!({})", tests.join(" && "))))
    }
}
