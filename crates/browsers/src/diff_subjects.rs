//! The engines of a [`Judge`] as the subjects of `dpgen_diff`: pages are cases, images are answers.

use std::io::Cursor;

use dpgen_diff::{
    Answer, Attachment, Case, Difference, DifferencePattern, Failure, FileTemplate, JudgeError, Subject,
    Tally, vote,
};
use image::{GrayImage, ImageError, ImageFormat, Rgb};

use crate::browser_error::Fault;
use crate::image_comparison::Image;
use crate::page_verdict::{Disagreement, Judgement, Verdict};
use crate::render_options::Page;
use crate::rendering_judge::Judge;

/// The minimum and the maximum number of viewports full of tiles in a block.
const VIEWPORTS_PER_BLOCK: (usize, usize) = (4, 16);

/// A judge of pages that are the files of cases.
///
/// ```no_run
/// use dpgen_browsers::{Engine, Judge, JudgeOptions, Subjects};
///
/// let engines = Engine::list("chromium,firefox")?;
/// let judge = Judge::start(&engines, JudgeOptions::default())?;
/// let subjects = Subjects::new(judge, dpgen_diff::FileTemplate::default());
/// assert_eq!(dpgen_diff::Judge::subjects(&subjects)[1].name, "firefox");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Subjects {
    judge: Judge,
    file_template: FileTemplate,
}

impl Subjects {
    /// The engines of a judge, which get what a file_template makes of the texts of cases.
    #[must_use]
    pub fn new(judge: Judge, file_template: FileTemplate) -> Self {
        Self { judge, file_template }
    }

    fn judge_by(
        &mut self,
        judge_pages: impl Fn(&mut Judge, Vec<Page>) -> Vec<Judgement>,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        if halted() {
            return Ok(Vec::new());
        }
        let pages =
            cases.iter().map(|case| Page::new(id(&case.key), self.file_template.file(&case.text))).collect();
        let judged = judge_pages(&mut self.judge, pages);
        if halted() {
            // Pages may have no images for that.
            return Ok(Vec::new());
        }
        let engines: Vec<String> = self.judge.engines().map(|(engine, _)| engine.to_string()).collect();
        judged.into_iter().map(|judgement| found(judgement.verdict, &engines)).collect()
    }
}

impl dpgen_diff::Judge for Subjects {
    fn subjects(&self) -> Vec<Subject> {
        let subject = |(engine, version): (&crate::browser_engine::Engine, &str)| Subject {
            name: engine.to_string(),
            version: Some(version.to_owned()),
        };
        self.judge.engines().map(subject).collect()
    }

    fn block_len(&self) -> (usize, usize) {
        let capacity = self.judge.options().render.capacity();
        (VIEWPORTS_PER_BLOCK.0 * capacity, VIEWPORTS_PER_BLOCK.1 * capacity)
    }

    fn judge(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        self.judge_by(Judge::judge, cases, halted)
    }

    fn judge_for_report(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        self.judge_by(Judge::judge_alone, cases, halted)
    }

    fn tally(&self) -> Tally {
        let seen = self.judge.statistics();
        let ms = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let figures = [
            ("pages", seen.pages),
            ("faults", seen.faults),
            ("differed in tiles", seen.differed_in_tiles),
            ("differed in tiles only", seen.tiles_only),
            ("sampled", seen.sampled),
            ("differed alone only", seen.alone_only),
            ("confirmed in frames", seen.confirmed),
            ("confirmed in frames and sampled", seen.confirmed_sampled),
            ("confirmed in frames wrongly", seen.frames_wrong),
            ("agreed in frames", seen.agreed_in_frames),
            ("agreed in frames but not alone", seen.frames_blind),
            ("restarts", seen.restarts),
            ("ms of tiles", ms(seen.tiles_time)),
            ("ms of frames", ms(seen.frames_time)),
            ("ms of pages alone", ms(seen.alone_time)),
        ];
        figures.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
    }
}

