//! Checks what holds between the attributes of a type ([`rules`]), and between a field's domain and its type ([`domain_fit`]).

pub(crate) mod domain_fit;
pub(crate) mod rules;
