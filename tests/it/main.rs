//! The tests of `dpgen`, one program: a module for each subject, and `common` for the structures that they share.
//! `tests/README.md` says what each is held against.
#![allow(missing_docs, clippy::unwrap_used, reason = "a test")]

mod adapters;
mod agreement;
mod api;
mod around;
mod async_runtime;
mod check;
mod common;
mod damaged;
mod deep;
mod derive;
mod derive_contexts;
mod derive_domains;
mod derive_fields;
mod derive_generics;
mod derive_macros;
mod derive_payloads;
mod derive_references;
mod derive_test;
mod derive_ui;
mod domains;
mod equality;
mod extremes;
mod field_types;
mod full_integers;
mod fuzz_bodies;
mod given_domains;
mod golden;
mod hunt;
mod hygiene;
mod imports;
mod in_place;
mod keys;
mod limits;
mod linearizability;
mod looking_in;
#[path = "fuzz_bodies/mutate.rs"]
mod mutate;
mod oracle;
mod out_of_domain;
mod purity;
mod random_contexts;
mod random_programs;
mod routes;
mod sampling;
mod saved;
mod saved_damage;
#[path = "fuzz_bodies/saved_file.rs"]
mod saved_file;
mod saved_format;
mod saved_types;
mod scope;
mod seeds;
mod sequences;
mod solver;
mod solver_oracle;
mod spec_errors;
mod specs;
mod state_machines;
mod symbolic;
mod threads;
mod typable_terms;
mod type_table;
mod wide;
mod worst;
