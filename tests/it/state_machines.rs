//! `#[dpgen::test]` on an implementation of `StateMachineTest`.

use dpgen::prelude::*;
use dpgen::{ReferenceStateMachine, StateMachineTest};

#[derive(DpGen, Debug, Clone, Copy)]
enum Step {
    Up,
    Down,
    By(#[dpgen(range = 1..=steps)] u8),
}

/// A level between 0 and `TOP`, whose system is as many units in a vector.
struct Level<const TOP: u8>;

impl<const TOP: u8> ReferenceStateMachine for Level<TOP> {
    type State = u8;
    type Transition = Step;
    fn init_state() -> u8 {
        0
    }
    fn preconditions(level: &u8, step: &Step) -> bool {
        matches!(step, Step::By(_)) || matches!(step, Step::Down) == (*level > 0)
    }
    fn apply(level: u8, step: &Step) -> u8 {
        match *step {
            Step::Up => level + 1,
            Step::Down => level - 1,
            Step::By(steps) => (level + steps).min(TOP),
        }
    }
}

macro_rules! machine {
    ($(#[$attribute:meta])* $name:ident, $top:literal) => {
        struct $name;

        $(#[$attribute])*
        impl StateMachineTest for $name {
            type SystemUnderTest = Vec<()>;
            type Reference = Level<$top>;
            fn init_test(_: &u8) -> Vec<()> {
                Vec::new()
            }
            fn apply(mut units: Vec<()>, level: &u8, _: &Step) -> Vec<()> {
                units.resize(usize::from(*level).min(5), ());
                units
            }
            fn check_invariants(units: &Vec<()>, level: &u8) {
                assert_eq!(units.len(), usize::from(*level));
            }
        }
    };
}

machine!(
    #[dpgen::test(param(steps = 2))]
    Tower,
    5
);
machine!(
    #[dpgen::test(max_len = 3, param(steps = 1), expect = 21)]
    SmallTower,
    5
);
machine!(
    #[dpgen::test(max_len = 99, merge_states = true, param(steps = 2))]
    MergedTower,
    5
);
machine!(
    #[dpgen::test(param(steps = 1), expect = 22)]
    #[should_panic = "22 calls were expected"]
    MiscountedTower,
    5
);
machine!(
    #[dpgen::test(param(steps = 3))]
    #[should_panic = "left: 5"]
    TooHigh,
    7
);

/// Three steps, of which two may be taken in each state: 3 + 2 * 3 + 4 * 3.
#[test]
fn the_attribute_on_an_implementation_runs_what_the_methods_run() {
    let sequences = || dpgen::sequences::<Step>(3).param("steps", 1);
    let explored = sequences().check_machine::<SmallTower>().unwrap();
    assert_eq!(explored.calls(), 21);
    sequences().expect(21).check_machine::<SmallTower>().unwrap().assert();
    // The greatest length with at most 10,000 sequences of 3 calls is 8, with 9,840.
    for (most, len) in [(0, 1), (2, 1), (11, 1), (12, 2), (9_839, 7), (9_840, 8), (10_000, 8)] {
        let text = sequences().longest_within(most).limit(0).check(|| (), |(), _| ()).unwrap().to_string();
        assert!(text.contains(&format!("of up to {len} calls")), "{most}: {text}");
    }
    // One call, or none, ends at 64.
    #[derive(DpGen, Debug, Clone, Copy)]
    enum One {
        Call,
    }
    let text = dpgen::sequences::<One>(1).longest_within(1_000).check(|| (), |(), _| ()).unwrap().to_string();
    assert_eq!(text, "all 64 sequences of up to 64 calls pass");
}
