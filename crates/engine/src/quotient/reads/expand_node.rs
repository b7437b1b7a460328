//! Looks into a node that is a set of classes: decides its constructor first, what a data slot holds when that is read, and
//! its production when a recursive slot is visited.
//!
//! Productions that agree on a data slot stay together as long as nothing else of them is visited: a predicate that reads
//! the key of a part costs a run for each key, not for each way to make the part. A slot that is an interval in several
//! productions decides the production, since a narrower interval would have to be a record of its own for each.

use dpgen_forest::graph::{Family, Span};
use dpgen_forest::index::{CtorIx, at, small};
use dpgen_forest::schema::SlotKind;

use crate::predicate_run::choice_stack::Read;
use crate::predicate_run::context_rules::read_to_the_right;
use crate::predicate_run::failure::internal;
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::{Atom, NodeState, SlotState};
use crate::quotient::run_state::class_nodes::{ClassAtom, ClassNode, ClassRun, PendingRest};
use crate::quotient::run_state::trace_recorder::TraceRecorder;
use crate::quotient::sets::production_lists::{CtorGroup, DataGroup};

impl ClassRun {
    /// Decides a node's constructor, without deciding its production unless there is just one.
    pub(crate) fn open_classes(&mut self, node: u32, state: ClassNode) -> (CtorIx, u32) {
        if let Some(symbols) = &mut self.source.symbols {
            symbols.record(TraceRecorder::give_up);
        }
        self.end_prefix();
        match state {
            ClassNode::Pending { parent, slot } => {
                self.resolve_slot(parent, slot);
                self.open(node)
            }
            ClassNode::Classes(mut set) => {
                let ty = self.type_of(node);
                let (min, max) = self.sets().extent(set);
                if min < max {
                    let sizes = self.sets().by_size(set);
                    set = sizes[self.pick(Read::Layer(ty), sizes.len())];
                    self.narrow_open(node, set);
                }
                if self.is_symbolic() {
                    let members = self.sets().members(set).clone();
                    let class = members[self.pick(Read::Layer(ty), members.len())];
                    set = self.sets().intern(&[class]);
                    self.narrow_open(node, set);
                }
                let ctors = self.sets().by_ctor(set);
                let CtorGroup { ctor, list, set } = ctors[self.pick(Read::Layer(ty), ctors.len())];
                self.origins[at(node)] = set;
                self.narrow_to_list(node, ctor, list)
            }
            ClassNode::Productions { list, first } => {
                let (record, _) = self.sets().list(list)[0];
                (self.sets().classes.dag.ctor(record), first)
            }
            ClassNode::Unplaced(_) => read_to_the_right(),
        }
    }

