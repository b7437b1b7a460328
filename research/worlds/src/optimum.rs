//! [`most_visited`]: the best that is possible for who knows the whole graph.

use std::collections::HashSet;

use crate::graph::Graph;
use crate::index::NodeId;

/// The most nodes, the start included, that a walk of so many steps visits; `None` if the graph has more than 64 nodes or there
/// are more than `limit` pairs of visited nodes and an end to keep.
///
/// It goes through all such pairs, by the number of steps, and leaves out those that fewer steps lead to. Covering most nodes is
/// NP-hard, so that the number of pairs grows fast: 15 steps in a sparse graph of 20 nodes have thousands.
///
/// ```
/// use dpgen_worlds::{Graph, NodeId, most_visited};
///
/// // A star: one arm and back, then another.
/// let star = Graph::undirected(4, [(0, 1), (0, 2), (0, 3)]);
/// assert_eq!(most_visited(&star, NodeId::new(0), 3, 1_000), Some(3));
/// assert_eq!(most_visited(&star, NodeId::new(1), 3, 1_000), Some(3));
/// assert_eq!(most_visited(&star, NodeId::new(0), 5, 1_000), Some(4));
/// ```
///
/// # Panics
/// If there is no such start.
#[must_use]
pub fn most_visited(graph: &Graph, start: NodeId, steps: u32, limit: usize) -> Option<usize> {
    if graph.len() > 64 {
        return None;
    }
    let mut all = HashSet::from([(1_u64 << start.at(), start)]);
    let mut last: Vec<(u64, NodeId)> = all.iter().copied().collect();
    let mut most = 1;
    for _ in 0..steps {
        let mut next = Vec::new();
        for (visited, here) in last {
            for edge in graph.edges(here) {
                let after = (visited | 1 << edge.to.at(), edge.to);
                if all.insert(after) {
                    most = most.max(after.0.count_ones());
                    next.push(after);
                }
            }
        }
        if all.len() > limit {
            return None;
        }
        last = next;
    }
    usize::try_from(most).ok()
}
