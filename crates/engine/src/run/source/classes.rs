//! Nodes that are sets of classes: what Quotient DP's holes can be.
//!
//! Asking a hole for an attribute partitions its classes by the decided part of the answer (one choice); an
//! integer of the answer stays an [`Atom::Attr`] until it is compared, and then splits the set only by the
//! comparison's outcome. Viewing narrows to a constructor; visiting a slot below that, to one production.
//! A node's `origin` is its set, also after it was viewed.

use smallvec::SmallVec;

use super::Source;
use crate::run::{Atom, Cut, Int, NO_ORIGIN, NodeState, Partitions, Read, Run, SlotState, Symbolic, nth};
use dpgen_forest::graph::{Family, Span};
use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, shown};
use dpgen_forest::schema::SlotKind;

/// The classes a run reads.
#[derive(Debug)]
pub(crate) struct ClassSource {
    pub(crate) parts: Partitions,
    /// The symbolic side, if data is symbolic.
    pub(crate) symbolic: Option<Box<Symbolic>>,
}

impl Run {
    pub(crate) fn parts(&mut self) -> &mut Partitions {
        match &mut self.source {
            Source::Classes(source) => &mut source.parts,
            _ => unreachable!("a run over classes"),
        }
    }

    /// Adds a node that holds any structure of a set of classes.
    pub(crate) fn push_classes(&mut self, set: u32) -> u32 {
        let node = self.push_node(NodeState::Classes(set));
        self.origins[at(node)] = set;
        node
    }

    fn narrow(&mut self, node: u32, set: u32) {
        self.nodes[at(node)] = NodeState::Classes(set);
        self.origins[at(node)] = set;
    }

    /// Narrows a node's set, whether it was viewed or not.
    pub(crate) fn narrow_set(&mut self, node: u32, set: u32) {
        if let NodeState::Classes(_) = self.nodes[at(node)] {
            self.nodes[at(node)] = NodeState::Classes(set);
        }
        self.origins[at(node)] = set;
    }

    /// Where in its condition an attribute's integer is, if it is symbolic.
    pub(crate) fn symbolic_term(&mut self, node: u32, attr: AttrIx, position: u32) -> Option<u32> {
        if !self.is_symbolic() {
            return None;
        }
        let set = self.origins[at(node)];
        let parts = self.parts();
        let (words, ints) = parts.classes.value(attr, parts.members(set)[0]);
        let mark = words[words.len() - ints.len() + at(position)];
        mark.checked_sub(1).and_then(|term| u32::try_from(term).ok())
    }

    /// The type of a node whose parent's production is not decided.
    pub(crate) fn pending_type(&self, parent: u32, slot: u32) -> TypeIx {
        let NodeState::Productions { list, .. } = self.nodes[at(parent)] else {
            unreachable!("a pending node's parent is narrowed to productions")
        };
        let Source::Classes(source) = &self.source else { unreachable!("a run over classes") };
        let record = source.parts.list(list)[0];
        let ctor = source.parts.classes.dag.records.ctor(record);
        match self.schema.constructor(ctor).slots[at(slot)].kind {
            SlotKind::Recursive(ty) => ty,
            SlotKind::Data(_) => unreachable!("a node fills a recursive slot"),
        }
    }

    /// Decides a node's constructor, without deciding its production unless there is just one.
    pub(crate) fn open_classes(&mut self, node: u32) -> (CtorIx, u32) {
        match self.nodes[at(node)] {
            NodeState::Pending { parent, .. } => {
                self.resolve(parent);
                self.open(node)
            }
            NodeState::Classes(mut set) => {
                // Integers that an attribute gave out refer to the set: it has to stay what it is.
                let asked = |atom: &Atom| matches!(atom, Atom::Attr { node: of, .. } if *of == node);
                if self.is_symbolic() || self.atoms.iter().any(asked) {
                    let members = self.parts().members(set).clone();
                    let ty = self.type_of(node);
                    let class = nth(&members, self.choices.choose_for(Read::Layer(ty), shown(members.len())));
                    set = self.parts().intern(&[class]);
                    self.narrow(node, set);
                }
                let ctors = self.parts().by_ctor(set);
                let ty = self.type_of(node);
                let (ctor, list) = nth(&ctors, self.choices.choose_for(Read::Layer(ty), shown(ctors.len())));
                self.narrow_to_list(node, ctor, list)
            }
            NodeState::Productions { list, first } => {
                let record = self.parts().list(list)[0];
                (self.parts().classes.dag.records.ctor(record), first)
            }
            state => unreachable!("{state:?} in a run over classes"),
        }
    }

