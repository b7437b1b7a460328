//! That training works, in less than a minute, and that what ships covers what the documentation says.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test may panic")]

use dpgen_learn::{ActorCritic, Config, Imitation, Learned};
use dpgen_worlds::{Braided, Dfs, Graph, NodeId, RandomGraphs, Sight, World, evaluate, explore};

fn small() -> Config {
    Config { embedding: 16, rounds: 2, memory: 32, ..Config::new(4) }
}

/// Worlds that no training has seen: its seeds are drawn from all of 64 bits.
const HELD_OUT: std::ops::Range<u64> = 0..400;

#[test]
fn imitation_learns_from_the_planner() {
    let mazes = Braided::backtracker(4, 4, 0.25);
    let mut learner = Learned::new(small(), 7).unwrap();
    let before = learner.evaluate(&mazes, HELD_OUT).unwrap().mean;
    let mut losses = Vec::new();
    let short = Imitation { updates: 120, explorers: 8, worlds: 8, ..Imitation::default() };
    short.train(&mut learner, &mazes, 7, |_, loss| losses.push(loss)).unwrap();
    let after = learner.evaluate(&mazes, HELD_OUT).unwrap().mean;
    assert_eq!(losses.len(), 120);
    assert!(losses[110..].iter().sum::<f32>() < losses[..10].iter().sum::<f32>());
    assert!(after > before + 0.1 && after > 0.7, "{before} {after}");
}

#[test]
fn actor_critic_learns_by_itself() {
    let mazes = Braided::backtracker(3, 3, 0.25);
    let mut learner = Learned::new(small(), 7).unwrap();
    let before = learner.evaluate(&mazes, HELD_OUT).unwrap().mean;
    let short = ActorCritic { updates: 150, explorers: 16, rate: 5e-3, ..ActorCritic::default() };
    short.train(&mut learner, &mazes, 7, |_, _| ()).unwrap();
    let after = learner.evaluate(&mazes, HELD_OUT).unwrap().mean;
    assert!(after > before + 0.1, "{before} {after}");
}

#[test]
fn equal_seeds_learn_equal_things() {
    let mazes = Braided::backtracker(3, 3, 0.25);
    let trained = || {
        let mut learner = Learned::new(small(), 7).unwrap();
        let mut losses = Vec::new();
        let short = Imitation { updates: 3, explorers: 4, worlds: 4, ..Imitation::default() };
        short.train(&mut learner, &mazes, 7, |_, loss| losses.push(loss)).unwrap();
        losses
    };
    assert_eq!(trained(), trained());
}

/// The bar is what depth-first search covers, and 0.025 more; zero-shot, as these mazes are none of those in training.
#[test]
fn what_ships_for_mazes_beats_depth_first_search() {
    let mazes = Braided::backtracker(6, 6, 0.25);
    let learned = Learned::mazes().unwrap().evaluate(&mazes, HELD_OUT).unwrap();
    let dfs = evaluate(&mazes, &mut Dfs::default(), HELD_OUT);
    assert!(learned.mean > dfs.mean + 0.025 && learned.mean > 0.80, "{learned}, DFS {dfs}");
}

#[test]
fn what_ships_for_random_graphs_beats_depth_first_search() {
    let graphs = RandomGraphs::new(15..=20, 0.1, 15);
    let learned = Learned::random_graphs().unwrap().evaluate(&graphs, HELD_OUT).unwrap();
    let dfs = evaluate(&graphs, &mut Dfs::default(), HELD_OUT);
    assert!(learned.mean > dfs.mean && learned.mean > 0.70, "{learned}, DFS {dfs}");
}

#[test]
fn one_world_at_a_time_is_the_same() {
    let mazes = Braided::backtracker(6, 6, 0.25);
    let mut learned = Learned::mazes().unwrap();
    let together = learned.evaluate(&mazes, 0..10).unwrap();
    let alone = evaluate(&mazes, &mut learned, 0..10);
    assert!((together.mean - alone.mean).abs() < 0.02, "{together} {alone}");
}

/// Parameters are tied neither to the size of a graph nor to what is in sight.
#[test]
fn other_worlds_are_no_error() {
    let mut learned = Learned::random_graphs().unwrap();
    for (nodes, sight) in [(1, Sight::Neighbours), (2, Sight::Nothing), (50, Sight::Nothing)] {
        let path = Graph::undirected(nodes, (1..nodes).map(|node| (node - 1, node)));
        let mut world = World::new(path, NodeId::new(0), sight, 8);
        explore(&mut world, &mut learned, 7);
        assert!(world.is_over());
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let mazes = Braided::backtracker(3, 3, 0.25);
    let refused = Learned::random_graphs().unwrap().evaluate(&mazes, 0..5).unwrap_err();
    assert!(refused.to_string().contains("and the network knows 1 kinds"), "{refused}");
    let mut learner = Learned::new(small(), 7).unwrap();
    let nobody = Imitation { explorers: 0, ..Imitation::default() };
    let refused = nobody.train(&mut learner, &mazes, 7, |_, _| ()).unwrap_err();
    assert!(refused.to_string().contains("at least 1 explorer"), "{refused}");
    // A graph of one node has no way on, where others have.
    let graphs = RandomGraphs::new(1..=2, 1.0, 3);
    let refused = Learned::random_graphs().unwrap().evaluate(&graphs, 0..20).unwrap_err();
    assert!(refused.to_string().contains("must end together"), "{refused}");
}

#[test]
fn weights_are_those_of_one_network() {
    let folder = std::env::temp_dir().join(format!("dpgen-learn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("weights.safetensors");
    let learned = Learned::new(small(), 7).unwrap();
    learned.save(&file).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let again = Learned::load(small(), &bytes).unwrap();
    let mazes = Braided::backtracker(3, 3, 0.25);
    assert_eq!(again.evaluate(&mazes, 0..10).unwrap(), learned.evaluate(&mazes, 0..10).unwrap());
    let other = Learned::load(Config::new(4), &bytes).unwrap_err();
    assert!(other.to_string().contains("has the shape"), "{other}");
    assert!(Learned::load(small(), &bytes[..bytes.len() / 2]).is_err());
}
