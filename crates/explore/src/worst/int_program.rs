//! [`IntProgram`]: a program over a number of open integers, as the subject of an exploration.

use std::rc::Rc;

use dpgen_engine::Int;
use dpgen_engine::steer::Setup;

use crate::path_fingerprint::Origin;
use crate::subject::Subject;

/// A program over a slice.
pub(super) type OverInts = Rc<dyn Fn(&mut [Int])>;

/// A program over a number of integers of one range.
#[derive(Clone)]
pub(super) struct IntProgram {
    pub(super) program: OverInts,
    pub(super) count: u32,
    pub(super) range: (i64, i64),
}

impl IntProgram {
    /// The input of a run.
    pub(super) fn setup(&self) -> Setup {
        let domains = (0..self.count).map(|_| self.range).collect();
        Setup { domains, ..Setup::default() }
    }

    /// Calls the program.
    pub(super) fn run(&self, ints: &[Int]) {
        (self.program)(&mut ints.to_vec());
    }
}

impl Subject for IntProgram {
    fn beginnings(&self) -> u32 {
        1
    }

    fn begin(&mut self, _: u32) -> Result<(Setup, Vec<Origin>), String> {
        Ok((self.setup(), vec![Origin::default(); dpgen_forest::index::at(self.count)]))
    }

    fn call(&self, _: u32, ints: &[Int]) {
        self.run(ints);
    }
}
