//! [`State`]: what the rounds of a judge have seen of a page before it is rendered alone.

use dpgen_diff::DifferenceKind;

use crate::browser_error::Fault;
use crate::judge_statistics::Statistics;
use crate::page_verdict::{Disagreement, Verdict};

/// What tiles, and a frame if there was one, say about a page.
#[derive(Debug)]
pub(crate) enum State {
    /// There are no tiles of it.
    Unseen,
    /// The tiles agree.
    Agree,
    /// The tiles differ; a frame was not used, failed, or shows another difference.
    Differ(Symptom),
    /// The tiles differ, but the page does not in a frame.
    TilesOnly,
    /// The tiles differ, and in a frame the page does in the same way.
    Confirmed(Box<Disagreement>),
    /// Some engine has no image of the tile, nor of the page alone.
    Fault(Vec<(usize, Fault)>),
}

/// How engines differ on a page, without images. Two renderings of a page that have the same one support each other.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Symptom {
    classes: Vec<usize>,
    kind: DifferenceKind,
}

impl Symptom {
    pub(crate) fn of(found: &Disagreement) -> Self {
        Self { classes: found.classes.clone(), kind: found.kind }
    }
}

impl State {
    /// The verdict, with the one on the page alone if it was rendered alone, which counts more.
    pub(crate) fn verdict(self, alone: Option<Verdict>) -> Verdict {
        let in_tiles = !matches!(self, Self::Agree);
        match (self, alone) {
            (Self::Fault(faults), _) => Verdict::Fault(faults),
            (_, Some(Verdict::Differ(mut found))) => {
                found.in_tiles = in_tiles;
                Verdict::Differ(found)
            }
            (_, Some(verdict)) => verdict,
            (Self::Confirmed(found), None) => Verdict::Differ(found),
            (Self::Unseen | Self::Agree | Self::Differ(_) | Self::TilesOnly, None) => Verdict::Agree,
        }
    }
}

impl Statistics {
    /// Counts how far tiles and frames can be trusted: what they say of a page, and what was seen of it alone.
    pub(crate) fn count(&mut self, state: &State, alone: Option<&Verdict>) {
        let differs_alone = u64::from(matches!(alone, Some(Verdict::Differ(_))));
        let agrees_alone = u64::from(matches!(alone, Some(Verdict::Agree)));
        match state {
            State::Unseen | State::Fault(_) => {}
            State::Agree => {
                self.sampled += u64::from(alone.is_some());
                self.alone_only += differs_alone;
            }
            State::Differ(_) | State::TilesOnly | State::Confirmed(_) => {
                self.differed_in_tiles += 1;
                self.tiles_only += agrees_alone;
            }
        }
        match state {
            State::TilesOnly => {
                self.agreed_in_frames += 1;
                self.frames_blind += differs_alone;
            }
            State::Confirmed(found) => {
                self.confirmed += 1;
                self.confirmed_sampled += u64::from(alone.is_some());
                let is_same = match alone {
                    Some(Verdict::Differ(alone)) => Symptom::of(alone) == Symptom::of(found),
                    Some(_) => false,
                    None => true,
                };
                self.frames_wrong += u64::from(!is_same);
            }
            State::Unseen | State::Agree | State::Differ(_) | State::Fault(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_comparison::Image;
    use crate::image_thresholds::Thresholds;
    use image::Rgb;

    /// The verdict on images of these levels of grey.
    fn verdict(levels: [u8; 3]) -> Verdict {
        let images = levels.map(|level| Ok(Image::from_pixel(8, 8, Rgb([level; 3]))));
        Verdict::of(images.into(), &Thresholds::default(), true)
    }

    fn confirmed(levels: [u8; 3]) -> State {
        let Verdict::Differ(found) = verdict(levels) else { panic!("{levels:?} agree") };
        State::Confirmed(found)
    }

    fn differing(levels: [u8; 3]) -> State {
        let State::Confirmed(found) = confirmed(levels) else { panic!("it is confirmed") };
        State::Differ(Symptom::of(&found))
    }

    /// What the page shows alone decides; without it, what two renderings agree on.
    #[test]
    fn a_page_alone_has_the_last_word() {
        let (one, other) = ([0, 0, 255], [0, 255, 255]);
        let classes = |verdict: Verdict| match verdict {
            Verdict::Agree => None,
            Verdict::Differ(found) => Some((found.classes, found.in_tiles)),
            Verdict::Fault(_) => panic!("a fault"),
        };
        for (state, alone, wanted) in [
            (State::Unseen, Some(verdict(one)), Some((vec![0, 0, 1], true))),
            (State::Unseen, Some(verdict([0; 3])), None),
            (State::Agree, None, None),
            (State::Agree, Some(verdict(one)), Some((vec![0, 0, 1], false))),
            (differing(one), Some(verdict([0; 3])), None),
            (differing(one), Some(verdict(other)), Some((vec![0, 1, 1], true))),
            (State::TilesOnly, Some(verdict([0; 3])), None),
            (State::TilesOnly, Some(verdict(other)), Some((vec![0, 1, 1], true))),
            (confirmed(one), None, Some((vec![0, 0, 1], true))),
            (confirmed(one), Some(verdict(other)), Some((vec![0, 1, 1], true))),
            (confirmed(one), Some(verdict([0; 3])), None),
        ] {
            let shown = format!("{state:?}");
            assert_eq!(classes(state.verdict(alone)), wanted, "{shown}");
        }
        let faults = vec![(1, Fault::Crash("x".into()))];
        assert_eq!(State::Fault(faults.clone()).verdict(None), Verdict::Fault(faults.clone()));
        assert_eq!(confirmed(one).verdict(Some(Verdict::Fault(faults.clone()))), Verdict::Fault(faults));
    }

    #[test]
    fn statistics_tell_where_tiles_and_frames_were_wrong() {
        let (one, other) = ([0, 0, 255], [0, 255, 255]);
        let mut seen = Statistics::default();
        seen.count(&State::Unseen, Some(&verdict(one)));
        assert_eq!(seen, Statistics::default());
        seen.count(&State::Agree, None);
        seen.count(&State::Agree, Some(&verdict([0; 3])));
        seen.count(&State::Agree, Some(&verdict(one)));
        assert_eq!((seen.sampled, seen.alone_only, seen.differed_in_tiles), (2, 1, 0));
        seen.count(&differing(one), Some(&verdict([0; 3])));
        seen.count(&differing(one), Some(&verdict(one)));
        seen.count(&State::TilesOnly, Some(&verdict([0; 3])));
        seen.count(&State::TilesOnly, Some(&verdict(one)));
        assert_eq!((seen.differed_in_tiles, seen.tiles_only), (4, 2));
        assert_eq!((seen.agreed_in_frames, seen.frames_blind, seen.confirmed), (2, 1, 0));
        seen.count(&confirmed(one), None);
        for alone in [one, other, [0; 3], [0; 3]] {
            seen.count(&confirmed(one), Some(&verdict(alone)));
        }
        assert_eq!((seen.confirmed, seen.confirmed_sampled, seen.frames_wrong), (5, 4, 3));
        assert_eq!((seen.differed_in_tiles, seen.tiles_only), (9, 4));
        seen.count(&State::Fault(vec![]), None);
        assert_eq!(seen.differed_in_tiles, 9);
    }
}
