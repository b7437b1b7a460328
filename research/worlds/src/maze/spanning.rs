//! [`SpanningTrees`]: all mazes without loops as structures of dpgen.
//!
//! A maze is a list of its cells, row by row, each with two bits: whether the walls to its right and below it are open. Its
//! invariant is that no loop closes and no cell is cut off, and all that a cell must know of those after it is which of the
//! next row's worth of them are connected: the *frontier*, as in the transfer matrices of statistical physics. There are few
//! frontiers (non-crossing partitions, 132 where a row of 6 is whole), so that Quotient DP counts all spanning trees of a
//! grid, ranks them, and draws them uniformly.

use chacha20::rand_core::Rng;
use dpgen::prelude::*;
use dpgen::scope;

use super::grid::{Direction, Maze};

/// The cells of a maze from one on, row by row. The parameter `width` says how long a row is.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = has_no_loop, root_ok = is_whole, params = [width])]
pub enum Cells {
    /// After the last cell.
    End,
    /// A cell, and those after it.
    Cell {
        /// Whether the wall to its right is open.
        right: bool,
        /// Whether the wall below it is open.
        down: bool,
        /// The cells after it.
        rest: Box<Cells>,
    },
}

/// No wall closes a loop, and none cuts cells off for good.
fn has_no_loop(cells: CellsView) -> bool {
    let CellsView::Cell { .. } = cells else { return true };
    frontier(cells).is_some()
}

/// The rows are whole, and all cells are connected.
fn is_whole(cells: CellsView) -> bool {
    len(cells).is_multiple_of(width())
        && frontier(cells).is_some_and(|labels| labels.iter().all(|label| *label == 0))
}

fn width() -> usize {
    let width = scope().param("width").and_then(|width| usize::try_from(width).ok());
    width.unwrap_or(1).max(1)
}

fn len(cells: CellsView) -> usize {
    let CellsView::Cell { rest, .. } = cells else { return 0 };
    1 + rest.get(len)
}

/// Which of the first cells, one row's worth of them, are connected: equal labels are, and labels are numbered in the order in
/// which they occur. `None` if a loop has been closed or a cell cut off.
fn frontier(cells: CellsView) -> Option<Vec<usize>> {
    let CellsView::Cell { right, down, rest } = cells else { return Some(Vec::new()) };
    let width = width();
    let mut labels = rest.get(frontier)?;
    let below = labels.get(width - 1).copied();
    // Rows end where a whole number of rows is left.
    let beside = labels.first().copied().filter(|_| !rest.get(len).is_multiple_of(width));
    let mut joined = Vec::new();
    for (open, to) in [(right, beside), (down, below)] {
        if open == true {
            joined.push(to?);
        }
    }
    if joined.len() == 2 && joined[0] == joined[1] {
        return None;
    }
    // The first that it is joined to gives its label to the cell and to the second, or the cell has one of its own.
    let own = joined.first().copied().unwrap_or(width);
    for label in labels.iter_mut().filter(|label| joined.contains(*label)) {
        *label = own;
    }
    labels.insert(0, own);
    if labels.len() > width && labels.pop().is_some_and(|gone| !labels.contains(&gone)) {
        return None;
    }
    Some(renumbered(&labels))
}

fn renumbered(labels: &[usize]) -> Vec<usize> {
    let mut known = Vec::new();
    let mut number = |label: &usize| {
        known.iter().position(|other| other == label).unwrap_or_else(|| {
            known.push(*label);
            known.len() - 1
        })
    };
    labels.iter().map(&mut number).collect()
}

/// All mazes of a width and height without loops: the spanning trees of the grid.
///
/// ```
/// use dpgen_worlds::SpanningTrees;
///
/// let mazes = SpanningTrees::new(6, 6)?;
/// assert_eq!(mazes.count(), 32_565_539_635_200); // OEIS A007341
/// let maze = mazes.nth(20_000_000_000_000_u64).expect("there are more");
/// assert!(maze.is_tree());
/// assert_eq!(mazes.rank_of(&maze), Some(20_000_000_000_000_u64.into()));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct SpanningTrees {
    width: usize,
    height: usize,
    cells: Structures<Cells>,
}

impl SpanningTrees {
    /// Builds them. The work grows with the number of frontiers, about 3 to the power of the width: 10 columns take
    /// seconds; rows cost little.
    ///
    /// # Errors
    /// When there are too many cells or too many frontiers: see [`BuildError`].
    ///
    /// # Panics
    /// Without cells.
    pub fn new(width: usize, height: usize) -> Result<Self, BuildError> {
        assert!(width > 0 && height > 0, "a maze has at least one cell");
        let cells = width.checked_mul(height).and_then(|cells| u32::try_from(cells).ok()).unwrap_or(u32::MAX);
        let row = i64::try_from(width).unwrap_or(i64::MAX);
        Ok(Self { width, height, cells: Generator::up_to(cells).param("width", row).build()? })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> Count {
        self.cells.count(self.size())
    }

    /// The maze with this rank, from 0.
    pub fn nth(&self, rank: impl TryInto<Count>) -> Option<Maze> {
        self.cells.nth(self.size(), rank).map(|cells| self.maze(&cells))
    }

    /// The rank of a maze, `None` if it is not among these.
    #[must_use]
    pub fn rank_of(&self, maze: &Maze) -> Option<Count> {
        if (maze.width(), maze.height()) != (self.width, self.height) {
            return None;
        }
        let cells = (0..maze.cells()).rev().fold(Cells::End, |rest, cell| Cells::Cell {
            right: maze.is_open(cell, Direction::East),
            down: maze.is_open(cell, Direction::South),
            rest: Box::new(rest),
        });
        self.cells.rank_of(&cells).map(|(_, rank)| rank)
    }

    /// A maze, each with exactly the same probability.
    ///
    /// ```
    /// use chacha20::{ChaCha8Rng, rand_core::SeedableRng};
    /// use dpgen_worlds::SpanningTrees;
    ///
    /// let mazes = SpanningTrees::new(3, 2)?;
    /// assert_eq!(mazes.count(), 15);
    /// println!("{}", mazes.sample(&mut ChaCha8Rng::seed_from_u64(7)));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Maze {
        let cells = self.cells.sample(self.size(), rng);
        self.maze(&cells.expect("every grid has a spanning tree"))
    }

    fn size(&self) -> u32 {
        self.cells.complete_sizes().saturating_sub(1)
    }

    fn maze(&self, cells: &Cells) -> Maze {
        let mut maze = Maze::closed(self.width, self.height);
        let mut left = cells;
        for place in 0..maze.cells() {
            let Cells::Cell { right, down, rest } = left else { break };
            for (open, direction) in [(right, Direction::East), (down, Direction::South)] {
                if *open {
                    maze.open(place, direction);
                }
            }
            left = rest;
        }
        maze
    }
}
