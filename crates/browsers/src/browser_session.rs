//! [`Session`]: an engine that renders, and restarts its browser when it has died or hung.
//!
//! Invariant of a [`Session`]: each page gets exactly one result, an image or a [`Fault`], in the order of the pages.
//! A browser that fails is ended and started again, and what it was rendering is rendered again: first as it was,
//! since the failure may have come from outside; then each page alone, twice. Tiles of several pages that hang are not rendered
//! as they were, which would take the time limit once more. Only a page that fails alone twice in a row has a fault.
//!
//! Read next: `browser.rs` for what it starts, `page_tiles.rs` for many pages at once, `rendering_judge.rs` for several engines.

use crate::browser::Browser;
use crate::browser_engine::Engine;
use crate::browser_error::{Fault, StartError};
use crate::image_comparison::Image;
use crate::render_options::{Options, Page};

/// The number of times that a page, or a viewport full of pages, is rendered before it counts as failed.
const RENDER_TRIES: u32 = 2;
/// The same for a viewport of several pages in which the browser hangs: each try takes the time limit.
const HUNG_TILES_TRIES: u32 = 1;
/// The number of times that a browser is started before it counts as unavailable.
const START_TRIES: u32 = 3;

/// A browser that renders pages, one after the other; a value that blocks. Dropping it ends the browser.
///
/// ```no_run
/// use dpgen_browsers::{Engine, Kind, Options, Page, Session};
///
/// let mut session = Session::start(Engine::new(Kind::Firefox), Options::default())?;
/// let page = Page::new(0, "<!DOCTYPE html><style>p{background:red;height:50px}</style><p>");
/// let image = session.render_alone(&page).expect("renders");
/// assert_eq!(image.dimensions(), (128, 128));
/// # Ok::<(), dpgen_browsers::StartError>(())
/// ```
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    options: Options,
    /// None after a failure.
    browser: Option<Browser>,
    version: String,
    restarts: u64,
}

impl Session {
    /// Starts a browser.
    ///
    /// # Errors
    ///
    /// When a program is missing, does not start, or does not show a viewport of the size asked for.
    ///
    /// # Panics
    ///
    /// When called from asynchronous code: it blocks on a runtime of its own, as do the other methods.
    pub fn start(engine: Engine, options: Options) -> Result<Self, StartError> {
        options.check()?;
        let browser = Browser::start(&engine, &options, options.tiled_viewport())?;
        let version = browser.version().unwrap_or_else(|| "unknown".into());
        Ok(Self { engine, options, browser: Some(browser), version, restarts: 0 })
    }

    /// Which engine renders.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The browser's version, as it tells it.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The number of restarts of the browser.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Renders pages as tiles, as many at once as fit into the viewport. The results are in the order of the pages.
    pub fn render_tiles(&mut self, pages: &[Page]) -> Vec<Result<Image, Fault>> {
        let mut results = Vec::with_capacity(pages.len());
        for chunk in pages.chunks(self.options.capacity()) {
            let hang_tries = if chunk.len() > 1 { HUNG_TILES_TRIES } else { RENDER_TRIES };
            match self.attempt(hang_tries, |browser, options| browser.tiles(options, chunk)) {
                Ok(images) => results.extend(images.into_iter().map(Ok)),
                Err(Fault::Unavailable(why)) => {
                    results.extend(chunk.iter().map(|_| Err(Fault::Unavailable(why.clone()))));
                }
                // One of them does it; which one is seen when each is rendered alone.
                Err(_) => results.extend(chunk.iter().map(|page| self.render_alone(page))),
            }
        }
        results
    }

    /// Renders a page in a frame that fills the window: a document of its own in a viewport of the same size as alone, in half of
    /// the time. Of `QtWebKit` it is the page alone.
    ///
    /// # Errors
    ///
    /// When the page makes the browser crash or hang, twice, or the browser can not be started again.
    pub fn render_framed(&mut self, page: &Page) -> Result<Image, Fault> {
        self.attempt(RENDER_TRIES, |browser, options| browser.framed(options, page))
    }

    /// Renders a page as a document of its own that has the window to itself, and cuts it out of the viewport.
    ///
    /// # Errors
    ///
    /// When the page makes the browser crash or hang, twice, or the browser can not be started again.
    pub fn render_alone(&mut self, page: &Page) -> Result<Image, Fault> {
        self.attempt(RENDER_TRIES, |browser, options| browser.alone(options, page))
    }

    /// Does what can be done again with a new browser, at most `hang_tries` times if it hangs.
    fn attempt<T>(
        &mut self,
        hang_tries: u32,
        mut work: impl FnMut(&mut Browser, &Options) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut tries = 0;
        loop {
            let browser = match &mut self.browser {
                Some(browser) => browser,
                None => {
                    self.restarts += 1;
                    let browser = start_again(&self.engine, &self.options)?;
                    self.browser.insert(browser)
                }
            };
            match work(browser, &self.options) {
                Ok(done) => return Ok(done),
                Err(fault) => {
                    self.browser = None;
                    tries += 1;
                    let max_tries = if matches!(fault, Fault::Hang(_)) { hang_tries } else { RENDER_TRIES };
                    if tries >= max_tries || !fault.is_finding() {
                        return Err(fault);
                    }
                }
            }
        }
    }
}

fn start_again(engine: &Engine, options: &Options) -> Result<Browser, Fault> {
    let mut tries = 0;
    loop {
        match Browser::start(engine, options, options.tiled_viewport()) {
            Ok(browser) => return Ok(browser),
            Err(error) => {
                tries += 1;
                if tries == START_TRIES || options.halt.is_asked_for() {
                    return Err(Fault::Unavailable(error.to_string()));
                }
            }
        }
    }
}
