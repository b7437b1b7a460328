//! [`StateMachineTest`]: a system under test beside a model of it, in the shape that proptest-state-machine users know.

use std::hash::Hash;

use dpgen_engine::BuildError;

use super::{Explored, Sequences};
use crate::testing::statistics::assume;
use crate::types::DpGen;

/// A model: a state, and what each transition does to it.
///
/// The names are those of the crate proptest-state-machine. There is no strategy for transitions: all values of
/// [`Transition`](Self::Transition) are tried in every state whose [`preconditions`](Self::preconditions) hold.
/// An example is at [`StateMachineTest`].
pub trait ReferenceStateMachine {
    /// The state of the model.
    type State;
    /// A call, usually an enum with a variant a method.
    type Transition: DpGen;

    /// The state before the first transition.
    fn init_state() -> Self::State;

    /// The state after a transition.
    fn apply(state: Self::State, transition: &Self::Transition) -> Self::State;

    /// Whether a transition may be tried in a state.
    fn preconditions(state: &Self::State, transition: &Self::Transition) -> bool {
        let _ = (state, transition);
        true
    }
}

/// A system that is to behave as its model does.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::{ReferenceStateMachine, StateMachineTest};
///
/// #[derive(DpGen, Debug, Clone, Copy)]
/// enum Op {
///     Push(#[dpgen(range = 1..=2)] u8),
///     Pop,
/// }
///
/// struct Model;
///
/// impl ReferenceStateMachine for Model {
///     type State = Vec<u8>;
///     type Transition = Op;
///
///     fn init_state() -> Vec<u8> {
///         Vec::new()
///     }
///     fn preconditions(state: &Vec<u8>, op: &Op) -> bool {
///         matches!(op, Op::Push(_)) || !state.is_empty()
///     }
///     fn apply(mut state: Vec<u8>, op: &Op) -> Vec<u8> {
///         match *op {
///             Op::Push(value) => state.push(value),
///             Op::Pop => drop(state.remove(0)),
///         }
///         state
///     }
/// }
///
/// struct Ring;
///
/// impl StateMachineTest for Ring {
///     type SystemUnderTest = std::collections::VecDeque<u8>;
///     type Reference = Model;
///
///     fn init_test(_: &Vec<u8>) -> Self::SystemUnderTest {
///         Default::default()
///     }
///     fn apply(mut ring: Self::SystemUnderTest, _: &Vec<u8>, op: &Op) -> Self::SystemUnderTest {
///         match *op {
///             Op::Push(value) => ring.push_back(value),
///             Op::Pop => drop(ring.pop_front()),
///         }
///         ring
///     }
///     fn check_invariants(ring: &Self::SystemUnderTest, state: &Vec<u8>) {
///         assert!(ring.iter().eq(state));
///     }
/// }
///
/// let explored = dpgen::sequences::<Op>(4).check_machine::<Ring>()?;
/// explored.assert();
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// With [`#[dpgen::test]`](macro@crate::test) above the `impl`, it is a test, here with the name `ring_state_machine`.
pub trait StateMachineTest {
    /// The system.
    type SystemUnderTest;
    /// Its model.
    type Reference: ReferenceStateMachine;

    /// The system in the first state of the model.
    fn init_test(state: &<Self::Reference as ReferenceStateMachine>::State) -> Self::SystemUnderTest;

    /// The system after a transition, which led the model to this state.
    fn apply(
        system: Self::SystemUnderTest,
        state: &<Self::Reference as ReferenceStateMachine>::State,
        transition: &<Self::Reference as ReferenceStateMachine>::Transition,
    ) -> Self::SystemUnderTest;

    /// Panics if the system does not agree with its model. It is called after each transition, and before the first.
    fn check_invariants(
        system: &Self::SystemUnderTest,
        state: &<Self::Reference as ReferenceStateMachine>::State,
    ) {
        let _ = (system, state);
    }

