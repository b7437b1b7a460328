//! A browser that a driver controls through the W3C WebDriver protocol.
//!
//! [`Remote`] wraps the asynchronous client `fantoccini` into blocking calls with deadlines, on a runtime of its own.
//! Any failure is a [`Fault`]; after one, the browser is not used again.

use std::future::Future;
use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::pin::pin;
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder};
use serde_json::{Map, Value};
use tokio::runtime::{Builder, Runtime};

use crate::browser_error::Fault;
use crate::cancellation::Halt;
use crate::image_comparison::Image;
use crate::render_options::Options;

/// The interval at which a port is tried while its driver starts.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The proxy that every browser is told to use. Nothing listens there, so that no page reaches a network.
const UNREACHABLE_PROXY: &str = "127.0.0.1:9";
/// The same, as an address.
pub(crate) const UNREACHABLE_PROXY_URL: &str = "http://127.0.0.1:9";

/// A session of a driver: one browser with one window.
#[derive(Debug)]
pub(crate) struct Remote {
    // Dropped first: the client's task ends with the runtime.
    client: Client,
    runtime: Runtime,
    timeout: Duration,
    halt: Halt,
}

impl Remote {
    /// Asks the driver on a port of this machine for a browser.
    pub(crate) fn connect(
        port: u16,
        mut capabilities: Map<String, Value>,
        options: &Options,
    ) -> Result<Self, String> {
        let (timeout, start_timeout) = (options.timeout, options.start_timeout);
        let start = Instant::now();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        while let Err(error) = TcpStream::connect_timeout(&address, POLL_INTERVAL * 5) {
            if start.elapsed() > start_timeout || options.halt.is_asked_for() {
                return Err(format!("the driver does not answer: {error}"));
            }
            thread::sleep(POLL_INTERVAL);
        }
        let wait = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).saturating_mul(2);
        capabilities.insert(
            "proxy".into(),
            serde_json::json!({
                "proxyType": "manual", "httpProxy": UNREACHABLE_PROXY, "sslProxy": UNREACHABLE_PROXY,
            }),
        );
        // Longer than our own, which then are the only ones.
        capabilities.insert("timeouts".into(), serde_json::json!({ "script": wait, "pageLoad": wait }));
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        let client = runtime.block_on(async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            let url = format!("http://{address}");
            let asked = builder.capabilities(capabilities).connect(&url);
            match within(start_timeout, &options.halt, asked).await {
                Some(answer) => answer.map_err(|error| error.to_string()),
                None => Err(format!("no browser within {} s", start_timeout.as_secs_f64())),
            }
        })?;
        Ok(Self { client, runtime, timeout, halt: options.halt.clone() })
    }

    /// The browser's version, as it tells its driver.
    pub(crate) fn version(&self) -> Option<String> {
        let told = self.client.capabilities()?.get("browserVersion")?.as_str()?;
        Some(told.to_owned()).filter(|version| !version.is_empty())
    }

    /// Opens a file.
    pub(crate) fn open(&self, path: &Path) -> Result<(), Fault> {
        self.go_to(&format!("file://{}", path.display()))
    }

    /// Goes to an address.
    pub(crate) fn go_to(&self, address: &str) -> Result<(), Fault> {
        self.ask(self.client.goto(address))
    }

    /// Clicks an element.
    pub(crate) fn click(&self, selector: &str) -> Result<(), Fault> {
        self.ask(async { self.client.find(Locator::Css(selector)).await?.click().await })
    }

    /// Presses keys at an element.
    pub(crate) fn press_keys(&self, selector: &str, keys: &str) -> Result<(), Fault> {
        self.ask(async { self.client.find(Locator::Css(selector)).await?.send_keys(keys).await })
    }

    /// Runs the body of a function that gets `arguments` and, as its last one, a function that takes the result.
    pub(crate) fn run(&self, script: &str, arguments: Vec<Value>) -> Result<Value, Fault> {
        self.ask(self.client.execute_async(script, arguments))
    }

    /// Sets the outer size of the window.
    pub(crate) fn resize(&self, width: u32, height: u32) -> Result<(), Fault> {
        self.ask(self.client.set_window_size(width, height))
    }

    /// The pixels of the viewport.
    pub(crate) fn screenshot(&self) -> Result<Image, Fault> {
        let bytes = self.ask(self.client.screenshot())?;
        decode(&bytes).map_err(|error| Fault::Crash(format!("the screenshot can not be read: {error}")))
    }

    fn ask<T>(&self, request: impl Future<Output = Result<T, CmdError>>) -> Result<T, Fault> {
        match self.runtime.block_on(within(self.timeout, &self.halt, request)) {
            Some(answer) => answer.map_err(|error| Fault::Crash(error.to_string())),
            None if self.halt.is_asked_for() => Err(Fault::Unavailable("everything is to end".into())),
            None => Err(Fault::Hang(self.timeout)),
        }
    }
}

/// The result of a request, within its time limit, unless everything is to end.
async fn within<T>(time: Duration, halt: &Halt, request: impl Future<Output = T>) -> Option<T> {
    let mut request = pin!(request);
    let deadline = Instant::now() + time;
    loop {
        let left = deadline.saturating_duration_since(Instant::now()).min(POLL_INTERVAL * 5);
        match tokio::time::timeout(left, &mut request).await {
            Ok(answer) => return Some(answer),
            Err(_) if Instant::now() >= deadline || halt.is_asked_for() => return None,
            Err(_) => {}
        }
    }
}

/// Reads an image in the format PNG.
pub(crate) fn decode(bytes: &[u8]) -> Result<Image, image::ImageError> {
    let mut decoder = PngDecoder::new(Cursor::new(bytes))?;
    decoder.set_limits(image::Limits::default())?;
    Ok(DynamicImage::from_decoder(decoder)?.into_rgb8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_end_in_time_or_when_everything_is_to_end() {
        let runtime = Builder::new_current_thread().enable_all().build().expect("there is a runtime");
        let minute = Duration::from_secs(60);
        let ask = |time, halt: &Halt, takes| {
            runtime.block_on(async { within(time, halt, tokio::time::sleep(takes)).await })
        };
        let begin = Instant::now();
        assert_eq!(ask(minute, &Halt::default(), Duration::from_millis(1)), Some(()));
        assert_eq!(ask(Duration::from_millis(1), &Halt::default(), minute), None);
        assert_eq!(ask(minute, &Halt::when(|| true), minute), None);
        assert!(begin.elapsed() < minute);
    }
}
