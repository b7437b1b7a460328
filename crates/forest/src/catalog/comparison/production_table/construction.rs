//! The construction of a [`ProductionTable`]: from the productions of whole structures down to those of all parts.
//!
//! Nothing recurses: the tails that were added wait in the table until they are visited.

use rustc_hash::FxHashMap;

use super::{After, Halt, NO_NUMBER, ProductionTable, Tail};
use crate::catalog::Catalog;
use crate::catalog::comparison::member_sizes::MemberSizes;
use crate::catalog::comparison::number_lists::NumberLists;
use crate::count::Count;
use crate::graph::record_references::Family;
use crate::index::{IdsExhausted, at, id};
use crate::limits::Budget;

/// The number of tails between two looks at the limits.
const TAILS_PER_POLL: usize = 1 << 14;

impl<'a> ProductionTable<'a> {
    /// The productions below the whole structures of the first sizes.
    pub(in crate::catalog::comparison) fn new(
        catalog: &'a Catalog,
        sizes: u32,
        cuts: &'a [Vec<usize>],
        budget: &Budget,
    ) -> Result<Self, Halt> {
        let Catalog { schema, dag, roots, .. } = catalog;
        let mut table = Self {
            schema,
            dag,
            cuts,
            sizes: MemberSizes::new(dag),
            tails: Vec::new(),
            of_record: vec![NO_NUMBER; dag.records.len()],
            of_place: FxHashMap::default(),
            is_root: Vec::new(),
            roots: Vec::new(),
            blocks: NumberLists::default(),
            family_of_block: Vec::new(),
            families: NumberLists::default(),
            counts: Vec::new(),
            family_of_union: vec![NO_NUMBER; dag.unions()],
            family_of_tail: FxHashMap::default(),
            blocks_of_tail: NumberLists::default(),
            families_of_block: NumberLists::default(),
        };
        for roots in roots.iter().take(at(sizes)) {
            let mut tails = Vec::new();
            for record in &roots.records {
                table.begin(*record, &mut tails)?;
            }
            table.roots.push(tails);
            if let Some(reason) = budget.reached() {
                return Err(Halt::Limit(reason));
            }
        }
        table.visit(budget)?;
        table.is_root = vec![false; table.tails.len()];
        for tail in table.roots.iter().flatten() {
            table.is_root[at(*tail)] = true;
        }
        table.blocks_of_tail = table.blocks.inverse(table.tails.len());
        table.families_of_block = table.families.inverse(table.blocks.len());
        Ok(table)
    }

    /// Visits what the tails hold, which adds families and with them tails.
    fn visit(&mut self, budget: &Budget) -> Result<(), Halt> {
        let mut next = 0;
        while next < self.tails.len() {
            let tail = self.tails[next];
            let (item, end) = self.item(tail);
            for place in at(tail.place)..end - item.from {
                if item.slots[place].is_recursive() {
                    self.add_family(Family::from_word(item.words[place]))?;
                }
            }
            match self.after(tail, &item, end) {
                Some(After::Rest(rest)) => self.add_family(rest)?,
                Some(After::Tail(tail)) => {
                    let tail = self.tail(tail)?;
                    self.family_of_lone_tail(tail)?;
                }
                None => {}
            }
            next += 1;
            if next.is_multiple_of(TAILS_PER_POLL)
                && let Some(reason) = budget.reached()
            {
                return Err(Halt::Limit(reason));
            }
        }
        Ok(())
    }

    /// The number of a tail.
    fn tail(&mut self, tail: Tail) -> Result<u32, IdsExhausted> {
        let known = match tail.place {
            0 => self.of_record[at(tail.record)],
            _ => self.of_place.get(&tail).copied().unwrap_or(NO_NUMBER),
        };
        if known != NO_NUMBER {
            return Ok(known);
        }
        let number = id(self.tails.len(), "productions")?;
        self.tails.push(tail);
        if tail.place == 0 {
            self.of_record[at(tail.record)] = number;
        } else {
            self.of_place.insert(tail, number);
        }
        Ok(number)
    }

