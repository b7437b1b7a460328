//! Xvfb: a screen in memory, whose pixels are in a file.

use std::path::Path;

use crate::browser_engine::Engine;
use crate::browser_error::StartError;
use crate::driver::browser_programs::Program;
use crate::driver::driver_process::{failed, started};
use crate::framebuffer::Framebuffer;
use crate::render_options::{Capture, Options};
use dpgen_process::IsolatedProcess;

pub(crate) const SCREEN_SERVER: Program =
    Program { name: "Xvfb", places: &["Xvfb"], remedy: "on Debian: apt-get install xvfb" };

/// The pixels by which the window's part of the screen is wider and higher than the viewport: room for the window's bars.
const SCREEN_MARGIN: u32 = 200;
/// The folder with the sockets of all X servers.
const SOCKET_FOLDER: &str = "/tmp/.X11-unix";
/// The name that the server gives to the file of its first screen.
const FILE_NAME: &str = "Xvfb_screen0";

/// A running server with one screen.
#[derive(Debug)]
pub(crate) struct ScreenServer {
    pub(crate) process: IsolatedProcess,
    /// Its name, as in the environment variable `DISPLAY`.
    pub(crate) display: String,
    pub(crate) framebuffer: Framebuffer,
}

impl ScreenServer {
    /// Starts a server whose screen has room for a window with the viewport of the options. The window is in the left half of it:
    /// the pointer, which a page under it would notice, is in the middle.
    pub(crate) fn start(engine: &Engine, options: &Options) -> Result<Self, StartError> {
        let server = SCREEN_SERVER.find().ok_or_else(|| SCREEN_SERVER.missing(engine))?;
        let (width, height) = (options.viewport.0 + SCREEN_MARGIN, options.viewport.1 + SCREEN_MARGIN);
        let size = format!("{}x{height}x24", 2 * width);
        // The server chooses a display that is free, and prints its number. It runs in a folder of its own.
        let arguments = [
            "-displayfd",
            "1",
            "-screen",
            "0",
            &size,
            "-fbdir",
            ".",
            "-nocursor",
            "-nolisten",
            "tcp",
            "-noreset",
        ];
        let process = IsolatedProcess::start(&server, &arguments, &[])
            .map_err(|error| failed(engine, error.to_string()))?;
        let number = started(&process, options, |process| {
            process.output().strip_suffix('\n').map(|number| number.trim().to_owned())
        })
        .ok_or_else(|| failed(engine, format!("Xvfb does not start: {}", process.error_tail())))?;
        process
            .remove_socket_at_end(&Path::new(SOCKET_FOLDER).join(format!("X{number}")))
            .map_err(|error| failed(engine, error.to_string()))?;
        let display = format!(":{number}");
        let framebuffer = Framebuffer::open(&process.path(FILE_NAME))
            .map_err(|error| failed(engine, format!("the file of its screen: {error}")))?;
        Ok(Self { process, display, framebuffer })
    }

    /// Starts a server for a browser that needs one only where images come from the screen.
    pub(crate) fn start_for_capture(engine: &Engine, options: &Options) -> Result<Option<Self>, StartError> {
        match options.capture {
            Capture::Screen => Self::start(engine, options).map(Some),
            Capture::Driver => Ok(None),
        }
    }
}

/// A driver with its server as the processes of a [`Launched`](super::driver_process::Launched), and the server's screen.
pub(crate) fn processes_and_screen(
    driver: IsolatedProcess,
    server: Option<ScreenServer>,
) -> (Vec<IsolatedProcess>, Option<Framebuffer>) {
    match server {
        Some(server) => (vec![driver, server.process], Some(server.framebuffer)),
        None => (vec![driver], None),
    }
}
