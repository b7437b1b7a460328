//! [`ActiveRows`]: the belief rows of a draft's current place, one for each context around it, combined.
//!
//! The cases of one place and one context differ in the option only, so that a row is looked up once for all options. Read
//! [`take_decision`](super::take_decision) next.

use dpgen_forest::index::{at, small};

use super::belief::{Belief, RowId};
use super::belief_row::{MARKS_PER_WORD, Marks};
use super::beliefs::{Beliefs, Cases};
use super::context::{MAX_SIBLING_COUNT, Surroundings};
use crate::decision_layout::{Label, LabelId, Layout};
use crate::draft::{Draft, Place};

/// The rows of a place.
#[derive(Debug, Default)]
pub(super) struct ActiveRows {
    /// The number of the first choice of this place: constructors come first, then values.
    pub first: u32,
    /// The label of the first value, if values are to be chosen from.
    values: Option<LabelId>,
    near: Vec<RowId>,
    /// The first one is for [`Context::Any`](super::context::Context::Any).
    wide: Vec<RowId>,
    /// By how many siblings before have the label that is chosen; of numbers that occur here.
    again: [Option<RowId>; MAX_SIBLING_COUNT + 1],
    /// The options that were harmless in each of the near contexts, and against which nothing speaks in the wide ones: as many a
    /// word as it has bits.
    proven: Vec<u64>,
    /// Those of them that were refused more often than not in none of these contexts.
    likely: Vec<u64>,
}

impl ActiveRows {
    /// Looks at the draft's place, whose surroundings are read.
    pub(super) fn look(
        &mut self,
        draft: &Draft,
        layout: &Layout,
        around: &Surroundings,
        beliefs: &mut Beliefs,
    ) {
        let options;
        (self.first, self.values, options) = match draft.place() {
            Place::Value { node, data } => {
                let slot = &layout.ctor(draft.node(node).ctor).data[at(data)];
                let first = slot.labels.unwrap_or(0);
                (small(layout.ctors.len()) + first, Some(first), slot.values)
            }
            Place::Ctor { ty, .. } => {
                let ctors = &layout.ty(ty).ctors;
                (ctors.first().map_or(0, |ctor| ctor.word()), None, small(ctors.len()))
            }
            Place::Whole => (0, None, 0),
        };
        let first = self.first;
        self.near.clear();
        self.near.extend(around.near().map(|context| beliefs.row(first, context)));
        self.wide.clear();
        self.wide.extend(around.wide().map(|context| beliefs.row(first, context)));
        self.again = Default::default();
        for (times, context) in around.times_here() {
            self.again[times] = Some(beliefs.row(first, context));
        }
        self.lay(beliefs, options);
        self.lay_again(layout, around, beliefs, options);
    }

    /// Lays the rows of contexts that are the same for all options over each other.
    fn lay(&mut self, beliefs: &Beliefs, options: u32) {
        let Self { near, wide, proven, likely, .. } = self;
        proven.clear();
        likely.clear();
        for word in 0..at(options.div_ceil(MARKS_PER_WORD)) {
            let (mut harmless, mut doubtful) = (u64::MAX, 0);
            for row in &*near {
                let marks = beliefs.at(*row).marks(word);
                harmless &= marks.proven;
                doubtful |= marks.doubtful;
            }
            for (place, row) in wide.iter().enumerate() {
                let marks = beliefs.at(*row).marks(word);
                harmless &= !marks.suspect;
                // No context, which is the first one, is only what the others begin with.
                doubtful |= if place == 0 { 0 } else { marks.doubtful };
            }
            proven.push(harmless);
            likely.push(harmless & !doubtful);
        }
    }

