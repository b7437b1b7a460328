//! A page of structures in Chromium, if that is installed and DPGEN_BROWSERS is set.

use super::*;
use dpgen_browsers::{Engine, Kind, Options, Window};
use serde_json::Value;

/// Chromium with more flags, or nothing, with a line that says why.
fn chromium(test: &str) -> Option<Engine> {
    let leave = |why: &str| {
        skipped(&format!("{test}: {why}"));
        None
    };
    if std::env::var_os("DPGEN_BROWSERS").is_none() {
        return leave("DPGEN_BROWSERS is not set");
    }
    let ready =
        dpgen_browsers::installed().into_iter().any(|found| found.kind == Kind::Chromium && found.is_ready());
    if ready { Some(Engine::new(Kind::Chromium)) } else { leave("chromium or chromedriver is not installed") }
}

fn open(engine: &Engine, file: &Path) -> Window {
    Window::open(engine, &Options { viewport: (1000, 900), ..Options::default() }, file).expect("it opens")
}

/// Saves what is shown where DPGEN_SHOTS says, to be looked at.
fn shot(window: &Window, name: &str) {
    let image = window.screenshot().expect("it is shown");
    if let Some(folder) = std::env::var_os("DPGEN_SHOTS") {
        image.save(Path::new(&folder).join(name)).expect("there is room");
    }
}

/// Pages of small trees, of trees with 60 nodes, and with labels on edges.
const PAGES: [&str; 4] = [
    "red-black-tree --size 7 --sample 12",
    "avl-tree --size 60 --sample 3",
    "fibonacci-heap --size 5 --sample 8",
    "web-page --size 5 --sample 8",
];

/// Boxes that overlap, and points of edges within boxes that they do not belong to, as the browser places them.
const OVERLAPS: &str = "
    const found = [];
    for (const svg of document.querySelectorAll('svg')) {
        const boxes = [...svg.querySelectorAll('rect, circle')].map(box => box.getBoundingClientRect());
        const texts = [...svg.querySelectorAll('text')].map(text => text.getBoundingClientRect());
        const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        boxes.forEach((one, place) => boxes.slice(place + 1).forEach(other => {
            if (!apart(one, other)) found.push(['boxes', one.x, one.y, other.x, other.y]);
        }));
        texts.forEach((one, place) => texts.slice(place + 1).forEach(other => {
            if (one.width && other.width && !apart(one, other)) found.push(['texts', one.x, one.y, other.x, other.y]);
        }));
        for (const path of svg.querySelectorAll('path')) {
            const matrix = path.getScreenCTM();
            for (let step = 1; step < 20; step++) {
                const at = path.getPointAtLength(path.getTotalLength() * step / 20).matrixTransform(matrix);
                if (boxes.some(box => box.left + 1 < at.x && at.x < box.right - 1 && box.top + 1 < at.y && at.y < box.bottom - 1))
                    found.push(['edge', at.x, at.y]);
            }
        }
        const outer = svg.getBoundingClientRect();
        if (boxes.some(box => box.left < outer.left || box.right > outer.right || box.bottom > outer.bottom))
            found.push(['outside', outer.x, outer.y]);
    }
    return { drawings: document.querySelectorAll('svg').length, found };";

#[test]
fn no_two_boxes_overlap_and_nothing_is_loaded() {
    let Some(engine) = chromium("a gallery in a browser") else { return };
    let folder = folder();
    let file = folder.path().join("page.html");
    for (number, args) in PAGES.iter().enumerate() {
        run(&format!("gallery {args} --out {}", file.display()), 0);
        let window = open(&engine, &file);
        let seen = window.run(OVERLAPS).expect("it is measured");
        assert!(seen["drawings"].as_u64() >= Some(3), "{seen}");
        assert_eq!(seen["found"], Value::Array(Vec::new()), "{args}");
        let loaded = window.run("return performance.getEntriesByType('resource').map(one => one.name)");
        assert_eq!(loaded.expect("it is told"), Value::Array(Vec::new()), "{args}");
        shot(&window, &format!("gallery-{number}.png"));
    }
}

