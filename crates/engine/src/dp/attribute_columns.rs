//! Columns of attribute values beside the pool: the attributes in use, and the evaluation that fills their columns.
//!
//! Attributes in use are found by running. A column holds the attribute of every structure that can still
//! be part of a larger one; it is filled round by round, so that what an attribute asks of substructures
//! is there already. Within a round, structures do not depend on each other and are evaluated in parallel.

use std::ops::Range;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use dpgen_forest::index::{AttrIx, IdsExhausted, TypeIx, at, id, small};
use dpgen_forest::schema::SizeBounds;

use super::judge_structure::{FailedStructure, compact, opaque_holds};
use super::pool_nodes::{DpRun, DpSource};
use super::structure_pool::Pool;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::parallel_map;
use crate::predicate_run::attributes_in_use::{Attributes, DiscoveredAttributes};
use crate::predicate_run::current_run::enter;
use crate::predicate_run::failure::{Failure, guarded};
use crate::predicate_run::model::{Attribute, Encoder, Model, Predicate};
use crate::predicate_run::run_state::{ANSWER_TAG, Run, failed};
use crate::predicate_run::view_handles::Handle;
use crate::value_interner::{ValueId, ValueTable};

/// The number of structures that one worker evaluates at a time.
const STRUCTURES_PER_TASK: u32 = 4096;

/// Accepted structures and the attributes in use.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) model: &'a Model,
    pub(crate) pool: Arc<Pool>,
    pub(crate) attributes: Arc<Attributes>,
    /// The structures of each finished round.
    rounds: Vec<Range<u32>>,
    /// The number of rounds that each attribute's column covers.
    filled: Vec<usize>,
    /// Up to which sizes structures of each type can be parts.
    reach: SizeBounds,
    /// Verdicts of `root_ok`, by size.
    pub(crate) accepted: Vec<Vec<u32>>,
}

/// The values that a worker computed for some structures, with ids in a table of its own.
#[derive(Default)]
struct ColumnPart {
    values: Vec<Option<ValueId>>,
    table: ValueTable,
    discovered: DiscoveredAttributes,
    failure: Option<FailedStructure>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(model: &'a Model, pool: Pool, reach: SizeBounds) -> Self {
        Self {
            model,
            pool: Arc::new(pool),
            attributes: Arc::default(),
            rounds: Vec::new(),
            filled: Vec::new(),
            reach,
            accepted: Vec::new(),
        }
    }

    /// The pool, to be changed: no run holds it between rounds.
    pub(crate) fn pool_mut(&mut self) -> &mut Pool {
        Arc::make_mut(&mut self.pool)
    }

    /// Notes that what was pushed since the last call is a round.
    pub(crate) fn round_done(&mut self) -> Result<(), IdsExhausted> {
        let start = self.rounds.last().map_or(0, |round| round.end);
        self.rounds.push(start..id(self.pool.records.len(), "structures")?);
        Ok(())
    }

