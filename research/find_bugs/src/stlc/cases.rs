//! What the normaliser is tested with, and what must hold.

use dpgen::prelude::*;

use super::{Link, normalize, reference};
use crate::tools::{Hunt, Property, Tool};

/// No term of the sizes that are tried takes so many steps.
const STEPS: u32 = 2_000;

/// A closed term that has a type.
#[derive(DpGen, Debug, Clone)]
#[dpgen(weight = 0, rep_ok = closed)]
pub struct Program {
    pub(super) term: Link,
}

fn closed(program: ProgramView) -> bool {
    program.term.get(super::closed)
}

/// Normalising keeps the type, and gives the normal form.
struct Normalizing<const BUG: u8>;

impl<const BUG: u8> Property for Normalizing<BUG> {
    type Case = Program;
    fn check(Program { term }: &Program) -> Result<(), &'static str> {
        let Some(normal) = normalize::<BUG>(term, &mut { STEPS }) else { return Err("no end") };
        if reference::type_of(&normal, &mut Vec::new()) != reference::type_of(term, &mut Vec::new()) {
            return Err("another type");
        }
        if normal == reference::normal_form(term) { Ok(()) } else { Err("another term") }
    }
}

/// Hunts for a bug of the normaliser.
pub fn hunt<const BUG: u8>(tool: Tool, seed: u64, most: u32) -> Hunt {
    crate::tools::hunt::<Normalizing<BUG>>(tool, seed, most)
}
