//! Worlds and policies: what is seen, the figures of baselines, imagined worlds, and the optimum by brute force.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_worlds::{
    Braided, Dfs, Distribution, Edge, Graph, Guessed, Imagine, LeastTaken, Nearest, NodeId, Policy, Random,
    RandomGraphs, Sight, StackDfs, World, evaluate, explore, most_visited,
};

/// Walks at random for some steps.
fn wandered(mut world: World, steps: u32, seed: u64) -> World {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..steps {
        let way = Random.choose(world.seen(), &mut rng);
        world.go(way);
    }
    world
}

/// What is seen is right, and all that should be: by the whole graph.
fn sees_right(world: &World, sight: Sight) {
    let seen = world.seen();
    for node in (0..seen.known()).map(NodeId::new) {
        let edges = world.graph().edges(world.node(node));
        if !seen.is_visited(node) {
            assert!(seen.ways(node).is_empty());
            continue;
        }
        assert_eq!(seen.ways(node).len(), edges.len());
        for (way, edge) in seen.ways(node).iter().zip(edges) {
            assert_eq!(way.kind, edge.kind);
            assert!(way.to.is_some() || sight == Sight::Nothing);
            assert!(way.to.is_none_or(|to| world.node(to) == edge.to));
        }
    }
}

#[test]
fn what_is_seen_is_there() {
    let mazes = Braided::backtracker(5, 4, 0.3);
    for seed in 0..20 {
        sees_right(&wandered(mazes.draw(seed), 12, seed), Sight::Neighbours);
        let graph = RandomGraphs::new(15..=20, 0.1, 15).draw(seed);
        let start = graph.node(NodeId::new(0));
        let blind = World::new(graph.graph().clone(), start, Sight::Nothing, 15);
        sees_right(&wandered(graph, 10, seed), Sight::Neighbours);
        sees_right(&wandered(blind, 10, seed), Sight::Nothing);
    }
}

/// Means over 400 mazes; measured elsewhere on 1,000 of the same distribution by a program that shares no code: 0.331, 0.46,
/// 0.773 and 0.813, with standard errors of 0.003.
#[test]
fn baselines_in_mazes() {
    let mazes = Braided::backtracker(6, 6, 0.25);
    let near = |mean: f64, expected: f64| assert!((mean - expected).abs() < 0.02, "{mean}, not {expected}");
    near(evaluate(&mazes, &mut Random, 0..400).mean, 0.331);
    near(evaluate(&mazes, &mut StackDfs::default(), 0..800).mean, 0.46);
    near(evaluate(&mazes, &mut Dfs::default(), 0..400).mean, 0.773);
    near(evaluate(&mazes, &mut Nearest, 0..400).mean, 0.813);
}

/// The same for random graphs: 0.42, 0.53 and 0.68 there.
#[test]
fn baselines_in_random_graphs() {
    let graphs = RandomGraphs::new(15..=20, 0.1, 15);
    let near = |mean: f64, expected: f64| assert!((mean - expected).abs() < 0.025, "{mean}, not {expected}");
    near(evaluate(&graphs, &mut Random, 0..400).mean, 0.42);
    near(evaluate(&graphs, &mut StackDfs::default(), 0..400).mean, 0.53);
    near(evaluate(&graphs, &mut Dfs::default(), 0..400).mean, 0.69);
}

/// Depth-first search visits each node of a connected graph once it has walked each edge of a tree there and back.
#[test]
fn policies_with_time_visit_everything() {
    for seed in 0..20 {
        let world = RandomGraphs::new(15..=20, 0.1, 40).draw(seed);
        let policies: [&mut dyn Policy; 3] = [&mut Dfs::default(), &mut Nearest, &mut LeastTaken::default()];
        for policy in policies {
            let mut world = world.clone();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            while !world.is_over() {
                let way = policy.choose(world.seen(), &mut rng);
                world.go(way);
            }
            assert_eq!(world.seen().visited(), world.graph().len(), "{}", policy.name());
        }
    }
}

#[test]
fn one_node_without_edges_is_over() {
    let mut world = World::new(Graph::undirected(1, []), NodeId::new(0), Sight::Neighbours, 5);
    assert!(world.is_over());
    explore(&mut world, &mut Nearest, 7);
    assert!((world.coverage() - 1.0).abs() < 1e-9);
}

