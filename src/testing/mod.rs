//! The test runner behind `#[dpgen::test]`: runs a body on every valid case up to a size, then on samples of larger ones.
//!
//! A [`Campaign`] decides which cases come next and what a failure means; the functions here run the body, once for each
//! way to pass a case on: lent, given away, or awaited. Cases that failed once are tried first; a case that fails first
//! in the exhaustive part is a smallest one; after a sample that fails, smaller sizes are searched. Read `options.rs`, then
//! `campaign.rs`.

mod builds;
mod campaign;
mod campaign_observation;
mod campaign_run;
mod case_body;
mod case_counts;
mod case_set;
mod case_type;
mod case_words;
mod check;
mod check_report;
mod counterexample;
mod edits;
mod empty_domains;
mod failure;
mod hunt;
mod message_mask;
mod nearest_passing;
mod observe;
mod options;
mod parallel_cases;
mod regressions;
mod run_name;
mod sequences;
mod shrink;
mod statistics;
mod test_phases;
mod threads;
mod watch;

pub use check::check;
pub use check_report::{CheckFailure, Checked, CheckedSize};
pub use failure::Outcome;
pub use hunt::{HuntFailure, Hunted, hunt};
pub use options::TestOptions;
pub use sequences::{
    Explored, LinearizabilityReport, ReferenceStateMachine, SequenceFailure, Sequences, StateMachineTest,
    sequences,
};
pub use statistics::{Statistics, assume, classify, cover};

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use dpgen_forest::CompactStep;

use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use campaign::Campaign;
use case_body::{ByReference, ByValue};
use failure::Failure;
use options::Show;

/// Runs a body that takes the case itself.
///
/// # Panics
/// As the body does, after the counterexample was printed; when a type can not be built; when there is no case, a domain
/// is empty, or the number of cases is not the one expected, so that the test would pass on less than it seems to.
pub fn test<T: DpGen, O: Outcome>(options: TestOptions, show: Show<T>, body: impl Fn(T) -> O + Sync) {
    let mut campaign = Campaign::new(options, show);
    campaign.run(&ByValue::new(body));
    campaign.finish();
}

/// As [`test()`], for a body that only reads the case: each is made of the one before.
///
/// # Panics
/// As [`test()`].
pub fn test_in_place<T: DpGen, O: Outcome>(
    options: TestOptions,
    show: Show<T>,
    body: impl Fn(&T) -> O + Sync,
) {
    let mut campaign = Campaign::new(options, show);
    campaign.run(&ByReference::new(body));
    campaign.finish();
}

/// As [`test()`], for an async body, whose runtime another attribute brings.
///
/// # Panics
/// As [`test()`].
pub async fn test_async<T: DpGen, O: Outcome>(
    options: TestOptions,
    show: Show<T>,
    body: impl AsyncFn(T) -> O,
) {
    let mut campaign = Campaign::new(options, show);
    while let Some(case_set) = campaign.next() {
        let mut cases = case_set.words();
        while let Some(CompactStep { words, .. }) = cases.next_step() {
            let case = T::build(&mut ValueBuilder::new(case_set.schema(), words));
            let result = caught(async { body(case).await.failure() }).await;
            if campaign.judge(Failure::of(result)).is_break() {
                break;
            }
        }
        cases.assert_complete();
    }
    campaign.finish();
}

/// A future that does not panic.
async fn caught<R>(future: impl Future<Output = R>) -> std::thread::Result<R> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}
