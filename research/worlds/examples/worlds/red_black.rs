//! Red-black trees with keys from 0 to the maximum size, as an interface with `insert` and `delete`: those of the example
//! `find_bugs`, without bugs.

#[path = "../../../find_bugs/src/rbt/delete.rs"]
mod deletion;
#[allow(dead_code, reason = "the other example needs all of it")]
#[path = "../../../find_bugs/src/rbt/tree.rs"]
mod tree;

use std::rc::Rc;

use dpgen::prelude::*;
use dpgen_worlds::StateSpace;

pub use tree::{Link, Tree, leaf};

/// The tree with a key put in.
pub fn insert(tree: &Link, key: i64) -> Link {
    tree::insert::<0>(tree, key)
}

/// The tree with a key taken out.
pub fn delete(tree: &Link, key: i64) -> Link {
    deletion::delete::<0>(tree, key)
}

/// Calls of the interface.
#[derive(DpGen, Debug, Clone, Copy, PartialEq)]
pub enum Call {
    /// Puts a key in.
    Insert(#[dpgen(range = 0..=keys)] i64),
    /// Takes a key out.
    Delete(#[dpgen(range = 0..=keys)] i64),
}

/// All states with at most so many nodes, by insertion alone or by all calls, and the trees that they are among.
pub fn states(
    nodes: u32,
    deletes: bool,
) -> Result<(Structures<Tree>, StateSpace<Call>), Box<dyn std::error::Error>> {
    let trees = Generator::<Tree>::up_to(nodes).build()?;
    let calls = Generator::<Call>::up_to(1).param("keys", nodes.into()).build()?;
    let calls = calls.iter().filter(|call| deletes || matches!(call, Call::Insert(_))).collect();
    let value = |tree: Link| Rc::unwrap_or_clone(tree);
    let space = StateSpace::new(&trees, calls, value(leaf()), |tree, call| match *call {
        Call::Insert(key) => value(insert(&Rc::new(tree), key)),
        Call::Delete(key) => value(delete(&Rc::new(tree), key)),
    });
    Ok((trees, space?))
}
