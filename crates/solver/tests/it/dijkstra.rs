//! Shortest paths over symbolic weights: what a store has to decide are comparisons of path sums.
//!
//! The program is Dijkstra's algorithm over an array, without a queue. Each comparison of sums that the constraints leave
//! open splits the path; a path ends when the program does. The constraints of the paths cut the space of all weights
//! into parts, so that over few small weights their models are all weights, each once.

use std::collections::BTreeSet;
use std::time::Instant;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use dpgen_solver::{Constraint, Feasibility, Limit, Linear, Mode, Outcome, Possibility, Store};

/// Runs the program on weights from each vertex to each other (row by row), with a judge of `a < b`; distances.
fn dijkstra(
    vertices: usize,
    weights: &[Linear],
    less: &mut dyn FnMut(&Linear, &Linear) -> bool,
) -> Vec<Option<Linear>> {
    let weight =
        |from: usize, to: usize| &weights[from * (vertices - 1) + if to < from { to } else { to - 1 }];
    let mut distances: Vec<Option<Linear>> = vec![None; vertices];
    distances[0] = Some(Linear::from(0));
    let mut done = vec![false; vertices];
    for _ in 0..vertices {
        let mut nearest: Option<usize> = None;
        for vertex in (0..vertices).filter(|vertex| !done[*vertex]) {
            let Some(distance) = &distances[vertex] else { continue };
            let is_nearer = nearest.is_none_or(|best| less(distance, distances[best].as_ref().unwrap()));
            nearest = if is_nearer { Some(vertex) } else { nearest };
        }
        let Some(nearest) = nearest else { break };
        done[nearest] = true;
        for vertex in (0..vertices).filter(|vertex| !done[*vertex]) {
            let through = distances[nearest].as_ref().unwrap().checked_add(weight(nearest, vertex)).unwrap();
            if distances[vertex].as_ref().is_none_or(|known| less(&through, known)) {
                distances[vertex] = Some(through);
            }
        }
    }
    distances
}

/// One comparison of a path: the answer taken, and whether it was a choice whose other answer is still to be taken.
struct Decision {
    answer: bool,
    is_open: bool,
    splits: bool,
}

/// Explores all paths over weights `0..=most`, depth first; `leaf` is shown the store of each. The number of paths.
fn explore(vertices: usize, most: i64, leaf: &mut dyn FnMut(&mut Store)) -> u64 {
    let mut store = Store::new();
    let weights: Vec<Linear> =
        (0..vertices * (vertices - 1)).map(|_| store.new_var(0, most).unwrap().into()).collect();
    let mut path: Vec<Decision> = Vec::new();
    let mut paths = 0;
    loop {
        let mut asked = 0;
        let last = path.len();
        dijkstra(vertices, &weights, &mut |a, b| {
            let below = Constraint::lt(a, b).unwrap();
            asked += 1;
            if asked < last {
                return path[asked - 1].answer;
            }
            if asked == last {
                // The other answer of the latest choice.
                store.push();
                assert_ne!(store.add(&below.negated()), Feasibility::Infeasible);
                return path[asked - 1].answer;
            }
            let can_be = [true, false].map(|answer| {
                match store.possible(&if answer { below.clone() } else { below.negated() }) {
                    Possibility::Yes => true,
                    Possibility::No => false,
                    Possibility::Unknown(reason) => panic!("left open: {reason:?}"),
                }
            });
            assert_ne!(can_be, [false, false]);
            let (answer, splits) = (can_be[0], can_be == [true, true]);
            if splits {
                store.push();
                assert_ne!(store.add(&below), Feasibility::Infeasible);
            }
            path.push(Decision { answer, is_open: splits, splits });
            answer
        });
        paths += 1;
        leaf(&mut store);
        while let Some(decision) = path.pop_if(|decision| !decision.is_open) {
            if decision.splits {
                store.pop();
            }
        }
        let Some(decision) = path.last_mut() else { return paths };
        store.pop();
        (decision.answer, decision.is_open) = (false, false);
    }
}

/// The answers that weights give.
fn answers(vertices: usize, weights: &[i64]) -> Vec<bool> {
    let weights: Vec<Linear> = weights.iter().map(|weight| Linear::constant(*weight).unwrap()).collect();
    let mut answers = Vec::new();
    dijkstra(vertices, &weights, &mut |a, b| {
        let answer = a.as_constant() < b.as_constant();
        answers.push(answer);
        answer
    });
    answers
}

/// Which sequences of answers small weights give, by running the program on all of them.
fn brute_force(vertices: usize, most: i64) -> BTreeSet<Vec<bool>> {
    let edges = vertices * (vertices - 1);
    let mut weights = vec![0; edges];
    let mut all = BTreeSet::new();
    loop {
        let constants: Vec<Linear> =
            weights.iter().map(|weight| Linear::constant(*weight).unwrap()).collect();
        let mut answers = Vec::new();
        dijkstra(vertices, &constants, &mut |a, b| {
            let answer = a.as_constant() < b.as_constant();
            answers.push(answer);
            answer
        });
        all.insert(answers);
        let Some(next) = weights.iter().position(|weight| *weight < most) else { return all };
        weights[next] += 1;
        weights[..next].fill(0);
    }
}

/// The paths are the sequences of answers that all 3^6 or 3^12 weights from 0 to 2 give; with `DPGEN_LONG`, all 4^12 to 3.
#[test]
fn paths_over_small_weights_are_those_of_brute_force() {
    let is_long = std::env::var_os("DPGEN_LONG").is_some();
    for (vertices, most, known) in [(3, 2, 4), (4, 2, 51), (4, 3, 56)] {
        assert_eq!(explore(vertices, most, &mut |_| {}), known);
        if most < 3 || is_long {
            assert_eq!(u64::try_from(brute_force(vertices, most).len()).unwrap(), known);
        }
    }
}

/// The parts that paths cut small weights into are disjoint, and together all.
#[test]
fn each_weight_takes_one_path() {
    let mut models = 0;
    explore(3, 2, &mut |store| models += store.all(Limit::NONE).count());
    assert_eq!(models, 3_usize.pow(6));
}

/// Five vertices have twenty weights. Each path has a model, no two paths the same answers, and random weights take the
/// answers of some path.
#[test]
fn paths_of_four_and_five_vertices_are_decided() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for vertices in [4, 5] {
        let begin = Instant::now();
        let mut sequences = BTreeSet::new();
        let paths = explore(vertices, 1000, &mut |store| {
            let Outcome::Sat(model) = store.solve(Mode::Any) else { panic!("a path has a model") };
            assert!(sequences.insert(answers(vertices, model.values())), "two paths with the same answers");
        });
        println!("{vertices} vertices: {paths} paths, {:?}", begin.elapsed());
        for _ in 0..20_000 {
            let weights: Vec<i64> =
                (0..vertices * (vertices - 1)).map(|_| (rng.next_u32() % 1001).into()).collect();
            assert!(sequences.contains(&answers(vertices, &weights)), "no path for {weights:?}");
        }
    }
}
