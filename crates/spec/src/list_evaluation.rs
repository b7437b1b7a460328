//! Evaluates expressions that give lists, and those that look into lists.
//!
//! Items are decided: an integer that becomes an item or a place of one is decided there. Only `in` compares an undecided
//! integer with items that are decided, as far as the answer needs it. `evaluation.rs` evaluates all else.

use dpgen_engine::predicate_run::{Int, fail};
use dpgen_forest::index::signed;

use crate::compiled_code::{Item, List, Num, Value};
use crate::context_words::Datum;
use crate::evaluation_frame::Frame;
use crate::spec_limits::MAX_LIST_LEN;

impl Value {
    /// The value, decided.
    pub(crate) fn eval(&self, frame: &Frame<'_>) -> Datum {
        match self {
            Self::Num(num) => Datum::Word(num.eval(frame).value()),
            Self::Test(test) => Datum::Word(i64::from(test.eval(frame))),
            Self::List(list) => Datum::List(list.eval(frame)),
        }
    }

    /// Whether the value is one of these items.
    pub(crate) fn is_within(&self, items: &[Datum], frame: &Frame<'_>) -> bool {
        match self {
            Self::Num(num) => {
                let value = num.eval(frame);
                items.iter().filter_map(Datum::word).any(|item| value == item)
            }
            _ => items.contains(&self.eval(frame)),
        }
    }
}

impl List {
    /// The items.
    pub(crate) fn eval(&self, frame: &Frame<'_>) -> Vec<Datum> {
        match self {
            Self::Context(place) => place.read(&frame.context()).items(),
            Self::Item(item) => item.eval(frame).items(),
            Self::Items(items) => items.iter().map(|item| item.eval(frame)).collect(),
            Self::Join(lists) => {
                let mut joined = Vec::new();
                for list in lists {
                    joined.extend(list.eval(frame));
                    within_limit(joined.len());
                }
                joined
            }
            Self::Positions(of) => {
                let (items, wanted) = (of.0.eval(frame), of.1.eval(frame));
                let places = items.iter().enumerate().filter(|(_, item)| **item == wanted);
                places.map(|(place, _)| Datum::Word(signed(place))).collect()
            }
            Self::Sort(list) => {
                let mut items = list.eval(frame);
                items.sort();
                items
            }
            Self::Distinct(list) => {
                let mut seen = rustc_hash::FxHashSet::default();
                list.eval(frame).into_iter().filter(|item| seen.insert(item.clone())).collect()
            }
            Self::Slice(of, shown_as) => {
                let (items, from, to) = (of.0.eval(frame), of.1.decided(frame), of.2.decided(frame));
                let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
                match range.and_then(|(from, to)| items.get(from..to)) {
                    Some(slice) => slice.to_vec(),
                    None => fail(format!(
                        "`{shown_as}` takes items {from} to {to}, and there are {}",
                        items.len()
                    )),
                }
            }
            Self::Range(num) => {
                let end = num.decided(frame).max(0);
                within_limit(usize::try_from(end).unwrap_or(usize::MAX));
                (0..end).map(Datum::Word).collect()
            }
            Self::If(choices, last) => {
                let chosen = choices.iter().find(|(test, _)| test.eval(frame));
                chosen.map_or(&**last, |(_, list)| list).eval(frame)
            }
        }
    }
}

impl Item {
    /// The item, unless there is none at the place.
    pub(crate) fn eval(&self, frame: &Frame<'_>) -> Datum {
        let (items, place) = (self.list.eval(frame), self.place.decided(frame));
        let len = items.len();
        match usize::try_from(place).ok().and_then(|place| items.into_iter().nth(place)) {
            Some(item) => item,
            None => fail(format!(
                "`{}` asks for item {place}, and the list has {len}: places count from 0",
                self.shown_as
            )),
        }
    }

    /// The item, which is no list.
    pub(crate) fn word(&self, frame: &Frame<'_>) -> i64 {
        self.eval(frame).word().unwrap_or_default()
    }
}

impl Num {
    /// The value, decided.
    pub(crate) fn decided(&self, frame: &Frame<'_>) -> i64 {
        self.eval(frame).value()
    }
}

/// The length of a list, as predicates count.
pub(crate) fn length(items: &[Datum]) -> Int {
    Int::constant(signed(items.len()))
}

fn within_limit(len: usize) {
    if len > MAX_LIST_LEN {
        fail(format!("a list has more than {MAX_LIST_LEN} items"));
    }
}
