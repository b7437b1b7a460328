//! Tables of the answers that accepted structures give to each attribute, up to several times the size.

use std::sync::Arc;

use dpgen_forest::Scope;
use dpgen_forest::index::{CtorIx, small};

use crate::build_job::Job;
use crate::dp::{DpRun, DpSource, Pool};
use crate::error::BuildError;
use crate::predicate_run::attributes_in_use::Attributes;
use crate::predicate_run::current_run::enter;
use crate::predicate_run::failure::guarded;
use crate::predicate_run::model::{Attribute, Encoder, Model};
use crate::predicate_run::run_state::{Run, answered};
use crate::quotient::quotient_dp::accepted_answers;
use crate::top_down::TopDownFound;
use crate::value_interner::ValueTable;

/// How many times larger an accepted structure may be that gives an answer.
const SIZE_FACTOR: u32 = 4;

/// The answers of accepted structures, and the structures that are compared with them.
pub(crate) struct AcceptedAnswers<'a> {
    model: &'a Model,
    /// The structures of the search.
    pool: Arc<Pool>,
    attributes: Arc<Attributes>,
    /// By attribute: the answers of accepted structures.
    tables: Vec<ValueTable>,
}

impl<'a> AcceptedAnswers<'a> {
    /// Builds classes up to several times the job's size, or as far as its limits allow.
    pub(crate) fn new(job: &Job<'a>, search: &TopDownFound) -> Result<Self, BuildError> {
        let (schema, records) = (&*job.model.schema, search.records());
        let mut pool = Pool::new(schema.types(), schema.root(), job.scope.max_size())?;
        for record in 0..small(records.len()) {
            let words = records.get(record);
            let ty = schema.constructor(CtorIx::from_word(words[0])).ty;
            pool.push(pool.bucket(ty, search.size_of(record)), words)?;
        }
        let scope = Scope::new(job.scope.max_size().saturating_mul(SIZE_FACTOR).min(Scope::MAX_SIZE_LIMIT));
        let (attributes, tables) = accepted_answers(&Job { scope: &scope, ..*job })?;
        Ok(Self { model: job.model, pool: Arc::new(pool), attributes, tables })
    }

    /// An attribute whose answer by this record no accepted structure gives; one that has no answer is none.
    pub(crate) fn unseen(&self, record: u32) -> Option<String> {
        let ty = self.pool.type_of(record);
        let unseen = self.attributes.of(ty).find(|(attr, attribute)| {
            let answer = self.answer(record, attribute);
            answer.is_some_and(|(words, ints)| !self.tables[attr.index()].contains(&answered(&words), &ints))
        });
        unseen.map(|(_, attribute)| attribute.name.clone())
    }

    /// The words and integers that a record answers.
    fn answer(&self, record: u32, attribute: &Attribute) -> Option<(Vec<i64>, Vec<i64>)> {
        let source = DpSource::unjudged(self.pool.clone());
        let run = Run::new(self.model, Arc::default(), source);
        let (_, answer) = enter(run, || {
            let handle = DpRun::with(|run| {
                run.restart();
                let node = run.push_structure(record);
                run.handle(node)
            });
            let mut out = Encoder::default();
            guarded(|| {
                (attribute.eval)(handle, &mut out);
                out.ints.iter().map(|int| int.value()).collect()
            })
            .ok()
            .map(|ints| (out.words.to_vec(), ints))
        });
        answer
    }
}
