//! [`Batch`]: what several explorers have seen, as tensors.
//!
//! Graphs lie one after the other: node `i` of a graph is row `first + i`, so that no graph is padded to the size of another.
//! Only the ways to choose from are padded, to the most that a graph has. Row `nodes` stands for a node that is not known.
//!
//! Messages run against the ways: a node hears from the nodes that its ways lead to. A node in sight has no ways yet; it hears
//! from the nodes that lead to it, by kinds of their own.

use candle_core::{Device, Result, Tensor};
use dpgen_worlds::{NodeId, Seen};

use crate::index::{id, small};

/// What is said of a node: whether it has been visited, whether one is there, and which part of its ways is open.
pub(crate) const FEATURE_COUNT: usize = 3;

/// Several graphs at once.
#[derive(Debug)]
pub(crate) struct Batch {
    pub graphs: usize,
    pub nodes: usize,
    /// By node: its features.
    pub features: Tensor,
    /// By node: its graph.
    pub owner: Tensor,
    /// By message: `sender * kinds + kind`, and the receiver. `None` if there is no message.
    pub messages: Option<(Tensor, Tensor)>,
    /// By graph: the node where one is, and the part of all steps that is left.
    pub here: Tensor,
    pub clock: Tensor,
    /// By way: where it leads, its kind, its graph.
    pub target: Tensor,
    pub kind: Tensor,
    pub chooser: Tensor,
    /// By graph and number of the way: which way; the number of ways stands for none.
    pub choices: Tensor,
    /// The most ways of a graph.
    pub most: usize,
}

impl Batch {
    /// With so many kinds of moves, of `steps` steps in all.
    pub fn new(seen: &[&Seen], kinds: usize, steps: u32) -> Result<Self> {
        let mut features: Vec<f32> = Vec::new();
        let (mut owner, mut senders, mut receivers) = (Vec::new(), Vec::new(), Vec::new());
        let (mut here, mut clock) = (Vec::new(), Vec::new());
        let (mut target, mut kind, mut chooser) = (Vec::new(), Vec::new(), Vec::new());
        let nodes: usize = seen.iter().map(|seen| seen.known()).sum();
        let mut first = 0;
        for (graph, seen) in seen.iter().enumerate() {
            for node in (0..seen.known()).map(NodeId::new) {
                let row = first + node.at();
                let ways = seen.ways(node);
                let open = ways.iter().filter(|way| seen.is_open(**way)).count();
                let is = |holds: bool| f32::from(u8::from(holds));
                features.extend([
                    is(seen.is_visited(node)),
                    is(seen.here() == node),
                    small(open) / small(ways.len().max(1)),
                ]);
                owner.push(id(graph));
                for way in ways {
                    let kind = usize::from(way.kind);
                    if kind >= kinds {
                        candle_core::bail!(
                            "the world has moves of kind {kind}, and the network knows {kinds} kinds"
                        );
                    }
                    let Some(to) = way.to else { continue };
                    senders.push(id((first + to.at()) * 2 * kinds + kind));
                    receivers.push(id(row));
                    if !seen.is_visited(to) {
                        senders.push(id(row * 2 * kinds + kinds + kind));
                        receivers.push(id(first + to.at()));
                    }
                }
            }
            here.push(id(first + seen.here().at()));
            clock.push(
                small(usize::try_from(seen.steps_left()).unwrap_or(0))
                    / small(usize::try_from(steps.max(1)).unwrap_or(1)),
            );
            for way in seen.ways(seen.here()) {
                target.push(id(way.to.map_or(nodes, |to| first + to.at())));
                kind.push(u32::from(way.kind));
                chooser.push(id(graph));
            }
            first += seen.known();
        }
        let most = seen.iter().map(|seen| seen.ways(seen.here()).len()).max().unwrap_or(0);
        let (choices, ways) = (choices(seen, most), target.len());
        let device = &Device::Cpu;
        let messages = if senders.is_empty() {
            None
        } else {
            let count = senders.len();
            Some((Tensor::from_vec(senders, count, device)?, Tensor::from_vec(receivers, count, device)?))
        };
        Ok(Self {
            graphs: seen.len(),
            nodes,
            features: Tensor::from_vec(features, (nodes, FEATURE_COUNT), device)?,
            owner: Tensor::from_vec(owner, nodes, device)?,
            messages,
            here: Tensor::from_vec(here, seen.len(), device)?,
            clock: Tensor::from_vec(clock, (seen.len(), 1), device)?,
            target: Tensor::from_vec(target, ways, device)?,
            kind: Tensor::from_vec(kind, ways, device)?,
            chooser: Tensor::from_vec(chooser, ways, device)?,
            choices: Tensor::from_vec(choices, seen.len() * most, device)?,
            most,
        })
    }
}

/// By graph and number of the way: the way's place among all, or their number where the graph has fewer ways.
fn choices(seen: &[&Seen], most: usize) -> Vec<u32> {
    let counts: Vec<usize> = seen.iter().map(|seen| seen.ways(seen.here()).len()).collect();
    let all: usize = counts.iter().sum();
    let mut first = 0;
    let mut choices = Vec::with_capacity(seen.len() * most);
    for count in counts {
        choices.extend((0..most).map(|way| id(if way < count { first + way } else { all })));
        first += count;
    }
    choices
}