    /// Makes a choice among this many, for a read.
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
        if self.is_symbolic() || self.sets().list(list).len() == 1 {
            self.decide_production(node);
        }
        (ctor, first)
    }

    /// Decides the production of a node, so that its slots are known.
    pub(crate) fn decide_production(&mut self, node: u32) {
        let NodeState::Open(ClassNode::Productions { list, first }) = self.state(node) else { return };
        let records = self.sets().list(list).clone();
        let ty = self.type_of(node);
        let (record, owner) = records[self.pick(Read::Layer(ty), records.len())];
        let ctor = self.sets().classes.dag.ctor(record);
        if let (Some(_), Some(class)) = (self.origins[at(node)], owner) {
            self.origins[at(node)] = Some(self.sets().intern(&[class]));
        }
        self.set_node(node, NodeState::Layer { ctor, first });
        self.fill(node, first, record);
        if self.is_symbolic() {
            self.enter_production(node, record);
        }
    }

    /// Decides as much of a node's production as it takes to know a data slot: its value.
    pub(crate) fn data_of(&mut self, node: u32, slot: u32) -> Int {
        if let NodeState::Open(ClassNode::Productions { list, first }) = self.state(node)
            && self.pending_data(node, slot).is_none()
        {
            self.split_by_data(node, (list, first), slot);
        }
        if self.pending_data(node, slot).is_none() {
            self.resolve_slot(node, slot);
        }
        match self.pending_data(node, slot) {
            Some(int) => int,
            None => internal("a data slot of a resolved node holds data"),
        }
    }

    /// Narrows a node's productions to those that agree on a data slot, which is decided if they hold a single value.
    fn split_by_data(&mut self, node: u32, (list, first): (u32, u32), slot: u32) {
        if self.is_symbolic() {
            return;
        }
        let schema = self.schema.clone();
        let Some(groups) = self.sets().by_data(&schema, list, slot) else { return };
        let ty = self.type_of(node);
        let DataGroup { bounds: (lo, hi), list, set } = groups[self.pick(Read::Layer(ty), groups.len())];
        self.set_node(node, NodeState::Open(ClassNode::Productions { list, first }));
        if self.origins[at(node)].is_some() {
            self.origins[at(node)] = set;
        }
        if let SlotState::Data(_, domain) = self.slot_of(first, at(slot))
            && lo == hi
        {
            let int = self.atom(Atom::Data { domain, lo, hi });
            self.slots[at(first) + at(slot)] = SlotState::Data(int, domain);
        }
    }

    /// Decides as much of a node's production as it takes to know a slot.
    pub(crate) fn resolve_slot(&mut self, node: u32, slot: u32) {
        self.decide_production(node);
        while let Some(index) = self.source.pending_rests.iter().position(|rests| rests.node == node)
            && self.source.pending_rests[index].slot <= slot
        {
            let PendingRest { family, .. } = self.source.pending_rests.remove(index);
            let Err(union) = family.split() else { internal("rests are a union") };
            let classes = self.sets().classes.clone();
            let members = classes.dag.members(union);
            let ty = self.type_of(node);
            let member = Family::from_word(members[self.pick(Read::Layer(ty), members.len())]);
            let (Ok(record), Some((_, first))) = (member.split(), self.layer_of(node)) else {
                internal("a rest is a record, and goes on with a layer")
            };
            self.fill(node, first, record);
        }
    }

    /// Fills the slots of a layer that a record has words for.
    fn fill(&mut self, node: u32, first: u32, record: u32) {
        let (classes, schema) = (self.sets().classes.clone(), self.schema.clone());
        let item = classes.dag.decode(&schema, classes.dag.records.get(record));
        for (slot, word) in (item.from..).zip(item.words.iter()) {
            match self.slot_of(first, slot) {
                SlotState::Node(child) => self.fill_node(child, Family::from_word(*word)),
                SlotState::Data(_, domain) => {
                    let state = if classes.dag.is_symbolic(&self.schema, record, domain) {
                        self.unknown_data(domain)
                    } else {
                        let (lo, hi) = classes.dag.bounds(Span::from_word(*word));
                        SlotState::Data(self.atom(Atom::Data { domain, lo, hi }), domain)
                    };
                    self.slots[at(first) + slot] = state;
                }
            }
        }
        if let Some(family) = item.rest {
            let slot = small(item.from + item.slots.len());
            self.source.pending_rests.push(PendingRest { node, family, slot });
        }
    }

    /// The rest of a node behind its decided slots, if not all slots are decided.
    pub(crate) fn rests_of(&self, node: u32) -> Option<PendingRest> {
        self.source.pending_rests.iter().copied().find(|rests| rests.node == node)
    }

    /// The slots of a node's layer that are decided.
    pub(crate) fn decided_slots(&self, node: u32, ctor: CtorIx, first: u32) -> &[SlotState] {
        let slots = self.layer_slots(ctor, first);
        self.rests_of(node).map_or(slots, |rests| &slots[..at(rests.slot)])
    }

    fn fill_node(&mut self, child: u32, family: Family) {
        match self.sets().family(family) {
            Ok(set) => self.narrow_open(child, set),
            Err(records) => {
                let ctors = self.sets().split_records(&records);
                let ty = self.schema.constructor(ctors[0].ctor).ty;
                let CtorGroup { ctor, list, set } = ctors[self.pick(Read::Layer(ty), ctors.len())];
                // With symbolic data, a node with an origin has variables of its class.
                self.origins[at(child)] = set.filter(|_| !self.is_symbolic());
                self.narrow_to_list(child, ctor, list);
            }
        }
    }

    /// The value of a data slot of a node that was looked into, if it is decided.
    pub(crate) fn pending_data(&self, node: u32, slot: u32) -> Option<Int> {
        let first = match self.state(node) {
            NodeState::Layer { first, .. } | NodeState::Open(ClassNode::Productions { first, .. }) => first,
            NodeState::Open(_) => return None,
        };
        let SlotState::Data(int, _) = self.slot_of(first, at(slot)) else { return None };
        let is_pending = matches!(self.own_atom(int.base), Some(ClassAtom::Pending { .. }));
        (!is_pending).then_some(int)
    }
}
