//! [`CaseBody`]: the body of a test, with the way in which it takes a case: lent or given away.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::case_set::CaseSet;
use super::failure::{Failure, Outcome};
use crate::types::DpGen;

/// Runs the body of a test on cases.
pub(super) trait CaseBody<T> {
    /// Runs it on the cases of a set in order, and passes on what came of each, until that says to break.
    fn run(&self, case_set: &CaseSet<T>, judge: impl FnMut(Option<Failure>) -> ControlFlow<()>);
}

/// A body that reads the case: each is made of the one before.
pub(super) struct ByReference<F>(pub(super) F);

impl<T: DpGen, O: Outcome, F: Fn(&T) -> O> CaseBody<T> for ByReference<F> {
    fn run(&self, case_set: &CaseSet<T>, mut judge: impl FnMut(Option<Failure>) -> ControlFlow<()>) {
        let mut cases = case_set.cases_in_place();
        while let Some(case) = cases.next_case() {
            let result = catch_unwind(AssertUnwindSafe(|| (self.0)(case).failure()));
            if judge(Failure::of(result)).is_break() {
                break;
            }
        }
    }
}

/// A body that takes the case itself.
pub(super) struct ByValue<F>(pub(super) F);

impl<T: DpGen, O: Outcome, F: Fn(T) -> O> CaseBody<T> for ByValue<F> {
    fn run(&self, case_set: &CaseSet<T>, mut judge: impl FnMut(Option<Failure>) -> ControlFlow<()>) {
        let mut cases = case_set.cases();
        while let Some(case) = cases.next_case() {
            let result = catch_unwind(AssertUnwindSafe(|| (self.0)(case).failure()));
            if judge(Failure::of(result)).is_break() {
                break;
            }
        }
    }
}
