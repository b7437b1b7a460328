//! Answers attributes for nodes that are sets of classes, and compares integers of the answers: a set is narrowed only as far
//! as the answer or the outcome needs.

use smallvec::SmallVec;

use dpgen_forest::index::{AttrIx, DomainIx, at, small};

use crate::predicate_run::choice_stack::Read;
use crate::predicate_run::context_rules::read_to_the_right;
use crate::predicate_run::current_run::DecodeAnswer;
use crate::predicate_run::predicate_int::{Cut, Int};
use crate::predicate_run::run_state::{Atom, NodeState, read_answer};
use crate::quotient::run_state::class_nodes::{ClassAtom, ClassNode, ClassRun};
use crate::quotient::run_state::prefix_tree::{Aspect, UniformAnswer};
use crate::quotient::sets::class_sets::ClassSets;
use crate::quotient::sets::threshold_regions::ComparedInterval;

/// An integer of an answer: node, attribute, position.
type AttrInt = (u32, AttrIx, u32);

impl ClassSets {
    /// The value of an attribute's integer, if the members of a set agree on it.
    pub(crate) fn agreed(&mut self, set: u32, attr: AttrIx, position: u32) -> Option<i64> {
        if let [class] = **self.members(set) {
            return Some(self.classes.value(attr, class).1[at(position)]);
        }
        match *self.by_value(set, attr, position) {
            [(value, _)] => Some(value),
            _ => None,
        }
    }
}

impl ClassRun {
    /// Decides the words of an answer, and hands it over with its integers as far as they are decided. A node that was
    /// looked into answers as the classes do that it can still be of; `false` if it is narrower than any class.
    pub(crate) fn answer_of_classes(
        &mut self,
        node: u32,
        attr: AttrIx,
        decode: &mut DecodeAnswer<'_>,
    ) -> bool {
        match self.state(node) {
            NodeState::Open(ClassNode::Pending { parent, slot }) => self.resolve_slot(parent, slot),
            NodeState::Open(ClassNode::Unplaced(_)) => read_to_the_right(),
            _ => {}
        }
        let Some(known) = self.origins[at(node)] else { return false };
        let parts = self.sets().by_words(known, attr);
        let is_one = parts.len() == 1;
        self.record_question(node, (attr, Aspect::Words), |sets| {
            is_one.then(|| UniformAnswer::Words(sets.classes.value(attr, sets.members(known)[0]).0))
        });
        let set = parts[self.pick(Read::Answer(attr), parts.len())];
        if set != known {
            self.narrow_set(node, set);
        }
        let sets = &self.source.sets;
        let class = sets.members(set)[0];
        let (words, ints) = sets.classes.value(attr, class);
        if ints.is_empty() {
            decode(read_answer(words), &[]);
            return true;
        }
        let positions = 0..small(ints.len());
        let ints: SmallVec<[Int; 2]> =
            positions.map(|position| self.attr_int(node, attr, position)).collect();
        decode(read_answer(self.source.sets.classes.value(attr, class).0), &ints);
        true
    }

    /// The integer at a position of a node's answer.
    fn attr_int(&mut self, node: u32, attr: AttrIx, position: u32) -> Int {
        if self.symbolic_term(node, attr, position).is_none()
            && let Some(value) = self.single_value(node, attr, position)
        {
            return Int::constant(value);
        }
        self.int_of(ClassAtom::Attr { node, attr, position })
    }

    /// Where in its condition an attribute's integer is, if it is symbolic.
    pub(crate) fn symbolic_term(&self, node: u32, attr: AttrIx, position: u32) -> Option<u32> {
        if !self.is_symbolic() {
            return None;
        }
        let sets = &self.source.sets;
        let (words, ints) = sets.classes.value(attr, sets.members(self.set_of(node))[0]);
        let mark = words[words.len() - ints.len() + at(position)];
        mark.checked_sub(1).and_then(|term| u32::try_from(term).ok())
    }

