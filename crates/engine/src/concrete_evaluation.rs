//! Evaluates predicates and attributes on a concrete value: nothing of it is undecided, so that there is one run.

use rustc_hash::{FxHashMap, FxHashSet};

use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, small};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::ValueNode;

use crate::predicate_run::attributes_in_use::DiscoveredAttributes;
use crate::predicate_run::conformance::conforms;
use crate::predicate_run::context_query::context;
use crate::predicate_run::context_rules::AllowedValues;
use crate::predicate_run::current_run::{Evaluation, enter};
use crate::predicate_run::failure::{fail, guarded, raise};
use crate::predicate_run::model::{AttrKey, Attribute, Encoder};
use crate::predicate_run::predicate_int::Int;
use crate::predicate_run::run_state::{Atom, NodeState, Run, SlotState, Source};
use crate::predicate_run::{Failure, Handle, Model, Predicate};

/// A run over a given value.
type ConcreteRun = Run<ConcreteSource>;

/// The nodes of the value, and the answers of its nodes to attributes.
#[derive(Debug)]
struct ConcreteSource {
    nodes: Vec<ValueNode>,
    /// By node: the node that holds it, and the slot; empty if the model has no contexts.
    holders: Vec<Option<(u32, CtorIx, usize)>>,
    /// The integers that do not fit into an `i64`: node and slot.
    wide: FxHashSet<(u32, u32)>,
    /// The answers of attributes, or their failures: an evaluation that reads an attribute that failed fails, too.
    remembered: FxHashMap<(u32, AttrKey), Result<Encoder, Failure>>,
}

/// An integer that does not fit into an `i64`: an evaluation that reads it fails.
#[derive(Debug, Clone, Copy)]
struct WideInt;

/// The node of the value with this number.
#[derive(Debug, Clone, Copy, Hash)]
struct NodeIx(u32);

impl Source for ConcreteSource {
    type Node = NodeIx;
    type Atom = WideInt;

    const CACHES_ATTRIBUTES: bool = false;
    const RECORDS_DISCOVERIES: bool = true;

    fn accepts_parts(&self) -> bool {
        false
    }

    fn type_of(run: &ConcreteRun, NodeIx(node): NodeIx) -> TypeIx {
        run.schema.constructor(run.source.nodes[at(node)].ctor).ty
    }

    /// Nodes of the run have the numbers of the value's nodes.
    fn open(run: &mut ConcreteRun, node: u32, NodeIx(value): NodeIx) -> (CtorIx, u32) {
        let ValueNode { ctor, slots } = run.source.nodes[at(value)].clone();
        let first = run.push_slots(ctor, &mut |run, slot, kind| match kind {
            SlotKind::Recursive(_) => SlotState::Node(u32::try_from(slots[slot]).unwrap_or(u32::MAX)),
            SlotKind::Data(domain) => {
                let is_wide = run.source.wide.contains(&(value, small(slot)));
                let int = if is_wide { run.atom(Atom::Own(WideInt)) } else { Int::constant(slots[slot]) };
                SlotState::Data(int, domain)
            }
        });
        run.set_node(node, NodeState::Layer { ctor, first });
        (ctor, first)
    }

    fn answer(_: &mut ConcreteRun, _: u32, _: AttrIx, _: impl FnMut(&[i64], &[Int])) -> bool {
        false
    }

    fn recall(
        run: &mut ConcreteRun,
        node: u32,
        key: AttrKey,
        mut decode: impl FnMut(&[i64], &[Int]),
    ) -> bool {
        match run.source.remembered.get(&(node, key)) {
            Some(Ok(answer)) => decode(&answer.words, &answer.ints),
            Some(Err(failure)) => raise(failure.clone()),
            None => return false,
        }
        true
    }

    fn holder(run: &ConcreteRun, node: u32) -> Option<(u32, CtorIx, usize)> {
        run.source.holders.get(at(node)).copied().flatten()
    }

    fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        self.remembered.insert((node, key), Ok(answer.clone()));
    }

    fn settled(_: &mut ConcreteRun, _: Int, _: WideInt) -> Int {
        too_wide()
    }

    fn value(_: &mut ConcreteRun, _: WideInt) -> i128 {
        too_wide()
    }
}

