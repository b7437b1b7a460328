//! [`StateSpace`]: the states of an interface as a world. A node is a valid structure, a move is a call.
//!
//! All valid structures up to a size are known, by rank, so that coverage has an exact denominator; what no sequence of calls
//! reaches can be named. `error.rs` has what can be wrong with the question, `guessed.rs` a planner's imagination.

mod error;
mod guessed;

pub use error::StateError;
pub use guessed::Guessed;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use dpgen::prelude::*;

use crate::graph::{Edge, Graph};
use crate::index::NodeId;
use crate::world::{Sight, World};

/// The greatest number of calls: kinds of edges have 16 bits.
const CALLS: usize = 1 << 16;

/// A structure's size and rank, which name it in its build.
pub type Place = (u32, Count);

/// All states that sequences of calls lead to, from one state on, as far as they are within the bounds of a build.
///
/// A call whose result is outside of the bounds (too large, or with data that no domain has) leads nowhere: the state stays.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen_worlds::StateSpace;
///
/// /// A stack of bits, with no two ones in a row.
/// #[derive(DpGen, Debug, Clone, PartialEq)]
/// #[dpgen(rep_ok = sparse)]
/// enum Stack {
///     Empty,
///     Top(bool, Box<Stack>),
/// }
///
/// fn sparse(stack: StackView) -> bool {
///     let StackView::Top(bit, rest) = stack else { return true };
///     bit == false || !rest.get(is_one)
/// }
///
/// fn is_one(stack: StackView) -> bool {
///     matches!(stack, StackView::Top(bit, _) if bit == true)
/// }
///
/// #[derive(DpGen, Debug, Clone, Copy, PartialEq)]
/// enum Call {
///     PushZero,
///     /// A zero, and a one on it.
///     PushOne,
/// }
///
/// let stacks = Generator::<Stack>::up_to(3).build()?;
/// let calls = vec![Call::PushZero, Call::PushOne];
/// let space = StateSpace::new(&stacks, calls, Stack::Empty, |stack, call| {
///     let zero = Stack::Top(false, Box::new(stack));
///     if *call == Call::PushOne { Stack::Top(true, Box::new(zero)) } else { zero }
/// })?;
/// // Of 1 + 2 + 3 + 5 stacks, those with a one at the bottom are never made.
/// assert_eq!(space.to_string(), "7 of 11 valid structures are reached, by at most 3 calls");
/// let missing: Vec<Stack> =
///     space.unreached().iter().filter_map(|(size, rank)| stacks.nth(*size, rank.clone())).collect();
/// assert_eq!(missing[0], Stack::Top(true, Box::new(Stack::Empty)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct StateSpace<Call> {
    graph: Arc<Graph>,
    calls: Vec<Call>,
    /// By node.
    states: Vec<State>,
    unreached: Vec<Place>,
    broken: Vec<Broken>,
}

/// A state that is reached.
#[derive(Debug, Clone)]
struct State {
    place: Place,
    /// The state before it on a shortest way, and the call; `None` for the first.
    from: Option<(NodeId, u16)>,
}

/// A call whose result violates the invariant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken {
    /// The state that the call was made in.
    pub state: NodeId,
    /// The number of the call.
    pub call: u16,
}

impl<Call> StateSpace<Call> {
    /// Makes all calls in all states that are reached, nearest first.
    ///
    /// # Errors
    /// When the first state is not among the structures, there are too many calls or structures, or the build is not
    /// complete.
    ///
    /// # Panics
    /// When a call does.
    pub fn new<T: DpGen>(
        structures: &Structures<T>,
        calls: Vec<Call>,
        start: T,
        call: impl Fn(T, &Call) -> T,
    ) -> Result<Self, StateError> {
        if let Some(reason) = structures.stop_reason() {
            return Err(StateError::Incomplete(reason));
        }
        if calls.len() > CALLS {
            return Err(StateError::Calls(calls.len()));
        }
        let sizes = 0..structures.complete_sizes();
        let all: Option<Vec<u32>> =
            sizes.map(|size| u32::try_from(structures.count(size).to_usize()?).ok()).collect();
        let all = all.ok_or_else(|| StateError::Structures(structures.total()))?;
        let start = structures.rank_of(&start).ok_or(StateError::Start)?;
        let mut nodes = HashMap::from([(start.clone(), NodeId::new(0))]);
        let mut states = vec![State { place: start, from: None }];
        let (mut edges, mut broken) = (Vec::new(), Vec::new());
        let mut here = 0;
        while let Some(state) = states.get(here) {
            let node = NodeId::new(here);
            let (size, rank) = state.place.clone();
            let mut leaving = Vec::with_capacity(calls.len());
            for (kind, argument) in (0_u16..).zip(&calls) {
                let Some(value) = structures.nth(size, rank.clone()) else { break };
                let after = call(value, argument);
                let to = match structures.rank_of(&after) {
                    Some(place) => *nodes.entry(place.clone()).or_insert_with(|| {
                        states.push(State { place, from: Some((node, kind)) });
                        NodeId::new(states.len() - 1)
                    }),
                    None => {
                        if !dpgen::is_valid(&after) {
                            broken.push(Broken { state: node, call: kind });
                        }
                        node
                    }
                };
                leaving.push(Edge { kind, to });
            }
            edges.push(leaving);
            here += 1;
        }
        let places = (0_u32..)
            .zip(all)
            .flat_map(|(size, count)| (0..count).map(move |rank| (size, Count::from(rank))));
        let unreached = places.filter(|place| !nodes.contains_key(place)).collect();
        Ok(Self { graph: Arc::new(Graph::new(edges)), calls, states, unreached, broken })
    }

    /// The states and calls as a graph; the first state is node 0, and kinds are numbers of calls.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The calls, by number.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The size and rank of a state, which [`Structures::nth`] makes a value of.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub fn place(&self, state: NodeId) -> &Place {
        &self.states[state.at()].place
    }

    /// A shortest sequence of calls that leads to a state.
    ///
    /// # Panics
    /// If there is no such state.
    #[must_use]
    pub fn sequence(&self, state: NodeId) -> Vec<&Call> {
        let mut sequence = Vec::new();
        let mut here = state;
        while let Some((before, call)) = self.states[here.at()].from {
            sequence.push(&self.calls[usize::from(call)]);
            here = before;
        }
        sequence.reverse();
        sequence
    }

    /// The valid structures that no sequence of calls reaches: smallest first, then by rank.
    #[must_use]
    pub fn unreached(&self) -> &[Place] {
        &self.unreached
    }

    /// The calls that make something invalid of a valid structure.
    #[must_use]
    pub fn broken(&self) -> &[Broken] {
        &self.broken
    }

    /// The states as a world: one has to make a call to see where it leads.
    #[must_use]
    pub fn world(&self, steps: u32) -> World {
        World::new(Arc::clone(&self.graph), NodeId::new(0), Sight::Nothing, steps)
    }
}

impl<Call> fmt::Display for StateSpace<Call> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reached = self.states.len();
        let far = (0..reached).map(|state| self.sequence(NodeId::new(state)).len()).max().unwrap_or(0);
        let all = reached + self.unreached.len();
        write!(f, "{reached} of {all} valid structures are reached, by at most {far} calls")?;
        match self.broken.len() {
            0 => Ok(()),
            1 => f.write_str("; 1 call breaks the invariant"),
            count => write!(f, "; {count} calls break the invariant"),
        }
    }
}
