//! Automata of automata_core and rustfst, on all automata, by the words that they take.

use std::collections::{BTreeMap, BTreeSet};

use automata_core::arbitrary::DeterministicAutomaton;
use automata_core::finite::NonDeterministicFiniteAutomaton;
use automata_core::labeled::arbitrary::{DeterministicLabeledAutomaton, LabeledAutomaton};
use automata_core::labeled::finite::{
    DeterministicFiniteLabeledAutomaton, NonDeterministicFiniteLabeledAutomaton,
};
use automata_core::simple::{SimpleDFA, SimpleNFA};
use rustfst::Semiring;
use rustfst::algorithms::closure::{ClosureType, closure};
use rustfst::algorithms::compose::compose;
use rustfst::algorithms::concat::concat;
use rustfst::algorithms::determinize::determinize;
use rustfst::algorithms::rm_epsilon::rm_epsilon;
use rustfst::algorithms::union::union;
use rustfst::algorithms::{
    ReweightType, connect, isomorphic, minimize, push_weights, reverse, shortest_distance, shortest_path,
    state_sort, top_sort, tr_sort, tr_unique,
};
use rustfst::prelude::{
    CoreFst, ExpandedFst, ILabelCompare, MutableFst, OLabelCompare, StateIterator, Tr, TropicalWeight, Trs,
    VectorFst,
};

use crate::shapes::{Arrows, Node, State, arrows, reached, table};

const LETTERS: [char; 2] = ['a', 'b'];

/// All words up to a length, over 0 and 1.
fn words(up_to: usize) -> Vec<Vec<usize>> {
    let mut words = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() {
        if words[at].len() < up_to {
            for letter in 0..2 {
                words.push([words[at].as_slice(), &[letter]].concat());
            }
        }
        at += 1;
    }
    words
}

type Table = Vec<(bool, [Option<usize>; 2])>;

fn takes(table: &Table, from: usize, word: &[usize]) -> bool {
    word.iter().try_fold(from, |state, &letter| table[state].1[letter]).is_some_and(|state| table[state].0)
}

/// The number of states of the least complete automaton: of different languages after the words.
fn least_states(table: &Table, with_sink: bool) -> usize {
    // Two states with different languages differ by a word shorter than there are states.
    let words = words(table.len());
    let language = |state: Option<usize>| -> Vec<bool> {
        words.iter().map(|word| state.is_some_and(|state| takes(table, state, word))).collect()
    };
    let mut all: BTreeSet<Vec<bool>> = (0..table.len()).map(|state| language(Some(state))).collect();
    let is_partial = table.iter().any(|state| state.1.contains(&None));
    if is_partial && with_sink {
        all.insert(language(None));
    }
    if !with_sink {
        all.retain(|language| language.contains(&true));
    }
    all.len()
}

fn dfa(table: &Table) -> SimpleDFA {
    let edges = table.iter().enumerate().flat_map(|(from, (_, to))| {
        (0..2).filter_map(move |letter| Some((from, LETTERS[letter], to[letter]?)))
    });
    let finals = (0..table.len()).filter(|&state| table[state].0);
    SimpleDFA::try_new(table.len(), 0, finals, LETTERS, edges).unwrap()
}

fn spelled(word: &[usize]) -> Vec<char> {
    word.iter().map(|&letter| LETTERS[letter]).collect()
}

/// "Minimize this DFA (language and label behavior preserved)", and the like.
#[dpgen::test(max_size = 3)]
fn automata_core_deterministic(automaton: &State) {
    let table = table(automaton);
    let dfa = dfa(&table);
    let words = words(5);
    let language: Vec<bool> = words.iter().map(|word| takes(&table, 0, word)).collect();
    let of =
        |dfa: &SimpleDFA| -> Vec<bool> { words.iter().map(|word| dfa.accepts(&spelled(word))).collect() };
    assert_eq!(of(&dfa), language);
    let least = dfa.minimize();
    assert_eq!(of(&least), language, "minimize");
    assert_eq!(LabeledAutomaton::states(&least).count(), least_states(&table, true), "minimize");
    let complete = dfa.complete();
    assert_eq!(of(&complete), language);
    assert!(
        LabeledAutomaton::states(&complete)
            .all(|state| LETTERS.iter().all(|letter| complete.transition(state, letter).is_some()))
    );
    let nfa: SimpleNFA = dfa.to_nfa();
    assert_eq!(of(&nfa.to_dfa()), language, "to_nfa");
    let not: Vec<bool> = language.iter().map(|takes| !takes).collect();
    assert_eq!(of(&nfa.complement().to_dfa()), not, "complement");
    for (number, same) in
        [nfa.trimmed(), nfa.accessible(), nfa.co_accessible(), nfa.reverse().reverse()].iter().enumerate()
    {
        assert_eq!(of(&same.to_dfa()), language, "{number}");
    }
    let back: Vec<bool> =
        words.iter().map(|word| takes(&table, 0, &word.iter().rev().copied().collect::<Vec<_>>())).collect();
    assert_eq!(of(&nfa.reverse().to_dfa()), back, "reverse");
    assert_eq!(nfa.is_empty_language(), !table.iter().any(|state| state.0), "is_empty_language");
    let star: Vec<bool> = words.iter().map(|word| splits(word, &|part| takes(&table, 0, part))).collect();
    assert_eq!(of(&nfa.star().to_dfa()), star, "star");
    assert_eq!(
        LabeledAutomaton::states(&nfa.to_minimized_dfa()).count(),
        least_states(&table, true),
        "to_minimized_dfa"
    );
}

