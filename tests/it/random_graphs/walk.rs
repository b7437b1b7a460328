//! What a predicate reads of a graph: numbers, in the order in which a walk from the root meets nodes, wholes before parts, parts from
//! left to right. The names of the nodes do not matter to it.

use super::graph::Graph;

/// A walk through a graph. Lists are by the names of nodes.
#[derive(Debug)]
pub struct Walk<'g> {
    pub graph: &'g Graph,
    /// The number of each node among those of its kind; -1 of one that was not met.
    numbers: Vec<i64>,
    /// The node by which the walk came to each node; of the root, none.
    above: Vec<Option<usize>>,
    /// Whether the walk went along each pointer, to a node that it had not met.
    is_new: Vec<[bool; 2]>,
}

impl<'g> Walk<'g> {
    pub fn through(graph: &'g Graph) -> Self {
        let nodes = graph.nodes.len();
        let mut walk = Self {
            graph,
            numbers: vec![-1; nodes],
            above: vec![None; nodes],
            is_new: vec![[false; 2]; nodes],
        };
        walk.go(0);
        walk
    }

    fn go(&mut self, node: usize) {
        let graph = self.graph;
        let kind = graph.nodes[node].kind;
        let met = (0..graph.nodes.len())
            .filter(|other| graph.nodes[*other].kind == kind && self.numbers[*other] >= 0);
        self.numbers[node] = i64::try_from(met.count()).unwrap();
        for (place, to) in graph.nodes[node].pointers.into_iter().enumerate() {
            if let Some(next) = to.filter(|to| self.numbers[*to] < 0) {
                self.is_new[node][place] = true;
                self.above[next] = Some(node);
                self.go(next);
            }
        }
    }

    pub fn number(&self, node: usize) -> i64 {
        self.numbers[node]
    }

    /// The number of the node by which the walk came; -1 at the root.
    pub fn above(&self, node: usize) -> i64 {
        self.above[node].map_or(-1, |above| self.numbers[above])
    }

    /// The number of the node that a pointer leads to, or -1.
    pub fn to(&self, node: usize, pointer: usize) -> i64 {
        self.graph.nodes[node].pointers[pointer].map_or(-1, |to| self.numbers[to])
    }

    /// The node that the walk met first by a pointer.
    pub fn new_node(&self, node: usize, pointer: usize) -> Option<usize> {
        self.graph.nodes[node].pointers[pointer].filter(|_| self.is_new[node][pointer])
    }

    /// The nodes that the walk met by a pointer first, and by their pointers.
    pub fn nodes_behind(&self, node: usize, pointer: usize) -> Vec<usize> {
        let Some(next) = self.new_node(node, pointer) else { return Vec::new() };
        let behind = [0, 1].into_iter().flat_map(|pointer| self.nodes_behind(next, pointer));
        std::iter::once(next).chain(behind).collect()
    }

    /// How many pointers lead to a node: this one, and those of the nodes behind it.
    pub fn pointers_to(&self, target: usize, node: usize, pointer: usize) -> i64 {
        let behind =
            self.nodes_behind(node, pointer).into_iter().flat_map(|behind| self.graph.nodes[behind].pointers);
        let all = behind.chain([self.graph.nodes[node].pointers[pointer]]);
        i64::try_from(all.filter(|to| *to == Some(target)).count()).unwrap()
    }

    /// "Null", "New" or "Met".
    pub fn kind_of_pointer(&self, node: usize, pointer: usize) -> &'static str {
        match self.graph.nodes[node].pointers[pointer] {
            None => "Null",
            Some(_) if self.is_new[node][pointer] => "New",
            Some(_) => "Met",
        }
    }
}
