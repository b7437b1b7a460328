//! Specs: types and invariants as text, in RON with CEL expressions.
//!
#![doc = include_str!("../LANGUAGE.md")]
//!
//! # Inside
//!
//! `spec.rs` is a spec that has been read. In the order of a spec's way to an engine: `ron_document/` reads RON, `raw_spec.rs` the
//! entries of a spec, `cel/` expressions. `spec_reader.rs` and `field_kinds.rs` resolve names, which gives a `resolved_spec.rs`;
//! `type_inference.rs` infers the types of attributes. `compile_expression.rs` and `name_resolution.rs` make the code
//! (`compiled_code.rs`) of a `compiled_program.rs`. `evaluation.rs` evaluates it, and `predicates.rs` makes the predicates that
//! engines call.
//!
//! Contexts: `raw_context.rs` has their entries, `contexts.rs` resolves them, `slot_rules.rs` makes the rules that engines ask
//! where a structure stands, `context_words.rs` is the form of a context as words, `named_values.rs` what they stand for, and
//! `context_summary.rs` is what `dpgen check` shows. `compile_list.rs` and `list_evaluation.rs` are for lists, which only contexts
//! and expressions hold.
//!
//! `structure_judge.rs` judges given structures and says why one is rejected (`structure_verdict.rs`): by which clause of the text
//! (`spec_places.rs`), and what that read (`condition_reads.rs`); `edit_verdicts.rs` judges what a structure can be changed to.
//! `attribute_values.rs` evaluates attributes on given structures, with those that they read (`attribute_dependencies.rs`);
//! `numeric_attribute.rs` is an attribute whose answers are numbers. `renderings.rs`, `structure_file_frame.rs`, `presets.rs`,
//! `named_odds.rs` and `stated_counts.rs` are the entries without expressions, `spec_limits.rs` the limits on sizes.
//! `entry_advice.rs`, `meant_constructor.rs` and `named_read.rs` have advice for mistakes, `unread_params.rs` finds parameters
//! without a use.

mod attribute_dependencies;
mod attribute_order;
mod attribute_values;
pub mod builtin;
mod cel;
mod compile_context;
mod compile_expression;
mod compile_list;
mod compiled_code;
mod compiled_program;
mod condition_reads;
mod constant_folding;
mod context_summary;
mod context_words;
mod contexts;
mod domain_text;
mod edit_verdicts;
mod entry_advice;
mod error;
mod evaluation;
mod evaluation_frame;
mod field_kinds;
mod language_reference;
mod lexical_rules;
mod list_evaluation;
mod located_failures;
mod meant_constructor;
mod model_builder;
mod name_checks;
mod name_resolution;
mod named_odds;
mod named_read;
mod named_values;
mod numeric_attribute;
mod predicates;
mod presets;
mod raw_context;
mod raw_spec;
mod references;
mod renderings;
mod resolved_spec;
mod ron_document;
mod scoped_spec;
mod slot_rules;
mod source_text;
mod spec;
mod spec_limits;
mod spec_places;
mod spec_reader;
mod stated_counts;
mod static_types;
mod structure_file_frame;
mod structure_judge;
mod structure_verdict;
#[cfg(test)]
mod tests;
mod type_inference;
mod unread_params;
mod untyped_attribute_error;

pub use attribute_values::{Answers, Attributes};
pub use edit_verdicts::{Alternative, Alternatives, ChangeKind};
pub use error::{SpecError, nearest};
pub use language_reference::language;
pub use named_odds::NamedOdds;
pub use named_values::AttributeValue;
pub use numeric_attribute::Cost;
pub use presets::Preset;
pub use renderings::{Rendering, Template};
pub use spec::Spec;
pub use spec_limits::MAX_SPEC_BYTES;
pub use spec_places::{ClauseKind, SpecPlace};
pub use stated_counts::Expected;
pub use structure_file_frame::FileText;
pub use structure_judge::StructureJudge;
pub use structure_verdict::{JudgedNode, Outcome, Read, Verdict};
