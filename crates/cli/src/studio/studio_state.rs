//! [`Studio`]: what the requests of all pages share.

use std::sync::Arc;

use axum::http::StatusCode;

use super::build_settings::SettingsText;
use super::refusal::{Answer, Refusal};
use super::spec_source::SpecSource;
use super::spec_version::SpecVersion;
use super::tab::Tabs;

/// What the requests of all pages share.
#[derive(Debug)]
pub struct Studio {
    /// The first text, and the file that Save writes.
    pub source: SpecSource,
    /// The settings of a page that opens.
    pub settings: SettingsText,
    /// How many threads a build has; 0 is one a core.
    pub threads: usize,
    /// The pages that are open.
    pub tabs: Arc<Tabs>,
}

/// The refusal of a page that is not open.
pub fn closed_tab() -> Refusal {
    Refusal::sentence(StatusCode::GONE, "This page is not open any more.")
}

/// The version that a page shows.
pub fn find_version(studio: &Studio, tab: u64, version: u64) -> Answer<Arc<SpecVersion>> {
    let found = studio.tabs.find(tab).ok_or_else(closed_tab)?.version(version);
    found.ok_or_else(|| Refusal::sentence(StatusCode::GONE, "The spec has changed since."))
}
