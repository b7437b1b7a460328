//! A browser that a driver controls through the W3C WebDriver protocol.
//!
//! [`Remote`] wraps the asynchronous client `fantoccini` into blocking calls with deadlines, on a runtime of its own.
//! Any failure is a [`Fault`]; after one, the browser is not used again.

use std::future::Future;
use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::error::CmdError;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder};
use serde_json::{Map, Value};
use tokio::runtime::{Builder, Runtime};

use crate::compare::Image;
use crate::fault::Fault;

/// How often a port is tried while its driver starts.
const PAUSE: Duration = Duration::from_millis(20);

/// The proxy that every browser is told to use. Nothing listens there, so that no page reaches a network.
const NOWHERE: &str = "127.0.0.1:9";
/// The same, as an address.
pub(crate) const NOWHERE_URL: &str = "http://127.0.0.1:9";

/// A session of a driver: one browser with one window.
#[derive(Debug)]
pub(crate) struct Remote {
    // Dropped first: the client's task ends with the runtime.
    client: Client,
    runtime: Runtime,
    timeout: Duration,
}

impl Remote {
    /// Asks the driver on a port of this machine for a browser.
    pub(crate) fn connect(
        port: u16,
        mut capabilities: Map<String, Value>,
        start_timeout: Duration,
        timeout: Duration,
    ) -> Result<Self, String> {
        let start = Instant::now();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        while let Err(error) = TcpStream::connect_timeout(&address, PAUSE * 5) {
            if start.elapsed() > start_timeout {
                return Err(format!("the driver does not answer: {error}"));
            }
            thread::sleep(PAUSE);
        }
        let wait = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).saturating_mul(2);
        capabilities.insert(
            "proxy".into(),
            serde_json::json!({
                "proxyType": "manual", "httpProxy": NOWHERE, "sslProxy": NOWHERE,
            }),
        );
        // Longer than our own, which then are the only ones.
        capabilities.insert("timeouts".into(), serde_json::json!({ "script": wait, "pageLoad": wait }));
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        let client = runtime.block_on(async {
            let mut builder = ClientBuilder::new(HttpConnector::new());
            let url = format!("http://{address}");
            let asked = tokio::time::timeout(start_timeout, builder.capabilities(capabilities).connect(&url));
            match asked.await {
                Ok(answer) => answer.map_err(|error| error.to_string()),
                Err(_) => Err(format!("no browser within {} s", start_timeout.as_secs_f64())),
            }
        })?;
        Ok(Self { client, runtime, timeout })
    }

    /// The browser's version, as it tells its driver.
    pub(crate) fn version(&self) -> Option<String> {
        let told = self.client.capabilities()?.get("browserVersion")?.as_str()?;
        Some(told.to_owned()).filter(|version| !version.is_empty())
    }

    /// Opens a file.
    pub(crate) fn open(&self, path: &Path) -> Result<(), Fault> {
        let url = format!("file://{}", path.display());
        self.ask(self.client.goto(&url))
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
        match self.runtime.block_on(async { tokio::time::timeout(self.timeout, request).await }) {
            Ok(answer) => answer.map_err(|error| Fault::Crash(error.to_string())),
            Err(_) => Err(Fault::Hang(self.timeout)),
        }
    }
}

/// Reads an image in the format PNG.
pub(crate) fn decode(bytes: &[u8]) -> Result<Image, image::ImageError> {
    let mut decoder = PngDecoder::new(Cursor::new(bytes))?;
    decoder.set_limits(image::Limits::default())?;
    Ok(DynamicImage::from_decoder(decoder)?.into_rgb8())
}