    /// Takes attributes into use; whether any was new.
    pub(crate) fn discover<'b>(
        &mut self,
        discovered: impl Iterator<Item = &'b (TypeIx, Arc<Attribute>)>,
    ) -> Result<bool, IdsExhausted> {
        let mut new = false;
        for (ty, attribute) in discovered {
            new |= Arc::make_mut(&mut self.attributes).add(*ty, attribute.clone())?;
        }
        Ok(new)
    }

    /// Fills every column for the rounds that are finished; not all of them if the build is to stop.
    pub(crate) fn fill(&mut self, watch: &LimitMonitor) -> Result<(), BuildError> {
        for round in 0..self.rounds.len() {
            let mut attr = 0;
            while attr < self.attributes.len() {
                self.filled.resize(self.attributes.len(), 0);
                let columns = self.pool.columns.len().max(attr + 1);
                self.pool_mut().columns.resize_with(columns, Default::default);
                if self.filled[attr] <= round {
                    if watch.is_over()
                        || !self.fill_round(AttrIx::new(attr)?, self.rounds[round].clone(), watch)?
                    {
                        return Ok(());
                    }
                    self.filled[attr] = round + 1;
                }
                attr += 1;
            }
        }
        Ok(())
    }

    /// Fills one column for one round; `false` if the build is to stop before.
    fn fill_round(
        &mut self,
        attr: AttrIx,
        round: Range<u32>,
        watch: &LimitMonitor,
    ) -> Result<bool, BuildError> {
        let Some((ty, attribute)) = self.attributes.get(attr) else { return Ok(true) };
        let attribute = attribute.clone();
        let largest = self.reach.largest_part(ty);
        let chunks: Vec<Range<u32>> = round
            .clone()
            .step_by(at(STRUCTURES_PER_TASK))
            .map(|from| from..round.end.min(from.saturating_add(STRUCTURES_PER_TASK)))
            .collect();
        let answers: Vec<ColumnPart> = parallel_map::map(&chunks, usize::MAX, |chunk| {
            if watch.is_over() {
                return ColumnPart::default();
            }
            let wanted = chunk.clone().map(|structure| {
                let (of, size) = self.pool.type_and_size(self.pool.bucket_of[at(structure)]);
                (structure, of == ty && Some(size) <= largest)
            });
            self.evaluate(wanted, true, |handle, out| (attribute.eval)(handle, out))
        });
        if watch.stopped().is_some() {
            return Ok(false);
        }
        for answers in &answers {
            if let Some((failure, structure)) = &answers.failure {
                if *failure == Failure::Stopped {
                    return Ok(false);
                }
                return Err(BuildError::failed(failure.clone(), structure.clone()));
            }
        }
        self.discover(answers.iter().flat_map(|answers| &answers.discovered))?;
        let pool = self.pool_mut();
        let column = &mut pool.columns[attr.index()];
        column.values.resize(at(round.start), None);
        for answers in answers {
            let mut ids = Vec::with_capacity(answers.table.len());
            for value in answers.table.ids() {
                let (words, ints) = answers.table.get(value?);
                if !column.table.reserve(words.len() + ints.len(), watch) {
                    return Ok(false);
                }
                ids.push(column.table.intern(words, ints)?);
            }
            if !watch.reserve(&mut column.values, answers.values.len()) {
                return Ok(false);
            }
            column.values.extend(answers.values.iter().map(|value| value.map(|value| ids[value.index()])));
        }
        self.note_common(attr, ty);
        Ok(true)
    }

    /// Notes which ends of each bucket give the same value.
    fn note_common(&mut self, attr: AttrIx, ty: TypeIx) {
        let pool = self.pool_mut();
        let mut column = std::mem::take(&mut pool.columns[attr.index()]);
        column.alike.resize(pool.buckets.len(), (0, 0));
        for bucket in pool.buckets_of(ty) {
            let ids = &pool.buckets[at(bucket)].ids;
            let value = |id: &u32| column.values.get(at(*id)).copied().flatten();
            let run = |first: Option<&u32>, ids: &mut dyn Iterator<Item = &u32>| {
                first.and_then(value).map_or(0, |first| ids.take_while(|id| value(id) == Some(first)).count())
            };
            let leading = run(ids.first(), &mut ids.iter());
            let trailing = run(ids.last(), &mut ids.iter().rev());
            column.alike[at(bucket)] = (leading, trailing);
        }
        pool.columns[attr.index()] = column;
    }

    /// Evaluates on each wanted structure. A failure is an answer if `failing` is set.
    fn evaluate(
        &self,
        structures: impl Iterator<Item = (u32, bool)>,
        failing: bool,
        eval: impl Fn(Handle, &mut Encoder),
    ) -> ColumnPart {
        let run = Run::new(self.model, self.attributes.clone(), DpSource::new(self.pool.clone()));
        let (mut run, mut answers) = enter(run, || {
            let mut answers = ColumnPart::default();
            for (structure, wanted) in structures {
                if !wanted || answers.failure.is_some() {
                    answers.values.push(None);
                    continue;
                }
                let handle = DpRun::with(|run| {
                    run.restart();
                    let node = run.push_structure(structure);
                    run.handle(node)
                });
                match answer_of(handle, &eval) {
                    Ok((words, ints)) => answers.values.push(answers.table.intern(&words, &ints).ok()),
                    Err(Failure::Panic(message) | Failure::Failed(message)) if failing => {
                        answers.values.push(answers.table.intern(&failed(&message), &[]).ok());
                    }
                    Err(failure) => {
                        answers.values.push(None);
                        answers.failure = Some((failure, DpRun::with(|run| run.describe(handle.node))));
                    }
                }
            }
            answers
        });
        answers.discovered.append(&mut run.discovered);
        answers
    }

    /// Makes sure that what `root_ok` will ask is remembered where that is cheap.
    pub(crate) fn fill_for_root(&mut self, watch: &LimitMonitor) -> Result<(), BuildError> {
        if self.model.root_ok.is_some() { self.fill(watch) } else { Ok(()) }
    }

    /// Finds the root type's structures of the sizes below `complete` that `root_ok` accepts: they are
    /// [`accepted`](Self::accepted), by size. If the build is to stop before all are judged, `complete` becomes less.
    pub(crate) fn judge_roots(&mut self, complete: &mut u32, watch: &LimitMonitor) -> Result<(), BuildError> {
        for size in small(self.accepted.len())..*complete {
            let ids = self.pool.ids(self.pool.bucket_of_pool(self.pool.root_pool, size));
            let verdicts = match &self.model.root_ok {
                None => Some(ids.to_vec()),
                Some(predicate) => self.filter(ids, predicate, watch)?,
            };
            let Some(verdicts) = verdicts else {
                *complete = size;
                break;
            };
            self.accepted.push(verdicts);
        }
        Ok(())
    }

    /// The structures that a predicate accepts, in order; `None` if the build is to stop before all are judged.
    fn filter(
        &self,
        structures: &[u32],
        predicate: &Predicate,
        watch: &LimitMonitor,
    ) -> Result<Option<Vec<u32>>, BuildError> {
        let chunks: Vec<&[u32]> = structures.chunks(at(STRUCTURES_PER_TASK)).collect();
        let judge =
            |chunk: &&[u32]| if watch.is_over() { None } else { Some(self.filter_chunk(chunk, predicate)) };
        let kept: Vec<Option<Result<Vec<u32>, FailedStructure>>> =
            parallel_map::map(&chunks, usize::MAX, judge);
        let mut all = Vec::new();
        for kept in kept {
            match kept {
                Some(Ok(kept)) => all.extend(kept),
                None | Some(Err((Failure::Stopped, _))) => return Ok(None),
                Some(Err((failure, structure))) => return Err(BuildError::failed(failure, structure)),
            }
        }
        Ok(Some(all))
    }

    fn filter_chunk(&self, chunk: &[u32], predicate: &Predicate) -> Result<Vec<u32>, FailedStructure> {
        match predicate {
            Predicate::Observed { conditions, .. } => {
                let wanted = chunk.iter().map(|id| (*id, true));
                let answers =
                    self.evaluate(wanted, false, |handle, out| out.word(i64::from(conditions.hold(handle))));
                if let Some(failed) = answers.failure {
                    return Err(failed);
                }
                let holds = |value: &Option<ValueId>| {
                    value.is_some_and(|value| answers.table.get(value).0 == [ANSWER_TAG, 1])
                };
                let pairs = chunk.iter().zip(&answers.values);
                Ok(pairs.filter(|(_, value)| holds(value)).map(|(id, _)| *id).collect())
            }
            Predicate::Opaque(test) => {
                let mut kept = Vec::new();
                for id in chunk {
                    let words = compact(&self.model.schema, &self.pool.records, *id);
                    if opaque_holds(&self.model.schema, &**test, &words)? {
                        kept.push(*id);
                    }
                }
                Ok(kept)
            }
        }
    }
}

/// The words of an answer, which begin with the tag, and its integers.
type DecidedAnswer = (SmallVec<[i64; 4]>, SmallVec<[i64; 2]>);

/// The answer of an evaluation.
fn answer_of(handle: Handle, eval: &impl Fn(Handle, &mut Encoder)) -> Result<DecidedAnswer, Failure> {
    guarded(|| {
        let mut out = Encoder { words: smallvec![ANSWER_TAG], ints: SmallVec::new() };
        eval(handle, &mut out);
        let ints = out.ints.iter().map(|int| int.value()).collect();
        (out.words, ints)
    })
}
