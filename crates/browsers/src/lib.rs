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
//! | `browser_engine` | a browser engine and its flags |
//! | `browser_error`, `cancellation` | errors; a signal to stop, polled while browsers are waited for |
//! | `render_options` | pages, viewports, limits of time |
//! | `image_thresholds`, `image_comparison`, `image_shift`, `image_vote` | differences of two images and their kinds; images that stand alone |
//! | `picture_boxes` | an image as boxes of one colour, for pages that paint it again |
//! | `webdriver_browser`, `viewport` | a browser that a driver controls; the size of what it shows |
//! | `framebuffer`, `screen_capture`, `page_capture` | the pixels of a screen; images of a window on it; these or screenshots of the driver |
//! | `page_tiles`, `single_frame`, `single_page` | many pages in one document; a page in a frame that fills the window; one that has the window to itself |
//! | `driver` | how each kind of browser is started |
//! | `installed_engines` | the engines on this machine, and how to install the others |
//! | `browser` | a running browser |
//! | `page_window` | one page in a browser, asked by scripts |
//! | `browser_session` | an engine that restarts its browser |
//! | `page_state`, `page_verdict`, `judge_statistics` | what was seen of a page before it was rendered alone; the verdict about it; the figures of all |
//! | `session_thread`, `rendering_judge` | several engines over the same pages |
//! | `diff_subjects` | engines as what `dpgen_diff` compares |
//!
//! It works on Linux. No page reaches a network: browsers are told to use a proxy that does not exist.

mod browser;
mod browser_engine;
mod browser_error;
mod browser_session;
mod cancellation;
mod diff_subjects;
mod driver;
mod framebuffer;
mod image_comparison;
mod image_shift;
mod image_thresholds;
mod image_vote;
mod installed_engines;
mod judge_statistics;
mod page_capture;
mod page_state;
mod page_tiles;
mod page_verdict;
mod page_window;
mod picture_boxes;
mod render_options;
mod rendering_judge;
mod screen_capture;
mod session_thread;
mod single_frame;
mod single_page;
mod viewport;
mod webdriver_browser;

pub use browser_engine::{Engine, EngineError, Kind};
pub use browser_error::{Fault, StartError};
pub use browser_session::Session;
pub use cancellation::Halt;
pub use diff_subjects::Subjects;
pub use image_comparison::{Difference, Image, difference};
pub use image_shift::Offset;
pub use image_thresholds::Thresholds;
pub use image_vote::{Vote, vote};
pub use installed_engines::{Found, Missing, installed};
pub use judge_statistics::{Statistics, sampled};
pub use page_verdict::{Disagreement, Judgement, Verdict};
pub use page_window::Window;
pub use picture_boxes::{PictureBox, PictureBoxes, boxes_of_png, reaches_far_border};
pub use render_options::{Capture, Loading, Options, Page, Tiling};
pub use rendering_judge::{Judge, JudgeOptions};
