//! [`Walk`]: iterates over concrete structures without running any predicate, in a reused buffer of compact words.
//!
//! The buffer holds the structure's layers in preorder. The words still to be written are a chain of [`Continuation`]s.
//! Wherever there are alternatives, a [`ChoicePoint`] notes the buffer's length and the chain, so that the next structure
//! rewrites only the words after the last choice point with an alternative left. Small families are not walked but copied
//! from a [`BlockCache`]. Order: the first slot of a constructor is the most significant, the last varies fastest. Read
//! [`walk_steps`](super::walk_steps) (from one structure to the next) and [`walk_start`](super::walk_start) next.

use crate::catalog::choosing::rank_chooser::RankChooser;
use crate::catalog::iteration::block_cache::{Block, BlockCache, LayerHead};
use crate::catalog::iteration::compact_step::CopiedPart;
use crate::graph::decoded_record::SlotContent;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::Family;
use crate::index::{at, small};
use crate::schema::Schema;
use dpgen_solver::Interrupt;

/// The number of words of one structure that are written between two polls of the interrupt.
const WORDS_PER_POLL: usize = 1 << 16;

/// The words to write after the current layer: the slots of `record` from `slot` on, then `next`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Continuation {
    record: u32,
    slot: u32,
    next: u32,
}

/// The end of a chain of continuations.
pub(super) const NO_CONTINUATION: u32 = u32::MAX;

/// The alternative taken at a choice point.
#[derive(Debug, Clone, Copy)]
pub(super) enum Alternative {
    /// The member of the root list.
    Root { place: u32 },
    /// The member of a union.
    Member { union: u32, place: u32 },
    /// The value of a data slot.
    Value { index: u32, last: u32 },
    /// The structure of a block.
    Block { place: u32, last: u32 },
}

/// A position from which the walk can go on with another alternative.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChoicePoint {
    pub(super) taken: Alternative,
    /// The number of words before it.
    pub(super) words: u32,
    pub(super) continuations: u32,
    pub(super) next: u32,
    /// Whether there is but one way to write the words after this alternative.
    pub(super) is_rest_fixed: bool,
}

/// Visits the structures of one list of productions, in rank order.
#[derive(Debug, Clone)]
pub(crate) struct Walk<'a> {
    pub(super) schema: &'a Schema,
    pub(super) dag: &'a Dag,
    pub(super) roots: &'a [u32],
    pub(super) words: Vec<u32>,
    pub(super) continuations: Vec<Continuation>,
    pub(super) choice_points: Vec<ChoicePoint>,
    pub(super) blocks: BlockCache,
    pub(super) started: bool,
    /// The first word that has changed since the last call of [`step`](Self::step).
    pub(super) changed: usize,
    /// The structure of a block that was written last, if there is but one way to write the words after it.
    pub(super) part: Option<CopiedPart>,
    /// Whether words have changed outside of that part since the last call of [`step`](Self::step).
    pub(super) has_changed_outside: bool,
    head: LayerHead,
    /// The rank at which it begins, until the first structure is written.
    pub(super) seek: RankChooser,
    interrupt: Interrupt,
    /// The number of words at which the interrupt is polled next; once it is raised, no structure is complete.
    next_poll: usize,
    is_interrupted: bool,
}

impl<'a> Walk<'a> {
    /// A walk from the first structure on.
    pub(crate) fn new(schema: &'a Schema, dag: &'a Dag, roots: &'a [u32]) -> Self {
        Self {
            schema,
            dag,
            roots,
            words: Vec::new(),
            continuations: Vec::new(),
            choice_points: Vec::new(),
            blocks: BlockCache::default(),
            started: false,
            changed: 0,
            part: None,
            has_changed_outside: true,
            head: LayerHead::Ctor,
            seek: RankChooser::default(),
            interrupt: Interrupt::NEVER,
            next_poll: usize::MAX,
            is_interrupted: false,
        }
    }

