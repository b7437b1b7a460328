//! The table: what a route received, held against a column's oracle; and the cells of the routes through the library.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::columns::*;
use super::library::{of_library, of_position};
use super::positions::Holder;
use super::tools::of_tools;

thread_local! {
    /// What this thread's route has received, as text.
    static RECEIVED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a user's code received a value.
pub fn receive(value: &impl std::fmt::Debug) {
    RECEIVED.with_borrow_mut(|received| received.push(format!("{value:?}")));
}

/// What was received while a route ran.
pub fn received(route: impl FnOnce()) -> Vec<String> {
    RECEIVED.take();
    route();
    RECEIVED.take()
}

/// How often each value may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// All of them, each once.
    Once,
    /// All of them.
    Often,
    /// Some of them, if there are any.
    Some,
}

/// Compares what a route received with the oracle, in a scope with this `n`; with each value's own size, if there is none.
pub fn compare<C: Column>(route: &str, n: Option<i64>, times: Times, received: &[String]) {
    let cell = format!("{route} of {}", std::any::type_name::<C>().replace("main::columns::", ""));
    let all = C::every();
    let valid = all.iter().filter(|value| value.size() <= MAX_SIZE);
    let valid = valid.filter(|value| value.is_valid(n.unwrap_or(i64::from(value.size()))));
    let valid: BTreeMap<String, u32> = valid.map(|value| (format!("{value:?}"), 0)).collect();
    let mut counts = valid.clone();
    for value in received {
        match counts.get_mut(value) {
            Some(count) => *count += 1,
            None => panic!("{cell}: {value} is not valid"),
        }
    }
    if times == Times::Some {
        assert!(valid.is_empty() || !received.is_empty(), "{cell}: nothing was received");
        return;
    }
    for (value, count) in counts {
        assert!(count > 0, "{cell}: {value} was not received");
        assert!(times == Times::Often || count == 1, "{cell}: {value} was received {count} times");
    }
}

/// All routes of values that are passed on by the library, or by other tools.
fn column<C: Column + serde::de::DeserializeOwned>() {
    of_position::<C>();
    of_library::<C>();
    of_tools::<C>();
}

#[test]
fn a_predicate_of_each_part() {
    column::<RepOk>();
    column::<RepOkOpaque>();
}

#[test]
fn a_predicate_of_the_whole() {
    column::<RootOk>();
    column::<RootOkOpaque>();
    column::<Both>();
}

#[test]
fn domains_and_lengths() {
    column::<Domain>();
    column::<Lengths>();
}

#[test]
fn contexts() {
    column::<InContext>();
    column::<InContextOpaque>();
    of_position::<Box<InContext>>();
    of_position::<(InContext,)>();
    of_position::<(InContext, RootOk)>();
    of_position::<[InContext; 2]>();
    of_position::<Option<InContext>>();
    of_position::<Vec<InContext>>();
    of_position::<((InContextOpaque, RootOk), InContext)>();
}

#[test]
fn a_hook() {
    column::<Finish>();
}

#[test]
fn a_part_with_a_predicate_of_its_whole() {
    column::<Nested>();
    of_position::<Holder<RootOk>>();
    of_position::<Option<RootOk>>();
    of_position::<Option<RootOkOpaque>>();
    of_position::<Vec<RootOk>>();
    of_position::<Option<(RootOk,)>>();
    of_position::<Vec<Nested>>();
}

#[test]
fn wholes_in_tuples_and_behind_pointers() {
    column::<(RootOk,)>();
    of_position::<Box<RootOk>>();
    of_position::<(RootOkOpaque,)>();
    of_position::<(Both,)>();
    of_position::<[RootOk; 2]>();
    of_position::<(RootOk, RepOk)>();
    of_position::<(Box<(RootOk,)>, RootOk)>();
    of_position::<(Nested, RootOk)>();
}

/// One predicate needs finished values, the others are asked piece by piece.
#[test]
fn wholes_of_both_kinds() {
    of_position::<(RootOk, RootOkOpaque)>();
    of_position::<((RootOkOpaque, RepOk), Both)>();
}
