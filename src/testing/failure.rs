//! [`Failure`]: why a case failed, a panic or an error, with its place and message.
//!
//! Two failures are of one kind when they come from the same place in the code, if one is known, with the same message,
//! values apart (`message_mask.rs`). A hook notes the place of a panic for its thread, and leaves the rest to the hook that was there.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::{self, Debug};
use std::panic;
use std::sync::Once;
use std::time::{Duration, Instant};

use super::message_mask::mask_values;
use super::statistics::Discarded;

thread_local! {
    static PANIC_PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The return type of a test's body: nothing, or a `Result`.
///
/// ```
/// use dpgen::Outcome;
///
/// assert_eq!(().failure(), None);
/// assert_eq!(Err("too high").failure(), Some("Error: \"too high\"".to_owned()));
/// ```
pub trait Outcome {
    /// The message of a failure, if it is one.
    fn failure(self) -> Option<String>;
}

impl Outcome for () {
    fn failure(self) -> Option<String> {
        None
    }
}

impl<E: Debug> Outcome for Result<(), E> {
    fn failure(self) -> Option<String> {
        self.err().map(|error| format!("Error: {error:?}"))
    }
}

/// Why a case failed; boxed where it is passed on, so that what came of a case that passed is one word.
pub(super) struct Failure {
    pub(super) message: String,
    /// The message without values.
    cause: String,
    /// Where it panicked, if it did and that is known.
    pub(super) place: Option<String>,
    /// Whether the panic's message was printed.
    pub(super) shown: bool,
    payload: Box<dyn Any + Send>,
}

impl Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("message", &self.message)
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl Failure {
    /// Why a body failed, if it did.
    #[inline]
    pub(super) fn of(result: std::thread::Result<Option<String>>) -> Option<Box<Self>> {
        if matches!(result, Ok(None)) { None } else { Self::of_failed(result) }
    }

    #[cold]
    fn of_failed(result: std::thread::Result<Option<String>>) -> Option<Box<Self>> {
        match result {
            Ok(message) => message.map(|message| Box::new(Self::from_message(message))),
            Err(payload) if payload.is::<Discarded>() => None,
            Err(payload) => {
                let message = panic_text(&*payload).unwrap_or_else(|| "a panic without a message".to_owned());
                let cause = mask_values(&message);
                let (place, shown) = (PANIC_PLACE.take(), !IS_QUIET.get());
                Some(Box::new(Self { message, cause, place, shown, payload }))
            }
        }
    }

    /// With a message, and no place.
    pub(super) fn from_message(message: String) -> Self {
        let (cause, payload) = (mask_values(&message), Box::new(message.clone()));
        Self { message, cause, place: None, shown: false, payload }
    }

    /// That what began then took longer than its limit, if it did.
    fn too_slow(limit: Duration, began: Instant) -> Option<Box<Self>> {
        let took = began.elapsed();
        let text = || format!("it takes longer than {limit:?}: {took:.1?}");
        (took > limit).then(|| Box::new(Self::from_message(text())))
    }

    /// Whether both have one cause, as far as can be seen.
    pub(super) fn same_kind(&self, other: &Self) -> bool {
        self.place == other.place && self.cause == other.cause
    }

    /// Ends the test by it.
    pub(super) fn resume(self) -> ! {
        panic::resume_unwind(self.payload)
    }
}

/// The message of a panic, if it has one.
pub(super) fn panic_text(payload: &(dyn Any + Send)) -> Option<String> {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}

/// Times the cases of one thread, each from the end of the one before, if their time is limited.
#[derive(Debug, Clone, Copy)]
pub(super) struct CaseTimer {
    /// The most time that a case may take, and when the running one began.
    limit: Option<(Duration, Instant)>,
}

impl CaseTimer {
    /// The first case begins.
    pub(super) fn begin(limit: Option<Duration>) -> Self {
        Self { limit: limit.map(|limit| (limit, Instant::now())) }
    }

    /// A case has ended; one that did not fail otherwise fails if it took too long.
    #[inline]
    pub(super) fn case_ended(&mut self, failure: Option<Box<Failure>>) -> Option<Box<Failure>> {
        let Some((limit, began)) = &mut self.limit else { return failure };
        let began = std::mem::replace(began, Instant::now());
        failure.or_else(|| Failure::too_slow(*limit, began))
    }
}

/// Notes places of panics from here on.
pub(super) fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map(ToString::to_string);
            // A thread that is ending has no such variables any more.
            let _ = PANIC_PLACE.try_with(|last| last.replace(place));
            if !IS_QUIET.try_with(Cell::get).unwrap_or_default() {
                before(info);
            }
        }));
    });
}

/// Keeps this thread's panics from being printed, until it is dropped.
pub(super) struct Quiet {
    before: bool,
}

impl Quiet {
    /// From here on.
    pub(super) fn begin() -> Self {
        Self { before: IS_QUIET.replace(true) }
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        IS_QUIET.set(self.before);
    }
}

/// Whether this thread's panics are kept from being printed.
pub(super) fn set_quiet(quiet: bool) {
    IS_QUIET.set(quiet);
}
