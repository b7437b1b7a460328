//! Nodes and edges with weights: how many graphs they make, of which size, and fields of graphs that refer to nodes.

use dpgen::Nodes;
use dpgen::prelude::*;
use petgraph::graph::{DiGraph, UnGraph};

use crate::graph_fields::counts;

#[derive(DpGen, Debug)]
struct Town(bool);

#[derive(DpGen, Debug)]
struct Road;

#[derive(DpGen, Debug)]
#[dpgen(weight = 1)]
struct Toll;

#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Listed {
    #[dpgen(range = (1..=2, ["a", "b", "c"]))]
    graph: DiGraph<u8, String>,
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Bounded {
    #[dpgen(len = 0..=1)]
    short: UnGraph<(), ()>,
    #[dpgen(len = 0..=2)]
    longer: UnGraph<(), ()>,
    open: UnGraph<(), ()>,
    #[dpgen(len = 2..=2)]
    pair: DiGraph<(), ()>,
}

/// Graphs whose nodes are graphs.
#[derive(DpGen, Debug)]
struct Nested {
    parts: DiGraph<Nested, ()>,
}

#[test]
fn of_nodes_and_edges() {
    // An edge is one of so many, or there is none.
    assert_eq!(counts::<Listed>(2), [1, 2 * 4, 2_u128.pow(2) * 4_u128.pow(4)]);
    assert_eq!(counts::<UnGraph<bool, bool>>(2), [1, 2 * 3, 2_u128.pow(2) * 3_u128.pow(3)]);
    assert_eq!(counts::<DiGraph<Town, Road>>(2), [1, 2 * 2, 2_u128.pow(2) * 2_u128.pow(4)]);
    // With edges that weigh 1, size s has the choices of s - n out of n^2 edges, for each number n of nodes.
    assert_eq!(counts::<DiGraph<(), Toll>>(5), [1, 1, 1 + 1, 4 + 1, 6 + 9 + 1, 4 + 36 + 16 + 1]);
    // Of size 3: a node of size 2, with a loop or without, or two nodes of size 1.
    assert_eq!(counts::<Nested>(3), [0, 1, 2, 2 * 2 + 16]);
}

#[test]
fn with_len_nodes_weigh_what_they_are() {
    let bounded = (1 + 2) * (1 + 2 + 8) * 16;
    assert_eq!(counts::<Bounded>(1), [bounded, 2 * bounded]);
}

#[test]
fn more_nodes_than_a_length_can_be_are_an_error() {
    let error = Generator::<DiGraph<(), ()>>::up_to(1001).build().unwrap_err().to_string();
    assert!(error.ends_with("a graph has at most 1000 nodes, not 1001: say how many with `len`"), "{error}");
}

/// A node of a graph is a node of dpgen's, to which fields refer by its number.
#[derive(DpGen, Debug)]
struct City {
    #[dpgen(refers_to = City)]
    like: usize,
}

#[derive(DpGen, Debug)]
struct Way {
    #[dpgen(refers_to = City)]
    by: usize,
}

#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Map {
    graph: DiGraph<City, Way>,
    #[dpgen(refers_to = City)]
    capital: Option<usize>,
}

#[test]
fn lead_to_the_weights_of_nodes() {
    // 2 cities: the second is like one of two. 1 city and 1 way: it is by the city.
    assert_eq!(counts::<Map>(2), [1, 2, 2 * 3 + 2]);
    for map in Generator::<Map>::up_to(4).build().unwrap().iter_size(4) {
        let (cities, ways) = (Nodes::<City>::within(&map), Nodes::<Way>::within(&map));
        assert!(cities.iter().map(|city| city.like).eq(map.graph.node_weights().map(|city| city.like)));
        assert_eq!(ways.len(), map.graph.edge_count());
        assert!(cities.iter().enumerate().all(|(number, city)| city.like <= number));
    }
}