    /// Sets the interrupt that ends large structures early: see [`is_interrupted`](Self::is_interrupted).
    pub(crate) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
        self.next_poll = WORDS_PER_POLL;
    }

    /// Whether the current structure is incomplete, as the interrupt was raised.
    #[inline]
    #[must_use]
    pub(crate) const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Polls the interrupt within a large structure; whether it is raised.
    #[cold]
    fn poll(&mut self) -> bool {
        self.next_poll = self.words.len().saturating_add(WORDS_PER_POLL);
        self.is_interrupted |= self.interrupt.is_raised();
        self.is_interrupted
    }

    /// The same, with the number of each layer's record instead of its constructor.
    pub(crate) fn with_records(self) -> Self {
        Self { head: LayerHead::Record, ..self }
    }

    /// Clears everything, to start at the structure that a rank leads to.
    pub(super) fn restart(&mut self, seek: RankChooser) {
        self.started = true;
        self.changed = 0;
        self.part = None;
        self.has_changed_outside = true;
        self.words.clear();
        self.continuations.clear();
        self.choice_points.clear();
        self.seek = seek;
    }

    #[inline]
    pub(crate) fn schema(&self) -> &'a Schema {
        self.schema
    }

    #[inline]
    pub(crate) fn dag(&self) -> &'a Dag {
        self.dag
    }

    /// The current structure's words.
    #[inline]
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    pub(super) fn write_root(&mut self, place: u32) {
        if at(place) + 1 < self.roots.len() {
            self.push_choice_point(Alternative::Root { place }, NO_CONTINUATION);
        }
        self.write_record(self.roots[at(place)], NO_CONTINUATION);
    }

    /// Notes that there is another alternative from here.
    #[inline]
    fn push_choice_point(&mut self, taken: Alternative, next: u32) {
        let (words, continuations) = (small(self.words.len()), small(self.continuations.len()));
        self.choice_points.push(ChoicePoint { taken, words, continuations, next, is_rest_fixed: false });
    }

    /// The block of a family, if it has one and no rank is sought in it.
    #[inline]
    fn block(&mut self, family: Family) -> Option<Block> {
        if self.seek.is_done() { self.blocks.of(self.schema, self.dag, self.head, family) } else { None }
    }

    /// Writes the first structure of a block; `next` is what follows it.
    #[inline]
    fn write_block(&mut self, block: Block, next: u32) {
        if block.first < block.last {
            self.push_choice_point(Alternative::Block { place: block.first, last: block.last }, next);
        }
        self.words.extend_from_slice(self.blocks.words(block.first));
    }

    /// Writes the first structure of a family (or the one sought), then `next`.
    pub(super) fn write_family(&mut self, family: Family, next: u32) {
        if let Some(block) = self.block(family) {
            self.write_block(block, next);
            self.resume(next);
        } else {
            let record = self.select_record(family, next);
            self.write_record(record, next);
        }
    }

    /// Descends through unions to a record, leaving a choice point at each.
    fn select_record(&mut self, mut family: Family, next: u32) -> u32 {
        loop {
            match family.split() {
                Ok(record) => return record,
                Err(union) => {
                    let members = self.dag.members(union);
                    let place = if self.seek.is_done() { 0 } else { self.member_at_rank(union) };
                    if at(place) + 1 < members.len() {
                        self.push_choice_point(Alternative::Member { union, place }, next);
                    }
                    family = Family::from_word(members[at(place)]);
                }
            }
        }
    }

    pub(super) fn write_record(&mut self, record: u32, next: u32) {
        self.words.extend(self.head.of(self.dag, record));
        self.divide_rank(record);
        self.write_slots(Continuation { record, slot: 0, next });
    }

    /// Writes from a continuation on.
    #[inline]
    pub(super) fn resume(&mut self, continuation: u32) {
        if continuation != NO_CONTINUATION {
            self.write_slots(self.continuations[at(continuation)]);
        }
    }

    /// The continuation after a slot.
    #[inline]
    fn after(&mut self, Continuation { record, slot, next }: Continuation, len: usize) -> u32 {
        if at(slot) + 1 == len {
            return next;
        }
        self.continuations.push(Continuation { record, slot: slot + 1, next });
        small(self.continuations.len() - 1)
    }

    /// Writes a continuation and all after it.
    fn write_slots(&mut self, mut continuation: Continuation) {
        'layers: loop {
            if self.words.len() >= self.next_poll && self.poll() {
                return;
            }
            let item = self.dag.decode(self.schema, self.dag.records.get(continuation.record));
            let len = item.len();
            while at(continuation.slot) < len {
                match item.content(at(continuation.slot)) {
                    SlotContent::Data(span) => {
                        let (lo, last) = self.dag.bounds(span);
                        let sought = if lo < last { self.seek.take() } else { None };
                        let index = lo + sought.and_then(|rank| rank.to_usize()).map_or(0, small);
                        if index < last {
                            let next = self.after(continuation, len);
                            self.push_choice_point(Alternative::Value { index, last }, next);
                        }
                        self.words.push(index);
                    }
                    SlotContent::Family(family) => {
                        if let Some(block) = self.block(family) {
                            if block.first < block.last {
                                let next = self.after(continuation, len);
                                self.write_block(block, next);
                            } else {
                                self.write_block(block, NO_CONTINUATION);
                            }
                        } else {
                            let next = self.after(continuation, len);
                            let record = self.select_record(family, next);
                            self.words.extend(self.head.of(self.dag, record));
                            self.divide_rank(record);
                            continuation = Continuation { record, slot: 0, next };
                            continue 'layers;
                        }
                    }
                }
                continuation.slot += 1;
            }
            if continuation.next == NO_CONTINUATION {
                return;
            }
            continuation = self.continuations[at(continuation.next)];
        }
    }
}
