//! [`ScreenCapture`]: images of a window's viewport, taken from the screen that it is on.
//!
//! A script can not tell when its changes are on the screen. There are two ways to see it.
//!
//! For a page alone, the viewport is first *covered*: filled with a colour that pages do not have, until the whole viewport on the
//! screen has it. Then the page is shown, and the screen is read until no pixel has the colour any more, so that all that was painted
//! before is gone and a change of which only half is painted is noticed; and until it is read twice alike. The first cover also
//! tells where the viewport is on the screen.
//!
//! Tiles have a *stamp*: below them is a strip whose colour changes in the frame that shows the next tiles. The screen is read until the
//! strip has the new colour, and until it is read twice alike. That takes half as many frames, and is not as strict: a browser might
//! paint a tile after the strip. Then the tile differs from those of the other browsers, and its page is rendered again. The same
//! holds of a page in a frame that fills the window: what it shows counts only if its tile showed the same.

use std::thread;
use std::time::{Duration, Instant};

use image::Rgb;

use crate::browser_error::Fault;
use crate::cancellation::Halt;
use crate::framebuffer::{Area, Framebuffer, Pixels};
use crate::image_comparison::Image;
use crate::render_options::Options;

/// The colour of covers, as in `tiles.html`, `frame.html` and `page_capture.rs`.
const COVER_COLOUR: Rgb<u8> = Rgb([0xe6, 0x01, 0xf3]);
/// The colours of stamps, by turns.
const STAMP_COLOURS: [Rgb<u8>; 2] = [Rgb([0x13, 0xc7, 0x5a]), Rgb([0xd2, 0x2f, 0x08])];
/// The time between two reads of a screen.
const READ_INTERVAL: Duration = Duration::from_millis(4);
/// The time in which a cover has to be where the last one of its size was.
const KNOWN_PLACE_TIME: Duration = Duration::from_secs(1);
/// The time after which a page that has the colour of covers counts as painted, as soon as it is read twice alike.
const MAX_COVER_TIME: Duration = Duration::from_secs(1);

/// A screen with a window, and the place of the window's viewport.
#[derive(Debug)]
pub(crate) struct ScreenCapture {
    framebuffer: Framebuffer,
    viewport: Area,
    /// The places of the viewports that were looked for, one for each size: a window stays where it is.
    places: Vec<Area>,
    /// The colour that the strip beside pages gets with the ones that are shown last.
    stamp: Rgb<u8>,
    timeout: Duration,
    halt: Halt,
}

impl ScreenCapture {
    /// A screen whose viewport is not known yet.
    pub(crate) fn new(framebuffer: Framebuffer, options: &Options) -> Self {
        let viewport = Area { width: 0, height: 0, ..framebuffer.area() };
        let (timeout, halt) = (options.timeout, options.halt.clone());
        Self { framebuffer, viewport, places: Vec::new(), stamp: STAMP_COLOURS[0], timeout, halt }
    }

    /// Waits until a cover of this size is on the screen, which is then where the viewport is.
    pub(crate) fn locate(&mut self, size: (u32, u32)) -> Result<(), Fault> {
        let place = self.places.iter().position(|place| (place.width, place.height) == size);
        if let Some(place) = place {
            self.viewport = self.places[place];
            if self.await_cover(KNOWN_PLACE_TIME)? {
                return Ok(());
            }
            self.places.swap_remove(place);
        }
        let found =
            self.wait(|screen| Ok(cover_in(&screen.read(screen.framebuffer.area())?.image(), size)))?;
        self.viewport = found;
        self.places.push(found);
        Ok(())
    }

    /// Waits until the whole viewport is covered.
    pub(crate) fn await_whole_cover(&self) -> Result<(), Fault> {
        self.wait(|screen| Ok(screen.is_covered()?.then_some(())))
    }

