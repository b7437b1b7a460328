//! Partitions the images of a page into those that agree and those that stand alone: the vote of `dpgen_diff` on differences of
//! images.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use dpgen_diff::DifferenceKind;

use crate::image_comparison::{Difference, Image, difference};
use crate::image_thresholds::Thresholds;

/// The agreement of the images of one page, with the most severe difference between two of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    vote: dpgen_diff::Vote,
    worst: Option<Difference>,
}

impl Vote {
    /// The vote of the images: the groups of those that agree.
    #[must_use]
    pub fn vote(&self) -> &dpgen_diff::Vote {
        &self.vote
    }

    /// Of the differences that count, the most severe one; of one kind, the one with the most pixels that survive the erosion.
    #[must_use]
    pub fn worst(&self) -> Option<&Difference> {
        self.worst.as_ref()
    }

    /// The same, taken out.
    #[must_use]
    pub fn into_worst(self) -> Option<Difference> {
        self.worst
    }
}

/// Compares every two images of a page.
///
/// Images with a solid difference are judged by solid differences only: if two images of a page differ in more than edges,
/// edges count for none of them. So the classes of such a page do not depend on whether edges count.
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
    let mut found = BTreeMap::new();
    for (first, one) in images.iter().enumerate() {
        for (second, other) in images.iter().enumerate().skip(first + 1) {
            if let Some(difference) = difference(one, other, thresholds) {
                found.insert((first, second), difference);
            }
        }
    }
    let is_solid = |difference: &Difference| difference.kind() != DifferenceKind::Edge;
    let some_solid = found.values().any(is_solid);
    found.retain(
        |_, difference| {
            if some_solid { is_solid(difference) } else { thresholds.counts(difference.kind()) }
        },
    );
    let vote = dpgen_diff::vote(images.len(), |first, second| found.contains_key(&(first, second)));
    let severity = |difference: &Difference| (Reverse(difference.kind()), difference.core, difference.pixels);
    Vote { vote, worst: found.into_values().max_by_key(severity) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn grey(level: u8) -> Image {
        Image::from_pixel(6, 6, Rgb([level; 3]))
    }

    /// A black image with a white square.
    fn square(side: u32) -> Image {
        let mut image = grey(0);
        for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
            image.put_pixel(x, y, Rgb([255; 3]));
        }
        image
    }

    #[test]
    fn images_vote_by_their_differences() {
        let voted = |levels: &[u8]| {
            let images: Vec<Image> = levels.iter().map(|level| grey(*level)).collect();
            let vote = vote(&images, &Thresholds::default());
            assert_eq!(vote.vote().agree(), vote.worst().is_none());
            (vote.vote().classes().to_vec(), vote.vote().odd().to_vec())
        };
        assert_eq!(voted(&[0, 10, 20]), (vec![0, 0, 0], vec![]));
        assert_eq!(voted(&[200, 0, 10]), (vec![0, 1, 1], vec![0]));
        // The first and the last differ; the one between agrees with both.
        assert_eq!(voted(&[0, 40, 80]), (vec![0, 0, 1], vec![]));
    }

    #[test]
    fn the_worst_difference_is_kept() {
        let vote = vote(&[grey(0), square(5), grey(255)], &Thresholds::default());
        assert_eq!(vote.worst().map(|found| found.pixels), Some(36));
        assert_eq!(vote.into_worst().map(|found| found.largest), Some(255));
    }

    /// For each set of images: the classes without edges, those with edges, and the kind with edges.
    #[test]
    fn edges_change_no_page_with_a_solid_difference() {
        let (edge, content) = (Some(DifferenceKind::Edge), Some(DifferenceKind::Content));
        for (images, without, with, kind) in [
            ([grey(0), grey(0), grey(0)], [0, 0, 0], [0, 0, 0], None),
            ([grey(0), square(3), grey(0)], [0, 0, 0], [0, 1, 0], edge),
            ([grey(0), square(3), square(4)], [0, 0, 0], [0, 1, 2], edge),
            ([grey(0), square(3), grey(255)], [0, 0, 1], [0, 0, 1], content),
        ] {
            let voted = |edges| vote(&images, &Thresholds { edges, ..Thresholds::default() });
            assert_eq!(voted(false).vote().classes(), without);
            assert_eq!(voted(true).vote().classes(), with);
            assert_eq!(voted(true).worst().map(Difference::kind), kind);
            assert_eq!(voted(false).worst().map(Difference::kind), kind.filter(|_| kind == content));
        }
    }
}
