//! What so many inputs cover: outcomes of conditions, and blocks of statements, as parts of those that some input reaches.

use crate::program::{Block, Statement};

/// Outcomes of conditions as bits: of condition `i`, bit `2i` is that it does not hold, the next that it holds.
pub type Outcomes = u64;

/// The bit of an outcome.
pub fn bit(condition: usize, holds: bool) -> Outcomes {
    1 << (2 * condition + usize::from(holds))
}

/// The outcomes that lead into a block of their own: bodies of loops, and both sides of a branch.
pub fn blocks(program: &Block) -> Outcomes {
    fn of(block: &Block, number: &mut usize) -> Outcomes {
        let Block::Then(first, rest) = block else { return 0 };
        let own = match first {
            Statement::While(_, body) | Statement::If(_, body) => {
                let holds = bit(*number, true);
                *number += 1;
                holds | of(body, number)
            }
            Statement::IfElse(_, then, other) => {
                let both = bit(*number, true) | bit(*number, false);
                *number += 1;
                let then = of(then, number);
                both | then | of(other, number)
            }
            Statement::Repeat(_, body) => of(body, number),
            _ => 0,
        };
        own | of(rest, number)
    }
    of(program, &mut 0)
}

/// What is measured: all outcomes, or those that lead into blocks and the block that every run takes.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    counted: Outcomes,
    always: u32,
}

impl Measure {
    /// Of the outcomes that some input reaches.
    pub fn outcomes(reachable: Outcomes) -> Self {
        Self { counted: reachable, always: 0 }
    }

    /// Of the blocks that some input reaches.
    pub fn blocks(program: &Block, reachable: Outcomes) -> Self {
        Self { counted: reachable & blocks(program), always: 1 }
    }

    /// The part that is covered, from 0 to 1.
    pub fn part(&self, covered: Outcomes) -> f64 {
        let of = |outcomes: Outcomes| f64::from((outcomes & self.counted).count_ones() + self.always);
        if of(self.counted) == 0.0 { 1.0 } else { of(covered) / of(self.counted) }
    }

    /// What the best `inputs` rows cover, one by one: each adds most.
    pub fn best(&self, rows: &[Outcomes], inputs: usize) -> f64 {
        let gain = |row: &&Outcomes, covered: Outcomes| (**row & !covered & self.counted).count_ones();
        let covered = (0..inputs).fold(0, |covered, _| {
            covered | rows.iter().max_by_key(|row| gain(row, covered)).copied().unwrap_or(0)
        });
        self.part(covered)
    }

    /// What the first `inputs` rows cover.
    pub fn first(&self, rows: &[Outcomes], inputs: usize) -> f64 {
        self.part(rows.iter().take(inputs).fold(0, |covered, row| covered | row))
    }
}
