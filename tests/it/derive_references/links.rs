//! Links to nodes that are new or were met: automata, whole and partial, against the literature and all tables of transitions.

use std::collections::BTreeSet;

use dpgen::prelude::*;
use dpgen::{Link, Nodes};

use super::{State, consistent};
use crate::common::engines::counted;

/// The number of initially connected automata with so many states and two letters: Liskovets, "Exact enumeration of acyclic
/// deterministic automata", 2006; Almeida, Moreira and Reis, "Enumeration and generation with a string automata representation", 2007.
const AUTOMATA: [usize; 5] = [0, 1, 12, 216, 5248];

#[test]
fn automata() {
    counted(&Generator::<State>::up_to(4), &AUTOMATA);
    consistent::<State>(3);
}

/// As tables of transitions, each automaton with all states reached comes once, with its states in the order of a walk.
#[test]
fn automata_are_different_tables() {
    let automata = Generator::<State>::up_to(3).build().unwrap();
    for size in 1..=3 {
        let tables: BTreeSet<Vec<[usize; 2]>> = automata.iter_size(size).map(|state| table(&state)).collect();
        assert_eq!(tables.len(), AUTOMATA[usize::try_from(size).unwrap()]);
        let states = usize::try_from(size).unwrap();
        assert!(
            tables.iter().all(|table| table.len() == states && table.iter().flatten().all(|to| *to < states))
        );
    }
}

fn table(automaton: &State) -> Vec<[usize; 2]> {
    let states = Nodes::of(automaton);
    states.iter().map(|state| [&state.a, &state.b].map(|link| states.target(link))).collect()
}

/// Predicates read where links lead; against all tables of transitions whose states are numbered in the order of a walk.
#[test]
fn predicates_read_where_links_lead() {
    /// Automata with two letters, of which some lead nowhere, and none where the other one leads or stays.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = letters_differ)]
    struct Partial {
        a: Option<Link<Partial>>,
        b: Option<Link<Partial>>,
    }
    fn letters_differ(state: Ref<Partial>) -> bool {
        let PartialView { a, b } = state.view();
        let (to_a, to_b) = (a.target(), b.target());
        let stays = |to: Option<Int>| to == Some(state.number());
        (to_a.is_none() || to_a != to_b) && !stays(to_a) && !stays(to_b)
    }
    type Table = Vec<[Option<usize>; 2]>;
    /// The states from one on, as a walk meets them.
    fn walk(table: &Table, state: usize, met: &mut Vec<usize>) {
        if !met.contains(&state) {
            met.push(state);
            table[state].iter().flatten().for_each(|next| walk(table, *next, met));
        }
    }
    fn is_counted(table: &Table) -> bool {
        let mut met = Vec::new();
        walk(table, 0, &mut met);
        let differ = |(state, [a, b]): (usize, &[Option<usize>; 2])| {
            (a.is_none() || a != b) && *a != Some(state) && *b != Some(state)
        };
        met.iter().copied().eq(0..table.len()) && table.iter().enumerate().all(differ)
    }
    /// The table of a number, whose digits are where letters lead.
    fn table(states: usize, mut number: usize) -> Table {
        let mut digit = || {
            let digit = number % (states + 1);
            number /= states + 1;
            digit.checked_sub(1)
        };
        (0..states).map(|_| [digit(), digit()]).collect()
    }
    let count = |states: usize| {
        let all = (states + 1).pow(2 * u32::try_from(states).unwrap());
        (0..all).filter(|number| states > 0 && is_counted(&table(states, *number))).count()
    };
    let counts: Vec<usize> = (0..=4).map(count).collect();
    counted(&Generator::<Partial>::up_to(4), &counts);
    consistent::<Partial>(3);
    let of_three: BTreeSet<Table> = (0..4096).map(|number| table(3, number)).filter(is_counted).collect();
    let automata = Generator::<Partial>::up_to(3).build().unwrap();
    let converted = automata.iter_size(3).map(|root| {
        let states = Nodes::of(&root);
        let target = |link: &Option<Link<Partial>>| link.as_ref().map(|link| states.target(link));
        states.iter().map(|state| [target(&state.a), target(&state.b)]).collect::<Table>()
    });
    assert_eq!(converted.collect::<BTreeSet<Table>>(), of_three);
}
