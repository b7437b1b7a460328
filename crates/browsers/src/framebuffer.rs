//! [`Framebuffer`]: the pixels of a screen of Xvfb, which are in a file in the format XWD.
//!
//! A file begins with numbers of 32 bits, the most significant byte first: the length of the header, the version, and so on (`XWDFile.h`
//! of the X Window System). After the header come the entries of a table of colours, then the rows of pixels. The server
//! writes into the file while it is read, so that what is read may be half of a change.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use image::Rgb;

use crate::image_comparison::Image;

/// The number of numbers in a header, up to the name of the window.
const HEADER_LEN: usize = 25;
/// The length of an entry in the table of colours, in bytes.
const COLOUR_ENTRY_LEN: u64 = 12;
/// The version of the format.
const XWD_VERSION: u32 = 7;
/// The length of a pixel in bytes: blue, green, red, and one that is not used.
const PIXEL_LEN: usize = 4;

/// The places of numbers in the header.
mod place {
    pub(super) const HEADER_SIZE: usize = 0;
    pub(super) const VERSION: usize = 1;
    pub(super) const WIDTH: usize = 4;
    pub(super) const HEIGHT: usize = 5;
    pub(super) const BYTE_ORDER: usize = 7;
    pub(super) const BITS_PER_PIXEL: usize = 11;
    pub(super) const ROW_LEN: usize = 12;
    pub(super) const RED_MASK: usize = 14;
    pub(super) const BLUE_MASK: usize = 16;
    pub(super) const COLOURS: usize = 19;
}

/// A part of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// The pixels of an area as the screen has them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    area: Area,
    /// Row by row, in the order of the screen.
    bytes: Vec<u8>,
}

impl Pixels {
    /// Whether some pixel has a colour.
    pub(crate) fn any(&self, colour: Rgb<u8>) -> bool {
        self.bytes.chunks_exact(PIXEL_LEN).any(|pixel| has_colour(pixel, colour))
    }

    /// Whether every pixel has a colour.
    pub(crate) fn all(&self, colour: Rgb<u8>) -> bool {
        self.bytes.chunks_exact(PIXEL_LEN).all(|pixel| has_colour(pixel, colour))
    }

    /// The pixels as an image.
    pub(crate) fn image(&self) -> Image {
        let mut image = Image::new(self.area.width, self.area.height);
        for (pixel, from) in image.chunks_exact_mut(3).zip(self.bytes.chunks_exact(PIXEL_LEN)) {
            pixel.copy_from_slice(&[from[2], from[1], from[0]]);
        }
        image
    }
}

fn has_colour(pixel: &[u8], Rgb([red, green, blue]): Rgb<u8>) -> bool {
    pixel[0] == blue && pixel[1] == green && pixel[2] == red
}

/// A screen that can be read. Invariant: a pixel has 32 bits, with 8 for each of red, green and blue.
#[derive(Debug)]
pub(crate) struct Framebuffer {
    file: File,
    width: u32,
    height: u32,
    /// The place of the first pixel in the file.
    begin: u64,
    /// The length of a row of pixels in bytes.
    row_len: u64,
}

