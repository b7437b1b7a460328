//! Structures that share, as the tests generate them, and matrices of what is adjacent and what is reached.
//!
//! Vertices and states are nodes in dpgen's sense: fields with `refers_to` and links lead to them.

use std::collections::BTreeSet;

use dpgen::{DpGen, Link, Nodes};

/// An automaton over two letters: a state that ends words or does not, and where its letters lead. Each state is reached.
#[derive(DpGen, Clone, Debug)]
pub struct State {
    pub is_final: bool,
    a: Option<Link<State>>,
    b: Option<Link<State>>,
}

/// By state: whether it ends words, and where the letters lead.
pub fn table(automaton: &State) -> Vec<(bool, [Option<usize>; 2])> {
    let states = Nodes::of(automaton);
    let to = |link: &Option<Link<State>>| link.as_ref().map(|link| states.target(link));
    states.iter().map(|state| (state.is_final, [to(&state.a), to(&state.b)])).collect()
}

/// A place with one-way roads, which cost something, in an order. Each place is reached from the first.
#[derive(DpGen, Clone, Debug)]
pub struct Place {
    roads: Vec<Road>,
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Road {
    #[dpgen(values = [1, 3, -1])]
    cost: i32,
    to: Link<Place>,
}

/// The number of places, and the roads: from, to, cost.
pub fn roads(first: &Place) -> (usize, Vec<(usize, usize, i32)>) {
    let places = Nodes::of(first);
    let roads_of = |(from, place): (usize, &&Place)| -> Vec<_> {
        place.roads.iter().map(|road| (from, places.target(&road.to), road.cost)).collect()
    };
    (places.len(), places.iter().enumerate().flat_map(roads_of).collect())
}

/// A weighted automaton: a state, and arrows in an order. Each state is reached.
#[derive(DpGen, Clone, Debug)]
pub struct Node {
    is_final: bool,
    arrows: Vec<Arrow>,
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Arrow {
    #[dpgen(range = 0..=2)]
    letter: u8,
    #[dpgen(range = 0..=1)]
    cost: u8,
    to: Link<Node>,
}

/// By state: whether it ends words, and its arrows: the letter (0 is none), the cost, and where it leads.
pub type Arrows = Vec<(bool, Vec<(u8, u8, usize)>)>;

/// The states and arrows of an automaton.
pub fn arrows(first: &Node) -> Arrows {
    let nodes = Nodes::of(first);
    let of_node = |node: &&Node| -> Vec<_> {
        node.arrows.iter().map(|arrow| (arrow.letter, arrow.cost, nodes.target(&arrow.to))).collect()
    };
    nodes.iter().map(|node| (node.is_final, of_node(node))).collect()
}

/// A vertex, without more.
#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 1)]
pub struct Vertex;

/// Vertices one after the other, each with its edges from and to those before: a directed graph, with loops.
///
/// The sets stand before the vertex, so that they hold vertices before it. Elements of a set weigh 1 where its length is open, so
/// `len` says how many there are at most.
#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
pub struct Digraph(Vec<Arrival>);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Arrival {
    #[dpgen(refers_to = Vertex, len = 0..=7)]
    from: BTreeSet<usize>,
    #[dpgen(refers_to = Vertex, len = 0..=7)]
    to: BTreeSet<usize>,
    has_loop: bool,
    vertex: Vertex,
}

impl Digraph {
    /// The number of vertices, and the edges: from, to.
    pub fn edges(&self) -> (usize, Vec<(usize, usize)>) {
        let edges_of = |(this, vertex): (usize, &Arrival)| {
            let from = vertex.from.iter().map(|&other| (other, this)).collect::<Vec<_>>();
            let to = vertex.to.iter().map(|&other| (this, other)).collect();
            [from, to, vertex.has_loop.then_some((this, this)).into_iter().collect()].concat()
        };
        (self.0.len(), self.0.iter().enumerate().flat_map(edges_of).collect())
    }
}

/// Vertices one after the other, each with those before that it is joined to: an undirected graph without loops, or a directed one
/// without cycles.
#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
pub struct Graph(Vec<Joined>);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Joined {
    #[dpgen(refers_to = Vertex, len = 0..=7)]
    before: BTreeSet<usize>,
    vertex: Vertex,
}

impl Graph {
    /// The number of vertices, and the edges, each from the vertex with the less number.
    pub fn edges(&self) -> (usize, Vec<(usize, usize)>) {
        let edges_of = |(this, vertex): (usize, &Joined)| -> Vec<_> {
            vertex.before.iter().map(|&other| (other, this)).collect()
        };
        (self.0.len(), self.0.iter().enumerate().flat_map(edges_of).collect())
    }
}

/// By vertex, which others can be reached from it. Each reaches itself.
pub fn reached(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut reached = vec![vec![false; vertices]; vertices];
    for vertex in 0..vertices {
        reached[vertex][vertex] = true;
    }
    for &(from, to) in edges {
        reached[from][to] = true;
    }
    for middle in 0..vertices {
        for from in 0..vertices {
            for to in 0..vertices {
                reached[from][to] |= reached[from][middle] && reached[middle][to];
            }
        }
    }
    reached
}

/// The least costs of walks, and by place whether a negative cycle is reached from it.
pub fn least_costs(places: usize, roads: &[(usize, usize, i32)]) -> (Vec<Vec<Option<i32>>>, Vec<bool>) {
    let mut least = vec![vec![None; places]; places];
    for from in 0..places {
        least[from][from] = Some(0);
    }
    let round = |least: &mut Vec<Vec<Option<i32>>>| {
        for from in 0..places {
            for &(over, to, cost) in roads {
                if let Some(before) = least[from][over] {
                    let now = before + cost;
                    least[from][to] = Some(least[from][to].map_or(now, |old: i32| old.min(now)));
                }
            }
        }
    };
    (0..places).for_each(|_| round(&mut least));
    let before = least.clone();
    round(&mut least);
    let is_negative = (0..places).map(|from| before[from] != least[from]).collect();
    (least, is_negative)
}

/// Edges in both directions.
pub fn both_ways(edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    edges.iter().flat_map(|&(from, to)| [(from, to), (to, from)]).collect()
}

/// The edges that do not touch a vertex.
pub fn without(edges: &[(usize, usize)], vertex: usize) -> Vec<(usize, usize)> {
    edges.iter().copied().filter(|&(from, to)| from != vertex && to != vertex).collect()
}

/// The least vertex of each vertex's component.
pub fn components(vertices: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let reached = reached(vertices, &both_ways(edges));
    (0..vertices).map(|vertex| (0..vertex).find(|&other| reached[vertex][other]).unwrap_or(vertex)).collect()
}

/// The number of components.
pub fn count_components(vertices: usize, edges: &[(usize, usize)]) -> usize {
    components(vertices, edges).into_iter().collect::<BTreeSet<_>>().len()
}

/// The number of structures of each size is known from elsewhere.
#[test]
fn shapes_are_counted() {
    use dpgen::Generator;
    let graphs = Generator::<Graph>::up_to(6).build().unwrap();
    let digraphs = Generator::<Digraph>::up_to(3).build().unwrap();
    for n in 0..=6_u32 {
        assert_eq!(graphs.count(n).to_usize(), Some(1 << (n * n.saturating_sub(1) / 2)));
    }
    for n in 0..=3_u32 {
        assert_eq!(digraphs.count(n).to_usize(), Some(1 << (n * n)));
    }
}
