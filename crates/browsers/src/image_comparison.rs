//! Compares two images of a page: where they differ, and whether a solid area does.
//!
//! Two engines never agree on every pixel: they smooth edges differently, and round colours. A pixel *differs* when
//! one of its channels differs by more than a threshold. The *core* of a difference is what an erosion leaves of the mask of
//! differing pixels: with an erosion of 2, the centres of the squares of 5 × 5 pixels that differ as a whole and lie within the
//! image. Smoothing of edges leaves nothing, as it reaches no further than a pixel or two to either side of an edge. Rules
//! by the largest difference or by the number of pixels do not separate the two: a long edge has many pixels, and some
//! of them differ by all of a channel.
//!
//! The kinds of differences are made of that: an [`edge`](DifferenceKind::Edge) difference has no core, a
//! [`position`](DifferenceKind::Position) difference has one that a shift explains (`image_shift.rs`), and any other is a difference in
//! [`content`](DifferenceKind::Content).

use dpgen_diff::DifferenceKind;
use image::{GrayImage, RgbImage};

use crate::image_shift::{Offset, shift};
use crate::image_thresholds::{Thresholds, channel_distance};

/// An image of a page, as a browser painted it: 8 bits a channel, without transparency.
pub type Image = RgbImage;

/// A difference of two images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// 255 where the images differ, 0 elsewhere; as large as the larger image.
    pub mask: GrayImage,
    /// The number of pixels that differ; at least 1.
    pub pixels: usize,
    /// The number of pixels of the mask that survive the erosion.
    pub core: usize,
    /// The largest difference of a channel.
    pub largest: u8,
    /// The offset from the first image to the second one by which the solid areas are shifted, if that explains them.
    pub shift: Option<Offset>,
}

impl Difference {
    /// The kind of the difference.
    #[must_use]
    pub fn kind(&self) -> DifferenceKind {
        match (self.core, self.shift) {
            (0, _) => DifferenceKind::Edge,
            (_, Some(_)) => DifferenceKind::Position,
            (_, None) => DifferenceKind::Content,
        }
    }
}

/// The difference of two images, whether it counts or not; none if no pixel differs. Where only one of the images has a pixel,
/// they differ.
///
/// ```
/// use dpgen_browsers::{Image, Thresholds, difference};
/// use dpgen_diff::DifferenceKind;
/// use image::Rgb;
///
/// let white = Image::from_pixel(20, 20, Rgb([255, 255, 255]));
/// let mut line = white.clone();
/// let mut square = white.clone();
/// for i in 5..12 {
///     line.put_pixel(i, 5, Rgb([0, 0, 0]));
///     for j in 5..12 {
///         square.put_pixel(i, j, Rgb([0, 0, 0]));
///     }
/// }
/// let found = |image| difference(&white, image, &Thresholds::default()).expect("pixels differ");
/// assert_eq!((found(&line).kind(), found(&line).pixels), (DifferenceKind::Edge, 7));
/// // Of 7 x 7 pixels, 3 x 3 are the centres of squares of 5 x 5.
/// assert_eq!((found(&square).kind(), found(&square).core), (DifferenceKind::Content, 9));
/// ```
#[must_use]
pub fn difference(a: &Image, b: &Image, thresholds: &Thresholds) -> Option<Difference> {
    let same_size = a.dimensions() == b.dimensions();
    // Most images differ by less.
    let is_small = |(left, right): (&u8, &u8)| left.abs_diff(*right) <= thresholds.channel;
    if same_size && a.as_raw().iter().zip(b.as_raw()).all(is_small) {
        return None;
    }
    let width = a.width().max(b.width());
    let height = a.height().max(b.height());
    let mut mask = GrayImage::new(width, height);
    let mut pixels = 0;
    let mut largest = 0;
    let mut mark = |cell: &mut u8, distance: u8| {
        largest = largest.max(distance);
        if distance > thresholds.channel {
            *cell = u8::MAX;
            pixels += 1;
        }
    };
    if same_size {
        let (ours, theirs) = (a.as_raw().as_chunks().0, b.as_raw().as_chunks().0);
        for (cell, (left, right)) in mask.iter_mut().zip(ours.iter().zip(theirs)) {
            mark(cell, channel_distance(*left, *right));
        }
    } else {
        for (x, y, cell) in mask.enumerate_pixels_mut() {
            let distance = match (a.get_pixel_checked(x, y), b.get_pixel_checked(x, y)) {
                (Some(left), Some(right)) => channel_distance(left.0, right.0),
                (None, None) => 0,
                _ => u8::MAX,
            };
            mark(&mut cell.0[0], distance);
        }
    }
    if pixels == 0 {
        return None;
    }
    let eroded = eroded(&mask, thresholds.erosion);
    let core = eroded.pixels().filter(|pixel| pixel.0[0] != 0).count();
    let shift = if core == 0 { None } else { shift(a, b, &eroded, thresholds) };
    Some(Difference { mask, pixels, core, largest, shift })
}

