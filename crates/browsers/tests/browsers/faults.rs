//! Pages and outsiders that make browsers fail, and what is left of a run then: everything else.

use std::thread;
use std::time::Duration;

use dpgen_browsers::{
    Engine, Fault, Judge, JudgeOptions, Judgement, Kind, Loading, Options, Subjects, Tiling, Verdict,
};
use dpgen_diff::{Case, FileTemplate, Node, Term};
use dpgen_process::Failure;

use crate::pages::{NESTED_COLOUR, endless, filled, nested, plain};
use crate::processes::{await_no_descendants, await_on_screen, browsers_of, descendants, kill, own};
use crate::support::{at_least, exclusive, options, random_numbers, ready, session_with, unharmed};

/// The time limit of pages that hang: their scripts take a processor for as long, several times.
const HANG_TIMEOUT: Duration = Duration::from_secs(4);

/// A page that hangs is named, as a tile, alone and in a frame, and the run goes on. Scripts run in frames: one tile takes the
/// whole viewport down, and only that page has a fault.
#[test]
fn a_page_that_hangs_is_named_and_costs_no_other_page() {
    let _guard = unharmed();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "hanging pages") {
        let options = Options { timeout: HANG_TIMEOUT, tiling: Tiling::Frames, ..options() };
        let mut session = session_with(&engine, options);
        let pages = [filled(0, [10, 0, 0]), filled(1, [20, 0, 0]), endless(2), filled(3, [30, 0, 0])];
        // The page that hangs is rendered alone, too, to find it among the tiles.
        let results = session.render_tiles(&pages);
        assert_eq!(results.len(), 4);
        assert_eq!(results[2], Err(Fault::Hang(HANG_TIMEOUT)), "{engine}");
        // For the page before the one that hangs, for that page once more, and for the one after it.
        assert_eq!(session.restarts(), 3, "{engine}: tiles that hang are not rendered as they were");
        assert_eq!(session.render_framed(&endless(4)), Err(Fault::Hang(HANG_TIMEOUT)), "{engine}");
        let next = session.render_alone(&filled(5, [40, 0, 0]));
        for (result, red) in [(&results[0], 10), (&results[1], 20), (&results[3], 30), (&next, 40)] {
            let image = result.as_ref().unwrap_or_else(|fault| panic!("{engine}: {fault}"));
            assert_eq!(image.get_pixel(5, 5).0, [red, 0, 0], "{engine}");
        }
    }
}

/// The time from a page's being on the screen to the middle of the 100 ms in which its image has to stay the same; these begin after two
/// frames.
const KILL_DELAY: Duration = Duration::from_millis(70);

/// A browser that is killed from outside is no fault of the page: not while it waits, and not while its window is read, which is
/// then no longer there.
#[test]
fn a_killed_browser_is_no_fault() {
    let _guard = exclusive();
    for engine in ready(&[Kind::Chromium, Kind::Firefox, Kind::WebKit], "killed browsers") {
        // The window is read for a while.
        let mut session = session_with(&engine, Options { loading: Loading::File, ..options() });
        let page = nested(0, ".a{transform:rotate(10deg)}");
        let before = session.render_alone(&page).unwrap_or_else(|fault| panic!("{engine}: {fault}"));
        let pids = browsers_of(&own(engine.kind()));
        assert!(!pids.is_empty(), "{engine} has no process");
        kill(&pids);
        let results = session.render_tiles(std::slice::from_ref(&page));
        assert!(results[0].is_ok(), "{engine}: {:?}", results[0].as_ref().err());
        assert_eq!(session.render_alone(&page).as_ref(), Ok(&before), "{engine}");
        assert_eq!(session.restarts(), 1, "{engine}");
        // What is on the screen next has nothing of the page.
        session.render_tiles(&[filled(1, [0; 3])]);
        let kind = engine.kind();
        let killer = thread::spawn(move || {
            await_on_screen(NESTED_COLOUR);
            thread::sleep(KILL_DELAY);
            kill(&browsers_of(&own(kind)));
        });
        assert_eq!(session.render_alone(&page), Ok(before), "{engine}");
        killer.join().expect("kills");
    }
}

/// A page that makes the process that renders it run out of memory, in Chromium only.
const CRASHING: &str = "<!DOCTYPE html><p>crash<script>if (navigator.userAgent.includes('Chrome')) {
const all = []; for (;;) all.push(new Array(100000).fill(all.length + 0.5)); }</script>";
/// A flag by which it does so soon.
const LITTLE_MEMORY: &str = "--js-flags=--max-old-space-size=40";

