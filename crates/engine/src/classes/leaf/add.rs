//! A run that accepted becomes productions: one for each combination of groups of what its answers depend on.

use bumpalo::Bump;
use smallvec::SmallVec;

use dpgen_forest::index::{signed, small};
use dpgen_solver::Linear;

use super::condition::condition;
use super::entity::{Entity, depends_on, evaluate, group};
use super::leaves::{ClassKey, KeyShape, Leaves};
use crate::classes::source::ClassRun;
use crate::classes::symbols::unwieldy;
use crate::run::failure::{Failure, guarded, out_of_range, overflow, raise};
use crate::run::handle::Handle;
use crate::run::int::Int;
use crate::run::model::Encoder;
use crate::run::state::failed;
use crate::watch::Watch;

/// What attributes answer at a leaf.
pub(crate) type LeafAnswers = SmallVec<[Encoder; 8]>;

impl Leaves {
    /// Adds the productions of a leaf, unless it belongs to another portion of the task.
    ///
    /// # Panics
    /// With a [`Failure`] when a term leaves the solver's range.
    pub(crate) fn add(
        &mut self,
        run: &mut ClassRun,
        bump: &Bump,
        handle: Handle,
        mut answers: LeafAnswers,
        (root_ok, watch): (bool, &Watch),
    ) {
        if !run.discovered.is_empty() {
            return;
        }
        for answer in &mut answers {
            settle(run, answer);
        }
        if run.choices.is_elsewhere() {
            return;
        }
        if !watch.reserve(&mut self.conditions, 1) || !watch.reserve(&mut self.paths, 1) {
            return;
        }
        let (condition, path) =
            if run.is_symbolic() { self.symbolic(run, handle, &mut answers) } else { (0, 0) };
        if run.is_symbolic() && run.symbols().impossible {
            return;
        }
        let mut entities: SmallVec<[Entity<'_>; 4]> = SmallVec::new();
        for int in answers.iter().flat_map(|answer| answer.ints.iter()) {
            depends_on(run, *int, bump, &mut entities);
        }
        // A stopped build drops this size, so that the rest of the leaf does not matter.
        let mut pace = watch.pace();
        if !entities.iter_mut().all(|entity| group(run, entity, &mut pace)) {
            return;
        }
        let Some(fillings) = self.fillings(run, handle.node, &entities, &mut pace) else { return };
        let shape = self.shapes.insert_full(KeyShape::new(&answers, condition)).0;
        let ints = all_ints(&answers);
        let mut picked: SmallVec<[usize; 4]> = entities.iter().map(|_| 0).collect();
        let mut known: SmallVec<[(u32, i64); 8]> = SmallVec::new();
        while !pace.step() && self.reserve(fillings.len(), watch) {
            known.clear();
            for (entity, picked) in entities.iter().zip(&picked) {
                known.extend(entity.atoms.iter().copied().zip(entity.groups[*picked].0.iter().copied()));
            }
            let key = match values_of(run, &ints, &known) {
                Some(ints) => ClassKey { shape: small(shape), ints },
                None => self.key_with_failures(run, answers.clone(), &known, condition),
            };
            let class = small(self.keys.insert_full(key).0);
            self.productions.extend([class, u32::from(root_ok), path]);
            for filling in &fillings {
                let place = self.place(run, filling, &entities, &picked);
                self.productions.push(place);
            }
            let Some(last) = (0..picked.len()).rev().find(|i| picked[*i] + 1 < entities[*i].groups.len())
            else {
                return;
            };
            picked[last] += 1;
            picked[last + 1..].fill(0);
        }
    }

    /// The key of answers of which some have no value here.
    fn key_with_failures(
        &mut self,
        run: &ClassRun,
        mut answers: LeafAnswers,
        known: &[(u32, i64)],
        condition: u32,
    ) -> ClassKey {
        for answer in &mut answers {
            if values_of(run, &answer.ints, known).is_none() {
                fail_with(answer, out_of_range());
            }
        }
        let shape = small(self.shapes.insert_full(KeyShape::new(&answers, condition)).0);
        ClassKey { shape, ints: values_of(run, &all_ints(&answers), known).unwrap_or_default() }
    }

    /// The condition and the path condition of a leaf with symbolic data, as places. Symbolic integers of the
    /// answers become terms of the condition: their place is marked among the words.
    fn symbolic(&mut self, run: &mut ClassRun, root: Handle, answers: &mut [Encoder]) -> (u32, u32) {
        let mut terms: Vec<Linear> = Vec::new();
        for answer in answers.iter_mut() {
            for place in 0..answer.ints.len() {
                let int = answer.ints[place];
                let mut mark = 0;
                if run.depends_on_symbol(int) {
                    let term = run.term_of(int).unwrap_or_else(|error| unwieldy(error));
                    let known = terms.iter().position(|known| *known == term);
                    let known = known.unwrap_or_else(|| {
                        terms.push(term);
                        terms.len() - 1
                    });
                    mark = signed(known) + 1;
                    answer.ints[place] = Int::constant(0);
                }
                answer.words.push(mark);
            }
        }
        let (condition, shown_vars) = condition(run, terms);
        let path = run.path_condition(root.node, &shown_vars);
        let condition = small(self.conditions.insert_full(condition).0);
        run.symbols().record(|recording| recording.is_at(condition));
        (condition, small(self.paths.insert_full(path).0))
    }
}

/// The integers of answers, one after the other.
fn all_ints(answers: &[Encoder]) -> SmallVec<[Int; 4]> {
    answers.iter().flat_map(|answer| answer.ints.iter().copied()).collect()
}

/// The values of integers, once what they depend on is known; `None` if one leaves 64 bits.
fn values_of(run: &ClassRun, ints: &[Int], known: &[(u32, i64)]) -> Option<SmallVec<[i64; 4]>> {
    let mut values = SmallVec::with_capacity(ints.len());
    for int in ints {
        values.push(i64::try_from(evaluate(run, *int, known)?).ok()?);
    }
    Some(values)
}

/// Settles the integers of an answer; where one has no value, the answer is that the attribute fails.
fn settle(run: &mut ClassRun, answer: &mut Encoder) {
    let settled = guarded(|| {
        for int in &mut answer.ints {
            *int = run.settled(*int);
            if int.known().is_some_and(|value| i64::try_from(value).is_err()) {
                overflow();
            }
        }
    });
    match settled {
        Ok(()) => {}
        Err(failure) if failure.is_answer() => fail_with(answer, failure),
        Err(failure) => raise(failure),
    }
}

/// What an answer is when the attribute fails.
pub(crate) fn fail_with(answer: &mut Encoder, failure: Failure) {
    if let Failure::Panic(message) | Failure::Failed(message) = failure {
        *answer = Encoder { words: failed(&message), ints: SmallVec::new() };
    }
}
