//! The addresses of the studio, and what each answers.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use dpgen_forest::Count;
use dpgen_spec::{Spec, SpecError, builtin};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::{Value, json};

use super::build_settings::SettingsText;
use super::count_table::plot_points;
use super::rejection_table::rejection_table;
use super::spec_source::{SaveError, SpecSource};
use super::spec_version::{Place, SpecVersion};
use super::structure_detail::{node_changes, structure_detail};
use super::structure_grid::{AttributeFilter, MAX_CARDS, page_at_random, page_from};
use super::structure_view::{StructureView, read_words};
use super::tab::{Edit, OpenTab, TabEvent, Tabs};
use crate::commands::growth_plot::growth_plot;

/// The largest body of a request: a spec as JSON, with escapes.
const MAX_BODY_BYTES: usize = 8 << 20;

/// What the routes share.
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

/// The answer to a request that can not be met: a status, and a sentence for the page.
struct Refusal(StatusCode, Value);

type Answer<T> = Result<T, Refusal>;

impl Refusal {
    fn sentence(status: StatusCode, message: &str) -> Self {
        Self(status, json!({ "message": message }))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// The routes, below the address of the page, which ends without a slash.
pub fn routes(base: &str, studio: Arc<Studio>) -> Router {
    let at = |path: &str| format!("{base}/{path}");
    Router::new()
        .route(&at(""), get(page))
        .route(&at("{file}"), get(file))
        .route(&at("events"), get(events))
        .route(&at("edits"), post(edit))
        .route(&at("saves"), post(save))
        .route(&at("grid"), get(grid))
        .route(&at("structure"), get(structure))
        .route(&at("judged"), post(judged))
        .route(&at("changes"), post(changes))
        .route(&at("rejections"), get(rejections))
        .route(&at("plot.svg"), get(plot))
        .route(&at("specs/{name}"), get(builtin_spec))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(studio)
}

async fn page() -> Response {
    page_file("")
}

async fn file(Path(name): Path<String>) -> Response {
    page_file(&name)
}

fn page_file(name: &str) -> Response {
    match super::page_files::page_file(name) {
        Some((content, text)) => ([(header::CONTENT_TYPE, content)], text).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such page.").into_response(),
    }
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
    let units = |end: usize| error.text().get(..end).map_or(0, |text| text.encode_utf16().count());
    let place = error.span().map(|(start, len)| {
        let (line, column) = error.position().unwrap_or((1, 1));
        json!({"start": units(start), "end": units(start + len), "line": line, "column": column})
    });
    let data = json!({"mistake": {"message": error.message(), "advice": error.advice(), "place": place}});
    Refusal(StatusCode::UNPROCESSABLE_ENTITY, data)
}

fn closed_tab() -> Refusal {
    Refusal::sentence(StatusCode::GONE, "This page is not open any more.")
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

/// A version, and some of its structures.
#[derive(Deserialize)]
struct GridRequest {
    tab: u64,
    version: u64,
    size: Option<u32>,
    #[serde(default)]
    from: String,
    cards: usize,
    /// The seed of a random page.
    seed: Option<u64>,
    attribute: Option<String>,
    value: Option<String>,
}

async fn grid(State(studio): State<Arc<Studio>>, Query(request): Query<GridRequest>) -> Answer<Response> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        let cards = request.cards.min(MAX_CARDS);
        let page = match request.seed {
            Some(seed) => page_at_random(&version, request.size, cards, seed),
            None => {
                let filter =
                    request.attribute.zip(request.value).map(|(name, value)| AttributeFilter { name, value });
                page_from(&version, request.size, count(&request.from)?, cards, filter.as_ref())
            }
        };
        page.map(|page| Json(page).into_response())
            .map_err(|why| Refusal::sentence(StatusCode::UNPROCESSABLE_ENTITY, &why))
    })
    .await
}

