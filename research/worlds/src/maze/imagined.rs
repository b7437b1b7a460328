//! How a maze that is seen in part could go on: [`Imagine`] for [`Braided`] mazes.
//!
//! Where the part lies in the grid is drawn first, from all places where it fits; a place counts less by the probability of
//! the walls that it makes walls between cells, not the border. Then the rest of the maze is carved from the cells that are in
//! sight but not visited, and braided. For uniform trees without loops that is the exact distribution, given the place; for
//! the others it is near it.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::braided::Braided;
use super::carve::Cell;
use super::grid::{Direction, Maze};
use crate::graph::{Edge, Graph};
use crate::index::{NodeId, real};
use crate::policy::Imagine;
use crate::seen::Seen;
use crate::world::Sight;

/// The cells that are known, relative to the first column and row that are.
struct Part {
    /// By known node: its column and row.
    places: Vec<(usize, usize)>,
    width: usize,
    height: usize,
}

impl Part {
    fn of(seen: &Seen) -> Self {
        let mut places: Vec<Option<(i64, i64)>> = vec![None; seen.known()];
        places[0] = Some((0, 0));
        let mut open = vec![NodeId::new(0)];
        while let Some(node) = open.pop() {
            let Some((column, row)) = places[node.at()] else { continue };
            for way in seen.ways(node) {
                let Some(to) = way.to.filter(|to| places[to.at()].is_none()) else { continue };
                places[to.at()] = Some(match way.kind {
                    0 => (column, row - 1),
                    1 => (column + 1, row),
                    2 => (column, row + 1),
                    _ => (column - 1, row),
                });
                open.push(to);
            }
        }
        let places: Vec<(i64, i64)> = places.into_iter().flatten().collect();
        let least = |of: fn(&(i64, i64)) -> i64| places.iter().map(of).min().unwrap_or(0);
        let (left, top) = (least(|place| place.0), least(|place| place.1));
        let from = |place: i64, least: i64| usize::try_from(place - least).unwrap_or(0);
        let places: Vec<(usize, usize)> =
            places.iter().map(|(column, row)| (from(*column, left), from(*row, top))).collect();
        let extent = |of: fn(&(usize, usize)) -> usize| places.iter().map(of).max().unwrap_or(0) + 1;
        let (width, height) = (extent(|place| place.0), extent(|place| place.1));
        Self { places, width, height }
    }
}

impl Braided {
    /// The cell of each known node, at a place that is drawn.
    fn locate(&self, seen: &Seen, grid: &Maze, rng: &mut ChaCha8Rng) -> Vec<usize> {
        let part = Part::of(seen);
        let Self { width, height, .. } = self;
        assert!(
            part.width <= *width && part.height <= *height,
            "what is seen does not fit into {width}x{height} cells"
        );
        let (columns, rows) = (width - part.width + 1, height - part.height + 1);
        let at = |left: usize, top: usize| -> Vec<usize> {
            part.places.iter().map(|(column, row)| (top + row) * self.width + left + column).collect()
        };
        let places: Vec<Vec<usize>> = (0..rows)
            .flat_map(|top| (0..columns).map(move |left| (left, top)))
            .map(|(left, top)| at(left, top))
            .collect();
        let weights: Vec<f64> = places.iter().map(|cells| self.likelihood(seen, grid, cells)).collect();
        let mut drawn = rng.random_range(0.0..1.0) * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            drawn -= weight;
            drawn < 0.0
        });
        places.into_iter().nth(chosen.unwrap_or(0)).unwrap_or_default()
    }

    /// How likely the closed walls around visited cells are that are not at the border: each as if by itself.
    fn likelihood(&self, seen: &Seen, grid: &Maze, cells: &[usize]) -> f64 {
        let mut node_of = vec![None; grid.cells()];
        for (node, cell) in cells.iter().enumerate() {
            node_of[*cell] = Some(NodeId::new(node));
        }
        let is_visited = |cell: usize| node_of[cell].is_some_and(|node| seen.is_visited(node));
        let mut closed = 0;
        for cell in cells.iter().copied().filter(|cell| is_visited(*cell)) {
            let Some(node) = node_of[cell] else { continue };
            for direction in Direction::ALL {
                let open = seen.ways(node).iter().any(|way| way.kind == direction.kind());
                // A wall between two visited cells is met twice, and counts from one side.
                let counts = |to: usize| !is_visited(to) || cell < to;
                closed += i32::from(!open && grid.neighbour(cell, direction).is_some_and(counts));
            }
        }
        self.closed_probability().powi(closed)
    }

    /// The part of all walls between cells that is closed, on average.
    fn closed_probability(&self) -> f64 {
        let [width, height] = [self.width, self.height].map(real);
        let walls = (2.0 * width * height - width - height).max(1.0);
        let open = width * height - 1.0;
        (1.0 - open / walls) * (1.0 - self.extra)
    }
}

impl Imagine for Braided {
    /// # Panics
    /// If what is seen does not fit into the grid.
    fn imagine(&self, seen: &Seen, rng: &mut ChaCha8Rng) -> Graph {
        let mut maze = Maze::closed(self.width, self.height);
        let mut order = self.locate(seen, &maze, rng);
        let mut cells = vec![Cell::Free; maze.cells()];
        for (node, cell) in order.iter().enumerate() {
            let node = NodeId::new(node);
            cells[*cell] = if seen.is_visited(node) { Cell::Settled } else { Cell::Taken };
            for direction in Direction::ALL {
                if seen.ways(node).iter().any(|way| way.kind == direction.kind()) {
                    maze.open(*cell, direction);
                }
            }
        }
        let settled: Vec<bool> = cells.iter().map(|cell| *cell == Cell::Settled).collect();
        self.carver.carve(&mut maze, &mut cells, rng);
        let may = |maze: &Maze, (cell, direction): (usize, Direction)| {
            !settled[cell] && maze.neighbour(cell, direction).is_some_and(|to| !settled[to])
        };
        self.braid(&mut maze, may, rng);
        // Known cells come first, in their order.
        let mut names = vec![None; maze.cells()];
        for (name, cell) in order.iter().enumerate() {
            names[*cell] = Some(name);
        }
        for (cell, name) in names.iter_mut().enumerate() {
            if name.is_none() {
                *name = Some(order.len());
                order.push(cell);
            }
        }
        let whole = maze.graph();
        let edge = |edge: &Edge| Some(Edge { to: NodeId::new(names[edge.to.at()]?), ..*edge });
        Graph::new(order.iter().map(|cell| whole.edges(NodeId::new(*cell)).iter().filter_map(edge).collect()))
    }

    fn sight(&self) -> Sight {
        Sight::Neighbours
    }
}
