//! [`Descent`]: one step down a loss, with Adam and a bound on the gradient's length.

use candle_core::{Result, Tensor, Var};
use candle_nn::{AdamW, Optimizer, ParamsAdamW};

/// The greatest length of a gradient; longer ones are shortened to it.
const LENGTH: f64 = 0.5;

pub(crate) struct Descent {
    vars: Vec<Var>,
    adam: AdamW,
}

impl Descent {
    pub fn new(vars: Vec<Var>, rate: f64) -> Result<Self> {
        let adam =
            AdamW::new(vars.clone(), ParamsAdamW { lr: rate, weight_decay: 0.0, ..ParamsAdamW::default() })?;
        Ok(Self { vars, adam })
    }

    pub fn rate(&mut self, rate: f64) {
        self.adam.set_learning_rate(rate);
    }

    pub fn step(&mut self, loss: &Tensor) -> Result<()> {
        let mut gradients = loss.backward()?;
        let mut squares = 0.0;
        for var in &self.vars {
            if let Some(gradient) = gradients.get(var) {
                squares += f64::from(gradient.sqr()?.sum_all()?.to_scalar::<f32>()?);
            }
        }
        let factor = LENGTH / squares.sqrt().max(LENGTH);
        if !factor.is_finite() {
            candle_core::bail!("the loss has no finite gradient: lower the learning rate");
        }
        for var in &self.vars {
            if let Some(gradient) = gradients.remove(var) {
                gradients.insert(var, (gradient * factor)?);
            }
        }
        self.adam.step(&gradients)
    }
}
