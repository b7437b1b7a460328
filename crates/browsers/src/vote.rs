//! Which images of a page agree, and which one stands alone.
//!
//! That images do not differ is not transitive: small differences add up. So a *class* is a set of images of which no
//! two differ, and an image is the *odd one out* only if it differs from every other, while the others all agree.

use crate::compare::{Difference, Image, Thresholds, difference};

/// How the images of one page agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    classes: Vec<usize>,
    odd: Option<usize>,
    largest: Option<Difference>,
}

impl Vote {
    /// For each image, the number of its class; classes are numbered from 0 in the order of their first images.
    #[must_use]
    pub fn classes(&self) -> &[usize] {
        &self.classes
    }

    /// The only image that differs from all others, which agree; none when there are fewer than three images.
    #[must_use]
    pub fn odd(&self) -> Option<usize> {
        self.odd
    }

    /// Whether no two images differ.
    #[must_use]
    pub fn agree(&self) -> bool {
        self.largest.is_none()
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
/// Each image joins the first class all of whose images it agrees with, or begins one.
///
/// ```
/// use dpgen_browsers::{Image, Thresholds, vote};
/// use image::Rgb;
///
/// let white = Image::from_pixel(8, 8, Rgb([255, 255, 255]));
/// let black = Image::new(8, 8);
/// let vote = vote(&[white.clone(), black, white], &Thresholds::default());
/// assert_eq!(vote.classes(), [0, 1, 0]);
/// assert_eq!(vote.odd(), Some(1));
/// ```
#[must_use]
pub fn vote(images: &[Image], thresholds: &Thresholds) -> Vote {
    let count = images.len();
    let mut differ = vec![vec![false; count]; count];
    let mut largest: Option<Difference> = None;
    for first in 0..count {
        for second in first + 1..count {
            let Some(found) = difference(&images[first], &images[second], thresholds) else { continue };
            differ[first][second] = true;
            differ[second][first] = true;
            if largest.as_ref().is_none_or(|before| found.core > before.core) {
                largest = Some(found);
            }
        }
    }
    let mut classes = Vec::with_capacity(count);
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (image, differs) in differ.iter().enumerate() {
        let fits = members.iter().position(|class| class.iter().all(|&other| !differs[other]));
        match fits {
            Some(class) => members[class].push(image),
            None => members.push(vec![image]),
        }
        classes.push(fits.unwrap_or(members.len() - 1));
    }
    let odd = (0..count).filter(|_| count > 2).find(|&image| {
        let others = || (0..count).filter(move |&other| other != image);
        others().all(|other| differ[image][other])
            && others().all(|one| others().all(|other| !differ[one][other]))
    });
    Vote { classes, odd, largest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn grey(level: u8) -> Image {
        Image::from_pixel(6, 6, Rgb([level; 3]))
    }

    fn classes(levels: &[u8]) -> (Vec<usize>, Option<usize>) {
        let images: Vec<Image> = levels.iter().map(|level| grey(*level)).collect();
        let vote = vote(&images, &Thresholds::default());
        assert_eq!(vote.agree(), vote.classes().iter().all(|class| *class == 0));
        (vote.classes().to_vec(), vote.odd())
    }

    #[test]
    fn classes_and_the_odd_one() {
        assert_eq!(classes(&[0, 10, 20]), (vec![0, 0, 0], None));
        assert_eq!(classes(&[200, 0, 10]), (vec![0, 1, 1], Some(0)));
        assert_eq!(classes(&[0, 10, 200]), (vec![0, 0, 1], Some(2)));
        assert_eq!(classes(&[0, 100, 200]), (vec![0, 1, 2], None));
        assert_eq!(classes(&[0, 200]), (vec![0, 1], None));
        assert_eq!(classes(&[0, 200, 0, 200]), (vec![0, 1, 0, 1], None));
        assert_eq!(classes(&[0, 0, 200, 0]), (vec![0, 0, 1, 0], Some(2)));
        assert_eq!(classes(&[7]), (vec![0], None));
        assert_eq!(classes(&[]), (vec![], None));
    }

    #[test]
    fn small_differences_that_add_up_make_no_odd_one() {
        // The first and the last differ; the one between agrees with both.
        assert_eq!(classes(&[0, 40, 80]), (vec![0, 0, 1], None));
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
