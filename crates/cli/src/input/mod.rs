//! The input of a command, from its flags to the selected structures.
//!
//! `common_args.rs`, `format_args.rs` and `odds_args.rs` have the flags that several commands take and `flag_values.rs` the parsers of
//! their values; `spec_lookup.rs` finds a spec, and `build_input.rs` has it with its scope, or a saved build. `selection.rs` has
//! the structures of a build that are meant, `draws.rs` draws from them, and `structure_key.rs` names one of them for good.

pub(crate) mod build_input;
pub(crate) mod common_args;
pub(crate) mod draws;
pub(crate) mod flag_values;
pub(crate) mod format_args;
pub(crate) mod odds_args;
pub(crate) mod read_bounded;
pub(crate) mod selection;
pub(crate) mod spec_lookup;
pub(crate) mod structure_key;