    /// Ends the system, after the last transition of a sequence that did not fail.
    fn teardown(system: Self::SystemUnderTest) {
        let _ = system;
    }
}

type State<M> = <<M as StateMachineTest>::Reference as ReferenceStateMachine>::State;

/// A model and its system, which are missing while a transition is applied to them.
struct Machine<M: StateMachineTest>(Option<(State<M>, M::SystemUnderTest)>);

impl<M: StateMachineTest> Machine<M> {
    fn start() -> Self {
        let state = M::Reference::init_state();
        let system = M::init_test(&state);
        M::check_invariants(&system, &state);
        Self(Some((state, system)))
    }

    fn apply(&mut self, transition: &<M::Reference as ReferenceStateMachine>::Transition) {
        let Some((state, system)) = self.0.take() else { return };
        if !M::Reference::preconditions(&state, transition) {
            M::teardown(system);
            assume(false);
            return;
        }
        let state = M::Reference::apply(state, transition);
        let system = M::apply(system, &state, transition);
        M::check_invariants(&system, &state);
        self.0 = Some((state, system));
    }
}

impl<M: StateMachineTest> Drop for Machine<M> {
    fn drop(&mut self) {
        if let Some((_, system)) = self.0.take()
            && !std::thread::panicking()
        {
            M::teardown(system);
        }
    }
}

impl<Op: DpGen> Sequences<Op> {
    /// Runs all sequences of transitions, as [`check`](Self::check) does, on a system and its model. Sequences with a transition
    /// whose preconditions do not hold lead nowhere.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn check_machine<M>(&self) -> Result<Explored<Op>, BuildError>
    where
        M: StateMachineTest,
        M::Reference: ReferenceStateMachine<Transition = Op>,
    {
        self.check(Machine::<M>::start, Machine::apply)
    }

    /// As [`check_machine`](Self::check_machine), but of sequences that lead the model to equal states only the first is continued,
    /// as [`check_states`](Self::check_states) does: the model must hold all that later transitions depend on.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::{ReferenceStateMachine, StateMachineTest};
    ///
    /// #[derive(DpGen, Debug, Clone, Copy)]
    /// enum Op {
    ///     Up,
    ///     Down,
    /// }
    ///
    /// struct Level;
    ///
    /// impl ReferenceStateMachine for Level {
    ///     type State = u8;
    ///     type Transition = Op;
    ///     fn init_state() -> u8 {
    ///         0
    ///     }
    ///     fn preconditions(level: &u8, op: &Op) -> bool {
    ///         matches!(op, Op::Up) && *level < 7 || matches!(op, Op::Down) && *level > 0
    ///     }
    ///     fn apply(level: u8, op: &Op) -> u8 {
    ///         if let Op::Up = op { level + 1 } else { level - 1 }
    ///     }
    /// }
    ///
    /// impl StateMachineTest for Level {
    ///     type SystemUnderTest = Vec<()>;
    ///     type Reference = Level;
    ///     fn init_test(_: &u8) -> Vec<()> {
    ///         Vec::new()
    ///     }
    ///     fn apply(mut system: Vec<()>, level: &u8, _: &Op) -> Vec<()> {
    ///         system.resize(usize::from(*level), ());
    ///         system
    ///     }
    ///     fn check_invariants(system: &Vec<()>, level: &u8) {
    ///         assert_eq!(system.len(), usize::from(*level));
    ///     }
    /// }
    ///
    /// let explored = dpgen::sequences::<Op>(100).check_machine_states::<Level>()?;
    /// assert!(explored.is_closed());
    /// assert_eq!(explored.states(), 8);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn check_machine_states<M>(&self) -> Result<Explored<Op>, BuildError>
    where
        M: StateMachineTest,
        M::Reference: ReferenceStateMachine<Transition = Op>,
        State<M>: Hash + Eq + Clone,
    {
        let key = |machine: &Machine<M>| machine.0.as_ref().map(|(state, _)| state.clone());
        self.check_states(Machine::<M>::start, Machine::apply, key)
    }
}
