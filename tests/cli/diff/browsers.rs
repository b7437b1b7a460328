//! Browsers, as far as they are installed; only when DPGEN_BROWSERS is set.

use super::*;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use dpgen_browsers::{Engine, Kind, Options, Window};
use serde_json::json;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Pages with one class, of which the engines paint some differently.
const PAGES: [&str; 14] = [
    "web-page",
    "--max-size",
    "4",
    "--param",
    "classes=1",
    "--param",
    "backface=0",
    "--param",
    "perspective=0",
    "--param",
    "style=0",
    "--param",
    "transform=1",
    "--engines",
];

/// The engines that can be driven here; none when no browser is asked for.
fn ready() -> Option<String> {
    if std::env::var_os("DPGEN_BROWSERS").is_none() {
        skipped("DPGEN_BROWSERS is not set, so that no browser is started");
        return None;
    }
    let found = dpgen_browsers::installed();
    let ready: Vec<&str> =
        found.iter().filter(|found| found.is_ready()).map(|found| found.kind.name()).collect();
    let ready: Vec<&str> = ready.into_iter().filter(|name| *name != "qtwebkit").collect();
    if ready.len() < 3 {
        skipped(&format!("only {ready:?} can be driven; see `dpgen browsers`"));
        return None;
    }
    Some(ready.join(","))
}

/// The processes of browsers whose files are in a folder.
fn running(folder: &Path) -> usize {
    let marked = "grep -slF \"DPGEN_GUARD=$0\" /proc/[0-9]*/environ | wc -l";
    let found = Process::new("sh").args(["-c", marked]).arg(folder).output().unwrap();
    text(&found.stdout).trim().parse().unwrap()
}

#[test]
fn pages_that_engines_paint_differently_are_reported_with_images() {
    let Some(engines) = ready() else { return };
    let folder = folder();
    let report = folder.path().join("report");
    let args = [&PAGES[..], &[&engines, "--report", report.to_str().unwrap()]].concat();
    let said = text(&diff(&args).env("TMPDIR", folder.path()).assert().code(5).get_output().stderr);
    assert!(said.starts_with("all ") && said.contains(" structures of sizes 0 to 4: "), "{said}");
    let found = findings(&report);
    let wanted = ".c1{transform:rotateY(45deg);transform-origin:50% 50% 40px}";
    let webkit =
        found.iter().find(|finding| finding["odd"][0] == "webkit").expect("webkit places a child elsewhere");
    assert!(webkit["text"].as_str().unwrap().contains(wanted), "{webkit}");
    // The most severe kind first.
    let severity = |finding: &serde_json::Value| {
        let kind = finding["kind"].as_str().expect("a difference of images has a kind");
        ["content", "position"].iter().position(|name| *name == kind).expect("edges are left out")
    };
    assert!(found.is_sorted_by_key(severity), "{found:?}");
    assert!(!reduced(&report).is_empty());
    for finding in &found {
        let own = report.join(finding["folder"].as_str().unwrap());
        for image in ["1-chromium.png", "2-firefox.png", "3-webkit.png", "difference.png"] {
            assert!(fs::read(own.join(image)).unwrap().starts_with(b"\x89PNG"), "{image}");
        }
        let page = fs::read_to_string(own.join("case.html")).unwrap();
        assert!(page.starts_with("<!doctype html>") && page.contains(finding["text"].as_str().unwrap()));
    }
    let index = fs::read_to_string(report.join("index.html")).unwrap();
    assert!(index.contains("Fidelity: ") && index.contains("difference.png"), "{index}");
    assert_eq!(running(folder.path()), 0);
    can_be_filed(&report, webkit);
    read_in_a_browser(&report);
}

/// The longest time that browsers, drivers, screens and their folders may be there after a run was killed: on a busy machine, as
/// an idle one takes less than five seconds.
const MAX_LEFT_TIME: Duration = Duration::from_secs(30);

/// Pairs of engines that paint a page differently, for rounds by turns: a pair takes little more than half the time of all three.
const ENGINE_PAIRS: [&str; 2] = ["chromium,webkit", "firefox,webkit"];

