//! The pool with its remembered attributes: which are in use, and filling their columns.
//!
//! Attributes in use are found by running. A column holds the attribute of every structure that can still
//! be part of a larger one; it is filled round by round, so that what an attribute asks of substructures
//! is there already. Within a round, structures do not depend on each other and are evaluated in parallel.

use std::ops::Range;
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::error::BuildError;
use crate::pool::{NOT_YET, Pool};
use crate::run::{
    Attribute, Attributes, Encoder, Failure, Model, NodeState, PoolSource, Predicate, Run, Source, enter,
    guarded, with,
};
use crate::values::ValueTable;
use crate::watch::Watch;
use dpgen_forest::graph::Records;
use dpgen_forest::index::{TypeIx, at, shown};
use dpgen_forest::schema::{Schema, SlotKind};

/// How many structures one worker evaluates at a time.
const CHUNK: u32 = 4096;

/// Accepted structures and the attributes in use.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    pub(crate) model: &'a Model,
    pub(crate) pool: Arc<Pool>,
    pub(crate) attributes: Arc<Attributes>,
    /// The structures of each finished round.
    rounds: Vec<Range<u32>>,
    /// How many rounds each attribute's column covers.
    filled: Vec<usize>,
    /// The largest size at which a structure of each type can be a part.
    part_size: Vec<u32>,
    /// Verdicts of `root_ok`, by size.
    accepted: Vec<Vec<u32>>,
}

/// What a worker found for some structures: a value each, in a table of its own.
struct Answers {
    values: Vec<u32>,
    table: ValueTable,
    discovered: Vec<(TypeIx, Arc<Attribute>)>,
    failure: Option<(Failure, String)>,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(model: &'a Model, pool: Pool, max_size: u32) -> Self {
        Self {
            model,
            pool: Arc::new(pool),
            attributes: Arc::default(),
            rounds: Vec::new(),
            filled: Vec::new(),
            part_size: largest_parts(&model.schema, max_size),
            accepted: Vec::new(),
        }
    }

    /// The pool, to be changed: no run holds it between rounds.
    pub(crate) fn pool_mut(&mut self) -> &mut Pool {
        Arc::make_mut(&mut self.pool)
    }

    /// Notes that what was pushed since the last call is a round.
    pub(crate) fn round_done(&mut self) {
        let start = self.rounds.last().map_or(0, |round| round.end);
        self.rounds.push(start..shown(self.pool.records.len()));
    }

