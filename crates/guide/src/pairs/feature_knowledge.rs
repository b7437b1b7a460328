//! [`Knowledge`]: the features that are proven harmless, and the sets of features that were refused.
//!
//! The hypothesis is that a structure is refused if, and only if, it has a harmful feature: learning by elimination, as for
//! Boolean conjunctions (Valiant, "A theory of the learnable", 1984). An accepted structure proves all its features harmless.
//! A refused one is a *suspicion*: one of its features that are not proven is harmful. What is proven later leaves the
//! suspicion, until one feature is left. The hypothesis may be wrong, so that a suspicion counts only once it has been met
//! more often than the share of structures without any open feature that are refused makes likely by chance.

use dpgen_forest::index::{approx, at, small};
use rustc_hash::FxHashMap;

use super::descendant_features::DescendantFeatures;
use super::feature::{Feature, FeatureId};
use super::guesses::Guesses;
use crate::decision_layout::Layout;

/// A suspicion counts if chance explains it less often than this.
const MAX_CHANCE: f64 = 0.001;
/// The maximum total number of features in all suspicions.
const MAX_SUSPICION_FEATURES: usize = 1 << 18;
/// Suspicions with more features than this are not looked up when another structure is refused.
const MAX_LOOKUP_LEN: usize = 12;
/// Suspicions with more features than this never count: they would be looked up more often than met. A node with two values, below
/// another, has six features with that one's values.
const MAX_COUNTED_LEN: usize = 8;

/// The status of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeatureStatus {
    Open,
    Proven,
    /// Refused often enough, as the only one that was not proven.
    Refuted,
}

/// A suspicion: features, one of which must have been the reason for refusals, and the number of these.
pub(crate) type Suspicion<'a> = (&'a [FeatureId], u32);

/// One of these features is harmful.
#[derive(Debug)]
struct SuspectSet {
    /// Ascending; none if it is settled.
    features: Vec<FeatureId>,
    refused: u32,
}

/// The record of a feature.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FeatureRecord {
    pub feature: Feature,
    pub standing: FeatureStatus,
    /// The number of structures refused with it as the only one not proven.
    pub refused: u32,
    /// The number of accepted structures with it.
    pub accepted: u32,
}

/// The records of all features, and the suspicions.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    ids: FxHashMap<Feature, FeatureId>,
    /// The same for those that are met most, and which of them are refuted.
    below: DescendantFeatures,
    known: Vec<FeatureRecord>,
    suspicions: Vec<SuspectSet>,
    /// By feature: the suspicions with it.
    with: FxHashMap<FeatureId, Vec<u32>>,
    /// The same, for those that count and are short.
    counting: FxHashMap<FeatureId, Vec<u32>>,
    literals: usize,
    /// Refused structures without an open feature, and all structures without one.
    unexplained: u64,
    expected: u64,
    /// The number of refusals from which on a suspicion counts.
    needed: u32,
    /// The number of refuted features that were accepted after all.
    overturned: u64,
    /// The open features that are avoided before they are refuted.
    pub(super) guesses: Guesses,
}

impl Knowledge {
    /// No knowledge yet, for structures with the labels and slots of a layout.
    pub(crate) fn new(layout: &Layout) -> Self {
        let mut knowledge = Self { below: DescendantFeatures::new(layout), ..Self::default() };
        knowledge.judge_chance();
        knowledge
    }

    /// The number of a feature, which it gets when it is met first.
    #[inline]
    pub(crate) fn id(&mut self, feature: Feature) -> FeatureId {
        if let Some(id @ 1..) = self.below.id(feature) {
            return *id - 1;
        }
        let id = self.id_of_any(feature);
        if let Some(place) = self.below.id(feature) {
            *place = id + 1;
        }
        id
    }

    fn id_of_any(&mut self, feature: Feature) -> FeatureId {
        *self.ids.entry(feature).or_insert_with(|| {
            self.known.push(FeatureRecord {
                feature,
                standing: FeatureStatus::Open,
                refused: 0,
                accepted: 0,
            });
            small(self.known.len() - 1)
        })
    }

    /// Takes over what was learned elsewhere.
    pub(crate) fn remember(&mut self, feature: Feature, accepted: u32, refused: u32) {
        let id = self.id(feature);
        self.known[at(id)].accepted = accepted;
        if accepted > 0 {
            self.stand(id, FeatureStatus::Proven);
        } else {
            self.refuse(id, refused);
        }
    }

    #[inline]
    pub(crate) fn known(&self, feature: FeatureId) -> &FeatureRecord {
        &self.known[at(feature)]
    }

