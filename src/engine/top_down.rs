//! Korat's search (Boyapati, Khurshid, Marinov: "Korat: Automated Testing Based on Java Predicates", ISSTA 2002).
//!
//! It starts from one hole for the whole structure. What the predicate reads decides it, piece by piece; a
//! run that says false rejects everything it did not read; one that says true accepts every completion.
//! Substructures are judged as the run's own nodes, not taken from a pool, so nothing is assumed about them.
//!
//! A predicate in *layer style* says what must hold at one layer: it is asked of every node, the whole
//! first. One in *whole style* asks its substructures for `rep_ok` itself: it is asked of the root alone.

use std::sync::Arc;
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::{Algorithm, ConditionReport, Report, RoundReport, SizeReport, Watch};
use crate::error::BuildError;
use crate::index::{CtorIx, at, shown};
use crate::run::{
    Failure, Handle, Model, NodeState, Predicate, Run, SlotHandle, SlotState, Source, TopDown, enter,
    guarded, view, with,
};
use crate::schema::{Schema, SlotKind};
use crate::scope::Scope;
use crate::store::{Dag, Records};
use crate::structures::{Catalog, Roots};

/// How many runs pass between two looks at the limits.
const POLL: u64 = 256;

/// Who has to judge a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `rep_ok` of every node.
    Layer,
    /// `rep_ok` of the root alone.
    Whole,
}

/// What the search found: accepted structures as records that share their parts.
#[derive(Debug, Default)]
pub(super) struct Search {
    pub(super) records: Records,
    known: FxHashMap<Box<[u32]>, u32>,
    sizes: Vec<u32>,
    /// By size.
    pub(super) accepted: Vec<Vec<u32>>,
    pub(super) candidates: u64,
    rejected: Vec<u64>,
    failure: Option<(Failure, String)>,
    pub(super) asked_rep_ok: bool,
}

impl Search {
    /// The size of a record.
    pub(super) fn size_of(&self, record: u32) -> u32 {
        self.sizes[at(record)]
    }

    fn intern(&mut self, schema: &Schema, record: &[u32]) -> Result<u32, BuildError> {
        if let Some(known) = self.known.get(record) {
            return Ok(*known);
        }
        let number = self.records.push(record)?;
        let ctor = schema.constructor(CtorIx::from_word(record[0]));
        let parts = ctor.recursive.iter().map(|slot| self.sizes[at(record[slot + 1])]);
        self.sizes.push(parts.fold(ctor.weight, u32::saturating_add));
        self.known.insert(record.into(), number);
        Ok(number)
    }
}

/// Builds by Korat's search.
pub(super) fn build(model: &Arc<Model>, scope: &Scope, watch: &Watch) -> Result<Catalog, BuildError> {
    let begin = Instant::now();
    let mut search = run_search(model, scope, watch, Style::Layer, true)?;
    if search.asked_rep_ok && watch.stopped().is_none() {
        search = run_search(model, scope, watch, Style::Whole, true)?;
    }
    let schema = &*model.schema;
    let complete = if watch.stopped().is_some() { 0 } else { scope.max_size() + 1 };
    let mut report =
        Report { sizes: vec![SizeReport::default(); at(scope.max_size()) + 1], ..Report::default() };
    let accepted = search.accepted.iter().map(|list| crate::index::wide(list.len())).sum();
    let time = begin.elapsed();
    report.rounds.push(RoundReport {
        candidates: search.candidates,
        runs: search.candidates,
        accepted,
        classes: accepted,
        time,
        ..RoundReport::default()
    });
    if let Some(last) = report.sizes.last_mut() {
        last.candidates = search.candidates;
        last.time = time;
    }
    for (of_size, list) in report.sizes.iter_mut().zip(&search.accepted) {
        of_size.classes = crate::index::wide(list.len());
        of_size.productions = of_size.classes;
    }
    let rejected = search.rejected.iter().copied().chain(std::iter::repeat(0));
    let texts = model.conditions.iter().zip(rejected);
    report.conditions =
        texts.map(|(text, rejected)| ConditionReport { text: text.clone(), rejected }).collect();
    report
        .notes
        .push("top-down searches all sizes at once: its candidates are shown at the largest".to_owned());
    report.time = time;
    let mut lists = std::mem::take(&mut search.accepted);
    for list in &mut lists {
        list.sort_by_cached_key(|root| order_key(schema, &search, *root));
    }
    let dag = Dag::unit(std::mem::take(&mut search.records));
    let roots = lists.into_iter().map(|list| Roots::new(schema, &dag, list)).collect();
    Ok(Catalog::new(
        model.clone(),
        scope.clone(),
        Algorithm::TopDown,
        dag,
        roots,
        complete,
        watch.stopped(),
        report,
    ))
}

