//! Grids drawn at random, as the baseline has them.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use rand::RngExt;

use crate::hero::{Cell, SIDE, World};

/// A grid whose cells are drawn when they are looked at.
#[derive(Debug)]
pub struct Grid<'a> {
    rng: &'a mut ChaCha8Rng,
    /// The first and the last cell.
    first: Cell,
    last: Cell,
    markers: HashMap<Cell, i64>,
}

impl<'a> Grid<'a> {
    /// A grid of 2 to 16 columns and rows, each as likely, with the hero on any of its cells.
    pub fn new(rng: &'a mut ChaCha8Rng) -> Self {
        let mut span = || {
            let cells = rng.random_range(2..=SIDE);
            let at = rng.random_range(0..cells);
            (-at, cells - 1 - at)
        };
        let ((left, right), (top, bottom)) = (span(), span());
        Self { rng, first: (left, top), last: (right, bottom), markers: HashMap::new() }
    }
}

impl World for Grid<'_> {
    /// One cell of eight is a wall.
    fn is_wall(&mut self, (x, y): Cell) -> bool {
        x < self.first.0
            || x > self.last.0
            || y < self.first.1
            || y > self.last.1
            || self.rng.random_range(0..8) == 0
    }

    /// One cell of eight has markers, from 1 to 9 of them.
    fn has_markers(&mut self, cell: Cell, taken: i64) -> bool {
        let rng = &mut self.rng;
        let draw = || if rng.random_range(0..8) == 0 { rng.random_range(1..=9) } else { 0 };
        *self.markers.entry(cell).or_insert_with(draw) > taken
    }
}