/// Whether a word is made of words of a language.
fn splits(word: &[usize], takes: &dyn Fn(&[usize]) -> bool) -> bool {
    word.is_empty() || (1..=word.len()).any(|end| takes(&word[..end]) && splits(&word[end..], takes))
}

#[dpgen::test(max_size = 3)]
fn automata_core_pairs(one: &State, other: &State) {
    let (first, second) = (table(one), table(other));
    let (left, right) = (dfa(&first).to_nfa(), dfa(&second).to_nfa());
    let words = words(5);
    let is = |what: &str, nfa: &SimpleNFA, expected: &dyn Fn(&[usize]) -> bool| {
        let dfa = nfa.to_dfa();
        for word in &words {
            assert_eq!(dfa.accepts(&spelled(word)), expected(word), "{what} on {word:?}");
        }
    };
    let (in_first, in_second) =
        (|word: &[usize]| takes(&first, 0, word), |word: &[usize]| takes(&second, 0, word));
    is("union", &NonDeterministicFiniteLabeledAutomaton::union(&left, &right), &|word| {
        in_first(word) || in_second(word)
    });
    is("intersection", &left.intersection(&right), &|word| in_first(word) && in_second(word));
    is("difference", &left.difference(&right), &|word| in_first(word) && !in_second(word));
    is("concatenate", &left.concatenate(&right), &|word| {
        (0..=word.len()).any(|end| in_first(&word[..end]) && in_second(&word[end..]))
    });
    // Three states at most together: words of that length tell them apart.
    assert_eq!(
        left.is_subset_of(&right),
        words.iter().all(|word| !in_first(word) || in_second(word)),
        "is_subset_of"
    );
    assert_eq!(
        left.is_equivalent_to(&right),
        words.iter().all(|word| in_first(word) == in_second(word)),
        "is_equivalent_to"
    );
}

type Fst = VectorFst<TropicalWeight>;

fn id(state: usize) -> u32 {
    u32::try_from(state).unwrap()
}

fn fst(arrows: &Arrows) -> Fst {
    let mut fst = Fst::new();
    fst.add_states(arrows.len());
    fst.set_start(0).unwrap();
    for (state, (is_final, arrows)) in arrows.iter().enumerate() {
        if *is_final {
            fst.set_final(id(state), TropicalWeight::one()).unwrap();
        }
        for &(letter, cost, to) in arrows {
            let letter = u32::from(letter);
            fst.add_tr(id(state), Tr::new(letter, letter, f32::from(cost), id(to))).unwrap();
        }
    }
    fst
}

/// The least cost of each word up to a length that the transducer takes.
fn costs(fst: &Fst, up_to: usize) -> BTreeMap<Vec<u32>, f32> {
    let mut found = BTreeMap::new();
    let Some(start) = fst.start() else { return found };
    let mut least: BTreeMap<(u32, Vec<u32>), f32> = BTreeMap::from([((start, Vec::new()), 0.0)]);
    let mut queue = vec![(start, Vec::new())];
    while let Some((state, word)) = queue.pop() {
        let cost = least[&(state, word.clone())];
        if let Some(last) = fst.final_weight(state).unwrap() {
            let total = cost + last.value();
            let entry = found.entry(word.clone()).or_insert(f32::INFINITY);
            *entry = entry.min(total);
        }
        for tr in fst.get_trs(state).unwrap().trs() {
            let mut longer = word.clone();
            longer.extend((tr.ilabel != 0).then_some(tr.ilabel));
            let total = cost + tr.weight.value();
            let key = (tr.nextstate, longer);
            if key.1.len() <= up_to && least.get(&key).is_none_or(|old| total < *old) {
                least.insert(key.clone(), total);
                queue.push(key);
            }
        }
    }
    found.retain(|_, cost| *cost < f32::INFINITY);
    found
}

