//! Descends from the root to the structure that a [`Chooser`] decides for, and computes its rank on the way.
//!
//! Layers that are not complete are kept on an explicit stack, each with the rank among its slots so far. A slot that is
//! complete becomes the last digit of its layer's rank, as a walk divides it; at a decision, the count of the alternatives
//! before the chosen one is added. So the numbers on the stack are small until the structure is complete, however deep it
//! is.

use crate::algorithm::Fields;
use crate::catalog::Catalog;
use crate::catalog::choosing::chooser::Chooser;
use crate::catalog::choosing::decision::{Alternatives, Decision};
use crate::catalog::choosing::production_parts::ProductionParts;
use crate::count::Count;
use crate::graph::decoded_record::{DecodedRecord, SlotContent};
use crate::graph::record_references::Family;
use crate::index::{CtorIx, small};

/// A production with some of its slots filled.
struct Layer {
    record: u32,
    /// The next slot of the production.
    place: usize,
    /// The rank among the slots before.
    rank: Count,
    /// The number of structures of the family before those of this production.
    before: Count,
}

impl Catalog {
    /// The structure of a size that a chooser decides for: its compact words and its rank. `None` if there is none of
    /// this size, and if data is symbolic: there a rank stands for a path condition.
    ///
    /// The chooser is asked in preorder, and only where there is more than one alternative. With
    /// [`RankChooser`](super::rank_chooser::RankChooser) this is [`nth_compact`](Self::nth_compact), with [`UniformChooser`](super::rank_chooser::UniformChooser) a uniform sample.
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::schema::Decision;
    ///
    /// #[derive(DpGen)]
    /// enum Expr {
    ///     One,
    ///     Add(Box<Expr>, Box<Expr>),
    ///     Neg(Box<Expr>),
    /// }
    ///
    /// // As many negations as there can be.
    /// let exprs = Generator::<Expr>::up_to(4).build()?;
    /// let schema = exprs.catalog().schema();
    /// let neg = schema.constructors_of(schema.root()).nth(2).unwrap();
    /// let mut negative = |decision: &Decision<'_>| {
    ///     (0..decision.len()).find(|number| decision.holds(*number, neg)).unwrap_or(0)
    /// };
    /// let (words, rank) = exprs.catalog().descend(4, &mut negative).unwrap();
    /// assert_eq!((words, rank), (vec![2, 2, 2, 2, 0], exprs.count(4).checked_sub(&Count::ONE).unwrap()));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the chooser answers a number that is not below the number of alternatives.
    pub fn descend<C: Chooser + ?Sized>(&self, size: u32, chooser: &mut C) -> Option<(Vec<u32>, Count)> {
        if self.fields() == Fields::Symbolic {
            return None;
        }
        self.descend_any(size, chooser)
    }

    /// The rank of the structure of a size that a chooser decides for; if data is symbolic, of the path condition. `None` if there
    /// is none of this size. The chooser is asked as by [`descend`](Self::descend).
    ///
    /// ```
    /// use dpgen::prelude::*;
    /// use dpgen::schema::Decision;
    ///
    /// #[derive(DpGen)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, #[dpgen(range = 1..=1000)] i64, Box<Tree>),
    /// }
    ///
    /// let trees = Generator::<Tree>::up_to(5).fields(dpgen::Fields::Symbolic).build()?;
    /// let mut last = |decision: &Decision<'_>| decision.len() - 1;
    /// // Each shape is a path condition, as nothing is asked of the keys.
    /// assert_eq!(trees.catalog().rank_by(5, &mut last), Some(Count::new(41)));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When the chooser answers a number that is not below the number of alternatives.
    pub fn rank_by<C: Chooser + ?Sized>(&self, size: u32, chooser: &mut C) -> Option<Count> {
        self.descend_any(size, chooser).map(|(_, rank)| rank)
    }

    /// The words and the rank of the structure that a chooser decides for. Symbolic data is one alternative.
    fn descend_any<C: Chooser + ?Sized>(&self, size: u32, chooser: &mut C) -> Option<(Vec<u32>, Count)> {
        let roots = self.roots_of(size)?;
        let first = *roots.records.first()?;
        let mut descent = Descent { catalog: self, chooser, words: Vec::new(), open: Vec::new() };
        let (record, before) = match roots.records.len() {
            1 => (first, Count::ZERO),
            _ => {
                let (number, before) = descent.ask(Alternatives::Roots(roots), None);
                (roots.records[number], before)
            }
        };
        descent.begin(record, before);
        let rank = descent.fill_slots();
        Some((descent.words, rank))
    }
}

