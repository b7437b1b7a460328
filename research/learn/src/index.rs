//! The only casts of the crate.
#![allow(clippy::as_conversions, reason = "the one file of the crate in which numbers are cast")]

/// A place in a tensor.
///
/// # Panics
/// Above `u32::MAX`: no batch is as large.
#[inline]
#[track_caller]
pub(crate) fn id(place: usize) -> u32 {
    match u32::try_from(place) {
        Ok(place) => place,
        Err(_) => panic!("{place} entries, where a batch has at most {}", u32::MAX),
    }
}

/// A number of things as a float; exact below 2^24.
#[inline]
pub(crate) const fn small(count: usize) -> f32 {
    count as f32
}

/// A double as a float, rounded.
#[inline]
pub(crate) const fn float(value: f64) -> f32 {
    value as f32
}
