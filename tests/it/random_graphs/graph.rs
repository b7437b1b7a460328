//! Rooted graphs with two pointers a node, by brute force: all arrays of pointers between nodes that have names. Two of them are the same
//! graph if some permutation of the names makes them equal. It shares no code with the engines, and needs no walk.

/// Nodes of a kind: which kinds of nodes their pointers lead to, and those in their lists, if they have one.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub pointers: [usize; 2],
    pub list: Option<usize>,
}

/// A node, named by its place in the graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node {
    pub kind: usize,
    pub value: i64,
    pub list: Vec<usize>,
    pub pointers: [Option<usize>; 2],
}

impl Node {
    /// All nodes of a kind in a graph of nodes of these kinds, with at most so many items in a list, and data less than `values`.
    fn all(layout: &[Kind], kind: usize, kinds: &[usize], most_items: usize, values: usize) -> Vec<Self> {
        let of_kind = |kind: usize| (0..kinds.len()).filter(move |node| kinds[*node] == kind);
        let ends = layout[kind]
            .pointers
            .map(|to| std::iter::once(None).chain(of_kind(to).map(Some)).collect::<Vec<_>>());
        let items: Vec<usize> = layout[kind].list.into_iter().flat_map(of_kind).collect();
        let mut found = Vec::new();
        for len in 0..=if layout[kind].list.is_some() { most_items } else { 0 } {
            for list in choices(&vec![items.len(); len]) {
                for chosen in choices(&[values, ends[0].len(), ends[1].len()]) {
                    found.push(Self {
                        kind,
                        value: i64::try_from(chosen[0]).unwrap(),
                        list: list.iter().map(|item| items[*item]).collect(),
                        pointers: [ends[0][chosen[1]], ends[1][chosen[2]]],
                    });
                }
            }
        }
        found
    }
}

/// A graph whose nodes are all reached from the first one, the root, by pointers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

impl Graph {
    /// All graphs with so many nodes and items of lists, the root of kind 0, whose data is less than `values`.
    pub fn all(layout: &[Kind], size: usize, values: usize) -> Vec<Self> {
        let mut found = Vec::new();
        for kinds in (1..=size).flat_map(|nodes| choices(&vec![layout.len(); nodes])) {
            if kinds[0] != 0 {
                continue;
            }
            let nodes = |kind: &usize| Node::all(layout, *kind, &kinds, size - kinds.len(), values);
            let nodes: Vec<Vec<Node>> = kinds.iter().map(nodes).collect();
            let ways: Vec<usize> = nodes.iter().map(Vec::len).collect();
            for chosen in choices(&ways) {
                let node = |(way, nodes): (&usize, &Vec<Node>)| nodes[*way].clone();
                let graph = Self { nodes: chosen.iter().zip(&nodes).map(node).collect() };
                if graph.size() == size && graph.is_reached() {
                    found.push(graph);
                }
            }
        }
        found
    }

    fn size(&self) -> usize {
        self.nodes.iter().map(|node| 1 + node.list.len()).sum()
    }

    /// Whether every node is reached from the root.
    fn is_reached(&self) -> bool {
        let mut reached = vec![false; self.nodes.len()];
        reached[0] = true;
        // A way has fewer steps than there are nodes.
        for _ in &self.nodes {
            for from in 0..self.nodes.len() {
                for to in self.nodes[from].pointers.into_iter().flatten() {
                    reached[to] |= reached[from];
                }
            }
        }
        reached.into_iter().all(|reached| reached)
    }

    /// The least of the graphs that permutations of the names make of it: one graph for all that are isomorphic. The root stays first.
    pub fn canonical(&self) -> Self {
        let mut least = self.clone();
        each_permutation(&mut (0..self.nodes.len()).collect(), 1, &mut |names| {
            let mut nodes = self.nodes.clone();
            for (node, name) in self.nodes.iter().zip(names) {
                let pointers = node.pointers.map(|to| to.map(|to| names[to]));
                let list = node.list.iter().map(|item| names[*item]).collect();
                nodes[*name] = Node { list, pointers, ..*node };
            }
            least = least.clone().min(Self { nodes });
        });
        least
    }
}

/// All sequences of numbers, each below its bound.
fn choices(bounds: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let bounds = bounds.to_vec();
    (0..bounds.iter().product()).map(move |number: usize| {
        let mut rest = number;
        let digit = |bound: &usize| {
            let digit = rest % bound;
            rest /= bound;
            digit
        };
        bounds.iter().map(digit).collect()
    })
}

/// Calls a function with every order of the items from a place on.
fn each_permutation(items: &mut Vec<usize>, from: usize, call: &mut impl FnMut(&[usize])) {
    if from + 1 >= items.len() {
        return call(items);
    }
    for place in from..items.len() {
        items.swap(from, place);
        each_permutation(items, from + 1, call);
        items.swap(from, place);
    }
}
