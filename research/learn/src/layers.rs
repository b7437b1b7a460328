//! The layers that the network is made of: linear, the gated recurrent unit, long short-term memory.

use candle_core::{Result, Tensor};
use candle_nn::ops::sigmoid;

use crate::params::Params;

/// `x W + b`.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    weight: Tensor,
    bias: Tensor,
}

impl Linear {
    pub fn new(params: &mut Params, name: &str, inputs: usize, outputs: usize) -> Result<Self> {
        Ok(Self {
            weight: params.matrix(&format!("{name}.weight"), inputs, outputs)?,
            bias: params.row(&format!("{name}.bias"), outputs, 0.0)?,
        })
    }

    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.matmul(&self.weight)?.broadcast_add(&self.bias)
    }
}

/// A gated recurrent unit (Cho et al., EMNLP 2014): how much of a node's old embedding a message replaces.
#[derive(Debug, Clone)]
pub(crate) struct Gru {
    gates: Linear,
    candidate: Linear,
    size: usize,
}

impl Gru {
    pub fn new(params: &mut Params, name: &str, inputs: usize, size: usize) -> Result<Self> {
        Ok(Self {
            gates: Linear::new(params, &format!("{name}.gates"), inputs + size, 2 * size)?,
            candidate: Linear::new(params, &format!("{name}.candidate"), inputs + size, size)?,
            size,
        })
    }

    pub fn forward(&self, input: &Tensor, old: &Tensor) -> Result<Tensor> {
        let gates = sigmoid(&self.gates.forward(&Tensor::cat(&[input, old], 1)?)?)?;
        let (reset, update) = (gates.narrow(1, 0, self.size)?, gates.narrow(1, self.size, self.size)?);
        let candidate = self.candidate.forward(&Tensor::cat(&[input, &(reset * old)?], 1)?)?.tanh()?;
        old + (update * (candidate - old)?)?
    }
}

/// What a memory holds: its output and its cell.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    pub output: Tensor,
    pub cell: Tensor,
}

impl Held {
    /// The same numbers, without how they came about: nothing is learned through them.
    pub fn detached(&self) -> Self {
        Self { output: self.output.detach(), cell: self.cell.detach() }
    }
}

/// Long short-term memory (Hochreiter and Schmidhuber, 1997), with a forget gate that begins open.
#[derive(Debug, Clone)]
pub(crate) struct Lstm {
    gates: Linear,
    forget: Tensor,
    pub size: usize,
}

impl Lstm {
    pub fn new(params: &mut Params, name: &str, inputs: usize, size: usize) -> Result<Self> {
        Ok(Self {
            gates: Linear::new(params, &format!("{name}.gates"), inputs + size, 4 * size)?,
            forget: params.row(&format!("{name}.forget"), size, 1.0)?,
            size,
        })
    }

    pub fn forward(&self, input: &Tensor, held: &Held) -> Result<Held> {
        let gates = self.gates.forward(&Tensor::cat(&[input, &held.output], 1)?)?;
        let gate = |place: usize| gates.narrow(1, place * self.size, self.size);
        let keep = sigmoid(&gate(0)?.broadcast_add(&self.forget)?)?;
        let written = (sigmoid(&gate(1)?)? * gate(2)?.tanh()?)?;
        let cell = ((keep * &held.cell)? + written)?;
        let output = (sigmoid(&gate(3)?)? * cell.tanh()?)?;
        Ok(Held { output, cell })
    }
}
