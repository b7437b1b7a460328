//! Decides whether two images of a page differ in more than anti-aliasing.
//!
//! Two engines never agree on every pixel: they smooth edges differently, and round colours. A pixel *differs* when
//! one of its channels differs by more than a threshold. A difference is *structural* when the mask of differing
//! pixels survives an erosion by a square of 3 × 3: somewhere, nine pixels in a square differ, which smoothing of
//! edges does not do, as it reaches no further than a pixel to either side of an edge. Rules by the largest
//! difference or by the number of pixels do not separate the two: a long edge has many pixels, and some of them
//! differ by all of a channel.

use image::{GrayImage, Luma, RgbImage};
use imageproc::distance_transform::Norm;
use imageproc::morphology::erode;

/// An image of a page, as a browser painted it: 8 bits a channel, without transparency.
pub type Image = RgbImage;

/// The thresholds above which images count as different.
///
/// ```
/// use dpgen_browsers::Thresholds;
///
/// let default = Thresholds::default();
/// assert_eq!((default.channel, default.erosion), (48, 1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thresholds {
    /// A pixel differs when a channel differs by more than this, of 255.
    pub channel: u8,
    /// How many times the mask is eroded by a square of 3 × 3 pixels; a difference that is gone then is not
    /// structural. With 0, every differing pixel counts.
    pub erosion: u8,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { channel: 48, erosion: 1 }
    }
}

/// A structural difference of two images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// 255 where the images differ, 0 elsewhere; as large as the larger image.
    pub mask: GrayImage,
    /// The number of pixels that differ.
    pub pixels: usize,
    /// The number of pixels of the mask that survive the erosion; at least 1.
    pub core: usize,
    /// The largest difference of a channel.
    pub largest: u8,
}

/// The structural difference of two images, if there is one. Where only one of the images has a pixel, they differ.
///
/// ```
/// use dpgen_browsers::{Image, Thresholds, difference};
/// use image::Rgb;
///
/// let white = Image::from_pixel(20, 20, Rgb([255, 255, 255]));
/// let mut line = white.clone();
/// let mut square = white.clone();
/// for i in 5..10 {
///     line.put_pixel(i, 5, Rgb([0, 0, 0]));
///     for j in 5..10 {
///         square.put_pixel(i, j, Rgb([0, 0, 0]));
///     }
/// }
/// assert_eq!(difference(&white, &line, &Thresholds::default()), None);
/// let found = difference(&white, &square, &Thresholds::default()).expect("25 pixels in a square");
/// assert_eq!((found.pixels, found.core), (25, 9));
/// ```
#[must_use]
pub fn difference(a: &Image, b: &Image, thresholds: &Thresholds) -> Option<Difference> {
    let same_size = a.dimensions() == b.dimensions();
    if same_size && a.as_raw() == b.as_raw() {
        return None;
    }
    let width = a.width().max(b.width());
    let height = a.height().max(b.height());
    let mut mask = GrayImage::new(width, height);
    let mut pixels = 0;
    let mut largest = 0;
    for (x, y, cell) in mask.enumerate_pixels_mut() {
        let distance = match (a.get_pixel_checked(x, y), b.get_pixel_checked(x, y)) {
            (Some(left), Some(right)) => channels(left.0, right.0),
            (None, None) => 0,
            _ => u8::MAX,
        };
        largest = largest.max(distance);
        if distance > thresholds.channel {
            *cell = Luma([u8::MAX]);
            pixels += 1;
        }
    }
    if pixels == 0 {
        return None;
    }
    let core = if thresholds.erosion == 0 {
        pixels
    } else {
        erode(&mask, Norm::LInf, thresholds.erosion).pixels().filter(|pixel| pixel.0[0] != 0).count()
    };
    (core > 0).then_some(Difference { mask, pixels, core, largest })
}