    pub(crate) fn all(&self) -> &[FeatureRecord] {
        &self.known
    }

    /// The features that have tables.
    #[inline]
    pub(super) fn below(&self) -> &DescendantFeatures {
        &self.below
    }

    /// The number of refuted features that were accepted after all.
    pub(crate) fn overturned(&self) -> u64 {
        self.overturned
    }

    /// The number of refuted features.
    pub(crate) fn refuted(&self) -> u32 {
        small(self.known.iter().filter(|known| known.standing == FeatureStatus::Refuted).count())
    }

    /// The number of structures that were refused although all their features were proven, and the number with proven features only.
    pub(crate) fn unexplained(&self) -> (u64, u64) {
        (self.unexplained, self.expected)
    }

    /// Whether a structure with these open features, ascending, is believed to be refused.
    pub(crate) fn refutes(&self, open: &[FeatureId]) -> bool {
        open.iter().any(|feature| self.known(*feature).standing == FeatureStatus::Refuted)
            || including(&self.counting, &self.suspicions, open).next().is_some()
            || self.guesses.bar_any(open)
    }

    /// The suspicions that count.
    pub(crate) fn suspected(&self) -> impl Iterator<Item = Suspicion<'_>> {
        let counting = self.suspicions.iter().filter(|suspicion| !suspicion.features.is_empty());
        let counting = counting.filter(|suspicion| suspicion.refused >= self.needed);
        counting.map(|suspicion| (&suspicion.features[..], suspicion.refused))
    }

    /// Whether a structure with these features, and this one among them, is believed to be refused because of it.
    #[inline]
    pub(crate) fn completes(&mut self, feature: FeatureId, has: impl Fn(FeatureId) -> bool) -> bool {
        match self.known(feature).standing {
            FeatureStatus::Proven => false,
            FeatureStatus::Refuted => true,
            FeatureStatus::Open => {
                self.counting.get(&feature).is_some_and(|with| {
                    with.iter().any(|suspicion| {
                        let features = &self.suspicions[at(*suspicion)].features;
                        features.iter().all(|other| *other == feature || has(*other))
                    })
                }) || self.guesses.bars(feature)
            }
        }
    }

    /// The features that are not proven, ascending and once each.
    pub(crate) fn open(&self, features: &[FeatureId], open: &mut Vec<FeatureId>) {
        open.clear();
        open.extend(
            features.iter().filter(|feature| self.known(**feature).standing != FeatureStatus::Proven),
        );
        open.sort_unstable();
        open.dedup();
    }

    /// Learns that a structure with these features was accepted or refused.
    pub(crate) fn learn(&mut self, features: &[FeatureId], accepted: bool) {
        let mut open = Vec::new();
        self.open(features, &mut open);
        self.guesses.tick();
        if open.is_empty() {
            self.expected += 1;
            self.unexplained += u64::from(!accepted);
        }
        if accepted {
            for feature in features {
                self.known[at(*feature)].accepted = self.known[at(*feature)].accepted.saturating_add(1);
            }
            for feature in open {
                self.prove(feature);
            }
        } else {
            self.suspect(open);
        }
        self.judge_chance();
    }

    fn prove(&mut self, feature: FeatureId) {
        let known = &mut self.known[at(feature)];
        self.overturned += u64::from(known.standing == FeatureStatus::Refuted);
        let refused = std::mem::take(&mut known.refused);
        self.unexplained += u64::from(refused);
        self.guesses.prove(feature, refused > 0);
        self.stand(feature, FeatureStatus::Proven);
        self.counting.remove(&feature);
        for suspicion in self.with.remove(&feature).unwrap_or_default() {
            let counted = self.suspicions[at(suspicion)].features.len() <= MAX_COUNTED_LEN;
            let SuspectSet { features, refused } = &mut self.suspicions[at(suspicion)];
            features.retain(|other| *other != feature);
            self.literals -= 1;
            if let [last] = features[..] {
                let refused = std::mem::take(refused);
                features.clear();
                self.literals -= 1;
                for index in [&mut self.with, &mut self.counting] {
                    if let Some(with) = index.get_mut(&last) {
                        with.retain(|other| *other != suspicion);
                    }
                }
                self.refuse(last, refused);
            } else if !counted && self.suspicions[at(suspicion)].refused >= self.needed {
                self.count(suspicion);
            }
        }
    }

    /// Notes refusals of which one feature must be the reason.
    fn refuse(&mut self, feature: FeatureId, times: u32) {
        let needed = self.needed;
        let known = &mut self.known[at(feature)];
        if known.refused == 0 && times > 0 {
            self.guesses.refused_alone();
        }
        known.refused = known.refused.saturating_add(times);
        if known.refused >= needed {
            self.stand(feature, FeatureStatus::Refuted);
        }
    }

    /// Sets what is known of a feature.
    fn stand(&mut self, feature: FeatureId, standing: FeatureStatus) {
        let known = &mut self.known[at(feature)];
        known.standing = standing;
        self.below.note(known.feature, standing == FeatureStatus::Refuted);
    }

    fn suspect(&mut self, open: Vec<FeatureId>) {
        if let [only] = open[..] {
            self.refuse(only, 1);
            return;
        }
        let may_be_reason = |feature: &FeatureId| {
            let FeatureRecord { feature, standing, .. } = self.known[at(*feature)];
            // Each structure has measures that no other had, so that these may be the reason wherever they are open.
            let measures = matches!(feature, Feature::Whole { .. } | Feature::Parts { .. });
            measures || standing == FeatureStatus::Refuted
        };
        if !open.iter().any(may_be_reason) {
            self.guesses.refused(&open);
        }
        if open.len() <= MAX_LOOKUP_LEN {
            let mut explained = false;
            for feature in &open {
                if self.known(*feature).refused > 0 {
                    self.refuse(*feature, 1);
                    explained = true;
                }
            }
            let known: Vec<u32> = including(&self.with, &self.suspicions, &open).collect();
            for suspicion in &known {
                self.suspicions[at(*suspicion)].refused += 1;
                if self.suspicions[at(*suspicion)].refused == self.needed {
                    self.count(*suspicion);
                }
            }
            if explained || !known.is_empty() {
                return;
            }
        }
        // Long suspicions say little, and leave most of the room to short ones.
        let room =
            if open.len() > MAX_LOOKUP_LEN { MAX_SUSPICION_FEATURES / 4 } else { MAX_SUSPICION_FEATURES };
        if open.is_empty() || self.literals + open.len() > room {
            return;
        }
        let number = small(self.suspicions.len());
        self.literals += open.len();
        for feature in &open {
            self.with.entry(*feature).or_default().push(number);
        }
        self.suspicions.push(SuspectSet { features: open, refused: 1 });
        if self.needed <= 1 {
            self.count(number);
        }
    }

    /// Notes that a suspicion counts.
    fn count(&mut self, suspicion: u32) {
        let features = &self.suspicions[at(suspicion)].features;
        if features.len() <= MAX_COUNTED_LEN {
            for feature in features {
                self.counting.entry(*feature).or_default().push(suspicion);
            }
        }
    }

    /// Works out how often a suspicion must have been met.
    fn judge_chance(&mut self) {
        if self.expected > 1 << 14 {
            self.expected /= 2;
            self.unexplained /= 2;
        }
        let share = (approx(self.unexplained) + 1.0) / (approx(self.expected) + 2.0);
        let mut needed = 1;
        let mut chance = share;
        while chance > MAX_CHANCE && needed < 20 {
            chance *= share;
            needed += 1;
        }
        if needed != self.needed {
            self.needed = needed;
            for feature in 0..small(self.known.len()) {
                let FeatureRecord { standing, refused, .. } = self.known[at(feature)];
                if standing != FeatureStatus::Proven {
                    let is_refuted = refused >= needed;
                    self.stand(
                        feature,
                        if is_refuted { FeatureStatus::Refuted } else { FeatureStatus::Open },
                    );
                }
            }
            self.counting.clear();
            for suspicion in 0..small(self.suspicions.len()) {
                let SuspectSet { features, refused } = &self.suspicions[at(suspicion)];
                if !features.is_empty() && *refused >= needed {
                    self.count(suspicion);
                }
            }
        }
    }
}

/// The suspicions of an index all of whose features are among these, which ascend.
fn including<'a>(
    index: &'a FxHashMap<FeatureId, Vec<u32>>,
    suspicions: &'a [SuspectSet],
    open: &'a [FeatureId],
) -> impl Iterator<Item = u32> + use<'a> {
    let first = open.iter().filter_map(|first| Some((*first, index.get(first)?)));
    first.flat_map(move |(first, with)| {
        with.iter().copied().filter(move |suspicion| {
            let features = &suspicions[at(*suspicion)].features;
            features.first() == Some(&first)
                && features.len() <= open.len()
                && features.iter().all(|feature| open.binary_search(feature).is_ok())
        })
    })
}
