//! The addresses of the studio, and what each answers: the page, its events, edits of the text, and Save. Those about a version that is
//! built are in `version_routes.rs`.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use dpgen_spec::{Spec, SpecError, builtin};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Value, json};

use super::build_settings::SettingsText;
use super::page_files::{named_page_file, page_file};
use super::refusal::{Answer, Refusal, blocking};
use super::spec_source::SaveError;
use super::studio_state::{Studio, closed_tab};
use super::tab::{Edit, OpenTab, TabEvent};
use super::utf16_range::utf16_range;
use super::version_routes::version_routes;

/// The largest body of a request: a spec as JSON, with escapes.
const MAX_BODY_BYTES: usize = 8 << 20;

/// The routes, below the address of the page, which ends without a slash.
pub fn routes(base: &str, studio: Arc<Studio>) -> Router {
    let at = |path: &str| format!("{base}/{path}");
    Router::new()
        .route(&at(""), get(async || page_file("")))
        .route(&at("{file}"), get(named_page_file))
        .route(&at("events"), get(events))
        .route(&at("edits"), post(edit))
        .route(&at("saves"), post(save))
        .route(&at("specs/{name}"), get(builtin_spec))
        .merge(version_routes(base))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(studio)
}

/// Opens a tab, and tells its page what happens until the page closes.
async fn events(State(studio): State<Arc<Studio>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let open = studio.tabs.open();
    let names: Vec<&str> = builtin::ALL.iter().map(|(name, _)| *name).collect();
    let hello = json!({
        "tab": open.tab.id,
        "name": studio.source.name,
        "can_save": studio.source.file.is_some(),
        "saved": studio.source.saved(),
        "settings": studio.settings,
        "specs": names,
    });
    open.tab.tell(TabEvent { name: "hello", data: hello });
    let next = |mut open: OpenTab| async move {
        let TabEvent { name, data } = open.next_event().await?;
        Some((Ok(Event::default().event(name).data(data.to_string())), open))
    };
    Sse::new(stream::unfold(open, next)).keep_alive(KeepAlive::default())
}

#[derive(Deserialize)]
struct EditRequest {
    tab: u64,
    text: String,
    settings: SettingsText,
}

/// Reads a spec, and begins to build it.
async fn edit(State(studio): State<Arc<Studio>>, Json(request): Json<EditRequest>) -> Answer<Json<Value>> {
    blocking(move || {
        let tab = studio.tabs.find(request.tab).ok_or_else(closed_tab)?;
        // What is built now is not what is written now, whether that can be built or not.
        tab.cancel();
        let settings = request
            .settings
            .read()
            .map_err(|wrong| Refusal(StatusCode::UNPROCESSABLE_ENTITY, json!({ "setting": wrong })))?;
        let spec = Spec::parse(&studio.source.name, &request.text).map_err(|error| mistake(&error))?;
        settings.scope(&spec, settings.max_size).map_err(|message| {
            let wrong = json!({"setting": {"field": "parameters", "message": message}});
            Refusal(StatusCode::UNPROCESSABLE_ENTITY, wrong)
        })?;
        let saved = Spec::parse(&studio.source.name, &studio.source.saved().text).ok();
        let version = tab.edit(Edit { spec, settings, saved, threads: studio.threads });
        Ok(Json(json!({ "version": version })))
    })
    .await
}

/// A mistake in the text, with its place in units of UTF-16, as pages count.
fn mistake(error: &SpecError) -> Refusal {
    let place = error.span().map(|(start, len)| {
        let (line, column) = error.position().unwrap_or((1, 1));
        let units = utf16_range(error.text(), &(start..start + len));
        json!({"start": units.start, "end": units.end, "line": line, "column": column})
    });
    let data = json!({"mistake": {"message": error.message(), "advice": error.advice(), "place": place}});
    Refusal(StatusCode::UNPROCESSABLE_ENTITY, data)
}

#[derive(Deserialize)]
struct SaveRequest {
    text: String,
    revision: u64,
}

/// Writes the file.
async fn save(State(studio): State<Arc<Studio>>, Json(request): Json<SaveRequest>) -> Answer<Json<Value>> {
    blocking(move || match studio.source.save(&request.text, request.revision) {
        Ok(saved) => {
            let data = json!(saved);
            studio.tabs.tell_all(&TabEvent { name: "file", data: data.clone() });
            Ok(Json(data))
        }
        Err(SaveError::NoFile) => Err(Refusal::sentence(
            StatusCode::CONFLICT,
            "No file was given: begin with `dpgen studio my-spec.ron`, or copy the text.",
        )),
        Err(SaveError::Changed) => Err(Refusal::sentence(
            StatusCode::CONFLICT,
            "The file has changed since: take that text, or copy yours, before you save.",
        )),
        Err(SaveError::Failed(why)) => {
            Err(Refusal::sentence(StatusCode::INTERNAL_SERVER_ERROR, &format!("Not saved: {why}.")))
        }
    })
    .await
}

async fn builtin_spec(Path(name): Path<String>) -> Response {
    match builtin::text(&name) {
        Some(text) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such spec.").into_response(),
    }
}