    /// The tails that a record is: itself, or its rests if it holds no slot of its own.
    fn begin(&mut self, record: u32, tails: &mut Vec<u32>) -> Result<(), IdsExhausted> {
        let mut open = vec![Family::record(record)];
        while let Some(family) = open.pop() {
            match family.split() {
                Ok(record) => {
                    let item = self.dag.decode(self.schema, self.dag.records.get(record));
                    match item.rest {
                        Some(rest) if item.slots.is_empty() => open.push(rest),
                        _ => tails.push(self.tail(Tail { record, place: 0 })?),
                    }
                }
                Err(union) => {
                    open.extend(self.dag.members(union).iter().rev().map(|word| Family::from_word(*word)));
                }
            }
        }
        Ok(())
    }

    /// Adds a family of the graph, if it is new.
    fn add_family(&mut self, family: Family) -> Result<(), IdsExhausted> {
        match family.split() {
            Ok(record) => self.block_of_record(record).map(drop),
            Err(union) if self.family_of_union[at(union)] != NO_NUMBER => Ok(()),
            Err(union) if self.is_block(union) => self.block_of_union(union).map(drop),
            Err(union) => {
                let mut blocks = Vec::new();
                let mut open = vec![family];
                while let Some(family) = open.pop() {
                    match family.split() {
                        Ok(record) => blocks.push(self.block_of_record(record)?),
                        Err(union) if self.is_block(union) => blocks.push(self.block_of_union(union)?),
                        Err(union) => {
                            let members = self.dag.members(union).iter().rev();
                            open.extend(members.map(|word| Family::from_word(*word)));
                        }
                    }
                }
                let family = self.families.push(&blocks)?;
                self.counts.push(self.dag.union_count(Family::union(union)).clone());
                self.family_of_union[at(union)] = family;
                Ok(())
            }
        }
    }

    /// Whether the members of a union are productions.
    fn is_block(&self, union: u32) -> bool {
        self.dag.members(union).iter().all(|word| Family::from_word(*word).split().is_ok())
    }

    fn block_of_union(&mut self, union: u32) -> Result<u32, IdsExhausted> {
        let known = self.family_of_union[at(union)];
        if known != NO_NUMBER {
            return Ok(self.families.get(known)[0]);
        }
        let mut tails = Vec::new();
        for member in self.dag.members(union) {
            if let Ok(record) = Family::from_word(*member).split() {
                self.begin(record, &mut tails)?;
            }
        }
        let count = self.dag.union_count(Family::union(union)).clone();
        let (block, family) = self.push_block(&tails, count)?;
        self.family_of_union[at(union)] = family;
        Ok(block)
    }

    fn block_of_record(&mut self, record: u32) -> Result<u32, IdsExhausted> {
        let mut tails = Vec::new();
        self.begin(record, &mut tails)?;
        if let [tail] = tails[..] {
            let family = self.family_of_lone_tail(tail)?;
            let whole = self.tail(Tail { record, place: 0 })?;
            self.family_of_tail.insert(whole, family);
            return Ok(self.families.get(family)[0]);
        }
        let whole = self.tail(Tail { record, place: 0 })?;
        if let Some(family) = self.family_of_tail.get(&whole) {
            return Ok(self.families.get(*family)[0]);
        }
        let count = self.dag.count(self.schema, Family::record(record));
        let (block, family) = self.push_block(&tails, count)?;
        self.family_of_tail.insert(whole, family);
        Ok(block)
    }

    /// The family of a single tail.
    fn family_of_lone_tail(&mut self, tail: u32) -> Result<u32, IdsExhausted> {
        if let Some(family) = self.family_of_tail.get(&tail) {
            return Ok(*family);
        }
        let Tail { record, place } = self.tails[at(tail)];
        let item = self.dag.decode(self.schema, self.dag.records.get(record));
        let places = at(place)..item.len();
        let count = if self.dag.unit {
            Count::ONE
        } else {
            places.fold(Count::ONE, |product, place| product * self.dag.word_count(self.schema, &item, place))
        };
        let (_, family) = self.push_block(&[tail], count)?;
        self.family_of_tail.insert(tail, family);
        Ok(family)
    }

    /// Adds a block and the family of it alone.
    fn push_block(&mut self, tails: &[u32], count: Count) -> Result<(u32, u32), IdsExhausted> {
        let block = self.blocks.push(tails)?;
        let family = self.families.push(&[block])?;
        self.family_of_block.push(family);
        self.counts.push(count);
        Ok((block, family))
    }
}
