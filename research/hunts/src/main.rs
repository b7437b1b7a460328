//! How guides do with judges that they can not look into: unique valid structures in so many executions (mean, median, least
//! and most of the seeds), and the time a node of what was drawn, judging and learning included.
//!
//! `cargo run --release -p dpgen-hunts [-- SEEDS [EXECUTIONS [NAME]]]`; 10 seeds and 100,000 executions by default, few with `--smoke`.
#![allow(clippy::unwrap_used, missing_docs, reason = "a study may panic")]

mod judges;
#[path = "../../../crates/guide/tests/common/nested.rs"]
mod nested;
#[path = "../../../crates/guide/tests/common/red_black.rs"]
mod red_black;
#[path = "../../../crates/guide/tests/common/sorted.rs"]
mod sorted;

use std::time::Instant;

use dpgen::guided::{Abstraction, Guide, Report};
use dpgen::prelude::*;

use judges::Tree;

struct Setup {
    seeds: u64,
    executions: u64,
    only: Option<String>,
}

/// How many nodes the structures have that a hunt has drawn, those that were not judged again included, as the others on average.
fn nodes_drawn(report: &Report) -> f64 {
    let tried: f64 = report.sizes.iter().map(|size| number(size.tried)).sum();
    let nodes: f64 =
        report.sizes.iter().zip(0_u32..).map(|(of, size)| number(of.tried) * f64::from(size)).sum();
    nodes * number(report.executions + report.again - report.repeats) / tried
}

fn number(of: u64) -> f64 {
    f64::from(u32::try_from(of).unwrap())
}

fn row<T: DpGen>(setup: &Setup, name: &str, space: &Structures<T>, judge: fn(&T) -> bool) {
    if setup.only.as_ref().is_some_and(|only| !name.contains(&**only)) {
        return;
    }
    let rlcheck = |abstraction| Guide::Mcc { abstraction, window: 4, repeats: true };
    let all = [
        ("uniform", Guide::Uniform),
        ("rlcheck Sequence", rlcheck(Abstraction::Sequence)),
        ("rlcheck Tree", rlcheck(Abstraction::Ancestors)),
        ("rlcheck Tree L/R", rlcheck(Abstraction::Branches)),
        ("mcc", Guide::mcc()),
        ("pairs", Guide::Pairs),
        ("contexts", Guide::Contexts),
        ("auto", Guide::Auto),
    ];
    let chosen = std::env::var("GUIDE").ok();
    let guides = all.into_iter().filter(|(name, _)| chosen.as_ref().is_none_or(|chosen| chosen == name));
    println!("{name}: {} structures", space.total());
    for (guide_name, guide) in guides {
        let mut unique = Vec::new();
        let (mut ended, mut nodes) = (None, 0.0);
        let started = Instant::now();
        for seed in 1..=setup.seeds {
            let mut hunt = space.guided().guide(guide).seed(seed).executions(setup.executions);
            unique.push(hunt.run(judge).count());
            ended = hunt.report().ended;
            nodes += nodes_drawn(&hunt.report());
            if std::env::var_os("REPORT").is_some() {
                println!("seed {seed}: {}\n{}", unique.last().unwrap(), hunt.report());
            }
        }
        let elapsed = started.elapsed();
        let micros = elapsed.as_secs_f64() * 1e6 / nodes;
        let seconds = elapsed.div_f64(f64::from(u32::try_from(setup.seeds).unwrap())).as_secs_f64();
        unique.sort_unstable();
        let mean = unique.iter().sum::<usize>() / unique.len();
        let (least, most) = (unique.iter().min().unwrap(), unique.iter().max().unwrap());
        if std::env::var_os("REPORT").is_some() {
            println!("  {unique:?}");
        }
        let median = unique[unique.len() / 2];
        println!(
            "  {guide_name:18} {mean:7} (median {median}, {least}-{most}), {seconds:6.2} s, {micros:5.2} µs a node, {ended:?}"
        );
    }
}

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let mut number = |default: u64| args.next().map_or(default, |arg| arg.parse().unwrap());
    let smoke = std::env::args().any(|arg| arg == "--smoke");
    let (seeds, executions) = if smoke { (1, 1000) } else { (10, 100_000) };
    let setup = Setup { seeds: number(seeds), executions: number(executions), only: args.next() };
    let trees = Generator::<Tree>::up_to(31).build().unwrap();
    row(&setup, "search trees", &trees, judges::search_tree);
    row(&setup, "AVL trees", &trees, judges::avl);
    row(&setup, "heap order", &trees, judges::heap);
    row(&setup, "sizes divisible by 3", &trees, judges::by_three);
    row(&setup, "red-black trees", &Generator::up_to(7).build().unwrap(), red_black::red_black);
    row(&setup, "sorted lists", &Generator::up_to(12).build().unwrap(), sorted::sorted);
    row(&setup, "JSON", &Generator::up_to(10).build().unwrap(), judges::distinct_names);
    row(&setup, "elements", &Generator::up_to(9).build().unwrap(), nested::content_model);
    row(&setup, "statements", &Generator::up_to(7).build().unwrap(), nested::control_flow);
    row(&setup, "tags", &Generator::up_to(6).build().unwrap(), nested::tag_rules);
}
