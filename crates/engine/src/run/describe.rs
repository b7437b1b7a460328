//! A structure as text, as far as a run has decided it: for messages about a predicate that panicked.

use super::{NO_ORIGIN, NodeState, Run, SlotState, Source};
use dpgen_forest::index::at;
use dpgen_forest::schema::SlotKind;
use dpgen_solver::Mode;

/// How deep a description goes.
const DEPTH: u32 = 24;

impl Run {
    /// A node as text; `_` is what no read has decided.
    pub(crate) fn describe(&self, node: u32) -> String {
        self.describe_to(node, DEPTH)
    }

    fn describe_to(&self, node: u32, depth: u32) -> String {
        if depth == 0 {
            return "..".to_owned();
        }
        if let (
            NodeState::Structure(_) | NodeState::Bucket { .. } | NodeState::Group(_),
            Source::Pool(source),
        ) = (self.nodes[at(node)], &self.source)
        {
            let structure = self.origins[at(node)];
            if structure == NO_ORIGIN {
                return "_".to_owned();
            }
            return self.describe_structure(&source.pool, structure, depth);
        }
        let NodeState::Layer { ctor, first } = self.nodes[at(node)] else { return "_".to_owned() };
        let constructor = self.schema.constructor(ctor);
        let slots = self.layer_slots(ctor, first);
        let fields = constructor.slots.iter().zip(slots).map(|(slot, state)| {
            let text = match state {
                SlotState::Node(child) => self.describe_to(*child, depth - 1),
                SlotState::Data(int, domain) => match int.known() {
                    Some(value) => {
                        let domain = self.schema.domain(*domain);
                        domain.index_of(value).map_or_else(|| value.to_string(), |index| domain.show(index))
                    }
                    None => self.describe_atom(*int),
                },
            };
            format!("{}: {text}", slot.name)
        });
        braces(&constructor.name, fields.collect())
    }

    fn describe_atom(&self, int: super::Int) -> String {
        match self.atoms[at(int.base - 1)] {
            super::Atom::Data { domain, lo, hi } if lo == hi => self.schema.domain(domain).show(lo),
            super::Atom::Symbol(var) => self.describe_symbol(var),
            _ => "_".to_owned(),
        }
    }

    /// The value of a symbol in the smallest solution of what the run has assumed so far.
    fn describe_symbol(&self, var: u32) -> String {
        let Source::Classes(source) = &self.source else { return "_".to_owned() };
        let model = source.symbolic.as_ref().and_then(|symbols| symbols.store.solve(Mode::Smallest).model());
        let value = model.and_then(|model| model.values().get(at(var) - 1).copied());
        value.map_or_else(|| "_".to_owned(), |value| value.to_string())
    }

    fn describe_structure(&self, pool: &crate::pool::Pool, structure: u32, depth: u32) -> String {
        if depth == 0 {
            return "..".to_owned();
        }
        let record = pool.records.get(structure);
        let constructor = self.schema.constructor(dpgen_forest::index::CtorIx::from_word(record[0]));
        let fields = constructor.slots.iter().zip(&record[1..]).map(|(slot, word)| {
            let text = match slot.kind {
                SlotKind::Data(domain) => self.schema.domain(domain).show(*word),
                SlotKind::Recursive(_) => self.describe_structure(pool, *word, depth - 1),
            };
            format!("{}: {text}", slot.name)
        });
        braces(&constructor.name, fields.collect())
    }
}

fn braces(name: &str, fields: Vec<String>) -> String {
    if fields.is_empty() { name.to_owned() } else { format!("{name} {{ {} }}", fields.join(", ")) }
}
