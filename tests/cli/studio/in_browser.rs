//! The page in Chromium and Firefox, used as a user does: typing, clicking, by keyboard. Where DPGEN_BROWSERS is set.

use super::hostile::{hostile_spec, hostile_texts};
use super::*;
use dpgen_browsers::{Engine, Kind, Options, Window};
use serde_json::{Value, json};

/// The key Enter, as WebDriver writes it.
const ENTER_KEY: &str = "\u{e007}";

/// The browsers that are there, or none, with a line that says why.
pub(super) fn browsers(test: &str) -> Vec<Engine> {
    if std::env::var_os("DPGEN_BROWSERS").is_none() {
        skipped(&format!("{test}: DPGEN_BROWSERS is not set"));
        return Vec::new();
    }
    let installed = dpgen_browsers::installed();
    let ready = |kind: Kind| {
        let ready = installed.iter().any(|found| found.kind == kind && found.is_ready());
        if !ready {
            skipped(&format!("{test}: {kind:?} is not installed"));
        }
        ready
    };
    [Kind::Chromium, Kind::Firefox].into_iter().filter(|kind| ready(*kind)).map(Engine::new).collect()
}

/// A page of a studio in a browser.
pub(super) struct Page {
    window: Window,
    name: String,
}

impl Page {
    pub(super) fn open(engine: &Engine, studio: &RunningStudio, viewport: (u32, u32)) -> Self {
        let timeout = std::time::Duration::from_secs(60);
        let options = Options { viewport, timeout, ..Options::default() };
        let window = Window::open_address(engine, &options, &studio.address()).expect("it opens");
        let page = Self { window, name: format!("{:?}", engine.kind()).to_lowercase() };
        page.until("document.body.dataset.state === 'built'");
        page
    }

    pub(super) fn run(&self, script: &str) -> Value {
        self.window.run(script).unwrap_or_else(|fault| panic!("{script}: {fault}"))
    }

    /// Waits until an expression holds.
    pub(super) fn until(&self, condition: &str) {
        let script = format!(
            "for (let tries = 0; tries < 1000; tries++) {{
                 if ({condition}) return true;
                 await new Promise((resolve) => setTimeout(resolve, 20));
             }}
             return document.body.innerText;"
        );
        let seen = self.run(&script);
        assert_eq!(seen, true, "{}: never {condition}", self.name);
    }

    /// The text of an element.
    fn text(&self, selector: &str) -> String {
        let text = self.run(&format!("return document.querySelector({selector:?}).innerText"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Does something that makes the grid ask, and waits for the answer.
    fn after_grid(&self, act: impl FnOnce()) {
        let before = self.run("return document.getElementById('grid').dataset.asked").to_string();
        act();
        self.until(&format!("JSON.stringify(document.getElementById('grid').dataset.asked) !== '{before}'"));
    }

    fn click(&self, selector: &str) {
        self.run(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }})"));
        self.window.click(selector).unwrap_or_else(|fault| panic!("{}: {selector}: {fault}", self.name));
    }

    fn keys(&self, selector: &str, keys: &str) {
        self.window
            .press_keys(selector, keys)
            .unwrap_or_else(|fault| panic!("{}: {selector}: {fault}", self.name));
    }

    /// Puts the caret after the first occurrence of a text of the spec.
    fn caret_after(&self, words: &str) {
        self.run(&format!(
            "const text = document.getElementById('text');
             const end = text.value.indexOf({words}) + {words}.length;
             text.focus();
             text.setSelectionRange(end, end);",
            words = json!(words)
        ));
    }

    /// Types into the spec, and waits for what the edit changed.
    fn type_after(&self, words: &str, keys: &str) {
        let before = self.run("return document.body.dataset.compared ?? null").to_string();
        self.caret_after(words);
        self.keys("#text", keys);
        self.until(&format!("JSON.stringify(document.body.dataset.compared ?? null) !== '{before}'"));
    }

    /// Saves what is shown where DPGEN_SHOTS says, to be looked at.
    fn shot(&self, name: &str) {
        if let Some(folder) = std::env::var_os("DPGEN_SHOTS") {
            let image = self.window.screenshot().expect("it is shown");
            image
                .save(Path::new(&folder).join(format!("studio-{name}-{}.png", self.name)))
                .expect("there is room");
        }
    }
}

