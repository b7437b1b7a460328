//! Iteration without any predicate: a nested walk over productions that fills a reused compact buffer.
//!
//! The buffer holds the structure's layers in preorder. What is still to be written is a chain of
//! [`Todo`]s; wherever there is more than one way on, a [`Fork`] notes the buffer's length and the chain, so
//! that the next structure rewrites only the words after the last fork that has a way left. Order: the
//! first slot of a constructor is the most significant, the last varies fastest.

use crate::index::{CtorIx, at, shown};
use crate::schema::{Schema, SlotKind};
use crate::store::{Count, Dag, Family, Span};

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
pub(crate) struct Walk<'a> {
    schema: &'a Schema,
    dag: &'a Dag,
    roots: &'a [u32],
    words: Vec<u32>,
    todos: Vec<Todo>,
    forks: Vec<Fork>,
    started: bool,
    /// Whether a layer starts with its record instead of its constructor.
    records: bool,
    /// Ranks of the slots to be written, last first, while seeking.
    seek: Vec<Count>,
}

impl<'a> Walk<'a> {
    /// A walk from the first structure on.
    pub(crate) fn new(schema: &'a Schema, dag: &'a Dag, roots: &'a [u32]) -> Self {
        Self {
            schema,
            dag,
            roots,
            words: Vec::new(),
            todos: Vec::new(),
            forks: Vec::new(),
            started: false,
            records: false,
            seek: Vec::new(),
        }
    }

    /// The same, with the number of each layer's record in the place of its constructor.
    pub(crate) fn with_records(self) -> Self {
        Self { records: true, ..self }
    }

    /// The first word of a layer.
    #[inline]
    fn head(&self, record: u32) -> u32 {
        if self.records { record } else { self.dag.records.ctor(record).word() }
    }

    pub(crate) fn schema(&self) -> &'a Schema {
        self.schema
    }

    pub(crate) fn dag(&self) -> &'a Dag {
        self.dag
    }

    /// The current structure's words.
    #[inline]
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// The next structure's compact words.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<&[u32]> {
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

    /// Goes to the structure at `rank` of the `place`-th root; `next` goes on from there.
    pub(crate) fn seek(&mut self, place: u32, rank: Count) -> &[u32] {
        self.started = true;
        self.words.clear();
        self.todos.clear();
        self.forks.clear();
        self.seek.push(rank);
        self.open_root(place);
        &self.words
    }

    fn open_root(&mut self, place: u32) {
        if at(place) + 1 < self.roots.len() {
            let way = Way::Root { place };
            self.forks.push(Fork { way, words: 0, todos: 0, next: DONE });
        }
        self.open_record(self.roots[at(place)], DONE);
    }

    /// Takes the last fork that has a way left; `false` if none has.
    fn step(&mut self) -> bool {
        let Some(fork) = self.forks.last_mut() else { return false };
        self.words.truncate(at(fork.words));
        self.todos.truncate(at(fork.todos));
        let next = fork.next;
        match &mut fork.way {
            Way::Value { index, last } => {
                *index += 1;
                let index = *index;
                if index == *last {
                    self.forks.pop();
                }
                self.words.push(index);
                self.write(next);
            }
            Way::Member { union, place } => {
                *place += 1;
                let members = self.dag.members(*union);
                let member = Family::from_word(members[at(*place)]);
                if at(*place) + 1 == members.len() {
                    self.forks.pop();
                }
                self.open(member, next);
            }
            Way::Root { place } => {
                *place += 1;
                let record = self.roots[at(*place)];
                if at(*place) + 1 == self.roots.len() {
                    self.forks.pop();
                }
                self.open_record(record, DONE);
            }
        }
        true
    }

    /// Writes the first structure of a family (or the one sought), then `next`.
    fn open(&mut self, family: Family, next: u32) {
        let record = self.pick(family, next);
        self.open_record(record, next);
    }

    /// Descends through unions to a record, leaving forks.
    #[inline]
    fn pick(&mut self, mut family: Family, next: u32) -> u32 {
        loop {
            match family.split() {
                Ok(record) => return record,
                Err(union) => {
                    let members = self.dag.members(union);
                    let place = if self.seek.is_empty() { 0 } else { self.sought(union) };
                    if at(place) + 1 < members.len() {
                        let way = Way::Member { union, place };
                        let (words, todos) = (shown(self.words.len()), shown(self.todos.len()));
                        self.forks.push(Fork { way, words, todos, next });
                    }
                    family = Family::from_word(members[at(place)]);
                }
            }
        }
    }

    /// The member that holds the sought rank; what is left of the rank goes back on the stack.
    fn sought(&mut self, union: u32) -> u32 {
        let mut rank = self.seek.pop().unwrap_or_default();
        for (place, member) in self.dag.members(union).iter().enumerate() {
            let count = self.dag.count(self.schema, Family::from_word(*member));
            match rank.minus(&count) {
                Some(rest) => rank = rest,
                None => {
                    self.seek.push(rank);
                    return shown(place);
                }
            }
        }
        unreachable!("a rank is below its union's count")
    }

    fn open_record(&mut self, record: u32, next: u32) {
        self.words.push(self.head(record));
        self.split_rank(record);
        let todo = self.todo(record, 0, next);
        self.write(todo);
    }

    /// Splits the sought rank of a record into one for each slot.
    fn split_rank(&mut self, record: u32) {
        let Some(mut rank) = self.seek.pop() else { return };
        let record = self.dag.records.get(record);
        let ctor = self.schema.constructor(CtorIx::from_word(record[0]));
        for (slot, word) in ctor.slots.iter().zip(&record[1..]).rev() {
            let count = self.dag.slot_count(self.schema, slot.kind, *word);
            let (rest, digit) = rank.divide(&count);
            self.seek.push(digit);
            rank = rest;
        }
    }

    #[inline]
    fn todo(&mut self, record: u32, slot: u32, next: u32) -> u32 {
        self.todos.push(Todo { record, slot, next });
        shown(self.todos.len() - 1)
    }

    /// Writes all that is to be written.
    fn write(&mut self, mut todo: u32) {
        while todo != DONE {
            let Todo { record, slot, next } = self.todos[at(todo)];
            let words = self.dag.records.get(record);
            let ctor = self.schema.constructor(CtorIx::from_word(words[0]));
            let Some(kind) = ctor.slots.get(at(slot)).map(|slot| slot.kind) else {
                todo = next;
                continue;
            };
            let word = words[at(slot) + 1];
            let after =
                if at(slot) + 1 == ctor.slots.len() { next } else { self.todo(record, slot + 1, next) };
            match kind {
                SlotKind::Data(_) => {
                    let (lo, last) = self.dag.bounds(Span::from_word(word));
                    let sought = self.seek.pop().and_then(|rank| rank.to_usize());
                    let index = lo + sought.map_or(0, shown);
                    if index < last {
                        let way = Way::Value { index, last };
                        let (words, todos) = (shown(self.words.len()), shown(self.todos.len()));
                        self.forks.push(Fork { way, words, todos, next: after });
                    }
                    self.words.push(index);
                    todo = after;
                }
                SlotKind::Recursive(_) => {
                    let record = self.pick(Family::from_word(word), after);
                    self.words.push(self.head(record));
                    self.split_rank(record);
                    todo = self.todo(record, 0, after);
                }
            }
        }
    }
}