impl Framebuffer {
    /// Opens the file of a screen.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let mut bytes = [0; HEADER_LEN * 4];
        file.read_exact_at(&mut bytes, 0)?;
        let mut header = [0; HEADER_LEN];
        for (number, bytes) in header.iter_mut().zip(bytes.chunks_exact(4)) {
            *number = bytes.iter().fold(0, |number, byte| (number << 8) | u32::from(*byte));
        }
        let is_known = header[place::VERSION] == XWD_VERSION
            && header[place::BYTE_ORDER] == 0
            && header[place::BITS_PER_PIXEL] == 32
            && (header[place::RED_MASK], header[place::BLUE_MASK]) == (0xff_0000, 0xff);
        if !is_known {
            return Err(io::Error::other("the screen's pixels are not in a known format"));
        }
        Ok(Self {
            file,
            width: header[place::WIDTH],
            height: header[place::HEIGHT],
            begin: u64::from(header[place::HEADER_SIZE])
                + COLOUR_ENTRY_LEN * u64::from(header[place::COLOURS]),
            row_len: u64::from(header[place::ROW_LEN]),
        })
    }

    /// The whole screen.
    pub(crate) fn area(&self) -> Area {
        Area { left: 0, top: 0, width: self.width, height: self.height }
    }

    /// The pixels of a part of the screen.
    pub(crate) fn read(&self, area: Area) -> io::Result<Pixels> {
        let is_inside = area.left.checked_add(area.width).is_some_and(|right| right <= self.width)
            && area.top.checked_add(area.height).is_some_and(|bottom| bottom <= self.height);
        if !is_inside {
            return Err(io::Error::other("a part of the window is outside of the screen"));
        }
        let width = usize::try_from(area.width).map_err(io::Error::other)?;
        let height = usize::try_from(area.height).map_err(io::Error::other)?;
        let row_len = width * PIXEL_LEN;
        let mut bytes = vec![0; row_len * height];
        if row_len > 0 {
            for (y, row) in (area.top..).zip(bytes.chunks_exact_mut(row_len)) {
                let place = self.begin + u64::from(y) * self.row_len + u64::from(area.left) * 4;
                self.file.read_exact_at(row, place)?;
            }
        }
        Ok(Pixels { area, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The file of a screen of 3 x 2 pixels with two colours in its table; rows are longer than their pixels.
    fn screen() -> Vec<u8> {
        let mut header = [0_u32; HEADER_LEN];
        for (place, number) in [
            (place::HEADER_SIZE, 104),
            (place::VERSION, 7),
            (place::WIDTH, 3),
            (place::HEIGHT, 2),
            (place::BITS_PER_PIXEL, 32),
            (place::ROW_LEN, 16),
            (place::RED_MASK, 0xff_0000),
            (place::BLUE_MASK, 0xff),
            (place::COLOURS, 2),
        ] {
            header[place] = number;
        }
        let mut bytes: Vec<u8> = header.iter().flat_map(|number| number.to_be_bytes()).collect();
        bytes.extend(b"Xv\0\0");
        bytes.extend([9; 24]);
        for y in 0..2 {
            for x in 0..4 {
                bytes.extend([x, y, 7, 0]);
            }
        }
        bytes
    }

    fn opened(bytes: &[u8]) -> io::Result<Framebuffer> {
        let file = tempfile::NamedTempFile::new().expect("there is a folder");
        fs::write(file.path(), bytes).expect("there is room");
        Framebuffer::open(file.path())
    }

    #[test]
    fn parts_of_a_screen_are_read() {
        let screen = opened(&screen()).expect("it is a screen");
        assert_eq!(screen.area(), Area { left: 0, top: 0, width: 3, height: 2 });
        for (left, top, width, height) in [(0, 0, 3, 2), (1, 0, 2, 1), (2, 1, 1, 1), (3, 2, 0, 0)] {
            let read = screen.read(Area { left, top, width, height }).expect("it is inside").image();
            assert_eq!(read.dimensions(), (width, height));
            for (x, y, pixel) in read.enumerate_pixels() {
                assert_eq!(pixel.0.map(u32::from), [7, top + y, left + x]);
            }
        }
        let pixel = |left, top| screen.read(Area { left, top, width: 2, height: 1 }).expect("it is inside");
        assert!(pixel(0, 1).any(Rgb([7, 1, 1])) && !pixel(0, 1).all(Rgb([7, 1, 1])));
        assert!(pixel(0, 1) != pixel(1, 1) && !pixel(0, 1).any(Rgb([1, 1, 7])));
        for (left, top, width, height) in [(0, 0, 4, 1), (0, 0, 1, 3), (3, 0, 1, 1), (1, 0, u32::MAX, 1)] {
            assert!(screen.read(Area { left, top, width, height }).is_err());
        }
    }

    #[test]
    fn files_that_are_no_known_screens_are_refused() {
        let whole = screen();
        assert!(opened(&[]).is_err() && opened(&whole[..99]).is_err());
        for place in
            [place::VERSION, place::BYTE_ORDER, place::BITS_PER_PIXEL, place::RED_MASK, place::BLUE_MASK]
        {
            let mut other = whole.clone();
            other[place * 4 + 3] ^= 1;
            assert!(opened(&other).is_err(), "{place}");
        }
        let cut = opened(&whole[..whole.len() - 5]).expect("the header is whole");
        assert!(cut.read(cut.area()).is_err());
    }
}
