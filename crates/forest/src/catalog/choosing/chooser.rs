//! [`Chooser`]: the decision maker on the way from the root of a catalog down to one structure.
//!
//! Wherever the structures of a catalog differ (by production, or by the value of a slot), the descent asks a chooser
//! which alternative to take. A [`Decision`] lists the alternatives with exact counts, so that uniform draws, draws by
//! learned weights, and following a rank are all choosers. Read [`descent`](super::descent) next.

use crate::catalog::choosing::decision::Decision;
use crate::catalog::choosing::production_parts::ProductionParts;

/// Decides which alternative a descent takes.
///
/// A function is a chooser, too:
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::Decision;
/// # #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// let last = |decision: &Decision<'_>| decision.len() - 1;
/// let (words, rank) = trees.catalog().descend(5, &mut { last }).unwrap();
/// assert_eq!(rank, 41);
/// assert_eq!(trees.catalog().nth_compact(5, &rank), Ok(Some(words)));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub trait Chooser {
    /// The number of the alternative to take, below [`Decision::len`].
    fn choose(&mut self, decision: &Decision<'_>) -> usize;

    /// Called at the start of a production, whose parts are decided next, from the first to the last, each with all that is
    /// below it. A chooser that divides a rank needs this; others can leave it out.
    fn begin(&mut self, parts: &ProductionParts<'_>) {
        let _ = parts;
    }
}

impl<F: FnMut(&Decision<'_>) -> usize> Chooser for F {
    fn choose(&mut self, decision: &Decision<'_>) -> usize {
        self(decision)
    }
}
