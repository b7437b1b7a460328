//! Random specifications with contexts: every engine finds the structures that a brute force with contexts finds.
//!
//! A description is drawn (`generate.rs`), all its structures are enumerated (`enumerate.rs`, `evaluate.rs`), and it is built
//! as a model (`model.rs`) by every engine that knows contexts (`compare.rs`). `coverage.rs` counts what descriptions have, so
//! that they stay worth trying. `seeds/mod.rs` has how many are tried, and how to try more.

mod candidates;
mod compare;
mod coverage;
mod description;
mod enumerate;
mod evaluate;
mod generate;
mod model;
mod mutants;
mod text;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::seeds::draw::Draw;
use crate::seeds::{Trial, try_seeds};
use candidates::Candidates;
use coverage::Seen;
use description::Description;
use enumerate::Enumerator;

/// The greatest size, the most whole structures, the most slots that brute force fills, and the most structures without rules
/// and conditions that a search may have to look at.
const MAX_SIZE: u32 = 8;
const MAX_STRUCTURES: usize = 500;
const MAX_STEPS: usize = 20_000;
const MAX_CANDIDATES: u64 = 50_000;

/// By size, the flat structures.
type SetsBySize = Vec<BTreeSet<Vec<i64>>>;

/// The description that choices stand for, as large as brute force allows; its structures of each size, and what it has.
fn describe(draw: &mut Draw<'_>) -> Option<(Description, SetsBySize, Seen)> {
    let mut description = generate::description(draw);
    let mut enumerator = Enumerator::new(&description, MAX_STEPS);
    let (mut sizes, mut total) = (Vec::new(), 0);
    let mut candidates = Candidates::new(&description);
    for size in 0..=MAX_SIZE {
        if candidates.count(0, size) > MAX_CANDIDATES {
            break;
        }
        let Ok(found) = enumerator.whole(size) else { break };
        if total + found.len() > MAX_STRUCTURES {
            break;
        }
        total += found.len();
        sizes.push(enumerate::flat(&found));
    }
    let seen = Seen::new(&description, &enumerator, total);
    description.max_size = u32::try_from(sizes.len().checked_sub(1)?).unwrap();
    Some((description, sizes, seen))
}

fn try_description(choices: &[u32]) -> Result<Option<Seen>, String> {
    let draw = &mut Draw::new(choices);
    let Some((description, expected, seen)) = describe(draw) else { return Ok(None) };
    compare::difference(&Arc::new(description), &expected, draw)?;
    Ok(Some(seen))
}

fn show(choices: &[u32]) -> String {
    describe(&mut Draw::new(choices)).map_or_else(String::new, |(description, ..)| text::of(&description))
}

#[test]
fn every_engine_agrees_with_brute_force_on_random_contexts() {
    let trial =
        Trial { name: "descriptions", normally: 300, long: 20_000, try_one: &try_description, show: &show };
    let shown = try_seeds(&trial);
    println!("{}", coverage::text(&shown.seen));
    if shown.is_whole {
        let telling = shown.seen.iter().filter(|seen| seen.is_telling()).count();
        let third = usize::try_from(shown.tried / 3).unwrap();
        assert!(
            telling >= third,
            "only {telling} of {} descriptions have several contexts and many structures",
            shown.tried
        );
    }
}
