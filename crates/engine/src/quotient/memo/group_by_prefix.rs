//! Taking candidates apart by how their runs begin ([`crate::quotient::run_state::prefix_tree`]).

use smallvec::SmallVec;

use dpgen_forest::index::CtorIx;

use crate::quotient::run_state::class_source::{ClassRun, ClassSource};
use crate::quotient::run_state::prefix_tree::{About, Next, Question, Told};
use crate::run::choices::Read;

/// Sets of classes, one for each recursive slot of a candidate.
pub(crate) type PartSets = SmallVec<[u32; 4]>;

/// What is known of candidates without a run.
pub(crate) enum Apart {
    /// They have to be judged: runs go on with something else, or it is not known with what.
    No,
    Unknown,
    /// They are rejected by their only run, which notes this.
    Rejected(Option<u32>),
    /// Runs first read this, and choose among these sets for a slot.
    By(Read, usize, PartSets),
}

impl ClassRun {
    /// What is known of the candidates of a constructor whose parts are of these sets.
    pub(crate) fn take_apart(&mut self, ctor: CtorIx, sets: &[u32]) -> Apart {
        let ClassSource { parts, openings: Some(openings), .. } = &mut self.source else {
            return Apart::Unknown;
        };
        let mut node = openings.root(ctor);
        loop {
            let Question { slot, attr, about } = match openings.next(node) {
                Next::Ask(question) => question,
                Next::Reject(condition) => return Apart::Rejected(condition),
                Next::Unknown => return Apart::Unknown,
                Next::Other => return Apart::No,
            };
            let set = sets[slot];
            let after = match about {
                About::Words => {
                    let groups = parts.by_words(set, attr);
                    if groups.len() > 1 {
                        return Apart::By(Read::Answer(attr), slot, groups);
                    }
                    openings.after(node, Told::Words(parts.classes.value(attr, parts.members(set)[0]).0))
                }
                About::Agreed(position) => {
                    openings.after(node, Told::Agreed(parts.agreed(set, attr, position)))
                }
                About::Value(position) => {
                    let values = parts.by_value(set, attr, position);
                    return Apart::By(
                        Read::Integer(attr),
                        slot,
                        values.iter().map(|(_, part)| *part).collect(),
                    );
                }
                About::Cut(position, bound, cut) => match *parts.by_cut(set, attr, position, bound, cut) {
                    [(group, _)] => openings.after(node, Told::Group(group)),
                    ref outcomes => {
                        let parts = outcomes.iter().map(|(_, part)| *part).collect();
                        return Apart::By(Read::Integer(attr), slot, parts);
                    }
                },
            };
            match after {
                Some(after) => node = after,
                None => return Apart::Unknown,
            }
        }
    }
}