/// From the first counts to an edit and what it changed, with a mistake on the way.
#[test]
fn a_spec_is_edited_and_its_counts_follow() {
    for engine in browsers("the studio's editor") {
        let studio = RunningStudio::start("binary-search-tree --max-size 6");
        let page = Page::open(&engine, &studio, (1300, 900));
        // C(6, s) times Catalan numbers.
        let counts = |page: &Page| {
            page.run("return [...document.querySelectorAll('#table tbody td:nth-child(2)')].map((cell) => cell.innerText)")
        };
        assert_eq!(counts(&page), json!(["1", "6", "30", "100", "210", "252", "132", "731"]));
        page.until("document.getElementById('plot').naturalWidth > 0");
        // A slip of the finger: the mistake is named, marked, and one key away.
        page.caret_after("left.max");
        page.keys("#text", "x");
        page.until("document.body.dataset.state === 'mistake'");
        assert!(page.text("#mistake").contains("did you mean `max`?"), "{}", page.text("#mistake"));
        assert_eq!(page.text("#marks mark"), "maxx");
        page.shot("mistake");
        page.keys("#mistake button", ENTER_KEY);
        let selected = page.run(
            "const text = document.getElementById('text');
             return [document.activeElement === text, text.value.slice(text.selectionStart, text.selectionEnd)];",
        );
        assert_eq!(selected, json!([true, "maxx"]));
        page.keys("#text", "max");
        page.until("document.body.dataset.state === 'built'");
        assert_eq!(page.text("#mistake"), "");
        // `<=` for `<`: equal keys to the left are gained.
        page.type_after("left.max <", "=");
        let changes = page.text("#changes");
        assert!(changes.contains("gained, 0 structures lost"), "{changes}");
        assert!(changes.contains("the smallest gained, of size 2"), "{changes}");
        assert_eq!(page.run("return document.querySelectorAll('#changes figure svg').length"), 1);
        page.shot("edit");
        // A condition that nothing meets.
        page.run("document.querySelector('[name=max_size]').select()");
        page.keys("[name=max_size]", "3");
        page.until("document.querySelectorAll('#table tbody tr').length === 5");
        // The editor's marks lie under the letters.
        page.caret_after("right.min");
        page.keys("#text", "y");
        page.until("document.body.dataset.state === 'mistake'");
        let widths = page.run(
            "const [text, marks] = ['text', 'marks'].map((id) => document.getElementById(id));
             return [text.clientWidth - marks.clientWidth, text.scrollHeight - marks.scrollHeight, text.scrollTop - marks.scrollTop];",
        );
        assert_eq!(widths, json!([0, 0, 0]));
    }
}

/// The grid: pages, numbers, sizes, draws, a filter; and one structure in detail.
#[test]
fn structures_are_looked_at_one_by_one() {
    for engine in browsers("the studio's structures") {
        let studio = RunningStudio::start("red-black-tree --max-size 7");
        let page = Page::open(&engine, &studio, (1300, 900));
        page.until("document.querySelectorAll('.card').length === 24");
        let first = |page: &Page| page.text(".card .caption");
        let begin = first(&page);
        page.after_grid(|| page.click("#next"));
        assert!(page.text("#grid-note").starts_with("24 to 47 of"), "{}", page.text("#grid-note"));
        assert_ne!(first(&page), begin);
        page.after_grid(|| page.click("#previous"));
        assert_eq!(first(&page), begin);
        page.after_grid(|| page.click("#random"));
        assert!(page.text("#grid-note").contains("drawn uniformly"), "{}", page.text("#grid-note"));
        page.after_grid(|| page.click("#table button[data-size='7']"));
        assert_eq!(page.run("return document.querySelectorAll('.card').length"), 24);
        page.run("document.querySelector('[name=from]').select()");
        page.after_grid(|| page.keys("[name=from]", &format!("30{ENTER_KEY}")));
        assert!(first(&page).contains("size 7, rank 30"), "{}", first(&page));
        // Those with a black height of 3: the perfect one, all black.
        page.run("document.querySelector('[name=attribute]').value = 'black_height'");
        page.keys("[name=value]", "4");
        page.run("document.querySelector('[name=from]').select()");
        page.after_grid(|| page.keys("[name=from]", &format!("0{ENTER_KEY}")));
        assert_eq!(page.run("return document.querySelectorAll('.card').length"), 1);
        page.shot("grid");
        page.click(".card svg");
        page.until("!document.getElementById('detail').hidden");
        let detail = page.text("#detail-body");
        for words in ["Key", "RON", "JSON", "Text", "dpgen show red-black-tree --size 7 --rank", "near miss"]
        {
            assert!(detail.contains(words), "{words}: {detail}");
        }
        // Attributes by keyboard: the root first, then a leaf.
        assert!(
            page.text("#node").contains("black_height\n4") || page.text("#node").contains("black_height 4"),
            "{}",
            page.text("#node")
        );
        page.run("document.querySelector('[data-node=\"0\"]').focus()");
        assert!(page.text("#node").starts_with("Nil of Tree"), "{}", page.text("#node"));
        page.shot("detail");
    }
}

