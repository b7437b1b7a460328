//! Times that a user waits in Chromium and Firefox: from a start to counts, from a keystroke to new counts, and for drawings.
//!
//! Nothing fails for being slow. `DPGEN_BROWSERS=1 cargo test --release --workspace --test cli -- studio::times --nocapture` tells the
//! times.

use std::time::Instant;

use super::in_browser::{Page, browsers};
use super::*;

/// When the counts of all sizes were shown, in milliseconds from the begin of the page's loading: with them, the page asks for the plot.
const LOAD_TIME_SCRIPT: &str = "
    return performance.getEntriesByType('resource').find(({ name }) => name.includes('/plot.svg?'))
        .startTime | 0;";

/// Milliseconds from a keystroke until the counts of the new text are shown, the build included.
const EDIT_TIME_SCRIPT: &str = "
    const text = document.getElementById('text');
    const before = document.body.dataset.version;
    text.value = text.value.replace('left.max < key', 'left.max <= key');
    const start = performance.now();
    text.dispatchEvent(new InputEvent('input', { bubbles: true }));
    while (document.body.dataset.version === before) await new Promise((resolve) => setTimeout(resolve, 1));
    return (performance.now() - start) | 0;";

/// The number of drawings that are there, and milliseconds from the question for fifty until they are painted.
const FIFTY_DRAWINGS_SCRIPT: &str = "
    const grid = document.getElementById('grid');
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/grid?')).at(-1);
    const address = new URL(asked.name);
    address.searchParams.set('cards', 50);
    address.searchParams.set('size', 9);
    const start = performance.now();
    const response = await fetch(address);
    grid.innerHTML = (await response.json()).html;
    grid.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return [grid.querySelectorAll('.card svg').length, (performance.now() - start) | 0];";

#[test]
fn times_are_told() {
    for engine in browsers("the studio's times") {
        let start = Instant::now();
        let studio = RunningStudio::start("red-black-tree --max-size 10");
        let listens = start.elapsed().as_millis();
        let page = Page::open(&engine, &studio, (1300, 900));
        page.until("document.querySelectorAll('.card').length === 24");
        let drawings: Vec<_> = (0..6).map(|_| page.run(FIFTY_DRAWINGS_SCRIPT)).collect();
        for drawn in &drawings {
            assert_eq!(drawn[0], 50);
        }
        let (loaded, edited) = (page.run(LOAD_TIME_SCRIPT), page.run(EDIT_TIME_SCRIPT));
        let drawn: Vec<_> = drawings.iter().filter_map(|drawn| drawn[1].as_i64()).collect();
        eprintln!(
            "{:?}, in milliseconds: dpgen listens after {listens}, its page has counts after {loaded}, new ones after a keystroke \
             {edited}; fifty drawings {drawn:?}",
            engine.kind()
        );
    }
}