    /// Waits until the whole viewport is covered, but no longer than a time. Whether it is.
    pub(crate) fn await_cover(&self, time: Duration) -> Result<bool, Fault> {
        let begin = Instant::now();
        self.wait(|screen| {
            let is_covered = screen.is_covered()?;
            Ok((is_covered || begin.elapsed() > time).then_some(is_covered))
        })
    }

    fn is_covered(&self) -> Result<bool, Fault> {
        // The corners first, so that little is read while nothing happens.
        Ok(self.corners(self.viewport)?.iter().all(|corner| corner.all(COVER_COLOUR))
            && self.read(self.viewport)?.all(COVER_COLOUR))
    }

    /// Changes the stamp. The new one, in CSS, which the strip does not have yet.
    pub(crate) fn next_stamp(&mut self) -> String {
        let [one, other] = STAMP_COLOURS;
        self.stamp = if self.stamp == one { other } else { one };
        css_colour(self.stamp)
    }

    /// The image of the upper left part of the viewport, once the last row of the viewport has the stamp.
    pub(crate) fn stamped_image(&self, size: (u32, u32)) -> Result<Image, Fault> {
        let last_row = self.viewport.height.saturating_sub(1);
        let strip = Area { top: self.viewport.top + last_row, height: 1, ..self.viewport };
        self.still_image(size, Duration::ZERO, |screen, area| {
            if screen.read(strip)?.all(screen.stamp) { screen.read(area).map(Some) } else { Ok(None) }
        })
    }

    /// The image of the upper left part of the viewport, once it is no longer covered, and has been the same for a while.
    pub(crate) fn uncovered_image(&self, size: (u32, u32), still_for: Duration) -> Result<Image, Fault> {
        let begin = Instant::now();
        self.still_image(size, still_for, |screen, area| {
            let is_late = begin.elapsed() > MAX_COVER_TIME;
            if !is_late && screen.corners(area)?.iter().any(|corner| corner.any(COVER_COLOUR)) {
                return Ok(None);
            }
            let now = screen.read(area)?;
            Ok((is_late || !now.any(COVER_COLOUR)).then_some(now))
        })
    }

    /// The image of the upper left part of the viewport, once it was shown twice alike, and has been the same for a while.
    fn still_image(
        &self,
        (width, height): (u32, u32),
        still_for: Duration,
        shown: impl Fn(&Self, Area) -> Result<Option<Pixels>, Fault>,
    ) -> Result<Image, Fault> {
        let area = Area {
            width: width.min(self.viewport.width),
            height: height.min(self.viewport.height),
            ..self.viewport
        };
        let mut before: Option<(Pixels, Instant)> = None;
        let still = self.wait(|screen| {
            let last = before.take();
            let Some(now) = shown(screen, area)? else { return Ok(None) };
            let since = last.filter(|(pixels, _)| *pixels == now).map(|(_, since)| since);
            match since {
                Some(since) if since.elapsed() >= still_for => Ok(Some(now)),
                _ => {
                    before = Some((now, since.unwrap_or_else(Instant::now)));
                    Ok(None)
                }
            }
        })?;
        Ok(still.image())
    }

    /// The first and the last pixel of an area, which are painted at first and at last.
    fn corners(&self, area: Area) -> Result<[Pixels; 2], Fault> {
        let pixel = |left, top| self.read(Area { left, top, width: 1, height: 1 });
        let last = |from: u32, length: u32| from + length.saturating_sub(1);
        Ok([pixel(area.left, area.top)?, pixel(last(area.left, area.width), last(area.top, area.height))?])
    }

    fn read(&self, area: Area) -> Result<Pixels, Fault> {
        let gone = |error| Fault::Crash(format!("its screen can not be read: {error}"));
        self.framebuffer.read(area).map_err(gone)
    }

