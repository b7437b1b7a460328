//! The form of numbers in saved builds: their digits of 32 bits, the least significant first.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::natural::{Natural, halves};

impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digit = |digit: u64| u32::try_from(digit).unwrap_or_default();
        let pair = |word: &u64| {
            let (low, high) = halves(u128::from(*word) << 32);
            [digit(low >> 32), digit(high)]
        };
        let mut digits: Vec<u32> = self.0.iter().flat_map(pair).collect();
        if digits.last() == Some(&0) {
            digits.pop();
        }
        digits.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::from_digits(&Vec::<u32>::deserialize(deserializer)?))
    }
}
