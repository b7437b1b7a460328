//! Holds every engine, with concrete and symbolic fields and with 1, 2 and 4 threads, to the interpreter.

use std::collections::BTreeSet;
use std::sync::Arc;

use dpgen::engine::{self, Options};
use dpgen::{Fields, Model, Schema, Scope};
use dpgen_spec::Spec;

use super::interpret::{Failure, Interpreter};
use super::program::{Kind, Program};
use super::structures::Structures;
use super::{model, spec_text};
use crate::common::engines::ENGINES;
use crate::common::flat_words::{flat, words};

/// What a program must give.
#[derive(Debug)]
pub struct Expected {
    /// The valid structures of each size, flat.
    sizes: Vec<BTreeSet<Vec<i64>>>,
    verdict: Verdict,
}

/// Whether engines may fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing fails, so no engine does.
    Clean,
    /// Something fails on structures that an engine may or may not judge.
    Unsure,
    /// Judging a structure of the root fails, and all engines have to judge it.
    Fails,
    /// A number leaves i64. Engines need not compute what they only compare, so it is open who fails.
    Open,
}

/// What brute force and the interpreter find.
pub fn expected(program: &Program, structures: &Structures) -> Expected {
    let interpreter = Interpreter::new(program, structures);
    let mut verdict = Verdict::Clean;
    let mut note = |failure, surely| {
        verdict = verdict.max(match failure {
            Failure::Overflow => Verdict::Open,
            Failure::Missing if surely => Verdict::Fails,
            Failure::Missing => Verdict::Unsure,
        });
    };
    for (node, of) in structures.nodes.iter().enumerate() {
        if let Err(failure) = interpreter.layer_holds(node) {
            note(failure, of.ty == 0 && interpreter.is_valid(node).is_err());
        }
    }
    let mut sizes = Vec::new();
    for size in 0..=program.max_size {
        let mut set = BTreeSet::new();
        for node in structures.of(0, size) {
            if interpreter.is_valid(*node) != Ok(true) {
                continue;
            }
            match interpreter.root_holds(*node) {
                Ok(true) => {
                    let mut flat = Vec::new();
                    interpreter.flat(*node, &mut flat);
                    assert!(set.insert(flat), "brute force repeats a structure");
                }
                Ok(false) => {}
                Err(failure) => note(failure, true),
            }
        }
        sizes.push(set);
    }
    Expected { sizes, verdict }
}

impl Expected {
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    pub fn total(&self) -> usize {
        self.sizes.iter().map(BTreeSet::len).sum()
    }
}

/// The numbers of threads.
const THREADS: [usize; 3] = [1, 2, 4];

/// The first difference of an engine from what is expected, in words.
pub fn difference(program: &Arc<Program>, expected: &Expected) -> Result<(), String> {
    let (built, scope) = model::of(program);
    check(program, expected, &Arc::new(built), &scope, &THREADS)
        .map_err(|error| format!("model: {error}"))?;
    if spec_text::can_say(program) {
        let spec =
            Spec::parse("random.ron", &spec_text::of(program)).map_err(|error| format!("spec: {error}"))?;
        let built = spec.model(&scope).map_err(|error| format!("spec: {error}"))?;
        check(program, expected, &Arc::new(built), &scope, &THREADS[..1])
            .map_err(|error| format!("spec: {error}"))?;
    }
    Ok(())
}

fn check(
    program: &Program,
    expected: &Expected,
    model: &Arc<Model>,
    scope: &Scope,
    threads: &[usize],
) -> Result<(), String> {
    let far = |kind: &Kind| kind.values().iter().any(|value| value.unsigned_abs() > 1 << 60);
    let too_far = program.domains().any(|kind| matches!(kind, Kind::Range(..)) && far(kind));
    for (algorithm, fields) in ENGINES {
        let mut first: Option<Vec<Vec<Vec<u32>>>> = None;
        for threads in threads {
            let name = format!("{algorithm}, {fields}, {threads} threads");
            let options = options(Options::default().algorithm(algorithm).fields(fields).threads(*threads));
            let catalog = match engine::build(model, scope, &options) {
                Ok(catalog) => catalog,
                Err(dpgen::BuildError::SymbolicRange { .. }) if too_far => break,
                Err(_) if expected.verdict != Verdict::Clean => break,
                // What symbols compute with is limited, and says so.
                Err(error) if program.extreme && fields == Fields::Symbolic && is_range(&error) => break,
                Err(error) => return Err(format!("{name}: {error}")),
            };
            if expected.verdict == Verdict::Fails {
                return Err(format!("{name}: judging fails, and the engine does not notice"));
            }
            let words: Vec<_> = (0..=program.max_size).map(|size| words(&catalog, size)).collect();
            match &first {
                None if expected.verdict == Verdict::Open => {}
                None => same(&name, expected, catalog.schema(), &words)?,
                Some(first) if *first != words => return Err(format!("{name}: threads change the words")),
                Some(_) => {}
            }
            first = Some(words);
        }
    }
    Ok(())
}

/// Whether an error says that a number leaves a range.
fn is_range(error: &dpgen::BuildError) -> bool {
    let text = error.to_string();
    text.contains("the solver's range") || text.contains("the range of i64")
}

/// Options under which even small rounds are cut into several tasks.
fn options(options: Options) -> Options {
    options.chunk(8)
}

fn same(name: &str, expected: &Expected, schema: &Schema, words: &[Vec<Vec<u32>>]) -> Result<(), String> {
    for (size, (expected, words)) in expected.sizes.iter().zip(words).enumerate() {
        let mut found = BTreeSet::new();
        for words in words {
            if !found.insert(flat(schema, words)) {
                return Err(format!("{name}, size {size}: {words:?} comes twice"));
            }
        }
        let differ: Vec<_> = found.symmetric_difference(expected).take(3).collect();
        if !differ.is_empty() {
            let (found, wanted) = (found.len(), expected.len());
            return Err(format!("{name}, size {size}: {found} structures, not {wanted}; {differ:?} differ"));
        }
    }
    Ok(())
}