    /// Narrows a node to productions of one constructor, with pending slots.
    fn narrow_to_list(&mut self, node: u32, ctor: CtorIx, list: u32) -> (CtorIx, u32) {
        let layer = self.push_layer(ctor, |run, slot, kind| {
            let slot = shown(slot);
            match kind {
                SlotKind::Recursive(_) => {
                    SlotState::Node(run.push_node(NodeState::Pending { parent: node, slot }))
                }
                SlotKind::Data(domain) => {
                    SlotState::Data(run.atom(Atom::Pending { parent: node, slot }), domain)
                }
            }
        });
        let NodeState::Layer { first, .. } = layer else { unreachable!("push_layer makes a layer") };
        self.nodes[at(node)] = NodeState::Productions { list, first };
        if self.is_symbolic() || self.parts().list(list).len() == 1 {
            self.resolve(node);
        }
        (ctor, first)
    }

    /// Decides the production of a node, so that its slots are known.
    pub(crate) fn resolve(&mut self, node: u32) {
        let NodeState::Productions { list, first } = self.nodes[at(node)] else { return };
        let records = self.parts().list(list).clone();
        let ty = self.type_of(node);
        let record = nth(&records, self.choices.choose_for(Read::Layer(ty), shown(records.len())));
        let classes = self.parts().classes.clone();
        let words = classes.dag.records.get(record);
        let ctor = CtorIx::from_word(words[0]);
        self.nodes[at(node)] = NodeState::Layer { ctor, first };
        for slot in 0..self.schema.constructor(ctor).slots.len() {
            match self.slots[at(first) + slot] {
                SlotState::Node(child) => self.fill_pending(child, Family::from_word(words[slot + 1])),
                SlotState::Data(_, domain) => {
                    if classes.dag.is_symbolic(&self.schema, record, domain) {
                        let state = self.unknown_data(domain);
                        self.slots[at(first) + slot] = state;
                        continue;
                    }
                    let (lo, hi) = classes.dag.bounds(Span::from_word(words[slot + 1]));
                    let int = self.atom(Atom::Data { domain, lo, hi });
                    self.slots[at(first) + slot] = SlotState::Data(int, domain);
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
                let (ctor, list) = nth(&ctors, self.choices.choose_for(Read::Layer(ty), shown(ctors.len())));
                self.narrow_to_list(child, ctor, list);
            }
        }
    }

    /// A data slot of a decided layer.
    pub(crate) fn pending_data(&self, parent: u32, slot: u32) -> Int {
        match self.nodes[at(parent)] {
            NodeState::Layer { ctor, first } => match self.layer_slots(ctor, first)[at(slot)] {
                SlotState::Data(int, _) => int,
                SlotState::Node(_) => unreachable!("a data slot holds data"),
            },
            _ => unreachable!("the node was resolved"),
        }
    }

    /// A class that gives the answer taken, and its integers as far as they are decided.
    pub(crate) fn answer_from_classes(
        &mut self,
        node: u32,
        attr: AttrIx,
    ) -> Option<(u32, SmallVec<[Int; 2]>)> {
        if let NodeState::Pending { parent, .. } = self.nodes[at(node)] {
            self.resolve(parent);
        }
        let NodeState::Classes(set) = self.nodes[at(node)] else { return None };
        let parts = self.parts().by_words(set, attr);
        let set = nth(&parts, self.choices.choose_for(Read::Answer(attr), shown(parts.len())));
        self.narrow(node, set);
        let class = self.parts().members(set)[0];
        let positions = 0..shown(self.parts().classes.value(attr, class).1.len());
        Some((class, positions.map(|position| self.attr_int(node, attr, position)).collect()))
    }

    /// The integer at a position of a node's answer.
    fn attr_int(&mut self, node: u32, attr: AttrIx, position: u32) -> Int {
        if self.symbolic_term(node, attr, position).is_none()
            && let Some(value) = self.single_value(node, attr, position)
        {
            return Int::constant(value);
        }
        let same = |atom: &Atom| matches!(atom, Atom::Attr { node: n, attr: a, position: p } if (*n, *a, *p) == (node, attr, position));
        match self.atoms.iter().position(same) {
            Some(known) => Int { base: shown(known + 1), run: self.number, add: 0 },
            None => self.atom(Atom::Attr { node, attr, position }),
        }
    }

    /// The value of an attribute's integer, if the node's classes agree on it.
    pub(crate) fn single_value(&mut self, node: u32, attr: AttrIx, position: u32) -> Option<i64> {
        let set = self.origins[at(node)];
        debug_assert_ne!(set, NO_ORIGIN);
        let parts = self.parts();
        if let [class] = **parts.members(set) {
            return Some(parts.classes.value(attr, class).1[at(position)]);
        }
        match *parts.by_value(set, attr, position) {
            [(value, _)] => Some(value),
            _ => None,
        }
    }

    /// Decides the value of an attribute's integer.
    pub(crate) fn choose_attr_value(&mut self, node: u32, attr: AttrIx, position: u32) -> i64 {
        let set = self.origins[at(node)];
        let values = self.parts().by_value(set, attr, position);
        let (value, set) = nth(&values, self.choices.choose_for(Read::Integer(attr), shown(values.len())));
        self.narrow(node, set);
        value
    }

    /// Compares an attribute's integer with a constant.
    pub(crate) fn cut_attr(&mut self, node: u32, attr: AttrIx, position: u32, bound: i64, cut: Cut) -> u32 {
        let set = self.origins[at(node)];
        let groups = self.parts().by_cut(set, attr, position, bound, cut);
        let (group, set) = nth(&groups, self.choices.choose_for(Read::Integer(attr), shown(groups.len())));
        self.narrow(node, set);
        group
    }

    /// Compares a data slot with an attribute's integer. The attribute's values cut the slot's interval into
    /// regions in which the outcome depends on the attribute alone; one region is chosen, then the outcome.
    /// So a slot of many values costs no more runs than there are answers.
    pub(crate) fn cut_data_attr(&mut self, data: Int, other: Int, cut: Cut) -> u32 {
        let (&Atom::Data { domain, lo, hi }, &Atom::Attr { node, attr, position }) =
            (self.get_atom(data), self.get_atom(other))
        else {
            unreachable!("a data slot and an attribute")
        };
        let set = self.origins[at(node)];
        let values = self.parts().by_value(set, attr, position);
        let schema = self.schema.clone();
        let domain_of = schema.domain(domain);
        let mut starts: SmallVec<[u32; 16]> = SmallVec::new();
        starts.push(lo);
        for (value, _) in values.iter() {
            let Some(bound) = value.checked_add(other.add).and_then(|v| v.checked_sub(data.add)) else {
                continue;
            };
            if cut != Cut::AtMost {
                starts.push(domain_of.below(bound));
            }
            if cut != Cut::Less {
                starts.push(bound.checked_add(1).map_or(hi + 1, |next| domain_of.below(next)));
            }
        }
        starts.retain(|start| lo <= *start && *start <= hi);
        starts.sort_unstable();
        starts.dedup();
        let region = self.choices.choose_for(Read::Data(domain), shown(starts.len()));
        let from = starts[at(region)];
        let to = starts.get(at(region) + 1).map_or(hi, |next| next - 1);
        self.atoms[at(data.base - 1)] = Atom::Data { domain, lo: from, hi: to };
        let Some(sample) = domain_of.value(from).checked_add(data.add).and_then(|v| v.checked_sub(other.add))
        else {
            return cut.group(std::cmp::Ordering::Greater);
        };
        let group = self.cut_attr(node, attr, position, sample, cut.flipped());
        cut.mirrored(group)
    }
}
