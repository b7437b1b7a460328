//! Iteration without any predicate: a nested walk over productions that fills a reused compact buffer.
//!
//! The buffer holds the structure's layers in preorder. What is still to be written is a chain of
//! [`Todo`]s; wherever there is more than one way on, a [`Fork`] notes the buffer's length and the chain, so
//! that the next structure rewrites only the words after the last fork that has a way left. Small families
//! are not walked but copied from [`Blocks`]. How a walk begins at a rank is in [`seek`]. Order: the first slot of a
//! constructor is the most significant, the last varies fastest.

mod seek;

use super::at_rank::AtRank;
use super::blocks::{Block, Blocks, Head};
use crate::graph::{Dag, Family, Filled};
use crate::index::{at, small};
use crate::schema::Schema;
use dpgen_solver::Interrupt;

/// How many words of one structure are written between two looks at the limits.
const WORDS_PER_POLL: usize = 1 << 16;

/// What is to be written after the current layer: the slots of `record` from `slot` on, then `next`.
#[derive(Debug, Clone, Copy)]
struct Todo {
    record: u32,
    slot: u32,
    next: u32,
}

const DONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
enum Way {
    /// The member of the root list.
    Root { place: u32 },
    /// The member of a union.
    Member { union: u32, place: u32 },
    /// The value of a data slot.
    Value { index: u32, last: u32 },
    /// The structure of a block.
    Block { place: u32, last: u32 },
}

#[derive(Debug, Clone, Copy)]
struct Fork {
    way: Way,
    words: u32,
    todos: u32,
    next: u32,
}

/// Visits the structures of one list of productions, in rank order.
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    roots: &'a [u32],
    words: Vec<u32>,
    todos: Vec<Todo>,
    forks: Vec<Fork>,
    blocks: Blocks,
    started: bool,
    /// Of the words before this place none has changed since it was last asked for.
    changed: usize,
    head: Head,
    /// Where it begins, while it is on its way there.
    seek: AtRank,
    interrupt: Interrupt,
    /// The number of words at which the interrupt is asked; once it is raised, no structure is whole.
    next_poll: usize,
    is_interrupted: bool,
}

impl<'a> Walk<'a> {
    /// A walk from the first structure on.
    pub fn new(schema: &'a Schema, dag: &'a Dag, roots: &'a [u32]) -> Self {
        Self {
            schema,
            dag,
            roots,
            words: Vec::new(),
            todos: Vec::new(),
            forks: Vec::new(),
            blocks: Blocks::default(),
            started: false,
            changed: 0,
            head: Head::Ctor,
            seek: AtRank::default(),
            interrupt: Interrupt::NEVER,
            next_poll: usize::MAX,
            is_interrupted: false,
        }
    }

    /// From now on, large structures are broken off once the interrupt is raised: [`is_interrupted`](Self::is_interrupted).
    pub fn hear(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
        self.next_poll = WORDS_PER_POLL;
    }

    /// Whether the current structure was broken off.
    #[inline]
    #[must_use]
    pub const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Asks the interrupt within a large structure; whether it is to be broken off.
    #[cold]
    fn poll(&mut self) -> bool {
        self.next_poll = self.words.len().saturating_add(WORDS_PER_POLL);
        self.is_interrupted |= self.interrupt.is_raised();
        self.is_interrupted
    }

    /// The same, with the number of each layer's record in the place of its constructor.
    pub fn with_records(self) -> Self {
        Self { head: Head::Record, ..self }
    }

