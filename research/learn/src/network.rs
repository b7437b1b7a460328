//! [`Network`]: from what is seen to a probability of each way.
//!
//! The model of Dai et al., "Learning Transferable Graph Exploration" (NeurIPS 2019): node embeddings by rounds of message
//! passing with a gated recurrent unit, an attention read-out, a memory (LSTM) over the history, and heads for the policy and
//! for its value. It differs where the paper fixes the number of moves: the policy scores each way by the embedding of the node
//! that it leads to, as pointer networks do. Parameters do not depend on the size of a graph.

use candle_core::{Device, Result, Tensor};
use candle_nn::ops::log_softmax;

use crate::layers::{Gru, Held, Linear, Lstm};
use crate::observation::{Batch, FEATURE_COUNT};
use crate::params::Params;

/// How large a network is, and which parts it has.
///
/// ```
/// use dpgen_learn::Config;
/// let config = Config { rounds: 0, ..Config::new(4) };
/// assert_eq!(config.kinds, 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    /// How many kinds of moves there are: 4 in a maze.
    pub kinds: usize,
    /// How many numbers describe a node.
    pub embedding: usize,
    /// How often nodes hear from their neighbours; with 0 rounds a graph is the set of its nodes.
    pub rounds: usize,
    /// How many numbers the memory holds.
    pub memory: usize,
    /// Whether there is a memory; without, only the present counts.
    pub history: bool,
    /// Whether the read-out is over all nodes; else it is the node where one is.
    pub graph: bool,
}

impl Config {
    /// 32 numbers a node, 4 rounds, a memory of 64 numbers.
    #[must_use]
    pub fn new(kinds: usize) -> Self {
        Self { kinds, embedding: 32, rounds: 4, memory: 64, history: true, graph: true }
    }
}

/// The layers, over their parameters.
#[derive(Debug, Clone)]
pub(crate) struct Network {
    pub config: Config,
    pub params: Params,
    embed: Linear,
    unknown: Tensor,
    send: Linear,
    update: Gru,
    attend: Linear,
    memory: Lstm,
    here: Linear,
    target: Linear,
    kind: Tensor,
    score: Linear,
    value: Linear,
}

/// What the heads say of each graph.
pub(crate) struct Decision {
    /// By graph and way: the logarithm of its probability; very low where there is no such way.
    pub log_probabilities: Tensor,
    /// By graph: the part of all nodes that will be newly visited.
    pub value: Tensor,
}

impl Network {
    pub fn new(config: Config, seed: u64) -> Result<Self> {
        let mut params = Params::new(seed);
        let p = &mut params;
        let Config { kinds, embedding: d, memory: m, .. } = config;
        Ok(Self {
            embed: Linear::new(p, "embed", FEATURE_COUNT, d)?,
            unknown: p.row("unknown", d, 0.0)?,
            send: Linear::new(p, "send", d, 2 * kinds * d)?,
            update: Gru::new(p, "update", d, d)?,
            attend: Linear::new(p, "attend", d, 1)?,
            memory: Lstm::new(p, "memory", 2 * d + 1, m)?,
            here: Linear::new(p, "here", m, d)?,
            target: Linear::new(p, "target", d, d)?,
            kind: p.matrix("kind", kinds, d)?,
            score: Linear::new(p, "score", d, 1)?,
            value: Linear::new(p, "value", m, 1)?,
            config,
            params,
        })
    }

    /// What a memory holds in the beginning, for so many graphs.
    pub fn nothing(&self, graphs: usize) -> Result<Held> {
        let zeros = Tensor::zeros((graphs, self.config.memory), candle_core::DType::F32, &Device::Cpu)?;
        Ok(Held { output: zeros.clone(), cell: zeros })
    }

    /// One step of several explorers, each with its memory.
    pub fn step(&self, batch: &Batch, held: &Held) -> Result<(Decision, Held)> {
        let (nodes, read) = self.encode(batch)?;
        let held = self.memory.forward(&read, &self.before(held)?)?;
        Ok((self.decide(batch, &nodes, &held.output)?, held))
    }

    /// All steps of several explorers: graph `step * explorers + explorer` of the batch is what one saw then.
    pub fn episodes(&self, batch: &Batch, explorers: usize) -> Result<Decision> {
        let (nodes, read) = self.encode(batch)?;
        let mut held = self.nothing(explorers)?;
        let mut outputs = Vec::new();
        for step in 0..batch.graphs / explorers.max(1) {
            held =
                self.memory.forward(&read.narrow(0, step * explorers, explorers)?, &self.before(&held)?)?;
            outputs.push(held.output.clone());
        }
        self.decide(batch, &nodes, &Tensor::cat(&outputs, 0)?)
    }

    /// What is left of a memory after a step: nothing, if there is to be no history.
    fn before(&self, held: &Held) -> Result<Held> {
        if self.config.history { Ok(held.clone()) } else { self.nothing(held.output.dim(0)?) }
    }

    /// The embeddings of all nodes, one more for a node that is not known, and what is read out of each graph.
    fn encode(&self, batch: &Batch) -> Result<(Tensor, Tensor)> {
        let Config { kinds, embedding: d, rounds, graph, .. } = self.config;
        let mut nodes = self.embed.forward(&batch.features)?.tanh()?;
        for _ in 0..rounds {
            let heard = Tensor::zeros((batch.nodes, d), candle_core::DType::F32, &Device::Cpu)?;
            let heard = match &batch.messages {
                Some((senders, receivers)) => {
                    let said = self.send.forward(&nodes)?.reshape((batch.nodes * 2 * kinds, d))?;
                    heard.index_add(receivers, &said.index_select(senders, 0)?.relu()?, 0)?
                }
                None => heard,
            };
            nodes = self.update.forward(&heard, &nodes)?;
        }
        let here = nodes.index_select(&batch.here, 0)?;
        let read = if graph {
            // Scores are bounded, so that their exponentials need no maximum taken off.
            let attention = (self.attend.forward(&nodes)?.tanh()? * 4.0)?.exp()?;
            let weighted = Tensor::cat(&[&nodes.broadcast_mul(&attention)?, &attention], 1)?;
            let zeros = Tensor::zeros((batch.graphs, d + 1), candle_core::DType::F32, &Device::Cpu)?;
            let sums = zeros.index_add(&batch.owner, &weighted, 0)?;
            sums.narrow(1, 0, d)?.broadcast_div(&sums.narrow(1, d, 1)?)?
        } else {
            here.clone()
        };
        let read = Tensor::cat(&[&read, &here, &batch.clock], 1)?;
        Ok((Tensor::cat(&[&nodes, &self.unknown], 0)?, read))
    }

    fn decide(&self, batch: &Batch, nodes: &Tensor, memory: &Tensor) -> Result<Decision> {
        let here = self.here.forward(memory)?.index_select(&batch.chooser, 0)?;
        let target = self.target.forward(&nodes.index_select(&batch.target, 0)?)?;
        let kind = self.kind.index_select(&batch.kind, 0)?;
        let scores = self.score.forward(&((here + target)? + kind)?.tanh()?)?;
        let none = Tensor::full(-1e9_f32, (1, 1), &Device::Cpu)?;
        let scores = Tensor::cat(&[&scores, &none], 0)?.index_select(&batch.choices, 0)?;
        let log_probabilities = log_softmax(&scores.reshape((batch.graphs, batch.most))?, 1)?;
        Ok(Decision { log_probabilities, value: self.value.forward(memory)?.squeeze(1)? })
    }
}
