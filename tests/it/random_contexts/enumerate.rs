//! Brute force: every structure of a type in a context, top-down and from left to right.
//!
//! For a type, a context and a size: all constructors, all ways to split the size, all data, each part in the context that
//! its rule gives it, filtered by `rep_ok`. Nothing is dpgen's. Read `evaluate.rs` for rules and conditions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::description::{Description, Slot};
use super::evaluate::{Content, Structure};

/// The accepted structures of a type, context and size.
type Found = Rc<Vec<Rc<Structure>>>;

/// More was to be done than was asked for.
#[derive(Debug)]
pub struct TooMany;

/// Where a rule stands and in which context: type, constructor, slot, the whole's words.
type RuleInContext = (usize, usize, usize, Rc<[i64]>);

pub struct Enumerator<'a> {
    of: &'a Description,
    found: BTreeMap<(usize, Rc<[i64]>, u32), Found>,
    /// The contexts that each rule gave, with the number of times.
    pub given: BTreeMap<RuleInContext, BTreeMap<Vec<i64>, usize>>,
    /// How many values were not allowed, and how many structures were not accepted.
    pub refused: (usize, usize),
    /// How many slots may still be filled.
    left: usize,
}

impl<'a> Enumerator<'a> {
    pub fn new(of: &'a Description, most: usize) -> Self {
        Self { of, found: BTreeMap::new(), given: BTreeMap::new(), refused: (0, 0), left: most }
    }

    /// The whole structures of a size.
    pub fn whole(&mut self, size: u32) -> Result<Vec<Rc<Structure>>, TooMany> {
        let context = self.of.root_context.clone().into();
        let all = self.all(0, &context, size)?;
        Ok(all.iter().filter(|whole| whole.root_ok(self.of)).cloned().collect())
    }

    /// What was enumerated: by type and context the number of structures of each size.
    pub fn pools(&self) -> BTreeMap<(usize, &[i64]), BTreeMap<u32, usize>> {
        let mut pools: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for ((ty, context, size), found) in &self.found {
            pools.entry((*ty, &**context)).or_default().insert(*size, found.len());
        }
        pools
    }

    fn all(&mut self, ty: usize, context: &Rc<[i64]>, size: u32) -> Result<Found, TooMany> {
        let key = (ty, context.clone(), size);
        if let Some(found) = self.found.get(&key) {
            return Ok(found.clone());
        }
        let mut found = Vec::new();
        for (ctor, def) in self.of.types[ty].ctors.iter().enumerate() {
            let Some(room) = size.checked_sub(def.weight) else { continue };
            let mut whole = Structure { ty, ctor, context: context.clone(), slots: Vec::new() };
            self.fill(&mut whole, room, &mut found)?;
        }
        let found = Rc::new(found);
        self.found.insert(key, found.clone());
        Ok(found)
    }

    /// Every way to fill the slots that are left, so that parts take up all of the room.
    fn fill(
        &mut self,
        whole: &mut Structure,
        room: u32,
        found: &mut Vec<Rc<Structure>>,
    ) -> Result<(), TooMany> {
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let of = self.of;
        let slots = &of.types[whole.ty].ctors[whole.ctor].slots;
        let here = whole.slots.len();
        match slots.get(here) {
            None if room > 0 => {}
            None if whole.rep_ok(of) => found.push(Rc::new(whole.clone())),
            None => self.refused.1 += 1,
            Some(Slot::Data { domain, narrow }) => {
                for value in domain.values() {
                    if narrow.as_ref().is_some_and(|rule| !whole.allows(of, &rule.result, value)) {
                        self.refused.0 += 1;
                        continue;
                    }
                    whole.slots.push(Content::Data(value));
                    self.fill(whole, room, found)?;
                    whole.slots.pop();
                }
            }
            Some(Slot::Part { ty, give }) => {
                let context = match give {
                    // A structure of a type without contexts has no words to hand on, and gets none.
                    _ if !of.types[*ty].has_context => Rc::from([]),
                    None => whole.context.clone(),
                    Some(rule) => {
                        let words = whole.words(of, &rule.result);
                        let key = (whole.ty, whole.ctor, here, whole.context.clone());
                        *self.given.entry(key).or_default().entry(words.clone()).or_default() += 1;
                        words.into()
                    }
                };
                let is_last = slots[here + 1..].iter().all(|slot| slot.part().is_none());
                for size in if is_last { room..=room } else { 0..=room } {
                    for part in self.all(*ty, &context, size)?.iter() {
                        whole.slots.push(Content::Part(part.clone()));
                        self.fill(whole, room - size, found)?;
                        whole.slots.pop();
                    }
                }
            }
        }
        Ok(())
    }
}

/// The flat form of structures, each once.
pub fn flat(structures: &[Rc<Structure>]) -> BTreeSet<Vec<i64>> {
    let mut set = BTreeSet::new();
    for structure in structures {
        let mut flat = Vec::new();
        structure.flat(&mut flat);
        assert!(set.insert(flat), "brute force repeats a structure");
    }
    set
}
