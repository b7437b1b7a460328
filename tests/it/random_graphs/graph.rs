//! Rooted graphs with two pointers a node, by brute force: all arrays of pointers, of which those are kept whose nodes a walk meets in
//! the order of their numbers. It shares no code with the engines.

/// Where a pointer leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    Null,
    /// To a node that the walk meets here.
    New(usize),
    /// To a node that it has met.
    Met(usize),
}

/// A node: its datum and its two pointers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub value: i64,
    pub pointers: [Pointer; 2],
    /// The node by which the walk came here; of the root, none.
    pub above: Option<usize>,
}

/// A graph: its nodes in the order in which a walk from the first one meets them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

impl Graph {
    /// All graphs with so many nodes, whose data is less than `values`.
    pub fn all(nodes: usize, values: usize) -> Vec<Self> {
        let mut found = Vec::new();
        for targets in digits(2 * nodes, nodes + 1) {
            let Some(graph) = Self::walked(nodes, &targets) else { continue };
            for data in digits(nodes, values) {
                let mut graph = graph.clone();
                for (node, value) in graph.nodes.iter_mut().zip(data) {
                    node.value = i64::try_from(value).unwrap();
                }
                found.push(graph);
            }
        }
        found
    }

    /// The graph of an array of pointers, each 0 or the number of a node plus 1, if the walk meets all nodes in their order.
    fn walked(nodes: usize, targets: &[usize]) -> Option<Self> {
        let mut graph =
            Self { nodes: vec![Node { value: 0, pointers: [Pointer::Null; 2], above: None }; nodes] };
        let mut met = 1;
        // The nodes on the way, each with its next pointer.
        let mut way = vec![(0, 0)];
        while let Some((node, next)) = way.last_mut() {
            let (from, place) = (*node, *next);
            if place == 2 {
                way.pop();
                continue;
            }
            *next += 1;
            graph.nodes[from].pointers[place] = match targets[2 * from + place].checked_sub(1) {
                None => Pointer::Null,
                Some(target) if target < met => Pointer::Met(target),
                Some(target) if target == met => {
                    met += 1;
                    graph.nodes[target].above = Some(from);
                    way.push((target, 0));
                    Pointer::New(target)
                }
                Some(_) => return None,
            };
        }
        (met == nodes).then_some(graph)
    }

    /// The nodes that the walk meets by a pointer first.
    pub fn nodes_behind(&self, pointer: Pointer) -> usize {
        match pointer {
            Pointer::New(node) => {
                1 + self.nodes[node].pointers.iter().map(|next| self.nodes_behind(*next)).sum::<usize>()
            }
            Pointer::Null | Pointer::Met(_) => 0,
        }
    }

    /// Data and pointers, node by node: what tells the graph from others.
    pub fn flat(&self) -> Vec<i64> {
        let of = |node: &Node| [node.value, to(node.pointers[0]), to(node.pointers[1])];
        self.nodes.iter().flat_map(of).collect()
    }
}

/// The number of the node that a pointer leads to, or -1.
pub fn to(pointer: Pointer) -> i64 {
    match pointer {
        Pointer::Null => -1,
        Pointer::New(node) | Pointer::Met(node) => i64::try_from(node).unwrap(),
    }
}

/// All sequences of so many digits below a base.
fn digits(len: usize, base: usize) -> impl Iterator<Item = Vec<usize>> {
    let all = base.pow(u32::try_from(len).unwrap());
    (0..all).map(move |number| {
        let mut rest = number;
        (0..len)
            .map(|_| {
                let digit = rest % base;
                rest /= base;
                digit
            })
            .collect()
    })
}