    /// Takes attributes into use; whether any was new.
    pub(crate) fn discover<'b>(
        &mut self,
        discovered: impl Iterator<Item = &'b (TypeIx, Arc<Attribute>)>,
    ) -> bool {
        let mut new = false;
        for (ty, attribute) in discovered {
            new |= Arc::make_mut(&mut self.attributes).add(*ty, attribute.clone());
        }
        new
    }

    /// Fills every column for the rounds that are finished.
    pub(crate) fn fill(&mut self, watch: &Watch) -> Result<(), BuildError> {
        for round in 0..self.rounds.len() {
            let mut attr = 0;
            while attr < self.attributes.list.len() {
                self.filled.resize(self.attributes.list.len(), 0);
                let columns = self.pool.columns.len().max(attr + 1);
                self.pool_mut().columns.resize_with(columns, Default::default);
                if self.filled[attr] <= round && watch.stopped().is_none() {
                    self.fill_round(attr, self.rounds[round].clone())?;
                    self.filled[attr] = round + 1;
                }
                attr += 1;
            }
        }
        Ok(())
    }

    /// Fills one column for one round.
    fn fill_round(&mut self, attr: usize, round: Range<u32>) -> Result<(), BuildError> {
        let (ty, attribute) = self.attributes.list[attr].clone();
        let largest = self.part_size[ty.index()];
        let chunks: Vec<Range<u32>> = round
            .clone()
            .step_by(at(CHUNK))
            .map(|from| from..round.end.min(from.saturating_add(CHUNK)))
            .collect();
        let answers: Vec<Answers> = chunks
            .into_par_iter()
            .map(|chunk| {
                let wanted = chunk.map(|structure| {
                    let (of, size) = self.pool.type_and_size(self.pool.bucket_of[at(structure)]);
                    (structure, of == ty && size <= largest)
                });
                self.evaluate(wanted, |handle, out| (attribute.eval)(handle, out))
            })
            .collect();
        for answers in &answers {
            if let Some((failure, structure)) = &answers.failure {
                return Err(BuildError::failed(failure.clone(), structure.clone()));
            }
        }
        self.discover(answers.iter().flat_map(|answers| &answers.discovered));
        let pool = self.pool_mut();
        let column = &mut pool.columns[attr];
        column.values.resize(at(round.start), NOT_YET);
        for answers in answers {
            let mut ids = Vec::with_capacity(answers.table.len());
            for value in 0..answers.table.len() {
                let (words, ints) = answers.table.get(shown(value));
                ids.push(column.table.intern(words, ints)?);
            }
            let known =
                answers.values.iter().map(|value| if *value == NOT_YET { NOT_YET } else { ids[at(*value)] });
            column.values.extend(known);
        }
        self.note_common(attr, ty);
        Ok(())
    }

    /// Notes which ends of each bucket give the same value.
    fn note_common(&mut self, attr: usize, ty: TypeIx) {
        let pool = self.pool_mut();
        let mut column = std::mem::take(&mut pool.columns[attr]);
        column.alike.resize(pool.buckets.len(), (0, 0));
        for size in 0.. {
            let bucket = pool.bucket(ty, size);
            if bucket == pool.bucket(TypeIx::from_word(ty.word() + 1), 0) {
                break;
            }
            let ids = &pool.buckets[at(bucket)].ids;
            let value = |id: &u32| column.values.get(at(*id)).copied().unwrap_or(NOT_YET);
            let run = |first: Option<&u32>, ids: &mut dyn Iterator<Item = &u32>| {
                first
                    .map(value)
                    .filter(|value| *value != NOT_YET)
                    .map_or(0, |first| ids.take_while(|id| value(id) == first).count())
            };
            let leading = run(ids.first(), &mut ids.iter());
            let trailing = run(ids.last(), &mut ids.iter().rev());
            column.alike[at(bucket)] = (leading, trailing);
        }
        pool.columns[attr] = column;
    }

    /// Evaluates on each wanted structure.
    fn evaluate(
        &self,
        structures: impl Iterator<Item = (u32, bool)>,
        eval: impl Fn(crate::run::Handle, &mut Encoder),
    ) -> Answers {
        let source = Source::Pool(PoolSource::new(self.pool.clone()));
        let run = Run::new(self.model, self.attributes.clone(), source);
        let (mut run, mut answers) = enter(run, || {
            let mut answers = Answers {
                values: Vec::new(),
                table: ValueTable::default(),
                discovered: Vec::new(),
                failure: None,
            };
            for (structure, wanted) in structures {
                if !wanted || answers.failure.is_some() {
                    answers.values.push(NOT_YET);
                    continue;
                }
                let handle = with(|run| {
                    run.restart();
                    let node = run.push_node(NodeState::Structure(structure));
                    run.handle(node)
                });
                let mut out = Encoder::default();
                if let Err(failure) = guarded(|| eval(handle, &mut out)) {
                    answers.failure = Some((failure, with(|run| run.describe(handle.node))));
                }
                let ints: Vec<i64> = out.ints.iter().map(|int| int.add).collect();
                answers.values.push(answers.table.intern(&out.words, &ints).unwrap_or(NOT_YET));
            }
            answers
        });
        answers.discovered.append(&mut run.discovered);
        answers
    }

    /// Makes sure that what `root_ok` will ask is remembered where that is cheap.
    pub(crate) fn fill_for_root(&mut self, watch: &Watch) -> Result<(), BuildError> {
        if self.model.root_ok.is_some() { self.fill(watch) } else { Ok(()) }
    }

    /// The root type's structures of the sizes below `complete` that `root_ok` accepts, by size.
    pub(crate) fn root_accepted(&mut self, complete: u32) -> Result<Vec<Vec<u32>>, BuildError> {
        let root = self.model.schema.root();
        for size in shown(self.accepted.len())..complete {
            let ids = self.pool.ids(self.pool.bucket(root, size));
            let verdicts = match &self.model.root_ok {
                None => ids.to_vec(),
                Some(predicate) => self.filter(ids, predicate)?,
            };
            self.accepted.push(verdicts);
        }
        Ok(self.accepted.clone())
    }

    /// The structures that a predicate accepts, in order.
    pub(crate) fn filter(&self, structures: &[u32], predicate: &Predicate) -> Result<Vec<u32>, BuildError> {
        let chunks: Vec<&[u32]> = structures.chunks(at(CHUNK)).collect();
        let kept: Vec<Result<Vec<u32>, BuildError>> = chunks
            .into_par_iter()
            .map(|chunk| match predicate {
                Predicate::Observed { test, .. } => {
                    let answers = self.evaluate(chunk.iter().map(|id| (*id, true)), |handle, out| {
                        out.word(i64::from(test(handle)));
                    });
                    if let Some((failure, structure)) = answers.failure {
                        return Err(BuildError::failed(failure, structure));
                    }
                    let holds = |value: &u32| answers.table.get(*value).0 == [1];
                    let pairs = chunk.iter().zip(&answers.values);
                    Ok(pairs.filter(|(_, value)| holds(value)).map(|(id, _)| *id).collect())
                }
                Predicate::Opaque(test) => {
                    let mut kept = Vec::new();
                    for id in chunk {
                        let words = compact(&self.model.schema, &self.pool.records, *id);
                        let verdict = guarded(|| test(&self.model.schema, &words));
                        if verdict.map_err(|failure| BuildError::failed(failure, self.text(*id)))? {
                            kept.push(*id);
                        }
                    }
                    Ok(kept)
                }
            })
            .collect();
        let mut all = Vec::new();
        for kept in kept {
            all.extend(kept?);
        }
        Ok(all)
    }

    /// A structure as text.
    pub(crate) fn text(&self, structure: u32) -> String {
        dpgen_forest::text(&self.model.schema, &compact(&self.model.schema, &self.pool.records, structure))
    }
}

