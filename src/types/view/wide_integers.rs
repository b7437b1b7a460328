//! Integers beyond 64 signed bits in views: a slot of a [`Domain::Wide`] holds the place of its value, and shows as that value.
//!
//! The values are 128 bits wide at most, as an [`Int`] is. Where they are consecutive, the place and a constant are the value, which stays
//! undecided; otherwise reading it decides it.

use std::sync::atomic::{AtomicBool, Ordering};

use dpgen_engine::predicate_run::{Int, with_schema};
use dpgen_forest::index::{DomainIx, shown};
use dpgen_forest::schema::{Domain, Schema, SlotKind};

/// Whether any type of this process has such a domain. Views are read so often that all others ask for nothing more.
static IN_USE: AtomicBool = AtomicBool::new(false);

/// Notes that a type has such a domain.
pub(crate) fn note() {
    IN_USE.store(true, Ordering::Relaxed);
}

/// The integer that a slot shows as.
#[inline]
pub(crate) fn shown_as(int: Int, domain: DomainIx) -> Int {
    if IN_USE.load(Ordering::Relaxed) { of_domain(int, domain) } else { int }
}

/// How the places of a domain become its values.
enum Places {
    /// They are the values.
    Values,
    /// The values follow this one.
    From(i128),
    /// One by one.
    Listed,
}

fn of_domain(int: Int, domain: DomainIx) -> Int {
    let places = with_schema(|schema| match schema.domain(domain) {
        Domain::Wide(texts) if int.known().is_none() => {
            consecutive(texts).map_or(Places::Listed, Places::From)
        }
        Domain::Wide(_) => Places::Listed,
        _ => Places::Values,
    });
    match places {
        Places::Values => int,
        Places::From(first) => int + Int::wide(first),
        Places::Listed => {
            let place = u32::try_from(int.value()).unwrap_or(u32::MAX);
            let text = with_schema(|schema| schema.domain(domain).show(place));
            let value = text.parse().unwrap_or_else(|_| {
                panic!("a predicate looks at {text}, which does not fit into the 128 signed bits of an `Int`")
            });
            Int::wide(value)
        }
    }
}

/// The first of consecutive integers.
fn consecutive(texts: &[String]) -> Option<i128> {
    let first: i128 = texts.first()?.parse().ok()?;
    let last: i128 = texts.last()?.parse().ok()?;
    (last.checked_sub(first)? == i128::from(shown(texts.len() - 1))).then_some(first)
}

/// The least integer of a domain, if it has integers.
pub(crate) fn least(domain: &Domain) -> Option<Int> {
    match domain {
        _ if domain.is_empty() => None,
        Domain::Wide(texts) => texts[0].parse().ok().map(Int::wide),
        _ => Some(Int::constant(domain.value(0))),
    }
}

/// Whether a domain's values show as integers.
pub(crate) fn is_integral(domain: &Domain) -> bool {
    domain.is_int() || matches!(domain, Domain::Wide(_))
}

/// Whether answers of attributes may have more than 64 bits: then they are written as words.
pub(crate) fn answers_are_wide() -> bool {
    let is_wide = |schema: &Schema| {
        let mut slots = schema.all_constructors().iter().flat_map(|constructor| &constructor.slots);
        slots.any(|slot| match slot.kind {
            SlotKind::Data(domain) => matches!(schema.domain(domain), Domain::Wide(_)),
            SlotKind::Recursive(_) => false,
        })
    };
    IN_USE.load(Ordering::Relaxed) && with_schema(is_wide)
}

/// The two words of an integer: the upper 64 bits, then the lower ones.
pub(crate) fn to_words(value: i128) -> [i64; 2] {
    let bytes = value.to_be_bytes();
    let half = |from: usize| {
        let mut half = [0; 8];
        half.copy_from_slice(&bytes[from..from + 8]);
        i64::from_be_bytes(half)
    };
    [half(0), half(8)]
}

/// The integer of two words.
pub(crate) fn of_words([upper, lower]: [i64; 2]) -> i128 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&upper.to_be_bytes());
    bytes[8..].copy_from_slice(&lower.to_be_bytes());
    i128::from_be_bytes(bytes)
}
