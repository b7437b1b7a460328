//! Brute force: every structure of every type up to a size, valid or not, each once.
//!
//! Structures share their parts: a node names its parts by number. Nothing here reads a predicate, and nothing
//! is dpgen's.

use std::collections::HashMap;
use std::rc::Rc;

use super::program::Program;

/// One layer of a structure.
#[derive(Debug)]
pub struct Node {
    pub ty: usize,
    pub ctor: usize,
    /// A number per slot: a value, or for a part the part's node.
    pub slots: Vec<i64>,
}

/// Every structure of a program.
#[derive(Debug, Default)]
pub struct Structures {
    pub nodes: Vec<Node>,
    of: HashMap<(usize, u32), Rc<Vec<usize>>>,
    most: usize,
}

/// There are more structures than were asked for.
pub struct TooMany;

impl Structures {
    /// All of every type up to the size, unless they are more than `most`.
    pub fn up_to(program: &Program, max_size: u32, most: usize) -> Result<Self, TooMany> {
        let mut all = Self { most, ..Self::default() };
        for size in 0..=max_size {
            for ty in 0..program.types.len() {
                all.list(program, ty, size)?;
            }
        }
        Ok(all)
    }

    /// Those of a type and size.
    pub fn of(&self, ty: usize, size: u32) -> &[usize] {
        self.of.get(&(ty, size)).map_or(&[], |list| list)
    }

    /// The part in a slot.
    pub fn part(&self, node: usize, slot: usize) -> usize {
        usize::try_from(self.nodes[node].slots[slot]).unwrap()
    }

    fn list(&mut self, program: &Program, ty: usize, size: u32) -> Result<Rc<Vec<usize>>, TooMany> {
        if let Some(known) = self.of.get(&(ty, size)) {
            return Ok(known.clone());
        }
        let mut list = Vec::new();
        for (ctor, def) in program.types[ty].ctors.iter().enumerate() {
            let Some(room) = size.checked_sub(def.weight) else { continue };
            let mut layers = Vec::new();
            self.fill(program, (ty, ctor), room, &mut Vec::new(), &mut layers)?;
            for slots in layers {
                list.push(self.nodes.len());
                self.nodes.push(Node { ty, ctor, slots });
            }
        }
        let list = Rc::new(list);
        self.of.insert((ty, size), list.clone());
        Ok(list)
    }

    /// Every way to fill the slots that are left, so that the parts take up all of the room.
    fn fill(
        &mut self,
        program: &Program,
        at: (usize, usize),
        room: u32,
        slots: &mut Vec<i64>,
        found: &mut Vec<Vec<i64>>,
    ) -> Result<(), TooMany> {
        let all = &program.types[at.0].ctors[at.1].slots;
        let Some(slot) = all.get(slots.len()) else {
            if room == 0 {
                found.push(slots.clone());
            }
            return if self.nodes.len() + found.len() > self.most { Err(TooMany) } else { Ok(()) };
        };
        let Some(part) = slot.kind.node() else {
            for value in slot.kind.values() {
                slots.push(value);
                self.fill(program, at, room, slots, found)?;
                slots.pop();
            }
            return Ok(());
        };
        let is_last = all[slots.len() + 1..].iter().all(|slot| slot.kind.node().is_none());
        for size in if is_last { room..=room } else { 0..=room } {
            for node in self.list(program, part, size)?.iter() {
                slots.push(i64::try_from(*node).unwrap());
                self.fill(program, at, room - size, slots, found)?;
                slots.pop();
            }
        }
        Ok(())
    }
}
