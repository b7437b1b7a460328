//! [`NamedRead`]: how an expression reads a field or attribute, for the message where it is not defined.
//!
//! The message says what to do: define the attribute for the constructor, or ask for the constructor before the read.

use std::sync::Arc;

/// A read of a field or attribute of a structure.
#[derive(Debug, Clone)]
pub(crate) struct NamedRead {
    /// The whole expression, as in `left.height`.
    pub(crate) shown_as: Arc<str>,
    /// The structure that is read, as in `left`; the one at hand has no name.
    pub(crate) owner: Option<Arc<str>>,
    /// Whether the expression is part of a condition.
    pub(crate) in_condition: bool,
    /// The file and line of the attribute; of a field, nothing.
    pub(crate) defined_at: Option<Arc<str>>,
}

impl NamedRead {
    /// The message for a constructor without it; `what` is the field or attribute with its type, as in "field `key` of type `Tree`".
    pub(crate) fn undefined(&self, what: &str, name: &str, ctor: &str) -> String {
        let Self { shown_as, owner, in_condition, defined_at } = self;
        let kind = owner.as_ref().map_or_else(|| "kind".to_owned(), |owner| format!("{owner}.kind"));
        let guarded = match in_condition {
            true => format!("{kind} == '{ctor}' || ..."),
            false => format!("{kind} == '{ctor}' ? ... : {shown_as}"),
        };
        let remedy = match defined_at {
            Some(place) => {
                format!("give `{name}` a value for `{ctor}` ({place}), or guard the read, as in `{guarded}`")
            }
            None => format!("guard the read, as in `{guarded}`"),
        };
        format!("{what} is not defined for constructor `{ctor}` (read as `{shown_as}`); {remedy}")
    }
}
