//! A running driver, and the address at which it listens.

use std::net::{Ipv4Addr, TcpListener};

use serde_json::{Map, Value};

use crate::browser_engine::Engine;
use crate::browser_error::StartError;
use crate::framebuffer::Framebuffer;
use crate::render_options::Options;
use dpgen_process::IsolatedProcess;

/// A running driver: its processes, its port, and the capabilities to ask it for.
#[derive(Debug)]
pub(crate) struct Launched {
    /// In the order in which they end: the driver is the first one.
    pub(crate) processes: Vec<IsolatedProcess>,
    pub(crate) port: u16,
    pub(crate) capabilities: Map<String, Value>,
    /// The screen with the browser's window, if images are taken from it.
    pub(crate) screen: Option<Framebuffer>,
}

/// The error of a program that did not start.
pub(crate) fn failed(engine: &Engine, message: impl Into<String>) -> StartError {
    StartError::Failed { engine: engine.clone(), message: message.into() }
}

/// The port that a driver says it listens on: the number after the last `mark` in what it has written.
pub(crate) fn announced(
    engine: &Engine,
    process: &IsolatedProcess,
    mark: &str,
    options: &Options,
) -> Result<u16, StartError> {
    let port = started(process, options, |process| {
        let output = process.output();
        let (_, rest) = output.rsplit_once(mark)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        // The number is complete once something follows.
        if digits.len() == rest.len() { None } else { digits.parse().ok() }
    });
    port.ok_or_else(|| {
        failed(engine, format!("its driver does not say where it listens; {}", process.error_tail()))
    })
}

/// Waits until `seen` finds what a program says once it has started, at most as long as starting may take, and not after
/// everything is to end.
pub(crate) fn started<T>(
    process: &IsolatedProcess,
    options: &Options,
    mut seen: impl FnMut(&IsolatedProcess) -> Option<T>,
) -> Option<T> {
    let seen = |process: &IsolatedProcess| {
        if options.halt.is_asked_for() { Some(None) } else { seen(process).map(Some) }
    };
    process.wait_for(options.start_timeout, seen).flatten()
}

/// A port that is free now. Only for programs that can not choose one themselves.
pub(crate) fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::browser_engine::Kind;
    use crate::cancellation::Halt;

    #[test]
    fn a_port_is_read_once_it_is_written_out() {
        let process = IsolatedProcess::start(
            Path::new("sh"),
            &["-c", "printf 'on port 4'; sleep 0.1; echo 2.; sleep 100"],
            &[],
        );
        let process = process.expect("starts");
        let engine = Engine::new(Kind::Chromium);
        assert_eq!(announced(&engine, &process, "on port ", &Options::default()), Ok(42));
    }

    #[test]
    fn a_driver_that_says_nothing_is_not_waited_for_once_everything_is_to_end() {
        let process = IsolatedProcess::start(Path::new("sleep"), &["1000"], &[]).expect("starts");
        let engine = Engine::new(Kind::Chromium);
        let asked = AtomicU32::new(0);
        // Not at once, but while it waits.
        let halt = Halt::when(move || asked.fetch_add(1, Ordering::Relaxed) > 3);
        let options = Options { start_timeout: Duration::MAX, halt, ..Options::default() };
        assert!(announced(&engine, &process, "on port ", &options).is_err());
    }
}
