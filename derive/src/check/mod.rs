//! Checks what holds between the attributes of a type ([`rules`]), between a field's domain and its type ([`domain_fit`]), and between
//! closures and the fields that they name ([`context_rules`]).

pub(crate) mod context_rules;
pub(crate) mod domain_fit;
pub(crate) mod rules;
