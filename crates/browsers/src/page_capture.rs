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

/// The time in which a curtain before a page has to be on the screen; a page may have moved or hidden it.
const CURTAIN_TIME: Duration = Duration::from_millis(200);

/// Covers a document of this crate.
const COVER_OWN_SCRIPT: &str = "cover(arguments[0]);";
/// Covers the window by an element before all others: no document has to be written.
pub(crate) const COVER_PAGE_SCRIPT: &str = "const [done] = arguments;
const curtain = document.createElement('dpgen-curtain');
curtain.popover = 'manual';
const style = { all: 'initial', display: 'block', position: 'fixed', inset: '0', background: '#e601f3' };
for (const name in style) curtain.style.setProperty(name, style[name], 'important');
document.documentElement.append(curtain);
curtain.showPopover();
done(null);";
/// Covers the window by writing a document into it.
pub(crate) const COVER_WINDOW_SCRIPT: &str = "const [done] = arguments;
document.open();
document.write('<!DOCTYPE html><style>html { background: #e601f3 }</style>');
document.close();
done(null);";
/// Does nothing: only a browser that has not ended answers.
const ANSWER_SCRIPT: &str = "arguments[0](null);";

/// The document that is in the window while it is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Document {
    /// One of this crate that stays while pages change, and covers itself.
    Own,
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
                let script = match document {
                    Document::Own => COVER_OWN_SCRIPT,
                    Document::Page => COVER_WINDOW_SCRIPT,
                };
                remote.run(script, Vec::new())?;
                screen.locate(size)
            }
        }
    }

    /// Covers a page, so that nothing of it is in the next image.
    pub(crate) fn cover(&self, remote: &Remote) -> Result<(), Fault> {
        match self {
            Self::Driver => Ok(()),
            Self::Screen(screen) => {
                remote.run(COVER_PAGE_SCRIPT, Vec::new())?;
                if screen.await_cover(CURTAIN_TIME)? {
                    return Ok(());
                }
                remote.run(COVER_WINDOW_SCRIPT, Vec::new())?;
                screen.await_whole_cover()
            }
        }
    }

    /// The colour that the strip beside the next pages has to get, in CSS, if it is what tells that they are shown.
    pub(crate) fn next_stamp(&mut self) -> Option<String> {
        match self {
            Self::Driver => None,
            Self::Screen(screen) => Some(screen.next_stamp()),
        }
    }

    /// The upper left part of the viewport, where pages were shown with the stamp; without one, two animation frames ago.
    pub(crate) fn stamped(&self, remote: &Remote, size: (u32, u32)) -> Result<Image, Fault> {
        match self {
            Self::Driver => screenshot(remote, size),
            Self::Screen(screen) => screen.stamped_image(size),
        }
    }

    /// The upper left part of the viewport, which was covered, and where a page was shown two animation frames ago.
    pub(crate) fn page(&self, remote: &Remote, size: (u32, u32), loading: Loading) -> Result<Image, Fault> {
        match self {
            Self::Driver => screenshot(remote, size),
            Self::Screen(screen) => {
                let still_time = match loading {
                    Loading::Written => Duration::ZERO,
                    Loading::File => LOADED_STILL_TIME,
                };
                let image = screen.uncovered_image(size, still_time)?;
                // The window of a browser that has ended is not covered either.
                remote.run(ANSWER_SCRIPT, Vec::new())?;
                Ok(image)
            }
        }
    }
}

fn screenshot(remote: &Remote, (width, height): (u32, u32)) -> Result<Image, Fault> {
    Ok(crop_imm(&remote.screenshot()?, 0, 0, width, height).to_image())
}
