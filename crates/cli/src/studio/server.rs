//! The server of the studio: listens on the loopback interface, follows the file, and ends at an interrupt.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::{middleware, serve};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use super::access_token::AccessToken;
use super::request_guard::{RequestGuard, guard};
use super::routes::{Studio, routes};
use super::tab::TabEvent;
use crate::command_error::CommandError;
use crate::terminal::messages::say;

/// The time between two looks at the file.
const FILE_INTERVAL: Duration = Duration::from_millis(250);
/// How long work that cannot be interrupted, such as saving, may take after an interrupt.
const LAST_WORK_TIME: Duration = Duration::from_secs(2);

/// Serves until an interrupt. Prints the address of the page once it answers.
pub fn run_server(studio: Studio, port: u16) -> Result<(), CommandError> {
    let failed = |what: &str| {
        let what = what.to_owned();
        move |error: io::Error| CommandError::Failed(format!("{what}: {error}"))
    };
    let runtime = Runtime::new().map_err(failed("the server can not begin"))?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = runtime.block_on(TcpListener::bind(address));
    let listener =
        listener.map_err(failed(&format!("port {port} of this machine can not be listened on")))?;
    let port = listener.local_addr().map_err(failed("the port is unknown"))?.port();
    let token = AccessToken::random().map_err(failed("there is no token for the address"))?;
    let ended = Arc::new(Notify::new());
    let end = ended.clone();
    if let Err(error) = ctrlc::set_handler(move || end.notify_one()) {
        say(&format!("note: interrupts end the program at once, as they can not be heard: {error}"));
    }
    let studio = Arc::new(studio);
    if studio.source.file.is_some() {
        let studio = studio.clone();
        thread::spawn(move || follow_file(&studio));
    }
    let mut out = io::stdout().lock();
    let printed = writeln!(out, "http://127.0.0.1:{port}/{token}/").and_then(|()| out.flush());
    drop(out);
    printed.map_err(CommandError::stdout)?;
    say("Open this address in a browser of this machine. It is for you alone. Ctrl-C ends the studio.");
    let app = routes(&format!("/{token}"), studio)
        .layer(middleware::from_fn_with_state(Arc::new(RequestGuard::new(port, token)), guard));
    let served = runtime.block_on(async {
        // Pages hold a connection each, which end with the program.
        tokio::select! {
            served = serve(listener, app) => served,
            () = ended.notified() => Ok(()),
        }
    });
    runtime.shutdown_timeout(LAST_WORK_TIME);
    served.map_err(failed("the server has ended"))
}

/// Tells all pages when the file has changed.
fn follow_file(studio: &Studio) {
    loop {
        thread::sleep(FILE_INTERVAL);
        if let Some(saved) = studio.source.look() {
            studio.tabs.tell_all(&TabEvent { name: "file", data: json!(saved) });
        }
    }
}
