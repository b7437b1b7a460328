//! [`Options`] of rendering: what is rendered, its size, and time limits.
//!
//! Invariant of an [`Options`] that [`Options::check`] accepts: a viewport holds at least one page, and every browser
//! can have a viewport of that size.

use std::time::Duration;

use crate::browser_error::StartError;
use crate::cancellation::Halt;

/// The smallest viewport that every browser accepts, in pixels.
const MIN_VIEWPORT: (u32, u32) = (500, 300);
/// The largest one: Xvfb's screen is a little larger.
const MAX_VIEWPORT: (u32, u32) = (3840, 2160);

/// The height of the strip below tiles, or over the last rows of a frame, whose colour tells which pages are on the screen.
pub(crate) const STRIP_HEIGHT: u32 = 4;

/// A page to be rendered.
///
/// ```
/// use dpgen_browsers::Page;
///
/// let page = Page::new(7, "<!DOCTYPE html><p>Hello");
/// assert_eq!(page.id, 7);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Page {
    /// A number by which the caller knows it, such as a rank. The random sample is chosen by it.
    pub id: u64,
    /// The whole document.
    pub html: String,
}

impl Page {
    /// A page from its text.
    #[must_use]
    pub fn new(id: u64, html: impl Into<String>) -> Self {
        Self { id, html: html.into() }
    }
}

/// The tiling: the number of pages that share one document while they are rendered.
///
/// ```
/// assert_eq!(dpgen_browsers::Tiling::default(), dpgen_browsers::Tiling::Shadow);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Tiling {
    /// Each page in a shadow root of its own: the page's elements, `html` included, with its own style sheets. The
    /// fastest. What belongs to documents does not reach into it: `:root`, viewport units, scripts, quirks mode.
    #[default]
    Shadow,
    /// Each page in an iframe of its own, which stays and is written anew: a document with a viewport as large as the
    /// tile. Several times slower.
    Frames,
}

/// The way in which a page that is rendered alone gets into the window.
///
/// ```
/// assert_eq!(dpgen_browsers::Loading::default(), dpgen_browsers::Loading::Written);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Loading {
    /// Written into the window's document, which is opened anew for each page (`document.open` and `document.write`): a
    /// whole page with the window to itself, through the browser's own parser. It takes a third of the time of loading.
    #[default]
    Written,
    /// Loaded from a file, as a user would open it: a navigation each, and in Chromium a process.
    File,
}

/// The way in which images of pages are taken.
///
/// ```
/// assert_eq!(dpgen_browsers::Capture::default(), dpgen_browsers::Capture::Screen);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Capture {
    /// What is on the screen of the browser's window, as a user sees it.
    #[default]
    Screen,
    /// Screenshots of the browser's driver, from a browser without a window where it can do without one. Geckodriver paints some
    /// pages for it in another way than Firefox does on its screen.
    Driver,
}

/// The options of rendering pages.
///
/// ```
/// use dpgen_browsers::Options;
///
/// let options = Options { page: (200, 150), ..Options::default() };
/// assert!(options.check().is_ok());
/// assert_eq!(options.capacity(), 42);
/// assert!(Options { page: (9000, 10), ..options }.check().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Width and height of the part of a page that is compared, in CSS pixels, which are device pixels.
    pub page: (u32, u32),
    /// Width and height of the browser's viewport in pixels. It holds as many tiles as fit.
    pub viewport: (u32, u32),
    /// The tiling of pages.
    pub tiling: Tiling,
    /// The loading of pages that are rendered alone.
    pub loading: Loading,
    /// The way in which images are taken; of `QtWebKit` it is always that of its program.
    pub capture: Capture,
    /// The time limit for rendering a page, or a viewport full of tiles, after which the browser counts as hung.
    pub timeout: Duration,
    /// The time limit for starting a browser.
    pub start_timeout: Duration,
    /// The cancellation signal; once it is given, no page gets an image.
    pub halt: Halt,
}

impl Default for Options {
    /// Pages of 128 × 128 pixels, 96 of them in a viewport.
    fn default() -> Self {
        Self {
            page: (128, 128),
            viewport: (1536, 1024),
            tiling: Tiling::Shadow,
            loading: Loading::Written,
            capture: Capture::Screen,
            timeout: Duration::from_secs(20),
            start_timeout: Duration::from_secs(60),
            halt: Halt::default(),
        }
    }
}

impl Options {
    /// The numbers of columns and of rows of tiles in a viewport.
    #[must_use]
    pub fn grid(&self) -> (u32, u32) {
        let cells = |room: u32, tile: u32| room.checked_div(tile).unwrap_or(0);
        (cells(self.viewport.0, self.page.0), cells(self.viewport.1, self.page.1))
    }

    /// The number of pages that are rendered at once.
    #[must_use]
    pub fn capacity(&self) -> usize {
        let (columns, rows) = self.grid();
        usize::try_from(columns * rows).unwrap_or(usize::MAX)
    }

    /// The viewport of tiles, with the strip below them.
    pub(crate) fn tiled_viewport(&self) -> (u32, u32) {
        (self.viewport.0, self.viewport.1 + STRIP_HEIGHT)
    }

    /// The viewport of a page that is rendered alone, or in a frame that fills it: the smallest that every browser can have and
    /// that shows the page with a strip below.
    pub(crate) fn narrow(&self) -> (u32, u32) {
        (self.page.0.max(MIN_VIEWPORT.0), (self.page.1 + STRIP_HEIGHT).max(MIN_VIEWPORT.1))
    }

    /// Says what is wrong with the options.
    ///
    /// # Errors
    ///
    /// When the viewport is smaller than 500 × 300 or larger than 3840 × 2160 pixels, or holds no page.
    pub fn check(&self) -> Result<(), StartError> {
        let (width, height) = self.viewport;
        if width < MIN_VIEWPORT.0
            || height < MIN_VIEWPORT.1
            || width > MAX_VIEWPORT.0
            || height > MAX_VIEWPORT.1
        {
            return Err(StartError::Options(format!(
                "a viewport of {width} x {height} is not possible; from {} x {} to {} x {} are",
                MIN_VIEWPORT.0, MIN_VIEWPORT.1, MAX_VIEWPORT.0, MAX_VIEWPORT.1
            )));
        }
        let (columns, rows) = self.grid();
        if columns == 0 || rows == 0 {
            return Err(StartError::Options(format!(
                "a page of {} x {} does not fit into a viewport of {width} x {height}",
                self.page.0, self.page.1
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_and_mistakes() {
        let options = Options::default();
        assert_eq!((options.grid(), options.capacity()), ((12, 8), 96));
        for (page, viewport) in
            [((0, 10), (600, 400)), ((601, 10), (600, 400)), ((10, 10), (499, 400)), ((9, 9), (600, 9000))]
        {
            assert!(Options { page, viewport, ..options.clone() }.check().is_err(), "{page:?} {viewport:?}");
        }
    }
}
