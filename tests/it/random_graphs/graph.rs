//! Rooted graphs with two pointers a node, by brute force: all arrays of pointers between nodes that have names. Two of them are the same
//! graph if some permutation of the names makes them equal. It shares no code with the engines, and needs no walk.

/// Which kind of nodes each pointer leads to, by the kind of the node that has it.
pub type Layout = [[usize; 2]];

/// A node, named by its place in the graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Node {
    pub kind: usize,
    pub value: i64,
    pub pointers: [Option<usize>; 2],
}

/// A graph whose nodes are all reached from the first one, the root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

impl Graph {
    /// All graphs with so many nodes, the root of kind 0, whose data is less than `values`.
    pub fn all(layout: &Layout, nodes: usize, values: usize) -> Vec<Self> {
        let mut found = Vec::new();
        for kinds in choices(&vec![layout.len(); nodes]) {
            if kinds.first() != Some(&0) {
                continue;
            }
            let targets: Vec<Vec<Option<usize>>> =
                kinds.iter().flat_map(|kind| layout[*kind]).map(|to| ends(&kinds, to)).collect();
            let ways: Vec<usize> = targets.iter().map(Vec::len).collect();
            for (chosen, data) in choices(&ways)
                .flat_map(|chosen| choices(&vec![values; nodes]).map(move |data| (chosen.clone(), data)))
            {
                let pointers: Vec<_> =
                    chosen.iter().zip(&targets).map(|(way, targets)| targets[*way]).collect();
                let node = |((kind, value), pointers): ((&usize, &usize), &[Option<usize>])| Node {
                    kind: *kind,
                    value: i64::try_from(*value).unwrap(),
                    pointers: [pointers[0], pointers[1]],
                };
                let graph =
                    Self { nodes: kinds.iter().zip(&data).zip(pointers.chunks(2)).map(node).collect() };
                if graph.is_reached() {
                    found.push(graph);
                }
            }
        }
        found
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
                nodes[*name] = Node { pointers, ..*node };
            }
            least = least.clone().min(Self { nodes });
        });
        least
    }
}

/// Where a pointer to nodes of a kind can lead.
fn ends(kinds: &[usize], kind: usize) -> Vec<Option<usize>> {
    let of_kind = (0..kinds.len()).filter(|node| kinds[*node] == kind);
    std::iter::once(None).chain(of_kind.map(Some)).collect()
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
