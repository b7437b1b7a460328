//! [`Maze`]: a grid of cells, and which walls between neighbours are open.

use std::fmt;

use crate::graph::{Edge, Graph};
use crate::index::NodeId;

/// A side of a cell. Its number is the kind of a maze's edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up.
    North,
    /// To the right.
    East,
    /// Down.
    South,
    /// To the left.
    West,
}

impl Direction {
    /// All of them, in the order of a cell's edges.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The kind of an edge in this direction.
    ///
    /// ```
    /// use dpgen_worlds::Direction;
    /// assert_eq!(Direction::ALL.map(Direction::kind), [0, 1, 2, 3]);
    /// ```
    #[must_use]
    pub const fn kind(self) -> u16 {
        match self {
            Self::North => 0,
            Self::East => 1,
            Self::South => 2,
            Self::West => 3,
        }
    }
}

/// A grid of cells, numbered row by row, with walls between neighbours that are open or closed.
///
/// ```
/// use dpgen_worlds::{Direction, Maze};
///
/// let mut maze = Maze::closed(2, 2);
/// maze.open(0, Direction::East);
/// maze.open(3, Direction::North);
/// assert!(maze.is_open(1, Direction::South));
/// assert_eq!(maze.to_string(), "+--+--+\n|     |\n+--+  +\n|  |  |\n+--+--+\n");
/// assert!(!maze.is_tree());
/// maze.open(2, Direction::East);
/// assert!(maze.is_tree());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Maze {
    width: usize,
    height: usize,
    /// By cell: whether the wall to its right is open, and the one below it.
    right: Vec<bool>,
    down: Vec<bool>,
}

impl Maze {
    /// A grid with all walls closed.
    ///
    /// # Panics
    /// Without cells.
    #[must_use]
    pub fn closed(width: usize, height: usize) -> Self {
        assert!(width > 0 && height > 0, "a maze has at least one cell");
        let walls = vec![false; width * height];
        Self { width, height, right: walls.clone(), down: walls }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.right.len()
    }

    /// The neighbour of a cell, if it is in the grid.
    ///
    /// ```
    /// use dpgen_worlds::{Direction, Maze};
    /// let maze = Maze::closed(3, 2);
    /// assert_eq!(maze.neighbour(2, Direction::South), Some(5));
    /// assert_eq!(maze.neighbour(2, Direction::East), None);
    /// ```
    #[must_use]
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let column = cell % self.width;
        match direction {
            Direction::North => cell.checked_sub(self.width),
            Direction::East => (column + 1 < self.width).then_some(cell + 1),
            Direction::South => Some(cell + self.width).filter(|below| *below < self.cells()),
            Direction::West => (column > 0).then(|| cell - 1),
        }
    }

    /// Whether the wall on that side of a cell is open; the border of the grid is not.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn is_open(&self, cell: usize, direction: Direction) -> bool {
        let Some(to) = self.neighbour(cell, direction) else { return false };
        match direction {
            Direction::North => self.down[to],
            Direction::East => self.right[cell],
            Direction::South => self.down[cell],
            Direction::West => self.right[to],
        }
    }

    /// Opens the wall on that side of a cell.
    ///
    /// # Panics
    /// If there is no such cell, or the side is at the border of the grid.
    pub fn open(&mut self, cell: usize, direction: Direction) {
        let Some(to) = self.neighbour(cell, direction) else {
            panic!("cell {cell} is at the border of the grid: no wall can be opened there")
        };
        match direction {
            Direction::North => self.down[to] = true,
            Direction::East => self.right[cell] = true,
            Direction::South => self.down[cell] = true,
            Direction::West => self.right[to] = true,
        }
    }

    /// All walls between two cells: the one on the east side of a cell, then that on its south side, cell by cell.
    pub fn walls(&self) -> impl Iterator<Item = (usize, Direction)> + use<> {
        let grid = Self::closed(self.width, self.height);
        (0..self.cells())
            .flat_map(|cell| [(cell, Direction::East), (cell, Direction::South)])
            .filter(move |(cell, direction)| grid.neighbour(*cell, *direction).is_some())
    }

    /// Whether there is exactly one way between any two cells.
    #[must_use]
    pub fn is_tree(&self) -> bool {
        let open = self.walls().filter(|(cell, direction)| self.is_open(*cell, *direction)).count();
        let reached = self.graph().distances(NodeId::new(0));
        open + 1 == self.cells() && reached.iter().all(Option::is_some)
    }

    /// The cells as nodes, with an edge through each open wall; its kind is the direction.
    #[must_use]
    pub fn graph(&self) -> Graph {
        let edge = |cell, direction: Direction| {
            let to = self.neighbour(cell, direction).filter(|_| self.is_open(cell, direction))?;
            Some(Edge { kind: direction.kind(), to: NodeId::new(to) })
        };
        Graph::new(
            (0..self.cells()).map(|cell| {
                Direction::ALL.into_iter().filter_map(|direction| edge(cell, direction)).collect()
            }),
        )
    }
}

/// As a drawing, two letters a cell.
impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "+{}", "--+".repeat(self.width))?;
        for row in 0..self.height {
            let cells = row * self.width..(row + 1) * self.width;
            f.write_str("|")?;
            for cell in cells.clone() {
                f.write_str(if self.is_open(cell, Direction::East) { "   " } else { "  |" })?;
            }
            f.write_str("\n+")?;
            for cell in cells {
                f.write_str(if self.is_open(cell, Direction::South) { "  +" } else { "--+" })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
