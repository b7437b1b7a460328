//! How many pages a second engines render and compare.
//!
//! ```text
//! cargo run --release -p dpgen-browsers --example rate -- [ENGINES] [PAGES] [WIDTHxHEIGHT] [SAMPLE]
//! cargo run --release -p dpgen-browsers --example rate -- chromium,firefox,webkit 3000 100x100 200
//! ```
//!
//! One of SAMPLE pages is rendered alone whatever its tiles say. The pages are two nested boxes with one or two
//! declarations each, of the properties of 3D transforms.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use dpgen_browsers::{Engine, Judge, JudgeOptions, Options, Page, Verdict};

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
    let render = Options { page: (width.parse()?, height.parse()?), ..Options::default() };

    let sample_every: u64 = arguments.next().unwrap_or_else(|| "200".into()).parse()?;

    let begin = Instant::now();
    let mut judge = Judge::start(&engines, JudgeOptions { render, sample_every, ..JudgeOptions::default() })?;
    for (engine, version) in judge.engines() {
        println!("{engine}: {version}");
    }
    println!("started in {:.1} s", begin.elapsed().as_secs_f64());

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
