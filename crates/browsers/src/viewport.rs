//! The size of what a browser shows.
//!
//! A window has a frame, bars and a least size, which differ between browsers and versions. So the window is resized
//! until the *inner* size is the one that was asked for. After that, a pixel of an image is a CSS pixel.

use serde_json::{Value, json};

use crate::browser_error::Fault;
use crate::page_capture::PageCapture;
use crate::webdriver_browser::Remote;

/// The maximum number of times that the window is resized.
const RESIZE_TRIES: u32 = 10;

const MEASURE_VIEWPORT_SCRIPT: &str = "const done = arguments[arguments.length - 1];
requestAnimationFrame(() => requestAnimationFrame(() =>
    done([innerWidth, innerHeight, Math.round(devicePixelRatio * 1000)])));";

/// What a window has around its viewport, in pixels: the size to ask for is that of the viewport and this.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Margins {
    width: u32,
    height: u32,
}

/// Makes the viewport this large. `margins` are those seen before, so that a second change of the size takes one step.
///
/// # Errors
///
/// When the browser has other ideas about its size, or more than one device pixel a CSS pixel.
pub(crate) fn set(
    remote: &Remote,
    capture: &PageCapture,
    (width, height): (u32, u32),
    margins: &mut Margins,
) -> Result<(), Fault> {
    let mut asked = (width.saturating_add(margins.width), height.saturating_add(margins.height));
    let mut seen = Value::Null;
    for _ in 0..RESIZE_TRIES {
        remote.resize(asked.0, asked.1)?;
        seen = remote.run(MEASURE_VIEWPORT_SCRIPT, Vec::new())?;
        let inner = (number(&seen, 0), number(&seen, 1));
        if inner == (Some(width), Some(height)) && number(&seen, 2) == Some(1000) {
            if capture.fits(remote, (width, height))? {
                *margins =
                    Margins { width: asked.0.saturating_sub(width), height: asked.1.saturating_sub(height) };
                return Ok(());
            }
            seen = json!("screenshots of another size");
        } else if let (Some(inner_width), Some(inner_height)) = inner {
            asked = (more(asked.0, width, inner_width), more(asked.1, height, inner_height));
        }
    }
    Err(Fault::Crash(format!("its viewport does not become {width} x {height}, but {seen}")))
}

/// The next size to ask for if `asked` gave `got` instead of `wanted`.
fn more(asked: u32, wanted: u32, got: u32) -> u32 {
    asked.saturating_add(wanted).saturating_sub(got).max(1)
}

fn number(measured: &Value, place: usize) -> Option<u32> {
    u32::try_from(measured.get(place)?.as_u64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_added() {
        assert_eq!(more(800, 800, 780), 820);
        assert_eq!(more(820, 800, 810), 810);
        assert_eq!(more(1, 1, 500), 1);
    }
}
