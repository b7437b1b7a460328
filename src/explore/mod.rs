//! Exploring programs over valid structures: every path that a program can take, what it covers, a smallest set of inputs that
//! covers the same, and inputs for which it costs most.
//!
//! A field of type [`Int`](crate::Int) is a number like any other, but while a program is explored it is left open:
//! each comparison that could go more than one way is a fork, the solver says which ways are possible, and each run of the
//! program takes a path that no run took before. As structures are valid to begin with, no run is spent on an input that the
//! program never gets.
//!
//! [`explore`](crate::explore()) does so with the defaults; [`Explorer`] sets up more. `#[dpgen::cover]` and [`cover!`] say which
//! branches are of interest.
//!
//! # Sequences of calls
//!
//! A type with private fields is explored by what can be called: a sequence of calls is a structure like any other.
//!
//! ```
//! use dpgen::prelude::*;
//!
//! /// Its items ascend.
//! #[derive(Default)]
//! struct Queue<T>(Vec<T>);
//!
//! impl<T: Ord> Queue<T> {
//!     #[dpgen::cover]
//!     fn push(&mut self, item: T) {
//!         let mut place = 0;
//!         while place < self.0.len() && self.0[place] < item {
//!             place += 1;
//!         }
//!         self.0.insert(place, item);
//!     }
//!
//!     #[dpgen::cover]
//!     fn pop(&mut self) -> Option<T> {
//!         if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
//!     }
//! }
//!
//! #[derive(DpGen, Debug)]
//! enum Call {
//!     Push(#[dpgen(range = 0..=99)] Int),
//!     Pop,
//! }
//!
//! let suite = dpgen::explore::<Vec<Call>>(4, |calls| {
//!     let mut queue = Queue::default();
//!     for call in calls {
//!         match call {
//!             Call::Push(item) => queue.push(*item),
//!             Call::Pop => {
//!                 let least = queue.pop();
//!                 assert!(queue.0.iter().all(|item| least <= Some(*item)));
//!             }
//!         }
//!     }
//! })?;
//! assert_eq!(suite.to_string(), "all 6 outcomes up to size 4; 1 input suffices");
//! println!("{}", suite.inputs()[0].ron);
//! # Ok::<(), dpgen::explore::Error>(())
//! ```

mod error;
mod explorer;
mod program;
mod shape_dependent_program;
mod structure_subject;
mod suite;
mod worst_case;

pub use dpgen_explore::{
    AtSize, Branch, CostMeasure, Coverage, End, Exploration, ExploreError, Explored, Growth, Path, Search,
    Seen, Stop, Worst, cost, cover, greedy, smallest, strategy,
};
pub use error::Error;
pub use explorer::Explorer;
pub use program::Program;
pub use suite::{Input, Suite};
pub use worst_case::WorstCase;

/// What the code of macros names; not part of the public interface.
#[doc(hidden)]
pub use dpgen_explore::__private;

use dpgen_forest::structure;

use crate::generator::Generator;
use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use crate::types::view::observable::Observable;

/// Marks a place in a program of which the future depends on `state` only: all that is decided and all integers that it still
/// uses. Where paths show equal states, a search for worst cases goes on from the costliest only, and so proves costs at
/// sizes at which there are too many paths to take. Outside of such a search it does nothing.
///
/// An integer that is not shown and is used later is noticed, and ends the search with an error; other values that are forgotten
/// are not: what is proven is proven given that checkpoints show all that is used later.
///
/// ```
/// use dpgen::Int;
/// use dpgen::explore::{WorstCase, checkpoint};
///
/// fn insertion_sort(keys: &mut [Int]) {
///     for end in 1..keys.len() {
///         checkpoint("round", &(end, keys.to_vec()));
///         let mut place = end;
///         while place > 0 && keys[place] < keys[place - 1] {
///             keys.swap(place, place - 1);
///             place -= 1;
///         }
///     }
/// }
///
/// let worst = WorstCase::ints(0..=1000).program(insertion_sort).sizes([20]).run()?;
/// assert_eq!((worst.at(20).cost(), worst.at(20).is_proven()), (190, true));
/// # Ok::<(), dpgen::explore::ExploreError>(())
/// ```
pub fn checkpoint<S: Observable>(label: &'static str, state: &S) {
    dpgen_explore::checkpoint(label, |out| state.encode(out));
}

/// A value from its RON, as a [`Suite`] writes it, of a type whose maximum size is `max_size`: for tests that keep inputs.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// struct Sides(#[dpgen(range = 1..=100)] [Int; 3]);
///
/// let sides: Sides = dpgen::explore::from_ron(1, "((3, 4, 5))")?;
/// assert_eq!(sides.0[2], 5);
/// assert!(dpgen::explore::from_ron::<Sides>(1, "((3, 4, 500))").is_err());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// When the type is unfit, and when the text is not one of its values: a message that says where and why.
pub fn from_ron<T: DpGen>(max_size: u32, text: &str) -> Result<T, String> {
    let model = Generator::<T>::up_to(max_size).model().map_err(|error| error.to_string())?;
    let words = structure::from_ron(&model.schema, text).map_err(|error| error.to_string())?;
    Ok(T::build(&mut ValueBuilder::new(&model.schema, &words)))
}

/// Explores a program over all valid structures up to a size: every path that it can take, and a smallest suite.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = is_ordered)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, #[dpgen(range = 0..=99)] Int, Box<Tree>),
/// }
///
/// fn is_ordered(tree: TreeView) -> bool {
///     let TreeView::Node(left, key, right) = tree else { return true };
///     left.get(greatest).is_none_or(|below| below < key) && right.get(least).is_none_or(|above| key < above)
/// }
/// # fn greatest(tree: TreeView) -> Option<Int> {
/// #     let TreeView::Node(_, key, right) = tree else { return None };
/// #     right.get(greatest).or(Some(key))
/// # }
/// # fn least(tree: TreeView) -> Option<Int> {
/// #     let TreeView::Node(left, key, _) = tree else { return None };
/// #     left.get(least).or(Some(key))
/// # }
///
/// #[dpgen::cover]
/// fn insert(tree: &mut Tree, key: Int) -> bool {
///     match tree {
///         Tree::Leaf => {
///             *tree = Tree::Node(Box::new(Tree::Leaf), key, Box::new(Tree::Leaf));
///             true
///         }
///         Tree::Node(left, at, _) if key < *at => insert(left, key),
///         Tree::Node(_, at, right) if *at < key => insert(right, key),
///         Tree::Node(..) => false,
///     }
/// }
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(root_ok = any)]
/// struct Call {
///     tree: Tree,
///     #[dpgen(range = 0..=99)]
///     key: Int,
/// }
/// # fn any(_: CallView) -> bool { true }
///
/// let suite = dpgen::explore::<Call>(3, |call| insert(&mut call.tree, call.key))?;
/// assert!(suite.is_complete());
/// assert_eq!(suite.to_string(), "all 8 outcomes up to size 3; 2 inputs suffice");
/// # Ok::<(), dpgen::explore::Error>(())
/// ```
///
/// # Errors
/// When the structures can not be built, and when the program is not pure: see [`Error`].
pub fn explore<T: DpGen>(max_size: u32, program: impl Program<T>) -> Result<Suite<T>, Error> {
    Explorer::up_to(max_size).run(program)
}
