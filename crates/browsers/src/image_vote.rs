//! Partitions the images of a page into those that agree and those that stand alone: the vote of `dpgen_diff` on structural differences.

use crate::image_comparison::{Difference, Image, Thresholds, difference};

/// The agreement of the images of one page, with the largest difference between two of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    vote: dpgen_diff::Vote,
    largest: Option<Difference>,
}

impl Vote {
    /// The vote of the images: the groups of those that agree.
    #[must_use]
    pub fn vote(&self) -> &dpgen_diff::Vote {
        &self.vote
    }

    /// Of the differences between two images, the one with the most pixels that survive the erosion.
    #[must_use]
    pub fn largest(&self) -> Option<&Difference> {
        self.largest.as_ref()
    }

    /// The same, taken out.
    #[must_use]
    pub fn into_largest(self) -> Option<Difference> {
        self.largest
    }
}

/// Compares every two images of a page.
///
/// ```
/// use dpgen_browsers::{Image, Thresholds, vote};
/// use image::Rgb;
///
/// let white = Image::from_pixel(8, 8, Rgb([255, 255, 255]));
/// let black = Image::new(8, 8);
/// let found = vote(&[white.clone(), black, white], &Thresholds::default());
/// assert_eq!((found.vote().classes(), found.vote().odd()), (&[0, 1, 0][..], &[1][..]));
/// ```
#[must_use]
pub fn vote(images: &[Image], thresholds: &Thresholds) -> Vote {
    let mut largest: Option<Difference> = None;
    let vote = dpgen_diff::vote(images.len(), |first, second| {
        let Some(found) = difference(&images[first], &images[second], thresholds) else { return false };
        if largest.as_ref().is_none_or(|before| found.core > before.core) {
            largest = Some(found);
        }
        true
    });
    Vote { vote, largest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn grey(level: u8) -> Image {
        Image::from_pixel(6, 6, Rgb([level; 3]))
    }

    #[test]
    fn images_vote_by_structural_differences() {
        let voted = |levels: &[u8]| {
            let images: Vec<Image> = levels.iter().map(|level| grey(*level)).collect();
            let vote = vote(&images, &Thresholds::default());
            assert_eq!(vote.vote().agree(), vote.largest().is_none());
            (vote.vote().classes().to_vec(), vote.vote().odd().to_vec())
        };
        assert_eq!(voted(&[0, 10, 20]), (vec![0, 0, 0], vec![]));
        assert_eq!(voted(&[200, 0, 10]), (vec![0, 1, 1], vec![0]));
        // The first and the last differ; the one between agrees with both.
        assert_eq!(voted(&[0, 40, 80]), (vec![0, 0, 1], vec![]));
    }

    #[test]
    fn the_largest_difference_is_kept() {
        let mut little = grey(0);
        for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
            little.put_pixel(x, y, Rgb([255; 3]));
        }
        let vote = vote(&[grey(0), little, grey(255)], &Thresholds::default());
        assert_eq!(vote.largest().map(|found| found.pixels), Some(36));
        assert_eq!(vote.into_largest().map(|found| found.largest), Some(255));
    }
}
