//! A report, opened in a browser as wide as a phone, with a dark colour scheme: read, followed, and looked at.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use dpgen_browsers::{Image, Kind};
use dpgen_diff::report::{Filing, Report};
use dpgen_diff::{
    Answer, Attachment, Case, CaseSelection, Difference, DifferenceKind, DifferencePattern, FileTemplate,
    GroupNaming, Log, Node, NodeShape, Refusals, RunHeader, Subject, Tally, Term, Vocabulary, group_findings,
};
use dpgen_process::IsolatedProcess;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use image::{ImageFormat, Rgb};
use serde_json::{Map, Value, json};

use crate::support::{ready, unharmed};

/// As wide as a phone, in pixels.
const WIDTH: u64 = 360;

#[test]
fn a_report_is_read_on_a_phone_in_the_dark() {
    let _guard = unharmed();
    let Some(engine) = ready(&[Kind::Chromium], "a report in a browser").pop() else { return };
    let folder = tempfile::tempdir().unwrap();
    write(folder.path());
    let driver = IsolatedProcess::start(Path::new("chromedriver"), &["--port=0"], &[]).unwrap();
    let port = driver.wait_for(Duration::from_secs(60), |process| {
        let text = process.output();
        let port = text.split("successfully on port ").nth(1)?;
        port.split(|letter: char| !letter.is_ascii_digit()).next()?.parse::<u16>().ok()
    });
    let port = port.expect("chromedriver says where it listens");
    let binary =
        dpgen_browsers::installed().into_iter().find(|found| found.kind == engine.kind()).unwrap().program;
    let flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--blink-settings=preferredColorScheme=0",
        &format!("--user-data-dir={}", driver.path("profile").display()),
    ];
    let metrics =
        json!({ "deviceMetrics": { "width": WIDTH, "height": 640, "pixelRatio": 1, "touch": true } });
    let mut capabilities: Map<String, Value> = Map::new();
    capabilities.insert(
        "goog:chromeOptions".into(),
        json!({ "binary": binary.unwrap(), "args": flags, "mobileEmulation": metrics }),
    );
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client =
            builder.capabilities(capabilities).connect(&format!("http://127.0.0.1:{port}")).await.unwrap();
        look(&client, folder.path()).await;
        client.close().await.unwrap();
    });
}

async fn look(client: &Client, folder: &Path) {
    client.goto(&format!("file://{}", folder.join("index.html").display())).await.unwrap();
    let fits = "return document.documentElement.scrollWidth <= innerWidth";
    let dark = "return getComputedStyle(document.documentElement).colorScheme + matchMedia('(prefers-color-scheme: dark)').matches";
    let images = "return [...document.images].map(image => (image.scrollIntoView(), image.decode())).length";
    let loaded = "return [...document.images].every(image => image.complete && image.naturalWidth > 0)";
    assert_eq!(client.execute("return innerWidth", vec![]).await.unwrap(), json!(WIDTH));
    assert_eq!(client.execute(fits, vec![]).await.unwrap(), json!(true));
    assert_eq!(client.execute(dark, vec![]).await.unwrap(), json!("light darktrue"));
    assert_eq!(client.execute(images, vec![]).await.unwrap(), json!(4));
    let mut all_loaded = false;
    for _ in 0..200 {
        all_loaded = client.execute(loaded, vec![]).await.unwrap() == json!(true);
        if all_loaded {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(all_loaded);
    // The screenshot is dark where nothing is.
    client.execute("scrollTo(0, 0)", vec![]).await.unwrap();
    let shot = image::load_from_memory(&client.screenshot().await.unwrap()).unwrap().into_rgb8();
    let corner = shot.get_pixel(2, 2).0;
    assert!(corner.iter().all(|channel| *channel < 80), "{corner:?}");

    // From the table to the group, from there to the finding, to the page alone, and back.
    client.find(Locator::LinkText("A & B")).await.unwrap().click().await.unwrap();
    assert!(client.current_url().await.unwrap().as_str().ends_with("#group-1"));
    client.find(Locator::LinkText("k:<1>")).await.unwrap().click().await.unwrap();
    assert_eq!(client.find(Locator::Css("h1")).await.unwrap().text().await.unwrap(), "k:<1>");
    let source = client.find(Locator::Css("body > pre")).await.unwrap().text().await.unwrap();
    assert_eq!(source, "<style>.c1{}</style><b>&amp;</b>");
    assert_eq!(client.execute(fits, vec![]).await.unwrap(), json!(true));
    client.find(Locator::LinkText("case.html")).await.unwrap().click().await.unwrap();
    assert_eq!(client.find(Locator::Css("b")).await.unwrap().text().await.unwrap(), "&");
    client.back().await.unwrap();
    client.find(Locator::LinkText("pages: differences")).await.unwrap().click().await.unwrap();
    assert!(client.current_url().await.unwrap().as_str().ends_with("index.html#group-1"));
}

/// A report with one finding.
fn write(folder: &Path) {
    let names = ["chromium", "firefox", "webkit"];
    let subjects = names.map(|name| Subject { name: name.into(), version: Some("1.0".into()) });
    let shape = NodeShape { ty: "Page".into(), name: "A & B".into(), fields: vec![] };
    let file_template =
        FileTemplate { before: "<!doctype html>".into(), after: "\n".into(), extension: "html".into() };
    let selection = CaseSelection { cases: 9, total: 9, of: "size 3".into(), ..CaseSelection::default() };
    let inputs = vec![("spec".to_owned(), "pages".to_owned())];
    let vocabulary = Vocabulary::new(vec![shape]);
    let header = RunHeader::new(
        inputs,
        subjects.into(),
        selection,
        file_template,
        vocabulary,
        "dpgen diff pages".into(),
    );
    let naming = GroupNaming::by_widest_type(&header.vocabulary);
    let mut log = Log::open(folder, header).unwrap();
    let image = |colour: [u8; 3]| {
        let mut bytes = Cursor::new(Vec::new());
        Image::from_pixel(160, 160, Rgb(colour)).write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let files = ["1.png", "2.png", "3.png", "difference.png"];
    let colours = [[255, 255, 255], [255, 255, 255], [200, 30, 30], [200, 0, 0]];
    let attachments = files
        .iter()
        .zip(colours)
        .map(|(name, colour)| Attachment { name: (*name).into(), bytes: image(colour) });
    let difference = Difference {
        pattern: DifferencePattern {
            kind: Some(DifferenceKind::Content),
            failed: vec![],
            odd: vec![2],
            classes: vec![0, 0, 1],
        },
        answers: files[..3].iter().map(|name| Answer::Image((*name).into())).collect(),
        attachments: attachments.collect(),
        difference: Some(files[3].into()),
        note: "9 pixels differ".into(),
    };
    let case = Case {
        position: 0,
        key: "k:<1>".into(),
        size: 3,
        rank: "1".into(),
        text: "<style>.c1{}</style><b>&amp;</b>".into(),
        renderings: std::collections::BTreeMap::new(),
        term: Term::new(vec![Node(0, vec![])]),
    };
    log.append(&[case], vec![Some(difference)], 9, &Tally::new(), &Refusals::default()).unwrap();
    let groups = group_findings(log.findings(), &naming, &|| false).expect("they can be read").groups;
    let report = Report {
        title: "pages: differences",
        header: log.header(),
        findings: log.findings(),
        groups: &groups,
        known: &[],
        refusals: None,
        statement: "all 9 structures of size 3: 1 differs",
        notes: &[],
        filing: &Filing::default(),
    };
    assert!(report.write(folder, &|| false).unwrap());
}
