//! The kinds of differences: of images that are made for it, and of real pages.

use dpgen_browsers::{Image, Judge, JudgeOptions, Kind, Options, Page, Thresholds, Verdict, difference};
use dpgen_diff::DifferenceKind::{self, Content, Edge, Position};
use image::Rgb;

use crate::support::{ready, unharmed};

const WHITE: [u8; 3] = [255; 3];
const RED: [u8; 3] = [200, 0, 0];
const BLUE: [u8; 3] = [0, 0, 200];

/// A box: its left and top, its width and height, its colour.
type Painted = (u32, u32, u32, u32, [u8; 3]);

/// A row of a table: what changes, the boxes of both images, and the kind of their difference.
type Row<'r> = (&'r str, &'r [Painted], &'r [Painted], Option<DifferenceKind>);

/// An image of 60 x 60 pixels: white, with boxes, the later ones above.
fn image(boxes: &[Painted]) -> Image {
    Image::from_fn(60, 60, |x, y| {
        let covers = |(left, top, width, height, _): &&Painted| {
            (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
        };
        Rgb(boxes.iter().rev().find(covers).map_or(WHITE, |painted| painted.4))
    })
}

fn kind(a: &Image, b: &Image) -> Option<DifferenceKind> {
    let found = difference(a, b, &Thresholds::default()).map(|found| found.kind());
    let back = difference(b, a, &Thresholds::default()).map(|found| found.kind());
    assert_eq!(found, back, "the kind does not depend on which image comes first");
    found
}

#[test]
fn kinds_of_constructed_images() {
    let there: Painted = (20, 20, 20, 20, RED);
    let table: [Row<'_>; 23] = [
        ("the same", &[there], &[there], None),
        ("another colour", &[there], &[(20, 20, 20, 20, BLUE)], Some(Content)),
        ("missing", &[there], &[], Some(Content)),
        ("missing, as small as a solid area can be", &[(20, 20, 5, 5, RED)], &[], Some(Content)),
        ("missing, smaller", &[(20, 20, 4, 30, RED)], &[], Some(Edge)),
        ("a line is missing", &[(20, 0, 1, 60, RED)], &[], Some(Edge)),
        ("shifted by less than a solid area", &[there], &[(24, 20, 20, 20, RED)], Some(Edge)),
        ("shifted to the right", &[there], &[(25, 20, 20, 20, RED)], Some(Position)),
        ("shifted up", &[there], &[(20, 10, 20, 20, RED)], Some(Position)),
        ("shifted both ways", &[there], &[(13, 29, 20, 20, RED)], Some(Position)),
        ("shifted as far as is looked for", &[there], &[(36, 4, 20, 20, RED)], Some(Position)),
        ("shifted further", &[(10, 20, 20, 20, RED)], &[(31, 20, 20, 20, RED)], Some(Content)),
        (
            "shifted, the image of a thin box",
            &[(20, 20, 6, 20, RED)],
            &[(30, 20, 6, 20, RED)],
            Some(Position),
        ),
        ("shifted and of another colour", &[there], &[(26, 20, 20, 20, BLUE)], Some(Content)),
        (
            "one box shifted, the other not",
            &[there, (2, 2, 10, 10, BLUE)],
            &[(27, 20, 20, 20, RED), (2, 2, 10, 10, BLUE)],
            Some(Position),
        ),
        (
            "two boxes shifted in two ways",
            &[there, (2, 2, 10, 10, BLUE)],
            &[(32, 20, 20, 20, RED), (2, 14, 10, 10, BLUE)],
            Some(Content),
        ),
        (
            "one box shifted, the other missing",
            &[there, (2, 2, 10, 10, BLUE)],
            &[(27, 20, 20, 20, RED)],
            Some(Content),
        ),
        ("longer at one side", &[there], &[(20, 20, 27, 20, RED)], Some(Position)),
        ("longer at two sides", &[there], &[(13, 20, 34, 20, RED)], Some(Content)),
        ("shifted beyond the border", &[(40, 20, 20, 20, RED)], &[(46, 20, 14, 20, RED)], Some(Position)),
        ("shifted from the border", &[(2, 20, 20, 20, RED)], &[(12, 20, 20, 20, RED)], Some(Position)),
        ("missing at the border", &[(0, 0, 5, 60, RED)], &[], Some(Content)),
        ("missing at the border, thinner", &[(0, 0, 4, 60, RED)], &[], Some(Edge)),
    ];
    for (what, one, other, wanted) in table {
        assert_eq!(kind(&image(one), &image(other)), wanted, "{what}");
    }
}

/// A slanted edge, smoothed over a pixel and not at all, and half a pixel further.
#[test]
fn an_edge_that_is_smoothed_in_two_ways_is_an_edge_difference() {
    let slanted = |smooth: bool, by: f64| {
        Image::from_fn(60, 60, |x, y| {
            let inside = f64::from(x) - 0.3 * f64::from(y) - 10.0 - by;
            let share =
                if smooth { (inside + 0.5).clamp(0.0, 1.0) } else { f64::from(u8::from(inside > 0.0)) };
            let level = (0..=255_u8).find(|level| f64::from(*level) >= 255.0 * share).unwrap_or(255);
            Rgb([level; 3])
        })
    };
    assert_eq!(kind(&slanted(true, 0.0), &slanted(false, 0.0)), Some(Edge));
    assert_eq!(kind(&slanted(true, 0.0), &slanted(true, 0.5)), Some(Edge));
}

/// One engine with two colour schemes, so that a page has rules for one of the two only.
#[test]
fn kinds_of_real_pages() {
    let _guard = unharmed();
    let Some(engine) = ready(&[Kind::Firefox], "kinds of real pages").pop() else { return };
    let white = engine.clone().flag("layout.css.prefers-color-scheme.content-override=1");
    let dark = engine.flag("layout.css.prefers-color-scheme.content-override=0");
    let page = |id, dark: &str| {
        let html = format!(
            "<!DOCTYPE html><style>body{{margin:0}}div{{width:80px;height:60px;margin:20px;background:#c00}}\
             @media(prefers-color-scheme:dark){{div{{{dark}}}}}</style><div></div>"
        );
        Page::new(id, html)
    };
    let table = [
        ("", None),
        ("background:#00c", Some(Content)),
        ("visibility:hidden", Some(Content)),
        ("translate:9px -7px", Some(Position)),
        ("translate:2px", Some(Edge)),
        ("rotate:1deg", Some(Edge)),
        ("width:82px", Some(Edge)),
    ];
    let pages: Vec<Page> = (0..).zip(&table).map(|(id, (sheet, _))| page(id, sheet)).collect();
    for edges in [false, true] {
        let thresholds = Thresholds { edges, ..Thresholds::default() };
        let render = Options { page: (160, 160), viewport: (700, 400), ..Options::default() };
        let options = JudgeOptions { render, thresholds, sample_every: 1, ..JudgeOptions::default() };
        let mut judge = Judge::start(&[white.clone(), dark.clone()], options).unwrap();
        for (judgement, (sheet, wanted)) in judge.judge(pages.clone()).into_iter().zip(&table) {
            let found = match judgement.verdict {
                Verdict::Agree => None,
                Verdict::Differ(found) => Some(found.kind),
                Verdict::Fault(faults) => panic!("{sheet}: {faults:?}"),
            };
            assert_eq!(found, wanted.filter(|kind| edges || *kind != Edge), "{sheet}, edges: {edges}");
        }
    }
}
