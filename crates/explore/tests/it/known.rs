//! Worst cases against brute force over all concrete values of a small range, and against formulas.

use crate::programs::graphs::{bellman_ford, dijkstra_array, shortest_tour, smith_waterman};
use crate::programs::steps;
use crate::programs::structures::{heap_insert, list_insert, tree_search};
use dpgen::Int;
use dpgen::explore::{CostMeasure, WorstCase};

type Program = fn(&mut [Int]);

fn search(program: Program, greatest: i64) -> WorstCase {
    WorstCase::ints(0..=greatest).cost(CostMeasure::Added).program(program)
}

/// The greatest cost over all inputs of so many integers: each is run on values that are known, with one way to go.
fn brute_force(program: Program, many: u32, greatest: i64) -> u64 {
    let mut values = vec![0_i64; usize::try_from(many).unwrap()];
    let mut most = 0;
    loop {
        let mut ints: Vec<Int> = values.iter().copied().map(Int::from).collect();
        most = most.max(steps(|| program(&mut ints)));
        let Some(place) = values.iter().rposition(|value| *value < greatest) else { return most };
        values[place] += 1;
        values[place + 1..].fill(0);
    }
}

/// With n the keys of the structure: the one to insert is among a heap's, and beside a list's and a search tree's.
#[test]
fn structures_cost_what_is_known() {
    let worst = search(heap_insert, 1000).sizes([3, 4, 5, 10, 20, 30]).run().unwrap();
    for at in worst.sizes() {
        assert_eq!((at.cost(), at.is_proven()), (u64::from(at.size().ilog2()), true), "{worst}");
    }
    let worst = search(list_insert, 1000).sizes([4, 5, 6, 11, 21, 31]).run().unwrap();
    for at in worst.sizes() {
        assert_eq!((at.cost(), at.is_proven()), (u64::from(at.size() - 1), true), "{worst}");
    }
    let tree: Program = |keys| assert!(!tree_search(keys) || keys.len() > 1);
    let worst = search(tree, 1000).paths(1_000).sizes([4, 5, 6, 11, 21, 31]).run().unwrap();
    for at in worst.sizes() {
        assert_eq!((at.cost(), at.is_proven()), (u64::from(at.size() - 1), at.size() <= 5), "{worst}");
    }
    let programs: [(Program, u32); 3] = [(heap_insert, 5), (list_insert, 5), (tree, 5)];
    for (program, many) in programs {
        let proven = search(program, 4).sizes([many]).run().unwrap();
        assert_eq!(proven.at(many).bound(), Some(brute_force(program, many, 4)));
    }
}

/// By vertices, or letters of each word: 3 and 4, over small weights and all four letters.
#[test]
fn graphs_and_words_cost_what_brute_force_finds() {
    let cases: [(&str, Program, u32, i64); 8] = [
        ("Bellman-Ford 3", bellman_ford, 6, 3),
        ("Dijkstra 3", dijkstra_array, 6, 3),
        ("tour 3", shortest_tour, 3, 9),
        ("tour 4", shortest_tour, 6, 5),
        ("Smith-Waterman 3", smith_waterman, 6, 3),
        ("Smith-Waterman 4", smith_waterman, 8, 3),
        ("Bellman-Ford 4", bellman_ford, 12, 2),
        ("Dijkstra 4", dijkstra_array, 12, 2),
    ];
    for (name, program, many, greatest) in cases {
        let worst = search(program, greatest).paths(20_000).sizes([many]).run().unwrap();
        assert!(worst.at(many).is_proven(), "{name}: {worst}");
        assert_eq!(worst.at(many).bound(), Some(brute_force(program, many, greatest)), "{name}: {worst}");
    }
}

/// The greatest cost over all words of four letters, up to a renaming of them: a letter is at most one more than those before it.
fn brute_force_words(program: Program, many: usize) -> u64 {
    fn go(program: Program, word: &mut Vec<i64>, many: usize, most: &mut u64) {
        if word.len() == many {
            let mut ints: Vec<Int> = word.iter().copied().map(Int::from).collect();
            *most = (*most).max(steps(|| program(&mut ints)));
            return;
        }
        let next = word.iter().max().map_or(0, |greatest| greatest + 1).min(3);
        for letter in 0..=next {
            word.push(letter);
            go(program, word, many, most);
            word.pop();
        }
    }
    let mut most = 0;
    go(program, &mut Vec::new(), many, &mut most);
    most
}

/// An alignment with m matches, x mismatches and g gaps that ends in a best cell scores 2m - x - g > 0, and uses 2m + 2x + g letters of
/// 2n: at most 2n - m columns, where 4m > 2n.
#[test]
fn alignments_cost_what_brute_force_finds() {
    let most = |n: u64| 2 * n - (2 * n + 1).div_ceil(4);
    for (letters, is_proven) in [(3_u32, true), (4, true), (5, false)] {
        let worst = search(smith_waterman, 3).paths(3_000).sizes([2 * letters]).run().unwrap();
        let (at, words) = (worst.at(2 * letters), usize::try_from(2 * letters).unwrap());
        assert_eq!(
            (at.cost(), at.is_proven()),
            (brute_force_words(smith_waterman, words), is_proven),
            "{worst}"
        );
        assert!(at.cost() <= most(u64::from(letters)));
    }
    // Six matches, with gaps of 1, 2, 2, 2 and 1 letters between them, and no two letters of one word side by side in the other.
    let words = [[0, 0, 1, 1, 2, 1, 1, 0, 0, 1], [0, 2, 0, 2, 0, 3, 3, 0, 3, 1]];
    let mut letters: Vec<Int> = words.as_flattened().iter().copied().map(Int::from).collect();
    assert_eq!((steps(|| smith_waterman(&mut letters)), most(10)), (14, 14));
}
