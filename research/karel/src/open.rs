//! A world that is decided where it is looked at, and a program in it as the subject of an exploration.

use dpgen_engine::Int;
use dpgen_engine::steer::Setup;
use dpgen_explore::{Branch, Exploration, ExploreError, Explored, Origin, Subject};

use crate::hero::{self, Cell, SIDE, World};
use crate::program::Block;

/// How many conditions a program may have.
pub const MOST: usize = 32;

/// The conditions of a program, by number: outcome 0 is that it does not hold.
static CONDITIONS: [Branch; MOST] = {
    let mut all = [const { named(0) }; MOST];
    let (mut place, mut line) = (0, 1);
    while place < MOST {
        all[place] = named(line);
        place += 1;
        line += 1;
    }
    all
};

const fn named(line: u32) -> Branch {
    Branch { file: "program", line, column: 1, kind: "condition", outcomes: &["false", "true"], parent: None }
}

/// How far from its start the hero can look.
const REACH: i32 = SIDE - 1;

/// For each cell whether it is a wall, then for each how many markers it has: open integers, or the values of a path.
pub struct Cells<'a, I>(pub &'a [I]);

/// The place of a cell.
fn place(cell: Cell) -> usize {
    let side = 2 * REACH + 1;
    let place = usize::try_from((cell.1 + REACH) * side + cell.0 + REACH);
    place.unwrap_or_else(|_| unreachable!("cells lie in the box"))
}

/// How many cells there are.
fn cells() -> usize {
    place((REACH, REACH)) + 1
}

impl<I: PartialOrd<i64>> World for Cells<'_, I> {
    fn is_wall(&mut self, cell: Cell) -> bool {
        self.0[place(cell)] > 0
    }

    fn has_markers(&mut self, cell: Cell, taken: i64) -> bool {
        self.0[cells() + place(cell)] > taken
    }
}

/// A program in a world that is open.
struct Runs<'a>(&'a Block);

impl Subject for Runs<'_> {
    fn beginnings(&self) -> u32 {
        1
    }

    fn begin(&mut self, _: u32) -> Result<(Setup, Vec<Origin>), String> {
        let walls = std::iter::repeat_n((0, 1), cells());
        let domains: Vec<(i64, i64)> = walls.chain(std::iter::repeat_n((0, 9), cells())).collect();
        let origins = vec![Origin::default(); domains.len()];
        Ok((Setup { domains, ..Setup::default() }, origins))
    }

    fn call(&self, _: u32, ints: &[Int]) {
        dpgen_explore::enter(&CONDITIONS[..hero::conditions(self.0)]);
        hero::run(self.0, &mut Cells(ints), &mut |condition: usize, holds| {
            dpgen_explore::note(&CONDITIONS[condition], u32::from(holds));
        });
    }
}

/// Explores a program: each path that it takes in some world.
pub fn explore(program: &Block, exploration: Exploration) -> Result<Explored, ExploreError> {
    exploration.run(&mut Runs(program), |_, _| {})
}
