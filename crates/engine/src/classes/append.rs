//! Appending the records of lots to the graph, in the order of lots, while other lots are still being translated.
//!
//! Whoever has translated a lot puts it into the [`Queue`] and appends what is next by order, unless another thread is
//! about it. Invariant: lots are appended one after the other, so that the graph does not depend on who came first.

use std::sync::Mutex;

use dpgen_forest::graph::{Dag, Family};
use dpgen_forest::index::{at, id, small, wide};

use super::builder::Segment;
use super::gathered::Gathered;
use super::lot::{LotRecords, Stretch};
use crate::error::BuildError;
use crate::watch::Watch;

/// Adds records to the graph.
pub(super) struct Appender<'a> {
    dag: &'a mut Dag,
    /// Where the productions of whole structures go, if the type is the root.
    roots: Option<&'a mut Vec<Segment>>,
    gathered: Gathered,
    /// How many lots were appended.
    next: usize,
    /// How many records.
    accepted: u64,
    failed: Option<BuildError>,
    watch: &'a Watch,
}

/// Lots that were translated and not appended.
pub(super) struct Queue<'a> {
    translated: Vec<Mutex<Option<LotRecords>>>,
    appender: Mutex<Option<Appender<'a>>>,
}

impl<'a> Queue<'a> {
    /// For this many lots.
    pub(super) fn new(lots: usize) -> Self {
        Self { translated: (0..lots).map(|_| Mutex::default()).collect(), appender: Mutex::default() }
    }

    /// Takes a lot, and appends what can be.
    pub(super) fn put(&self, place: usize, records: LotRecords) {
        if let Ok(mut free) = self.translated[place].lock() {
            *free = Some(records);
        }
        self.append();
    }

    /// Lots can be appended from now on.
    pub(super) fn open(&self, appender: Appender<'a>) {
        if let Ok(mut place) = self.appender.lock() {
            *place = Some(appender);
        }
        self.append();
    }

    /// Appends what is left; nothing comes any more.
    pub(super) fn close(self) -> Option<Appender<'a>> {
        self.append();
        self.appender.into_inner().ok().flatten()
    }

    fn append(&self) {
        let Ok(mut appender) = self.appender.try_lock() else { return };
        let Some(appender) = &mut *appender else { return };
        while let Some(lot) = self.translated.get(appender.next)
            && let Some(records) = lot.lock().ok().and_then(|mut lot| lot.take())
        {
            if appender.failed.is_none() {
                appender.failed = appender.append(records).err();
            }
            appender.next += 1;
        }
    }
}

impl<'a> Appender<'a> {
    pub(super) fn new(
        dag: &'a mut Dag,
        roots: Option<&'a mut Vec<Segment>>,
        gathered: Gathered,
        watch: &'a Watch,
    ) -> Self {
        Self { dag, roots, gathered, next: 0, accepted: 0, failed: None, watch }
    }

    /// Appends a lot; nothing if the build is to stop.
    fn append(&mut self, lot: LotRecords) -> Result<(), BuildError> {
        let words = lot.stretches.iter().map(|stretch| stretch.words.len()).sum();
        if !self.watch.can_grow(self.dag.records.growth(lot.classes.len(), words)) {
            return Ok(());
        }
        let first = id(self.dag.records.len(), "structures")?;
        for Stretch { width, ends, words } in lot.stretches {
            match width {
                Some(width) => self.dag.records.append(&words, width)?,
                None => self.dag.records.append_ending(&words, &ends)?,
            };
        }
        self.dag.paths.extend(lot.paths);
        for (number, class) in (first..).zip(&lot.classes) {
            self.gathered.members[at(*class)].push(Family::record(number));
        }
        for (class, count) in &lot.counts {
            self.gathered.counts[at(*class)] += count;
        }
        self.accepted += wide(lot.classes.len());
        let mut roots = lot.roots;
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
    pub(super) fn finish(self) -> Result<(Gathered, u64), BuildError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok((self.gathered, self.accepted)),
        }
    }
}
