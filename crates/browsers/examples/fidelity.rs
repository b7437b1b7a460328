//! How far pages look as tiles, and in a frame that fills the window, as they do alone: images are compared in each engine, and the
//! verdicts that they lead to.
//!
//! ```text
//! cargo run --release -p dpgen-browsers --example fidelity -- ENGINES WIDTHxHEIGHT EVERY FOLDER [screen|driver]
//! cargo run --release -p dpgen-browsers --example fidelity -- chromium,firefox,webkit 360x240 40 pages
//! ```
//!
//! The folder has pages, a file each with an extension of `html`. Looked at are those whose tiles differ, and each EVERYth of the others. Two images are alike up to 2 of 255 a channel, by
//! which Firefox rounds colours from run to run.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use dpgen_browsers::{
    Capture, Engine, Fault, Image, Options, Page, Session, Thresholds, Verdict, difference,
};
use dpgen_diff::DifferenceKind;

/// Every pixel counts.
const EVERY_PIXEL: Thresholds = Thresholds { channel: 2, erosion: 0, edges: true };
/// How many pages are rendered as tiles before they are compared.
const BATCH_LEN: usize = 960;
/// How many pages are shown of each sort.
const MAX_SHOWN: usize = 12;

type Images = Vec<Result<Image, Fault>>;
/// What a session is asked to do with pages.
type Render = fn(&mut Session, &[Page]) -> Images;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |what: &str| arguments.next().ok_or_else(|| format!("{what} is missing"));
    let engines = Engine::list(&argument("the list of engines")?)?;
    let size = argument("the size of pages")?;
    let (width, height) = size.split_once('x').ok_or("the size is WIDTHxHEIGHT")?;
    let every: usize = argument("the share of pages without a difference")?.parse()?;
    let folder = argument("the folder with pages")?;
    let capture =
        if argument("").is_ok_and(|way| way == "driver") { Capture::Driver } else { Capture::Screen };
    let options = Options { page: (width.parse()?, height.parse()?), capture, ..Options::default() };

    let mut paths: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "html"));
    paths.sort();
    let texts = paths.iter().map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    let pages: Vec<Page> = (0..).zip(texts).map(|(id, text)| Page::new(id, text)).collect();

    let start = |engine: &Engine| Session::start(engine.clone(), options.clone());
    let mut sessions = engines.iter().map(start).collect::<Result<Vec<_>, _>>()?;
    let mut judged = Vec::new();
    for batch in pages.chunks(BATCH_LEN) {
        judged.extend(of_all(&mut sessions, batch.into(), Session::render_tiles).into_iter().map(verdict));
    }
    let is_chosen =
        |place: usize| !matches!(judged[place], Verdict::Agree) || place.is_multiple_of(every.max(1));
    let places: Vec<usize> = (0..pages.len()).filter(|place| is_chosen(*place)).collect();
    let chosen: Arc<[Page]> = places.iter().map(|place| pages[*place].clone()).collect();
    let differed = places.iter().filter(|place| !matches!(judged[**place], Verdict::Agree)).count();
    println!("{} pages, {differed} differ as tiles; {} are looked at", pages.len(), chosen.len());

    let tiled = of_all(&mut sessions, Arc::clone(&chosen), Session::render_tiles);
    let begin = Instant::now();
    let framed = of_all(&mut sessions, Arc::clone(&chosen), |session, pages| {
        pages.iter().map(|page| session.render_framed(page)).collect()
    });
    println!("in a frame: {:.1} s", begin.elapsed().as_secs_f64());
    let begin = Instant::now();
    let single = of_all(&mut sessions, Arc::clone(&chosen), |session, pages| {
        pages.iter().map(|page| session.render_alone(page)).collect()
    });
    println!("alone: {:.1} s", begin.elapsed().as_secs_f64());
    for (name, images) in [("tiles", &tiled), ("frame", &framed)] {
        for (number, engine) in engines.iter().enumerate() {
            compare(&format!("{engine}, {name} and alone"), &chosen, number, images, &single);
        }
    }
    let mut verdicts = BTreeMap::new();
    for (((page, place), framed), single) in chosen.iter().zip(&places).zip(framed).zip(single) {
        let (tiles, framed, single) = (&judged[*place], verdict(framed), verdict(single));
        let seen = match (symptom(tiles), symptom(&framed), symptom(&single)) {
            (tiles, framed, single) if tiles == framed && framed == single => "the same three times",
            (tiles, framed, single) if tiles == framed && single.is_none() => {
                "no difference alone, the same before"
            }
            (tiles, framed, _) if tiles == framed => "another difference alone, the same before",
            (_, framed, single) if framed == single => "other tiles, the same in a frame and alone",
            _ => "other tiles, another frame",
        };
        let count = verdicts.entry(seen).or_insert(0);
        *count += 1;
        if seen != "the same three times" && *count <= MAX_SHOWN {
            println!("{seen}: {}", last_line(page));
        }
    }
    for (seen, count) in verdicts {
        println!("verdicts: {count} times {seen}");
    }
    Ok(())
}

/// What a page is told apart by.
fn last_line(page: &Page) -> &str {
    page.html.lines().last().unwrap_or("")
}

/// How engines differ, if they do.
fn symptom(verdict: &Verdict) -> Option<(Vec<usize>, Option<DifferenceKind>)> {
    match verdict {
        Verdict::Agree => None,
        Verdict::Differ(found) => Some((found.classes.clone(), Some(found.kind))),
        Verdict::Fault(_) => Some((Vec::new(), None)),
    }
}

/// The images of pages, page by page, from all engines side by side.
fn of_all(sessions: &mut [Session], pages: Arc<[Page]>, render: Render) -> Vec<Images> {
    let pages = &pages;
    let mut columns: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = sessions
            .iter_mut()
            .map(|session| scope.spawn(move || render(session, pages).into_iter()))
            .collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    pages.iter().map(|_| columns.iter_mut().filter_map(Iterator::next).collect()).collect()
}

fn verdict(images: Images) -> Verdict {
    Verdict::of(images, &Thresholds::default(), true)
}

/// Says how far the images of one engine are alike.
fn compare(name: &str, pages: &[Page], engine: usize, one: &[Images], other: &[Images]) {
    let (mut equal, mut close, mut edges, mut solid) = (0, 0, 0, 0);
    for ((page, one), other) in pages.iter().zip(one).zip(other) {
        let (Ok(one), Ok(other)) = (&one[engine], &other[engine]) else {
            println!("{name}: no image of {}", last_line(page));
            continue;
        };
        let counted = difference(one, other, &Thresholds::default()).filter(|found| found.core > 0);
        match difference(one, other, &EVERY_PIXEL) {
            None if one == other => equal += 1,
            None => close += 1,
            Some(found) => {
                if counted.is_some() {
                    solid += 1
                } else {
                    edges += 1
                }
                if edges + solid <= MAX_SHOWN {
                    println!("{name}: {} pixels, up to {}: {}", found.pixels, found.largest, last_line(page));
                }
            }
        }
    }
    println!(
        "{name}: {equal} equal, {close} up to 2 of 255, {edges} differ less than counts, {solid} in solid areas"
    );
}
