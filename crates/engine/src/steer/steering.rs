//! [`Steering`]: chooses the outcome of each comparison of a steered run that has several possible outcomes.

use std::any::Any;
use std::panic::Location;

use dpgen_solver::Linear;

use crate::run::failure::{Failure, raise};
use crate::run::int::Cut;

/// The place in a program that compares.
pub type Site = &'static Location<'static>;

/// The kind of a question: a comparison, by the outcomes that it tells apart, or a look at a node.
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
    /// A look at the node at a [place](super::Setup::places); a way is the number of a constructor within the type.
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

    /// The text of a way: the relation of the left side to the right one.
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

/// A question to a [`Steering`]: a comparison of open integers, or a look at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BranchQuestion {
    /// The place in the program.
    pub site: Site,
    /// The kind.
    pub kind: QuestionKind,
    /// Whether the program compares; a look-up in a table or a value that is taken out is decided by comparisons, too.
    pub compares: bool,
}

/// The way of a question that this path has met before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownWay {
    /// The only way that is possible.
    Only(u32),
    /// One of several ways: it is assumed.
    Assume(u32),
    /// A way of which nothing is assumed: what has been assumed by then will be [forgotten](super::forget_but).
    Follow(u32),
}

/// The decider of a run: chooses the way at each question that has several.
pub trait Steering: Any {
    /// The way of the question, if the path has met it before.
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay>;
    /// The values of the trial's variables, if the run is one on values: they decide all comparisons, and nothing is assumed.
    /// [`recall`](Self::recall) is still told of each.
    fn values(&self) -> Option<&[i64]> {
        None
    }
    /// Receives the term that is about to be compared with zero in a run on values: variables with their coefficients, and a
    /// constant. Variables that have not been read yet may be given other values now.
    fn reads(&mut self, _terms: &[(u32, i64)], _constant: i128) {}
    /// Receives the way that the values take, in a run on values.
    fn saw(&mut self, _way: u32) {}
    /// Chooses one of the possible ways of a new question, of which there is at least one, and returns its position among them.
    /// `term` is the left side less the right one, over the trial's variables.
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
