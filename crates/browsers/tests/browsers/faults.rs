//! Pages and outsiders that make browsers fail, and what is left of a run then: everything else.

use std::thread;
use std::time::Duration;

use dpgen_browsers::{Fault, Judge, JudgeOptions, Judgement, Kind, Options, Verdict};

use crate::pages::{endless, filled, nested, plain};
use crate::processes::{browsers_of, kill, own};
use crate::support::{at_least, exclusive, options, ready, session, session_with, unharmed};

#[test]
fn a_page_that_hangs_is_named_and_the_run_goes_on() {
    let _guard = unharmed();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "hanging pages") {
        let mut session = session_with(&engine, Options { timeout: Duration::from_secs(8), ..options() });
        let hung = session.render_alone(&endless(0));
        assert_eq!(hung, Err(Fault::Hang(Duration::from_secs(8))), "{engine}");
        assert!(session.restarts() > 0);
        let next =
            session.render_alone(&filled(1, [1, 2, 3])).unwrap_or_else(|fault| panic!("{engine}: {fault}"));
        assert_eq!(next.get_pixel(5, 5).0, [1, 2, 3]);
    }
}

/// In frames, scripts run: one page takes the whole viewport down, and only that page has a fault.
#[test]
fn one_tile_that_hangs_costs_no_other_page() {
    let _guard = unharmed();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "hanging tiles") {
        let options =
            Options { timeout: Duration::from_secs(8), tiling: dpgen_browsers::Tiling::Frames, ..options() };
        let mut session = session_with(&engine, options);
        let pages = [filled(0, [10, 0, 0]), filled(1, [20, 0, 0]), endless(2), filled(3, [30, 0, 0])];
        let results = session.render_tiles(&pages);
        assert_eq!(results.len(), 4);
        assert!(matches!(results[2], Err(Fault::Hang(_))), "{engine}: {:?}", results[2].as_ref().err());
        for (place, red) in [(0, 10), (1, 20), (3, 30)] {
            let image = results[place].as_ref().unwrap_or_else(|fault| panic!("{engine}: {fault}"));
            assert_eq!(image.get_pixel(5, 5).0, [red, 0, 0], "{engine}");
        }
    }
}

/// A browser that is killed from outside is no fault of the page.
#[test]
fn a_killed_browser_is_no_fault() {
    let _guard = exclusive();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "killed browsers") {
        let mut session = session(&engine);
        let page = nested(0, ".a{transform:rotate(10deg)}");
        let before = session.render_alone(&page).unwrap_or_else(|fault| panic!("{engine}: {fault}"));
        let pids = browsers_of(&own(engine.kind()));
        assert!(!pids.is_empty(), "{engine} has no process");
        kill(&pids);
        let results = session.render_tiles(std::slice::from_ref(&page));
        assert!(results[0].is_ok(), "{engine}: {:?}", results[0].as_ref().err());
        assert_eq!(session.render_alone(&page), Ok(before), "{engine}");
        assert_eq!(session.restarts(), 1, "{engine}");
    }
}

/// Ten kills, each at another moment of a batch: the judgements are those of an undisturbed run.
#[test]
fn ten_kills_lose_nothing() {
    let _guard = exclusive();
    let Some(engines) = at_least(2, &[Kind::Chromium, Kind::Firefox, Kind::WebKit], "ten kills") else {
        return;
    };
    let mut pages = plain(60);
    pages.extend((60..90).map(|id| nested(id, DIFFERENT)));
    let judge_options = || JudgeOptions { render: options(), sample_every: 10, ..JudgeOptions::default() };
    let start = || Judge::start(&engines, judge_options()).unwrap_or_else(|error| panic!("{error}"));
    let undisturbed: Vec<Judgement> = start().judge(pages.clone());
    let mut judge = start();
    let mut disturbed = Vec::new();
    for (kills, batch) in (0..).zip(pages.chunks(9)) {
        let kind = engines[kills % engines.len()].kind();
        let pause = Duration::from_millis(u64::try_from(kills).expect("small") * 40);
        let killer = thread::spawn(move || {
            thread::sleep(pause);
            let pids = browsers_of(&own(kind));
            kill(&pids);
            pids.len()
        });
        disturbed.extend(judge.judge(batch.to_vec()));
        assert!(killer.join().expect("kills") > 0, "nothing was killed");
    }
    assert_eq!(disturbed.len(), undisturbed.len());
    for (disturbed, undisturbed) in disturbed.iter().zip(&undisturbed) {
        assert!(!matches!(undisturbed.verdict, Verdict::Fault(_)), "page {}", undisturbed.page.id);
        assert!(disturbed == undisturbed, "page {} is judged differently", disturbed.page.id);
    }
    // The last kill may come after its batch, and is not noticed then.
    assert!(judge.statistics().restarts >= 9, "{:?}", judge.statistics());
}

/// A page on which Firefox stands alone.
const DIFFERENT: &str =
    ".a{backface-visibility:hidden;transform:rotateY(180deg)}.b{transform:rotateY(45deg)}";