/// The page in a frame as wide as a phone; a window can not be so narrow. The frame is of the same origin, so that scripts
/// reach into it.
fn phone(folder: &TempDir, page: &str) -> std::path::PathBuf {
    let page = fs::read_to_string(folder.path().join(page)).expect("it is there");
    let inside = page.replace('&', "&amp;").replace('"', "&quot;");
    let file = folder.path().join("phone.html");
    let frame = format!(
        "<!DOCTYPE html><meta charset=utf-8><style>body{{margin:0}}iframe{{border:0;width:390px;height:844px}}</style>\
         <iframe srcdoc=\"{inside}\"></iframe>"
    );
    fs::write(&file, frame).expect("there is room");
    file
}

const NARROW: &str = "
    const page = document.querySelector('iframe').contentDocument;
    const root = page.documentElement;
    for (const details of page.querySelectorAll('details')) details.open = true;
    const wide = [...page.querySelectorAll('body *')].filter(element =>
        !element.closest('.drawing svg') && !element.classList.contains('skip')
        && element.getBoundingClientRect().right > root.clientWidth + 1);
    const style = element => getComputedStyle(element);
    return {
        width: root.clientWidth, scroll: root.scrollWidth, wide: wide.map(element => element.outerHTML.slice(0, 80)),
        dark: matchMedia('(prefers-color-scheme: dark)').matches,
        paper: style(page.body).backgroundColor, ink: style(page.body).color,
        box: style(page.querySelector('rect')).fill, label: style(page.querySelector('text')).fill,
    };";

/// How bright a colour is, from 0 to 255, from `rgb(r, g, b)`.
fn brightness(colour: &Value) -> u32 {
    let text = colour.as_str().expect("it is a colour");
    let parts: Vec<u32> =
        text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
    (parts[0] * 2 + parts[1] * 5 + parts[2]) / 8
}

#[test]
fn a_phone_needs_no_sideways_scrolling_and_darkness_is_dark() {
    let Some(engine) = chromium("a gallery on a phone") else { return };
    let folder = folder();
    let file = folder.path().join("page.html");
    for (args, name) in [(PAGES[1], "avl"), (PAGES[3], "web")] {
        run(&format!("gallery {args} --out {}", file.display()), 0);
        let file = phone(&folder, "page.html");
        for dark in [false, true] {
            let engine = if dark { engine.clone().flag("--force-dark-mode") } else { engine.clone() };
            let window = open(&engine, &file);
            let seen = window.run(NARROW).expect("it is measured");
            assert_eq!((&seen["width"], &seen["scroll"]), (&390.into(), &390.into()), "{seen}");
            assert_eq!((&seen["wide"], &seen["dark"]), (&Value::Array(Vec::new()), &dark.into()), "{seen}");
            for (below, above) in [("paper", "ink"), ("box", "label")] {
                let (below, above) = (brightness(&seen[below]), brightness(&seen[above]));
                let right = if dark { above > below + 100 } else { below > above + 100 };
                assert!(right, "{above} on {below}: {seen}");
            }
            shot(&window, &format!("phone-{name}-{}.png", if dark { "dark" } else { "light" }));
        }
    }
}

/// The way through a page with the tabulator: the link past the head, then summaries, links and drawings, in order.
#[test]
fn everything_is_reached_with_the_keyboard() {
    let Some(engine) = chromium("a gallery by keyboard") else { return };
    let folder = folder();
    let file = folder.path().join("page.html");
    run(&format!("gallery --size 3 --out {}", file.display()), 0);
    let seen = open(&engine, &file).run(
        "const all = [...document.querySelectorAll('a, summary, .drawing')];
         const reached = all.filter(one => { one.focus(); return document.activeElement === one && one.tabIndex === 0; });
         const named = [...document.querySelectorAll('.drawing')].every(one => one.getAttribute('aria-label'));
         return [all.length, reached.length, named, document.querySelectorAll('h1').length];",
    );
    // 2 structures: a link past the head, a summary; and each with a link, a drawing and a summary.
    assert_eq!(seen.expect("it is told"), serde_json::json!([8, 8, true, 1]));
}
