//! Makes the files of findings smaller: leaves out pieces of the fixed style sheet as long as engines differ in the same way.
//!
//! All findings go on side by side, so that their pages share viewports. In each round every finding proposes several sheets; first
//! with halves left out, then with quarters, and so on down to single pieces. What several proposals of a round leave out is left
//! out together in the next one, as far as that works.

use std::collections::{BTreeMap, BTreeSet};

use dpgen_browsers::reaches_far_border;
use dpgen_diff::report::SmallestFile;
use dpgen_diff::{Answer, Attachment, Case, Difference, FileTemplate, Finding, Judge, JudgeError, Term};

use crate::diff::base_sheet::BaseSheet;
use crate::diff::reftest::reftest;

/// The most rounds of proposals.
const MAX_ROUNDS: usize = 40;
/// What the names of images of smallest files begin with, as the folder has the images of the whole file, too.
const IMAGE_PREFIX: &str = "smallest-";

/// The smallest files of findings, by the keys of their cases. `judge` gets whole files as the texts of cases; a finding whose page
/// does not differ again has none, and so has one that was not done when `halted` said to stop.
///
/// The root element gets the width of the window that pages were compared in, so that they look the same in any other window.
pub fn smallest_files(
    judge: &mut dyn Judge,
    (template, width): (&FileTemplate, &str),
    findings: &[Finding],
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<BTreeMap<String, SmallestFile>, JudgeError> {
    let sheet = BaseSheet::parse(&template.before, &format!("html{{width:{width}px}}"));
    let mut open: Vec<Reduction<'_>> =
        findings.iter().map(|finding| Reduction::new(finding, &sheet, template)).collect();
    for _ in 0..MAX_ROUNDS {
        let proposals: Vec<Vec<BTreeSet<usize>>> = open.iter().map(Reduction::proposals).collect();
        let files = open
            .iter()
            .zip(&proposals)
            .flat_map(|(one, sheets)| sheets.iter().enumerate().map(|(number, kept)| one.case(number, kept)));
        let cases: Vec<Case> = files.collect();
        if cases.is_empty() {
            break;
        }
        let Some(found) = judge_all(judge, &cases, halted)? else { break };
        let mut found = found.into_iter();
        for (one, sheets) in open.iter_mut().zip(proposals) {
            let differs = found.by_ref().take(sheets.len()).collect();
            one.take(sheets, differs);
        }
    }
    Ok(open.into_iter().filter(Reduction::is_done).filter_map(Reduction::file).collect())
}

/// The verdicts on all cases; none when halted.
fn judge_all(
    judge: &mut dyn Judge,
    cases: &[Case],
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Option<Difference>>>, JudgeError> {
    let mut found = Vec::new();
    while found.len() < cases.len() {
        let (_, max_len) = judge.block_len();
        let end = cases.len().min(found.len() + max_len.max(1));
        found.extend(judge.judge(&cases[found.len()..end], halted)?);
        if halted() {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

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
struct Reduction<'f> {
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

impl<'f> Reduction<'f> {
    fn new(finding: &'f Finding, sheet: &'f BaseSheet, template: &'f FileTemplate) -> Self {
        let kept = (0..sheet.pieces()).collect();
        Self { finding, sheet, template, kept, step: Step::Whole, found: None, is_bounded: false }
    }

    fn is_done(&self) -> bool {
        matches!(self.step, Step::Done)
    }

    fn text(&self, kept: &BTreeSet<usize>) -> String {
        self.sheet.text(kept) + &self.finding.case.text + &self.template.after
    }

    fn case(&self, number: usize, kept: &BTreeSet<usize>) -> Case {
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
    fn proposals(&self) -> Vec<BTreeSet<usize>> {
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
    fn take(&mut self, proposals: Vec<BTreeSet<usize>>, verdicts: Vec<Option<Difference>>) {
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

    fn file(self) -> Option<(String, SmallestFile)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_diff::{DifferencePattern, Subject, Vote, vote};

    /// Two subjects that differ on files with all of some texts.
    struct Needs {
        texts: &'static [&'static str],
        judged: usize,
    }

    fn differing() -> DifferencePattern {
        let vote: Vote = vote(2, |_, _| true);
        DifferencePattern::of(&[], &vote).expect("they differ")
    }

    impl Judge for Needs {
        fn subjects(&self) -> Vec<Subject> {
            Vec::new()
        }

        fn block_len(&self) -> (usize, usize) {
            (1, 3)
        }

        fn judge(
            &mut self,
            cases: &[Case],
            _halted: &(dyn Fn() -> bool + Sync),
        ) -> Result<Vec<Option<Difference>>, JudgeError> {
            self.judged += cases.len();
            let found = cases.iter().map(|case| {
                self.texts.iter().all(|text| case.text.contains(text)).then(|| Difference {
                    pattern: differing(),
                    answers: vec![Answer::Image("1.png".into())],
                    attachments: vec![],
                    difference: None,
                    note: String::new(),
                })
            });
            Ok(found.collect())
        }
    }

    fn finding(key: &str) -> Finding {
        let case = Case {
            position: 0,
            key: key.to_owned(),
            size: 1,
            rank: "0".to_owned(),
            text: format!("<p>{key}"),
            term: Term::default(),
        };
        Finding {
            case,
            pattern: differing(),
            answers: vec![],
            difference: None,
            note: String::new(),
            reduced_from: None,
        }
    }

    #[test]
    fn only_what_the_difference_needs_is_left() {
        let rules: String = (0..9)
            .map(|number| format!(".r{number},.s{number}{{top:{number}px;left:{number}px}}\n"))
            .collect();
        let before = format!("<title>x</title>\n<style>\n{rules}</style>\n");
        let template = FileTemplate { before, after: "</html>".into(), extension: "html".into() };
        for (texts, wanted) in [
            (&["<p>"][..], ""),
            (&["s3", "left:3px"][..], ".s3{left:3px}\n"),
            (&["r0", "top:0px", "s8", "left:8px", "top:8px"][..], ".r0{top:0px}\n.s8{top:8px;left:8px}\n"),
        ] {
            let mut judge = Needs { texts, judged: 0 };
            let findings = [finding("one"), finding("two")];
            let files =
                smallest_files(&mut judge, (&template, "9"), &findings, &|| false).expect("it judges");
            assert_eq!(files.len(), 2, "{texts:?}");
            for (key, file) in files {
                assert_eq!(
                    file.text,
                    format!(
                        "<title>x</title>\n<style>\nhtml{{width:9px}}\n{wanted}</style>\n<p>{key}</html>"
                    )
                );
                assert_eq!(file.answers, [Answer::Image("smallest-1.png".into())]);
            }
            assert!(judge.judged < 400, "{texts:?}: {}", judge.judged);
        }
        // A page that does not differ again.
        let mut judge = Needs { texts: &["never"], judged: 0 };
        assert!(
            smallest_files(&mut judge, (&template, "9"), &[finding("x")], &|| false)
                .expect("it judges")
                .is_empty()
        );
        assert!(
            smallest_files(&mut judge, (&template, "9"), &[finding("x")], &|| true)
                .expect("it stops")
                .is_empty()
        );
    }
}
