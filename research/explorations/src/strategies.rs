//! How soon strategies cover outcomes; and Tardis' setting, in which inputs are judged after the program has run.

use std::time::Instant;

use dpgen::explore::Explorer;
use dpgen::explore::strategy::{
    BreadthFirst, DepthFirst, Indices, Learned, Random, Strategy, Suffix, Tardis, Uncovered,
};

use crate::programs::avl::AvlCall;
use crate::programs::sample::{Unknown, run_unknown};

const AFTER: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

fn strategies(seed: u64) -> [(&'static str, Box<dyn Strategy>); 8] {
    [
        ("depth first", Box::new(DepthFirst::default())),
        ("breadth first", Box::new(BreadthFirst::default())),
        ("random", Box::new(Random::new(seed))),
        ("uncovered first", Box::new(Uncovered::new(seed))),
        ("learned", Box::new(Learned::new(seed))),
        ("tardis, classes", Box::new(Tardis::new(Indices::NONE, seed))),
        ("tardis, indices", Box::new(Tardis::new(Indices::ALL, seed))),
        ("suffix", Box::new(Suffix::new(seed))),
    ]
}

fn mean(sum: usize, seeds: u64) -> String {
    format!("{:.1}", f64::from(u32::try_from(sum).unwrap()) / f64::from(u32::try_from(seeds).unwrap()))
}

pub fn run(is_whole: bool) {
    covered(is_whole);
    judged_after(is_whole);
}

/// How many outcomes are covered after so many runs.
fn covered(is_whole: bool) {
    let seeds = if is_whole { 30 } else { 1 };
    println!(
        "AVL removal up to 6 nodes, outcomes after so many runs, mean of {seeds} seeds; the mean over the first hundred runs;"
    );
    println!("and the time of a hundred runs, with the inputs of the suite");
    println!("| strategy | {} | mean | time |", AFTER.map(|after| after.to_string()).join(" | "));
    println!("|---|{}--:|--:|", "--:|".repeat(AFTER.len()));
    for place in 0..strategies(0).len() {
        let (mut covered, mut area) = ([0_usize; AFTER.len()], 0);
        let mut name = "";
        let begin = Instant::now();
        for seed in 0..seeds {
            let (of, strategy) = strategies(seed).into_iter().nth(place).unwrap();
            name = of;
            let mut runs = 0;
            let explorer = Explorer::<AvlCall>::up_to(7).runs(100).strategy_of(strategy);
            let watch = explorer.watch(
                |call: &mut AvlCall| call.tree.remove(call.key),
                |_, seen| {
                    runs += 1;
                    area += seen.covered;
                    if let Some(place) = AFTER.iter().position(|after| *after == runs) {
                        covered[place] += seen.covered;
                    }
                },
            );
            drop(watch.unwrap());
        }
        let time = begin.elapsed() / u32::try_from(seeds).unwrap();
        let covered = covered.map(|sum| mean(sum, seeds)).join(" | ");
        println!("| {name} | {covered} | {} | {time:.1?} |", mean(area, 100 * seeds));
    }
    println!();
}

/// How many failed attempts are allowed.
const FAILED: [u64; 3] = [10, 25, 50];

/// How many of the 31 ways to other paths are taken before so many attempts have failed, and how many attempts it takes to have
/// all 32 paths.
fn judged_after(is_whole: bool) {
    let seeds = if is_whole { 30 } else { 1 };
    println!("SampleClass, inputs judged after the program, mean of {seeds} seeds");
    println!(
        "| strategy | feasible of 31, within 10 failed | 25 | 50 | attempts for all | of these failed |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    let unsure = Indices { infeasibility: false, ..Indices::ALL };
    let sure = Indices { infeasibility: true, ..Indices::NONE };
    let tardis = |seed, indices| -> Box<dyn Strategy> { Box::new(Tardis::new(indices, seed)) };
    for place in 0..strategies(0).len() + 2 {
        let (mut within, mut attempts, mut failed) = ([0_usize; 3], 0, 0);
        let mut name = "";
        for seed in 0..seeds {
            let (of, strategy) = strategies(seed)
                .into_iter()
                .chain([
                    ("tardis, without the classifier", tardis(seed, unsure)),
                    ("tardis, the classifier alone", tardis(seed, sure)),
                ])
                .nth(place)
                .unwrap();
            name = of;
            let (mut paths, mut last) = (0, 0);
            let explorer = Explorer::<Unknown>::up_to(1).assume_after().strategy_of(strategy);
            let watch = explorer.watch(
                |object: &mut Unknown| run_unknown(object),
                |_, seen| {
                    paths += 1;
                    last = usize::try_from(seen.failed).unwrap();
                    let is_other = usize::from(paths > 1);
                    for (within, allowed) in within.iter_mut().zip(FAILED) {
                        *within += if seen.failed <= allowed { is_other } else { 0 };
                    }
                },
            );
            let explored = watch.unwrap();
            let explored = explored.explored();
            assert_eq!((explored.paths.len(), explored.runs, explored.failed), (32, 95, 63));
            attempts += paths + last;
            failed += last;
        }
        let cells = within.map(|sum| mean(sum, seeds)).join(" | ");
        println!("| {name} | {cells} | {} | {} |", mean(attempts, seeds), mean(failed, seeds));
    }
    println!();
}
