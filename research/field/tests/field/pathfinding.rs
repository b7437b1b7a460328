//! pathfinding: searches agree on the length of a shortest path.

use dpgen::DpGen;
use pathfinding::prelude::{
    bfs, bfs_bidirectional, bfs_loop, dijkstra, fringe, idastar, iddfs, topological_sort,
};

#[derive(DpGen, Clone, Copy, Debug)]
struct Edge(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=3)] usize);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Edges(Vec<Edge>);

const FAR: usize = 99;

#[dpgen::test(max_size = 4)]
fn searches_agree(edges: &Edges) {
    let after = |node: &usize| -> Vec<usize> {
        let node = *node;
        edges.0.iter().filter(|edge| edge.0 == node).map(|edge| edge.1).collect()
    };
    let before = |node: &usize| -> Vec<usize> {
        let node = *node;
        edges.0.iter().filter(|edge| edge.1 == node).map(|edge| edge.0).collect()
    };
    let costs =
        |node: &usize| -> Vec<(usize, usize)> { after(node).into_iter().map(|next| (next, 1)).collect() };
    let mut lengths = [[FAR; 4]; 4];
    for node in 0..4 {
        lengths[node][node] = 0;
        for next in after(&node) {
            lengths[node][next] = lengths[node][next].min(1);
        }
    }
    for middle in 0..4 {
        for from in 0..4 {
            for to in 0..4 {
                lengths[from][to] = lengths[from][to].min(lengths[from][middle] + lengths[middle][to]);
            }
        }
    }
    for from in 0..4_usize {
        for to in 0..4_usize {
            let expected = Some(lengths[from][to]).filter(|length| *length < FAR);
            let is_end = |node: &usize| *node == to;
            assert_eq!(bfs(&from, after, is_end).map(|path| path.len() - 1), expected);
            assert_eq!(bfs_bidirectional(&from, &to, after, before).map(|path| path.len() - 1), expected);
            assert_eq!(iddfs(from, after, is_end).map(|path| path.len() - 1), expected);
            assert_eq!(dijkstra(&from, costs, is_end).map(|(_, cost)| cost), expected);
            assert_eq!(idastar(&from, costs, |_| 0, is_end).map(|(_, cost)| cost), expected);
            assert_eq!(fringe(&from, costs, |_| 0, is_end).map(|(_, cost)| cost), expected);
        }
        let around = after(&from).into_iter().map(|next| lengths[next][from] + 1).min();
        assert_eq!(bfs_loop(&from, after).map(|path| path.len() - 1), around.filter(|length| *length < FAR));
    }
    let cyclic = edges.0.iter().any(|edge| lengths[edge.1][edge.0] < FAR);
    assert_eq!(topological_sort(&[0, 1, 2, 3], after).is_err(), cyclic);
}
