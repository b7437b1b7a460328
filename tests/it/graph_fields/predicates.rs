//! Predicates on graphs, those of petgraph among them: they accept as many as the OEIS has.

use dpgen::prelude::*;
use petgraph::algo::{connected_components, is_cyclic_directed, is_isomorphic, kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, UnGraph};

use crate::graph_fields::{are_counted, counts};

/// OEIS A053763, "2^(n^2 - n)": digraphs without loops.
const LOOPLESS_DIGRAPHS: [u128; 6] = [1, 1, 4, 64, 4096, 1_048_576];
/// OEIS A006125, "2^(n*(n-1)/2)": graphs without loops.
const LOOPLESS_GRAPHS: [u128; 6] = [1, 1, 2, 8, 64, 1024];
/// OEIS A003024, "number of acyclic digraphs (or DAGs) with n labeled nodes".
const ACYCLIC_DIGRAPHS: [u128; 5] = [1, 1, 3, 25, 543];
/// OEIS A003030, "number of strongly connected digraphs with n labeled nodes", from the one with 1 node on.
const STRONGLY_CONNECTED_DIGRAPHS: [u128; 4] = [1, 1, 18, 1606];
/// OEIS A001187, "number of connected labeled graphs with n nodes", from the one with 1 node on.
const CONNECTED_GRAPHS: [u128; 5] = [1, 1, 4, 38, 728];
/// OEIS A000595, "number of relations on n nodes" up to isomorphism.
const UNLABELLED_DIGRAPHS: [usize; 4] = [1, 2, 10, 104];

#[derive(DpGen, Debug)]
#[dpgen(weight = 0, rep_ok = has_no_loops)]
struct Loopless {
    graph: DiGraph<(), ()>,
}

fn has_no_loops(whole: LooplessView) -> bool {
    !whole.graph.get(has_loop)
}

fn has_loop(nodes: <DiGraph<(), ()> as DpGen>::View) -> bool {
    let CollectionView::Cons(node, rest) = nodes else { return false };
    let (_, to_itself, _) = node.view();
    to_itself.view().is_some() || rest.get(has_loop)
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0, rep_ok = LooplessUndirected::has_no_loops)]
struct LooplessUndirected {
    graph: UnGraph<(), ()>,
}

impl LooplessUndirected {
    fn has_no_loops(&self) -> bool {
        self.graph.node_indices().all(|node| !self.graph.contains_edge(node, node))
    }
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0, rep_ok = Acyclic::is_acyclic)]
struct Acyclic {
    graph: DiGraph<(), ()>,
}

impl Acyclic {
    fn is_acyclic(&self) -> bool {
        !is_cyclic_directed(&self.graph)
    }
}

/// The graphs of another type that have one component.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0, rep_ok = Strong::is_strongly_connected)]
struct Strong {
    whole: Loopless,
}

impl Strong {
    fn is_strongly_connected(&self) -> bool {
        kosaraju_scc(&self.whole.graph).len() == 1
    }
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0, rep_ok = Connected::is_connected)]
struct Connected {
    whole: LooplessUndirected,
}

impl Connected {
    fn is_connected(&self) -> bool {
        connected_components(&self.whole.graph) == 1
    }
}

#[test]
fn count_as_the_oeis_does() {
    are_counted::<Loopless>(0, &LOOPLESS_DIGRAPHS);
    are_counted::<LooplessUndirected>(0, &LOOPLESS_GRAPHS);
    are_counted::<Acyclic>(0, &ACYCLIC_DIGRAPHS);
    are_counted::<Strong>(1, &STRONGLY_CONNECTED_DIGRAPHS);
    are_counted::<Connected>(1, &CONNECTED_GRAPHS);
    assert_eq!(counts::<Loopless>(3), LOOPLESS_DIGRAPHS[..4]);
}

/// The classes of isomorphic graphs, as the crate compares them.
#[test]
fn all_numberings_of_a_graph_come() {
    let graphs = Generator::<DiGraph<(), ()>>::up_to(3).build().unwrap();
    for (size, unlabelled) in (0..).zip(UNLABELLED_DIGRAPHS) {
        let mut classes: Vec<DiGraph<(), ()>> = Vec::new();
        for graph in graphs.iter_size(size) {
            if !classes.iter().any(|known| is_isomorphic(known, &graph)) {
                classes.push(graph);
            }
        }
        assert_eq!(classes.len(), unlabelled);
    }
}

/// What a test of an algorithm looks like.
#[dpgen::test(max_size = 3)]
fn an_order_exists_where_no_cycle_does(graph: &DiGraph<(), ()>) {
    let order = toposort(graph, None);
    assert_eq!(order.is_err(), is_cyclic_directed(graph));
    if let Ok(order) = order {
        let place = |node| order.iter().position(|other| *other == node);
        assert!(
            graph
                .edge_indices()
                .filter_map(|edge| graph.edge_endpoints(edge))
                .all(|(from, to)| place(from) < place(to))
        );
    }
}
