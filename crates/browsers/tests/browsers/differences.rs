//! Pages that engines are known to paint differently, and a judge that finds them among others.

use dpgen_browsers::{Judge, JudgeOptions, Kind, Options, Page, Verdict};

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
    let statistics = judge.statistics();
    assert_eq!((statistics.pages, statistics.differed, statistics.agreed), (22, 2, 20));
    assert_eq!((statistics.tiles_only, statistics.alone_only, statistics.faults), (0, 0, 0));
    assert!(statistics.sampled > 0);
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
