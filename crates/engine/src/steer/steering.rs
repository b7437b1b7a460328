//! [`Steering`]: chooses the outcome of each comparison of a steered run that has several possible outcomes.

use std::any::Any;
use std::panic::Location;

use dpgen_solver::Linear;

use crate::run::failure::{Failure, raise};
use crate::run::int::Cut;

/// The place in a program that compares.
pub type Site = &'static Location<'static>;

/// How finely a comparison tells integers apart; or that it is no comparison, but a look at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum QuestionKind {
    /// Less (way 0), or not (1).
    Less,
    /// At most (0), or greater (1).
    AtMost,
    /// Less (0), equal (1) or greater (2).
    Three,
    /// Different (0), or equal (1).
    Equal,
    /// Which constructor the node at a [place](super::Setup::places) has: its number within the type.
    Looks(u32),
}

impl QuestionKind {
    pub(super) const fn of(cut: Cut) -> Self {
        match cut {
            Cut::Less => Self::Less,
            Cut::AtMost => Self::AtMost,
            Cut::Three => Self::Three,
            Cut::Equal => Self::Equal,
        }
    }

    /// A way as text: how the left side compares with the right one.
    #[must_use]
    pub const fn word(self, way: u32) -> &'static str {
        match (self, way) {
            (Self::Less | Self::Three, 0) => "<",
            (Self::Less, _) => ">=",
            (Self::AtMost, 0) => "<=",
            (Self::AtMost, _) | (Self::Three, 2..) => ">",
            (Self::Equal, 0) => "!=",
            (Self::Three | Self::Equal, _) => "==",
            (Self::Looks(_), _) => "is",
        }
    }
}

/// What a comparison of open integers, or a look at a node, asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BranchQuestion {
    /// Where.
    pub site: Site,
    /// What.
    pub kind: QuestionKind,
    /// Whether the program compares; a look-up in a table or a value that is taken out is decided by comparisons, too.
    pub compares: bool,
}

/// What is known of a comparison that this path has met before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownWay {
    /// The only way that is possible.
    Only(u32),
    /// One of several ways: it is assumed.
    Assume(u32),
    /// A way of which nothing is assumed: what has been assumed by then will be [forgotten](super::forget_but).
    Follow(u32),
}

/// Who decides which way a run goes.
pub trait Steering: Any {
    /// What is known of the comparison; `None` if the path has not met it before.
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay>;
    /// The values of the trial's variables, if the run is one on values: they decide all comparisons, and nothing is assumed.
    /// [`recall`](Self::recall) is still told of each.
    fn values(&self) -> Option<&[i64]> {
        None
    }
    /// Is told what is about to be compared with zero in a run on values: variables with their coefficients, and a
    /// constant. Variables that have not been read yet may be given other values now.
    fn reads(&mut self, _terms: &[(u32, i64)], _constant: i128) {}
    /// Is told which way the values took, in a run on values.
    fn saw(&mut self, _way: u32) {}
    /// Takes one of the ways of a comparison that is new; at least one is possible. `term` is the left side less the right
    /// one, over the trial's variables. The place of the way among the possible ones.
    fn choose(&mut self, asked: BranchQuestion, term: &Linear, possible: &[u32]) -> usize;
}

/// Ends the run that is under way: for a [`Steering`] that has seen enough. The run fails with [`Failure::Stopped`].
pub fn end_run() -> ! {
    raise(Failure::Stopped)
}

/// Ends the run that is under way because it does not ask what it asked before with the same answers. The run fails with
/// [`Failure::Impure`].
pub fn end_impure() -> ! {
    raise(Failure::Impure)
}
