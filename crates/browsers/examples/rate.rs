//! How many pages a second engines render and compare, and how much processor time they take for it.
//!
//! ```text
//! cargo run --release -p dpgen-browsers --example rate -- [ENGINES] [PAGES] [WIDTHxHEIGHT] [SAMPLE] [screen|driver] [CONFIRMED]
//! cargo run --release -p dpgen-browsers --example rate -- chromium,firefox,webkit 3000 100x100 200 screen
//! ```
//!
//! One of SAMPLE pages is rendered alone whatever its tiles say, and one of CONFIRMED (20 if it is not said, 1 for each) of those whose
//! difference a frame confirms. The pages are two nested boxes with one or two
//! declarations each, of the properties of 3D transforms.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use dpgen_browsers::{Capture, Engine, Judge, JudgeOptions, Options, Page, Verdict};

/// Declarations of a box, the properties in alphabetical order.
const DECLARATIONS: [&str; 12] = [
    "backface-visibility:hidden",
    "perspective:100px",
    "transform:rotateX(30deg)",
    "transform:rotateY(45deg)",
    "transform:rotateY(180deg)",
    "transform:translate3d(10px,5px,20px)",
    "transform:skew(10deg)",
    "transform:perspective(200px) rotateY(40deg)",
    "transform-origin:0 0",
    "transform-origin:50% 50% 40px",
    "transform-style:flat",
    "transform-style:preserve-3d",
];

/// How many pages are judged between two lines of progress.
const BATCH_LEN: usize = 960;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let engines = Engine::list(&arguments.next().unwrap_or_else(|| "chromium,firefox,webkit".into()))?;
    let count: usize = arguments.next().unwrap_or_else(|| "2000".into()).parse()?;
    let size = arguments.next().unwrap_or_else(|| "128x128".into());
    let (width, height) = size.split_once('x').ok_or("the size is WIDTHxHEIGHT")?;
    let sample_every: u64 = arguments.next().unwrap_or_else(|| "200".into()).parse()?;
    let capture = match arguments.next().as_deref() {
        Some("driver") => Capture::Driver,
        _ => Capture::Screen,
    };
    let confirmed_every: u64 = arguments.next().unwrap_or_else(|| "20".into()).parse()?;
    let render = Options { page: (width.parse()?, height.parse()?), capture, ..Options::default() };

    let begin = Instant::now();
    let mut judge = Judge::start(
        &engines,
        JudgeOptions { render, sample_every, confirmed_every, ..JudgeOptions::default() },
    )?;
    for (engine, version) in judge.engines() {
        println!("{engine}: {version}");
    }
    println!("started in {:.1} s", begin.elapsed().as_secs_f64());

    let before = processor_times()?;
    let pages: Vec<Page> =
        sheets().cycle().zip(0..).take(count).map(|(sheet, id)| page(id, &sheet)).collect();
    let begin = Instant::now();
    let mut odd = vec![0_u32; engines.len() + 1];
    let mut kinds = BTreeMap::new();
    for batch in pages.chunks(BATCH_LEN) {
        for judgement in judge.judge(batch.to_vec()) {
            match judgement.verdict {
                Verdict::Agree => {}
                Verdict::Differ(found) => {
                    odd[found.odd.first().copied().unwrap_or(engines.len())] += 1;
                    *kinds.entry(found.kind).or_insert(0_u32) += 1;
                }
                Verdict::Fault(faults) => println!("page {}: {faults:?}", judgement.page.id),
            }
        }
        let seen = judge.statistics();
        println!("{} pages, {:.0} a second", seen.pages, rate(seen.pages, begin.elapsed()));
    }
    let seen = judge.statistics();
    println!("{seen:#?}");
    for (kind, count) in &kinds {
        println!("{kind} differences: {count}");
    }
    for (engine, count) in engines.iter().zip(&odd) {
        println!("odd one out: {engine} {count} times");
    }
    let mut total = 0;
    for (name, ticks) in processor_times()? {
        let taken = ticks.saturating_sub(before.get(&name).copied().unwrap_or(0));
        total += taken;
        println!("processor time of {name}: {:.1} s", seconds(taken));
    }
    println!(
        "processor time: {:.1} s, {:.1} ms a page",
        seconds(total),
        1000.0 * seconds(total) / rate(seen.pages, Duration::from_secs(1))
    );
    println!(
        "tiles {:.0}/s, all {:.0}/s",
        rate(seen.pages, seen.tiles_time),
        rate(seen.pages, begin.elapsed())
    );
    Ok(())
}

fn rate(pages: u64, time: Duration) -> f64 {
    u32::try_from(pages).map_or(f64::INFINITY, f64::from) / time.as_secs_f64().max(1e-9)
}

/// The processor times of this process and of those that it started, with all that these started, in ticks of the kernel's
/// clock. Processes of one name are added.
fn processor_times() -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
    let mut processes = Vec::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // A process may have ended meanwhile.
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((name, fields)) = stat.rsplit_once(')') else { continue };
        let name = name.split_once('(').map_or("", |(_, name)| name).to_owned();
        let fields: Vec<u64> = fields.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        // The parent; the times of the process and of its children that have ended.
        if let [_, parent, ..] = fields[..] {
            processes.push((u64::from(pid), parent, name, fields.iter().skip(11).take(4).sum::<u64>()));
        }
    }
    let mut times = BTreeMap::new();
    let mut open = vec![(u64::from(std::process::id()), None)];
    while let Some((pid, root)) = open.pop() {
        let Some((_, _, name, ticks)) = processes.iter().find(|(id, ..)| *id == pid) else { continue };
        let root: String = root.unwrap_or_else(|| name.clone());
        *times.entry(root.clone()).or_insert(0) += *ticks;
        for (child, _, name, _) in processes.iter().filter(|(_, parent, ..)| *parent == pid) {
            let is_own = pid == u64::from(std::process::id());
            open.push((*child, Some(if is_own { name.clone() } else { root.clone() })));
        }
    }
    Ok(times)
}

/// The seconds of ticks, of which Linux has a hundred a second.
fn seconds(ticks: u64) -> f64 {
    u32::try_from(ticks).map_or(f64::INFINITY, f64::from) / 100.0
}

/// All pairs of blocks of one or two declarations.
fn sheets() -> impl Iterator<Item = String> + Clone {
    let mut blocks: Vec<String> = DECLARATIONS.map(str::to_owned).to_vec();
    for (place, first) in DECLARATIONS.iter().enumerate() {
        for second in &DECLARATIONS[place + 1..] {
            if first.split(':').next() != second.split(':').next() {
                blocks.push(format!("{first};{second}"));
            }
        }
    }
    let inner = blocks.clone();
    blocks.into_iter().flat_map(move |a| {
        let inner = inner.clone();
        inner.into_iter().map(move |b| format!(".a{{{a}}}.b{{{b}}}"))
    })
}

fn page(id: u64, sheet: &str) -> Page {
    let html = format!(
        "<!DOCTYPE html><html><head><meta charset=utf-8><style>\
         div{{width:80px;height:80px;background:#2060c0}}div div{{width:50px;height:50px;background:#e06020}}{sheet}\
         </style></head><body><div class=a><div class=b></div></div></body></html>"
    );
    Page::new(id, html)
}
