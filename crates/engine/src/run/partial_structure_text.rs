//! Writes a structure as text as far as a run has decided it, for messages about a predicate that failed.

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::Schema;

use super::int::Int;
use super::run_state::{Atom, NodeState, Run, SlotState, Source};

/// The greatest depth of a description.
const MAX_DEPTH: u32 = 24;

/// The text of a part below the greatest depth that is shown.
pub(crate) const ELLIPSIS: &str = "..";

/// The text of a part or value that no read has decided.
const UNDECIDED_TEXT: &str = "_";

impl<S: Source> Run<S> {
    /// A node as text; `_` is what no read has decided.
    pub(crate) fn describe(&self, node: u32) -> String {
        self.describe_to(node, MAX_DEPTH)
    }

    fn describe_to(&self, node: u32, depth: u32) -> String {
        if depth == 0 {
            return ELLIPSIS.to_owned();
        }
        let (ctor, first) = match self.state(node) {
            NodeState::Layer { ctor, first } => (ctor, first),
            NodeState::Open(_) => {
                return S::describe(self, node, depth).unwrap_or_else(|| UNDECIDED_TEXT.to_owned());
            }
        };
        let fields = self.layer_slots(ctor, first).iter().map(|state| match state {
            SlotState::Node(child) => self.describe_to(*child, depth - 1),
            SlotState::Data(int, domain) => match int.known() {
                Some(value) => {
                    let domain = self.schema.domain(*domain);
                    let index = i64::try_from(value).ok().and_then(|value| domain.index_of(value));
                    index.map_or_else(|| value.to_string(), |index| domain.show(index))
                }
                None => self.describe_int(*int),
            },
        });
        layer_text(&self.schema, ctor, fields)
    }

    fn describe_int(&self, int: Int) -> String {
        let text = match self.atom_of(int) {
            Some(Atom::Data { domain, lo, hi }) if lo == hi => Some(self.schema.domain(*domain).show(*lo)),
            Some(Atom::Own(atom)) => S::describe_atom(self, atom),
            _ => None,
        };
        text.unwrap_or_else(|| UNDECIDED_TEXT.to_owned())
    }
}

/// A layer as text, with the texts of its slots.
pub(crate) fn layer_text(schema: &Schema, ctor: CtorIx, slots: impl Iterator<Item = String>) -> String {
    let ctor = schema.constructor(ctor);
    let fields: Vec<String> =
        ctor.slots.iter().zip(slots).map(|(slot, text)| format!("{}: {text}", slot.name)).collect();
    if fields.is_empty() { ctor.name.clone() } else { format!("{} {{ {} }}", ctor.name, fields.join(", ")) }
}
