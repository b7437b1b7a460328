//! Evaluates predicates and attributes on a concrete value: nothing of it is undecided, so that there is one run.

use rustc_hash::{FxHashMap, FxHashSet};

use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at, small};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::ValueNode;

use crate::predicate_run::attributes_in_use::DiscoveredAttributes;
use crate::predicate_run::conformance::conforms;
use crate::predicate_run::current_run::{DecodeAnswer, Evaluation, enter};
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

    fn answer(_: &mut ConcreteRun, _: u32, _: AttrIx, _: &mut DecodeAnswer<'_>) -> bool {
        false
    }

    fn recall(run: &mut ConcreteRun, node: u32, key: AttrKey, decode: &mut DecodeAnswer<'_>) -> bool {
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
    evaluate(model, nodes.to_vec(), &[], |nodes| conforms(rules, nodes(last))).1
}

/// Whether `rep_ok` holds of every node, and `root_ok` of the whole, which is the last node. The integers of `wide`, each
/// a node and its slot, do not fit into an `i64`: a predicate that reads one fails.
///
/// # Errors
/// When a predicate panics or reads without end.
///
/// # Panics
/// When a predicate is opaque.
pub fn is_valid(model: &Model, nodes: Vec<ValueNode>, wide: &[(u32, u32)]) -> Result<bool, Failure> {
    Ok(rejection(model, nodes, wide).1?.is_none())
}

/// The number of the condition that rejects a value, whose last node is the whole; the outer `None` if none does. Parts are
/// judged before wholes, each by its `rep_ok`, at last the whole by `root_ok`; the first to reject is the one.
///
/// # Errors
/// When a predicate panics or reads without end.
///
/// # Panics
/// When a predicate is opaque.
pub fn rejected_by(model: &Model, nodes: Vec<ValueNode>) -> Result<Option<Option<u32>>, Failure> {
    let (run, rejected) = rejection(model, nodes, &[]);
    Ok(rejected?.map(|_| run.condition))
}

/// The node whose predicate is the first to reject, parts before wholes.
fn rejection(
    model: &Model,
    nodes: Vec<ValueNode>,
    wide: &[(u32, u32)],
) -> (Box<ConcreteRun>, Result<Option<usize>, Failure>) {
    let owners: Vec<_> = nodes.iter().map(|node| model.schema.constructor(node.ctor).ty).collect();
    let Some(last) = owners.len().checked_sub(1) else { return evaluate(model, nodes, wide, |_| None) };
    // What is a part of nothing has no context.
    let is_judged = |node: &usize| {
        model.contexts.is_none()
            || *node == last
            || ConcreteRun::with(|run| ConcreteSource::holder(run, small(*node)).is_some())
    };
    evaluate(model, nodes, wide, |nodes| {
        if let Some(rules) = &model.contexts
            && !conforms(rules, nodes(last))
        {
            return Some(last);
        }
        (0..owners.len()).filter(is_judged).find(|node| {
            let holds =
                |predicate: &Option<Predicate>| predicate.as_ref().is_none_or(|p| ask(p, nodes(*node)));
            !(holds(&model.rep_ok[owners[*node].index()]) && (*node < last || holds(&model.root_ok)))
        })
    })
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

fn ask(predicate: &Predicate, handle: Handle) -> bool {
    match predicate {
        Predicate::Observed { conditions, .. } => conditions.hold(handle),
        Predicate::Opaque(_) => panic!("is_valid needs a predicate over a view; call this one on the value"),
    }
}
