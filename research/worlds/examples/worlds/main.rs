//! The tables of `research/docs/exploring-worlds.md`: how much of mazes, random graphs and state spaces each policy covers.
//!
//! `cargo run --release -p dpgen-worlds --example worlds [-- WORLDS [IMAGINED]]`: means over so many worlds (1,000), with a
//! planner that imagines so many a step (64). `-- --smoke` is a short run that fails if a figure is out of its bounds.

mod avl;
mod heap;
mod red_black;

use std::error::Error;

use dpgen_worlds::{
    Braided, Dfs, Distribution, Guessed, Imagine, LeastTaken, Mean, Nearest, NodeId, Policy, Random,
    RandomGraphs, Rollout, SpanningTrees, StackDfs, StateSpace, evaluate, explore, most_visited,
};

/// How much to do.
struct Setup {
    worlds: u64,
    imagined: u32,
}

/// A row of the table: the five policies in worlds of a kind.
fn row<D: Distribution + Imagine>(setup: &Setup, worlds: &D) -> [Mean; 5] {
    let seeds = || 0..setup.worlds;
    let means = [
        evaluate(worlds, &mut Random, seeds()),
        evaluate(worlds, &mut StackDfs::default(), seeds()),
        evaluate(worlds, &mut Dfs::default(), seeds()),
        evaluate(worlds, &mut Nearest, seeds()),
        evaluate(worlds, &mut Rollout::new(worlds, setup.imagined), seeds()),
    ];
    println!("| {} | {} |", worlds.name(), means.map(|mean| mean.to_string()).join(" | "));
    means
}

/// What who knows the graphs could cover.
fn optimum(worlds: &RandomGraphs, count: u64) -> Mean {
    let best = |seed| {
        let world = worlds.draw(seed);
        let start = world.node(NodeId::new(0));
        let most = most_visited(world.graph(), start, world.seen().steps_left(), 10_000_000)?;
        Some(f64::from(u32::try_from(most).ok()?) / f64::from(u32::try_from(world.graph().len()).ok()?))
    };
    Mean::of(&(0..count).filter_map(best).collect::<Vec<f64>>())
}

/// A row for a state space: as many steps as there are states.
fn states<Call: Clone>(setup: &Setup, name: &str, space: &StateSpace<Call>) {
    let steps = u32::try_from(space.graph().len()).unwrap_or(u32::MAX);
    let covered = |policy: &mut dyn FnMut(&mut dpgen_worlds::World, u64), runs: u64| {
        let one = |seed| {
            let mut world = space.world(steps);
            policy(&mut world, seed);
            world.coverage()
        };
        Mean::of(&(0..runs).map(one).collect::<Vec<f64>>())
    };
    fn with(policy: &mut impl Policy) -> impl FnMut(&mut dpgen_worlds::World, u64) {
        move |world, seed| explore(world, policy, seed)
    }
    let runs = setup.worlds.div_ceil(10);
    let means = [
        covered(&mut with(&mut Random), runs),
        covered(&mut with(&mut Dfs::default()), runs),
        covered(&mut with(&mut Nearest), runs),
        covered(&mut with(&mut LeastTaken::default()), runs),
        covered(&mut with(&mut Rollout::new(&Guessed, setup.imagined.div_ceil(4))), runs.div_ceil(10)),
    ];
    println!("| {name} | {space} | {} |", means.map(|mean| mean.to_string()).join(" | "));
}

fn main() -> Result<(), Box<dyn Error>> {
    let smoke = std::env::args().any(|arg| arg == "--smoke");
    let mut numbers = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let mut number = |default: u32| numbers.next().map_or(Ok(default), |arg| arg.parse());
    let (worlds, imagined) = if smoke { (60, 4) } else { (1000, 64) };
    let setup = Setup { worlds: number(worlds)?.into(), imagined: number(imagined)? };

    println!("spanning trees of the 6x6 grid: {}", SpanningTrees::new(6, 6)?.count());
    println!("\n| worlds | random | stack-only DFS | DFS | nearest | rollout |\n|---|---|---|---|---|---|");
    let mazes = row(&setup, &Braided::backtracker(6, 6, 0.25));
    row(&setup, &Braided::backtracker(6, 6, 0.0));
    row(&setup, &Braided::uniform(6, 6, 0.25)?);
    row(&setup, &Braided::uniform(6, 6, 0.0)?);
    let graphs = RandomGraphs::new(15..=20, 0.1, 15);
    row(&setup, &graphs);
    let known = setup.worlds.div_ceil(5);
    println!("\nknown beforehand, {known} of these graphs: {}", optimum(&graphs, known));

    println!(
        "\n| interface | states | random | DFS | nearest | least taken | rollout |\n|---|---|---|---|---|---|---|"
    );
    let size = if smoke { 3 } else { 5 };
    let (_, avl) = avl::states(size)?;
    states(&setup, "AVL tree", &avl);
    let (trees, red_black) = red_black::states(size, true)?;
    states(&setup, "red-black tree", &red_black);
    let (_, heap) = heap::states(size.min(4))?;
    states(&setup, "heap", &heap);
    if let Some((size, rank)) = red_black.unreached().first() {
        println!("\nno calls make this red-black tree: {:?}", trees.nth(*size, rank.clone()));
    }
    let expected = [(0, 0.33), (2, 0.77), (3, 0.81)];
    for (policy, expected) in expected {
        if (mazes[policy].mean - expected).abs() > 0.01 + 4.0 * mazes[policy].standard_error {
            return Err(
                format!("policy {policy} covers {}, and should cover {expected}", mazes[policy]).into()
            );
        }
    }
    Ok(())
}
