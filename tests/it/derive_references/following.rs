//! Predicates that follow references: each engine and way to judge finds the same node.

use std::collections::BTreeSet;

use dpgen::prelude::*;
use dpgen::{Link, Nodes};

/// Automata with two letters in which each state leads back to the first one.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(root_ok = all_lead_back)]
struct Connected {
    a: Link<Connected>,
    b: Link<Connected>,
}

/// The same, judged on values.
#[derive(DpGen, Debug, Clone, PartialEq)]
struct Any {
    a: Link<Any>,
    b: Link<Any>,
}

/// Walks from each state, with a set of those that were visited.
fn all_lead_back(first: Ref<Connected>) -> bool {
    let mut number = 0;
    while let Some(state) = first.node(number) {
        if !leads_to_first(first, state) {
            return false;
        }
        number += 1;
    }
    true
}

fn leads_to_first(first: Ref<Connected>, from: Ref<Connected>) -> bool {
    let (mut open, mut visited) = (vec![from], BTreeSet::new());
    while let Some(state) = open.pop() {
        if state.number() == 0 {
            return true;
        }
        if visited.insert(state.number().value()) {
            let ConnectedView { a, b } = state.view();
            open.extend([a, b].map(|link| first.node(link.target()).expect("the whole has every state")));
        }
    }
    false
}

/// Whether each state leads back to the first one.
fn leads_back(automaton: &Any) -> bool {
    let states = Nodes::of(automaton);
    let next: Vec<[usize; 2]> =
        states.iter().map(|state| [states.target(&state.a), states.target(&state.b)]).collect();
    let mut back = BTreeSet::from([0]);
    for _ in &next {
        back.extend(
            (0..next.len())
                .filter(|state| next[*state].iter().any(|to| back.contains(to)))
                .collect::<Vec<_>>(),
        );
    }
    back.len() == next.len()
}

/// OEIS A027835: strongly connected automata with two letters, up to the names of states other than the first.
#[test]
fn strongly_connected_automata_are_as_many_as_published() {
    let counts = [1_u128, 9, 148, 3493];
    let engines = [Algorithm::Dp, Algorithm::LazyDp, Algorithm::Quotient, Algorithm::TopDown];
    for (algorithm, max_size) in engines.into_iter().zip([3, 3, 3, 4]) {
        for threads in [1, 2] {
            let built = Generator::<Connected>::up_to(max_size)
                .algorithm(algorithm)
                .threads(threads)
                .build()
                .unwrap();
            for (size, count) in (1..=max_size).zip(counts) {
                assert_eq!(built.count(size), count, "{algorithm}, {threads} threads, {size} states");
            }
            let all: Vec<Connected> = built.iter().collect();
            assert!(all.iter().all(dpgen::is_valid), "{algorithm}");
        }
    }
}

#[test]
fn values_are_judged_alike() {
    let text = |value: &dyn std::fmt::Debug| format!("{value:?}").replace("Any", "Connected");
    let connected = Generator::<Connected>::up_to(3).algorithm(Algorithm::TopDown).build().unwrap();
    let connected: BTreeSet<String> = connected.iter().map(|automaton| text(&automaton)).collect();
    let any = Generator::<Any>::up_to(3).build().unwrap();
    let filtered: BTreeSet<String> =
        any.iter().filter(leads_back).map(|automaton| text(&automaton)).collect();
    assert_eq!(connected, filtered);
}

/// Lists in which an element that refers to one after it, or to itself, may not be marked. No element refers to one after it, so
/// that marks of elements before are not seen: a part does not know the whole.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = refers_to_no_mark)]
struct Element {
    mark: bool,
    #[dpgen(refers_to = Element)]
    to: usize,
    rest: Option<Box<Element>>,
}

fn refers_to_no_mark(element: Ref<Element>) -> bool {
    element.node(element.view().to).is_none_or(|to| !to.view().mark)
}

#[test]
fn a_part_finds_the_nodes_within_it() {
    for algorithm in [Algorithm::Dp, Algorithm::LazyDp, Algorithm::Quotient, Algorithm::TopDown] {
        for threads in [1, 2] {
            let built = Generator::<Element>::up_to(5).algorithm(algorithm).threads(threads).build().unwrap();
            // Element k of n can be marked if it refers to one of the k - 1 before it: 2(k - 1) + 1 ways.
            for (size, count) in [(1, 1_u128), (2, 3), (3, 15), (4, 105), (5, 945)] {
                assert_eq!(built.count(size), count, "{algorithm}, {threads} threads, size {size}");
            }
        }
    }
    super::consistent::<Element>(4);
}
