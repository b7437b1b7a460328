//! Comparisons of sums of many fields: Dijkstra's algorithm as a predicate over symbolic weights.

use dpgen::prelude::*;
use dpgen::{Algorithm, Solutions};

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = has_distances)]
struct Weights(#[dpgen(range = 0..=m)] [i64; 12]);

/// Runs Dijkstra's algorithm, over an array and without a queue, on the complete graph of four vertices.
fn has_distances(WeightsView(weights): WeightsView) -> bool {
    let weights = weights.view();
    let mut distances: [Option<Int>; 4] = [Some(Int::from(0)), None, None, None];
    let mut done = [false; 4];
    for _ in 0..4 {
        let mut nearest: Option<(usize, Int)> = None;
        for vertex in (0..4).filter(|vertex| !done[*vertex]) {
            if let Some(distance) = distances[vertex]
                && nearest.is_none_or(|(_, best)| distance < best)
            {
                nearest = Some((vertex, distance));
            }
        }
        let Some((from, distance)) = nearest else { return true };
        done[from] = true;
        for to in (0..4).filter(|vertex| !done[*vertex]) {
            let through = distance + weights[from * 3 + if to < from { to } else { to - 1 }];
            if distances[to].is_none_or(|known| through < known) {
                distances[to] = Some(through);
            }
        }
    }
    true
}

/// As many path conditions as weights from 0 to 2, or to 3, give sequences of answers, by running the program on all of
/// them (`crates/solver/tests/it/dijkstra.rs`); greater weights give no others.
#[test]
fn dijkstra_over_four_vertices_has_as_many_paths_as_brute_force_finds() {
    for (most, expected) in [(2, 51), (3, 56), (1000, 56), (1 << 30, 56)] {
        let generator = Generator::<Weights>::up_to(1).param("m", most).fields(Fields::Symbolic);
        let built = generator.algorithm(Algorithm::SymbolazyDp).build().unwrap();
        let paths: Vec<Weights> = built.iter_solutions(1, Solutions::Smallest, 0).collect();
        assert_eq!(paths.len(), expected, "weights to {most}");
        assert!((1..paths.len()).all(|path| !paths[..path].contains(&paths[path])));
        if most == 2 {
            assert_eq!(built.iter_solutions(1, Solutions::All, 0).count(), 3_usize.pow(12));
        }
    }
}
