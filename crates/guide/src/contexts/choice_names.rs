//! Names of choices and contexts, for messages and for saved knowledge.

use dpgen_forest::index::{CtorIx, at, small};
use rustc_hash::FxHashMap;

use super::Contexts;
use super::belief::Case;
use super::context::{Context, Kinds};
use super::required_ancestors::{RequiredAncestor, needs};
use crate::decision_layout::Label;
use crate::saved_knowledge::LearnedChoice;
use crate::search_space::Space;
use crate::unique_names::{UniqueNames, numbers};

/// A case is shown if it is believed to be harmless less than this.
const MAX_SHOWN_PROBABILITY: f64 = 0.3;
/// Between the names of a set.
const NAME_SEPARATOR: char = '+';

fn words(space: &Space) -> UniqueNames<'_> {
    UniqueNames { schema: space.schema(), layout: &space.layout }
}

/// The name of a constructor, with its type.
fn name_of_ctor(space: &Space, ctor: u32) -> String {
    let ctor = space.schema().constructor(CtorIx::from_word(ctor));
    format!("{}::{}", space.schema().ty(ctor.ty).name, ctor.name)
}

impl Contexts {
    /// The constructors of a set.
    fn kinds(&self, space: &Space, set: u32) -> String {
        let set = self.surroundings.kinds.sets[at(set)];
        let all = 0..small(space.layout.ctors.len());
        let names = all.filter(|ctor| set & Kinds::of(*ctor) != 0).map(|ctor| name_of_ctor(space, ctor));
        names.collect::<Vec<_>>().join(&NAME_SEPARATOR.to_string())
    }

    pub(super) fn name_of_choice(&self, space: &Space, choice: u32) -> String {
        let ctors = small(space.layout.ctors.len());
        match choice.checked_sub(ctors) {
            None => name_of_ctor(space, choice),
            Some(label) => words(space).name_of_label(label),
        }
    }

    /// The same context with names.
    pub(super) fn named(&self, space: &Space, context: Context) -> Context<String> {
        let names = words(space);
        let named = context.renamed(
            |label| Some(names.name_of_label(*label)),
            |slot| Some(names.name_of_slot(*slot)),
            |set| Some(self.kinds(space, *set)),
        );
        named.unwrap_or(Context::Any)
    }

    /// The cases that were kept by name; `None` for those of which something has no name here.
    pub(super) fn numbered(&mut self, space: &Space, habits: &[LearnedChoice]) -> Vec<Option<Case>> {
        let names = words(space);
        let (labels, slots) = (names.labels(), names.slots());
        let ctors = numbers(space.layout.ctors.len(), |ctor| name_of_ctor(space, ctor));
        let get = |names: &FxHashMap<String, u32>, name: &String| names.get(name).copied();
        let first_value = small(space.layout.ctors.len());
        let kinds = std::cell::RefCell::new(&mut self.surroundings.kinds);
        let set_of = |names: &String| {
            let mut all = names.split(NAME_SEPARATOR).filter(|name| !name.is_empty());
            let set = all.try_fold(0, |set, name| Some(set | Kinds::of(*ctors.get(name)?)))?;
            Some(kinds.borrow_mut().number(set))
        };
        let number = |habit: &LearnedChoice| {
            let value = || get(&labels, &habit.choice).map(|label| first_value + label);
            let choice = get(&ctors, &habit.choice).or_else(value)?;
            let context =
                habit.context.renamed(|label| get(&labels, label), |slot| get(&slots, slot), set_of)?;
            Some(Case { choice, context })
        };
        habits.iter().map(number).collect()
    }

    fn choice(&self, space: &Space, choice: u32) -> String {
        match choice.checked_sub(small(space.layout.ctors.len())) {
            None => space.schema().constructor(CtorIx::from_word(choice)).name.clone(),
            Some(label) => words(space).label(label),
        }
    }

    /// A context in words.
    fn around(&self, space: &Space, choice: u32, context: Context) -> String {
        let names = words(space);
        let chosen = self.choice(space, choice);
        match context {
            Context::Any => format!("{chosen} anywhere"),
            Context::Own(own) => format!("{chosen} with {}", names.label(own)),
            Context::Under { above, slot } => {
                format!("{}: {chosen} under {}", names.slot(slot), names.label(above))
            }
            Context::Directly { above, slot } => {
                format!("{}: {chosen} directly under {} at the top", names.slot(slot), names.label(above))
            }
            Context::Chain { top, slot, middle, next } => format!(
                "{}: {chosen} under {}, {}: under {}",
                names.slot(next),
                names.label(middle),
                names.slot(slot),
                names.label(top)
            ),
            Context::Kinds(set) => format!("{chosen} where all that is above is {}", self.kinds(space, set)),
            Context::Beside(left) => format!("{chosen} after {}", names.label(left)),
            Context::Again { above, times } => {
                let of =
                    match space.layout.labels.get(at(choice.saturating_sub(small(space.layout.ctors.len()))))
                    {
                        Some(Label::Value(ctor, slot, _)) if choice >= small(space.layout.ctors.len()) => {
                            space.schema().constructor(*ctor).slots[at(*slot)].name.clone()
                        }
                        _ => "constructor".to_owned(),
                    };
                format!("under {}: a {of} that {times} before have", names.label(above))
            }
        }
    }

    /// The requirement of a choice, in words.
    fn need(&self, space: &Space, need: &RequiredAncestor) -> String {
        let RequiredAncestor { choice, above, tried, accepted, elsewhere } = need;
        let mut names: Vec<&str> =
            above.iter().map(|ctor| &*space.schema().constructor(CtorIx::from_word(*ctor)).name).collect();
        let last = names.pop().unwrap_or_default();
        let others = names.join(", ");
        let or = if names.is_empty() { "" } else { " or " };
        let chosen = self.name_of_choice(space, *choice);
        format!(
            "{chosen} needs {others}{or}{last} above: {accepted:.0} of {tried} accepted there, none of {elsewhere} elsewhere"
        )
    }

    /// The requirements of choices, that with the most refusals elsewhere first; then all that is believed to be refused, that
    /// with the most refusals first.
    pub(super) fn lines(&self, space: &Space) -> Vec<String> {
        let kinds = &self.surroundings.kinds;
        let mut needs = needs(self.beliefs.all(), kinds, small(space.layout.ctors.len()));
        needs.sort_by_key(|need| std::cmp::Reverse(need.elsewhere));
        let mut lines: Vec<String> = needs.iter().map(|need| self.need(space, need)).collect();
        let unlikely = self.beliefs.all().iter().filter(|belief| belief.mean() < MAX_SHOWN_PROBABILITY);
        let mut unlikely: Vec<_> = unlikely.collect();
        unlikely.sort_by(|left, right| right.refused.total_cmp(&left.refused));
        let line = |belief: &&super::belief::Belief| {
            let around = self.around(space, belief.case.choice, belief.case.context);
            format!("{around} unlikely, {:.0} refused and {:.0} accepted", belief.refused, belief.accepted)
        };
        lines.extend(unlikely.iter().map(line));
        lines
    }
}
