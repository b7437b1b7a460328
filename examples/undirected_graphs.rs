//! Undirected graphs, each once up to isomorphism: OEIS A000088, and the connected ones: A001349.
//!
//! `cargo run --release --example undirected_graphs -- 8` counts them up to 8 vertices, and has `nauty-geng` do the same, if it is
//! installed. `-- 8 graph6` writes those with 8 vertices as lines of graph6, which nauty's programs read.
//!
//! A graph is a last vertex, the *row* that says which of the earlier vertices it is joined to, and the graph of these. It is *canonical* if no
//! other order of its vertices has rows that are greater, compared from the first one on; so each graph up to isomorphism has one
//! canonical form (Read, "Every one a winner", 1978; Faradzev, "Constructive enumeration of combinatorial objects", 1978).
//!
//! The predicate is hereditary, as the rows of a graph without its last vertex are the first ones of the graph. If another order of the
//! earlier vertices had greater rows, then so would this order with the last vertex at its end. Hence what is left of a canonical graph
//! without its last vertex is canonical, and canonical graphs are built from canonical graphs.
//!
//! The predicate reads all rows, so that each graph is a class of its own: nothing is shared, and every graph is judged for itself. So
//! the predicate is opaque, a method of the value.

use dpgen::prelude::*;
use std::fmt::Write as _;
use std::process::Command;
use std::time::Instant;

/// A graph without loops or parallel edges, in canonical form. Its size is the number of its vertices.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = Graph::is_canonical)]
pub(crate) enum Graph {
    Empty,
    Vertex {
        earlier: Box<Graph>,
        /// One bit for each earlier vertex, the highest one for the first.
        #[dpgen(range = |earlier| 0..=earlier.get(greatest_next_row))]
        row: u32,
    },
}

/// A greater row of the next vertex would make it better to have the next vertex before the last one.
fn greatest_next_row(graph: GraphView) -> Int {
    match graph {
        GraphView::Empty => Int::from(0),
        GraphView::Vertex { row, .. } => 2 * row + 1,
    }
}

impl Graph {
    /// The rows, the first vertex's first.
    fn rows(&self) -> Vec<u32> {
        let (mut rows, mut graph) = (Vec::new(), self);
        while let Self::Vertex { earlier, row } = graph {
            rows.push(*row);
            graph = earlier;
        }
        rows.reverse();
        rows
    }

    fn is_canonical(&self) -> bool {
        !Orders::of(&self.rows()).any_is_greater(0)
    }

    /// The graph as a line of graph6, whose bits are those of the rows.
    pub(crate) fn graph6(&self) -> String {
        let rows = self.rows();
        let mut bits: Vec<bool> = Vec::new();
        for (vertex, row) in rows.iter().enumerate() {
            bits.extend((0..vertex).rev().map(|place| row >> place & 1 == 1));
        }
        let sixes = bits
            .chunks(6)
            .map(|six| (0..6).fold(0, |sum, bit| 2 * sum + usize::from(six.get(bit) == Some(&true))));
        std::iter::once(rows.len())
            .chain(sixes)
            .filter_map(|six| char::from_u32(63 + u32::try_from(six).ok()?))
            .collect()
    }
}

/// A connected graph.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(root_ok = Connected::is_connected, weight = 0)]
pub(crate) struct Connected {
    pub(crate) graph: Graph,
}

impl Connected {
    /// Whether no vertex but the first has an empty row. Each later vertex has a row that begins with one that is not greater, as it would
    /// better come before otherwise: after an empty row, none is joined to a vertex before it.
    fn is_connected(&self) -> bool {
        self.graph.rows().iter().skip(1).all(|row| *row != 0)
    }
}

/// The orders of a graph's vertices, in a search for one with greater rows.
struct Orders<'a> {
    rows: &'a [u32],
    /// By vertex: the vertices that it is joined to, as a set of bits.
    neighbours: Vec<u32>,
    /// The vertices in the order of the search, each with its row there: bits for the vertices that are placed.
    order: Vec<(usize, u32)>,
}

impl<'a> Orders<'a> {
    fn of(rows: &'a [u32]) -> Self {
        let mut neighbours = vec![0; rows.len()];
        for (vertex, row) in rows.iter().enumerate() {
            for other in (0..vertex).filter(|other| row >> (vertex - 1 - other) & 1 == 1) {
                neighbours[vertex] |= 1 << other;
                neighbours[other] |= 1 << vertex;
            }
        }
        Self { rows, neighbours, order: (0..rows.len()).map(|vertex| (vertex, 0)).collect() }
    }

    /// Whether some order has greater rows, among those that begin with the vertices that are placed. Their rows are those of the graph.
    fn any_is_greater(&mut self, placed: usize) -> bool {
        let Some(row) = self.rows.get(placed).copied() else { return false };
        if self.order[placed..].iter().any(|(_, other)| *other > row) {
            return true;
        }
        for next in placed..self.order.len() {
            let vertex = self.order[next].0;
            let is_tried = |(other, _): &(usize, u32)| self.are_twins(*other, vertex);
            if self.order[next].1 != row || self.order[placed..next].iter().any(is_tried) {
                continue;
            }
            self.order.swap(placed, next);
            for (other, row) in &mut self.order[placed + 1..] {
                *row = *row << 1 | self.neighbours[vertex] >> *other & 1;
            }
            if self.any_is_greater(placed + 1) {
                return true;
            }
            self.order[placed + 1..].iter_mut().for_each(|(_, row)| *row >>= 1);
            self.order.swap(placed, next);
        }
        false
    }

    /// Whether two vertices are joined to the same others, so that the graph is the same when they are exchanged.
    fn are_twins(&self, one: usize, other: usize) -> bool {
        (self.neighbours[one] ^ self.neighbours[other]) & !(1 << one | 1 << other) == 0
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let vertices: u32 = args.next().map_or(Ok(8), |text| text.parse())?;
    let graphs = Generator::<Graph>::up_to(vertices).build()?;
    if args.next().as_deref() == Some("graph6") {
        let mut lines = String::new();
        graphs.iter_size(vertices).try_for_each(|graph| writeln!(lines, "{}", graph.graph6()))?;
        print!("{lines}");
        return Ok(());
    }
    let connected = Generator::<Connected>::up_to(vertices).build()?;
    println!("vertices       graphs    connected");
    for size in 0..=vertices {
        println!("{size:8} {:>12} {:>12}", graphs.count(size).to_string(), connected.count(size).to_string());
    }
    println!(
        "dpgen, all sizes: {:.2?}, and {:.2?} for the connected ones",
        graphs.report().time,
        connected.report().time
    );
    let begin = Instant::now();
    match Command::new("nauty-geng").args(["-u", "-q", &vertices.to_string()]).status() {
        Ok(status) if status.success() => {
            println!("nauty-geng, {vertices} vertices: {:.2?}", begin.elapsed())
        }
        _ => println!("nauty-geng is not installed, or does not take {vertices} vertices"),
    }
    Ok(())
}
