//! Values of a domain in words: one, and those that a field can have.

use dpgen_engine::predicate_run::AllowedValues;
use dpgen_forest::schema::Domain;

/// A value of a domain as it is shown; one outside of it as an integer.
pub(crate) fn value_text(domain: &Domain, value: i64) -> String {
    domain.index_of(value).map_or_else(|| value.to_string(), |index| domain.show(index))
}

/// Which values of a domain a field can have, in words.
pub(crate) fn values_text(domain: &Domain, allowed: &AllowedValues) -> String {
    const MAX_INTERVALS: usize = 6;
    let interval = |(lo, hi): &(i64, i64)| match (domain, *hi - *lo) {
        (_, 0) => value_text(domain, *lo),
        (Domain::Range { .. } | Domain::Ints(_), _) => format!("{lo}..={hi}"),
        (_, 1) => format!("{}, {}", value_text(domain, *lo), value_text(domain, *hi)),
        _ => format!("{} to {}", value_text(domain, *lo), value_text(domain, *hi)),
    };
    let mut shown: Vec<String> = allowed.iter().take(MAX_INTERVALS).map(interval).collect();
    if allowed.len() > MAX_INTERVALS {
        shown.push("…".to_owned());
    }
    match shown.as_slice() {
        [] => "there is no value for it".to_owned(),
        _ => format!("can be {}", shown.join(", ")),
    }
}
