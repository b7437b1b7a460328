//! Carving: opening walls until all cells hang together, without a loop.
//!
//! Both ways take a *region*: the cells that belong to something already (`Taken`), those to connect (`Free`), and those
//! whose walls are settled (`Settled`), which are not walked through. With one cell taken and all others free they make a whole
//! maze; a planner has them carve what an explorer has not seen. Free cells that no walk from a taken one reaches stay alone.

use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand::seq::SliceRandom;

use super::grid::{Direction, Maze};

/// How far a cell is with being carved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// It is connected, and others may be connected to it.
    Taken,
    /// It is to be connected.
    Free,
    /// All of its walls are known.
    Settled,
}

/// Which way to carve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carver {
    /// Depth first: from the last cell that has a free neighbour, into any of these. Long corridors.
    Backtracker,
    /// By loop-erased random walks (Wilson, "Generating random spanning trees more quickly than the cover time", STOC 1996):
    /// each spanning tree with the same probability.
    Walks,
}

impl Carver {
    /// Connects the free cells to taken ones.
    pub(super) fn carve(self, maze: &mut Maze, cells: &mut [Cell], rng: &mut ChaCha8Rng) {
        match self {
            Self::Backtracker => backtrack(maze, cells, rng),
            Self::Walks => walk(maze, cells, rng),
        }
    }
}

/// The sides of a cell behind which there is a cell with a property, and these cells.
fn sides(maze: &Maze, cell: usize, wanted: impl Fn(usize) -> bool) -> Vec<(Direction, usize)> {
    let side = |direction| Some((direction, maze.neighbour(cell, direction).filter(|to| wanted(*to))?));
    Direction::ALL.into_iter().filter_map(side).collect()
}

fn backtrack(maze: &mut Maze, cells: &mut [Cell], rng: &mut ChaCha8Rng) {
    let mut roots: Vec<usize> = (0..cells.len()).filter(|cell| cells[*cell] == Cell::Taken).collect();
    roots.shuffle(rng);
    for root in roots {
        let mut stack = vec![root];
        while let Some(cell) = stack.last().copied() {
            let free = sides(maze, cell, |to| cells[to] == Cell::Free);
            if free.is_empty() {
                stack.pop();
                continue;
            }
            let (direction, to) = free[rng.random_range(0..free.len())];
            maze.open(cell, direction);
            cells[to] = Cell::Taken;
            stack.push(to);
        }
    }
}

fn walk(maze: &mut Maze, cells: &mut [Cell], rng: &mut ChaCha8Rng) {
    let reachable = reachable(maze, cells);
    let mut left = vec![None; cells.len()];
    for begin in 0..cells.len() {
        if cells[begin] != Cell::Free || !reachable[begin] {
            continue;
        }
        // Where the walk left each cell last: following that from its beginning is the walk without its loops.
        let mut cell = begin;
        while cells[cell] == Cell::Free {
            let on = sides(maze, cell, |to| cells[to] != Cell::Settled);
            let (direction, to) = on[rng.random_range(0..on.len())];
            left[cell] = Some((direction, to));
            cell = to;
        }
        let mut cell = begin;
        while let Some((direction, to)) = left[cell].filter(|_| cells[cell] == Cell::Free) {
            maze.open(cell, direction);
            cells[cell] = Cell::Taken;
            cell = to;
        }
    }
}

/// Which cells walks from taken ones through free ones reach.
fn reachable(maze: &Maze, cells: &[Cell]) -> Vec<bool> {
    let mut reached: Vec<bool> = cells.iter().map(|cell| *cell == Cell::Taken).collect();
    let mut open: Vec<usize> = (0..cells.len()).filter(|cell| reached[*cell]).collect();
    while let Some(cell) = open.pop() {
        for (_, to) in sides(maze, cell, |to| cells[to] == Cell::Free) {
            if !std::mem::replace(&mut reached[to], true) {
                open.push(to);
            }
        }
    }
    reached
}