fn graph(arrows: &Arrows) -> Vec<(usize, usize)> {
    arrows
        .iter()
        .enumerate()
        .flat_map(|(from, state)| state.1.iter().map(move |arrow| (from, arrow.2)))
        .collect()
}

#[dpgen::test(max_size = 4)]
fn rustfst_keeps_languages(first: &Node) {
    let arrows = arrows(first);
    let fst = fst(&arrows);
    let expected = costs(&fst, 4);
    let reached = reached(arrows.len(), &graph(&arrows));
    let is_useful = |state: usize| (0..arrows.len()).any(|last| reached[state][last] && arrows[last].0);
    let mut same = fst.clone();
    connect(&mut same).unwrap();
    assert_eq!(costs(&same, 4), expected, "connect");
    assert_eq!(same.num_states(), (0..arrows.len()).filter(|&state| is_useful(state)).count(), "connect");
    let mut same = fst.clone();
    rm_epsilon(&mut same).unwrap();
    assert_eq!(costs(&same, 4), expected, "rm_epsilon");
    assert!(
        same.states_iter().all(|state| same.get_trs(state).unwrap().trs().iter().all(|tr| tr.ilabel != 0))
    );
    let mut same = fst.clone();
    tr_unique(&mut same);
    assert_eq!(costs(&same, 4), expected, "tr_unique");
    let mut same = fst.clone();
    tr_sort(&mut same, ILabelCompare {});
    assert_eq!(costs(&same, 4), expected, "tr_sort");
    for (to_final, towards) in
        [(false, ReweightType::ReweightToInitial), (true, ReweightType::ReweightToFinal)]
    {
        let mut same = fst.clone();
        push_weights(&mut same, towards).unwrap();
        assert_eq!(costs(&same, 4), expected, "push_weights to the final states? {to_final}");
    }
    let is_cyclic = graph(&arrows).iter().any(|&(from, to)| reached[to][from]);
    let mut same = fst.clone();
    top_sort(&mut same).unwrap();
    assert_eq!(costs(&same, 4), expected, "top_sort");
    if !is_cyclic {
        assert!(
            same.states_iter().all(|state| same
                .get_trs(state)
                .unwrap()
                .trs()
                .iter()
                .all(|tr| tr.nextstate > state))
        );
    }
    let mirrored: Fst = reverse(&fst).unwrap();
    let turned: BTreeMap<Vec<u32>, f32> =
        expected.iter().map(|(word, cost)| (word.iter().rev().copied().collect(), *cost)).collect();
    assert_eq!(costs(&mirrored, 4), turned, "reverse");
    let least = expected.values().copied().reduce(f32::min);
    let shortest: Fst = shortest_path(&fst).unwrap();
    let only = costs(&shortest, 9);
    assert_eq!(only.len(), usize::from((0..arrows.len()).any(is_useful) && is_useful(0)));
    if let (Some(least), Some((word, cost))) = (least, only.first_key_value()) {
        assert_eq!((*cost, expected.get(word)), (least, Some(&least)), "shortest_path");
    }
    // From the first state to each.
    let mut far: Vec<f32> = vec![f32::INFINITY; arrows.len()];
    far[0] = 0.0;
    for _ in 0..arrows.len() {
        for (from, state) in arrows.iter().enumerate() {
            for &(_, cost, to) in &state.1 {
                far[to] = far[to].min(far[from] + f32::from(cost));
            }
        }
    }
    let found: Vec<f32> =
        shortest_distance(&fst, false).unwrap().iter().map(|weight| *weight.value()).collect();
    assert_eq!(found, far, "shortest_distance");
    // The same states in another order are isomorphic.
    let mut same = fst.clone();
    let order: Vec<u32> = (0..arrows.len()).rev().map(id).collect();
    state_sort(&mut same, &order).unwrap();
    assert_eq!(costs(&same, 4), expected, "state_sort");
    let is_deterministic = arrows
        .iter()
        .all(|state| state.1.iter().map(|arrow| arrow.0).collect::<BTreeSet<_>>().len() == state.1.len());
    if is_deterministic {
        assert!(isomorphic(&fst, &same).unwrap(), "isomorphic");
    }
    for (kind, plus) in [(ClosureType::ClosureStar, false), (ClosureType::ClosurePlus, true)] {
        let mut closed = fst.clone();
        closure(&mut closed, kind);
        let mut all: BTreeMap<Vec<u32>, f32> = expected.clone();
        loop {
            let longer = all.iter().flat_map(|(word, cost)| {
                expected.iter().map(move |(more, other)| ([word.as_slice(), more].concat(), cost + other))
            });
            let longer: Vec<_> = longer
                .filter(|(word, cost)| word.len() <= 4 && all.get(word).is_none_or(|old| cost < old))
                .collect();
            if longer.is_empty() {
                break;
            }
            for (word, cost) in longer {
                let entry = all.entry(word).or_insert(f32::INFINITY);
                *entry = entry.min(cost);
            }
        }
        if !plus {
            all.insert(Vec::new(), 0.0);
        }
        assert_eq!(costs(&closed, 4), all, "closure");
    }
}

