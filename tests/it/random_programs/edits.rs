//! Random edits of random programs: a comparison says what enumeration of both sides says.

use std::sync::Arc;

use dpgen::Algorithm;
use dpgen::engine::{self, Options};

use super::program::{Kind, Program};
use super::{expressions, model, show};
use crate::common::compared::against_enumeration;
use crate::seeds::draw::Draw;
use crate::seeds::{Trial, try_seeds};

/// The engines of both sides.
const ENGINE_PAIRS: [(Algorithm, Algorithm); 3] = [
    (Algorithm::Quotient, Algorithm::Quotient),
    (Algorithm::LazyDp, Algorithm::Quotient),
    (Algorithm::Quotient, Algorithm::Dp),
];

/// The program after an edit.
fn edited(program: &Program, draw: &mut Draw<'_>) -> Program {
    let mut edited = program.clone();
    match draw.below(4) {
        // Forgets all that is said of the whole, or of one type.
        0 => edited.root_ok.clear(),
        1 => {
            let family = edited.types[draw.below(program.types.len())].family;
            let types = edited.types.iter_mut().filter(|ty| ty.family == family);
            types.flat_map(|ty| &mut ty.ctors).for_each(|ctor| ctor.rep_ok.clear());
        }
        // Other attributes and conditions for the same types.
        2 => {
            edited.root_ok.clear();
            for ty in &mut edited.types {
                ty.attributes.clear();
                ty.ctors.iter_mut().for_each(|ctor| ctor.rep_ok.clear());
            }
            expressions::fill(&mut edited, draw);
        }
        // One value more in a field, and one less at its beginning.
        _ => {
            let slots =
                edited.types.iter_mut().filter(|ty| ty.container.is_none()).flat_map(|ty| &mut ty.ctors);
            let ranges = slots.flat_map(|ctor| &mut ctor.slots).filter_map(|slot| match &mut slot.kind {
                Kind::Range(lo, hi) if *hi < 1000 && *lo > -1000 => Some((lo, hi)),
                _ => None,
            });
            if let Some((lo, hi)) = ranges.into_iter().next() {
                (*lo, *hi) = (*lo + 1, *hi + 1);
            }
        }
    }
    edited
}

fn try_edit(choices: &[u32]) -> Result<Option<bool>, String> {
    let Some((program, _)) = super::program(choices) else { return Ok(None) };
    let edited = Arc::new(edited(&program, &mut Draw::new(&choices[choices.len() / 2..])));
    let mut seen = None;
    for (one, other) in ENGINE_PAIRS {
        let build = |program: &Arc<Program>, algorithm| {
            let (model, scope) = model::of(program);
            engine::build(&Arc::new(model), &scope, &Options::default().algorithm(algorithm)).ok()
        };
        // A program whose predicate fails has nothing to compare.
        let (Some(old), Some(new)) = (build(&program, one), build(&edited, other)) else { return Ok(None) };
        let differs = against_enumeration(&old, &new).map_err(|error| format!("{one}, {other}: {error}"))?;
        seen = Some(differs);
    }
    Ok(seen)
}

#[test]
fn a_comparison_says_what_enumeration_says() {
    let trial = Trial { name: "edits", normally: 300, long: 2_000, try_one: &try_edit, show: &show };
    let shown = try_seeds(&trial);
    let differ = shown.seen.iter().filter(|differs| **differs).count();
    println!("{} pairs were compared, {differ} of which differ", shown.seen.len());
    if shown.is_whole {
        let (differ, compared) = (u64::try_from(differ).unwrap(), u64::try_from(shown.seen.len()).unwrap());
        assert!(compared * 2 > shown.tried && differ * 6 > compared, "too few pairs differ");
    }
}