/// Constructor, then the sizes of the recursive slots; the sort is stable, so the search's order comes last.
fn order_key(schema: &Schema, search: &Search, root: u32) -> Vec<u32> {
    let record = search.records.get(root);
    let ctor = schema.constructor(CtorIx::from_word(record[0]));
    let sizes = ctor.recursive.iter().map(|slot| search.sizes[at(record[slot + 1])]);
    std::iter::once(record[0]).chain(sizes).collect()
}

/// Runs the search; `root_ok` is judged unless `with_root` is false.
pub(super) fn run_search(
    model: &Model,
    scope: &Scope,
    watch: &Watch,
    style: Style,
    with_root: bool,
) -> Result<Search, BuildError> {
    let schema = &*model.schema;
    let max_size = scope.max_size();
    let mut search = Search { accepted: vec![Vec::new(); at(max_size) + 1], ..Search::default() };
    let least = schema.ty(schema.root()).min_size;
    let Some(least) = least.filter(|least| *least <= max_size) else { return Ok(search) };
    let source = Source::TopDown(TopDown { max_size, committed: least });
    let run = Run::new(model, Arc::default(), source);
    let (run, result) = enter(run, || {
        loop {
            let handle = with(|run| {
                run.restart();
                run.source = Source::TopDown(TopDown { max_size, committed: least });
                let root = run.push_node(NodeState::Open(schema.root()));
                run.handle(root)
            });
            let verdict = guarded(|| judge(model, handle, style, with_root));
            search.candidates += 1;
            match verdict {
                Ok(true) => accept(schema, handle, &mut search)?,
                Ok(false) => {
                    if let Some(condition) = with(|run| run.condition) {
                        let len = search.rejected.len().max(at(condition) + 1);
                        search.rejected.resize(len, 0);
                        search.rejected[at(condition)] += 1;
                    }
                }
                Err(failure) => {
                    search.failure = Some((failure, with(|run| run.describe(handle.node))));
                    return Ok(());
                }
            }
            // A predicate that turns out to be in whole style is searched again as such.
            let restart = style == Style::Layer && with(|run| run.asked_rep_ok);
            let stop = search.candidates % POLL == 0 && watch.spend(POLL);
            if stop || restart || !with(|run| run.choices.advance()) {
                return Ok::<(), BuildError>(());
            }
        }
    });
    result?;
    watch.spend(search.candidates % POLL);
    search.asked_rep_ok = run.asked_rep_ok;
    match search.failure.take() {
        Some((failure, structure)) => Err(BuildError::failed(failure, structure)),
        None => Ok(search),
    }
}

/// Judges the structure that the run is about to decide.
fn judge(model: &Model, root: Handle, style: Style, with_root: bool) -> bool {
    if model.is_opaque() {
        return judge_opaque(model, root, style, with_root);
    }
    let holds = |predicate: Option<&Predicate>, handle| match predicate {
        Some(Predicate::Observed { test, .. }) => test(handle),
        _ => true,
    };
    let root_ty = model.schema.root();
    let rep_ok = |ty: crate::index::TypeIx| model.rep_ok[ty.index()].as_ref();
    if !holds(rep_ok(root_ty), root) || (with_root && !holds(model.root_ok.as_ref(), root)) {
        return false;
    }
    if style == Style::Whole {
        return true;
    }
    // The other nodes, in preorder; this decides every constructor.
    let mut open = children(root);
    while let Some(handle) = open.pop() {
        let ty = with(|run| run.type_of(handle.node));
        if !holds(rep_ok(ty), handle) {
            return false;
        }
        open.extend(children(handle));
    }
    true
}

