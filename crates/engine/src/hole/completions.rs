//! From a run of the top-down search that accepted to structures: every completion of what it did not read.

use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::Schema;

use super::found::{TopDownFound, with_word};
use super::source::HoleRun;
use crate::error::BuildError;
use crate::run::handle::Handle;
use crate::run::state::SlotState;
use crate::watch::Watch;

/// The compact words of a node that is fully decided.
pub(crate) fn decided_words(run: &HoleRun, node: u32) -> Vec<u32> {
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
    watch: &Watch,
) -> Result<(), BuildError> {
    let (nodes, open, left) = HoleRun::with(|run| {
        let nodes = preorder(run, root.node);
        let open: Vec<TypeIx> = nodes
            .iter()
            .filter(|node| run.layer_of(**node).is_none())
            .map(|node| run.type_of(*node))
            .collect();
        (nodes, open, run.source.left())
    });
    let mut fillers = Vec::new();
    fill(schema, &open, left, &mut Vec::new(), &mut fillers, (search, watch))?;
    for filler in fillers {
        if watch.is_over() {
            return Ok(());
        }
        for id in HoleRun::with(|run| complete(run, schema, &nodes, &filler, search))? {
            search.accepted[at(search.sizes[at(id)])].push(id);
        }
    }
    Ok(())
}

/// The nodes of a structure, in preorder.
fn preorder(run: &HoleRun, root: u32) -> Vec<u32> {
    let mut nodes = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        nodes.push(node);
        if let Some((ctor, first)) = run.layer_of(node) {
            open.extend(run.layer_slots(ctor, first).iter().rev().filter_map(|slot| match slot {
                SlotState::Node(child) => Some(*child),
                SlotState::Data(..) => None,
            }));
        }
    }
    nodes
}

/// Every way to fill open nodes with structures, within the size that is left beyond their least sizes.
fn fill(
    schema: &Schema,
    open: &[TypeIx],
    left: u32,
    chosen: &mut Vec<u32>,
    out: &mut Vec<Vec<u32>>,
    (search, watch): (&mut TopDownFound, &Watch),
) -> Result<(), BuildError> {
    let Some(ty) = open.get(chosen.len()) else {
        out.push(chosen.clone());
        return Ok(());
    };
    let least = schema.ty(*ty).min_size.unwrap_or(0);
    for size in least..=least + left {
        for structure in search.every(schema, *ty, size, watch)?.to_vec() {
            if watch.is_over() {
                return Ok(());
            }
            chosen.push(structure);
            fill(schema, open, left - (size - least), chosen, out, (search, watch))?;
            chosen.pop();
        }
    }
    Ok(())
}

/// Records for the first of some nodes in preorder: open ones are `filler`, in order; open data is filled in every way.
fn complete(
    run: &HoleRun,
    schema: &Schema,
    nodes: &[u32],
    filler: &[u32],
    search: &mut TopDownFound,
) -> Result<Vec<u32>, BuildError> {
    let mut filler = filler.iter().rev();
    // Parts before wholes: the records of the nodes that are done and have no whole yet, the next on top.
    let mut done: Vec<Vec<u32>> = Vec::new();
    for node in nodes.iter().rev() {
        let Some((ctor, first)) = run.layer_of(*node) else {
            done.push(filler.next().copied().into_iter().collect());
            continue;
        };
        let mut partial = vec![vec![ctor.word()]];
        for state in run.layer_slots(ctor, first) {
            let words: Vec<u32> = match state {
                SlotState::Node(_) => done.pop().unwrap_or_default(),
                SlotState::Data(..) => {
                    let (lo, hi) = run.data_interval(*state);
                    (lo..=hi).collect()
                }
            };
            partial =
                partial.iter().flat_map(|record| words.iter().map(|word| with_word(record, *word))).collect();
        }
        let records = partial.iter().map(|record| search.intern(schema, record));
        done.push(records.collect::<Result<_, _>>()?);
    }
    Ok(done.pop().unwrap_or_default())
}