/// A structure's compact words.
pub(crate) fn compact(schema: &Schema, records: &Records, structure: u32) -> Vec<u32> {
    let mut words = Vec::new();
    write_compact(schema, records, structure, &mut words);
    words
}

/// Appends a structure's compact words.
pub(crate) fn write_compact(schema: &Schema, records: &Records, structure: u32, words: &mut Vec<u32>) {
    let record = records.get(structure);
    words.push(record[0]);
    let ctor = schema.constructor(dpgen_forest::index::CtorIx::from_word(record[0]));
    for (slot, word) in ctor.slots.iter().zip(&record[1..]) {
        match slot.kind {
            SlotKind::Data(_) => words.push(*word),
            SlotKind::Recursive(_) => write_compact(schema, records, *word, words),
        }
    }
}

/// The largest size at which a structure of each type can be a part of one of `max_size`.
fn largest_parts(schema: &Schema, max_size: u32) -> Vec<u32> {
    let mut largest = vec![0; schema.types()];
    for ctor in (0..schema.all_constructors().len()).map(|ctor| &schema.all_constructors()[ctor]) {
        for slot in &ctor.recursive {
            let SlotKind::Recursive(part) = ctor.slots[*slot].kind else { continue };
            let others = ctor.recursive.iter().filter(|other| *other != slot).map(|other| {
                match ctor.slots[*other].kind {
                    SlotKind::Recursive(ty) => schema.ty(ty).min_size.unwrap_or(max_size),
                    SlotKind::Data(_) => 0,
                }
            });
            let least = others.fold(ctor.weight, u32::saturating_add);
            largest[part.index()] = largest[part.index()].max(max_size.saturating_sub(least));
        }
    }
    largest
}

/// What an opaque predicate says of the value with these compact words.
pub(crate) fn opaque_holds(
    schema: &Schema,
    test: &(dyn Fn(&Schema, &[u32]) -> bool + Send + Sync),
    words: &[u32],
) -> Result<bool, (Failure, String)> {
    guarded(|| test(schema, words)).map_err(|failure| (failure, dpgen_forest::text(schema, words)))
}
