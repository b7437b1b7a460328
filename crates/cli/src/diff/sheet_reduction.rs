//! [`SheetReduction`]: leaves out pieces of a style sheet as long as engines differ on a page in the same way.
//!
//! A reduction proposes sheets, and takes the verdicts on them; [`smallest_files`](crate::diff::smallest_files) has them judged.
//! First it proposes sheets with one half left out, then with quarters, and so on down to single pieces. What several
//! proposals leave out is left out together in the next round, as far as that works.

use std::collections::BTreeSet;

use dpgen_browsers::reaches_far_border;
use dpgen_diff::report::SmallestFile;
use dpgen_diff::{Answer, Attachment, Case, Difference, FileTemplate, Finding, Term};

use crate::diff::base_sheet::BaseSheet;
use crate::diff::reftest::reftest;

/// What the names of images of smallest files begin with, as the folder has the images of the whole file, too.
const IMAGE_PREFIX: &str = "smallest-";

/// What is proposed next.
#[derive(Debug)]
enum Step {
    /// The whole sheet, to see that the page differs again.
    Whole,
    /// One run of this many pieces less.
    Without(usize),
    /// Several of the runs of pieces less that each can be left out alone: the first two, the first three, and so on.
    Together(usize, Vec<Vec<usize>>),
    Done,
}

/// The reduction of the file of one finding.
pub struct SheetReduction<'f> {
    finding: &'f Finding,
    sheet: &'f BaseSheet,
    template: &'f FileTemplate,
    kept: BTreeSet<usize>,
    step: Step,
    /// The difference on the file with the pieces that are kept.
    found: Option<Difference>,
    /// Whether the page lies within the images. Then it stays there: what is as broad as a window looks different in each.
    is_bounded: bool,
}

impl<'f> SheetReduction<'f> {
    /// Begins with the whole sheet.
    pub fn new(finding: &'f Finding, sheet: &'f BaseSheet, template: &'f FileTemplate) -> Self {
        let kept = (0..sheet.pieces()).collect();
        Self { finding, sheet, template, kept, step: Step::Whole, found: None, is_bounded: false }
    }

    /// Whether nothing more can be left out.
    pub fn is_done(&self) -> bool {
        matches!(self.step, Step::Done)
    }

    fn text(&self, kept: &BTreeSet<usize>) -> String {
        self.sheet.text(kept) + &self.finding.case.text + &self.template.after
    }

    /// The case with the page of a proposal.
    pub fn case(&self, number: usize, kept: &BTreeSet<usize>) -> Case {
        let key = format!("{} without pieces {number}", self.finding.case.key);
        Case { key, text: self.text(kept), term: Term::default(), ..self.finding.case.clone() }
    }

    /// The runs of pieces that are kept.
    fn runs(&self, length: usize) -> Vec<Vec<usize>> {
        let kept: Vec<usize> = self.kept.iter().copied().collect();
        kept.chunks(length).map(<[usize]>::to_vec).collect()
    }

    fn without(&self, gone: &[Vec<usize>]) -> BTreeSet<usize> {
        let gone: BTreeSet<usize> = gone.iter().flatten().copied().collect();
        self.kept.difference(&gone).copied().collect()
    }

    /// The sheets that are proposed, as the pieces that they keep.
    pub fn proposals(&self) -> Vec<BTreeSet<usize>> {
        match &self.step {
            Step::Whole => vec![self.kept.clone()],
            Step::Without(length) => {
                let runs = self.runs(*length);
                runs.iter().map(|run| self.without(std::slice::from_ref(run))).collect()
            }
            Step::Together(_, runs) => (2..=runs.len()).map(|count| self.without(&runs[..count])).collect(),
            Step::Done => Vec::new(),
        }
    }

    /// Takes the verdicts on what was proposed.
    pub fn take(&mut self, proposals: Vec<BTreeSet<usize>>, verdicts: Vec<Option<Difference>>) {
        let wanted = |found: Option<Difference>| {
            let same = |found: &Difference| found.pattern == self.finding.pattern;
            found.filter(|found| same(found) && (!self.is_bounded || is_bounded(found)))
        };
        let accepted: Vec<(usize, BTreeSet<usize>, Difference)> = proposals
            .into_iter()
            .zip(verdicts)
            .enumerate()
            .filter_map(|(number, (kept, found))| Some((number, kept, wanted(found)?)))
            .collect();
        let step = std::mem::replace(&mut self.step, Step::Done);
        match step {
            Step::Whole => {
                if let Some((_, _, found)) = accepted.into_iter().next() {
                    self.is_bounded = is_bounded(&found);
                    self.found = Some(found);
                    self.step = Self::next(self.kept.len());
                }
            }
            Step::Without(length) => {
                let runs = self.runs(length);
                let runs: Vec<Vec<usize>> =
                    accepted.iter().map(|(number, ..)| runs[*number].clone()).collect();
                let is_last = accepted.is_empty() && length <= 1;
                if let Some((_, kept, found)) = accepted.into_iter().next() {
                    if runs.len() > 1 {
                        // The first alone is what is left if no two can go together.
                        self.found = Some(found);
                        self.step = Step::Together(length, runs);
                        return;
                    }
                    (self.kept, self.found) = (kept, Some(found));
                }
                if !is_last {
                    self.step = Self::next(length);
                }
            }
            Step::Together(length, runs) => {
                match accepted.into_iter().next_back() {
                    Some((_, kept, found)) => (self.kept, self.found) = (kept, Some(found)),
                    None => self.kept = self.without(&runs[..1]),
                }
                // Single pieces are tried again until none can go.
                self.step = Self::next(length);
            }
            Step::Done => {}
        }
        if self.kept.is_empty() && self.found.is_some() {
            self.step = Step::Done;
        }
    }

    /// The step after one with runs of this length.
    fn next(length: usize) -> Step {
        Step::Without(length.div_ceil(2).max(1))
    }

    /// The key of the case with its smallest file; none if engines did not differ again.
    pub fn file(self) -> Option<(String, SmallestFile)> {
        let mut found = self.found.clone()?;
        let text = self.text(&self.kept);
        let (reftest, mut reftest_note) = reftest(&self.finding.case, &text, &found);
        if reftest.is_some() && !self.is_bounded {
            reftest_note +=
                " The page goes on beyond these pixels, so that the test has to be looked over by hand.";
        }
        let renamed = |name: &str| format!("{IMAGE_PREFIX}{name}");
        for answer in &mut found.answers {
            if let Answer::Image(name) = answer {
                *name = renamed(name);
            }
        }
        let attachments = found.attachments.into_iter();
        let attachments = attachments.map(|file| Attachment { name: renamed(&file.name), ..file }).collect();
        let file = SmallestFile {
            text,
            answers: found.answers,
            difference: found.difference.as_deref().map(renamed),
            attachments,
            reftest,
            reftest_note,
        };
        Some((self.finding.case.key.clone(), file))
    }
}

/// Whether all images of the engines are white at their right and lower borders.
fn is_bounded(found: &Difference) -> bool {
    let images = found.attachments.iter().filter(|file| found.difference.as_ref() != Some(&file.name));
    images.map(|file| reaches_far_border(&file.bytes)).all(|reaches| matches!(reaches, Ok(false)))
}
