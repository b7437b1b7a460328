//! [`Here`]: the rows of beliefs for the place that a draft has come to, one for each context around it.
//!
//! The cases of one place and one context differ in the option only, so that a row is looked up once for all options. Read
//! [`choice`](super::choice) next.

use dpgen_forest::index::{at, small};

use super::belief::{Belief, Beliefs, Cases, RowId};
use super::context::{Context, Surroundings};
use crate::draft::{Draft, Place};
use crate::layout::{Label, LabelId, Layout};

/// The rows of a place.
#[derive(Debug, Default)]
pub(super) struct Here {
    /// The number of the first choice of this place: constructors come first, then values.
    pub first: u32,
    /// The label of the first value, if values are to be chosen from.
    values: Option<LabelId>,
    near: Vec<RowId>,
    /// The first one is for [`Context::Any`].
    wide: Vec<RowId>,
    /// By how many siblings before have the label that is chosen.
    again: Vec<RowId>,
}

impl Here {
    /// Looks at the draft's place, whose surroundings are read.
    pub(super) fn look(
        &mut self,
        draft: &Draft,
        layout: &Layout,
        around: &Surroundings,
        beliefs: &mut Beliefs,
    ) {
        (self.first, self.values) = match draft.place() {
            Place::Value { node, data } => {
                let first = layout.ctor(draft.node(node).ctor).data[at(data)].labels.unwrap_or(0);
                (small(layout.ctors.len()) + first, Some(first))
            }
            Place::Ctor { ty, .. } => (layout.ty(ty).ctors.first().map_or(0, |ctor| ctor.word()), None),
            Place::Whole => (0, None),
        };
        let first = self.first;
        let mut rows = |rows: &mut Vec<RowId>, contexts: &mut dyn Iterator<Item = Context>| {
            rows.clear();
            rows.extend(contexts.map(|context| beliefs.row(first, context)));
        };
        rows(&mut self.near, &mut around.near());
        rows(&mut self.wide, &mut around.wide());
        rows(&mut self.again, &mut around.again());
    }

    /// The place of an option among all of a slot, or of a type; fewer may fit.
    #[inline]
    fn number(&self, option: u32) -> u32 {
        if self.values.is_some() { option } else { option - self.first }
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
        let label = self.values.map_or_else(|| layout.ctor(option).label, |first| Some(first + option));
        let again = label.and_then(|label| self.again.get(around.times(label)));
        // That something is there again is learned of all that can be.
        self.wide.iter().map(move |row| (*row, number)).chain(again.map(|row| (*row, 0)))
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
    pub(super) fn is_proven(
        &self,
        layout: &Layout,
        around: &Surroundings,
        beliefs: &Beliefs,
        option: u32,
    ) -> bool {
        let met = |(row, option)| beliefs.met(row, option);
        self.near(option).all(|case| met(case).is_some_and(Belief::is_proven))
            && !self.wide(layout, around, option).any(|case| met(case).is_some_and(Belief::is_suspect))
    }

    /// What is believed of the worst context of an option. Wide contexts in which it was not met do not count, and no context is
    /// only what the others begin with.
    pub(super) fn worst(
        &self,
        layout: &Layout,
        around: &Surroundings,
        beliefs: &Beliefs,
        option: u32,
    ) -> Option<Belief> {
        let near = self.near(option).map(|(row, option)| beliefs.about(row, option));
        let wide = self.wide(layout, around, option).skip(1);
        let wide = wide.filter_map(|(row, option)| beliefs.met(row, option).copied());
        let all = near.chain(wide).map(|belief| (belief.mean(), belief));
        all.min_by(|(left, _), (right, _)| left.total_cmp(right)).map(|(_, belief)| belief)
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
