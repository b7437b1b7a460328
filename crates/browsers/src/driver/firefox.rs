//! Firefox, through geckodriver.

use serde_json::{Map, Value, json};

use crate::browser_engine::Engine;
use crate::browser_error::StartError;
use crate::driver::browser_programs::{Program, browser};
use crate::driver::driver_process::{Launched, announced, failed};
use crate::driver::screen_server::{ScreenServer, processes_and_screen};
use crate::render_options::Options;
use dpgen_process::IsolatedProcess;

pub(crate) const BROWSER: Program = Program {
    name: "firefox",
    places: &["firefox-esr", "firefox", "/usr/lib/firefox-esr/firefox-esr", "/opt/firefox/firefox"],
    remedy: "on Debian: apt-get install firefox-esr",
};

pub(crate) const DRIVER: Program = Program {
    name: "geckodriver",
    places: &["geckodriver", "~/.cargo/bin/geckodriver"],
    remedy: "cargo install geckodriver --locked",
};

pub(crate) fn launch(engine: &Engine, options: &Options) -> Result<Launched, StartError> {
    let program = browser(engine, &BROWSER)?;
    let driver = DRIVER.find_beside(engine.program()).ok_or_else(|| DRIVER.missing(engine))?;
    let server = ScreenServer::start_for_capture(engine, options)?;
    let (width, height) = (options.viewport.0.to_string(), options.viewport.1.to_string());
    let environment = match &server {
        Some(server) => [("DISPLAY", server.display.as_str()), ("GDK_BACKEND", "x11")],
        None => [("MOZ_HEADLESS_WIDTH", width.as_str()), ("MOZ_HEADLESS_HEIGHT", height.as_str())],
    };
    let arguments = ["--port=0", "--websocket-port=0", "--log=info"];
    let process = IsolatedProcess::start(&driver, &arguments, &environment)
        .map_err(|error| failed(engine, error.to_string()))?;
    let port = announced(engine, &process, "Listening on 127.0.0.1:", options)?;

    let mut flags: Vec<String> = Vec::new();
    if server.is_none() {
        flags.push("-headless".to_owned());
    }
    let mut preferences = preferences();
    for flag in engine.flags() {
        match flag.split_once('=') {
            Some((name, value)) if !flag.starts_with('-') => {
                preferences.insert(name.into(), serde_json::from_str(value).unwrap_or_else(|_| json!(value)));
            }
            _ => flags.push(flag.clone()),
        }
    }
    let mut capabilities: Map<String, Value> = Map::new();
    capabilities.insert("browserName".into(), json!("firefox"));
    capabilities.insert(
        "moz:firefoxOptions".into(),
        json!({ "binary": program, "args": flags, "prefs": preferences }),
    );
    let (processes, screen) = processes_and_screen(process, server);
    Ok(Launched { processes, port, capabilities, screen })
}

/// What pins the rendering (software compositing, plain colours, one device pixel a CSS pixel), and what keeps a browser that nobody
/// uses from doing anything else: it loads no page for a next tab, and starts no processes that media and network calls may need.
fn preferences() -> Map<String, Value> {
    let mut preferences = Map::new();
    for (name, value) in [
        ("gfx.webrender.software", json!(true)),
        ("gfx.color_management.mode", json!(0)),
        ("layout.css.devPixelsPerPx", json!("1.0")),
        ("browser.newtab.preload", json!(false)),
        ("browser.sessionstore.resume_from_crash", json!(false)),
        ("browser.tabs.remote.separateFileUriProcess", json!(false)),
        ("datareporting.policy.dataSubmissionEnabled", json!(false)),
        ("dom.ipc.processPrelaunch.enabled", json!(false)),
        ("network.connectivity-service.enabled", json!(false)),
        ("network.captive-portal-service.enabled", json!(false)),
        ("media.rdd-process.enabled", json!(false)),
        ("network.process.enabled", json!(false)),
        ("toolkit.cosmeticAnimations.enabled", json!(false)),
    ] {
        preferences.insert(name.to_owned(), value);
    }
    preferences
}
