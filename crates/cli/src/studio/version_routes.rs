//! The routes about a version that is built: structures, one in detail or changed, rejected candidates, the growth plot.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use dpgen_forest::Count;
use serde::Deserialize;
use serde_json::{Value, json};

use super::count_table::plot_points;
use super::refusal::{Answer, Refusal, blocking};
use super::rejection_table::rejection_table;
use super::spec_version::{Place, SpecVersion};
use super::structure_detail::{node_changes, structure_detail};
use super::structure_grid::{AttributeFilter, MAX_CARDS, page_at_random, page_from};
use super::structure_view::{StructureView, read_words};
use super::studio_state::{Studio, find_version};
use crate::commands::growth_plot::growth_plot;

/// The routes, below the address of the page, which ends without a slash.
pub fn version_routes(base: &str) -> Router<Arc<Studio>> {
    let at = |path: &str| format!("{base}/{path}");
    Router::new()
        .route(&at("grid"), get(grid))
        .route(&at("structure"), get(structure))
        .route(&at("judged"), post(judged))
        .route(&at("changes"), post(changes))
        .route(&at("rejections"), get(rejections))
        .route(&at("plot.svg"), get(plot))
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

impl WordsRequest {
    fn view<'v>(&self, version: &'v SpecVersion) -> Answer<StructureView<'v>> {
        let view =
            read_words(&self.words).and_then(|words| StructureView::of_words(version, self.size, words));
        view.map_err(missing)
    }
}

/// Judges a changed structure.
async fn judged(State(studio): State<Arc<Studio>>, Json(request): Json<WordsRequest>) -> Answer<Response> {
    blocking(move || {
        let version = find_version(&studio, request.tab, request.version)?;
        detail(&studio, &request.view(&version)?)
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
        let html =
            node_changes(&request.view(&version)?, request.node.unwrap_or(usize::MAX)).map_err(missing)?;
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