/// Without costs and empty arrows, automata can be made deterministic, and then least.
#[dpgen::test(max_size = 4)]
fn rustfst_makes_least_automata(first: &Node) {
    let arrows = arrows(first);
    if arrows.iter().any(|state| state.1.iter().any(|arrow| arrow.1 != 0)) {
        return;
    }
    let mut fst = fst(&arrows);
    let expected = costs(&fst, 5);
    rm_epsilon(&mut fst).unwrap();
    let mut least: Fst = determinize(&fst).unwrap();
    let is_deterministic = |fst: &Fst| {
        fst.states_iter().all(|state| {
            let trs = fst.get_trs(state).unwrap();
            trs.trs().iter().map(|tr| tr.ilabel).collect::<BTreeSet<_>>().len() == trs.trs().len()
        })
    };
    assert!(is_deterministic(&least));
    assert_eq!(costs(&least, 5), expected, "determinize");
    let sizes = least_of(&least);
    minimize(&mut least).unwrap();
    assert!(is_deterministic(&least));
    assert_eq!(costs(&least, 5), expected, "minimize");
    assert_eq!(least.num_states(), sizes, "minimize");
}

/// The number of states of the least automaton without a sink that takes the same.
fn least_of(fst: &Fst) -> usize {
    let Some(_) = fst.start() else { return 0 };
    let state = |state: u32| {
        let to = |letter: u32| {
            let trs = fst.get_trs(state).unwrap();
            trs.trs().iter().find(|tr| tr.ilabel == letter).map(|tr| usize::try_from(tr.nextstate).unwrap())
        };
        (fst.final_weight(state).unwrap().is_some(), [to(1), to(2)])
    };
    least_states(&fst.states_iter().map(state).collect(), false)
}

#[dpgen::test(max_size = 4)]
fn rustfst_pairs(one: &Node, other: &Node) {
    let (left, right) = (fst(&arrows(one)), fst(&arrows(other)));
    let (in_left, in_right) = (costs(&left, 4), costs(&right, 4));
    let mut both = left.clone();
    union(&mut both, &right).unwrap();
    let mut expected = in_left.clone();
    for (word, cost) in &in_right {
        let entry = expected.entry(word.clone()).or_insert(f32::INFINITY);
        *entry = entry.min(*cost);
    }
    assert_eq!(costs(&both, 4), expected, "union");
    let mut row = left.clone();
    concat(&mut row, &right).unwrap();
    let mut expected = BTreeMap::new();
    for (word, cost) in &in_left {
        for (more, other) in &in_right {
            let entry = expected.entry([word.as_slice(), more].concat()).or_insert(f32::INFINITY);
            *entry = entry.min(cost + other);
        }
    }
    expected.retain(|word, _| word.len() <= 4);
    assert_eq!(costs(&row, 4), expected, "concat");
    let (mut sorted, mut other) = (left.clone(), right.clone());
    tr_sort(&mut sorted, OLabelCompare {});
    tr_sort(&mut other, ILabelCompare {});
    let common: Fst = compose::<_, Fst, Fst, _, _, _>(sorted, other).unwrap();
    let expected: BTreeMap<Vec<u32>, f32> =
        in_left.iter().filter_map(|(word, cost)| Some((word.clone(), cost + in_right.get(word)?))).collect();
    assert_eq!(costs(&common, 4), expected, "compose");
}
