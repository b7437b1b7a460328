//! The addresses of the page of a folder, and what each answers. None of them writes anything.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use dpgen_draw::escaped;

use super::FolderKind;
use super::hunt_page::hunt_page;
use super::observation_page::observation_page;
use crate::input::read_bounded::read_bounded;
use crate::studio::page_files::named_page_file;

/// The largest file of a report, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// What a report's pages may do: they have scripts and styles of their own, and ask nothing of other machines.
const REPORT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; \
                             form-action 'none'; frame-ancestors 'self'";

/// A folder that is shown.
#[derive(Debug)]
pub struct FolderStudio {
    /// The folder, with all links followed.
    pub folder: PathBuf,
    /// What it holds.
    pub kind: FolderKind,
}

/// The routes, below the address of the page, which ends without a slash.
pub fn folder_routes(base: &str, studio: Arc<FolderStudio>) -> Router {
    let at = |path: &str| format!("{base}/{path}");
    Router::new()
        .route(&at(""), get(page))
        .route(&at("{file}"), get(named_page_file))
        .route(&at("report/{*path}"), get(report_file))
        .with_state(studio)
}

/// The whole page.
async fn page(State(studio): State<Arc<FolderStudio>>) -> Response {
    let made = tokio::task::spawn_blocking(move || {
        let body = match studio.kind {
            FolderKind::Observations => observation_page(&studio.folder),
            FolderKind::Hunt => hunt_page(&studio.folder),
            FolderKind::DiffReport => {
                Ok("<iframe src=\"report/index.html\" title=\"The report\"></iframe>".to_owned())
            }
        };
        let body = body.unwrap_or_else(|why| format!("<p class=\"warning\">{}</p>", escaped(&why)));
        let name = studio.folder.display().to_string();
        let name = escaped(&name);
        let what = match studio.kind {
            FolderKind::Observations => "what tests saw",
            FolderKind::Hunt => "what a hunt kept",
            FolderKind::DiffReport => "what programs disagree about",
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{name}: dpgen studio</title>\n<link rel=\"icon\" href=\"icon.svg\">\n<link rel=\"stylesheet\" \
             href=\"drawings.css\">\n<link rel=\"stylesheet\" href=\"page.css\">\n</head>\n<body class=\"folder\">\n<header>\n\
             <h1>dpgen studio</h1>\n<p>{name}: {what}</p>\n<p><a href=\".\">Read it again</a></p>\n</header>\n<main>{body}</main>\n\
             </body>\n</html>\n"
        )
    });
    match made.await {
        Ok(html) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
        Err(_) => {
            (StatusCode::INTERNAL_SERVER_ERROR, "dpgen itself went wrong. Please report it.").into_response()
        }
    }
}

/// A file of a report, which lies in its folder.
async fn report_file(State(studio): State<Arc<FolderStudio>>, Path(path): Path<String>) -> Response {
    let read = tokio::task::spawn_blocking(move || {
        let is_report = studio.kind == FolderKind::DiffReport;
        let path = studio.folder.join(path).canonicalize().ok()?;
        let path =
            Some(path).filter(|path| is_report && path.starts_with(&studio.folder) && path.is_file())?;
        let bytes = read_bounded(std::fs::File::open(&path).ok()?, MAX_FILE_BYTES, "a file").ok()?;
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        Some((content_type(&extension), bytes))
    });
    match read.await {
        Ok(Some((content, bytes))) => {
            let headers = [(header::CONTENT_TYPE, content), (header::CONTENT_SECURITY_POLICY, REPORT_POLICY)];
            (headers, bytes).into_response()
        }
        _ => (StatusCode::NOT_FOUND, "There is no such file.").into_response(),
    }
}

/// The type of a file's content; cases of a run are shown as texts, so that none of them is loaded as a page.
fn content_type(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}
