//! Renders a page that has the window to itself.
//!
//! It is a document of its own, through the browser's own parser, in a viewport that depends on nothing but the size of
//! pages. How it gets there is an option ([`Loading`]).

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::browser_error::Fault;
use crate::image_comparison::Image;
use crate::page_capture::PageCapture;
use crate::render_options::{Loading, Options, Page};
use crate::webdriver_browser::Remote;

/// The document that pages are written into.
pub(crate) const BLANK_PAGE: &str = "<!DOCTYPE html><meta charset=utf-8><title>blank</title>";

const WRITE_PAGE_SCRIPT: &str = "const [page, done] = arguments;
document.open();
document.write(page);
document.close();
requestAnimationFrame(() => requestAnimationFrame(() => done(null)));";

/// Waits until two frames have been painted; then what was there before is what a screenshot shows.
const AWAIT_TWO_FRAMES_SCRIPT: &str = "const [done] = arguments;
requestAnimationFrame(() => requestAnimationFrame(() => done(null)));";

/// Renders a page in the window, which shows a document of this crate or a page before. `file` is where a page can be
/// put to be loaded.
pub(crate) fn render(
    remote: &Remote,
    capture: &PageCapture,
    options: &Options,
    page: &Page,
    file: &Path,
) -> Result<Image, Fault> {
    capture.cover(remote)?;
    match options.loading {
        Loading::Written => remote.run(WRITE_PAGE_SCRIPT, vec![json!(page.html)])?,
        Loading::File => {
            open(remote, file, &page.html)?;
            remote.run(AWAIT_TWO_FRAMES_SCRIPT, Vec::<Value>::new())?
        }
    };
    capture.page(remote, options.page, options.loading)
}

/// Opens a document as a file.
pub(crate) fn open(remote: &Remote, file: &Path, html: &str) -> Result<(), Fault> {
    fs::write(file, html).map_err(|error| Fault::Unavailable(format!("{}: {error}", file.display())))?;
    remote.open(file)
}
