//! Random programs: every engine finds the structures that brute force and a plain interpreter find.
//!
//! A program is drawn (`schemas.rs`, `expressions.rs`), interpreted on all structures (`structures.rs`,
//! `interpret.rs`), and built as a model and as a spec (`model.rs`, `spec_text.rs`) by every engine (`compare.rs`).
//! `seeds/mod.rs` has how many are tried, and how to try more.

mod compare;
mod edits;
mod expressions;
mod interpret;
mod model;
mod program;
mod schemas;
mod spec_text;
mod structures;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::seeds::draw::Draw;
use crate::seeds::{Trial, try_seeds};
use compare::{Expected, Verdict};
use program::Program;
use structures::Structures;

/// The most structures that brute force makes.
const MOST: usize = 1200;

/// The program that a sequence of choices stands for, with all its structures.
fn program(choices: &[u32]) -> Option<(Arc<Program>, Structures)> {
    let draw = &mut Draw::new(choices);
    let most_size = 1 + u32::try_from(draw.of(&[2_usize, 3, 4, 7])).unwrap();
    let mut program = schemas::program(draw);
    expressions::fill(&mut program, draw);
    // As large as brute force allows.
    let mut found = None;
    for size in 0..=most_size {
        let Ok(structures) = Structures::up_to(&program, size, MOST) else { break };
        program.max_size = size;
        found = Some(structures);
    }
    Some((Arc::new(program), found?))
}

/// What trying one program showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    verdict: Verdict,
    /// Whether it accepts some structures and not all.
    tells_apart: bool,
}

fn try_program(choices: &[u32]) -> Result<Option<Seen>, String> {
    let Some((program, structures)) = program(choices) else { return Ok(None) };
    let expected: Expected = compare::expected(&program, &structures);
    compare::difference(&program, &expected)?;
    let all: usize = (0..=program.max_size).map(|size| structures.of(0, size).len()).sum();
    let tells_apart = expected.total() > 0 && expected.total() < all;
    Ok(Some(Seen { verdict: expected.verdict(), tells_apart }))
}

fn show(choices: &[u32]) -> String {
    let (program, _) = program(choices).unwrap();
    format!("maximum size {}\n{}", program.max_size, spec_text::of(&program))
}

#[test]
fn every_engine_agrees_with_an_interpreter_on_random_programs() {
    let trial = Trial { name: "programs", normally: 300, long: 20_000, try_one: &try_program, show: &show };
    let shown = try_seeds(&trial);
    let mut seen: BTreeMap<Seen, u64> = BTreeMap::new();
    shown.seen.into_iter().for_each(|one| *seen.entry(one).or_default() += 1);
    println!("{seen:?}");
    if shown.is_whole {
        // Programs are worth something where they tell structures apart.
        let telling: u64 = seen.iter().filter(|(seen, _)| seen.tells_apart).map(|(_, count)| count).sum();
        assert!(
            telling * 3 > shown.tried,
            "only {telling} of {} programs tell structures apart",
            shown.tried
        );
    }
}
