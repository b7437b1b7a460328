//! Appends the records of batches to the graph in the order of batches, while other batches are still being translated.
//!
//! A batch is translated and appended range by range of its tasks; each range is a batch here.
//! A thread that has translated a batch puts it into the [`BatchQueue`] and appends all that are next by order, unless
//! another thread does. Invariant: batches are appended one after the other, so that the graph does not depend on threads.

use std::sync::Mutex;

use dpgen_forest::graph::{Dag, StoredRecords};
use dpgen_forest::index::{IdsExhausted, at, small, wide};

use super::batch::BatchRecords;
use super::new_classes::NewClasses;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::failure::internal;
use crate::quotient::build_state::RootSegment;

/// Appends the records of batches to the graph.
pub(super) struct BatchAppender<'a> {
    dag: &'a mut Dag,
    /// The segments of whole structures, if the type is the root.
    roots: Option<&'a mut Vec<RootSegment>>,
    new_classes: NewClasses,
    /// The number of batches appended.
    next: usize,
    /// The number of records appended.
    accepted: u64,
    failed: Option<BuildError>,
    watch: &'a LimitMonitor,
}

/// What the translation of a batch gives: its records, or `None` if the build is to stop.
type BatchTranslation = Result<Option<BatchRecords>, IdsExhausted>;

/// Batches that were translated and not appended.
pub(super) struct BatchQueue<'a> {
    translated: Vec<Mutex<Option<BatchTranslation>>>,
    appender: Mutex<Option<BatchAppender<'a>>>,
}

impl<'a> BatchQueue<'a> {
    /// An empty queue for this many batches.
    pub(super) fn new(lots: usize) -> Self {
        Self { translated: (0..lots).map(|_| Mutex::default()).collect(), appender: Mutex::default() }
    }

    /// Takes a translated batch, and appends what can be.
    pub(super) fn put(&self, index: usize, batch: BatchTranslation) {
        if let Ok(mut free) = self.translated[index].lock() {
            *free = Some(batch);
        }
        self.append();
    }

    /// Takes the appender: batches can be appended from now on.
    pub(super) fn open(&self, appender: BatchAppender<'a>) {
        if let Ok(mut slot) = self.appender.lock() {
            *slot = Some(appender);
        }
        self.append();
    }

    /// Appends what is left, and gives the appender back.
    pub(super) fn close(self) -> Option<BatchAppender<'a>> {
        self.append();
        self.appender.into_inner().ok().flatten()
    }

    fn append(&self) {
        let Ok(mut appender) = self.appender.try_lock() else { return };
        let Some(appender) = &mut *appender else { return };
        while let Some(batch) = self.translated.get(appender.next)
            && let Some(translated) = batch.lock().ok().and_then(|mut batch| batch.take())
        {
            if appender.failed.is_none() {
                appender.failed = match translated {
                    Ok(Some(records)) => appender.append(records).err(),
                    Ok(None) => None,
                    Err(exhausted) => Some(exhausted.into()),
                };
            }
            appender.next += 1;
        }
    }
}

impl<'a> BatchAppender<'a> {
    pub(super) fn new(
        dag: &'a mut Dag,
        roots: Option<&'a mut Vec<RootSegment>>,
        new_classes: NewClasses,
        watch: &'a LimitMonitor,
    ) -> Self {
        Self { dag, roots, new_classes, next: 0, accepted: 0, failed: None, watch }
    }

    /// Appends a batch; nothing if the build is to stop.
    fn append(&mut self, batch: BatchRecords) -> Result<(), BuildError> {
        let StoredRecords::Blocks(records) = &mut self.dag.records else {
            internal("the records of classes are in blocks")
        };
        if !self.watch.can_grow(records.growth_by(&batch.records)) {
            return Ok(());
        }
        let first = records.extend(&batch.records)?;
        self.dag.paths.extend(batch.paths);
        for (class, count) in &batch.counts {
            self.new_classes.counts[at(*class)] += count;
        }
        self.accepted += wide(batch.classes.len());
        self.new_classes.batches.push((first, batch.classes));
        let mut roots = batch.roots;
        if let Some(segments) = &mut self.roots
            && !roots.records.is_empty()
        {
            roots.order = vec![small(self.next)];
            roots.records.iter_mut().for_each(|record| *record += first);
            segments.push(roots);
        }
        Ok(())
    }

    /// The members and counts of the classes, and how many records were added.
    pub(super) fn finish(self) -> Result<(NewClasses, u64), BuildError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok((self.new_classes, self.accepted)),
        }
    }
}