/// A structure is changed by keyboard until a condition rejects it, whose place lights up.
#[test]
fn a_structure_is_changed_and_the_condition_that_rejects_it_lights_up() {
    for engine in browsers("changes in a studio") {
        let studio = RunningStudio::start("red-black-tree --max-size 5");
        let page = Page::open(&engine, &studio, (1300, 1000));
        page.after_grid(|| page.click("#table button[data-size='3']"));
        page.click(".card svg");
        page.until("document.getElementById('detail-body').innerText.includes('Accepted')");
        let before = page.text("#detail-body h3");
        // The root by keyboard; what it can be changed to has the focus.
        page.run("document.querySelector('svg [data-node=\"6\"]').focus()");
        page.keys("svg [data-node='6']", ENTER_KEY);
        page.until("document.activeElement.dataset.words !== undefined");
        assert!(page.text("#node").contains("Change it"), "{}", page.text("#node"));
        page.run("document.querySelector('#node .changes .rejected button').focus()");
        page.keys("#node .changes .rejected button", ENTER_KEY);
        page.until("document.querySelector('.verdict.rejected') !== null");
        let verdict = page.text(".verdict");
        assert!(verdict.contains("does not hold"), "{verdict}");
        assert_eq!(page.run("return document.querySelectorAll('#marks mark.condition').length"), 1);
        assert_eq!(page.run("return document.querySelectorAll('.dpgen-node.rejected').length"), 1);
        let is_in_view = page.run(
            "const [mark, text] = ['#marks mark', '#text'].map((one) => document.querySelector(one).getBoundingClientRect());
             return text.top <= mark.top && mark.bottom <= text.bottom;",
        );
        assert_eq!(is_in_view, true);
        page.run("document.getElementById('detail').scrollIntoView()");
        page.shot("why-not");
        page.click("#to-clause");
        let selected = page.run(
            "const text = document.getElementById('text');
             return [document.activeElement === text, text.value.slice(text.selectionStart, text.selectionEnd)];",
        );
        assert_eq!(selected[0], true);
        assert!(verdict.contains(selected[1].as_str().expect("it is a text")), "{selected} in {verdict}");
        page.click("#back");
        page.until("document.querySelector('.verdict.accepted') !== null");
        assert_eq!(page.text("#detail-body h3"), before);
        // By pointer: a near miss.
        page.click("details .changes button");
        page.until("document.querySelector('.verdict.rejected') !== null");
        page.click("#table button[data-why='2']");
        page.until("document.getElementById('rejections').innerText.includes('Candidates of size 2')");
    }
}

/// The page says so when the server has ended, and keeps the text.
#[test]
fn a_page_says_that_the_server_has_gone() {
    for engine in browsers("the end of a studio") {
        let studio = RunningStudio::start("avl-tree --max-size 4");
        let page = Page::open(&engine, &studio, (1000, 800));
        page.caret_after("AVL trees");
        page.keys("#text", " of mine");
        drop(studio);
        page.until("!document.getElementById('gone').hidden");
        assert!(page.text("#gone").contains("The server has gone"), "{}", page.text("#gone"));
        assert_eq!(
            page.run("return document.getElementById('text').value.includes('AVL trees of mine')"),
            true
        );
    }
}

/// A file: followed without a question while the page has no changes, with one where it has.
#[test]
fn a_file_is_saved_and_followed() {
    for engine in browsers("a studio's file") {
        let folder = folder();
        let file = folder.path().join("mine.ron");
        let studio = RunningStudio::start(&format!("{} --max-size 4", file.display()));
        let page = Page::open(&engine, &studio, (1000, 800));
        assert_eq!(page.text("#file-state"), "not saved yet");
        page.click("#save");
        page.until("document.getElementById('file-state').innerText === 'saved'");
        let text = fs::read_to_string(&file).expect("it is there");
        page.type_after("Binary trees", "!");
        assert_eq!(page.text("#file-state"), "changed");
        fs::write(&file, text.replace("Binary", "Other")).expect("there is room");
        page.until("!document.getElementById('changed-file').hidden");
        page.click("#take-file");
        page.until("document.getElementById('text').value.includes('Other trees')");
        fs::write(&file, text.replace("Binary", "Still other")).expect("there is room");
        page.until("document.getElementById('text').value.includes('Still other trees')");
        assert_eq!(page.text("#file-state"), "saved");
    }
}

