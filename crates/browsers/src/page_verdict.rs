//! The verdict about a page: engines paint it alike, differently, or not at all.

use dpgen_diff::DifferenceKind;
use image::GrayImage;

use crate::browser_error::Fault;
use crate::image_comparison::Image;
use crate::image_shift::Offset;
use crate::image_thresholds::Thresholds;
use crate::image_vote::vote;
use crate::render_options::Page;

/// The judgement of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The page.
    pub page: Page,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict of a judge on a page: its engines agree or not.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// No two differ.
    Agree,
    /// Some differ.
    Differ(Box<Disagreement>),
    /// Some have no image of it: the engine's place in the list, and why. Any other verdict needs all images.
    Fault(Vec<(usize, Fault)>),
}

/// The differences of engines on a page that was rendered alone, or in a frame that fills the window. Engines are given by their positions in the judge's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The number of each engine's class: engines of one class do not differ. Numbered from 0, in the order of the
    /// engines.
    pub classes: Vec<usize>,
    /// The engines that differ from a majority which agrees; none when there is no majority.
    pub odd: Vec<usize>,
    /// The image of each engine.
    pub images: Vec<Image>,
    /// The kind of the most severe difference of two images. What follows is about these two.
    pub kind: DifferenceKind,
    /// Where they differ.
    pub mask: GrayImage,
    /// The number of pixels in the mask.
    pub pixels: usize,
    /// The number of these that survive the erosion.
    pub core: usize,
    /// The offset from one to the other by which their solid areas are shifted, if it is a difference in position.
    pub shift: Option<Offset>,
    /// Whether the tiles differed as well, if there were any. If not, the page was found because it belongs to the random sample.
    pub in_tiles: bool,
}

impl Verdict {
    /// Compares what the engines have of one page, rendered alone; `in_tiles` says whether its tiles differed.
    ///
    /// ```
    /// use dpgen_browsers::{Image, Thresholds, Verdict};
    /// use image::Rgb;
    ///
    /// let white = Image::from_pixel(8, 8, Rgb([255, 255, 255]));
    /// let results = vec![Ok(white.clone()), Ok(Image::new(8, 8)), Ok(white)];
    /// let Verdict::Differ(found) = Verdict::of(results, &Thresholds::default(), true) else {
    ///     panic!("black and white")
    /// };
    /// assert_eq!((found.classes, found.odd), (vec![0, 1, 0], vec![1]));
    /// ```
    #[must_use]
    pub fn of(results: Vec<Result<Image, Fault>>, thresholds: &Thresholds, in_tiles: bool) -> Self {
        let mut images = Vec::with_capacity(results.len());
        let mut faults = Vec::new();
        for (engine, result) in results.into_iter().enumerate() {
            match result {
                Ok(image) => images.push(image),
                Err(fault) => faults.push((engine, fault)),
            }
        }
        if !faults.is_empty() {
            return Self::Fault(faults);
        }
        let vote = vote(&images, thresholds);
        let (classes, odd) = (vote.vote().classes().to_vec(), vote.vote().odd().to_vec());
        match vote.into_worst() {
            None => Self::Agree,
            Some(worst) => Self::Differ(Box::new(Disagreement {
                classes,
                odd,
                images,
                kind: worst.kind(),
                mask: worst.mask,
                pixels: worst.pixels,
                core: worst.core,
                shift: worst.shift,
                in_tiles,
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Whoever has no image is a finding, also if the others agree, and wherever it stands.
    #[test]
    fn a_fault_counts_whatever_the_others_paint() {
        let white = || Ok(Image::from_pixel(8, 8, Rgb([255; 3])));
        let black = || Ok(Image::new(8, 8));
        let crash = || Err(Fault::Crash("x".into()));
        let of = |results| Verdict::of(results, &Thresholds::default(), false);
        let fault = |engine: usize| (engine, Fault::Crash("x".into()));
        for (results, faults) in [
            (vec![crash(), white(), white()], vec![fault(0)]),
            (vec![white(), crash(), white()], vec![fault(1)]),
            (vec![white(), white(), crash()], vec![fault(2)]),
            (vec![white(), crash(), black()], vec![fault(1)]),
            (vec![crash(), white(), crash()], vec![fault(0), fault(2)]),
            (vec![crash(), crash(), crash()], vec![fault(0), fault(1), fault(2)]),
        ] {
            assert_eq!(of(results), Verdict::Fault(faults));
        }
        assert_eq!(of(vec![white(), white(), white()]), Verdict::Agree);
    }
}
