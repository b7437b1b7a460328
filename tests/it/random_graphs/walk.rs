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
    /// The walk through a graph, unless a list has a node that the walk does not meet before.
    pub fn through(graph: &'g Graph) -> Option<Self> {
        let nodes = graph.nodes.len();
        let mut walk = Self {
            graph,
            numbers: vec![-1; nodes],
            above: vec![None; nodes],
            is_new: vec![[false; 2]; nodes],
        };
        walk.go(0).then_some(walk)
    }

    /// Goes on from a node that the walk meets; `false` if a list there or later has a node that was not met.
    fn go(&mut self, node: usize) -> bool {
        let graph = self.graph;
        let kind = graph.nodes[node].kind;
        let met = (0..graph.nodes.len())
            .filter(|other| graph.nodes[*other].kind == kind && self.numbers[*other] >= 0);
        self.numbers[node] = i64::try_from(met.count()).unwrap();
        if graph.nodes[node].list.iter().any(|item| self.numbers[*item] < 0) {
            return false;
        }
        for (place, to) in graph.nodes[node].pointers.into_iter().enumerate() {
            if let Some(next) = to.filter(|to| self.numbers[*to] < 0) {
                self.is_new[node][place] = true;
                self.above[next] = Some(node);
                if !self.go(next) {
                    return false;
                }
            }
        }
        true
    }

    pub fn number(&self, node: usize) -> i64 {
        self.numbers[node]
    }

    /// The number of the node by which the walk came; -1 at the root.
    pub fn above(&self, node: usize) -> i64 {
        self.above[node].map_or(-1, |above| self.numbers[above])
    }

    /// The number of the first node in a list, or -1.
    pub fn first_in_list(&self, node: usize) -> i64 {
        self.graph.nodes[node].list.first().map_or(-1, |item| self.numbers[*item])
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