/// Two hundred hostile texts, typed and shown: nothing of them runs, and nothing is asked of another machine.
#[test]
fn no_script_of_a_spec_runs_and_no_request_leaves_the_machine() {
    for engine in browsers("hostile texts in a studio") {
        let folder = folder();
        let file = folder.path().join("hostile.ron");
        let texts = hostile_texts();
        fs::write(&file, hostile_spec(&texts[..20])).expect("there is room");
        let studio = RunningStudio::start(&format!("{} --max-size 1", file.display()));
        let page = Page::open(&engine, &studio, (1000, 800));
        page.run(
            "window.hits = []; window.hit = (number) => window.hits.push(number); window.alert = window.hit;",
        );
        for group in texts.chunks(20) {
            fs::write(&file, hostile_spec(group)).expect("there is room");
            page.until(&format!(
                "document.body.dataset.state === 'built' && document.getElementById('text').value === {}",
                json!(hostile_spec(group))
            ));
            page.until("document.querySelectorAll('.card').length >= 19");
            page.run("document.querySelector('.card').click()");
            page.until("document.getElementById('detail-body').innerText.includes('JSON')");
            page.run("for (const node of document.querySelectorAll('*')) node.dispatchEvent(new Event('mouseover'))");
        }
        let seen = page.run(
            "const origin = location.origin;
             const asked = performance.getEntriesByType('resource').map((one) => one.name);
             return [window.hits, asked.filter((name) => !name.startsWith(origin))];",
        );
        assert_eq!(seen, json!([[], []]), "{}", page.name);
    }
}

/// What a reader of the screen and a narrow or dark one need.
#[test]
fn every_control_has_a_name_and_every_width_is_enough() {
    for engine in browsers("the studio's widths") {
        let studio = RunningStudio::start("red-black-tree --max-size 5");
        for width in [400, 500, 800, 1200, 1600] {
            // No window is narrower than 500 pixels, but a frame is.
            let page = Page::open(&engine, &studio, (width.max(500), 900));
            if width < 500 {
                page.run(
                    "const frame = document.createElement('iframe');
                     frame.src = location.href;
                     frame.width = 400;
                     frame.height = 900;
                     document.body.replaceChildren(frame);
                     await new Promise((resolve) => frame.addEventListener('load', resolve));",
                );
                page.until("frames[0].document.querySelectorAll('.card').length > 0");
                let seen = page.run(
                    "const root = frames[0].document.documentElement;
                     return [root.clientWidth, root.scrollWidth <= root.clientWidth];",
                );
                assert!(seen[0].as_u64() <= Some(400) && seen[1] == true, "{seen}");
                page.shot("wide-400");
                continue;
            }
            page.until("document.querySelectorAll('.card').length > 0");
            page.click(".card");
            page.until("!document.getElementById('detail').hidden");
            let seen = page.run(
                "const root = document.documentElement;
                 const wide = [...document.querySelectorAll('main *')].filter((one) => !one.closest('svg, table, .drawing, figure')
                     && one.getBoundingClientRect().right > root.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80));
                 const named = (one) => one.ariaLabel || one.labels?.[0]?.innerText.trim() || one.innerText?.trim()
                     || one.querySelector('title')?.textContent;
                 const controls = [...document.querySelectorAll('button, input, select, textarea, [role=button]')];
                 const shown = controls.filter((one) => one.checkVisibility());
                 const unnamed = shown.filter((one) => !named(one)).map((one) => one.outerHTML.slice(0, 80));
                 const lost = shown.filter((one) => !one.disabled && (one.focus(), document.activeElement !== one))
                     .map((one) => one.outerHTML.slice(0, 80));
                 return { wide, unnamed, lost, scroll: root.scrollWidth <= root.clientWidth };",
            );
            assert_eq!(
                seen,
                json!({"wide": [], "unnamed": [], "lost": [], "scroll": true}),
                "{} at {width}",
                page.name
            );
            page.run("scrollTo(0, 0)");
            page.shot(&format!("wide-{width}"));
        }
    }
}
