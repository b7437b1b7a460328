//! Taking candidates apart by how their runs begin ([`super::opening`]).

use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, CtorIx, at};

use super::opening::{About, Next, Openings, Question, Told};
use crate::classes::partition::Partitions;
use crate::classes::source::{ClassRun, ClassSource};
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
        let ClassSource { parts, symbols, .. } = &mut self.source;
        let Some(openings) = symbols.as_mut().and_then(|symbols| symbols.openings.as_mut()) else {
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

    /// Notes what the run does next, if notes are taken of how it begins and it has made no choice.
    pub(crate) fn note_opening(&mut self, note: impl FnOnce(&mut Openings, &Partitions)) {
        let ClassSource { parts, symbols, .. } = &mut self.source;
        let openings = symbols.as_mut().and_then(|symbols| symbols.openings.as_mut());
        let Some(openings) = openings.filter(|openings| openings.is_open()) else { return };
        match self.choices.made() {
            0 => note(openings, parts),
            _ => openings.ends(Next::Other),
        }
    }

    /// Notes what the run asks of a part, and the answer that it gets, unless that is one of several.
    pub(crate) fn note_question(
        &mut self,
        node: u32,
        (attr, about): (AttrIx, About),
        told: impl for<'p> FnOnce(&'p Partitions) -> Option<Told<'p>>,
    ) {
        // The nodes of the recursive slots follow the candidate's own; there are no others as long as none was viewed.
        let slot = at(node).wrapping_sub(1);
        self.note_opening(|openings, parts| openings.asks(Question { slot, attr, about }, told(parts)));
    }

    /// Notes how the runs that follow begin, which are of a constructor.
    pub(crate) fn begin_openings(&mut self, ctor: Option<CtorIx>) {
        let openings = self.source.symbols.as_mut().and_then(|symbols| symbols.openings.as_mut());
        if let Some(openings) = openings {
            let root = ctor.map(|ctor| openings.root(ctor));
            openings.begin(root);
        }
    }

    /// Notes that the run reads something of its parts that is no question.
    pub(crate) fn end_opening(&mut self) {
        self.note_opening(|openings, _| openings.ends(Next::Other));
    }
}
