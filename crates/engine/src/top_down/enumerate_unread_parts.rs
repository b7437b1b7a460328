//! Enumerates the structures that an accepting run of the top-down search stands for: all completions of what it did not read.

use smallvec::SmallVec;

use dpgen_forest::index::{TypeIx, at, small};
use dpgen_forest::schema::Schema;

use super::open_nodes::TopDownRun;
use super::structure_records::TopDownFound;
use crate::error::BuildError;
use crate::limit_monitor::{LimitMonitor, PollCounter};
use crate::predicate_run::run_state::SlotState;
use crate::predicate_run::view_handles::Handle;

/// The compact words of a node that is fully decided.
pub(crate) fn decided_words(run: &TopDownRun, node: u32) -> Vec<u32> {
    enum Rest {
        Node(u32),
        Data(SlotState),
    }
    let mut words = Vec::new();
    let mut open = vec![Rest::Node(node)];
    while let Some(next) = open.pop() {
        match next {
            Rest::Data(state) => words.push(run.data_interval(state).0),
            Rest::Node(node) => {
                let Some((ctor, first)) = run.layer_of(node) else { continue };
                words.push(ctor.word());
                open.extend(run.layer_slots(ctor, first).iter().rev().map(|state| match state {
                    SlotState::Node(child) => Rest::Node(*child),
                    SlotState::Data(..) => Rest::Data(*state),
                }));
            }
        }
    }
    words
}

/// Adds every structure that completes what the run decided.
pub(crate) fn accept(
    schema: &Schema,
    root: Handle,
    search: &mut TopDownFound,
    watch: &LimitMonitor,
) -> Result<(), BuildError> {
    let (nodes, open, left) = TopDownRun::with(|run| {
        let nodes = run.parts_first(root.node, |_, ctor, first| run.layer_slots(ctor, first));
        let open: SmallVec<[TypeIx; 8]> = nodes
            .iter()
            .filter(|node| run.layer_of(**node).is_none())
            .map(|node| run.type_of(*node))
            .collect();
        (nodes, open, run.source.left())
    });
    let every = |search: &mut TopDownFound, filler: &[u32], pace: &mut PollCounter<'_>| {
        for id in TopDownRun::with(|run| complete(run, schema, (&nodes, filler), search, pace))? {
            search.accepted[at(search.sizes[at(id)])].push(id);
        }
        Ok(())
    };
    Filling { schema, open: &open, watch, pace: watch.pace() }.fill(left, &mut Vec::new(), search, &every)
}

/// Open nodes that are being filled.
struct Filling<'a> {
    schema: &'a Schema,
    open: &'a [TypeIx],
    watch: &'a LimitMonitor,
    pace: PollCounter<'a>,
}

impl Filling<'_> {
    /// Every way to fill the open nodes from the one after those `chosen` on, within the size that is left beyond their
    /// least sizes; fewer if the build is to stop.
    fn fill(
        &mut self,
        left: u32,
        chosen: &mut Vec<u32>,
        search: &mut TopDownFound,
        each: &impl Fn(&mut TopDownFound, &[u32], &mut PollCounter<'_>) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let Some(ty) = self.open.get(chosen.len()) else {
            return each(search, chosen, &mut self.pace);
        };
        let least = self.schema.ty(*ty).min_size.unwrap_or(0);
        for size in least..=least + left {
            for structure in search.every(self.schema, *ty, size, self.watch)?.iter() {
                if self.pace.step() || self.watch.stopped().is_some() {
                    return Ok(());
                }
                chosen.push(*structure);
                self.fill(left - (size - least), chosen, search, each)?;
                chosen.pop();
            }
        }
        Ok(())
    }
}

/// The possible contents of a slot.
#[derive(Debug, Clone, Copy)]
enum Options {
    /// Indices from this one on.
    Data(u32),
    /// Records from this place on.
    Records(usize),
}

/// Records for the last of some nodes, of which parts come before wholes: open ones are `filler`, in order; open data is
/// filled in every way, fewer if the build is to stop.
fn complete(
    run: &TopDownRun,
    schema: &Schema,
    (nodes, filler): (&[u32], &[u32]),
    search: &mut TopDownFound,
    pace: &mut PollCounter<'_>,
) -> Result<Vec<u32>, BuildError> {
    let mut filler = filler.iter();
    // The records of the nodes that are done and have no whole yet, and where those of each begin.
    let mut records: Vec<u32> = Vec::new();
    let mut begins: Vec<usize> = Vec::new();
    let mut slots: SmallVec<[(Options, usize); 6]> = SmallVec::new();
    let mut made = Vec::new();
    for node in nodes {
        let Some((ctor, first)) = run.layer_of(*node) else {
            begins.push(records.len());
            records.extend(filler.next());
            continue;
        };
        slots.clear();
        let mut end = records.len();
        for state in run.layer_slots(ctor, first).iter().rev() {
            slots.push(match state {
                SlotState::Node(_) => {
                    let begin = begins.pop().unwrap_or_default();
                    let ways = end - begin;
                    end = begin;
                    (Options::Records(begin), ways)
                }
                SlotState::Data(..) => {
                    let (lo, hi) = run.data_interval(*state);
                    (Options::Data(lo), at(hi - lo) + 1)
                }
            });
        }
        slots.reverse();
        made.clear();
        products(ctor.word(), &slots, &records, |record| {
            if !search.reserve(pace.watch(), record.len()) || !pace.watch().reserve(&mut made, 1) {
                return Ok(false);
            }
            made.push(search.intern(schema, record)?);
            Ok(!pace.step())
        })?;
        records.truncate(end);
        begins.push(end);
        records.extend_from_slice(&made);
    }
    Ok(records)
}

/// Every record with this first word that takes one of its options for each slot, as long as `each` says to go on; the
/// last slot varies most.
fn products(
    ctor: u32,
    slots: &[(Options, usize)],
    records: &[u32],
    mut each: impl FnMut(&[u32]) -> Result<bool, BuildError>,
) -> Result<(), BuildError> {
    if slots.iter().any(|(_, ways)| *ways == 0) {
        return Ok(());
    }
    let mut picked: SmallVec<[usize; 6]> = SmallVec::from_elem(0, slots.len());
    let mut record: SmallVec<[u32; 8]> = SmallVec::new();
    loop {
        record.clear();
        record.push(ctor);
        record.extend(slots.iter().zip(&picked).map(|((options, _), picked)| match options {
            Options::Data(lo) => lo + small(*picked),
            Options::Records(begin) => records[begin + picked],
        }));
        if !each(&record)? {
            return Ok(());
        }
        let Some(last) = (0..slots.len()).rev().find(|slot| picked[*slot] + 1 < slots[*slot].1) else {
            return Ok(());
        };
        picked[last] += 1;
        picked[last + 1..].fill(0);
    }
}