#[test]
fn one_way_edges_need_no_way_back() {
    let edge = |to| Edge { kind: 0, to: NodeId::new(to) };
    let funnel = Graph::new([vec![edge(1), edge(2)], vec![edge(1)], vec![edge(1)]]);
    let policies: [&mut dyn Policy; 3] = [&mut Dfs::default(), &mut StackDfs::default(), &mut Nearest];
    for policy in policies {
        let mut world = World::new(funnel.clone(), NodeId::new(0), Sight::Neighbours, 10);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        while !world.is_over() {
            let way = policy.choose(world.seen(), &mut rng);
            world.go(way);
        }
        assert!(world.seen().visited() >= 2, "{}", policy.name());
    }
}

/// An imagined graph has the known nodes first, the ways of visited ones unchanged, and nothing else next to these.
fn agrees(model: &impl Imagine, world: &World, seed: u64) {
    let seen = world.seen();
    let graph = model.imagine(seen, &mut ChaCha8Rng::seed_from_u64(seed));
    assert!(graph.len() >= seen.known());
    for node in (0..graph.len()).map(NodeId::new) {
        let visited = node.at() < seen.known() && seen.is_visited(node);
        if visited {
            for (way, edge) in seen.ways(node).iter().zip(graph.edges(node)) {
                assert_eq!(way.kind, edge.kind);
                assert!(way.to.is_none_or(|to| to == edge.to));
            }
            assert_eq!(seen.ways(node).len(), graph.edges(node).len());
        } else if model.sight() == Sight::Neighbours {
            for edge in graph.edges(node) {
                let back = graph.edges(edge.to).iter().any(|edge| edge.to == node);
                assert!(back, "edges lead both ways");
            }
        }
    }
}

#[test]
fn imagined_worlds_agree_with_what_is_seen() {
    let mazes = [Braided::backtracker(6, 6, 0.25), Braided::uniform(4, 5, 0.0).unwrap()];
    let graphs = RandomGraphs::new(15..=20, 0.1, 15);
    for seed in 0..30 {
        for steps in [0, 1, 6, 14] {
            for mazes in &mazes {
                agrees(mazes, &wandered(mazes.draw(seed), steps, seed), seed);
            }
            agrees(&graphs, &wandered(graphs.draw(seed), steps, seed), seed);
            let whole = graphs.draw(seed);
            let blind = World::new(whole.graph().clone(), NodeId::new(0), Sight::Nothing, 15);
            agrees(&Guessed, &wandered(blind, steps, seed), seed);
        }
    }
}

/// An imagined maze without loops is a maze: nothing that is known is cut off, and there are as many cells.
#[test]
fn imagined_mazes_are_mazes() {
    let mazes = Braided::uniform(4, 4, 0.0).unwrap();
    for seed in 0..50 {
        let world = wandered(mazes.draw(seed), 5, seed);
        let graph = mazes.imagine(world.seen(), &mut ChaCha8Rng::seed_from_u64(seed));
        assert_eq!(graph.len(), 16);
        let known = graph.distances(NodeId::new(0));
        assert!(known[..world.seen().known()].iter().all(Option::is_some));
        let edges: usize = (0..16).map(|node| graph.edges(NodeId::new(node)).len()).sum();
        let reached = known.iter().flatten().count();
        assert!(edges <= 2 * 15 && reached >= world.seen().known(), "{edges} {reached}");
    }
}

#[test]
#[should_panic(expected = "what is seen does not fit into 3x3 cells")]
fn a_maze_that_is_larger_is_not_imagined() {
    let mut world = Braided::backtracker(6, 1, 0.0).draw(7);
    explore(&mut world, &mut Nearest, 7);
    let _ = Braided::backtracker(3, 3, 0.0).imagine(world.seen(), &mut ChaCha8Rng::seed_from_u64(7));
}

/// All walks, one after the other.
fn brute(graph: &Graph, here: NodeId, visited: u64, steps: u32) -> u32 {
    if steps == 0 {
        return visited.count_ones();
    }
    let on =
        graph.edges(here).iter().map(|edge| brute(graph, edge.to, visited | 1 << edge.to.at(), steps - 1));
    on.max().unwrap_or_else(|| visited.count_ones())
}

#[test]
fn the_optimum_is_that_of_all_walks() {
    for seed in 0..30 {
        let world = RandomGraphs::new(5..=8, 0.3, 7).draw(seed);
        for steps in 0..=7 {
            let most = most_visited(world.graph(), NodeId::new(0), steps, 1_000_000);
            assert_eq!(most, Some(usize::try_from(brute(world.graph(), NodeId::new(0), 1, steps)).unwrap()));
        }
    }
    let large = Graph::undirected(65, (1..65).map(|node| (0, node)));
    assert_eq!(most_visited(&large, NodeId::new(0), 1, 1_000), None);
    let star = Graph::undirected(20, (1..20).map(|node| (0, node)));
    assert_eq!(most_visited(&star, NodeId::new(0), 20, 1_000), None);
}