/// Runs that are killed, terminated and interrupted at random moments leave no process and no temporary file, go on, and report
/// what an undisturbed run reports. The seed is fixed.
#[test]
fn twenty_kills_leave_nothing_and_change_no_report() {
    if ready().is_none() {
        return;
    }
    let folder = folder();
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    let run = |engines: &str, report: &Path| {
        let mut run = Process::new(env!("CARGO_BIN_EXE_dpgen"));
        run.arg("diff").args(PAGES).args([engines, "--report"]).arg(report).env("TMPDIR", &temporary);
        run.stdout(Stdio::null()).stderr(Stdio::piped());
        run
    };
    let undisturbed = ENGINE_PAIRS.map(|engines| {
        let report = folder.path().join(engines);
        assert_eq!(run(engines, &report).output().unwrap().status.code(), Some(5));
        (engines, report)
    });
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (mut kills, mut round) = (0, 0);
    while kills < 20 {
        let (engines, whole) = &undisturbed[round % ENGINE_PAIRS.len()];
        let report = folder.path().join(format!("round-{round}"));
        round += 1;
        // Delays grow within a round, so that it comes to its end.
        let mut max_delay_ms = 4_000;
        loop {
            let mut child = run(engines, &report).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(random.next_u64() % max_delay_ms));
            max_delay_ms += 1_500;
            if child.try_wait().unwrap().is_some() || kills == 20 {
                let ended = child.wait_with_output().unwrap();
                assert_eq!(ended.status.code(), Some(5), "{}", text(&ended.stderr));
                break;
            }
            let signal = ["-KILL", "-TERM", "-INT"][kills % 3];
            kills += 1;
            let begin = Instant::now();
            Process::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            let ended = child.wait_with_output().unwrap();
            let left = || (running(&temporary), fs::read_dir(&temporary).unwrap().count());
            while left() != (0, 0) {
                assert!(begin.elapsed() < MAX_LEFT_TIME, "kill {kills}, {signal}: {:?} are left", left());
                std::thread::sleep(Duration::from_millis(50));
            }
            assert!(begin.elapsed() < MAX_LEFT_TIME, "kill {kills}, {signal}: {:?}", begin.elapsed());
            let code = ended.status.code();
            assert!(code.is_none_or(|code| code != 1), "kill {kills}, {signal}: {}", text(&ended.stderr));
        }
        assert_eq!(findings(&report), findings(whole), "{engines}, round {round} after {kills} kills");
        assert_eq!(
            fs::read_to_string(report.join("groups.txt")).unwrap(),
            fs::read_to_string(whole.join("groups.txt")).unwrap()
        );
    }
    assert_eq!(running(&temporary), 0);
}

