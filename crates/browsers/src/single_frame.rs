//! Renders a page in a frame that fills the window.
//!
//! The frame has the place and the size of the viewport of a page alone, and the page in it is a document of its own. The document around
//! it stays, so that nothing has to be covered: a strip over the last rows of the frame, which are in no image, has the stamp of the page
//! that is shown. That takes one change of the screen where `single_page.rs` takes two. In 3D, a few pages look different from the same
//! page alone.

use serde_json::{Value, json};

use crate::browser_error::Fault;
use crate::image_comparison::Image;
use crate::page_capture::PageCapture;
use crate::render_options::{Options, Page};
use crate::webdriver_browser::Remote;

/// The document with the frame.
pub(crate) const FRAME_DOCUMENT: &str = include_str!("frame.html");

const SHOW_PAGE_SCRIPT: &str = "show(...arguments);";

/// Renders a page in the document that is open.
pub(crate) fn render(
    remote: &Remote,
    capture: &mut PageCapture,
    options: &Options,
    page: &Page,
) -> Result<Image, Fault> {
    let arguments: [Value; 2] = [json!(page.html), json!(capture.next_stamp())];
    remote.run(SHOW_PAGE_SCRIPT, arguments.to_vec())?;
    capture.stamped(remote, options.page)
}
