//! [`RunningStudio`]: a studio that runs for a test, and a client of HTTP with which any header can be sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::text;

/// How long a test waits for what has to come.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A studio that runs until it is dropped.
pub struct RunningStudio {
    child: Child,
    /// The port, and the path of the page with a slash at its end.
    pub port: u16,
    pub base: String,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The headers, in small letters.
    pub head: String,
    pub body: String,
}

/// A page that is open: its events, and its number.
pub struct OpenPage<'s> {
    pub studio: &'s RunningStudio,
    pub hello: Value,
    events: Receiver<(String, Value)>,
    stream: TcpStream,
}

impl RunningStudio {
    /// Starts `dpgen studio` with arguments, which have no spaces.
    pub fn start(args: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dpgen"));
        command.arg("studio").args(args.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is a pipe");
        BufReader::new(out).read_line(&mut line).expect("it prints its address");
        let address = line.trim().strip_prefix("http://127.0.0.1:").expect("it is on this machine");
        let (port, path) = address.split_once('/').expect("it has a token");
        Self { port: port.parse().expect("it is a port"), base: format!("/{path}"), child }
    }

    /// The address of the page.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.base)
    }

    /// Ends it as Ctrl-C does; the exit code.
    #[cfg(unix)]
    pub fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().expect("there is a kill");
        assert!(sent.success());
        self.child.wait().expect("it ends").code()
    }

    /// Sends a request with these headers, and no others but the length.
    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(MAX_WAIT)).expect("it is a socket");
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).expect("it takes requests");
        let mut answer = Vec::new();
        // A server that has refused may close before it has read all.
        let _ = stream.read_to_end(&mut answer);
        let answer = text(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Gets a path below the page.
    pub fn get(&self, path: &str) -> Answer {
        let host = format!("127.0.0.1:{}", self.port);
        self.raw("GET", &format!("{}{path}", self.base), &[("Host", &host)], "")
    }

    /// Gets JSON, which must be there.
    pub fn get_json(&self, path: &str) -> Value {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("it is JSON")
    }

    /// Sends JSON; the status and the answer.
    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let host = format!("127.0.0.1:{}", self.port);
        let headers = [("Host", &*host), ("Content-Type", "application/json")];
        let answer = self.raw("POST", &format!("{}{path}", self.base), &headers, &body.to_string());
        (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
    }

    /// Opens a page.
    pub fn open(&self) -> OpenPage<'_> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let request = format!("GET {}events HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.base, self.port);
        stream.write_all(request.as_bytes()).expect("it takes requests");
        let (send, events) = mpsc::channel();
        let heard = stream.try_clone().expect("it is a socket");
        thread::spawn(move || {
            let mut name = String::new();
            for line in BufReader::new(heard).lines().map_while(Result::ok) {
                if let Some(event) = line.strip_prefix("event: ") {
                    event.clone_into(&mut name);
                } else if let Some(data) = line.strip_prefix("data: ") {
                    let data = serde_json::from_str(data).expect("it is JSON");
                    if send.send((name.clone(), data)).is_err() {
                        return;
                    }
                }
            }
        });
        let mut page = OpenPage { studio: self, hello: Value::Null, events, stream };
        page.hello = page.next("hello");
        page
    }
}

impl Drop for RunningStudio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Settings of a build.
pub fn settings(max_size: u32) -> Value {
    json!({"max_size": max_size.to_string(), "parameters": "", "each_size": false, "time": "60s", "memory": "1GB"})
}

impl OpenPage<'_> {
    /// The next event of a kind; others are passed over.
    pub fn next(&self, kind: &str) -> Value {
        loop {
            let (name, data) = self.events.recv_timeout(MAX_WAIT).expect("it comes");
            if name == kind {
                return data;
            }
        }
    }

    /// The events that came and were not asked for.
    pub fn waiting(&self) -> Vec<(String, Value)> {
        self.events.try_iter().collect()
    }

    /// The number of the tab.
    pub fn tab(&self) -> u64 {
        self.hello["tab"].as_u64().expect("it has a number")
    }

    /// Sends a text; the status and the answer.
    pub fn edit(&self, spec: &str, settings: &Value) -> (u16, Value) {
        self.studio.post("edits", &json!({"tab": self.tab(), "text": spec, "settings": settings}))
    }

    /// Sends a text that can be built; the figures once it is.
    pub fn build(&self, spec: &str, settings: &Value) -> Value {
        let (status, answer) = self.edit(spec, settings);
        assert_eq!(status, 200, "{answer}");
        loop {
            let counts = self.next("counts");
            if counts["done"] == true && counts["version"] == answer["version"] {
                return counts;
            }
        }
    }

    /// Gets JSON about the version that was built last.
    pub fn ask(&self, counts: &Value, path: &str, query: &str) -> Value {
        self.studio.get_json(&self.path(counts, path, query))
    }

    /// The path of a question about a version.
    pub fn path(&self, counts: &Value, path: &str, query: &str) -> String {
        format!("{path}?tab={}&version={}&{query}", self.tab(), counts["version"])
    }
}

impl Drop for OpenPage<'_> {
    fn drop(&mut self) {
        // As a browser closes it, whether an event comes or not.
        let _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}
