//! The page of a folder: what tests saw, or the report of a run of `diff` or `hunt`.
//!
//! `folder_kind.rs` tells which it is by its files. `observations.rs` reads what tests wrote, `observation_page.rs` shows it, with
//! failures as drawings of their texts (`term_tree.rs`); `hunt_page.rs` shows what a hunt kept. A report of `diff` is pages
//! already, which `folder_routes.rs` puts into a frame. All is read anew for each request, so that a run that goes on is followed by
//! loading the page again.

mod folder_kind;
mod folder_routes;
mod hunt_page;
mod observation_page;
mod observations;
mod term_tree;

pub use folder_kind::FolderKind;
pub use folder_routes::{FolderStudio, folder_routes};
