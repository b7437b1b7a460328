//! Turns an accepting run into productions: one for each combination of values that its attributes' answers can have.

use bumpalo::Bump;
use smallvec::SmallVec;

use dpgen_forest::index::{signed, small};
use dpgen_solver::Linear;

use super::answer_dependencies::{Dependency, collect_dependencies, evaluate, group_by_values};
use super::answer_ints::{IntValues, known_atoms};
use super::batch_leaves::{BatchLeaves, ClassKey, KeyShape};
use super::leaf_product::{MAX_LEAF_HEAD_LEN, SlotColumn, write_leaf};
use super::project_condition::class_condition;
use super::slot_content::SlotContent;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::failure::{Failure, guarded, out_of_range, overflow, raise};
use crate::predicate_run::model::Encoder;
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::failed;
use crate::predicate_run::view_handles::Handle;
use crate::quotient::run_state::class_nodes::ClassRun;
use crate::quotient::run_state::symbolic_store::raise_range_error;

/// The answers of all attributes of the type at a leaf.
pub(crate) type LeafAnswers = SmallVec<[Encoder; 8]>;

impl BatchLeaves {
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
        (root_ok, watch): (bool, &LimitMonitor),
    ) {
        if !run.discovered.is_empty() {
            return;
        }
        for answer in &mut answers {
            settle_answer(run, answer);
        }
        if run.choices.is_elsewhere() {
            return;
        }
        if !watch.reserve(&mut self.conditions, 1) || !watch.reserve(&mut self.paths, 1) {
            return;
        }
        let (condition, path) =
            if run.is_symbolic() { self.intern_conditions(run, handle, &mut answers) } else { (0, 0) };
        if run.is_symbolic() && run.symbols().impossible {
            return;
        }
        let mut dependencies: SmallVec<[Dependency<'_>; 4]> = SmallVec::new();
        for int in answers.iter().flat_map(|answer| answer.ints.iter()) {
            collect_dependencies(run, *int, bump, &mut dependencies);
        }
        // A stopped build drops this size, so that the rest of the leaf does not matter.
        let mut pace = watch.pace();
        if !dependencies.iter_mut().all(|dependency| group_by_values(run, dependency, &mut pace)) {
            return;
        }
        let Some(slot_contents) = self.slot_contents(run, handle.node, &dependencies, &mut pace) else {
            return;
        };
        let ints = all_ints(&answers);
        let groups = dependencies.iter().map(|dependency| dependency.groups.len()).max().unwrap_or(0);
        if !watch.can_grow(ints.len().saturating_mul(groups).saturating_mul(size_of::<Option<i64>>())) {
            return;
        }
        let shape = small(self.shapes.insert_full(KeyShape::new(&answers, condition)).0);
        let values: SmallVec<[IntValues<'_>; 8]> =
            ints.iter().map(|int| IntValues::of(run, *int, &dependencies, bump)).collect();
        let begin = self.productions.len();
        let is_product = !slot_contents.iter().any(|content| matches!(content, SlotContent::Deep(_)));
        if is_product && !self.write_product(&slot_contents, &dependencies, (root_ok, path), watch) {
            return;
        }
        if is_product && let Some(goes_on) = self.add_product_keys(shape, (&values, &dependencies), &mut pace)
        {
            if !goes_on {
                self.productions.truncate(begin);
            }
            return;
        }
        let mut picked: SmallVec<[usize; 4]> = dependencies.iter().map(|_| 0).collect();
        let mut key = ClassKey { shape, ints: SmallVec::new() };
        loop {
            if pace.step() || !watch.reserve(&mut self.keys, 1) {
                self.productions.truncate(begin);
                return;
            }
            if !is_product
                && !self.write_single(run, &slot_contents, (&dependencies, &picked), (root_ok, path), watch)
            {
                self.productions.truncate(begin);
                return;
            }
            key.ints.clear();
            let known = |values: &IntValues<'_>| values.get(run, (&dependencies, &picked));
            let index =
                if values.iter().all(|values| known(values).map(|value| key.ints.push(value)).is_some()) {
                    self.keys.get_index_of(&key).unwrap_or_else(|| self.keys.insert_full(key.clone()).0)
                } else {
                    let known = known_atoms(&dependencies, &picked);
                    let key = self.key_with_failures(run, answers.clone(), &known, condition);
                    self.keys.insert_full(key).0
                };
            self.productions.push(small(index));
            let Some(last) = (0..picked.len()).rev().find(|i| picked[*i] + 1 < dependencies[*i].groups.len())
            else {
                return;
            };
            picked[last] += 1;
            picked[last + 1..].fill(0);
        }
    }

    /// Writes the slots of a leaf that is a product, and makes room for its keys; `false` if the build is to stop.
    fn write_product(
        &mut self,
        contents: &[SlotContent],
        dependencies: &[Dependency<'_>],
        of_leaf: (bool, u32),
        watch: &LimitMonitor,
    ) -> bool {
        let sizes = || dependencies.iter().map(|dependency| dependency.groups.len());
        let columns = || {
            contents.iter().filter_map(|content| match content {
                SlotContent::Fixed(index) => Some(SlotColumn::Fixed(*index)),
                SlotContent::Dependency(axis, indices) => Some(SlotColumn::Groups(*axis, indices)),
                SlotContent::Partition(axis, index) => Some(SlotColumn::Partition(*axis, *index)),
                SlotContent::Deep(_) => None,
            })
        };
        let combinations = sizes().fold(1, usize::saturating_mul);
        let words =
            columns().fold(combinations, |sum, column| sum.saturating_add(column.indices().len() + 1));
        let has_room = self.reserve(words.saturating_add(MAX_LEAF_HEAD_LEN), contents.len(), watch);
        if has_room {
            write_leaf(&mut self.productions, of_leaf, sizes(), columns());
        }
        has_room
    }

    /// Writes the slots of one production as a leaf of its own; `false` if the build is to stop.
    fn write_single(
        &mut self,
        run: &ClassRun,
        contents: &[SlotContent],
        (dependencies, picked): (&[Dependency<'_>], &[usize]),
        of_leaf: (bool, u32),
        watch: &LimitMonitor,
    ) -> bool {
        if !self.reserve(contents.len() + MAX_LEAF_HEAD_LEN, contents.len(), watch) {
            return false;
        }
        let indices = contents.iter().map(|content| self.content_index(run, content, dependencies, picked));
        let indices: SmallVec<[u32; 8]> = indices.collect();
        let columns = indices.iter().map(|index| SlotColumn::Fixed(*index));
        write_leaf(&mut self.productions, of_leaf, std::iter::empty(), columns);
        true
    }

    /// The key of answers of which some have no value, for the groups at hand.
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

    /// The indices of the condition and of the path condition of a leaf with symbolic data. Symbolic integers of the
    /// answers become terms of the condition: the number of the term is a word of the answer.
    fn intern_conditions(&mut self, run: &mut ClassRun, root: Handle, answers: &mut [Encoder]) -> (u32, u32) {
        let mut terms: Vec<Linear> = Vec::new();
        for answer in answers.iter_mut() {
            for index in 0..answer.ints.len() {
                let int = answer.ints[index];
                let mut mark = 0;
                if run.depends_on_symbol(int) {
                    let term = run.term_of(int).unwrap_or_else(|error| raise_range_error(error));
                    let known = terms.iter().position(|known| *known == term);
                    let known = known.unwrap_or_else(|| {
                        terms.push(term);
                        terms.len() - 1
                    });
                    mark = signed(known) + 1;
                    answer.ints[index] = Int::constant(0);
                }
                answer.words.push(mark);
            }
        }
        let (condition, shown_vars) = class_condition(run, terms);
        let path = run.path_condition(root.node, &shown_vars);
        let condition = small(self.conditions.insert_full(condition).0);
        run.symbols().record(|recorder| recorder.leaf_condition(condition));
        (condition, small(self.paths.insert_full(path).0))
    }
}

/// The integers of answers, one after the other.
fn all_ints(answers: &[Encoder]) -> SmallVec<[Int; 4]> {
    answers.iter().flat_map(|answer| answer.ints.iter().copied()).collect()
}

/// The values of integers whose dependencies are known; `None` if one leaves 64 bits.
fn values_of(run: &ClassRun, ints: &[Int], known: &[(u32, i64)]) -> Option<SmallVec<[i64; 4]>> {
    let mut values = SmallVec::with_capacity(ints.len());
    for int in ints {
        values.push(i64::try_from(evaluate(run, *int, known)?).ok()?);
    }
    Some(values)
}

/// Settles the integers of an answer; where one has no value, the answer is that the attribute fails.
fn settle_answer(run: &mut ClassRun, answer: &mut Encoder) {
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

/// Makes an answer that of an attribute that fails.
pub(crate) fn fail_with(answer: &mut Encoder, failure: Failure) {
    if let Failure::Panic(message) | Failure::Failed(message) = failure {
        *answer = Encoder { words: failed(&message), ints: SmallVec::new() };
    }
}
