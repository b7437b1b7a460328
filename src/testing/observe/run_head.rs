//! [`RunHead`]: the fields that all lines of a run share.

use std::time::Duration;

use super::json_text::JsonObject;

/// The property and the time of a run.
#[derive(Debug)]
pub(super) struct RunHead {
    property: &'static str,
    /// Seconds since 1970, as a number of JSON.
    run_start: String,
}

impl RunHead {
    /// Of a run that began so long after 1970.
    pub(super) fn new(property: &'static str, began: Duration) -> Self {
        Self { property, run_start: format!("{}.{:03}", began.as_secs(), began.subsec_millis()) }
    }

    /// An object that begins with its type and these fields.
    pub(super) fn object(&self, ty: &str) -> JsonObject {
        JsonObject::new().text("type", ty).raw("run_start", &self.run_start).text("property", self.property)
    }
}
