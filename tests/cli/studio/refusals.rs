//! Requests that are not the page's own, on every route.

use super::*;

/// The routes, with their methods.
const STUDIO_ROUTES: [(&str, &str); 12] = [
    ("GET", ""),
    ("GET", "main.js"),
    ("GET", "events"),
    ("GET", "grid?tab=1&version=1&cards=1"),
    ("GET", "structure?tab=1&version=1&size=1&rank=0"),
    ("GET", "plot.svg?tab=1&version=1"),
    ("GET", "specs/avl-tree"),
    ("GET", "rejections?tab=1&version=1&size=1"),
    ("POST", "judged"),
    ("POST", "changes"),
    ("POST", "edits"),
    ("POST", "saves"),
];

#[test]
fn other_hosts_origins_and_missing_tokens_are_refused_on_every_route() {
    let folder = folder();
    let file = folder.path().join("mine.ron");
    let studio = RunningStudio::start(&file.display().to_string());
    let own = format!("127.0.0.1:{}", studio.port);
    let json = ("Content-Type", "application/json");
    let body = "{\"text\": \"x\", \"revision\": 0}";
    for (method, path) in STUDIO_ROUTES {
        let with_token = format!("{}{path}", studio.base);
        for host in ["", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:80", "localhost.evil.example"] {
            let answer = studio.raw(method, &with_token, &[("Host", host), json], body);
            assert!(matches!(answer.status, 400 | 403), "{method} {path} for {host}: {answer:?}");
        }
        for origin in ["null", "http://evil.example", "http://127.0.0.1:1", "https://127.0.0.1"] {
            let answer = studio.raw(method, &with_token, &[("Host", &own), ("Origin", origin), json], body);
            assert_eq!(answer.status, 403, "{method} {path} from {origin}");
        }
        for site in ["cross-site", "same-site"] {
            let answer =
                studio.raw(method, &with_token, &[("Host", &own), ("Sec-Fetch-Site", site), json], body);
            assert_eq!(answer.status, 403, "{method} {path} from {site}");
        }
        let wrong = format!("/{}/{path}", "0".repeat(32));
        for path in [format!("/{path}"), wrong, format!("/{}{path}", &studio.base[2..])] {
            let answer = studio.raw(method, &path, &[("Host", &own), json], body);
            assert_eq!(answer.status, 403, "{method} {path}");
            assert!(answer.body.contains("lacks its token"), "{answer:?}");
        }
    }
    // Nothing was written by any of them.
    assert!(!file.exists());
    // The page's own are answered, by either name of this machine.
    for host in [own.clone(), format!("localhost:{}", studio.port)] {
        let origin = format!("http://{host}");
        let answer = studio.raw("GET", &studio.base, &[("Host", &host), ("Origin", &origin)], "");
        assert_eq!(answer.status, 200);
    }
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let studio = RunningStudio::start("avl-tree");
    for path in ["", "main.js", "page.css", "specs/avl-tree", "grid?tab=9&version=1&cards=1", "nothing"] {
        let answer = studio.get(path);
        let policy = "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'";
        for header in [
            policy,
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
        ] {
            assert!(answer.head.contains(header), "{path} lacks {header}: {}", answer.head);
        }
    }
}

#[test]
fn a_port_that_is_taken_is_an_error_and_so_is_a_spec_that_is_not_there() {
    let studio = RunningStudio::start("avl-tree");
    let (_, error) = run(&format!("studio --port {}", studio.port), 1);
    assert!(
        error.contains(&format!("port {} of this machine can not be listened on", studio.port)),
        "{error}"
    );
    let (_, error) = run("studio avl-tre", 2);
    assert!(error.contains("Did you mean `avl-tree`?"), "{error}");
    let (_, error) = run("studio no-folder/mine.ron", 2);
    assert!(error.contains("no-folder/mine.ron"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_while_a_page_is_open_and_a_build_runs() {
    let studio = RunningStudio::start("binary-search-tree --time 10m");
    let page = studio.open();
    let spec = page.hello["saved"]["text"].as_str().expect("it is a text").to_owned();
    let (status, _) = page.edit(&spec, &running::settings(400));
    assert_eq!(status, 200);
    drop(page);
    assert_eq!(studio.interrupt(), Some(0));
}
