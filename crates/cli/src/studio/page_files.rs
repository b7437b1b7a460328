//! The files of the page, which are part of the program.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use dpgen_draw::Svg;

/// The files: name, type of content, text.
const PAGE_FILES: [(&str, &str, &str); 10] = [
    ("", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("main.js", "text/javascript; charset=utf-8", include_str!("page/main.js")),
    ("server.js", "text/javascript; charset=utf-8", include_str!("page/server.js")),
    ("editor.js", "text/javascript; charset=utf-8", include_str!("page/editor.js")),
    ("counts.js", "text/javascript; charset=utf-8", include_str!("page/counts.js")),
    ("grid.js", "text/javascript; charset=utf-8", include_str!("page/grid.js")),
    ("detail.js", "text/javascript; charset=utf-8", include_str!("page/detail.js")),
    ("icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("drawings.css", "text/css; charset=utf-8", Svg::STYLE),
];

/// A file of the page.
pub fn page_file(name: &str) -> Response {
    match PAGE_FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, content, text)) => ([(header::CONTENT_TYPE, *content)], *text).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such page.").into_response(),
    }
}

/// The file that a path names.
pub async fn named_page_file(Path(name): Path<String>) -> Response {
    page_file(&name)
}

#[cfg(test)]
mod tests {
    use super::PAGE_FILES;

    #[test]
    fn the_page_is_small_and_asks_nothing_of_other_machines() {
        /// What a page and its scripts may weigh together, in bytes.
        const MAX_PAGE_BYTES: usize = 150_000;
        assert!(PAGE_FILES.iter().map(|(.., text)| text.len()).sum::<usize>() < MAX_PAGE_BYTES);
        for (name, _, text) in PAGE_FILES {
            for elsewhere in ["http://", "https://", "import(", "eval(", "innerHTML +="] {
                let text = text.replace("http://www.w3.org/", "");
                assert!(!text.contains(elsewhere), "{name} has {elsewhere}");
            }
        }
    }
}