fn too_wide() -> ! {
    fail("the predicate reads an integer that does not fit into an i64".to_owned())
}

/// The verdict of a predicate on a value, and the number of the condition that rejected it.
///
/// The value is the node `whole` of `nodes`.
///
/// # Errors
/// When the predicate panics or reads without end.
///
/// # Panics
/// When the predicate is opaque.
pub fn holds(
    model: &Model,
    predicate: &Predicate,
    nodes: Vec<ValueNode>,
    whole: usize,
) -> Result<(bool, Option<u32>), Failure> {
    let (run, verdict) = evaluate(model, nodes, &[], |nodes| ask(predicate, nodes(whole)));
    verdict.map(|holds| (holds, run.condition))
}

/// Whether the data of a value, whose last node is the whole, is what its contexts allow.
///
/// # Errors
/// When a rule panics, reads without end, or has no result.
pub fn is_allowed(model: &Model, nodes: &[ValueNode]) -> Result<bool, Failure> {
    let (Some(rules), Some(last)) = (&model.contexts, nodes.len().checked_sub(1)) else { return Ok(true) };
    on_value(model, nodes.to_vec(), &[], |nodes| conforms(rules, nodes(last)))
}

/// What some work finds at a node of a value, whose last node is the whole: the work reads the node as a predicate does. It is
/// done again where an attribute descends too deep, and then descends no more.
///
/// # Errors
/// When the work panics or reads without end.
pub fn at_node<R>(
    model: &Model,
    nodes: Vec<ValueNode>,
    node: usize,
    work: impl Fn(Handle) -> R,
) -> Result<R, Failure> {
    on_value(model, nodes, &[], |nodes| work(nodes(node)))
}

/// The values that a data slot of a value's node can have where the node stands; `None` if no rule says less than its domain.
/// The value's last node is the whole.
///
/// # Errors
/// When the rule panics, reads without end, or has no result.
pub fn allowed_values(
    model: &Model,
    nodes: &[ValueNode],
    (node, slot): (usize, usize),
) -> Result<Option<AllowedValues>, Failure> {
    let rules = model.contexts.as_ref();
    let Some(narrow) = rules.and_then(|rules| rules.narrow(nodes[node].ctor, slot)) else { return Ok(None) };
    at_node(model, nodes.to_vec(), node, |node| narrow.apply(&context(node), node)).map(Some)
}

/// Whether a node of the value under evaluation is a part of another; always without contexts, which alone ask for it.
pub(crate) fn is_held(model: &Model, node: usize) -> bool {
    model.contexts.is_none() || ConcreteRun::with(|run| ConcreteSource::holder(run, small(node)).is_some())
}

/// The number of the condition that was the last to reject in the evaluation under way.
pub(crate) fn last_to_reject() -> Option<u32> {
    ConcreteRun::with(|run| run.condition)
}

/// The answer of an attribute: its words, then its integers; or its failure.
pub type Answer = Result<Vec<i64>, Failure>;

/// The answers of each node to the attributes of its type: `attributes` has a list for each type, the result one for each node.
///
/// Parts come before wholes among the nodes and are asked first, so that an attribute that asks the parts for others of the
/// lists finds their answers, however deep the value is. One that fails does so for those who read it, nobody else.
#[must_use]
pub fn answers(model: &Model, nodes: Vec<ValueNode>, attributes: &[Vec<Attribute>]) -> Vec<Vec<Answer>> {
    let owners: Vec<_> = nodes.iter().map(|node| model.schema.constructor(node.ctor).ty).collect();
    let (_, answers) = evaluate(model, nodes, &[], |nodes| {
        let of_node = |(node, ty): (usize, &TypeIx)| {
            let attributes = attributes.get(ty.index()).into_iter().flatten();
            attributes.map(|attribute| answer(node, nodes(node), attribute)).collect()
        };
        owners.iter().enumerate().map(of_node).collect()
    });
    answers.unwrap_or_else(|failure| {
        let failed = |ty: &TypeIx| attributes.get(ty.index()).map_or(0, Vec::len);
        owners.iter().map(|ty| vec![Err(failure.clone()); failed(ty)]).collect()
    })
}

