//! Pages that engines are known to paint differently, and a judge that finds them among others.

use dpgen_browsers::{Capture, Judge, JudgeOptions, Kind, Loading, Options, Page, Verdict};

use crate::pages::{nested, plain};
use crate::support::{at_least, unharmed};

const ENGINES: [Kind; 3] = [Kind::Chromium, Kind::Firefox, Kind::WebKit];

/// A style sheet, and which engine stands alone.
const KNOWN: [(&str, Kind); 2] = [
    // Firefox paints nothing.
    (".a{backface-visibility:hidden;transform:rotateY(180deg)}.b{transform:rotateY(45deg)}", Kind::Firefox),
    // WebKit places the child elsewhere.
    (".a{transform:rotateY(45deg);transform-origin:50% 50% 40px}.b{transform:rotateY(45deg)}", Kind::WebKit),
];

#[test]
fn known_differences_are_found_with_their_odd_engine() {
    let _guard = unharmed();
    let Some(engines) = at_least(3, &ENGINES, "known differences") else { return };
    let render = Options { page: (200, 150), viewport: (1000, 600), ..Options::default() };
    let options = JudgeOptions { render, sample_every: 3, ..JudgeOptions::default() };
    let mut judge = Judge::start(&engines, options).unwrap_or_else(|error| panic!("{error}"));
    let mut pages: Vec<Page> = plain(20);
    pages.extend((20..).zip(KNOWN).map(|(id, (sheet, _))| nested(id, sheet)));
    let judgements = judge.judge(pages);
    for judgement in &judgements[..20] {
        assert_eq!(judgement.verdict, Verdict::Agree, "page {}", judgement.page.id);
    }
    for (judgement, (sheet, kind)) in judgements[20..].iter().zip(KNOWN) {
        let Verdict::Differ(found) = &judgement.verdict else {
            panic!("{sheet} is painted alike: {:?}", judgement.verdict)
        };
        assert_eq!(
            found.odd.iter().map(|odd| engines[*odd].kind()).collect::<Vec<_>>(),
            [kind],
            "{sheet}: {:?}",
            found.classes
        );
        assert!(found.in_tiles && found.core > 0 && found.images.len() == 3, "{sheet}");
    }
    let statistics = judge.statistics().clone();
    assert_eq!((statistics.pages, statistics.differed, statistics.agreed), (22, 2, 20));
    assert_eq!((statistics.tiles_only, statistics.alone_only, statistics.faults), (0, 0, 0));
    assert!(statistics.sampled > 0);
    // Frames show the same, and the report does not use them.
    assert_eq!((statistics.confirmed, statistics.frames_wrong, statistics.agreed_in_frames), (2, 0, 0));
    // Nor of a few pages tiles, but of more.
    for (pages_before, differed_in_tiles) in [(0, 2), (8, 4)] {
        let mut pages = plain(pages_before);
        pages.extend((20..).zip(KNOWN).map(|(id, (sheet, _))| nested(id, sheet)));
        let again = judge.judge_alone(pages);
        let differ = again.iter().map(|judgement| matches!(judgement.verdict, Verdict::Differ(_)));
        assert!(differ.eq((0..again.len()).map(|place| place >= again.len() - KNOWN.len())));
        assert_eq!(judge.statistics().differed_in_tiles, differed_in_tiles);
    }
    assert_eq!((judge.statistics().confirmed, judge.statistics().differed), (2, 6));
}

/// Frames are for images from the screen, of pages that are written; other pages are rendered alone, and the verdicts are the same.
#[test]
fn verdicts_are_the_same_with_and_without_frames() {
    let _guard = unharmed();
    let Some(engines) = at_least(3, &ENGINES, "verdicts with frames") else { return };
    let render = Options { page: (200, 150), viewport: (1000, 600), ..Options::default() };
    let screen = JudgeOptions { render, sample_every: 0, ..JudgeOptions::default() };
    let with = |change: &dyn Fn(&mut JudgeOptions)| {
        let mut options = screen.clone();
        change(&mut options);
        options
    };
    // Of the pages with the numbers 4 and 5 the first one is drawn.
    let mut pages: Vec<Page> = plain(4);
    pages.extend((4..).zip(KNOWN).map(|(id, (sheet, _))| nested(id, sheet)));
    let mut all = Vec::new();
    for (options, confirmed, sampled) in [
        (with(&|options| options.confirmed_every = 0), 2, 0),
        (with(&|options| options.confirmed_every = 2), 2, 1),
        (with(&|options| options.confirmed_every = 1), 0, 0),
        (with(&|options| options.render.loading = Loading::File), 0, 0),
        (with(&|options| options.render.capture = Capture::Driver), 0, 0),
    ] {
        let mut judge = Judge::start(&engines, options).unwrap_or_else(|error| panic!("{error}"));
        let judged = judge.judge(pages.clone()).into_iter().map(|judgement| match judgement.verdict {
            Verdict::Agree => None,
            Verdict::Differ(found) => Some((found.classes, found.kind)),
            Verdict::Fault(faults) => panic!("{faults:?}"),
        });
        all.push(judged.collect::<Vec<_>>());
        let seen = judge.statistics();
        assert_eq!((seen.confirmed, seen.confirmed_sampled, seen.frames_wrong), (confirmed, sampled, 0));
    }
    assert_eq!(all[0].iter().flatten().count(), 2);
    assert!(all.iter().all(|judged| *judged == all[0]), "{all:?}");
}

/// Two flag sets of one browser are two engines.
#[test]
fn one_browser_is_compared_with_itself() {
    let _guard = unharmed();
    let Some(engines) = at_least(1, &[Kind::Chromium], "two flag sets") else { return };
    let both = [
        engines[0].clone(),
        engines[0].clone().flag("--disable-lcd-text").flag("--disable-gpu-rasterization"),
    ];
    let render = Options { page: (200, 150), viewport: (1000, 600), ..Options::default() };
    let options = JudgeOptions { render, ..JudgeOptions::default() };
    let mut judge = Judge::start(&both, options).unwrap_or_else(|error| panic!("{error}"));
    let versions: Vec<String> = judge.engines().map(|(_, version)| version.to_owned()).collect();
    assert_eq!(versions[0], versions[1]);
    let judgements = judge.judge(plain(5));
    assert!(judgements.iter().all(|judgement| judgement.verdict == Verdict::Agree));
}
