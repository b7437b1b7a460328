//! [`Braided`]: distributions of mazes with loops, as worlds.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;

use dpgen::BuildError;

use super::carve::{Carver, Cell};
use super::grid::{Direction, Maze};
use super::spanning::SpanningTrees;
use crate::distribution::Distribution;
use crate::index::NodeId;
use crate::world::{Sight, World};

/// Mazes without loops in which each wall that is closed is then opened with a probability. One sees through open walls, starts
/// in any cell, and has as many steps as there are cells.
///
/// ```
/// use dpgen_worlds::{Braided, Distribution};
///
/// let mazes = Braided::backtracker(6, 6, 0.25);
/// assert_eq!(mazes.name(), "mazes 6x6, backtracker + 0.25");
/// assert_eq!(mazes.draw(7).seen().steps_left(), 36);
/// assert_eq!(mazes.maze(7), mazes.maze(7));
/// ```
#[derive(Debug, Clone)]
pub struct Braided {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) carver: Carver,
    /// How likely a wall is opened that the tree leaves closed.
    pub(super) extra: f64,
    /// Where the trees come from, if they are not carved.
    trees: Option<Arc<SpanningTrees>>,
}

impl Braided {
    /// Mazes carved depth first (the *recursive backtracker*) from a cell that each is as likely to be.
    ///
    /// # Panics
    /// Without cells, or if `extra` is no probability.
    #[must_use]
    pub fn backtracker(width: usize, height: usize, extra: f64) -> Self {
        assert!(width > 0 && height > 0, "a maze has at least one cell");
        assert!((0.0..=1.0).contains(&extra), "{extra} is no probability");
        Self { width, height, carver: Carver::Backtracker, extra, trees: None }
    }

    /// Mazes whose trees are all equally likely: drawn by dpgen from [`SpanningTrees`].
    ///
    /// ```
    /// use dpgen_worlds::Braided;
    /// let mazes = Braided::uniform(4, 4, 0.0)?;
    /// assert!(mazes.maze(7).is_tree());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When the trees can not be built.
    ///
    /// # Panics
    /// As [`backtracker`](Self::backtracker).
    pub fn uniform(width: usize, height: usize, extra: f64) -> Result<Self, BuildError> {
        let trees = Some(Arc::new(SpanningTrees::new(width, height)?));
        Ok(Self { carver: Carver::Walks, trees, ..Self::backtracker(width, height, extra) })
    }

    /// The maze with this seed.
    #[must_use]
    pub fn maze(&self, seed: u64) -> Maze {
        self.maze_and_start(seed).0
    }

    fn maze_and_start(&self, seed: u64) -> (Maze, usize) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut maze = match &self.trees {
            Some(trees) => trees.sample(&mut rng),
            None => {
                let mut maze = Maze::closed(self.width, self.height);
                let mut cells = vec![Cell::Free; maze.cells()];
                cells[rng.random_range(0..maze.cells())] = Cell::Taken;
                self.carver.carve(&mut maze, &mut cells, &mut rng);
                maze
            }
        };
        self.braid(&mut maze, |_, _| true, &mut rng);
        let start = rng.random_range(0..maze.cells());
        (maze, start)
    }

    /// Opens each closed wall of those that may be, with the probability of this distribution.
    pub(super) fn braid(
        &self,
        maze: &mut Maze,
        may: impl Fn(&Maze, (usize, Direction)) -> bool,
        rng: &mut ChaCha8Rng,
    ) {
        for (cell, direction) in maze.walls() {
            if !maze.is_open(cell, direction) && may(maze, (cell, direction)) && rng.random_bool(self.extra) {
                maze.open(cell, direction);
            }
        }
    }
}

impl Distribution for Braided {
    fn name(&self) -> String {
        let Self { width, height, carver, extra, .. } = self;
        let tree = match carver {
            Carver::Backtracker => "backtracker",
            Carver::Walks => "uniform trees",
        };
        let loops = if *extra > 0.0 { format!(" + {extra}") } else { String::new() };
        format!("mazes {width}x{height}, {tree}{loops}")
    }

    fn draw(&self, seed: u64) -> World {
        let (maze, start) = self.maze_and_start(seed);
        let steps = u32::try_from(maze.cells()).unwrap_or(u32::MAX);
        World::new(maze.graph(), NodeId::new(start), Sight::Neighbours, steps)
    }
}
