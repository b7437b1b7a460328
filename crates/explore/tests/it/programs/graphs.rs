//! Paths and tours in complete graphs, whose weights are the integers, and local alignments. What counts is said of each.

use dpgen::Int;

use super::step;

/// The greatest number of vertices that there are weights for: `weights(v)` for `v` vertices.
fn vertices(many: usize, weights: impl Fn(usize) -> usize) -> usize {
    (1..).take_while(|vertices| weights(*vertices) <= many).last().unwrap_or(0)
}

/// The weights of a directed graph: each vertex to each other.
fn directed(weights: &[Int]) -> Vec<Vec<Int>> {
    let many = vertices(weights.len(), |vertices| vertices * (vertices - 1));
    let mut weights = weights.iter();
    let mut weight = |from: usize, to: usize| {
        if from == to { Int::from(0) } else { weights.next().copied().unwrap_or_default() }
    };
    (0..many).map(|from| (0..many).map(|to| weight(from, to)).collect()).collect()
}

/// Bellman and Ford: all edges, round after round, until nothing gets shorter; counts the distances that get shorter.
pub fn bellman_ford(weights: &mut [Int]) {
    let graph = directed(weights);
    let mut distances: Vec<Option<Int>> = vec![None; graph.len()];
    if let Some(first) = distances.first_mut() {
        *first = Some(Int::from(0));
    }
    for _ in 1..graph.len() {
        let mut is_stable = true;
        // From the last vertex on, so that a round does not settle what the next one is for.
        for from in (0..graph.len()).rev() {
            let Some(so_far) = distances[from] else { continue };
            for to in (1..graph.len()).filter(|to| *to != from) {
                let through = so_far + graph[from][to];
                if distances[to].is_none_or(|known| through < known) {
                    step();
                    distances[to] = Some(through);
                    is_stable = false;
                }
            }
        }
        if is_stable {
            return;
        }
    }
}

/// Dijkstra over an array: the nearest vertex that is left, by going over all; counts the distances that get shorter.
pub fn dijkstra_array(weights: &mut [Int]) {
    let graph = directed(weights);
    let mut distances: Vec<Option<Int>> = vec![None; graph.len()];
    let mut left: Vec<usize> = (0..graph.len()).collect();
    if let Some(first) = distances.first_mut() {
        *first = Some(Int::from(0));
    }
    while !left.is_empty() {
        let mut nearest = 0;
        for place in 1..left.len() {
            let nearer = match (distances[left[place]], distances[left[nearest]]) {
                (Some(one), Some(other)) => one < other,
                (one, None) => one.is_some(),
                (None, Some(_)) => false,
            };
            if nearer {
                nearest = place;
            }
        }
        let from = left.remove(nearest);
        let Some(so_far) = distances[from] else { return };
        for to in &left {
            let through = so_far + graph[from][*to];
            if distances[*to].is_none_or(|known| through < known) {
                step();
                distances[*to] = Some(through);
            }
        }
    }
}

/// The shortest tour by backtracking: a beginning that is no shorter than the best tour is left; counts beginnings of tours.
pub fn shortest_tour(weights: &mut [Int]) {
    let many = vertices(weights.len(), |vertices| vertices * (vertices - 1) / 2);
    let between = |one: usize, other: usize| {
        let (low, high) = (one.min(other), one.max(other));
        weights[high * (high - 1) / 2 + low]
    };
    tour(many, &between, &mut vec![0], Int::from(0), &mut None);
}

fn tour(
    many: usize,
    between: &impl Fn(usize, usize) -> Int,
    path: &mut Vec<usize>,
    length: Int,
    best: &mut Option<Int>,
) {
    step();
    let last = path[path.len() - 1];
    if path.len() >= many {
        let whole = if last == 0 { length } else { length + between(last, 0) };
        if best.is_none_or(|best| whole < best) {
            *best = Some(whole);
        }
        return;
    }
    for next in 1..many {
        if path.contains(&next) {
            continue;
        }
        let longer = length + between(last, next);
        if best.is_none_or(|best| longer < best) {
            path.push(next);
            tour(many, between, path, longer, best);
            path.pop();
        }
    }
}

/// Smith and Waterman (1981): the first half of the letters against the second; 2 for a match, -1 for a mismatch or a gap.
/// Counts the steps of the way back from the best cell, which are the columns of the alignment.
pub fn smith_waterman(letters: &mut [Int]) {
    let many = letters.len() / 2;
    let (one, other) = letters.split_at(many);
    let mut scores = vec![vec![0_i32; many + 1]; many + 1];
    let mut matches = vec![vec![false; many + 1]; many + 1];
    let mut best = (0, 0, 0);
    for row in 1..=many {
        for column in 1..=many {
            matches[row][column] = one[row - 1] == other[column - 1];
            let diagonal = scores[row - 1][column - 1] + if matches[row][column] { 2 } else { -1 };
            let gap = scores[row - 1][column].max(scores[row][column - 1]) - 1;
            scores[row][column] = diagonal.max(gap).max(0);
            if scores[row][column] > best.0 {
                best = (scores[row][column], row, column);
            }
        }
    }
    let (_, mut row, mut column) = best;
    while scores[row][column] > 0 {
        step();
        let diagonal = scores[row - 1][column - 1] + if matches[row][column] { 2 } else { -1 };
        if scores[row][column] == diagonal {
            (row, column) = (row - 1, column - 1);
        } else if scores[row][column] == scores[row - 1][column] - 1 {
            row -= 1;
        } else {
            column -= 1;
        }
    }
}
