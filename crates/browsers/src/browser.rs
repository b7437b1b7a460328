//! [`Browser`]: a running browser, the page that it shows, and how pages are loaded.
//!
//! After a [`Fault`] a browser is not used again. Who goes on with another one is `browser_session.rs`.

use std::path::PathBuf;

use crate::browser_engine::{Engine, Kind};
use crate::browser_error::{Fault, StartError};
use crate::driver::driver_process::{Launched, failed};
use crate::driver::{chromium, firefox, qtwebkit, webkit};
use crate::image_comparison::Image;
use crate::page_capture::{Document, PageCapture};
use crate::render_options::{Options, Page};
use crate::screen_capture::ScreenCapture;
use crate::viewport::Margins;
use crate::webdriver_browser::Remote;
use crate::{page_tiles, single_frame, single_page, viewport};
use dpgen_process::IsolatedProcess;

/// A browser that has not failed yet.
#[derive(Debug)]
pub(crate) enum Browser {
    /// Controlled by a driver. Its connection is given up before the processes are ended.
    Driven {
        remote: Remote,
        /// Where documents are put to be opened.
        file: PathBuf,
        shows: Shows,
        margins: Margins,
        capture: PageCapture,
        /// The driver and what it needs.
        _processes: Vec<IsolatedProcess>,
    },
    /// A program that is started for each image.
    Program(qtwebkit::Renderer),
}

/// The content that the window of a driven browser is set up for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Nothing yet. A browser that renders pages is started in the viewport of tiles.
    Nothing,
    /// The document with the tiles, and the strip below them.
    Tiles,
    /// The document with the frame, in a smaller viewport: less to paint, and to take images of.
    Frame,
    /// Pages alone, in that viewport, too.
    Alone,
}

impl Browser {
    /// Starts a browser whose window has a viewport of this size.
    pub(crate) fn start(engine: &Engine, options: &Options, size: (u32, u32)) -> Result<Self, StartError> {
        let launched = match engine.kind() {
            Kind::Chromium => chromium::launch(engine, options)?,
            Kind::Firefox => firefox::launch(engine, options)?,
            Kind::WebKit => webkit::launch(engine, options)?,
            Kind::QtWebKit => return Ok(Self::Program(qtwebkit::Renderer::start(engine)?)),
        };
        let Launched { processes, port, capabilities, screen } = launched;
        let said = |message: String| {
            let complaint = processes.first().map(IsolatedProcess::error_tail).unwrap_or_default();
            failed(engine, if complaint.is_empty() { message } else { format!("{message} ({complaint})") })
        };
        let remote = Remote::connect(port, capabilities, options).map_err(said)?;
        let capture = screen.map_or(PageCapture::Driver, |framebuffer| {
            PageCapture::Screen(Box::new(ScreenCapture::new(framebuffer, options)))
        });
        let mut margins = Margins::default();
        viewport::set(&remote, &capture, size, &mut margins).map_err(|fault| said(fault.to_string()))?;
        let Some(driver) = processes.first() else { return Err(failed(engine, "it has no driver")) };
        let file = driver.path("page.html");
        Ok(Self::Driven { remote, file, shows: Shows::Nothing, margins, capture, _processes: processes })
    }

    pub(crate) fn version(&self) -> Option<String> {
        match self {
            Self::Driven { remote, .. } => remote.version(),
            Self::Program(renderer) => renderer.version(),
        }
    }

    pub(crate) fn tiles(&mut self, options: &Options, pages: &[Page]) -> Result<Vec<Image>, Fault> {
        self.show(options, Shows::Tiles)?;
        match self {
            Self::Program(renderer) => renderer.tiles(options, pages),
            Self::Driven { remote, capture, .. } => page_tiles::render(remote, capture, options, pages),
        }
    }

    pub(crate) fn framed(&mut self, options: &Options, page: &Page) -> Result<Image, Fault> {
        self.show(options, Shows::Frame)?;
        match self {
            Self::Program(renderer) => renderer.alone(options, page),
            Self::Driven { remote, capture, .. } => single_frame::render(remote, capture, options, page),
        }
    }

    pub(crate) fn alone(&mut self, options: &Options, page: &Page) -> Result<Image, Fault> {
        self.show(options, Shows::Alone)?;
        match self {
            Self::Program(renderer) => renderer.alone(options, page),
            Self::Driven { remote, file, capture, .. } => {
                single_page::render(remote, capture, options, page, file)
            }
        }
    }

    /// Sets up the window of a driven browser.
    fn show(&mut self, options: &Options, wanted: Shows) -> Result<(), Fault> {
        let Self::Driven { remote, file, shows, margins, capture, .. } = self else { return Ok(()) };
        if *shows == wanted {
            return Ok(());
        }
        let size = |shows| match shows {
            Shows::Nothing | Shows::Tiles => options.tiled_viewport(),
            Shows::Frame | Shows::Alone => options.narrow(),
        };
        let is_resized = size(*shows) != size(wanted);
        if is_resized {
            viewport::set(remote, capture, size(wanted), margins)?;
        }
        let (document, kind) = match wanted {
            Shows::Nothing => return Ok(()),
            Shows::Tiles => (page_tiles::TILES_DOCUMENT, Document::Own),
            Shows::Frame => (single_frame::FRAME_DOCUMENT, Document::Own),
            Shows::Alone => (single_page::BLANK_PAGE, Document::Page),
        };
        single_page::open(remote, file, document)?;
        if is_resized || *shows == Shows::Nothing {
            capture.locate(remote, kind, size(wanted))?;
        }
        *shows = wanted;
        Ok(())
    }
}
