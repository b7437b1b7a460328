//! Takes an image apart into boxes of one colour, by which a page without the feature under test can paint it again.
//!
//! Invariant: the boxes do not overlap, and together with the colour of the ground they give each pixel of the image.

use image::ImageError;

use crate::image_comparison::Image;
use crate::webdriver_browser::decode;

/// A box of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureBox {
    /// Its left upper pixel.
    pub origin: (u32, u32),
    /// Its width and height in pixels.
    pub size: (u32, u32),
    /// Red, green and blue.
    pub colour: [u8; 3],
}

/// An image as boxes on a white ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureBoxes {
    /// Width and height of the image.
    pub size: (u32, u32),
    /// The boxes, from the top down and from left to right.
    pub boxes: Vec<PictureBox>,
}

/// The boxes of a PNG image; none if there are more than `max_boxes`.
///
/// Each box begins at the first pixel that is in no box yet, goes on to the right as long as the colour is the same, and then
/// down as long as whole rows are.
///
/// # Errors
/// When the bytes are no image.
pub fn boxes_of_png(bytes: &[u8], max_boxes: usize) -> Result<Option<PictureBoxes>, ImageError> {
    Ok(boxes(&decode(bytes)?, max_boxes))
}

/// Whether a PNG image has another colour than white at its right or lower border, so that more may lie beyond.
///
/// # Errors
/// When the bytes are no image.
pub fn reaches_far_border(bytes: &[u8]) -> Result<bool, ImageError> {
    Ok(is_cut(&decode(bytes)?))
}

fn is_cut(image: &Image) -> bool {
    let (width, height) = image.dimensions();
    let is_far = |x: u32, y: u32| x + 1 == width || y + 1 == height;
    image.enumerate_pixels().any(|(x, y, pixel)| is_far(x, y) && pixel.0 != [255; 3])
}

fn boxes(image: &Image, max_boxes: usize) -> Option<PictureBoxes> {
    let (width, height) = image.dimensions();
    let mut is_covered = image::GrayImage::new(width, height);
    let mut boxes = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let colour = image.get_pixel(x, y).0;
            let free = |mask: &image::GrayImage, x: u32, y: u32| {
                mask.get_pixel(x, y).0[0] == 0 && image.get_pixel(x, y).0 == colour
            };
            if colour == [255; 3] || !free(&is_covered, x, y) {
                continue;
            }
            if boxes.len() == max_boxes {
                return None;
            }
            let right = (x..width).find(|x| !free(&is_covered, *x, y)).unwrap_or(width);
            let whole_row = |y: &u32| (x..right).all(|x| free(&is_covered, x, *y));
            let bottom = (y..height).find(|y| !whole_row(y)).unwrap_or(height);
            boxes.push(PictureBox { origin: (x, y), size: (right - x, bottom - y), colour });
            for y in y..bottom {
                for x in x..right {
                    is_covered.put_pixel(x, y, image::Luma([255]));
                }
            }
        }
    }
    Some(PictureBoxes { size: (width, height), boxes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn painted(boxes: &PictureBoxes) -> Image {
        let mut image = Image::from_pixel(boxes.size.0, boxes.size.1, Rgb([255; 3]));
        for one in &boxes.boxes {
            for y in 0..one.size.1 {
                for x in 0..one.size.0 {
                    image.put_pixel(one.origin.0 + x, one.origin.1 + y, Rgb(one.colour));
                }
            }
        }
        image
    }

    #[test]
    fn what_reaches_the_far_borders_is_cut() {
        let with = |x: u32, y: u32| {
            let mut image = Image::from_pixel(4, 3, Rgb([255; 3]));
            image.put_pixel(x, y, Rgb([255, 255, 254]));
            is_cut(&image)
        };
        assert_eq!([with(0, 0), with(2, 1), with(3, 0), with(0, 2)], [false, false, true, true]);
    }

    #[test]
    fn boxes_paint_the_image_again() {
        let mut image = Image::from_pixel(20, 10, Rgb([255; 3]));
        for y in 2..8 {
            for x in 3..18 {
                let frame = y == 2 || y == 7 || x == 3 || x == 17;
                image.put_pixel(x, y, Rgb(if frame { [0; 3] } else { [230, 25, 75] }));
            }
        }
        let found = boxes(&image, 10).expect("they are few");
        assert_eq!(found.boxes.len(), 5, "{found:?}");
        assert_eq!(found.boxes[0], PictureBox { origin: (3, 2), size: (15, 1), colour: [0; 3] });
        assert_eq!(painted(&found), image);
        assert_eq!(boxes(&image, 4), None);
        assert_eq!(boxes(&Image::from_pixel(3, 3, Rgb([255; 3])), 0).map(|found| found.boxes), Some(vec![]));
    }
}