/// The centres of the squares of 2 `by` + 1 pixels that are set as a whole and lie within the mask.
fn eroded(mask: &GrayImage, by: u8) -> GrayImage {
    let by = usize::from(by);
    let row_len = mask.width().try_into().unwrap_or(usize::MAX).max(1);
    // The centres of runs along rows, then the centres of runs of these along columns.
    let mut rows = GrayImage::new(mask.width(), mask.height());
    for (row, centres) in mask.chunks_exact(row_len).zip(rows.chunks_exact_mut(row_len)) {
        let mut run = 0;
        for (x, cell) in row.iter().enumerate() {
            run = if *cell == 0 { 0 } else { run + 1 };
            if run > 2 * by {
                centres[x - by] = u8::MAX;
            }
        }
    }
    let mut centres = GrayImage::new(mask.width(), mask.height());
    let cells: &mut [u8] = &mut centres;
    let mut runs = vec![0; row_len];
    for (y, row) in rows.chunks_exact(row_len).enumerate() {
        for (x, (run, cell)) in runs.iter_mut().zip(row).enumerate() {
            *run = if *cell == 0 { 0 } else { *run + 1 };
            if *run > 2 * by {
                cells[(y - by) * row_len + x] = u8::MAX;
            }
        }
    }
    centres
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

    fn core_after(erosion: u8, a: &Image, b: &Image) -> Option<usize> {
        let thresholds = Thresholds { erosion, ..Thresholds::default() };
        difference(a, b, &thresholds).map(|found| found.core)
    }

    #[test]
    fn a_square_survives_the_erosion_and_a_thinner_band_does_not() {
        let white = with(0, 0, 0, 0, [0; 3]);
        assert_eq!(core_after(2, &white, &white), None);
        for (erosion, side) in [(1, 3), (2, 5), (3, 7)] {
            let core = |width, height| core_after(erosion, &white, &with(8, 8, width, height, [0; 3]));
            assert_eq!(core(side, side), Some(1));
            assert_eq!(core(side + 1, side + 2), Some(6));
            assert_eq!(core(side - 1, 12), Some(0));
            assert_eq!(core(22, side - 1), Some(0));
        }
    }

    /// A band at a border, and a box in a corner, have to be as broad as anywhere else.
    #[test]
    fn nothing_is_set_outside_of_the_image() {
        let (width, height) = (30, 20);
        let white = with(0, 0, 0, 0, [0; 3]);
        for erosion in 1..=3_u8 {
            let side = 2 * u32::from(erosion) + 1;
            // For a thickness: the bands at the left, right, top and bottom, and the boxes in the four corners.
            let places = |thick: u32| {
                [
                    (0, 0, thick, height),
                    (width - thick, 0, thick, height),
                    (0, 0, width, thick),
                    (0, height - thick, width, thick),
                    (0, 0, thick, thick),
                    (width - thick, 0, thick, thick),
                    (0, height - thick, thick, thick),
                    (width - thick, height - thick, thick, thick),
                ]
            };
            for (x, y, w, h) in places(side - 1) {
                let found = core_after(erosion, &white, &with(x, y, w, h, [0; 3]));
                assert_eq!(found, Some(0), "{w} x {h} at {x}, {y}, eroded by {erosion}");
            }
            for (x, y, w, h) in places(side) {
                let survivors = usize::try_from((w - side + 1) * (h - side + 1)).expect("small");
                let found = core_after(erosion, &white, &with(x, y, w, h, [0; 3]));
                assert_eq!(found, Some(survivors), "{w} x {h} at {x}, {y}, eroded by {erosion}");
            }
        }
    }

    #[test]
    fn the_threshold_is_exclusive_and_for_each_channel() {
        let white = with(0, 0, 0, 0, [0; 3]);
        for channel in 0..3 {
            let mut colour = [255; 3];
            colour[channel] = 255 - 48;
            assert_eq!(core_after(2, &white, &with(4, 4, 8, 8, colour)), None);
            colour[channel] = 255 - 49;
            assert_eq!(core_after(2, &white, &with(4, 4, 8, 8, colour)), Some(16));
        }
        // Many small differences are none.
        assert_eq!(core_after(2, &white, &with(0, 0, 30, 20, [255 - 48; 3])), None);
    }

    #[test]
    fn it_is_symmetric_and_counts() {
        let (a, b) = (with(3, 3, 10, 10, [0; 3]), with(7, 3, 10, 10, [0; 3]));
        assert_eq!(core_after(2, &a, &b), Some(0), "four columns of pixels on either side");
        let all = Thresholds { erosion: 0, ..Thresholds::default() };
        let there = difference(&a, &b, &all).expect("80 pixels differ");
        assert_eq!((there.pixels, there.core, there.largest), (80, 80, 255));
        assert_eq!(there.mask.pixels().filter(|pixel| pixel.0[0] == 255).count(), 80);
        let back = difference(&b, &a, &all).expect("the same differ");
        assert_eq!((there.shift, back.shift), (Some((4, 0)), Some((-4, 0))));
        assert_eq!((back.mask, back.core), (there.mask, there.core));
    }

    #[test]
    fn images_of_two_sizes_differ_where_one_ends() {
        let small = Image::from_pixel(10, 10, WHITE);
        let large = Image::from_pixel(10, 15, WHITE);
        let found = difference(&small, &large, &Thresholds::default()).expect("five rows");
        assert_eq!((found.pixels, found.core, found.mask.dimensions()), (50, 6, (10, 15)));
        assert_eq!(found.kind(), DifferenceKind::Content);
        let none = difference(&small, &Image::new(0, 0), &Thresholds::default());
        assert_eq!(none.map(|found| found.pixels), Some(100));
    }

    #[test]
    fn edges_count_if_they_are_asked_for() {
        for (edges, counted) in [(false, [true, true, false]), (true, [true, true, true])] {
            let thresholds = Thresholds { edges, ..Thresholds::default() };
            assert_eq!(DifferenceKind::ALL.map(|kind| thresholds.counts(kind)), counted);
        }
    }
}
