//! Advice for entries of a spec that stand in the wrong place or have the wrong form.

use super::source_text::{Map, excerpt};

/// Entries of a type that are looked for in the spec itself, and where they stand.
pub(crate) const ENTRIES_OF_TYPES: [(&str, &str); 4] = [
    (
        "rep_ok",
        "it stands within a type, with conditions on each part; `root_ok` has conditions on the whole structure",
    ),
    ("attributes", "it stands within a type, beside its `constructors`"),
    ("constructors", "it stands within a type, as in `types: {\"Tree\": (constructors: {...})}`"),
    ("context", "it stands within a type, beside its `constructors`"),
];
/// Entries of the spec that are looked for in a type, and where they stand.
pub(crate) const ENTRIES_OF_SPECS: [(&str, &str); 4] = [
    ("root_ok", "it stands beside `types`; `rep_ok` of a type has conditions on each part"),
    ("render", "it stands beside `types`"),
    ("counts", "it stands beside `types`"),
    ("params", "it stands beside `types`"),
];

/// An example with some constructors as keys, for messages.
pub(crate) fn by_constructor<T>(constructors: &Map<T>, value: &str) -> String {
    const MAX_CONSTRUCTORS: usize = 3;
    let names = constructors.0.iter().map(|(name, _)| excerpt(&name.value));
    let mut names: Vec<String> = names.take(MAX_CONSTRUCTORS).collect();
    if names.is_empty() {
        names.push("Constructor".to_owned());
    }
    let entries: Vec<String> = names.iter().map(|name| format!("\"{name}\": {value}")).collect();
    let more = if constructors.0.len() > MAX_CONSTRUCTORS { ", ..." } else { "" };
    format!("{{{}{more}}}", entries.join(", "))
}
