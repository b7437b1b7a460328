//! From a run of the top-down search that accepted to structures: every completion of what it did not read.

use super::top_down::Search;
use crate::error::BuildError;
use crate::run::{Handle, Run, SlotState, Source, with};
use crate::watch::Watch;
use dpgen_forest::index::{TypeIx, at};
use dpgen_forest::schema::{Schema, SlotKind};

/// The compact words of a node that is fully decided.
pub(crate) fn decided_words(run: &Run, node: u32) -> Vec<u32> {
    let mut words = Vec::new();
    let mut open = vec![node];
    write_decided(run, &mut words, &mut open);
    words
}

fn write_decided(run: &Run, words: &mut Vec<u32>, open: &mut Vec<u32>) {
    let Some(node) = open.pop() else { return };
    let Some((ctor, first)) = run.layer_of(node) else { return };
    words.push(ctor.word());
    for (slot, state) in run.layer_slots(ctor, first).iter().enumerate() {
        match state {
            SlotState::Node(child) => {
                open.push(*child);
                write_decided(run, words, open);
            }
            SlotState::Data(..) => words.push(run.data_interval(ctor, first, slot).0),
        }
    }
}

/// Adds every structure that completes what the run decided.
pub(crate) fn accept(
    schema: &Schema,
    root: Handle,
    search: &mut Search,
    watch: &Watch,
) -> Result<(), BuildError> {
    // What the run never read is decided here, by the same odometer.
    let (nodes, left) = with(|run| {
        let Source::TopDown(source) = run.source else { unreachable!("a top-down run") };
        (open_nodes(run, root.node), source.max_size - source.committed)
    });
    let mut fillers = Vec::new();
    fill(schema, &nodes, left, &mut Vec::new(), &mut fillers, (search, watch))?;
    for filler in fillers {
        if watch.spend(0) {
            return Ok(());
        }
        let mut filler = filler.into_iter();
        let ids = with(|run| complete(run, schema, root.node, &mut filler, search))?;
        for id in ids {
            search.accepted[at(search.sizes[at(id)])].push(id);
        }
    }
    Ok(())
}

/// The nodes that no read decided, in preorder.
fn open_nodes(run: &Run, node: u32) -> Vec<TypeIx> {
    match run.layer_of(node) {
        None => vec![run.type_of(node)],
        Some((ctor, first)) => run
            .layer_slots(ctor, first)
            .iter()
            .flat_map(|slot| match slot {
                SlotState::Node(child) => open_nodes(run, *child),
                SlotState::Data(..) => Vec::new(),
            })
            .collect(),
    }
}

/// Every way to fill open nodes with structures, within the size that is left beyond their least sizes.
fn fill(
    schema: &Schema,
    nodes: &[TypeIx],
    left: u32,
    chosen: &mut Vec<u32>,
    out: &mut Vec<Vec<u32>>,
    (search, watch): (&mut Search, &Watch),
) -> Result<(), BuildError> {
    let Some((ty, rest)) = nodes.split_first() else {
        out.push(chosen.clone());
        return Ok(());
    };
    let least = schema.ty(*ty).min_size.unwrap_or(0);
    for size in least..=least + left {
        for structure in every(schema, *ty, size, (search, watch))? {
            chosen.push(structure);
            if watch.spend(0) {
                return Ok(());
            }
            fill(schema, rest, left - (size - least), chosen, out, (search, watch))?;
            chosen.pop();
        }
    }
    Ok(())
}

/// Every structure of a type and size, whatever `rep_ok` says; fewer if a limit is hit.
fn every(
    schema: &Schema,
    ty: TypeIx,
    size: u32,
    (search, watch): (&mut Search, &Watch),
) -> Result<Vec<u32>, BuildError> {
    let mut found = Vec::new();
    for ctor in schema.constructors_of(ty) {
        let constructor = schema.constructor(ctor);
        let least = schema.min_size_of(ctor);
        if least.is_none_or(|least| least > size) {
            continue;
        }
        let mut partial = vec![(vec![ctor.word()], constructor.weight)];
        for (place, slot) in constructor.slots.iter().enumerate() {
            // What the slots after this one need at least: without it, a part could be as large as the whole.
            let later = constructor.slots[place + 1..].iter().map(|slot| match slot.kind {
                SlotKind::Data(_) => 0,
                SlotKind::Recursive(part) => schema.ty(part).min_size.unwrap_or(size),
            });
            let later = later.fold(0, u32::saturating_add);
            let mut next = Vec::new();
            for (record, used) in partial {
                if watch.spend(0) {
                    return Ok(found);
                }
                match slot.kind {
                    SlotKind::Data(domain) => {
                        next.extend(
                            (0..schema.domain(domain).len()).map(|index| (with_word(&record, index), used)),
                        );
                    }
                    SlotKind::Recursive(part) => {
                        let Some(room) = size.checked_sub(used + later) else { continue };
                        for part_size in 0..=room {
                            for structure in every(schema, part, part_size, (search, watch))? {
                                next.push((with_word(&record, structure), used + part_size));
                            }
                        }
                    }
                }
            }
            partial = next;
        }
        for (record, used) in partial {
            if used == size {
                found.push(search.intern(schema, &record)?);
            }
        }
    }
    Ok(found)
}

fn with_word(record: &[u32], word: u32) -> Vec<u32> {
    let mut record = record.to_vec();
    record.push(word);
    record
}

/// Records for a node: its open parts from `filler`, its open data in every way.
fn complete(
    run: &Run,
    schema: &Schema,
    node: u32,
    filler: &mut std::vec::IntoIter<u32>,
    search: &mut Search,
) -> Result<Vec<u32>, BuildError> {
    let Some((ctor, first)) = run.layer_of(node) else {
        return Ok(filler.next().into_iter().collect());
    };
    let mut partial = vec![vec![ctor.word()]];
    for (slot, state) in run.layer_slots(ctor, first).iter().enumerate() {
        let words: Vec<u32> = match state {
            SlotState::Node(child) => complete(run, schema, *child, filler, search)?,
            SlotState::Data(..) => {
                let (lo, hi) = run.data_interval(ctor, first, slot);
                (lo..=hi).collect()
            }
        };
        partial =
            partial.iter().flat_map(|record| words.iter().map(|word| with_word(record, *word))).collect();
    }
    let records = partial.iter().map(|record| search.intern(schema, record));
    let found: Vec<u32> = records.collect::<Result<_, _>>()?;
    Ok(found)
}
