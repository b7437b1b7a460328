//! The construction of a [`ProductionTable`]: from the productions of whole structures down to those of all parts.
//!
//! Nothing recurses: the tails that were added wait until they are visited.

use rustc_hash::FxHashMap;

use super::{After, Halt, NO_NUMBER, ProductionTable, SINGLE_BLOCK_USE, Tail, bit_of_slot};
use crate::catalog::Catalog;
use crate::catalog::comparison::member_sizes::MemberSizes;
use crate::catalog::comparison::number_lists::NumberLists;
use crate::count::Count;
use crate::graph::record_references::Family;
use crate::graph::{Column, RecordProduct};
use crate::index::{IdsExhausted, at, id, small};
use crate::limits::Budget;

/// The number of tails between two looks at the limits.
const TAILS_PER_POLL: u32 = 1 << 14;

/// What is left to visit.
struct Visit {
    /// Products before this record are still to come.
    from: u32,
    /// The tails that are not records of these products.
    late: Vec<u32>,
}

impl<'a> ProductionTable<'a> {
    /// The productions below the whole structures of the first sizes.
    pub(in crate::catalog::comparison) fn new(
        catalog: &'a Catalog,
        sizes: u32,
        cuts: Vec<Vec<usize>>,
        budget: &Budget,
    ) -> Result<Self, Halt> {
        let Catalog { schema, dag, roots, .. } = catalog;
        let records = dag.records.len();
        let mut table = Self {
            schema,
            dag,
            cuts,
            sizes: MemberSizes::new(dag),
            is_reached: vec![false; records],
            inner_tails: Vec::new(),
            of_place: FxHashMap::default(),
            is_root: vec![false; records],
            roots: Vec::new(),
            blocks: NumberLists::default(),
            family_of_block: Vec::new(),
            families: NumberLists::default(),
            counts: Vec::new(),
            uses: Vec::new(),
            family_of_union: vec![NO_NUMBER; dag.unions()],
            family_of_tail: FxHashMap::default(),
            block_of_record: vec![NO_NUMBER; records],
            more_blocks_of_tail: FxHashMap::default(),
            families_of_block: NumberLists::default(),
        };
        let mut visit = Visit { from: NO_NUMBER, late: Vec::new() };
        for roots in roots.iter().take(at(sizes)) {
            let mut tails = Vec::new();
            for record in &roots.records {
                table.begin(*record, &mut tails, &mut visit)?;
            }
            for tail in &tails {
                table.is_root[at(*tail)] = true;
            }
            table.roots.push(tails);
            if let Some(reason) = budget.reached() {
                return Err(Halt::Limit(reason));
            }
        }
        table.visit(visit, budget)?;
        table.families_of_block = table.families.inverse(table.blocks.len());
        Ok(table)
    }

    /// Visits what the tails hold, which adds families and with them tails: all products from the last to the first, as engines make
    /// parts before wholes, and then those tails one by one that were added too late for it.
    fn visit(&mut self, mut visit: Visit, budget: &Budget) -> Result<(), Halt> {
        let dag = self.dag;
        let (mut columns, mut used) = (Vec::new(), Vec::new());
        let (mut end, mut since_poll) = (small(dag.records.len()), 0);
        while let Some(last) = end.checked_sub(1) {
            let product = dag.records.product_of(last, &mut columns);
            visit.from = product.first;
            self.visit_product(product, &columns, &mut used, &mut visit)?;
            since_poll += product.record_count();
            if since_poll >= TAILS_PER_POLL
                && let Some(reason) = budget.reached()
            {
                return Err(Halt::Limit(reason));
            }
            since_poll %= TAILS_PER_POLL;
            end = product.first;
        }
        visit.from = 0;
        while let Some(tail) = visit.late.pop() {
            self.visit_tail(tail, &mut visit)?;
            since_poll += 1;
            if since_poll.is_multiple_of(TAILS_PER_POLL)
                && let Some(reason) = budget.reached()
            {
                return Err(Halt::Limit(reason));
            }
        }
        Ok(())
    }