/// The number of a page, by which the random sample is drawn: the FNV-1a hash of its key, so that shards draw what the
/// whole run would.
fn id(key: &str) -> u64 {
    key.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn found(verdict: Verdict, engines: &[String]) -> Result<Option<Difference>, JudgeError> {
    match verdict {
        Verdict::Agree => Ok(None),
        Verdict::Fault(faults) => {
            let mut answers: Vec<Answer> = engines.iter().map(|_| Answer::Unseen).collect();
            for (engine, fault) in &faults {
                let failure = match fault {
                    Fault::Crash(_) => Failure::Crash,
                    Fault::Hang(_) => Failure::TimeOut,
                    Fault::Unavailable(why) => {
                        return Err(JudgeError(format!("{}: {why}", engines[*engine])));
                    }
                };
                answers[*engine] = Answer::Failed(failure, fault.to_string());
            }
            let vote = vote(answers.len(), |one, other| answers[one].failure() != answers[other].failure());
            let pattern = DifferencePattern::of(&answers, &vote);
            Ok(pattern.map(|pattern| Difference {
                pattern,
                answers,
                attachments: vec![],
                difference: None,
                note: String::new(),
            }))
        }
        Verdict::Differ(found) => differing(*found, engines).map(Some),
    }
}

/// A difference of images, with their files.
fn differing(found: Disagreement, engines: &[String]) -> Result<Difference, JudgeError> {
    let failed = |error: ImageError| JudgeError(format!("an image can not be written: {error}"));
    let mut attachments = Vec::new();
    let mut answers = Vec::new();
    for (place, (engine, image)) in engines.iter().zip(&found.images).enumerate() {
        let kind: String = engine.chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = format!("{}-{kind}.png", place + 1);
        attachments.push(Attachment { name: name.clone(), bytes: png(image).map_err(failed)? });
        answers.push(Answer::Image(name));
    }
    let name = "difference.png".to_owned();
    let shown = shown(&found.mask, found.images.first());
    attachments.push(Attachment { name: name.clone(), bytes: png(&shown).map_err(failed)? });
    let pattern = DifferencePattern {
        kind: Some(found.kind),
        failed: Vec::new(),
        odd: found.odd,
        classes: found.classes,
    };
    let mut note =
        format!("{}: {} pixels differ, {} of them are solid", found.kind, found.pixels, found.core);
    if let Some((right, down)) = found.shift {
        note += &format!("; what differs is shifted by {right} pixels to the right and {down} down");
    }
    if !found.in_tiles {
        note += "; as tiles the images did not differ, the page is one of the random sample";
    }
    Ok(Difference { pattern, answers, attachments, difference: Some(name), note })
}

fn png(image: &Image) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png)?;
    Ok(bytes.into_inner())
}

/// The pixels that differ in red, on a faint image.
fn shown(mask: &GrayImage, under: Option<&Image>) -> Image {
    Image::from_fn(mask.width(), mask.height(), |x, y| {
        if mask.get_pixel(x, y).0[0] != 0 {
            return Rgb([200, 0, 0]);
        }
        let under = under.and_then(|image| image.get_pixel_checked(x, y)).map_or([255; 3], |pixel| pixel.0);
        let grey = u16::from(under[0]) / 3 + u16::from(under[1]) / 3 + u16::from(under[2]) / 3;
        Rgb([u8::try_from(191 + grey / 4).unwrap_or(255); 3])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_diff::DifferenceKind;

    #[test]
    fn images_become_files() {
        let white = Image::from_pixel(8, 8, Rgb([255; 3]));
        let results = vec![Ok(white.clone()), Ok(Image::new(8, 8)), Ok(white)];
        let verdict = Verdict::of(results, &crate::image_thresholds::Thresholds::default(), true);
        let engines = ["chromium", "firefox:--x", "webkit"].map(str::to_owned);
        let found = found(verdict, &engines).expect("images can be written").expect("they differ");
        let names: Vec<&str> = found.attachments.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["1-chromium.png", "2-firefox.png", "3-webkit.png", "difference.png"]);
        assert_eq!(
            (found.pattern.odd, found.pattern.kind, found.answers[1].clone()),
            (vec![1], Some(DifferenceKind::Content), Answer::Image("2-firefox.png".into()))
        );
        let read = crate::webdriver_browser::decode(&found.attachments[3].bytes).expect("it is an image");
        assert_eq!((read.dimensions(), read.get_pixel(0, 0).0), ((8, 8), [200, 0, 0]));
    }

    #[test]
    fn a_browser_that_is_gone_is_no_finding() {
        let engines = ["chromium", "firefox"].map(str::to_owned);
        let fault = |fault| {
            Verdict::of(
                vec![Ok(Image::new(1, 1)), Err(fault)],
                &crate::image_thresholds::Thresholds::default(),
                true,
            )
        };
        let crash =
            found(fault(Fault::Crash("x".into())), &engines).expect("it is a finding").expect("it is one");
        assert_eq!(crash.pattern.failed, [(1, Failure::Crash)]);
        assert!(found(fault(Fault::Unavailable("x".into())), &engines).is_err());
    }
}
