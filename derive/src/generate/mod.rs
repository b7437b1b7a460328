//! Generates code: [`dpgen_impl`] all of a type, from its parts ([`view_code`], [`schema_code`], [`domain_code`], [`rule_code`], [`value_code`], [`rebuild_code`], [`walk_code`],
//! [`link_code`], [`mirror_code`], [`constants_code`], [`payload_code`], with the type's parameters as [`generics`] bounds them), or
//! [`error_stubs`] where there is a mistake.

pub(crate) mod constants_code;
pub(crate) mod domain_code;
pub(crate) mod dpgen_impl;
pub(crate) mod error_stubs;
pub(crate) mod generics;
pub(crate) mod link_code;
pub(crate) mod mirror_code;
pub(crate) mod payload_code;
pub(crate) mod rebuild_code;
pub(crate) mod rule_code;
pub(crate) mod schema_code;
pub(crate) mod value_code;
pub(crate) mod view_code;
pub(crate) mod walk_code;