    /// Looks at the screen until something is seen.
    fn wait<T>(&self, mut look: impl FnMut(&Self) -> Result<Option<T>, Fault>) -> Result<T, Fault> {
        let begin = Instant::now();
        loop {
            if let Some(seen) = look(self)? {
                return Ok(seen);
            }
            if self.halt.is_asked_for() {
                return Err(Fault::Unavailable("everything is to end".into()));
            }
            if begin.elapsed() > self.timeout {
                return Err(Fault::Hang(self.timeout));
            }
            thread::sleep(READ_INTERVAL);
        }
    }
}

/// A colour in CSS.
fn css_colour(Rgb([red, green, blue]): Rgb<u8>) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The place of a cover of exactly this size.
fn cover_in(screen: &Image, (width, height): (u32, u32)) -> Option<Area> {
    let (left, top, _) = screen.enumerate_pixels().find(|(_, _, pixel)| **pixel == COVER_COLOUR)?;
    let is_cover = |x: u32, y: u32| screen.get_pixel_checked(x, y) == Some(&COVER_COLOUR);
    let (right, bottom) = (left + width, top + height);
    let is_whole = (top..bottom).all(|y| (left..right).all(|x| is_cover(x, y)));
    let ends = !(top..bottom).any(|y| is_cover(right, y)) && !(left..right).any(|x| is_cover(x, bottom));
    (is_whole && ends).then_some(Area { left, top, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page_capture::{COVER_PAGE_SCRIPT, COVER_WINDOW_SCRIPT};
    use crate::page_tiles::TILES_DOCUMENT;
    use crate::render_options::STRIP_HEIGHT;
    use crate::single_frame::FRAME_DOCUMENT;

    #[test]
    fn covers_have_the_colour_that_is_waited_for() {
        let colour = css_colour(COVER_COLOUR);
        assert!(
            [TILES_DOCUMENT, FRAME_DOCUMENT, COVER_PAGE_SCRIPT, COVER_WINDOW_SCRIPT]
                .iter()
                .all(|text| text.contains(&colour))
        );
    }

    #[test]
    fn the_strip_beside_pages_has_its_height_and_changes() {
        let height = format!("bottom: 0; height: {STRIP_HEIGHT}px }}");
        assert!([TILES_DOCUMENT, FRAME_DOCUMENT].iter().all(|text| text.contains(&height)));
        assert!(
            STAMP_COLOURS[0] != STAMP_COLOURS[1]
                && !STAMP_COLOURS.contains(&COVER_COLOUR)
                && !STAMP_COLOURS.contains(&Rgb([255; 3]))
        );
        assert_eq!(css_colour(Rgb([1, 0xab, 0])), "#01ab00");
    }

    #[test]
    fn a_cover_is_found_where_it_is_whole() {
        let screen = |left: u32, top: u32, right: u32, bottom: u32| {
            Image::from_fn(20, 15, |x, y| {
                let inside = (left..right).contains(&x) && (top..bottom).contains(&y);
                if inside { COVER_COLOUR } else { Rgb([0; 3]) }
            })
        };
        let found = |left, top| Some(Area { left, top, width: 8, height: 6 });
        assert_eq!(cover_in(&screen(0, 0, 8, 6), (8, 6)), found(0, 0));
        assert_eq!(cover_in(&screen(3, 4, 11, 10), (8, 6)), found(3, 4));
        assert_eq!(cover_in(&screen(12, 9, 20, 15), (8, 6)), found(12, 9));
        // Cut by the screen, narrower, lower, broader, higher, or not there.
        for (left, top, right, bottom) in
            [(13, 9, 20, 15), (0, 0, 7, 6), (0, 0, 8, 5), (0, 0, 9, 6), (0, 0, 8, 7), (0, 0, 0, 0)]
        {
            assert_eq!(cover_in(&screen(left, top, right, bottom), (8, 6)), None);
        }
        // Half of it is painted.
        let mut half = screen(3, 4, 11, 10);
        half.put_pixel(7, 8, Rgb([0; 3]));
        assert_eq!(cover_in(&half, (8, 6)), None);
    }
}
