//! Makes the files of findings smaller: leaves out pieces of the fixed style sheet as long as engines differ in the same way.
//!
//! All findings go on side by side, so that their pages share viewports: each round judges what all [`SheetReduction`]s propose.

use std::collections::{BTreeMap, BTreeSet};

use dpgen_diff::report::SmallestFile;
use dpgen_diff::{Case, Difference, FileTemplate, Finding, Judge, JudgeError, Term};

use crate::diff::base_sheet::BaseSheet;
use crate::diff::sheet_reduction::SheetReduction;

/// The most rounds of proposals.
const MAX_ROUNDS: usize = 40;

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
    let mut open: Vec<SheetReduction<'_>> =
        findings.iter().map(|finding| SheetReduction::new(finding, &sheet, template)).collect();
    for _ in 0..MAX_ROUNDS {
        let proposals: Vec<Vec<BTreeSet<usize>>> = open.iter().map(SheetReduction::proposals).collect();
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
    let mut files =
        open.into_iter().filter(SheetReduction::is_done).filter_map(SheetReduction::file).collect();
    check_references(judge, findings, &mut files, halted)?;
    Ok(files)
}

/// Notes which references engines paint differently, too.
fn check_references(
    judge: &mut dyn Judge,
    findings: &[Finding],
    files: &mut BTreeMap<String, SmallestFile>,
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<(), JudgeError> {
    let reference = |finding: &Finding| {
        let text = files.get(&finding.case.key)?.reftest.as_ref()?.reference.clone();
        Some(Case { text, term: Term::default(), ..finding.case.clone() })
    };
    let cases: Vec<Case> = findings.iter().filter_map(reference).collect();
    let found = judge_all(judge, &cases, halted)?.unwrap_or_default();
    for (case, found) in cases.iter().zip(found) {
        if let (Some(file), Some(_)) = (files.get_mut(&case.key), found) {
            file.reftest_note +=
                " The engines paint the reference differently, too, so that it shows less than it should.";
        }
    }
    Ok(())
}

/// The keys of findings on whose pages engines do not differ in the same way when they are judged for the report; none when halted.
/// `judge` gets the texts of findings.
pub fn findings_not_repeated(
    judge: &mut dyn Judge,
    findings: &[Finding],
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<String>, JudgeError> {
    let cases: Vec<Case> = findings.iter().map(|finding| finding.case.clone()).collect();
    let found = judge_all(judge, &cases, halted)?.unwrap_or_default();
    let is_other = |finding: &Finding, found: Option<Difference>| {
        found.is_none_or(|found| found.pattern != finding.pattern)
    };
    let others = findings.iter().zip(found).filter(|(finding, found)| is_other(finding, found.clone()));
    Ok(others.map(|(finding, _)| finding.case.key.clone()).collect())
}

/// The verdicts on all cases, as reports show them; none when halted.
fn judge_all(
    judge: &mut dyn Judge,
    cases: &[Case],
    halted: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Option<Difference>>>, JudgeError> {
    let mut found = Vec::new();
    while found.len() < cases.len() {
        let (_, max_len) = judge.block_len();
        let end = cases.len().min(found.len() + max_len.max(1));
        found.extend(judge.judge_for_report(&cases[found.len()..end], halted)?);
        if halted() {
            return Ok(None);
        }
    }
    Ok(Some(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_diff::{Answer, DifferencePattern, Subject, Vote, vote};

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
            renderings: BTreeMap::new(),
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
        let again = |texts, halted: bool| {
            findings_not_repeated(&mut Needs { texts, judged: 0 }, &[finding("x"), finding("y")], &|| halted)
        };
        assert_eq!(again(&["<p>x"], false), Ok(vec!["y".to_owned()]));
        assert_eq!(again(&["<p>"], false), Ok(vec![]));
        assert_eq!(again(&["<p>x"], true), Ok(vec![]));
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
