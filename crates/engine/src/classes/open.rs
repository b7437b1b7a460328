//! Looking into a node that is a set of classes: its constructor is decided first, its production when a slot is
//! visited.

use dpgen_forest::graph::{Family, Span};
use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::schema::SlotKind;

use super::memo::script::Recording;
use super::source::{ClassAtom, ClassNode, ClassRun};
use crate::run::choices::Read;
use crate::run::failure::internal;
use crate::run::int::Int;
use crate::run::state::{Atom, NodeState, SlotState};

impl ClassRun {
    /// Decides a node's constructor, without deciding its production unless there is just one.
    pub(crate) fn open_classes(&mut self, node: u32, state: ClassNode) -> (CtorIx, u32) {
        if let Some(symbols) = &mut self.source.symbols {
            symbols.record(Recording::give_up);
        }
        match state {
            ClassNode::Pending { parent, .. } => {
                self.resolve(parent);
                self.open(node)
            }
            ClassNode::Classes(mut set) => {
                let ty = self.type_of(node);
                // Integers that an attribute gave out refer to the set: it has to stay what it is.
                let asked = |atom: &Atom<ClassAtom>| matches!(atom, Atom::Own(ClassAtom::Attr { node: of, .. }) if *of == node);
                if self.is_symbolic() || self.atoms.iter().any(asked) {
                    let members = self.parts().members(set).clone();
                    let class = members[self.pick(Read::Layer(ty), members.len())];
                    set = self.parts().intern(&[class]);
                    self.narrow(node, set);
                }
                let ctors = self.parts().by_ctor(set);
                let (ctor, list) = ctors[self.pick(Read::Layer(ty), ctors.len())];
                self.narrow_to_list(node, ctor, list)
            }
            ClassNode::Productions { list, first } => {
                let record = self.parts().list(list)[0];
                (self.parts().classes.dag.records.ctor(record), first)
            }
        }
    }

    /// The choice among this many.
    pub(crate) fn pick(&mut self, read: Read, bound: usize) -> usize {
        at(self.choices.choose_for(read, small(bound)))
    }

    /// Narrows a node to productions of one constructor, with pending slots.
    fn narrow_to_list(&mut self, node: u32, ctor: CtorIx, list: u32) -> (CtorIx, u32) {
        let first = self.push_slots(ctor, &mut |run, slot, kind| {
            let slot = small(slot);
            match kind {
                SlotKind::Recursive(_) => {
                    SlotState::Node(run.push_node(ClassNode::Pending { parent: node, slot }))
                }
                SlotKind::Data(domain) => {
                    let pending = ClassAtom::Pending { parent: node, slot };
                    SlotState::Data(run.atom(Atom::Own(pending)), domain)
                }
            }
        });
        self.set_node(node, NodeState::Open(ClassNode::Productions { list, first }));
        if self.is_symbolic() || self.parts().list(list).len() == 1 {
            self.resolve(node);
        }
        (ctor, first)
    }

    /// Decides the production of a node, so that its slots are known.
    pub(crate) fn resolve(&mut self, node: u32) {
        let NodeState::Open(ClassNode::Productions { list, first }) = self.state(node) else { return };
        let records = self.parts().list(list).clone();
        let ty = self.type_of(node);
        let record = records[self.pick(Read::Layer(ty), records.len())];
        let classes = self.parts().classes.clone();
        let words = classes.dag.records.get(record);
        let ctor = CtorIx::from_word(words[0]);
        self.set_node(node, NodeState::Layer { ctor, first });
        for slot in 0..self.schema.constructor(ctor).slots.len() {
            match self.slot_of(first, slot) {
                SlotState::Node(child) => self.fill_pending(child, Family::from_word(words[slot + 1])),
                SlotState::Data(_, domain) => {
                    let state = if classes.dag.is_symbolic(&self.schema, record, domain) {
                        self.unknown_data(domain)
                    } else {
                        let (lo, hi) = classes.dag.bounds(Span::from_word(words[slot + 1]));
                        SlotState::Data(self.atom(Atom::Data { domain, lo, hi }), domain)
                    };
                    self.slots[at(first) + slot] = state;
                }
            }
        }
        if self.is_symbolic() {
            self.enter_production(node, record);
        }
    }

    fn fill_pending(&mut self, child: u32, family: Family) {
        match self.parts().family(family) {
            Ok(set) => self.narrow(child, set),
            Err(records) => {
                let ctors = self.parts().split_records(&records);
                let ty = self.schema.constructor(ctors[0].0).ty;
                let (ctor, list) = ctors[self.pick(Read::Layer(ty), ctors.len())];
                self.narrow_to_list(child, ctor, list);
            }
        }
    }

    /// A data slot of a node that was resolved.
    pub(crate) fn pending_data(&self, parent: u32, slot: u32) -> Int {
        match self.layer_of(parent).map(|(_, first)| self.slot_of(first, at(slot))) {
            Some(SlotState::Data(int, _)) => int,
            _ => internal("a data slot of a resolved node holds data"),
        }
    }
}