/// A number that was typed.
fn count(text: &str) -> Answer<Count> {
    let digits = text.replace([',', ' ', '_'], "");
    if digits.is_empty() {
        return Ok(Count::ZERO);
    }
    let wrong = || Refusal::sentence(StatusCode::UNPROCESSABLE_ENTITY, "A number has digits only.");
    digits.parse().map_err(|_| wrong())
}

#[derive(Deserialize)]
struct StructureRequest {
    tab: u64,
    version: u64,
    size: u32,
    rank: String,
}

async fn structure(
    State(studio): State<Arc<Studio>>,
    Query(request): Query<StructureRequest>,
) -> Answer<Response> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        let place = Place { size: request.size, rank: count(&request.rank)? };
        let view = StructureView::of_place(&version, &place).map_err(missing)?;
        detail(&studio, &view)
    })
    .await
}

/// A structure that a page has changed, in the scope of the build that has a size.
#[derive(Deserialize)]
struct WordsRequest {
    tab: u64,
    version: u64,
    size: u32,
    words: String,
    /// The node of the drawing that is to be changed.
    node: Option<usize>,
}

/// Judges a changed structure.
async fn judged(State(studio): State<Arc<Studio>>, Json(request): Json<WordsRequest>) -> Answer<Response> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        let words = read_words(&request.words).map_err(missing)?;
        detail(&studio, &StructureView::of_words(&version, request.size, words).map_err(missing)?)
    })
    .await
}

/// What a node of a structure can be changed to.
async fn changes(
    State(studio): State<Arc<Studio>>,
    Json(request): Json<WordsRequest>,
) -> Answer<Json<Value>> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        let words = read_words(&request.words).map_err(missing)?;
        let view = StructureView::of_words(&version, request.size, words).map_err(missing)?;
        let html = node_changes(&view, request.node.unwrap_or(usize::MAX)).map_err(missing)?;
        Ok(Json(json!({ "html": html })))
    })
    .await
}

fn detail(studio: &Studio, view: &StructureView<'_>) -> Answer<Response> {
    let saved = studio.source.saved();
    let is_saved = saved.is_there && saved.text == view.version.spec.text();
    let detail = structure_detail(view, is_saved.then_some(studio.source.name.as_str()));
    detail.map(|detail| Json(detail).into_response()).map_err(missing)
}

fn missing(why: String) -> Refusal {
    Refusal::sentence(StatusCode::NOT_FOUND, &why)
}

#[derive(Deserialize)]
struct SizeRequest {
    tab: u64,
    version: u64,
    size: u32,
}

/// Which condition rejected how many candidates of a size.
async fn rejections(
    State(studio): State<Arc<Studio>>,
    Query(request): Query<SizeRequest>,
) -> Answer<Json<Value>> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        let html = rejection_table(&version, request.size).map_err(missing)?;
        Ok(Json(json!({ "html": html })))
    })
    .await
}

#[derive(Deserialize)]
struct PlotRequest {
    tab: u64,
    version: u64,
}

/// The growth plot, a picture with a style sheet of its own.
async fn plot(State(studio): State<Arc<Studio>>, Query(request): Query<PlotRequest>) -> Answer<Response> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        let svg = growth_plot(version.spec.name(), &plot_points(&version));
        let svg =
            svg.map_err(|why| Refusal::sentence(StatusCode::INTERNAL_SERVER_ERROR, &why.to_string()))?;
        let headers = [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        ];
        Ok((headers, svg).into_response())
    })
    .await
}

async fn builtin_spec(Path(name): Path<String>) -> Response {
    match builtin::text(&name) {
        Some(text) => ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such spec.").into_response(),
    }
}

/// The version that a page shows.
fn find_version(studio: &Studio, tab: u64, version: u64) -> Answer<Arc<SpecVersion>> {
    let found = studio.tabs.find(tab).ok_or_else(closed_tab)?.version(version);
    found.ok_or_else(|| Refusal::sentence(StatusCode::GONE, "The spec has changed since."))
}

/// Does work that takes a while on a thread that may wait.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    let failed = |_| {
        Refusal::sentence(StatusCode::INTERNAL_SERVER_ERROR, "dpgen itself went wrong. Please report it.")
    };
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}
