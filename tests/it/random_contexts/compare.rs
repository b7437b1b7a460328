//! Holds engines to brute force: sets, counts, order, ranks, samples, saved builds, and the check of given values.

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::schema::nodes_of;
use dpgen::{Fields, Model};
use dpgen_engine::first_rejection;

use super::description::Description;
use super::{model, mutants};
use crate::common::engines::ENGINES;
use crate::common::expected_sets::{compact, ranks, saved, sets};
use crate::common::flat_words::words;
use crate::seeds::draw::Draw;

/// The numbers of threads.
const THREAD_COUNTS: [usize; 2] = [1, 2];
/// The number of structures of each size that are mutated.
const MUTATED_PER_SIZE: usize = 6;

/// The flat structures of each size.
type Expected = [BTreeSet<Vec<i64>>];

/// The first difference of an engine from what is expected, in words.
pub fn difference(
    description: &Arc<Description>,
    expected: &Expected,
    draw: &mut Draw<'_>,
) -> Result<(), String> {
    let (model, scope) = model::of(description);
    let model = Arc::new(model);
    let others = given_values(description, &model, expected, draw)?;
    for (algorithm, fields) in ENGINES {
        let mut first: Option<Vec<Vec<Vec<u32>>>> = None;
        for threads in THREAD_COUNTS {
            let name = format!("{algorithm}, {fields}, {threads} threads");
            // Small chunks, so that even small rounds are cut into several tasks.
            let options = Options::default().algorithm(algorithm).fields(fields).threads(threads).chunk(8);
            let catalog =
                engine::build(&model, &scope, &options).map_err(|error| format!("{name}: {error}"))?;
            if catalog.complete_sizes() != scope.max_size() + 1 {
                return Err(format!("{name}: {} sizes are complete", catalog.complete_sizes()));
            }
            let words: Vec<_> = (0..=scope.max_size()).map(|size| words(&catalog, size)).collect();
            match &first {
                Some(first) if *first != words => return Err(format!("{name}: threads change the words")),
                Some(_) => {}
                None => {
                    sets(&catalog, expected, &words).map_err(|error| format!("{name}: {error}"))?;
                    ranks(&catalog, expected, &words).map_err(|error| format!("{name}: {error}"))?;
                    if let Some(other) = others.iter().find(|other| catalog.find_words(other).is_some()) {
                        return Err(format!("{name}: {other:?} has a rank"));
                    }
                    if fields == Fields::Concrete {
                        saved(catalog, &scope, &words).map_err(|error| format!("{name}: {error}"))?;
                    }
                }
            }
            first.get_or_insert(words);
        }
    }
    Ok(())
}

/// The check of given values accepts all structures, and of their mutants those that are structures; the words of the others.
fn given_values(
    description: &Description,
    model: &Model,
    expected: &Expected,
    draw: &mut Draw<'_>,
) -> Result<Vec<Vec<u32>>, String> {
    let schema = &model.schema;
    let is_valid = |words: &[u32]| {
        first_rejection::is_valid(model, nodes_of(schema, words), &[])
            .map_err(|failure| format!("is_valid of {words:?}: {failure:?}"))
    };
    let all: Vec<&Vec<i64>> = expected.iter().flatten().collect();
    let mut others = Vec::new();
    for of_size in expected {
        let step = (of_size.len() / MUTATED_PER_SIZE).max(1);
        for (number, structure) in of_size.iter().enumerate() {
            let words = compact(schema, structure);
            if !is_valid(&words)? {
                return Err(format!("is_valid denies {structure:?}"));
            }
            if number % step != 0 {
                continue;
            }
            let donor = draw.of(&all);
            for (size, mutant) in mutants::of(description, structure, donor, draw, 4) {
                let Some(of_size) = usize::try_from(size).ok().and_then(|size| expected.get(size)) else {
                    continue;
                };
                let words = compact(schema, &mutant);
                let is_structure = of_size.contains(&mutant);
                if is_valid(&words)? != is_structure {
                    let verb = if is_structure { "denies" } else { "accepts" };
                    return Err(format!("is_valid {verb} {mutant:?}, a mutant of {structure:?}"));
                }
                if !is_structure {
                    others.push(words);
                }
            }
        }
    }
    Ok(others)
}
