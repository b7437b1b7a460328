//! [`Refusal`]: the answer to a request that can not be met.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// The answer to a request that can not be met: a status, and a sentence for the page.
pub struct Refusal(pub StatusCode, pub Value);

/// What a request that may be refused gets.
pub type Answer<T> = Result<T, Refusal>;

impl Refusal {
    /// The refusal with a sentence.
    pub fn sentence(status: StatusCode, message: &str) -> Self {
        Self(status, json!({ "message": message }))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// Does work that takes a while on a thread that may wait.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    let failed = |_| {
        Refusal::sentence(StatusCode::INTERNAL_SERVER_ERROR, "dpgen itself went wrong. Please report it.")
    };
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}