/// The answer of a node, from the cache or evaluated now.
fn answer(node: usize, handle: Handle, attribute: &Attribute) -> Answer {
    let place = (small(node), attribute.key);
    let known = ConcreteRun::with(|run| run.source.remembered.get(&place).cloned());
    let answer = known.unwrap_or_else(|| {
        let answer = guarded(|| {
            let mut out = Encoder::default();
            (attribute.eval)(handle, &mut out);
            out
        });
        ConcreteRun::with(|run| run.source.remembered.insert(place, answer.clone()));
        answer
    })?;
    guarded(|| answer.words.iter().copied().chain(answer.ints.iter().map(|int| int.value())).collect())
}

/// By node, the node that holds it and the slot, within the whole, which is the last node; empty without contexts.
fn holders(model: &Model, nodes: &[ValueNode]) -> Vec<Option<(u32, CtorIx, usize)>> {
    let mut holders = vec![None; if model.contexts.is_some() { nodes.len() } else { 0 }];
    let mut open: Vec<usize> = if holders.is_empty() { Vec::new() } else { vec![nodes.len() - 1] };
    while let Some(whole) = open.pop() {
        let ValueNode { ctor, slots } = &nodes[whole];
        for slot in &model.schema.constructor(*ctor).recursive {
            if let Ok(part) = usize::try_from(slots[*slot]) {
                holders[part] = Some((small(whole), *ctor, *slot));
                open.push(part);
            }
        }
    }
    holders
}

/// Does work on the nodes of a value, whose last node is the whole, in a run of its own. The integers of `wide`, each a node and its
/// slot, do not fit into an `i64`: work that reads one fails.
pub(crate) fn on_value<R>(
    model: &Model,
    nodes: Vec<ValueNode>,
    wide: &[(u32, u32)],
    work: impl Fn(&dyn Fn(usize) -> Handle) -> R,
) -> Result<R, Failure> {
    evaluate(model, nodes, wide, work).1
}

fn evaluate<R>(
    model: &Model,
    nodes: Vec<ValueNode>,
    wide: &[(u32, u32)],
    work: impl Fn(&dyn Fn(usize) -> Handle) -> R,
) -> (Box<ConcreteRun>, Result<R, Failure>) {
    let wide = wide.iter().copied().collect();
    let holders = holders(model, &nodes);
    let source = ConcreteSource { nodes, wide, holders, remembered: FxHashMap::default() };
    enter(Run::new(model, Default::default(), source), || {
        ConcreteRun::with(|run| {
            run.restart();
            for node in 0..small(run.source.nodes.len()) {
                run.push_node(NodeIx(node));
            }
        });
        let mut prepared = 0;
        loop {
            let verdict = guarded(|| work(&|node| ConcreteRun::with(|run| run.handle(small(node)))));
            let asked: DiscoveredAttributes = ConcreteRun::with(|run| run.discovered[prepared..].to_vec());
            // An attribute that descends too deep is worked out parts before wholes, and then descends no more.
            match verdict {
                Err(Failure::Endless) if !asked.is_empty() => prepare(&asked),
                verdict => return verdict,
            }
            prepared += asked.len();
        }
    })
}

/// Works out attributes on every node of their types, parts before wholes: parts have smaller numbers.
fn prepare(attributes: &DiscoveredAttributes) {
    let nodes = ConcreteRun::with(|run| {
        run.begin_reads();
        small(run.source.nodes.len())
    });
    for node in 0..nodes {
        let (ty, handle) = ConcreteRun::with(|run| (run.type_of(node), run.handle(node)));
        for (_, attribute) in attributes.iter().filter(|(of, _)| *of == ty) {
            // One that fails has nothing to remember: it fails again for who reads it.
            let _ = guarded(|| {
                let mut out = Encoder::default();
                (attribute.eval)(handle, &mut out);
                ConcreteRun::with(|run| run.remember(node, attribute.key, &out));
            });
        }
    }
    ConcreteRun::with(Run::begin_reads);
}

/// The verdict of a predicate on a node of the value under evaluation.
///
/// # Panics
/// When the predicate is opaque.
pub(crate) fn ask(predicate: &Predicate, handle: Handle) -> bool {
    match predicate {
        Predicate::Observed { conditions, .. } => conditions.hold(handle),
        Predicate::Opaque(_) => panic!("is_valid needs a predicate over a view; call this one on the value"),
    }
}
