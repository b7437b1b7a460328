//! Starting browsers: one file for each kind, which knows its programs, its flags and its quirks.
//!
//! A driver is started on a port of the loopback interface, with a guard (`dpgen_process::Guard`), in a folder of its own;
//! the browser is started by the driver.

pub(crate) mod browser_programs;
pub(crate) mod chromium;
pub(crate) mod driver_process;
pub(crate) mod firefox;
pub(crate) mod qtwebkit;
pub(crate) mod screen_server;
pub(crate) mod webkit;

use crate::browser_engine::Kind;
use browser_programs::Program;
use screen_server::SCREEN_SERVER;

/// The programs that a kind of browser needs; the browser is the first one.
pub(crate) fn programs(kind: Kind) -> &'static [Program] {
    match kind {
        Kind::Chromium => &[chromium::BROWSER, chromium::DRIVER, SCREEN_SERVER],
        Kind::Firefox => &[firefox::BROWSER, firefox::DRIVER, SCREEN_SERVER],
        Kind::WebKit => &[webkit::BROWSER, webkit::DRIVER, SCREEN_SERVER],
        Kind::QtWebKit => &[qtwebkit::BROWSER],
    }
}
