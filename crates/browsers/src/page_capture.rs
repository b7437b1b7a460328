//! [`PageCapture`]: takes images of what a window shows, from its driver or from the screen.

use std::time::Duration;

use image::imageops::crop_imm;

use crate::browser_error::Fault;
use crate::image_comparison::Image;
use crate::render_options::Loading;
use crate::screen_capture::ScreenCapture;
use crate::webdriver_browser::Remote;

/// The time for which a page that is loaded has to stay the same: the window may be empty before.
const LOADED_STILL_TIME: Duration = Duration::from_millis(100);

/// Covers the document with the tiles.
const COVER_TILES_SCRIPT: &str = "cover(arguments[0]);";
/// Covers the window by writing a document into it.
pub(crate) const COVER_WINDOW_SCRIPT: &str = "const [done] = arguments;
document.open();
document.write('<!DOCTYPE html><style>html { background: #e601f3 }</style>');
document.close();
done(null);";

/// The document that is in the window while it is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    /// The one with the tiles.
    Tiles,
    /// Any other, which may be written anew.
    Page,
}

/// How images of a window are taken.
#[derive(Debug)]
pub(crate) enum PageCapture {
    /// Screenshots of the driver.
    Driver,
    /// The pixels of the screen.
    Screen(Box<ScreenCapture>),
}

impl PageCapture {
    /// Whether images have the size of the viewport, as far as that can be told before anything is shown.
    pub(crate) fn fits(&self, remote: &Remote, size: (u32, u32)) -> Result<bool, Fault> {
        match self {
            Self::Driver => Ok(remote.screenshot()?.dimensions() == size),
            Self::Screen(_) => Ok(true),
        }
    }

    /// Finds the viewport, whose size has changed; the window has a document that can be covered.
    pub(crate) fn locate(
        &mut self,
        remote: &Remote,
        document: Document,
        size: (u32, u32),
    ) -> Result<(), Fault> {
        match self {
            Self::Driver => Ok(()),
            Self::Screen(screen) => {
                remote.run(document.cover_script(), Vec::new())?;
                screen.locate(size)
            }
        }
    }

    /// Makes sure that nothing of what the window shows now is in the next image.
    pub(crate) fn cover(&self, remote: &Remote, document: Document) -> Result<(), Fault> {
        match self {
            Self::Driver => Ok(()),
            Self::Screen(screen) => {
                remote.run(document.cover_script(), Vec::new())?;
                screen.await_cover()
            }
        }
    }

    /// The upper left part of the viewport, where a script has shown something two animation frames ago.
    pub(crate) fn image(&self, remote: &Remote, size: (u32, u32), loading: Loading) -> Result<Image, Fault> {
        match self {
            Self::Driver => Ok(crop_imm(&remote.screenshot()?, 0, 0, size.0, size.1).to_image()),
            Self::Screen(screen) => screen.image(
                size,
                match loading {
                    Loading::Written => Duration::ZERO,
                    Loading::File => LOADED_STILL_TIME,
                },
            ),
        }
    }
}

impl Document {
    fn cover_script(self) -> &'static str {
        match self {
            Self::Tiles => COVER_TILES_SCRIPT,
            Self::Page => COVER_WINDOW_SCRIPT,
        }
    }
}
