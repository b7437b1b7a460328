//! Random generation: ten large structures by coin toss, and ten by exact counts.

use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::engine::CoinToss;
use dpgen::{Catalog, Scope};

use super::{ENGINES, Effort, build};

/// How many structures are wanted.
const WANTED: usize = 10;

/// Ten structures, by one method.
#[derive(Debug, Clone, Copy)]
pub struct Drawn {
    pub found: usize,
    pub seconds: f64,
}

/// Both methods on one microbenchmark.
#[derive(Debug, Clone)]
pub struct Draws {
    pub benchmark: &'static str,
    pub sizes: (u32, u32),
    /// Threshold and probability, and how it went.
    pub coin: Option<((u32, f64), Drawn)>,
    pub uniform: Drawn,
}

/// The sizes of a microbenchmark's tests, and the threshold and probability that give about as many structures
/// of one size as of the next.
fn setting(benchmark: &str) -> ((u32, u32), Option<(u32, f64)>) {
    match benchmark {
        // One path condition a size: there is nothing to leave out.
        "sorted-list" | "binary-heap" => ((90, 100), Some((100, 1.0))),
        "binary-tree" => ((90, 100), Some((4, 0.018))),
        "red-black-tree" => ((90, 100), Some((4, 0.065))),
        "fibonacci-heap" => ((90, 100), Some((3, 0.11))),
        // Keys are decided one by one: no probability fits small and large chains alike.
        _ => ((90, 100), None),
    }
}

/// Draws by both methods.
pub fn draws(benchmark: &'static str, effort: Effort) -> Draws {
    eprintln!("{benchmark}: random");
    let (sizes, coin) = setting(benchmark);
    let sizes = if effort.test { (2, 3) } else { sizes };
    let coin = coin.map(|coin| (coin, tossed(benchmark, sizes, coin, effort)));
    Draws { benchmark, sizes, coin, uniform: uniform(benchmark, sizes) }
}

/// By coin toss with SymboLazyDP: seeds are tried until one keeps enough large structures.
fn tossed(benchmark: &str, sizes: (u32, u32), (threshold, probability): (u32, f64), effort: Effort) -> Drawn {
    let begin = Instant::now();
    let mut found = 0;
    for seed in 1..=50 {
        let toss = CoinToss::new(threshold, probability, seed);
        let catalog = build(benchmark, &Scope::new(sizes.1), ENGINES[3], Some(toss), effort.limit);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let kept: usize = (sizes.0..=sizes.1).map(|size| catalog.count(size).to_usize().unwrap_or(0)).sum();
        found = found.max(draw(&catalog, sizes, &mut rng));
        if kept >= WANTED || begin.elapsed() > effort.limit * 5 {
            break;
        }
    }
    Drawn { found, seconds: begin.elapsed().as_secs_f64() }
}

/// Each structure of the sizes with the same probability, with symbolic Quotient DP.
fn uniform(benchmark: &str, sizes: (u32, u32)) -> Drawn {
    let begin = Instant::now();
    let catalog = build(benchmark, &Scope::new(sizes.1), ENGINES[5], None, Duration::from_secs(120));
    let found = draw(&catalog, sizes, &mut ChaCha8Rng::seed_from_u64(1));
    Drawn { found, seconds: begin.elapsed().as_secs_f64() }
}

/// Draws and solves up to ten structures, the sizes in turn; how many.
fn draw(catalog: &Catalog, (least, greatest): (u32, u32), rng: &mut ChaCha8Rng) -> usize {
    let sizes = (least..=greatest).filter(|size| !catalog.count(*size).is_zero()).collect::<Vec<_>>();
    let ranks = sizes.iter().cycle().take(if sizes.is_empty() { 0 } else { WANTED });
    ranks
        .filter(|size| {
            let rank = catalog.sample_rank(**size, rng);
            rank.is_some_and(|rank| matches!(catalog.nth_random(**size, &rank, 1), Ok(Some(_))))
        })
        .count()
}
