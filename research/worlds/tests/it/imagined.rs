//! What is imagined of a maze without loops is as likely as it should be: against all mazes that agree with what is seen.

use std::collections::HashMap;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_worlds::{
    Braided, Direction, Distribution, Graph, Imagine, Maze, NodeId, Policy, Random, SpanningTrees, World,
};

const SIDE: usize = 3;

/// The maze that a graph with directions is, from the cell that its first node is.
fn maze_of(graph: &Graph, start: usize) -> Maze {
    let mut maze = Maze::closed(SIDE, SIDE);
    let mut cells = vec![None; graph.len()];
    cells[0] = Some(start);
    let mut open = vec![NodeId::new(0)];
    while let Some(node) = open.pop() {
        let cell = cells[node.at()].unwrap();
        for edge in graph.edges(node) {
            let direction = Direction::ALL[usize::from(edge.kind)];
            maze.open(cell, direction);
            if cells[edge.to.at()].is_none() {
                cells[edge.to.at()] = maze.neighbour(cell, direction);
                open.push(edge.to);
            }
        }
    }
    maze
}

/// The cells that have been visited, if those that are known reach from border to border: then there is one place for them.
fn visited(world: &World) -> Option<Vec<usize>> {
    let seen = world.seen();
    let known: Vec<usize> = (0..seen.known()).map(|node| world.node(NodeId::new(node)).at()).collect();
    let all = |of: fn(usize) -> usize| (0..SIDE).all(|line| known.iter().any(|cell| of(*cell) == line));
    let nodes = (0..seen.known()).map(NodeId::new).filter(|node| seen.is_visited(*node));
    (all(|cell| cell % SIDE) && all(|cell| cell / SIDE))
        .then(|| nodes.map(|node| world.node(node).at()).collect())
}

/// Pearson's test: `n` outcomes have a distance of `n - 1` on average, with a variance of twice that.
#[test]
fn each_maze_that_agrees_is_as_likely() {
    let mazes = Braided::uniform(SIDE, SIDE, 0.0).unwrap();
    let trees = SpanningTrees::new(SIDE, SIDE).unwrap();
    let mut compared = 0;
    for seed in 0..60 {
        let mut world = mazes.draw(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..3 {
            let way = Random.choose(world.seen(), &mut rng);
            world.go(way);
        }
        let Some(visited) = visited(&world) else { continue };
        let real = mazes.maze(seed);
        let same = |tree: &Maze, cell: usize| {
            Direction::ALL
                .into_iter()
                .all(|direction| tree.is_open(cell, direction) == real.is_open(cell, direction))
        };
        let agreeing: Vec<Maze> = (0..192_u32)
            .map(|rank| trees.nth(rank).unwrap())
            .filter(|tree| visited.iter().all(|cell| same(tree, *cell)))
            .collect();
        let mut drawn: HashMap<Maze, f64> = HashMap::new();
        for _ in 0..100 * agreeing.len() {
            let graph = mazes.imagine(world.seen(), &mut rng);
            *drawn.entry(maze_of(&graph, world.node(NodeId::new(0)).at())).or_default() += 1.0;
        }
        assert_eq!(drawn.len(), agreeing.len(), "\n{real}");
        let distance: f64 = agreeing.iter().map(|tree| (drawn[tree] - 100.0).powi(2) / 100.0).sum();
        let most = f64::from(u32::try_from(agreeing.len()).unwrap());
        assert!(distance < most + 6.0 * (2.0 * most).sqrt(), "{distance} of {most}\n{real}");
        compared += usize::from(agreeing.len() > 1);
    }
    assert!(compared >= 5, "{compared} mazes leave something to imagine");
}