/// A crash takes a viewport of tiles down. The page is found by rendering each alone, and is a finding with a kind of its own; the
/// others agree.
#[test]
fn a_page_that_crashes_is_named_and_costs_no_other_page() {
    let _guard = unharmed();
    let Some(engines) = at_least(2, &[Kind::Chromium, Kind::Firefox], "crashing pages") else { return };
    let engines = [Engine::new(Kind::Chromium).flag(LITTLE_MEMORY), engines[1].clone()];
    let render = Options { tiling: Tiling::Frames, ..options() };
    let judge = Judge::start(&engines, JudgeOptions { render, sample_every: 0, ..JudgeOptions::default() })
        .unwrap_or_else(|error| panic!("{error}"));
    let mut subjects = Subjects::new(judge, FileTemplate::default());
    let pages = [filled(0, [10, 0, 0]).html, CRASHING.to_owned(), filled(2, [30, 0, 0]).html];
    let cases: Vec<Case> = (0..)
        .zip(pages)
        .map(|(position, text)| Case {
            position,
            key: format!("page {position}"),
            size: 1,
            rank: position.to_string(),
            text,
            renderings: std::collections::BTreeMap::new(),
            term: Term::new(vec![Node(0, vec![])]),
        })
        .collect();
    let found = dpgen_diff::Judge::judge(&mut subjects, &cases, &|| false).unwrap();
    assert_eq!((found.len(), &found[0], &found[2]), (3, &None, &None));
    let crash = found[1].as_ref().expect("a crash is a finding");
    assert_eq!((&crash.pattern.failed[..], crash.pattern.kind), (&[(0, Failure::Crash)][..], None));
    let name = crash.pattern.name(&dpgen_diff::Judge::subjects(&subjects));
    assert_eq!(name, format!("chromium:{LITTLE_MEMORY} crashes"));
}

/// The names of the programs that are killed, as the kernel has them.
const KILLED: [&str; 7] =
    ["chromium", "chromedriver", "firefox-esr", "geckodriver", "MiniBrowser", "WebKitWebDriver", "Xvfb"];

/// Twenty kills of browsers, drivers and screens, each at a random moment of a batch: the judgements are those of an undisturbed run.
#[test]
fn twenty_kills_lose_nothing() {
    let _guard = exclusive();
    let Some(engines) = at_least(2, &[Kind::Chromium, Kind::Firefox, Kind::WebKit], "twenty kills") else {
        return;
    };
    let mut pages = plain(100);
    for (place, page) in pages.iter_mut().enumerate().filter(|(place, _)| place % 5 == 3) {
        *page = nested(u64::try_from(place).expect("small"), DIFFERENT);
    }
    let judge_options = || JudgeOptions { render: options(), sample_every: 10, ..JudgeOptions::default() };
    let start = || Judge::start(&engines, judge_options()).unwrap_or_else(|error| panic!("{error}"));
    let undisturbed: Vec<Judgement> = start().judge(pages.clone());
    let mut judge = start();
    let mut disturbed = Vec::new();
    let mut kills = 0;
    let mut random = random_numbers(7);
    for batch in pages.chunks(5) {
        let pause = Duration::from_millis(random.next().unwrap_or(0) % 900);
        let first = usize::try_from(random.next().unwrap_or(0)).unwrap_or(0);
        let killer = thread::spawn(move || {
            thread::sleep(pause);
            let running = descendants();
            // The first program in a random order that is running.
            let program = (0..KILLED.len())
                .map(|step| KILLED[(first + step) % KILLED.len()])
                .find(|program| running.iter().any(|process| process.name == *program));
            let pids = running.iter().filter(|process| Some(&*process.name) == program);
            let pids: Vec<u32> = pids.map(|process| process.pid).collect();
            kill(&pids);
            pids.len()
        });
        disturbed.extend(judge.judge(batch.to_vec()));
        kills += usize::from(killer.join().expect("kills") > 0);
    }
    assert_eq!((kills, disturbed.len()), (20, undisturbed.len()));
    for (disturbed, undisturbed) in disturbed.iter().zip(&undisturbed) {
        assert!(!matches!(undisturbed.verdict, Verdict::Fault(_)), "page {}", undisturbed.page.id);
        assert_eq!(disturbed, undisturbed, "page {}", undisturbed.page.id);
    }
    // Two kills of the same program may be noticed as one.
    assert!(judge.statistics().restarts >= 10, "{:?}", judge.statistics());
    drop(judge);
    await_no_descendants();
}

/// A page on which Firefox stands alone.
const DIFFERENT: &str =
    ".a{backface-visibility:hidden;transform:rotateY(180deg)}.b{transform:rotateY(45deg)}";
