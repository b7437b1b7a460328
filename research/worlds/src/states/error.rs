//! [`StateError`]: what can be wrong with a state space that is asked for.

use std::fmt;

use dpgen::{Count, StopReason};

/// Why there is no [`StateSpace`](crate::StateSpace).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum StateError {
    /// The first state is not one of the structures.
    Start,
    /// There are more calls than kinds of edges.
    Calls(usize),
    /// There are more structures than a graph has nodes.
    Structures(Count),
    /// A limit stopped the build.
    Incomplete(StopReason),
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str(
                "the first state is not among the structures: it is too large, has data of no domain, or is not valid",
            ),
            Self::Calls(calls) => {
                write!(f, "{calls} calls are too many, there may be 65536: lower the domains of their arguments")
            }
            Self::Structures(count) => write!(f, "{count} structures are too many to visit: lower the maximum size"),
            Self::Incomplete(reason) => {
                write!(f, "the build is not complete ({reason}): raise its limits, or lower the maximum size")
            }
        }
    }
}

impl std::error::Error for StateError {}