    /// Takes away those that were refused where so many siblings before have their label.
    fn lay_again(&mut self, layout: &Layout, around: &Surroundings, beliefs: &Beliefs, options: u32) {
        let mut marks = [Marks::default(); MAX_SIBLING_COUNT + 1];
        let mut is_refused = 0;
        for (marks, row) in marks.iter_mut().zip(self.again) {
            let Some(row) = row else { continue };
            *marks = beliefs.at(row).marks(0);
            is_refused |= marks.suspect | marks.doubtful;
        }
        // It is learned of all options as if they were one.
        if is_refused & 1 == 0 {
            return;
        }
        for number in 0..options {
            let option = if self.values.is_some() { number } else { number + self.first };
            let Some(times) = self.times(layout, around, option) else { continue };
            let (word, bit) = (at(number / MARKS_PER_WORD), 1 << (number % MARKS_PER_WORD));
            if marks[times].suspect & 1 != 0 {
                self.proven[word] &= !bit;
            }
            if (marks[times].suspect | marks[times].doubtful) & 1 != 0 {
                self.likely[word] &= !bit;
            }
        }
    }

    /// The place of an option among all of a slot, or of a type; fewer may fit.
    #[inline]
    fn number(&self, option: u32) -> u32 {
        if self.values.is_some() { option } else { option - self.first }
    }

    /// The number of preceding siblings with an option's label, if it has one.
    #[inline]
    fn times(&self, layout: &Layout, around: &Surroundings, option: u32) -> Option<usize> {
        let label = self.values.map_or_else(|| layout.ctor(option).label, |first| Some(first + option));
        label.map(|label| around.times(label))
    }

    /// Where an option's cases in near contexts are.
    #[inline]
    fn near(&self, option: u32) -> impl Iterator<Item = (RowId, u32)> {
        let number = self.number(option);
        self.near.iter().map(move |row| (*row, number))
    }

    /// The same in wide contexts, that of any context first.
    #[inline]
    fn wide(
        &self,
        layout: &Layout,
        around: &Surroundings,
        option: u32,
    ) -> impl Iterator<Item = (RowId, u32)> {
        let number = self.number(option);
        let again = self.times(layout, around, option).and_then(|times| self.again[times]);
        // That something is there again is learned of all that can be.
        self.wide.iter().map(move |row| (*row, number)).chain(again.map(|row| (row, 0)))
    }

    /// Adds the cases of an option.
    pub(super) fn add_cases(
        &self,
        layout: &Layout,
        around: &Surroundings,
        beliefs: &mut Beliefs,
        option: u32,
        cases: &mut Cases,
    ) {
        cases.near.extend(self.near(option).map(|(row, option)| beliefs.id(row, option)));
        cases.wide.extend(self.wide(layout, around, option).map(|(row, option)| beliefs.id(row, option)));
    }

    /// Whether an option was harmless in each of its near contexts, and nothing speaks against it in the wide ones.
    #[inline]
    pub(super) fn is_proven(&self, option: u32) -> bool {
        self.has(&self.proven, option)
    }

    /// Whether it is proven, and was not refused more often than not since.
    #[inline]
    pub(super) fn is_likely(&self, option: u32) -> bool {
        self.has(&self.likely, option)
    }

    #[inline]
    fn has(&self, set: &[u64], option: u32) -> bool {
        let number = self.number(option);
        set[at(number / MARKS_PER_WORD)] >> (number % MARKS_PER_WORD) & 1 != 0
    }

    /// The belief about the worst context of an option. Wide contexts in which it was not met do not count, and no context is
    /// only what the others begin with.
    pub(super) fn worst(
        &self,
        layout: &Layout,
        around: &Surroundings,
        beliefs: &Beliefs,
        option: u32,
    ) -> Option<Belief> {
        let near = self.near(option).map(|(row, option)| (beliefs.mean(row, option), row, option));
        let wide = self.wide(layout, around, option).skip(1);
        let wide = wide.filter_map(|(row, option)| Some((beliefs.at(row).mean(option)?, row, option)));
        let worst = near.chain(wide).min_by(|(left, ..), (right, ..)| left.total_cmp(right));
        worst.map(|(_, row, option)| beliefs.about(row, option))
    }
}

/// The number of the first choice of the place where a choice is made.
pub(super) fn first_of(layout: &Layout, choice: u32) -> u32 {
    let Some(label) = choice.checked_sub(small(layout.ctors.len())) else {
        return layout.ty(layout.ctor(choice).ty).ctors.first().map_or(choice, |ctor| ctor.word());
    };
    match layout.labels.get(at(label)) {
        Some(Label::Value(_, _, index)) => choice - index,
        Some(Label::Ctor(_)) | None => choice,
    }
}