    /// The value of an attribute's integer, if the node's classes agree on it.
    pub(crate) fn single_value(&mut self, node: u32, attr: AttrIx, position: u32) -> Option<i64> {
        let set = self.set_of(node);
        let value = self.sets().agreed(set, attr, position);
        self.record_question(node, (attr, Aspect::Agreed(position)), |_| Some(UniformAnswer::Agreed(value)));
        value
    }

    /// Decides the value of an attribute's integer.
    pub(crate) fn choose_attr_value(&mut self, node: u32, attr: AttrIx, position: u32) -> i64 {
        let set = self.set_of(node);
        let values = self.sets().by_value(set, attr, position);
        self.record_question(node, (attr, Aspect::Value(position)), |_| None);
        let (value, set) = values[self.pick(Read::Integer(attr), values.len())];
        self.narrow_set(node, set);
        value
    }

    /// Compares two settled integers, if one of them is an attribute's or symbolic.
    pub(crate) fn compare_in_classes(&mut self, a: Int, b: Int, cut: Cut) -> Option<u32> {
        if self.is_symbolic() && (self.depends_on_symbol(a) || self.depends_on_symbol(b)) {
            return Some(self.compare_symbolic(a, b, cut));
        }
        let attr = |run: &Self, int: Int| match run.own_atom(int.base) {
            Some(ClassAtom::Attr { node, attr, position }) => Some((node, attr, position)),
            _ => None,
        };
        let data = |run: &Self, int: Int| match run.atom_of(int) {
            Some(Atom::Data { domain, lo, hi }) => Some((*domain, *lo, *hi)),
            _ => None,
        };
        match (attr(self, a), attr(self, b)) {
            (Some(of), None) if b.base == 0 => {
                Some(self.compare_attr(of, b.constant_part().saturating_sub(a.constant_part()), cut))
            }
            (None, Some(of)) if a.base == 0 => {
                let group =
                    self.compare_attr(of, a.constant_part().saturating_sub(b.constant_part()), cut.flipped());
                Some(cut.mirrored(group))
            }
            (None, Some(of)) => {
                let interval = data(self, a)?;
                Some(self.compare_data_attr((a, interval), (b, of), cut))
            }
            (Some(of), None) => {
                let interval = data(self, b)?;
                let group = self.compare_data_attr((b, interval), (a, of), cut.flipped());
                Some(cut.mirrored(group))
            }
            _ => None,
        }
    }

    /// Compares an attribute's integer with a bound.
    fn compare_attr(&mut self, (node, attr, position): AttrInt, bound: i128, cut: Cut) -> u32 {
        let set = self.set_of(node);
        let outcomes = self.sets().by_cut(set, attr, position, bound, cut);
        self.record_question(node, (attr, Aspect::Cut(position, bound, cut)), |_| match *outcomes {
            [(group, _)] => Some(UniformAnswer::Group(group)),
            _ => None,
        });
        let (group, set) = outcomes[self.pick(Read::Integer(attr), outcomes.len())];
        self.narrow_set(node, set);
        group
    }

    /// Compares a data slot with an attribute's integer. The attribute's values cut the slot's interval into
    /// regions in which the outcome depends on the attribute alone; one region is chosen, then the outcome.
    /// So a slot of many values costs no more runs than there are answers.
    fn compare_data_attr(
        &mut self,
        (data, (domain, lo, hi)): (Int, (DomainIx, u32, u32)),
        (other, of): (Int, AttrInt),
        cut: Cut,
    ) -> u32 {
        let (node, attr, position) = of;
        self.end_prefix();
        let set = self.set_of(node);
        let schema = self.schema.clone();
        let domain_of = schema.domain(domain);
        let shift = other.constant_part().saturating_sub(data.constant_part());
        let interval = ComparedInterval { domain, lo, hi, shift, cut };
        let starts = self.sets().region_starts((set, attr, position), &interval, domain_of);
        let region = self.pick(Read::Data(domain), starts.len());
        let from = starts[region];
        let to = starts.get(region + 1).map_or(hi, |next| next - 1);
        self.set_interval(data.base, (from, to));
        let sample = i128::from(domain_of.value(from)).saturating_sub(shift);
        let group = self.compare_attr(of, sample, cut.flipped());
        cut.mirrored(group)
    }
}
