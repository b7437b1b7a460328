//! Refuted features as conditions of a spec.

use super::feature::Feature;
use super::knowledge::{Knowledge, Standing};
use crate::conditions::{Condition, Conditions, Home};
use crate::words::Words;

/// Where a condition goes.
enum Place {
    Root,
    At(Home),
}

impl Words<'_> {
    /// All that is refuted, that with the most tries first.
    pub(super) fn conditions(self, knowledge: &Knowledge) -> Conditions {
        let mut conditions = Conditions::default();
        let refuted = knowledge.all().iter().filter(|known| known.standing == Standing::Refuted);
        let mut refuted: Vec<_> = refuted.map(|known| (known.refused, known.feature)).collect();
        refuted.sort_by_key(|(refused, feature)| (std::cmp::Reverse(*refused), self.feature(*feature)));
        for (refused, feature) in refuted {
            match self.condition(feature) {
                Some((place, text)) => {
                    let condition = Condition { text, refused };
                    match place {
                        Place::Root => conditions.root_ok.push(condition),
                        Place::At((ty, ctor)) => conditions.rep_ok.push((ty, ctor, condition)),
                    }
                }
                None => {
                    conditions.others.push(format!("{} refuted, {refused} tries", self.feature(feature)));
                }
            }
        }
        conditions.others.extend(self.suspicions(knowledge).map(|(_, line)| line));
        conditions
    }

    /// What must hold so that a structure does not have a feature; or, of a label anywhere in a part beside, a part of that.
    fn condition(self, feature: Feature) -> Option<(Place, String)> {
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
                let (ctor, field) = self.field(slot, below)?;
                let tests = [self.value_test("", above)?, self.test(&format!("{field}."), below)?];
                if self.ctor_of(above) != ctor { None } else { self.never(self.home(ctor)?, &tests) }
            }
            Feature::Beside { left, head, slot, below } => {
                let ((ctor, left), (other, field)) = (self.field(left, head)?, self.field(slot, below)?);
                let tests = [self.test(&format!("{left}."), head)?, self.test(&format!("{field}."), below)?];
                if other != ctor { None } else { self.never(self.home(ctor)?, &tests) }
            }
            Feature::Chain { top, slot, middle, next, below } => {
                let ((ctor, field), (inner, next)) = (self.field(slot, middle)?, self.field(next, below)?);
                let middle_test = self.test(&format!("{field}."), middle)?;
                let below_test = self.test(&format!("{field}.{next}."), below)?;
                let tests = [self.value_test("", top)?, middle_test, below_test];
                if (self.ctor_of(top), self.ctor_of(middle)) != (ctor, inner) {
                    return None;
                }
                self.never(self.home(ctor)?, &tests)
            }
            Feature::Under { .. } | Feature::Parts { .. } | Feature::Whole { .. } => None,
        }
    }

    /// These do not go together.
    fn never(self, home: Home, tests: &[String]) -> Option<(Place, String)> {
        let tests: Vec<&str> = tests.iter().filter(|test| !test.is_empty()).map(String::as_str).collect();
        (!tests.is_empty()).then(|| (Place::At(home), format!("!({})", tests.join(" && "))))
    }
}
