//! A browser's window that shows one page, to be asked about it by scripts.
//!
//! For pages that are looked at as a user would, not compared with other browsers: read `browser_session.rs` for those.

use std::path::Path;

use serde_json::Value;

use crate::browser::Browser;
use crate::browser_engine::Engine;
use crate::browser_error::{Fault, StartError};
use crate::image_comparison::Image;
use crate::render_options::{Capture, Options};
use crate::webdriver_browser::Remote;

/// A window that shows a file. Dropping it ends the browser.
///
/// ```no_run
/// use dpgen_browsers::{Engine, Kind, Options, Window};
///
/// let window = Window::open(&Engine::new(Kind::Chromium), &Options::default(), "page.html".as_ref())?;
/// let title = window.run("return document.title")?;
/// window.screenshot()?.save("page.png")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Window {
    browser: Browser,
}

impl Window {
    /// Starts a browser whose viewport has the size that the options say, and opens a file.
    ///
    /// # Errors
    ///
    /// When a program is missing or does not start, the engine has no window (`QtWebKit`), or the file can not be opened.
    ///
    /// # Panics
    ///
    /// When called from asynchronous code: it blocks on a runtime of its own, as do the other methods.
    pub fn open(engine: &Engine, options: &Options, file: &Path) -> Result<Self, StartError> {
        let file = std::path::absolute(file)
            .map_err(|error| StartError::Failed { engine: engine.clone(), message: error.to_string() })?;
        Self::open_address(engine, options, &format!("file://{}", file.display()))
    }

    /// Starts a browser whose viewport has the size that the options say, and goes to an address. Names of this machine are
    /// reached; everything else is behind a proxy that nothing answers for.
    ///
    /// # Errors
    ///
    /// When a program is missing or does not start, the engine has no window (`QtWebKit`), or the page can not be loaded.
    ///
    /// # Panics
    ///
    /// As [`Window::open`].
    pub fn open_address(engine: &Engine, options: &Options, address: &str) -> Result<Self, StartError> {
        options.check()?;
        let options = Options { capture: Capture::Driver, ..options.clone() };
        let window = Self { browser: Browser::start(engine, &options, options.viewport)? };
        let failed = |fault: Fault| StartError::Failed { engine: engine.clone(), message: fault.to_string() };
        window.remote().and_then(|remote| remote.go_to(address)).map_err(failed)?;
        Ok(window)
    }

    /// Clicks an element, given by a CSS selector, as a user's pointer does: it has to be in reach.
    ///
    /// # Errors
    ///
    /// When there is no such element, it can not be clicked, or the browser is gone.
    pub fn click(&self, selector: &str) -> Result<(), Fault> {
        self.remote()?.click(selector)
    }

    /// Presses keys, one after the other, at an element given by a CSS selector. Keys that write nothing have the characters
    /// that WebDriver gives them, as `\u{e007}` for the enter key.
    ///
    /// # Errors
    ///
    /// When there is no such element, it takes no keys, or the browser is gone.
    pub fn press_keys(&self, selector: &str, keys: &str) -> Result<(), Fault> {
        self.remote()?.press_keys(selector, keys)
    }

    /// Runs the body of a function without arguments, which may `await`, and gives what it returns.
    ///
    /// # Errors
    ///
    /// When the script throws, takes longer than the options allow, or the browser is gone.
    pub fn run(&self, script: &str) -> Result<Value, Fault> {
        let asked = format!(
            "const done = arguments[arguments.length - 1];\n(async () => {{ {script}\n}})().then(\n\
             value => done({{ value: value === undefined ? null : value }}), error => done({{ error: String(error) }}));"
        );
        let answer = self.remote()?.run(&asked, Vec::new())?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(Fault::Crash(format!("the script fails: {error}"))),
            None => Ok(answer.get("value").cloned().unwrap_or_default()),
        }
    }

    /// The pixels of the viewport.
    ///
    /// # Errors
    ///
    /// When the browser is gone.
    pub fn screenshot(&self) -> Result<Image, Fault> {
        self.remote()?.screenshot()
    }

    fn remote(&self) -> Result<&Remote, Fault> {
        match &self.browser {
            Browser::Driven { remote, .. } => Ok(remote),
            Browser::Program(_) => Err(Fault::Unavailable("this engine has no window that stays".to_owned())),
        }
    }
}
