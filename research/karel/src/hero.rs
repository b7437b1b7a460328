//! The interpreter: a hero that walks as a program says, in any [`World`].
//!
//! Cells are counted from where the hero starts, so that where that is, which way it looks and how large the grid is are
//! nothing to decide. Invariant: all cells that were looked at lie in a box of at most 16 by 16, the largest grid; what would
//! not is outside, which is a wall.

use std::collections::HashMap;

use crate::program::{Block, Condition, Sight, Statement};

/// Columns and rows from where the hero started.
pub type Cell = (i32, i32);

/// What an interpreter asks a world for. It asks once a cell, and remembers.
pub trait World {
    /// Whether there is a wall. The hero's first cell is free.
    fn is_wall(&mut self, cell: Cell) -> bool;
    /// Whether a cell had more than `taken` markers at the start; that may be less than none, if some were put there.
    fn has_markers(&mut self, cell: Cell, taken: i64) -> bool;
}

/// What is told of a run: that a condition, by its number, had an outcome.
pub trait Listener {
    fn outcome(&mut self, condition: usize, holds: bool);
}

impl<F: FnMut(usize, bool)> Listener for F {
    fn outcome(&mut self, condition: usize, holds: bool) {
        self(condition, holds);
    }
}

/// How many actions and conditions a run may take.
pub const TICKS: u32 = 400;

/// The side of the largest grid.
pub const SIDE: i32 = 16;

/// Why a run ended before the program did: a wall, no marker to take, or too long.
struct Over;

struct Hero<'a, W, L> {
    world: &'a mut W,
    listener: &'a mut L,
    at: Cell,
    /// One cell ahead.
    ahead: Cell,
    ticks: u32,
    walls: HashMap<Cell, bool>,
    /// How many markers were taken from a cell, less those put there.
    taken: HashMap<Cell, i64>,
    /// The least and the greatest cell of the box that was looked at.
    least: Cell,
    greatest: Cell,
}

/// Runs a program. Conditions are numbered from 0, in the order in which they stand.
pub fn run(program: &Block, world: &mut impl World, listener: &mut impl Listener) {
    let mut hero = Hero {
        world,
        listener,
        at: (0, 0),
        ahead: (0, -1),
        ticks: 0,
        walls: HashMap::from([((0, 0), false)]),
        taken: HashMap::new(),
        least: (0, 0),
        greatest: (0, 0),
    };
    let _ends_early = hero.block(program, 0);
}

/// How many conditions a program has.
pub fn conditions(program: &Block) -> usize {
    let Block::Then(first, rest) = program else { return 0 };
    conditions_of(first) + conditions(rest)
}

fn conditions_of(statement: &Statement) -> usize {
    match statement {
        Statement::While(_, body) | Statement::If(_, body) => 1 + conditions(body),
        Statement::Repeat(_, body) => conditions(body),
        Statement::IfElse(_, then, other) => 1 + conditions(then) + conditions(other),
        _ => 0,
    }
}

impl<W: World, L: Listener> Hero<'_, W, L> {
    /// Takes a block whose first condition has this number.
    fn block(&mut self, mut block: &Block, mut number: usize) -> Result<(), Over> {
        while let Block::Then(statement, rest) = block {
            self.statement(statement, number)?;
            number += conditions_of(statement);
            block = rest;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, number: usize) -> Result<(), Over> {
        let (x, y) = self.ahead;
        match statement {
            Statement::While(condition, body) => {
                while self.holds(*condition, number)? {
                    self.block(body, number + 1)?;
                }
            }
            Statement::Repeat(times, body) => {
                for _ in 0..*times {
                    self.block(body, number)?;
                }
            }
            Statement::If(condition, body) => {
                if self.holds(*condition, number)? {
                    self.block(body, number + 1)?;
                }
            }
            Statement::IfElse(condition, then, other) => {
                if self.holds(*condition, number)? {
                    self.block(then, number + 1)?;
                } else {
                    self.block(other, number + 1 + conditions(then))?;
                }
            }
            Statement::Move => {
                self.tick()?;
                let to = (self.at.0 + x, self.at.1 + y);
                if self.is_wall(to) {
                    return Err(Over);
                }
                self.at = to;
            }
            Statement::TurnLeft => {
                self.tick()?;
                self.ahead = (y, -x);
            }
            Statement::TurnRight => {
                self.tick()?;
                self.ahead = (-y, x);
            }
            Statement::Pick => {
                self.tick()?;
                if !self.has_markers() {
                    return Err(Over);
                }
                *self.taken.entry(self.at).or_default() += 1;
            }
            Statement::Put => {
                self.tick()?;
                *self.taken.entry(self.at).or_default() -= 1;
            }
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Over> {
        self.ticks += 1;
        if self.ticks > TICKS { Err(Over) } else { Ok(()) }
    }

    fn holds(&mut self, condition: Condition, number: usize) -> Result<bool, Over> {
        self.tick()?;
        let (x, y) = self.ahead;
        let sees = match condition.sight {
            Sight::Front => !self.is_wall((self.at.0 + x, self.at.1 + y)),
            Sight::Left => !self.is_wall((self.at.0 + y, self.at.1 - x)),
            Sight::Right => !self.is_wall((self.at.0 - y, self.at.1 + x)),
            Sight::Markers => self.has_markers(),
        };
        let holds = sees != condition.not;
        self.listener.outcome(number, holds);
        Ok(holds)
    }

    fn has_markers(&mut self) -> bool {
        let taken = self.taken.get(&self.at).copied().unwrap_or(0);
        self.world.has_markers(self.at, taken)
    }

    fn is_wall(&mut self, cell: Cell) -> bool {
        if let Some(known) = self.walls.get(&cell) {
            return *known;
        }
        let least = (self.least.0.min(cell.0), self.least.1.min(cell.1));
        let greatest = (self.greatest.0.max(cell.0), self.greatest.1.max(cell.1));
        let is_outside = greatest.0 - least.0 >= SIDE || greatest.1 - least.1 >= SIDE;
        let is_wall = is_outside || self.world.is_wall(cell);
        // A wall may be the border of the grid: only free cells have to lie in it.
        if !is_wall {
            (self.least, self.greatest) = (least, greatest);
        }
        self.walls.insert(cell, is_wall);
        is_wall
    }
}