struct Descent<'a, C: ?Sized> {
    catalog: &'a Catalog,
    chooser: &'a mut C,
    words: Vec<u32>,
    open: Vec<Layer>,
}

impl<'a, C: Chooser + ?Sized> Descent<'a, C> {
    /// Asks for an alternative: its number, and how many structures lie before it.
    fn ask(&mut self, of: Alternatives<'a>, slot: Option<(CtorIx, usize)>) -> (usize, Count) {
        let Catalog { schema, dag, .. } = self.catalog;
        let decision = Decision { schema, dag, of, slot, words: &self.words };
        let number = self.chooser.choose(&decision);
        let len = decision.len();
        assert!(number < len, "alternative {number} was chosen of {len}: they are numbered from 0");
        (number, decision.before(number))
    }

    /// Begins a production; `before` structures of its family precede it.
    fn begin(&mut self, record: u32, before: Count) {
        self.words.extend(self.catalog.dag.begun(record).map(CtorIx::word));
        self.chooser.begin(&ProductionParts::of(&self.catalog.schema, &self.catalog.dag, record));
        self.open.push(Layer { record, place: 0, rank: Count::ZERO, before });
    }

    fn item(&self, record: u32) -> DecodedRecord<'a> {
        let catalog = self.catalog;
        catalog.dag.decode(&catalog.schema, catalog.dag.records.get(record))
    }

    /// Fills all slots: the structure's rank.
    fn fill_slots(&mut self) -> Count {
        let mut done = Count::ZERO;
        while let Some(Layer { record, place, .. }) = self.open.last() {
            let (item, place) = (self.item(*record), *place);
            if place == item.len() {
                if let Some(Layer { rank, before, .. }) = self.open.pop() {
                    done = rank + before;
                }
                self.append(&done);
                continue;
            }
            let slot = Some((item.ctor, item.from + place));
            match item.content(place) {
                SlotContent::Data(span) => {
                    let (first, last) = self.catalog.dag.bounds(span);
                    let digit = match last - first {
                        0 => Count::ZERO,
                        _ => self.ask(Alternatives::Values(first, last), slot).1,
                    };
                    let index = digit.to_usize().map_or(first, |digit| first + small(digit));
                    self.words.push(index);
                    self.append(&digit);
                }
                SlotContent::Family(family) => {
                    // The rest of a production is no slot of its own, but the slots that follow.
                    let slot = if place < item.slots.len() { slot } else { self.enclosing_slot() };
                    self.select(family, slot);
                }
            }
        }
        done
    }

    /// The slot that the production which is being filled stands in.
    fn enclosing_slot(&self) -> Option<(CtorIx, usize)> {
        let whole = self.open.iter().rev().skip(1).find(|layer| !self.item(layer.record).is_rest)?;
        let item = self.item(whole.record);
        Some((item.ctor, item.from + whole.place))
    }

    /// Descends through unions to a production, and begins it.
    fn select(&mut self, mut family: Family, slot: Option<(CtorIx, usize)>) {
        let mut before = Count::ZERO;
        loop {
            match family.split() {
                Ok(record) => return self.begin(record, before),
                Err(union) => {
                    let members = self.catalog.dag.members(union);
                    let mut number = 0;
                    if members.len() > 1 {
                        let (chosen, less) = self.ask(Alternatives::Members(union), slot);
                        number = chosen;
                        before += &less;
                    }
                    family = Family::from_word(members[number]);
                }
            }
        }
    }

    /// Appends a slot's digit to the rank of the layer that is being filled.
    fn append(&mut self, digit: &Count) {
        let Some(Layer { record, place, .. }) = self.open.last() else { return };
        let (item, place) = (self.item(*record), *place);
        let count = self.catalog.dag.word_count(&self.catalog.schema, &item, place);
        if let Some(layer) = self.open.last_mut() {
            layer.rank *= &count;
            layer.rank += digit;
            layer.place += 1;
        }
    }
}
