//! Trees to draw, with boxes of different widths and dots.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use dpgen::prelude::*;
use dpgen_draw::{NodeId, Part, Tree, TreeBuilder};

/// A tree of any degree.
#[derive(DpGen, Debug)]
pub struct Rose {
    #[dpgen(range = 0..=2)]
    width: usize,
    parts: Vec<Rose>,
}

/// A dot, a short label, a long one below a label of the edge to it.
const LABELS: [&str; 3] = ["", "7", "a wider one"];

impl Rose {
    /// The tree as it is drawn.
    pub fn tree(&self) -> Tree {
        let mut builder = TreeBuilder::new();
        self.add(&mut builder);
        builder.finish().expect("it is a tree")
    }

    fn add(&self, builder: &mut TreeBuilder) -> NodeId {
        let mut parts = Vec::new();
        for part in &self.parts {
            let node = part.add(builder);
            parts.push(if part.width == 2 { Part::named("the edge's label", node) } else { node.into() });
        }
        if self.width == 0 && parts.is_empty() {
            builder.empty("nothing")
        } else {
            builder.node(LABELS[self.width], parts)
        }
    }
}

/// Every tree of up to 5 nodes.
pub fn small() -> Vec<Tree> {
    let roses = Generator::<Rose>::up_to(5).build().unwrap();
    assert!(roses.total() > 1000);
    roses.iter().map(|rose| rose.tree()).collect()
}

/// Trees of so many nodes, each with the same probability. With `DPGEN_LONG=1` there are more, from a seed that is printed.
pub fn random(nodes: u32) -> Vec<Tree> {
    let long = std::env::var_os("DPGEN_LONG").is_some();
    let seed = if long { rand_seed() } else { 7 };
    println!("seed {seed}");
    let mut draws = ChaCha8Rng::seed_from_u64(seed);
    let roses = Generator::<Rose>::up_to(nodes).build().unwrap();
    let number = if long { 20_000 } else { 150 };
    (0..number).map(|_| roses.sample(nodes, &mut draws).unwrap().tree()).collect()
}

fn rand_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    ChaCha8Rng::seed_from_u64(u64::from(now.subsec_nanos())).next_u64()
}

/// A chain, and a chain whose nodes each have a leaf before the rest.
pub fn deep(levels: usize) -> [Tree; 2] {
    [false, true].map(|leaves| {
        let mut builder = TreeBuilder::new();
        let mut rest = builder.empty("end");
        for level in 0..levels {
            let leaf = leaves.then(|| builder.leaf("leaf"));
            rest = builder.node(&level.to_string(), leaf.into_iter().chain([rest]));
        }
        builder.finish().unwrap()
    })
}
