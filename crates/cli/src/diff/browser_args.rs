//! The flags of browsers that are compared, and the judge that they make.

use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use dpgen_browsers::{
    Capture, Engine, Halt, Judge as Pages, JudgeOptions, Loading, Options, StartError, Subjects, Thresholds,
    Tiling,
};
use dpgen_diff::{FileTemplate, Judge};

use crate::build_session::Session;
use crate::command_error::CommandError;

/// Browsers, and how pages are rendered and compared.
#[derive(Debug, clap::Args)]
pub struct BrowserArgs {
    /// The browser engines to compare, two or more of chromium, firefox, webkit and qtwebkit, separated by commas; with
    /// flags after a colon, as in chromium,chromium:--enable-gpu-rasterization
    #[arg(long, value_name = "LIST", conflicts_with = "commands", value_parser = engines)]
    engines: Option<Engines>,
    /// Width and height of the part of a page that is compared, in pixels [default: 160x160]
    #[arg(long, value_name = "WxH", value_parser = area, requires = "engines", conflicts_with = "commands")]
    page: Option<(u32, u32)>,
    /// Width and height of a browser's viewport, which holds as many pages as fit [default: 1536x1024]
    #[arg(long, value_name = "WxH", value_parser = area, requires = "engines", conflicts_with = "commands")]
    viewport: Option<(u32, u32)>,
    /// Where images come from: the screen that a browser's window is on, or the screenshots of its driver [default: screen]
    #[arg(long, value_name = "WAY", value_parser = PossibleValuesParser::new(["screen", "driver"]).map(capture),
        requires = "engines", conflicts_with = "commands")]
    capture: Option<Capture>,
    /// A pixel differs when a channel differs by more than this, of 255 [default: 48]
    #[arg(long, value_name = "N", requires = "engines", conflicts_with = "commands")]
    channel: Option<u8>,
    /// An area that differs is solid if pixels are left of it after so many are taken from every side [default: 2]
    #[arg(long, value_name = "N", requires = "engines", conflicts_with = "commands")]
    erosion: Option<u8>,
    /// Reports pages that differ in edges only, too: pixels differ, but no solid area does
    #[arg(long, requires = "engines", conflicts_with = "commands")]
    edges: bool,
    /// Renders pages side by side in frames: slower, and closer to a page of its own
    #[arg(long, requires = "engines", conflicts_with = "commands")]
    frames: bool,
    /// One of so many pages is rendered alone even if its tiles agree, to see what tiles hide; 0 for none [default: 200]
    #[arg(long, value_name = "N", requires = "engines", conflicts_with = "commands")]
    alone_every: Option<u64>,
    /// A page that differs side by side with others is a finding if it differs in the same way in a frame that fills the window; one of
    /// so many of these is rendered alone all the same, to see how far frames can be trusted; 1 for each, 0 for none [default: 20]
    #[arg(long, value_name = "N", requires = "engines", conflicts_with = "commands")]
    confirmed_every: Option<u64>,
}

/// The engines of a command line.
#[derive(Debug, Clone)]
pub struct Engines(Vec<Engine>);

fn engines(text: &str) -> Result<Engines, String> {
    let engines = Engine::list(text).map_err(|error| error.to_string())?;
    match engines.as_slice() {
        [only] => Err(format!("{only} has nothing to be compared with; name two engines or more")),
        _ => Ok(Engines(engines)),
    }
}

/// `160x120`.
fn area(text: &str) -> Result<(u32, u32), String> {
    let parts =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    parts
        .filter(|(width, height)| *width > 0 && *height > 0)
        .ok_or_else(|| format!("`{text}` is no size; write it as in 160x120, the width and height in pixels"))
}

impl BrowserArgs {
    /// Whether browsers are compared.
    pub fn is_given(&self) -> bool {
        self.engines.is_some()
    }

    /// How pages are rendered and compared.
    fn options(&self, timeout: Duration) -> JudgeOptions {
        let (render, thresholds) = (Options::default(), Thresholds::default());
        JudgeOptions {
            render: Options {
                page: self.page.unwrap_or((160, 160)),
                viewport: self.viewport.unwrap_or(render.viewport),
                tiling: if self.frames { Tiling::Frames } else { Tiling::Shadow },
                loading: Loading::Written,
                capture: self.capture.unwrap_or(render.capture),
                timeout,
                ..render
            },
            thresholds: Thresholds {
                channel: self.channel.unwrap_or(thresholds.channel),
                erosion: self.erosion.unwrap_or(thresholds.erosion),
                edges: self.edges,
            },
            sample_every: self.alone_every.unwrap_or(200),
            confirmed_every: self.confirmed_every.unwrap_or(20),
            seed: 0,
        }
    }

    /// What a run depends on, by name.
    pub fn inputs(&self, timeout: Duration) -> Vec<(String, String)> {
        let JudgeOptions { render, thresholds, sample_every, confirmed_every, .. } = self.options(timeout);
        let area = |(width, height): (u32, u32)| format!("{width}x{height}");
        let entries = [
            ("page", area(render.page)),
            ("viewport", area(render.viewport)),
            ("tiles", if self.frames { "frames" } else { "shadow roots" }.to_owned()),
            (
                "images of",
                if render.capture == Capture::Driver { "the driver" } else { "the screen" }.to_owned(),
            ),
            ("channel", thresholds.channel.to_string()),
            ("erosion", thresholds.erosion.to_string()),
            ("edges", if thresholds.edges { "reported" } else { "left out" }.to_owned()),
            ("rendered alone whatever tiles say, one of", sample_every.to_string()),
            ("rendered alone though a frame confirms it, one of", confirmed_every.to_string()),
            ("timeout", humantime::format_duration(timeout).to_string()),
        ];
        entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Starts the browsers; their judge.
    pub fn judge(
        &self,
        timeout: Duration,
        file_template: &FileTemplate,
        session: &Session<'_>,
    ) -> Result<Box<dyn Judge>, CommandError> {
        let engines = self.engines.as_ref().map(|Engines(engines)| engines.as_slice()).unwrap_or_default();
        let mut options = self.options(timeout);
        options.render.halt = Halt::when(session.stop_signal());
        let judge = Pages::start(engines, options).map_err(|error| match error {
            StartError::Missing { .. } => {
                CommandError::Usage(format!("{error}; `dpgen browsers` lists what is installed"))
            }
            StartError::Options(message) => CommandError::Usage(message),
            error => CommandError::Failed(error.to_string()),
        })?;
        Ok(Box::new(Subjects::new(judge, file_template.clone())))
    }
}

/// The way of capturing images that is called this; the flag takes no others.
fn capture(name: String) -> Capture {
    if name == "driver" { Capture::Driver } else { Capture::Screen }
}
