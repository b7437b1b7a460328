//! Saves and loads the action values of Monte-Carlo control, by names.

use dpgen_forest::index::{at, small};
use rustc_hash::FxHashMap;

use super::action_value::{ActionValue, Symbol};
use super::choice_history::{MAX_STATE_LEN, State};
use super::{Abstraction, Mcc};
use crate::saved_knowledge::Learned;
use crate::search_space::Space;
use crate::unique_names::UniqueNames;

/// The learner of the root's constructor.
const ROOT_LEARNER: &str = "root";

/// The names of learners and branches.
struct Names {
    learners: Vec<String>,
    slots: Vec<String>,
}

impl Names {
    fn new(space: &Space) -> Self {
        let words = UniqueNames { schema: space.schema(), layout: &space.layout };
        let slots: Vec<String> =
            (0..small(space.layout.part_slots.len())).map(|slot| words.name_of_slot(slot)).collect();
        let mut learners =
            vec![ROOT_LEARNER.to_owned(); 2 * slots.len().max(at(space.layout.data_slots)) + 2];
        for (number, slot) in slots.iter().enumerate() {
            learners[1 + 2 * number].clone_from(slot);
        }
        for (ctor, of) in space.layout.ctors.iter().zip(space.schema().all_constructors()) {
            for data in &ctor.data {
                let (ty, slot) = (&space.schema().ty(ctor.ty).name, &of.slots[at(data.slot)].name);
                learners[2 + 2 * at(data.id)] = format!("{ty}::{}.{slot}", of.name);
            }
        }
        Self { learners, slots }
    }

    fn symbol(&self, symbol: u64, abstraction: Abstraction) -> Symbol {
        if abstraction == Abstraction::Sequence {
            return Symbol::Choice(symbol);
        }
        if symbol % 2 == 1 {
            return Symbol::Value(symbol / 2);
        }
        let (choice, branch) = ((symbol / 2 - 1) & u64::from(u32::MAX), (symbol / 2 - 1) >> 32);
        let slot = usize::try_from(branch).ok().and_then(|branch| self.slots.get(branch.checked_sub(1)?));
        Symbol::Ctor(choice, slot.cloned())
    }
}

impl Mcc {
    pub(super) fn keep(&self, space: &Space, learned: &mut Learned) {
        let names = Names::new(space);
        let mut states: Vec<(&(u32, State), &u32)> = self.by_state.iter().collect();
        states.sort_unstable();
        for ((learner, state), row) in states {
            let symbols = state.iter().take_while(|symbol| **symbol > 0);
            let state: Vec<Symbol> = symbols.map(|symbol| names.symbol(*symbol, self.abstraction)).collect();
            for ((mean, times), choice) in self.rows[at(*row)].worth.iter().zip(0..) {
                if *times > 0 {
                    let (at, state) = (names.learners[at(*learner)].clone(), state.clone());
                    learned.mcc.push(ActionValue { at, state, choice, mean: *mean, times: *times });
                }
            }
        }
    }

    /// Takes over what was kept; what has no name here is left out.
    pub(super) fn take_over(&mut self, space: &Space, learned: &Learned) {
        let names = Names::new(space);
        let learners: FxHashMap<&String, u32> = names.learners.iter().zip(0..).collect();
        let slots: FxHashMap<&String, u64> = names.slots.iter().zip(1..).collect();
        let number = |symbol: &Symbol| {
            Some(match symbol {
                Symbol::Choice(choice) => *choice,
                Symbol::Value(value) => 1 + 2 * value,
                Symbol::Ctor(choice, None) => 2 + 2 * choice,
                Symbol::Ctor(choice, Some(slot)) => 2 + 2 * (choice | slots.get(slot)? << 32),
            })
        };
        for ActionValue { at: learner, state, choice, mean, times } in &learned.mcc {
            let learner = if learner == ROOT_LEARNER { Some(0) } else { learners.get(learner).copied() };
            let symbols = state.iter().map(number).collect::<Option<Vec<u64>>>();
            let (Some(learner), Some(symbols)) = (learner, symbols) else { continue };
            let mut state = State::default();
            for (place, symbol) in state[..MAX_STATE_LEN].iter_mut().zip(symbols) {
                *place = symbol;
            }
            let row = self.row_of(learner, state);
            *self.rows[at(row)].of(*choice) = (*mean, *times);
        }
    }
}