    #[inline]
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    #[inline]
    pub fn dag(&self) -> &'a Dag {
        self.dag
    }

    /// The current structure's words.
    #[inline]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The place of the first word that may have changed since this was asked before.
    #[inline]
    pub fn changed(&mut self) -> usize {
        std::mem::replace(&mut self.changed, usize::MAX)
    }

    /// The next structure's compact words.
    #[inline]
    pub fn next(&mut self) -> Option<&[u32]> {
        if self.started {
            if !self.step() {
                return None;
            }
        } else {
            self.started = true;
            if self.roots.is_empty() {
                return None;
            }
            self.open_root(0);
        }
        Some(&self.words)
    }

    fn open_root(&mut self, place: u32) {
        if at(place) + 1 < self.roots.len() {
            self.fork(Way::Root { place }, DONE);
        }
        self.open_record(self.roots[at(place)], DONE);
    }

    /// Notes that there is another way on from here.
    #[inline]
    fn fork(&mut self, way: Way, next: u32) {
        let (words, todos) = (small(self.words.len()), small(self.todos.len()));
        self.forks.push(Fork { way, words, todos, next });
    }

    /// Takes the last fork that has a way left; `false` if none has.
    #[inline]
    fn step(&mut self) -> bool {
        let Some(fork) = self.forks.last_mut() else { return false };
        let mut kept = at(fork.words);
        let (next, todos) = (fork.next, at(fork.todos));
        match &mut fork.way {
            Way::Block { place, last } => {
                *place += 1;
                let place = *place;
                if place == *last {
                    self.forks.pop();
                }
                let (differing, shared) = self.blocks.differing(place);
                kept += shared;
                self.words.truncate(kept);
                self.words.extend_from_slice(differing);
                if next != DONE {
                    self.todos.truncate(todos);
                    self.resume(next);
                }
            }
            Way::Value { index, last } => {
                *index += 1;
                let index = *index;
                if index == *last {
                    self.forks.pop();
                }
                self.todos.truncate(todos);
                self.words.truncate(kept);
                self.words.push(index);
                self.resume(next);
            }
            Way::Member { union, place } => {
                *place += 1;
                let members = self.dag.members(*union);
                let member = Family::from_word(members[at(*place)]);
                if at(*place) + 1 == members.len() {
                    self.forks.pop();
                }
                self.todos.truncate(todos);
                self.words.truncate(kept);
                self.open(member, next);
            }
            Way::Root { place } => {
                *place += 1;
                let record = self.roots[at(*place)];
                if at(*place) + 1 == self.roots.len() {
                    self.forks.pop();
                }
                self.todos.truncate(todos);
                self.words.truncate(kept);
                self.open_record(record, DONE);
            }
        }
        self.changed = self.changed.min(kept);
        true
    }

    /// The block of a family, if it has one and nothing is sought in it.
    #[inline]
    fn block(&mut self, family: Family) -> Option<Block> {
        if self.seek.is_done() { self.blocks.of(self.schema, self.dag, self.head, family) } else { None }
    }

    /// Writes the first structure of a block; `next` is what follows it.
    #[inline]
    fn open_block(&mut self, block: Block, next: u32) {
        if block.first < block.last {
            self.fork(Way::Block { place: block.first, last: block.last }, next);
        }
        self.words.extend_from_slice(self.blocks.words(block.first));
    }

    /// Writes the first structure of a family (or the one sought), then `next`.
    fn open(&mut self, family: Family, next: u32) {
        if let Some(block) = self.block(family) {
            self.open_block(block, next);
            self.resume(next);
        } else {
            let record = self.pick(family, next);
            self.open_record(record, next);
        }
    }

    /// Descends through unions to a record, leaving forks.
    fn pick(&mut self, mut family: Family, next: u32) -> u32 {
        loop {
            match family.split() {
                Ok(record) => return record,
                Err(union) => {
                    let members = self.dag.members(union);
                    let place = if self.seek.is_done() { 0 } else { self.sought(union) };
                    if at(place) + 1 < members.len() {
                        self.fork(Way::Member { union, place }, next);
                    }
                    family = Family::from_word(members[at(place)]);
                }
            }
        }
    }

    fn open_record(&mut self, record: u32, next: u32) {
        self.words.extend(self.head.of(self.dag, record));
        self.split_rank(record);
        self.write(Todo { record, slot: 0, next });
    }

    /// Goes on with what is noted.
    #[inline]
    fn resume(&mut self, todo: u32) {
        if todo != DONE {
            self.write(self.todos[at(todo)]);
        }
    }

    /// What follows a slot, noted.
    #[inline]
    fn after(&mut self, Todo { record, slot, next }: Todo, len: usize) -> u32 {
        if at(slot) + 1 == len {
            return next;
        }
        self.todos.push(Todo { record, slot: slot + 1, next });
        small(self.todos.len() - 1)
    }

    /// Writes all that is to be written.
    fn write(&mut self, mut todo: Todo) {
        'layers: loop {
            if self.words.len() >= self.next_poll && self.poll() {
                return;
            }
            let item = self.dag.item(self.schema, self.dag.records.get(todo.record));
            let len = item.len();
            while at(todo.slot) < len {
                match item.filled(at(todo.slot)) {
                    Filled::Data(span) => {
                        let (lo, last) = self.dag.bounds(span);
                        let sought = if lo < last { self.seek.take() } else { None };
                        let index = lo + sought.and_then(|rank| rank.to_usize()).map_or(0, small);
                        if index < last {
                            let next = self.after(todo, len);
                            self.fork(Way::Value { index, last }, next);
                        }
                        self.words.push(index);
                    }
                    Filled::Family(family) => {
                        if let Some(block) = self.block(family) {
                            if block.first < block.last {
                                let next = self.after(todo, len);
                                self.open_block(block, next);
                            } else {
                                self.open_block(block, DONE);
                            }
                        } else {
                            let next = self.after(todo, len);
                            let record = self.pick(family, next);
                            self.words.extend(self.head.of(self.dag, record));
                            self.split_rank(record);
                            todo = Todo { record, slot: 0, next };
                            continue 'layers;
                        }
                    }
                }
                todo.slot += 1;
            }
            if todo.next == DONE {
                return;
            }
            todo = self.todos[at(todo.next)];
        }
    }
}
