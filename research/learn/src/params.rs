//! [`Params`]: the numbers that are learned, by name.
//!
//! They begin as draws from a seed, in the order in which layers ask for them, so that equal seeds give equal networks; candle's
//! own initialisation can not be seeded on a processor.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use candle_core::{Device, Result, Tensor, Var};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;

use crate::index::{id, small};

/// Learned tensors, by name.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    vars: BTreeMap<String, Var>,
    seed: u64,
}

impl Params {
    pub fn new(seed: u64) -> Self {
        Self { vars: BTreeMap::new(), seed }
    }

    /// A matrix from so many inputs to so many outputs: uniform between plus and minus the inverse root of the inputs.
    pub fn matrix(&mut self, name: &str, inputs: usize, outputs: usize) -> Result<Tensor> {
        let bound = small(inputs.max(1)).sqrt().recip();
        let place = u64::from(id(self.vars.len()));
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed.wrapping_mul(1_000_003).wrapping_add(place));
        let values = (0..inputs * outputs).map(|_| rng.random_range(-bound..bound)).collect();
        self.add(name, Tensor::from_vec::<_, f32>(values, (inputs, outputs), &Device::Cpu)?)
    }

    /// A row of equal numbers.
    pub fn row(&mut self, name: &str, outputs: usize, value: f32) -> Result<Tensor> {
        self.add(name, Tensor::full(value, (1, outputs), &Device::Cpu)?)
    }

    fn add(&mut self, name: &str, tensor: Tensor) -> Result<Tensor> {
        let var = Var::from_tensor(&tensor)?;
        let tensor = var.as_tensor().clone();
        self.vars.insert(name.to_string(), var);
        Ok(tensor)
    }

    /// All of them, in the order of their names.
    pub fn all(&self) -> Vec<Var> {
        self.vars.values().cloned().collect()
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.vars.values().map(|var| var.elem_count()).sum()
    }

    pub fn save(&self, path: &Path) -> Result<()> {
        let tensors: HashMap<String, Tensor> =
            self.vars.iter().map(|(name, var)| (name.clone(), var.as_tensor().clone())).collect();
        candle_core::safetensors::save(&tensors, path)
    }

    /// Takes the numbers of a saved network of the same shape.
    pub fn load(&self, bytes: &[u8]) -> Result<()> {
        let tensors = candle_core::safetensors::load_buffer(bytes, &Device::Cpu)?;
        if let Some(name) = tensors.keys().find(|name| !self.vars.contains_key(*name)) {
            candle_core::bail!(
                "the weights have {name}, which this network has not: they are of another one"
            );
        }
        for (name, var) in &self.vars {
            let Some(tensor) = tensors.get(name) else {
                candle_core::bail!("the weights have no {name}: they are of another network");
            };
            if tensor.dims() != var.dims() {
                candle_core::bail!(
                    "{name} has the shape {:?}, and this network's {:?}",
                    tensor.dims(),
                    var.dims()
                );
            }
            var.set(tensor)?;
        }
        Ok(())
    }
}
