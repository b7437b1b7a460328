//! Features in words.

use dpgen_forest::index::at;
use rustc_hash::FxHashMap;

use super::feature::Feature;
use super::knowledge::{Knowledge, Standing};
use crate::layout::{HEIGHT, SIZE};
use crate::words::Words;

impl Words<'_> {
    fn measure(self, measure: u32) -> String {
        match (measure, self.layout.measures[at(measure)]) {
            (SIZE, _) => "size".to_owned(),
            (HEIGHT, _) => "height".to_owned(),
            (_, Some(label)) => format!("most of {} on a path", self.label(label)),
            (_, None) => "measure".to_owned(),
        }
    }

    /// What a measure is called.
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

    /// Of what is refuted one at least, each with the number of tries.
    pub(super) fn suspicions(self, knowledge: &Knowledge) -> impl Iterator<Item = (u32, String)> {
        knowledge.suspected().map(move |(features, refused)| {
            let features: Vec<String> =
                features.iter().map(|feature| self.feature(knowledge.known(*feature).feature)).collect();
            (refused, format!("one of these refuted, {refused} tries: {}", features.join("; ")))
        })
    }

    /// All that is refuted, that with the most tries first.
    pub(super) fn lines(self, knowledge: &Knowledge) -> Vec<String> {
        let refuted = || knowledge.all().iter().filter(|known| known.standing == Standing::Refuted);
        // What is refuted directly below and further below makes one line.
        let further = refuted().filter_map(|known| match known.feature {
            Feature::Under { above, slot, below } => {
                Some((Feature::Directly { above, slot, below }, known.refused))
            }
            _ => None,
        });
        let mut further: FxHashMap<Feature, u32> = further.collect();
        let mut told: Vec<(u32, String)> = Vec::new();
        for known in refuted().filter(|known| !matches!(known.feature, Feature::Under { .. })) {
            let tries = known.refused + further.get(&known.feature).unwrap_or(&0);
            let feature = match (known.feature, further.remove(&known.feature)) {
                (Feature::Directly { above, slot, below }, Some(_)) => self.under("", above, slot, below),
                (feature, _) => self.feature(feature),
            };
            told.push((tries, feature));
        }
        for (feature, tries) in further {
            if let Feature::Directly { above, slot, below } = feature {
                told.push((tries, self.feature(Feature::Under { above, slot, below })));
            }
        }
        let told = told.into_iter();
        let mut lines: Vec<(u32, String)> =
            told.map(|(tries, feature)| (tries, format!("{feature} refuted, {tries} tries"))).collect();
        lines.extend(self.suspicions(knowledge));
        lines.sort_by(|(left, one), (right, other)| right.cmp(left).then_with(|| one.cmp(other)));
        lines.into_iter().map(|(_, line)| line).collect()
    }
}
