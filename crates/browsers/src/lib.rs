//! Web pages rendered by several browsers, and their images compared.
//!
//! You probably want [`Judge`]: it takes pages and says of each whether the engines paint it alike.
//!
//! ```no_run
//! use dpgen_browsers::{Engine, Judge, JudgeOptions, Page, Verdict};
//!
//! let engines = Engine::list("chromium,firefox,webkit")?;
//! let mut judge = Judge::start(&engines, JudgeOptions::default())?;
//! let pages = vec![Page::new(0, "<!DOCTYPE html><style>p{background:red;height:50px}</style><p>")];
//! for judgement in judge.judge(pages) {
//!     if let Verdict::Differ(disagreement) = judgement.verdict {
//!         let odd: Vec<_> = disagreement.odd.iter().map(|&place| &engines[place]).collect();
//!         println!("page {}: the odd ones are {odd:?}", judgement.page.id);
//!     }
//! }
//! println!("{:?}", judge.statistics());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! From the bottom up:
//!
//! | module | concept |
//! |---|---|
//! | `engine` | which browser, with which flags |
//! | `fault` | what can go wrong |
//! | `options` | pages, viewports, limits of time |
//! | `compare`, `vote` | structural differences of two images; of several, who stands alone |
//! | `remote`, `viewport` | a browser that a driver controls; the size of what it shows |
//! | `tiles`, `alone` | many pages in one document; one that has the window to itself |
//! | `driver` | how each kind of browser is started |
//! | `installed` | what is there, and how to get the rest |
//! | `browser` | one that runs and has not failed |
//! | `window` | one page in a browser, asked by scripts |
//! | `session` | an engine that goes on after its browser has died |
//! | `verdict`, `statistics` | what was found about a page, and about all |
//! | `worker`, `judge` | several engines over the same pages |
//! | `subjects` | engines as what `dpgen_diff` compares |
//!
//! It works on Linux. No page reaches a network: browsers are told to use a proxy that does not exist.

mod browser;
mod browser_error;
mod cancellation;
mod driver;
mod engine;
mod image_comparison;
mod image_vote;
mod installed_engines;
mod judge;
mod options;
mod page_verdict;
mod session;
mod session_thread;
mod single_page;
mod statistics;
mod subjects;
mod tiles;
mod viewport;
mod webdriver_browser;
mod window;

pub use browser_error::{Fault, StartError};
pub use cancellation::Halt;
pub use engine::{Engine, EngineError, Kind};
pub use image_comparison::{Difference, Image, Thresholds, difference};
pub use image_vote::{Vote, vote};
pub use installed_engines::{Found, Missing, installed};
pub use judge::{Judge, JudgeOptions};
pub use options::{Loading, Options, Page, Tiling};
pub use page_verdict::{Disagreement, Judgement, Verdict};
pub use session::Session;
pub use statistics::{Statistics, sampled};
pub use subjects::Subjects;
pub use window::Window;
