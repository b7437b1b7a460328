//! Spanning trees of grids: their number against the matrix-tree theorem, OEIS and brute force; ranks; the uniform distribution.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_worlds::{Maze, SpanningTrees};

/// OEIS A007341: the number of spanning trees of the n x n grid.
#[test]
fn square_grids() {
    let counts: [u64; 6] = [1, 4, 192, 100_352, 557_568_000, 32_565_539_635_200];
    for (side, count) in (1..).zip(counts) {
        assert_eq!(SpanningTrees::new(side, side).unwrap().count(), u128::from(count), "{side}");
    }
}

/// Kirchhoff: the determinant of the Laplacian without one row and column; by Bareiss' elimination, which stays in integers.
fn kirchhoff(width: usize, height: usize) -> i128 {
    let grid = Maze::closed(width, height);
    let mut matrix = vec![vec![0_i128; grid.cells()]; grid.cells()];
    for (cell, direction) in grid.walls() {
        let to = grid.neighbour(cell, direction).unwrap();
        for (one, other) in [(cell, to), (to, cell)] {
            matrix[one][one] += 1;
            matrix[one][other] -= 1;
        }
    }
    let size = grid.cells() - 1;
    let mut before = 1;
    for step in 0..size.saturating_sub(1) {
        for row in step + 1..size {
            for column in step + 1..size {
                let product =
                    matrix[row][column] * matrix[step][step] - matrix[row][step] * matrix[step][column];
                matrix[row][column] = product / before;
            }
        }
        before = matrix[step][step];
    }
    if size == 0 { 1 } else { matrix[size - 1][size - 1] }
}

#[test]
fn rectangles_by_the_matrix_tree_theorem() {
    for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 6), (6, 2), (3, 5), (5, 3), (4, 5)] {
        let count = SpanningTrees::new(width, height).unwrap().count();
        assert_eq!(count.to_string(), kirchhoff(width, height).to_string(), "{width}x{height}");
    }
}

/// All 4,096 ways to open walls of the 3x3 grid, judged one by one.
#[test]
fn each_tree_once() {
    let trees = SpanningTrees::new(3, 3).unwrap();
    let walls: Vec<_> = Maze::closed(3, 3).walls().collect();
    let mut ranks = Vec::new();
    for bits in 0_u32..1 << walls.len() {
        let mut maze = Maze::closed(3, 3);
        for (place, (cell, direction)) in walls.iter().enumerate() {
            if bits >> place & 1 == 1 {
                maze.open(*cell, *direction);
            }
        }
        let rank = trees.rank_of(&maze);
        assert_eq!(rank.is_some(), maze.is_tree(), "\n{maze}");
        if let Some(rank) = rank {
            assert_eq!(trees.nth(rank.clone()).unwrap(), maze);
            ranks.push(rank.to_string().parse::<u32>().unwrap());
        }
    }
    ranks.sort_unstable();
    assert_eq!(ranks, (0..192).collect::<Vec<u32>>());
    assert_eq!(trees.nth(192_u32), None);
}

#[test]
fn another_grid_has_no_rank() {
    let maze = SpanningTrees::new(3, 2).unwrap().nth(0_u32).unwrap();
    assert_eq!(SpanningTrees::new(2, 3).unwrap().rank_of(&maze), None);
}

/// Pearson's test: the sum over 192 trees has 191 degrees of freedom; 300 is exceeded with a probability below 10^-6.
#[test]
fn each_tree_is_as_likely() {
    let trees = SpanningTrees::new(3, 3).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut drawn: HashMap<Maze, f64> = HashMap::new();
    for _ in 0..19_200 {
        *drawn.entry(trees.sample(&mut rng)).or_default() += 1.0;
    }
    assert_eq!(drawn.len(), 192);
    let distance: f64 = drawn.values().map(|count| (count - 100.0).powi(2) / 100.0).sum();
    assert!(distance < 300.0, "{distance}");
}
