//! The server of the studio: listens on the loopback interface, and ends at an interrupt.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::{Router, middleware, serve};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Notify;

use super::access_token::AccessToken;
use super::request_guard::{RequestGuard, guard};
use crate::command_error::CommandError;
use crate::terminal::messages::say;

/// How long work that cannot be interrupted, such as saving, may take after an interrupt.
const LAST_WORK_TIME: Duration = Duration::from_secs(2);

/// Serves until an interrupt; `routes` are below a path that has the token. Prints the address of the page once it answers.
pub fn run_server(port: u16, routes: impl FnOnce(&str) -> Router) -> Result<(), CommandError> {
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
    let mut out = io::stdout().lock();
    let printed = writeln!(out, "http://127.0.0.1:{port}/{token}/").and_then(|()| out.flush());
    drop(out);
    printed.map_err(CommandError::stdout)?;
    say("Open this address in a browser of this machine. It is for you alone. Ctrl-C ends the studio.");
    let app = routes(&format!("/{token}"))
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
