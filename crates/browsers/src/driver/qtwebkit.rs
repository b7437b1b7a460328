//! QtWebKit: wkhtmltoimage, a program that renders one file and ends. There is no driver and no session.
//!
//! Its engine knows no shadow roots; tiles are iframes of one document that is made anew each time.

use std::fs;
use std::path::PathBuf;

use crate::browser_engine::Engine;
use crate::browser_error::{Fault, StartError};
use crate::driver::browser_programs::{Program, browser, version};
use crate::driver::driver_process::failed;
use crate::image_comparison::Image;
use crate::render_options::{Options, Page};
use crate::{page_tiles, webdriver_browser};
use dpgen_process::IsolatedProcess;

pub(crate) const BROWSER: Program = Program {
    name: "wkhtmltoimage",
    places: &["wkhtmltoimage"],
    remedy: "on Debian: apt-get install wkhtmltopdf",
};

/// The program, which has been seen to run.
#[derive(Debug)]
pub(crate) struct Renderer {
    program: PathBuf,
    flags: Vec<String>,
    version: Option<String>,
}

impl Renderer {
    pub(crate) fn start(engine: &Engine) -> Result<Self, StartError> {
        let program = browser(engine, &BROWSER)?;
        let version = version(&program, &["--version"]);
        if version.is_none() {
            return Err(failed(engine, "it does not tell its version"));
        }
        Ok(Self { program, flags: engine.flags().to_vec(), version })
    }

    pub(crate) fn version(&self) -> Option<String> {
        self.version.clone()
    }

    /// One image for each page, in order. No more pages than fit.
    pub(crate) fn tiles(&self, options: &Options, pages: &[Page]) -> Result<Vec<Image>, Fault> {
        let (columns, _) = options.grid();
        let (width, height) = options.page;
        let mut document = String::from("<!DOCTYPE html><meta charset=utf-8><body style=\"margin:0\">");
        let mut files = Vec::with_capacity(pages.len());
        for (place, page) in (0_u32..).zip(pages) {
            let (left, top) = (place % columns * width, place / columns * height);
            let style = format!("left:{left}px;top:{top}px;width:{width}px;height:{height}px");
            let frame = "position:absolute;border:0";
            document +=
                &format!("<iframe src=\"{place}.html\" scrolling=no style=\"{frame};{style}\"></iframe>\n");
            files.push((format!("{place}.html"), page.html.as_str()));
        }
        files.push(("page.html".into(), document.as_str()));
        Ok(page_tiles::cut(&self.render(options, options.viewport, &files)?, options, pages.len()))
    }

    /// The image of one page, as a document of its own.
    pub(crate) fn alone(&self, options: &Options, page: &Page) -> Result<Image, Fault> {
        let viewport = self.render(options, options.narrow(), &[("page.html".into(), page.html.as_str())])?;
        Ok(page_tiles::corner(&viewport, options))
    }

    fn render(
        &self,
        options: &Options,
        viewport: (u32, u32),
        files: &[(String, &str)],
    ) -> Result<Image, Fault> {
        let unavailable = |error: std::io::Error| Fault::Unavailable(error.to_string());
        let folder = tempfile::Builder::new().prefix("dpgen-browser-").tempdir().map_err(unavailable)?;
        for (name, text) in files {
            fs::write(folder.path().join(name), text).map_err(unavailable)?;
        }
        let image = folder.path().join("page.png");
        let mut arguments: Vec<String> = [
            "--quiet",
            "--format",
            "png",
            "--disable-smart-width",
            "--enable-local-file-access",
            "--load-error-handling",
            "ignore",
            "--proxy",
            webdriver_browser::UNREACHABLE_PROXY_URL,
        ]
        .map(str::to_owned)
        .to_vec();
        arguments.extend(["--width".into(), viewport.0.to_string()]);
        arguments.extend(["--height".into(), viewport.1.to_string()]);
        arguments.extend(self.flags.iter().cloned());
        arguments.push(folder.path().join("page.html").display().to_string());
        arguments.push(image.display().to_string());
        let process = IsolatedProcess::start(&self.program, &arguments, &[("QT_QPA_PLATFORM", "offscreen")])
            .map_err(unavailable)?;
        let ended = |process: &IsolatedProcess| match process.exit_code() {
            None if options.halt.is_asked_for() => Some(None),
            ended => ended.map(Some),
        };
        match process.wait_for(options.timeout, ended) {
            Some(None) => Err(Fault::Unavailable("everything is to end".into())),
            None => Err(Fault::Hang(options.timeout)),
            Some(Some(0)) => {
                let bytes = fs::read(&image).map_err(unavailable)?;
                webdriver_browser::decode(&bytes)
                    .map_err(|error| Fault::Crash(format!("its image can not be read: {error}")))
            }
            Some(Some(code)) => Err(Fault::Crash(format!("exit code {code}; {}", process.error_tail()))),
        }
    }
}
