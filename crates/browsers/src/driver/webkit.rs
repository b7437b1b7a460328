//! WebKitGTK: its MiniBrowser, through WebKitWebDriver, on a screen of Xvfb, as it has no headless mode.

use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::browser_engine::Engine;
use crate::browser_error::StartError;
use crate::driver::browser_programs::{Program, browser, package_version};
use crate::driver::driver_process::{Launched, failed, free_port};
use crate::driver::screen_server::ScreenServer;
use crate::render_options::{Capture, Options};
use dpgen_process::IsolatedProcess;

pub(crate) const BROWSER: Program = Program {
    name: "MiniBrowser",
    places: &[
        "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        "/usr/lib/x86_64-linux-gnu/webkitgtk-6.0/MiniBrowser",
        "/usr/lib/aarch64-linux-gnu/webkitgtk-6.0/MiniBrowser",
        "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
        "/usr/libexec/webkitgtk-6.0/MiniBrowser",
        "/usr/lib/webkit2gtk-4.1/MiniBrowser",
        "/usr/lib/webkitgtk-6.0/MiniBrowser",
    ],
    remedy: "on Debian: apt-get install webkit2gtk-driver",
};

pub(crate) const DRIVER: Program = Program {
    name: "WebKitWebDriver",
    places: &["WebKitWebDriver"],
    remedy: "on Debian: apt-get install webkit2gtk-driver",
};

/// The maximum number of ports tried. Between choosing a port and using it, another program may take it.
const PORT_TRIES: u32 = 3;
/// The time that a driver that can not have its port takes to end.
const PORT_FAILURE_TIME: Duration = Duration::from_millis(100);

pub(crate) fn launch(engine: &Engine, options: &Options) -> Result<Launched, StartError> {
    let program = browser(engine, &BROWSER)?;
    let driver = DRIVER.find_beside(engine.program()).ok_or_else(|| DRIVER.missing(engine))?;
    let server = ScreenServer::start(engine, options)?;
    let (driver, port) = listen(engine, &driver, &server.display)?;
    let mut flags = vec!["--automation".to_owned()];
    flags.extend(engine.flags().iter().cloned());
    let mut capabilities: Map<String, Value> = Map::new();
    capabilities.insert("browserName".into(), json!("MiniBrowser"));
    capabilities.insert("webkitgtk:browserOptions".into(), json!({ "binary": program, "args": flags }));
    let screen = (options.capture == Capture::Screen).then_some(server.framebuffer);
    Ok(Launched { processes: vec![driver, server.process], port, capabilities, screen })
}

/// Starts the driver on a free port; it can not choose one itself.
fn listen(engine: &Engine, driver: &Path, display: &str) -> Result<(IsolatedProcess, u16), StartError> {
    let environment =
        [("DISPLAY", display), ("GDK_BACKEND", "x11"), ("GDK_SCALE", "1"), ("LIBGL_ALWAYS_SOFTWARE", "1")];
    let mut complaint = String::new();
    for _ in 0..PORT_TRIES {
        let port = free_port().map_err(|error| failed(engine, error.to_string()))?;
        let process = IsolatedProcess::start(driver, &[format!("--port={port}")], &environment)
            .map_err(|error| failed(engine, error.to_string()))?;
        if process.wait_for(PORT_FAILURE_TIME, IsolatedProcess::exit_code).is_none() {
            return Ok((process, port));
        }
        complaint = process.error_tail();
    }
    Err(failed(engine, format!("its driver ends at once; {complaint}")))
}

/// The version of the library behind the browser, which can not be asked without a screen.
pub(crate) fn version() -> Option<String> {
    ["libwebkit2gtk-4.1-0", "libwebkitgtk-6.0-4"].into_iter().find_map(package_version)
}