/// A node's children, last first.
fn children(handle: Handle) -> Vec<Handle> {
    let slots = view(handle).slots().into_iter().rev();
    slots
        .filter_map(|slot| match slot {
            SlotHandle::Node(handle) => Some(handle),
            SlotHandle::Data(..) => None,
        })
        .collect()
}

/// Opaque predicates need the finished value: everything is decided first. A whole value's own check is
/// asked of the root, and each other type's of its own nodes.
fn judge_opaque(model: &Model, root: Handle, style: Style, with_root: bool) -> bool {
    let schema = &*model.schema;
    let mut ok = true;
    let mut open = vec![root];
    while let Some(handle) = open.pop() {
        let layer = view(handle);
        for slot in layer.slots() {
            if let SlotHandle::Data(int, _) = slot {
                let _ = int.value();
            }
        }
        open.extend(children(handle));
    }
    let mut open = vec![root];
    while let Some(handle) = open.pop() {
        let ty = with(|run| run.type_of(handle.node));
        let whole = handle == root;
        let judged = whole || style == Style::Layer;
        for predicate in
            [model.rep_ok[ty.index()].as_ref(), model.root_ok.as_ref().filter(|_| whole && with_root)]
        {
            ok &= match predicate.filter(|_| judged) {
                None => true,
                Some(Predicate::Observed { test, .. }) => test(handle),
                Some(Predicate::Opaque(test)) => {
                    let words = with(|run| decided_words(run, handle.node));
                    test(schema, &words)
                }
            };
        }
        if !ok {
            return false;
        }
        open.extend(children(handle));
    }
    true
}

/// The compact words of a node that is fully decided.
fn decided_words(run: &Run, node: u32) -> Vec<u32> {
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
fn accept(schema: &Schema, root: Handle, search: &mut Search) -> Result<(), BuildError> {
    // What the run never read is decided here, by the same odometer.
    let (nodes, left) = with(|run| {
        let Source::TopDown(source) = run.source else { unreachable!("a top-down run") };
        (open_nodes(run, root.node), source.max_size - source.committed)
    });
    let mut fillers = Vec::new();
    fill(schema, &nodes, left, &mut Vec::new(), &mut fillers, search)?;
    for filler in fillers {
        let mut filler = filler.into_iter();
        let ids = with(|run| complete(run, schema, root.node, &mut filler, search))?;
        for id in ids {
            search.accepted[at(search.sizes[at(id)])].push(id);
        }
    }
    Ok(())
}

/// The nodes that no read decided, in preorder.
fn open_nodes(run: &Run, node: u32) -> Vec<crate::index::TypeIx> {
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
    nodes: &[crate::index::TypeIx],
    left: u32,
    chosen: &mut Vec<u32>,
    out: &mut Vec<Vec<u32>>,
    search: &mut Search,
) -> Result<(), BuildError> {
    let Some((ty, rest)) = nodes.split_first() else {
        out.push(chosen.clone());
        return Ok(());
    };
    let least = schema.ty(*ty).min_size.unwrap_or(0);
    for size in least..=least + left {
        for structure in every(schema, *ty, size, search)? {
            chosen.push(structure);
            fill(schema, rest, left - (size - least), chosen, out, search)?;
            chosen.pop();
        }
    }
    Ok(())
}

/// Every structure of a type and size, whatever `rep_ok` says.
fn every(
    schema: &Schema,
    ty: crate::index::TypeIx,
    size: u32,
    search: &mut Search,
) -> Result<Vec<u32>, BuildError> {
    let mut found = Vec::new();
    for ctor in schema.constructors_of(ty) {
        let constructor = schema.constructor(ctor);
        let least = schema.min_size_of(ctor);
        if least.is_none_or(|least| least > size) {
            continue;
        }
        let mut partial = vec![(vec![ctor.word()], constructor.weight)];
        for slot in &constructor.slots {
            let mut next = Vec::new();
            for (record, used) in partial {
                match slot.kind {
                    SlotKind::Data(domain) => {
                        next.extend(
                            (0..schema.domain(domain).len()).map(|index| (with_word(&record, index), used)),
                        );
                    }
                    SlotKind::Recursive(part) => {
                        for part_size in 0..=size - used {
                            for structure in every(schema, part, part_size, search)? {
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
    debug_assert!(shown(found.len()) > 0);
    Ok(found)
}
