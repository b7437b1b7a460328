//! Declaring a Rust type to the schema: its constructors, slots and domains, and its predicates.
//!
//! Read [`definer`] first, then [`field_domain`] (the values that a field's attributes give), and [`root_ok`] (which
//! predicate holds of which whole). What parts are told about where they stand is declared by [`context_declarations`] and
//! [`field_rules`], kept in [`contexts`], and checked in [`context_checks`]. Fields that refer to other parts are in [`references`].

pub(crate) mod boundary_values;
pub(crate) mod checked_arithmetic;
pub(crate) mod context_checks;
pub(crate) mod context_declarations;
pub(crate) mod contexts;
pub(crate) mod definer;
pub(crate) mod domain_value;
pub(crate) mod field_domain;
pub(crate) mod field_rules;
pub(crate) mod has_context;
pub(crate) mod integer;
pub(crate) mod predicate;
pub(crate) mod references;
pub(crate) mod root_ok;
pub(crate) mod sharing_fields;
pub(crate) mod type_name;
pub(crate) mod value_kinds;
