//! Makes reftests in the form of web-platform-tests: a page, and one without the feature under test that has to look the same.
//!
//! The other page paints the picture of the engines that agree, as boxes of one colour at fixed places. A picture that takes too
//! many boxes has none; then the picture of the engine that stands out may serve as what the page must *not* look like.

use std::fmt::Write as _;

use dpgen_browsers::{PictureBoxes, boxes_of_png};
use dpgen_diff::report::{Reftest, spec_sections};
use dpgen_diff::{Answer, Attachment, Case, Difference};

/// The most boxes of a picture.
const MAX_BOXES: usize = 200;

/// How a page and the other one have to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Match,
    Mismatch,
}

impl Relation {
    const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Mismatch => "mismatch",
        }
    }
}

/// The reftest of a case that engines paint differently in this page, with what is to be known of it.
pub fn reftest(case: &Case, page: &str, found: &Difference) -> (Option<Reftest>, String) {
    if found.pattern.odd.is_empty() {
        let note = "There is no reftest: no majority agrees on a picture that a reference could show.";
        return (None, note.to_owned());
    }
    let agreeing = (0..found.answers.len()).find(|place| !found.pattern.odd.contains(place));
    let boxes = |place: Option<usize>| picture(found, place?);
    let (relation, picture) = match (boxes(agreeing), boxes(found.pattern.odd.first().copied())) {
        (Some(picture), _) => (Relation::Match, picture),
        (None, Some(picture)) if found.pattern.odd.len() == 1 => (Relation::Mismatch, picture),
        _ => {
            let note = format!(
                "There is no reftest: no picture is made of {MAX_BOXES} boxes or fewer, so that a reference would need the feature \
                 under test."
            );
            return (None, note);
        }
    };
    let (width, height) = picture.size;
    let note = match relation {
        Relation::Match => format!(
            "The reference paints the picture of the majority in boxes, as far as the {width} × {height} pixels that were \
             compared; along edges the engines of the majority may differ from each other."
        ),
        Relation::Mismatch => format!(
            "The picture of the majority takes more than {MAX_BOXES} boxes. So the reference is the picture of the engine that stands \
             out, in {width} × {height} pixels, and the page must not match it."
        ),
    };
    let name = case.name();
    let test = test(case, page, relation);
    let reftest = Reftest { reference: reference(&name, &picture), test, name };
    (Some(reftest), note)
}

/// The picture of an engine in boxes, if it is made of few.
fn picture(found: &Difference, place: usize) -> Option<PictureBoxes> {
    let Answer::Image(name) = found.answers.get(place)? else { return None };
    let Attachment { bytes, .. } = found.attachments.iter().find(|file| file.name == *name)?;
    boxes_of_png(bytes, MAX_BOXES).ok().flatten()
}

/// The page with links to the other page and to the specification.
fn test(case: &Case, page: &str, relation: Relation) -> String {
    let mut links = String::new();
    // Writing to a string can not fail.
    for section in spec_sections(&case.text) {
        let _ = writeln!(links, "<link rel=\"help\" href=\"{}\">", section.url);
    }
    let _ = writeln!(links, "<link rel=\"{}\" href=\"{}-ref.html\">", relation.name(), case.name());
    let after = ["</title>\n", "<meta charset=\"utf-8\">\n", "<!doctype html>\n", "<!doctype html>"];
    let place = after.into_iter().find_map(|text| page.find(text).map(|place| place + text.len()));
    let (head, body) = page.split_at(place.unwrap_or(0));
    format!("{head}{links}{body}")
}

/// A page that paints a picture.
fn reference(name: &str, picture: &PictureBoxes) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{name}: reference</title>\n\
         <style>\ndiv{{position:absolute}}\n</style>\n<body>\n"
    );
    for one in &picture.boxes {
        let ((left, top), (width, height), [red, green, blue]) = (one.origin, one.size, one.colour);
        let _ = writeln!(
            page,
            "<div style=\"left:{left}px;top:{top}px;width:{width}px;height:{height}px;background:#{red:02x}{green:02x}{blue:02x}\"></div>"
        );
    }
    page + "</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_diff::{DifferencePattern, Term};

    fn difference(odd: Vec<usize>) -> Difference {
        let pattern = DifferencePattern { kind: None, failed: vec![], odd, classes: vec![0, 0, 1] };
        // A white image of one pixel.
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc\xf8\x0f\0\x01\x01\x01\0\xb18\xf6\x14\0\0\0\0IEND\xaeB`\x82";
        Difference {
            pattern,
            answers: ["a.png", "a.png", "b.png"].map(|name| Answer::Image(name.into())).into(),
            attachments: vec![Attachment { name: "a.png".into(), bytes: png.to_vec() }],
            difference: None,
            note: String::new(),
        }
    }

    fn case() -> Case {
        let (key, text) = ("k:1:2".to_owned(), ".c1{transform:none}".to_owned());
        Case {
            position: 0,
            key,
            size: 1,
            rank: "2".to_owned(),
            text,
            renderings: std::collections::BTreeMap::new(),
            term: Term::default(),
        }
    }

    const PAGE: &str = "<!doctype html>\n<title>t</title>\n<style>.c1{transform:none}</style><body>";

    #[test]
    fn a_page_names_the_other_and_the_specification() {
        let (reftest, note) = reftest(&case(), PAGE, &difference(vec![2]));
        let reftest = reftest.expect("the picture has no boxes at all");
        assert_eq!(
            reftest.test,
            "<!doctype html>\n<title>t</title>\n<link rel=\"help\" href=\"https://drafts.csswg.org/css-transforms-1/#transform-property\">\n\
             <link rel=\"match\" href=\"s1-r2-ref.html\">\n<style>.c1{transform:none}</style><body>"
        );
        assert!(
            reftest.reference.contains("<title>s1-r2: reference</title>")
                && !reftest.reference.contains("<div")
        );
        assert!(note.contains("1 × 1 pixels"), "{note}");
    }

    #[test]
    fn without_a_picture_there_is_a_reason() {
        let (none, note) = reftest(&case(), PAGE, &difference(vec![]));
        assert!(none.is_none() && note.contains("no majority"), "{note}");
        // The majority is the last one, whose picture is missing: the others may serve as what it must not look like, but are two.
        let (none, note) = reftest(&case(), PAGE, &difference(vec![0, 1]));
        assert!(none.is_none() && note.contains("no picture"), "{note}");
        let mut one = difference(vec![0]);
        one.answers[1] = Answer::Image("b.png".into());
        let (mismatch, note) = reftest(&case(), PAGE, &one);
        assert!(mismatch.is_some_and(|reftest| reftest.test.contains("rel=\"mismatch\"")), "{note}");
    }
}
