//! Writes features as text.

use dpgen_forest::index::at;
use rustc_hash::FxHashMap;

use super::feature::Feature;
use super::feature_knowledge::{FeatureStatus, Knowledge, Suspicion};
use crate::decision_layout::{HEIGHT_MEASURE, SIZE_MEASURE};
use crate::unique_names::UniqueNames;

impl UniqueNames<'_> {
    fn measure(self, measure: u32) -> String {
        match (measure, self.layout.measures[at(measure)]) {
            (SIZE_MEASURE, _) => "size".to_owned(),
            (HEIGHT_MEASURE, _) => "height".to_owned(),
            (_, Some(label)) => format!("most of {} on a path", self.label(label)),
            (_, None) => "measure".to_owned(),
        }
    }

    /// The name of a measure.
    pub(super) fn name_of_measure(self, measure: u32) -> String {
        match self.layout.measures[at(measure)] {
            Some(label) => format!("count {}", self.name_of_label(label)),
            None => self.measure(measure),
        }
    }

    /// A feature with names, which other schemas may have, too.
    pub(super) fn named(self, feature: Feature) -> Feature<String> {
        let label = |label: &u32| Some(self.name_of_label(*label));
        let slot = |slot: &u32| Some(self.name_of_slot(*slot));
        let measure = |measure: &u32| Some(self.name_of_measure(*measure));
        feature.renamed(label, slot, measure).unwrap_or(Feature::Whole { measure: String::new(), is: 0 })
    }

    /// Says that a label is refuted below another, in this recursive slot of it; `how` far below, or nothing if that does not matter.
    fn under(self, how: &str, above: u32, slot: u32, below: u32) -> String {
        format!("{}: {} {how}under {}", self.slot(slot), self.label(below), self.label(above))
    }

    /// A feature in words.
    pub(super) fn feature(self, feature: Feature) -> String {
        match feature {
            Feature::Root(label) => format!("root: {}", self.label(label)),
            Feature::Own(first, second) => format!("{} with {}", self.label(first), self.label(second)),
            Feature::Directly { above, slot, below } => self.under("directly ", above, slot, below),
            Feature::Under { above, slot, below } => self.under("further ", above, slot, below),
            Feature::Element { above, slot, below } => self.under("an element ", above, slot, below),
            Feature::Without { above, below } => {
                format!("{} with no {} above", self.label(below), self.label(above))
            }
            Feature::OwnWithout { above, own, below } => {
                format!("{} with {}, and no {} above", self.label(own), self.label(below), self.label(above))
            }
            Feature::Next { left, below } => {
                format!("{} right after {}", self.label(below), self.label(left))
            }
            Feature::Later { left, below } => {
                format!("{} after {}, others between", self.label(below), self.label(left))
            }
            Feature::Chain { top, slot, middle, next, below } => format!(
                "{}: {} directly under {}, {}: under {}",
                self.slot(next),
                self.label(below),
                self.label(middle),
                self.slot(slot),
                self.label(top)
            ),
            Feature::Beside { left, head, slot, below } => {
                format!(
                    "{}: {} beside {}: {}",
                    self.slot(slot),
                    self.label(below),
                    self.slot(left),
                    self.label(head)
                )
            }
            Feature::Parts { measure, left, right, of_left, of_right } => format!(
                "{} {of_left} of {}, {of_right} of {}",
                self.measure(measure),
                self.slot(left),
                self.slot(right)
            ),
            Feature::Whole { measure, is } => format!("whole: {} {is}", self.measure(measure)),
        }
    }

    /// Says that at least one of some features is refuted.
    pub(super) fn suspicion(self, knowledge: &Knowledge, (features, refused): Suspicion<'_>) -> String {
        let features: Vec<String> =
            features.iter().map(|feature| self.feature(knowledge.known(*feature).feature)).collect();
        format!("one of these refuted, {refused} tries: {}", features.join("; "))
    }

    /// All that is refuted, that with the most tries first. What is refuted directly below and further below makes one line.
    pub(super) fn lines(self, knowledge: &Knowledge) -> Vec<String> {
        let refuted = knowledge.all().iter().filter(|known| known.standing == FeatureStatus::Refuted);
        let refuted: FxHashMap<Feature, u32> = refuted.map(|known| (known.feature, known.refused)).collect();
        let told = refuted.iter().filter_map(|(feature, refused)| match *feature {
            Feature::Directly { above, slot, below } => {
                let further = refuted.get(&Feature::Under { above, slot, below });
                Some(further.map_or_else(
                    || (*refused, self.feature(*feature)),
                    |further| (refused + further, self.under("", above, slot, below)),
                ))
            }
            // It is told with what is refuted directly below.
            Feature::Under { above, slot, below }
                if refuted.contains_key(&Feature::Directly { above, slot, below }) =>
            {
                None
            }
            feature => Some((*refused, self.feature(feature))),
        });
        let mut lines: Vec<(u32, String)> =
            told.map(|(tries, feature)| (tries, format!("{feature} refuted, {tries} tries"))).collect();
        lines.extend(knowledge.suspected().map(|of| (of.1, self.suspicion(knowledge, of))));
        lines.sort_by(|(left, one), (right, other)| right.cmp(left).then_with(|| one.cmp(other)));
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

#[cfg(test)]
mod tests {
    use dpgen::prelude::*;

    use super::super::feature_knowledge::Knowledge;
    use super::{Feature, UniqueNames};
    use crate::decision_layout::Layout;

    #[derive(DpGen, Debug)]
    enum List {
        Nil,
        Cons(#[dpgen(range = 1..=3)] i64, Box<List>),
    }

    #[test]
    fn what_is_refuted_directly_and_further_below_makes_one_line() {
        let lists = Generator::<List>::up_to(1).build().unwrap();
        let schema = lists.catalog().schema();
        let layout = Layout::new(schema);
        let words = UniqueNames { schema, layout: &layout };
        let label =
            |name: &str| (0..).find(|label| words.label(*label) == name).expect("it is one of the list's");
        let (slot, [nil, one, two, three]) = (0, ["Nil", "0 1", "0 2", "0 3"].map(label));
        let mut knowledge = Knowledge::new(&layout);
        let (directly, under) = (
            |above, below| Feature::Directly { above, slot, below },
            |above, below| Feature::Under { above, slot, below },
        );
        for (feature, refused) in [
            (directly(two, one), 20),
            (under(two, one), 15),
            (directly(three, two), 32),
            (under(three, one), 33),
            (directly(one, nil), 31),
        ] {
            knowledge.remember(feature, 0, refused);
        }
        // What was accepted is no part of a line.
        knowledge.remember(under(one, nil), 1, 0);
        assert_eq!(
            words.lines(&knowledge),
            [
                "Cons.1: 0 1 under 0 2 refuted, 35 tries",
                "Cons.1: 0 1 further under 0 3 refuted, 33 tries",
                "Cons.1: 0 2 directly under 0 3 refuted, 32 tries",
                "Cons.1: Nil directly under 0 1 refuted, 31 tries",
            ]
        );
    }
}