    /// Visits the tails that are records of a product.
    fn visit_product(
        &mut self,
        product: RecordProduct<'_>,
        columns: &[Column<'_>],
        used: &mut Vec<Vec<bool>>,
        visit: &mut Visit,
    ) -> Result<(), IdsExhausted> {
        let first = at(product.first);
        let records = first..first + at(product.record_count());
        if !self.is_reached[records.clone()].contains(&true) {
            return Ok(());
        }
        if !self.is_whole(product.first) {
            for record in records {
                if self.is_reached[record] {
                    self.visit_tail(small(record), visit)?;
                }
            }
            return Ok(());
        }
        product.used_alternatives(&self.is_reached[records], used);
        let slots = &self.schema.constructor(self.dag.ctor(product.first)).slots;
        for (place, (slot, column)) in slots.iter().zip(&columns[1..]).enumerate() {
            if slot.is_recursive() {
                for (alternative, word) in column.words.iter().enumerate() {
                    if column.axis.is_none_or(|axis| used[axis][alternative]) {
                        self.use_family(Family::from_word(*word), place, visit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits what a tail holds.
    fn visit_tail(&mut self, tail: u32, visit: &mut Visit) -> Result<(), IdsExhausted> {
        let tail = self.place_of(tail);
        let (item, end) = self.item(tail);
        for place in at(tail.place)..end - item.from {
            if item.slots[place].is_recursive() {
                self.use_family(Family::from_word(item.words[place]), item.from + place, visit)?;
            }
        }
        match self.after(tail, &item, end) {
            Some(After::Rest(rest)) => self.use_family(rest, end, visit)?,
            Some(After::Tail(tail)) => {
                let tail = self.tail(tail, visit)?;
                let family = self.family_of_lone_tail(tail)?;
                self.uses[at(family)] |= bit_of_slot(end);
            }
            None => {}
        }
        Ok(())
    }

    /// The number of a tail.
    fn tail(&mut self, tail: Tail, visit: &mut Visit) -> Result<u32, IdsExhausted> {
        if tail.place == 0 {
            self.reach(tail.record, visit);
            return Ok(tail.record);
        }
        if let Some(known) = self.of_place.get(&tail) {
            return Ok(*known);
        }
        let number = id(self.is_reached.len() + self.inner_tails.len(), "productions")?;
        self.inner_tails.push(tail);
        self.of_place.insert(tail, number);
        visit.late.push(number);
        Ok(number)
    }

    /// Notes that a record is a tail.
    fn reach(&mut self, record: u32, visit: &mut Visit) {
        let is_new = !std::mem::replace(&mut self.is_reached[at(record)], true);
        if is_new && record >= visit.from {
            visit.late.push(record);
        }
    }

    /// The tails that a record is: itself, or its rests if it holds no slot of its own.
    fn begin(&mut self, record: u32, tails: &mut Vec<u32>, visit: &mut Visit) -> Result<(), IdsExhausted> {
        if self.dag.sections().is_empty() {
            self.reach(record, visit);
            tails.push(record);
            return Ok(());
        }
        let mut open = vec![Family::record(record)];
        while let Some(family) = open.pop() {
            match family.split() {
                Ok(record) => {
                    let item = self.dag.decode(self.schema, self.dag.records.get(record));
                    match item.rest {
                        Some(rest) if item.slots.is_empty() => open.push(rest),
                        _ => tails.push(self.tail(Tail { record, place: 0 }, visit)?),
                    }
                }
                Err(union) => {
                    open.extend(self.dag.members(union).iter().rev().map(|word| Family::from_word(*word)));
                }
            }
        }
        Ok(())
    }

    /// Notes that a slot, or what follows the slots before it, holds a family of the graph.
    fn use_family(&mut self, family: Family, slot: usize, visit: &mut Visit) -> Result<(), IdsExhausted> {
        let family = self.family(family, visit)?;
        self.uses[at(family)] |= bit_of_slot(slot);
        Ok(())
    }

    /// The number of a family of the graph, which is added if it is new.
    fn family(&mut self, family: Family, visit: &mut Visit) -> Result<u32, IdsExhausted> {
        match family.split() {
            Ok(record) => {
                if let Some(known) = self.family_of_tail.get(&record) {
                    return Ok(*known);
                }
                let block = self.block_of_record(record, visit)?;
                Ok(self.family_of_block[at(block)])
            }
            Err(union) if self.family_of_union[at(union)] != NO_NUMBER => Ok(self.family_of_union[at(union)]),
            Err(union) if self.is_block(union) => {
                let block = self.block_of_union(union, visit)?;
                Ok(self.family_of_block[at(block)])
            }
            Err(union) => {
                let mut blocks = Vec::new();
                let mut open = vec![family];
                while let Some(family) = open.pop() {
                    match family.split() {
                        Ok(record) => blocks.push(self.block_of_record(record, visit)?),
                        Err(union) if self.is_block(union) => blocks.push(self.block_of_union(union, visit)?),
                        Err(union) => {
                            let members = self.dag.members(union).iter().rev();
                            open.extend(members.map(|word| Family::from_word(*word)));
                        }
                    }
                }
                let count = self.dag.union_count(Family::union(union)).clone();
                let family = self.push_family(&blocks, count)?;
                self.family_of_union[at(union)] = family;
                Ok(family)
            }
        }
    }

    /// Whether the members of a union are productions.
    fn is_block(&self, union: u32) -> bool {
        self.dag.members(union).iter().all(|word| Family::from_word(*word).split().is_ok())
    }

    fn block_of_union(&mut self, union: u32, visit: &mut Visit) -> Result<u32, IdsExhausted> {
        let known = self.family_of_union[at(union)];
        if known != NO_NUMBER {
            return Ok(self.families.get(known)[0]);
        }
        let members = self.dag.members(union);
        let mut tails = Vec::new();
        let tails = if self.dag.sections().is_empty() {
            members.iter().for_each(|record| self.reach(*record, visit));
            members
        } else {
            for member in members {
                if let Ok(record) = Family::from_word(*member).split() {
                    self.begin(record, &mut tails, visit)?;
                }
            }
            &tails[..]
        };
        let count = self.dag.union_count(Family::union(union)).clone();
        let (block, family) = self.push_block(tails, count)?;
        self.family_of_union[at(union)] = family;
        Ok(block)
    }

    fn block_of_record(&mut self, record: u32, visit: &mut Visit) -> Result<u32, IdsExhausted> {
        let mut tails = Vec::new();
        self.begin(record, &mut tails, visit)?;
        if let [tail] = tails[..] {
            let family = self.family_of_lone_tail(tail)?;
            let whole = self.tail(Tail { record, place: 0 }, visit)?;
            self.family_of_tail.insert(whole, family);
            return Ok(self.families.get(family)[0]);
        }
        let whole = self.tail(Tail { record, place: 0 }, visit)?;
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
        let Tail { record, place } = self.place_of(tail);
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
        for tail in tails {
            match self.block_of_record.get_mut(at(*tail)) {
                Some(first) if *first == NO_NUMBER => *first = block,
                _ => self.more_blocks_of_tail.entry(*tail).or_default().push(block),
            }
        }
        let family = self.push_family(&[block], count)?;
        self.family_of_block.push(family);
        Ok((block, family))
    }

    fn push_family(&mut self, blocks: &[u32], count: Count) -> Result<u32, IdsExhausted> {
        let family = self.families.push(blocks)?;
        self.counts.push(count);
        self.uses.push(if blocks.len() == 1 { SINGLE_BLOCK_USE } else { 0 });
        Ok(family)
    }
}
