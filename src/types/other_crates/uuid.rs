//! `uuid`: a `Uuid` shows as its 128 bits.

use uuid::Uuid;

use crate::types::other_crates::as_integers::as_integers;

as_integers! {
    Uuid as u128, |integer| Some(Self::from_u128(integer)), |own| Some(own.as_u128());
}
