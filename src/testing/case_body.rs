//! [`CaseBody`]: the body of a test, with the way in which it takes a case: lent or given away.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use dpgen_forest::CompactStep;

use super::case_set::CaseSet;
use super::failure::{Failure, Outcome};
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::rebuild::Rebuilt;

/// Takes what came of a case, and says whether to go on.
pub(super) type Judge<'a> = dyn FnMut(Option<Box<Failure>>) -> ControlFlow<()> + 'a;

/// Runs the body of a test on cases.
pub(super) trait CaseBody {
    /// Runs it on the cases of a set in order, and passes on what came of each, until that says to break.
    ///
    /// # Panics
    /// When a path condition can not be solved.
    fn run(&self, case_set: &CaseSet, judge: &mut Judge<'_>);
}

/// A body that reads the case: each is made of the one before.
pub(super) struct ByReference<T, F> {
    body: F,
    of: PhantomData<fn(&T)>,
}

impl<T: DpGen, O: Outcome, F: Fn(&T) -> O> ByReference<T, F> {
    pub(super) fn new(body: F) -> Self {
        Self { body, of: PhantomData }
    }
}

impl<T: DpGen, O: Outcome, F: Fn(&T) -> O> CaseBody for ByReference<T, F> {
    fn run(&self, case_set: &CaseSet, judge: &mut Judge<'_>) {
        let (schema, mut cases) = (case_set.schema(), case_set.words());
        let mut value = Rebuilt::<T>::new(schema);
        while let Some(step) = cases.next_step() {
            let case = value.advance(schema, step);
            let result = catch_unwind(AssertUnwindSafe(|| (self.body)(case).failure()));
            if judge(Failure::of(result)).is_break() {
                break;
            }
        }
        cases.assert_complete();
    }
}

/// A body that takes the case itself.
pub(super) struct ByValue<T, F> {
    body: F,
    of: PhantomData<fn(T)>,
}

impl<T: DpGen, O: Outcome, F: Fn(T) -> O> ByValue<T, F> {
    pub(super) fn new(body: F) -> Self {
        Self { body, of: PhantomData }
    }
}

impl<T: DpGen, O: Outcome, F: Fn(T) -> O> CaseBody for ByValue<T, F> {
    fn run(&self, case_set: &CaseSet, judge: &mut Judge<'_>) {
        let (schema, mut cases) = (case_set.schema(), case_set.words());
        while let Some(CompactStep { words, .. }) = cases.next_step() {
            let case = T::build(&mut ValueBuilder::new(schema, words));
            let result = catch_unwind(AssertUnwindSafe(|| (self.body)(case).failure()));
            if judge(Failure::of(result)).is_break() {
                break;
            }
        }
        cases.assert_complete();
    }
}
