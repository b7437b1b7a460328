//! Chromium, and what is built from it, through chromedriver.

use serde_json::{Map, Value, json};

use crate::browser_engine::Engine;
use crate::browser_error::StartError;
use crate::driver::browser_programs::{Program, browser, is_root};
use crate::driver::driver_process::{Launched, announced, failed};
use crate::driver::screen_server::{ScreenServer, processes_and_screen};
use crate::render_options::Options;
use dpgen_process::IsolatedProcess;

/// Debian's `/usr/bin/chromium` is a script that adds flags of its own, so the program itself is preferred.
pub(crate) const BROWSER: Program = Program {
    name: "chromium",
    places: &[
        "/usr/lib/chromium/chromium",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "/opt/google/chrome/chrome",
    ],
    remedy: "on Debian: apt-get install chromium",
};

pub(crate) const DRIVER: Program = Program {
    name: "chromedriver",
    places: &["chromedriver", "/usr/lib/chromium-browser/chromedriver"],
    remedy: "on Debian: apt-get install chromium-driver",
};

/// Flags that fix the rendering (software compositing, plain colours, one device pixel a CSS pixel, no scroll bars), and flags
/// that turn off background activity.
const BROWSER_FLAGS: [&str; 16] = [
    "--disable-gpu",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-lcd-text",
    "--disable-sync",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
];

/// The flag of a browser without a window.
const HEADLESS_FLAG: &str = "--headless=new";

/// Flags of a browser with a window: where it is, and no bar that warns of flags.
const WINDOW_FLAGS: [&str; 3] = ["--ozone-platform=x11", "--window-position=0,0", "--test-type"];

pub(crate) fn launch(engine: &Engine, options: &Options) -> Result<Launched, StartError> {
    let program = browser(engine, &BROWSER)?;
    let driver = DRIVER.find_beside(engine.program()).ok_or_else(|| DRIVER.missing(engine))?;
    let server = ScreenServer::start_for_capture(engine, options)?;
    let display = server.iter().map(|server| ("DISPLAY", server.display.as_str())).collect::<Vec<_>>();
    let process = IsolatedProcess::start(&driver, &["--port=0"], &display)
        .map_err(|error| failed(engine, error.to_string()))?;
    let port = announced(engine, &process, "successfully on port ", options)?;

    let mut flags: Vec<String> = BROWSER_FLAGS.map(str::to_owned).to_vec();
    match &server {
        Some(_) => flags.extend(WINDOW_FLAGS.map(str::to_owned)),
        None => flags.push(HEADLESS_FLAG.to_owned()),
    }
    flags.push(format!("--window-size={},{}", options.viewport.0, options.viewport.1));
    flags.push(format!("--user-data-dir={}", process.path("profile").display()));
    if is_root() {
        flags.push("--no-sandbox".into());
    }
    flags.extend(engine.flags().iter().cloned());
    let mut capabilities: Map<String, Value> = Map::new();
    capabilities.insert("browserName".into(), json!("chrome"));
    // Without the bar that says that the browser is driven.
    let switches = json!(["enable-automation"]);
    capabilities.insert(
        "goog:chromeOptions".into(),
        json!({ "binary": program, "args": flags, "excludeSwitches": switches }),
    );
    let (processes, screen) = processes_and_screen(process, server);
    Ok(Launched { processes, port, capabilities, screen })
}
