//! How soon strategies cover outcomes; and Tardis' setting, in which inputs are judged after the program has run.

use dpgen::explore::Explorer;
use dpgen::explore::strategy::{
    BreadthFirst, DepthFirst, Indices, Random, Strategy, Suffix, Tardis, Uncovered,
};

use crate::programs::avl::AvlCall;

const AFTER: [usize; 5] = [1, 5, 10, 20, 50];

fn strategies(seed: u64) -> [(&'static str, Box<dyn Strategy>); 7] {
    [
        ("depth first", Box::new(DepthFirst::default())),
        ("breadth first", Box::new(BreadthFirst::default())),
        ("random", Box::new(Random::new(seed))),
        ("uncovered first", Box::new(Uncovered::new(seed))),
        ("tardis, classes", Box::new(Tardis::new(Indices::NONE, seed))),
        ("tardis, indices", Box::new(Tardis::new(Indices::ALL, seed))),
        ("suffix", Box::new(Suffix::new(seed))),
    ]
}

pub fn run(is_whole: bool) {
    let seeds = if is_whole { 10 } else { 1 };
    println!("AVL removal up to 6 nodes, mean of {seeds} seeds; inputs judged before, and after the program");
    println!("| strategy | outcomes after 1 run | 5 | 10 | 20 | 50 | failed of 30 attempts, judged after |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for place in 0..strategies(0).len() {
        let mut covered = [0_usize; 5];
        let mut failed = 0;
        let mut name = "";
        for seed in 0..seeds {
            let (of, strategy) = strategies(seed).into_iter().nth(place).unwrap();
            name = of;
            let mut runs = 0;
            let explorer = Explorer::<AvlCall>::up_to(7).runs(50).strategy_of(strategy);
            let watch = explorer.watch(
                |call: &mut AvlCall| call.tree.remove(call.key),
                |_, seen| {
                    runs += 1;
                    if let Some(place) = AFTER.iter().position(|after| *after == runs) {
                        covered[place] += seen.covered;
                    }
                },
            );
            drop(watch.unwrap());
            let (_, strategy) = strategies(seed).into_iter().nth(place).unwrap();
            let after = Explorer::<AvlCall>::up_to(if is_whole { 5 } else { 3 })
                .assume_after()
                .runs(200)
                .strategy_of(strategy);
            failed += after.run(|call: &mut AvlCall| call.tree.remove(call.key)).unwrap().explored().failed;
        }
        let mean = |sum: usize| {
            format!(
                "{:.1}",
                f64::from(u32::try_from(sum).unwrap()) / f64::from(u32::try_from(seeds).unwrap())
            )
        };
        let cells: Vec<String> = covered.map(mean).into();
        println!("| {name} | {} | {} |", cells.join(" | "), mean(usize::try_from(failed).unwrap()));
    }
    println!();
}
