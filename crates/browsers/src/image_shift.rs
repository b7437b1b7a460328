//! Finds the offset by which what differs in two images is shifted.

use image::{GrayImage, RgbImage};

use crate::image_thresholds::{Thresholds, channel_distance};

/// The largest offset that is looked for, in pixels, along each axis.
const MAX_SHIFT: i64 = 16;

/// An offset in pixels, to the right and down.
pub type Offset = (i64, i64);

/// The shortest offset from `a` to `b` that explains their difference, if there is one of at most [`MAX_SHIFT`] pixels along each
/// axis.
///
/// An offset explains a pixel if each image shows there what the other one shows at the offset: `a` what `b` has further along it,
/// and `b` what `a` has further back. It explains the difference if no pixel of `core`, the eroded mask, has only unexplained
/// pixels around it: the mask of unexplained pixels does not survive the same erosion. At the offset an image goes on beyond its
/// borders as it is at them; a pixel that one of the images does not have is not explained.
///
/// So a box that has moved is shifted, and so is one that is longer at one side only. A box that is missing, or has another colour,
/// is not: what it shows is nowhere in the other image.
pub(crate) fn shift(a: &RgbImage, b: &RgbImage, core: &GrayImage, thresholds: &Thresholds) -> Option<Offset> {
    let solid: Vec<(i64, i64)> = core
        .enumerate_pixels()
        .filter(|(_, _, pixel)| pixel.0[0] != 0)
        .map(|(x, y, _)| (i64::from(x), i64::from(y)))
        .collect();
    let alike = |one: Option<[u8; 3]>, other: Option<[u8; 3]>| match (one, other) {
        (Some(one), Some(other)) => channel_distance(one, other) <= thresholds.channel,
        _ => false,
    };
    let is_explained = |(x, y): (i64, i64), (right, down): Offset| {
        alike(at(a, x, y), nearest(b, x + right, y + down))
            && alike(at(b, x, y), nearest(a, x - right, y - down))
    };
    let reach = i64::from(thresholds.erosion);
    offsets().into_iter().find(|offset| {
        solid.iter().all(|&(x, y)| {
            let mut around =
                (-reach..=reach).flat_map(|down| (-reach..=reach).map(move |right| (x + right, y + down)));
            is_explained((x, y), *offset) || around.any(|pixel| is_explained(pixel, *offset))
        })
    })
}

/// All offsets but that of nothing, the shortest first.
fn offsets() -> Vec<Offset> {
    let along = || -MAX_SHIFT..=MAX_SHIFT;
    let mut offsets: Vec<Offset> = along().flat_map(|down| along().map(move |right| (right, down))).collect();
    offsets.retain(|offset| *offset != (0, 0));
    offsets.sort_by_key(|(right, down)| right * right + down * down);
    offsets
}

/// The colour of a pixel; none outside of the image.
fn at(image: &RgbImage, x: i64, y: i64) -> Option<[u8; 3]> {
    let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
    image.get_pixel_checked(x, y).map(|pixel| pixel.0)
}

/// The colour of the pixel of the image that is nearest to a place; none if the image is empty.
fn nearest(image: &RgbImage, x: i64, y: i64) -> Option<[u8; 3]> {
    let last = |length: u32| i64::from(length).saturating_sub(1).max(0);
    at(image, x.clamp(0, last(image.width())), y.clamp(0, last(image.height())))
}