/// The largest difference of a channel.
fn channels(a: [u8; 3], b: [u8; 3]) -> u8 {
    a.into_iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    const WHITE: Rgb<u8> = Rgb([255, 255, 255]);

    /// A white image with a rectangle of a colour.
    fn with(x: u32, y: u32, width: u32, height: u32, colour: [u8; 3]) -> Image {
        let mut image = Image::from_pixel(30, 20, WHITE);
        for (i, j) in (x..x + width).flat_map(|i| (y..y + height).map(move |j| (i, j))) {
            image.put_pixel(i, j, Rgb(colour));
        }
        image
    }

    fn core(a: &Image, b: &Image) -> Option<usize> {
        difference(a, b, &Thresholds::default()).map(|found| found.core)
    }

    #[test]
    fn a_square_of_three_survives_and_less_does_not() {
        let white = with(0, 0, 0, 0, [0; 3]);
        assert_eq!(core(&white, &with(10, 10, 3, 3, [0; 3])), Some(1));
        assert_eq!(core(&white, &with(10, 10, 2, 9, [0; 3])), None);
        assert_eq!(core(&white, &with(10, 10, 9, 2, [0; 3])), None);
        assert_eq!(core(&white, &with(0, 5, 30, 1, [0; 3])), None);
        assert_eq!(core(&white, &white), None);
    }

    #[test]
    fn the_threshold_is_exclusive_and_for_each_channel() {
        let white = with(0, 0, 0, 0, [0; 3]);
        for channel in 0..3 {
            let mut colour = [255; 3];
            colour[channel] = 255 - 48;
            assert_eq!(core(&white, &with(4, 4, 8, 8, colour)), None);
            colour[channel] = 255 - 49;
            assert_eq!(core(&white, &with(4, 4, 8, 8, colour)), Some(36));
        }
        // Many small differences are none.
        assert_eq!(core(&white, &with(0, 0, 30, 20, [255 - 48; 3])), None);
    }

    #[test]
    fn it_is_symmetric_and_counts() {
        let (a, b) = (with(3, 3, 10, 10, [0; 3]), with(5, 3, 10, 10, [0; 3]));
        let strict = Thresholds { erosion: 0, ..Thresholds::default() };
        assert_eq!(core(&a, &b), None, "two columns of pixels on either side");
        let there = difference(&a, &b, &strict).expect("40 pixels differ");
        assert_eq!((there.pixels, there.core, there.largest), (40, 40, 255));
        assert_eq!(difference(&b, &a, &strict), Some(there.clone()));
        assert_eq!(there.mask.pixels().filter(|pixel| pixel.0[0] == 255).count(), 40);
        let twice = Thresholds { erosion: 2, ..Thresholds::default() };
        let white = with(0, 0, 0, 0, [0; 3]);
        assert_eq!(difference(&white, &with(3, 3, 4, 4, [0; 3]), &twice), None);
        assert_eq!(difference(&white, &with(3, 3, 5, 5, [0; 3]), &twice).map(|found| found.core), Some(1));
    }

    #[test]
    fn an_edge_smoothed_in_two_ways_is_no_difference() {
        // The same slanted edge, once smoothed and once not.
        let slanted = |smooth: bool| {
            Image::from_fn(60, 60, |x, y| {
                let inside = f64::from(x) - 0.3 * f64::from(y) - 10.0;
                let share =
                    if smooth { (inside + 0.5).clamp(0.0, 1.0) } else { f64::from(u8::from(inside > 0.0)) };
                let level = (0..=255_u8).find(|level| f64::from(*level) >= 255.0 * share).unwrap_or(255);
                Rgb([level; 3])
            })
        };
        let strict = Thresholds { erosion: 0, ..Thresholds::default() };
        assert!(difference(&slanted(true), &slanted(false), &strict).is_some());
        assert_eq!(core(&slanted(true), &slanted(false)), None);
    }

    #[test]
    fn images_of_two_sizes_differ_where_one_ends() {
        let small = Image::from_pixel(10, 10, WHITE);
        let large = Image::from_pixel(10, 15, WHITE);
        let found = difference(&small, &large, &Thresholds::default()).expect("five rows");
        assert_eq!((found.pixels, found.mask.dimensions()), (50, (10, 15)));
        // A single row more is within what the erosion forgives, inside of the image.
        assert_eq!(
            difference(&small, &Image::new(0, 0), &Thresholds::default()).map(|found| found.pixels),
            Some(100)
        );
    }
}