/// The smallest page has less of the style sheet, and a test beside it that names the sections of the specification.
fn can_be_filed(report: &Path, finding: &serde_json::Value) {
    let own = report.join(finding["folder"].as_str().unwrap());
    let read = |name: &str| fs::read_to_string(own.join(name)).expect(name);
    let (whole, smallest) = (read("case.html"), read("smallest.html"));
    assert!(smallest.contains(finding["text"].as_str().unwrap()), "{smallest}");
    assert!(smallest.len() < whole.len() / 2, "{smallest}");
    let name = own.file_name().unwrap().to_str().unwrap();
    let (test, reference) = (read(&format!("{name}.html")), read(&format!("{name}-ref.html")));
    assert!(test.contains(&format!("<link rel=\"match\" href=\"{name}-ref.html\">")), "{test}");
    assert!(test.contains(
        "<link rel=\"help\" href=\"https://drafts.csswg.org/css-transforms-1/#transform-property\">"
    ));
    assert!(reference.contains("position:absolute") && !reference.contains("transform"), "{reference}");
    let text = read("bug-report.txt");
    for part in [
        "webkit stands out: chromium and firefox paint the same.",
        &smallest,
        "CSS Transforms Module",
        "Repeat it alone:\ndpgen diff web-page ",
    ] {
        assert!(text.contains(part.trim_end()), "{part} is missing in {text}");
    }
    for name in ["smallest-1-chromium.png", "smallest-3-webkit.png", "smallest-difference.png"] {
        assert!(fs::read(own.join(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }

    // Chromium is of the majority: to it both pages look the same.
    let look = |name: &str| {
        let engine = Engine::new(Kind::Chromium);
        let options = Options { viewport: (800, 600), ..Options::default() };
        let window = Window::open(&engine, &options, &own.join(name)).expect("it opens");
        window.screenshot().expect("it is shown")
    };
    assert_eq!(look(&format!("{name}.html")), look(&format!("{name}-ref.html")));
}

/// The first page of a report in Chromium: nothing is broader than the page, nothing comes from a network, and pictures can be
/// enlarged and shown in turns by keys and by buttons.
fn read_in_a_browser(report: &Path) {
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    for width in [1280, 400] {
        // A window can not be as narrow as a phone. The frame is of the same origin, so that scripts reach into it.
        let inside = page.replace('&', "&amp;").replace('"', "&quot;");
        let file = report.join("frame.html");
        let style = format!("<style>body{{margin:0}}iframe{{border:0;width:{width}px;height:800px}}</style>");
        fs::write(
            &file,
            format!("<!DOCTYPE html><meta charset=utf-8>{style}<iframe srcdoc=\"{inside}\"></iframe>"),
        )
        .unwrap();
        let options = Options { viewport: (1300, 820), ..Options::default() };
        let window = Window::open(&Engine::new(Kind::Chromium), &options, &file).expect("it opens");
        let run = |script: &str| {
            let page = "const page = document.querySelector('iframe').contentDocument, root = page.documentElement;\
                        const answers = page.querySelector('.answers'), image = answers.querySelector('img');\
                        const press = key => answers.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));\
                        const shown = () => [...answers.querySelectorAll('figure')].findIndex(one => one.matches('.shown'));";
            window.run(&format!("{page}{script}")).expect("it runs")
        };
        let measured = "for (const details of page.querySelectorAll('details')) details.open = true;\
                        for (const one of page.images) one.loading = 'eager';\
                        return [root.clientWidth, root.scrollWidth];";
        assert_eq!(run(measured), json!([width, width]));
        if let Some(folder) = std::env::var_os("DPGEN_SHOTS") {
            run("page.querySelector('section.group').scrollIntoView()");
            window
                .screenshot()
                .unwrap()
                .save(Path::new(&folder).join(format!("report-{width}.png")))
                .unwrap();
        }
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(run("return [...page.images].every(one => one.naturalWidth === 160)"), json!(true));
        let resources = "const view = document.querySelector('iframe').contentWindow;\
                         return view.performance.getEntriesByType('resource').filter(one => !one.name.startsWith('file:')).length;";
        assert_eq!(run(resources), json!(0));
        // The keys are for the pictures, which can be reached by the tabulator.
        assert_eq!(
            run("answers.focus(); return [page.activeElement === answers, answers.tabIndex]"),
            json!([true, 0])
        );
        let enlarged =
            "press('+'); press('+'); return [image.getBoundingClientRect().width, root.scrollWidth]";
        // With a border of a pixel.
        assert_eq!(run(enlarged), json!([480, width]));
        assert_eq!(
            run("press('-'); press('-'); return image.getBoundingClientRect().width <= 162"),
            json!(true)
        );
        assert_eq!(
            run("press('ArrowRight'); press('ArrowRight'); return [shown(), answers.matches('.stacked')]"),
            json!([2, true])
        );
        assert_eq!(run("press('f'); return shown()"), json!(2));
        let turns: BTreeSet<u64> = (0..12)
            .map(|_| {
                std::thread::sleep(Duration::from_millis(260));
                run("return shown()").as_u64().unwrap()
            })
            .collect();
        assert_eq!(turns, BTreeSet::from([0, 1, 2]), "without the difference");
        assert_eq!(
            run(
                "press('Escape'); return [answers.matches('.stacked'), page.querySelector('.bar button').ariaPressed]"
            ),
            json!([false, "false"])
        );
        // Each action has a button, too.
        let buttons = "return [...page.querySelector('.bar').querySelectorAll('button')].map(one => one.textContent).join(' ')";
        assert_eq!(run(buttons), json!("Flicker Previous Next Side by side − +"));
        run("page.querySelector('.bar button').click()");
        assert_eq!(run("return answers.matches('.stacked')"), json!(true));
        run("page.querySelector('button.copy').click()");
        std::thread::sleep(Duration::from_millis(300));
        let copied = run(
            "const button = page.querySelector('button.copy'); return [button.hidden, button.textContent]",
        );
        assert_eq!(copied[0], json!(false));
        assert_ne!(copied[1], json!("Copy the command"), "it says what came of it");
        fs::remove_file(file).unwrap();
    }
    // Every link leads to a file of the report, to a place in a page, or to a specification.
    let mut links = 0;
    for link in page.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        links += 1;
        let leads = link.starts_with("https://drafts.csswg.org/")
            || link
                .strip_prefix('#')
                .map_or_else(|| report.join(link).exists(), |id| page.contains(&format!("id=\"{id}\"")));
        assert!(leads, "{link}");
    }
    assert!(links > 8, "{links}");
}

#[test]
fn installed_engines_are_listed() {
    let (out, _) = run("browsers", 0);
    let names: Vec<&str> = out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names, ["chromium", "firefox", "webkit", "qtwebkit"]);
}
