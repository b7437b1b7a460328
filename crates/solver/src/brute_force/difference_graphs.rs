//! The graph of differences: random scripts of all its operations, the answers of each against brute force.

use super::{any_var, draw, rows};
use crate::difference_graph::DifferenceGraph;
use crate::linear_term::Var;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;

/// The variables and bounds that were added to a graph.
#[derive(Debug, Clone, Default)]
struct AddedConstraints {
    domains: Vec<(i64, i64)>,
    edges: Vec<(Var, Var, i64)>,
}

impl AddedConstraints {
    /// Whether there is a solution that meets one more bound.
    fn admits(&self, more: (Var, Var, i64)) -> bool {
        let meets = |row: &[i64], (x, y, c): (Var, Var, i64)| row[x.index()] - row[y.index()] <= c;
        let all = |row: &Vec<i64>| meets(row, more) && self.edges.iter().all(|edge| meets(row, *edge));
        rows(&self.domains).iter().any(all)
    }

    fn is_feasible(&self) -> bool {
        self.admits((Var::ZERO, Var::ZERO, 0))
    }
}

#[test]
fn answers_are_those_of_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut admitted, mut refused, mut lost) = (0, 0, 0);
    for _ in 0..300 {
        let (mut graph, mut added, mut levels) =
            (DifferenceGraph::new(), AddedConstraints::default(), Vec::new());
        for _ in 0..24 {
            match draw(&mut rng, 0, 9) {
                0..=2 if added.domains.len() < 4 => {
                    let lo = draw(&mut rng, -3, 3);
                    let hi = lo + draw(&mut rng, 0, 3);
                    let var = graph.add_var(lo, hi).unwrap();
                    added.domains.push((lo, hi));
                    assert_eq!(var.index(), added.domains.len());
                }
                3 => {
                    graph.push();
                    levels.push(added.clone());
                }
                4 => {
                    let before = levels.pop();
                    assert_eq!(graph.pop(), before.is_some(), "only what was pushed is popped");
                    added = before.unwrap_or(added);
                }
                other => {
                    let edge = (
                        any_var(&mut rng, added.domains.len()),
                        any_var(&mut rng, added.domains.len()),
                        draw(&mut rng, -4, 5),
                    );
                    let expected = added.admits(edge);
                    let (x, y, c) = edge;
                    if other < 8 {
                        assert_eq!(graph.admits(x, y, c), expected, "{added:?} with {edge:?}");
                        if expected && graph.is_feasible() {
                            let model = graph.model().unwrap();
                            assert!(model[x] - model[y] <= c, "the solution at hand is one with {edge:?}");
                        }
                    } else {
                        added.edges.push(edge);
                        assert_eq!(graph.add(x, y, c), expected, "{added:?}");
                    }
                    *(if expected { &mut admitted } else { &mut refused }) += 1;
                }
            }
            assert_eq!(graph.len(), added.domains.len());
            assert_eq!(graph.is_feasible(), added.is_feasible(), "{added:?}");
            match graph.model() {
                None => {
                    assert!(!added.is_feasible(), "{added:?}");
                    lost += 1;
                }
                Some(model) => {
                    assert_eq!(model.values().len(), added.domains.len());
                    let within = model
                        .values()
                        .iter()
                        .zip(&added.domains)
                        .all(|(value, (lo, hi))| (lo..=hi).contains(&value));
                    let met = added.edges.iter().all(|(x, y, c)| model[*x] - model[*y] <= *c);
                    assert!(within && met, "{model:?} of {added:?}");
                }
            }
        }
    }
    assert!(admitted.min(refused).min(lost) > 200, "{admitted} admitted, {refused} refused, {lost} without");
}
