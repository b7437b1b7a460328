//! A report's folder: every text in every place is escaped, every link leads somewhere, and its lines say the same as its pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use dpgen_diff::report::{Filing, Reftest, Report, SmallestFile};
use dpgen_diff::{
    Answer, Attachment, Case, CaseSelection, DifferencePattern, Failure, FileTemplate, Finding, Findings,
    Group, KnownGroups, RunHeader, Subject, Term, Vocabulary,
};

/// A text with a tag, an entity, quotes and an escape sequence of terminals.
const HOSTILE: &str = "<b>&amp;\"'\u{1b}[31m\u{202e}";
const ESCAPED: &str = "&lt;b&gt;&amp;amp;&quot;&#39;\u{241b}[31m\u{fffd}";

fn subject(name: &str, version: Option<&str>) -> Subject {
    Subject { name: name.to_owned(), version: version.map(str::to_owned) }
}

fn finding(number: u32, answers: Vec<Answer>) -> Finding {
    let case = Case {
        position: u64::from(number),
        key: format!("{HOSTILE}:{number}"),
        size: number,
        rank: (number * 10).to_string(),
        text: format!("case {number} {HOSTILE}"),
        renderings: std::collections::BTreeMap::new(),
        term: Term::default(),
    };
    let failed = answers.iter().enumerate().filter_map(|(at, answer)| answer.failure().map(|how| (at, how)));
    let pattern =
        DifferencePattern { kind: None, failed: failed.collect(), odd: vec![1], classes: vec![0, 1, 0] };
    Finding { case, pattern, answers, difference: None, note: String::new(), reduced_from: None }
}

fn said(text: &str, code: Option<i32>, total_bytes: Option<u64>, stderr: &str) -> Answer {
    Answer::Text { code, text: text.to_owned(), total_bytes, stderr: stderr.to_owned() }
}

/// A header of three subjects.
fn header() -> RunHeader {
    let subjects = vec![subject("one", Some("1.0")), subject(HOSTILE, Some(HOSTILE)), subject("three", None)];
    let file_template =
        FileTemplate { before: "<before>".into(), after: "<after>".into(), extension: "txt".into() };
    let inputs = vec![("spec".to_owned(), HOSTILE.to_owned())];
    RunHeader::new(
        inputs,
        subjects,
        CaseSelection::default(),
        file_template,
        Vocabulary::default(),
        format!("dpgen {HOSTILE}"),
    )
}

fn is_reftest(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "x.html" || name == "x-ref.html")
}

/// All pages below a folder.
fn pages(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "html") && !is_reftest(&path) {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// The links of a page, without those to images.
fn links(page: &str) -> Vec<&str> {
    page.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The findings of a report, as a log stores them.
fn stored(header: &RunHeader, findings: &[Finding]) -> Findings {
    let mut stored = Findings::new(header.vocabulary.clone(), None);
    for finding in findings {
        stored.push(finding).unwrap();
    }
    stored
}

#[test]
fn a_report_says_all_of_its_findings() {
    let same = || said("same", Some(0), None, "");
    let mut findings = vec![
        finding(1, vec![same(), said(HOSTILE, Some(3), Some(70_000), HOSTILE), same()]),
        finding(2, vec![same(), Answer::Failed(Failure::TimeOut, HOSTILE.to_owned()), Answer::Unseen]),
        finding(
            3,
            vec![
                Answer::Image("one.png".into()),
                Answer::Image("two.png".into()),
                Answer::Image("three.png".into()),
            ],
        ),
    ];
    findings[1].note = format!("note {HOSTILE}");
    findings[1].reduced_from = Some(format!("from {HOSTILE}"));
    findings[2].difference = Some("apart.png".into());
    findings
        .extend((4..110).map(|number| finding(number, vec![same(), said("other", None, None, ""), same()])));
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    let group = |pattern: &DifferencePattern, of: &[&str], minimal: Vec<usize>, others: Vec<usize>| Group {
        pattern: pattern.clone(),
        names: names(of),
        minimal,
        others,
    };
    let groups = [
        group(&findings[0].pattern, &["Name", HOSTILE], vec![0, 2], (3..108).collect()),
        group(&findings[1].pattern, &[], vec![1], vec![]),
    ];
    let known = [group(&findings[0].pattern, &["Old"], vec![108], vec![])];
    let header = header();
    let (title, statement) = (format!("title {HOSTILE}"), format!("statement {HOSTILE}"));
    let notes = [format!("a note {HOSTILE}")];
    let reftest = Reftest { name: "x".into(), test: "<p>test".into(), reference: "<p>reference".into() };
    let smallest = SmallestFile {
        text: format!("smallest {HOSTILE} .c1{{transform:none}}"),
        answers: findings[0].answers.clone(),
        difference: None,
        attachments: vec![Attachment { name: "smallest-1.png".into(), bytes: vec![1, 2] }],
        reftest: Some(reftest),
        reftest_note: format!("reftest {HOSTILE}"),
    };
    let filing = Filing {
        command: Some(format!("dpgen diff {HOSTILE} --only")),
        system: format!("system {HOSTILE}"),
        are_pages: true,
        files: [(findings[0].case.key.clone(), smallest)].into(),
    };
    let report = Report {
        title: &title,
        header: &header,
        findings: &stored(&header, &findings),
        groups: &groups,
        known: &known,
        refusals: None,
        statement: &statement,
        notes: &notes,
        filing: &filing,
    };
    let folder = tempfile::tempdir().unwrap();
    assert!(report.write(folder.path(), &|| false).unwrap());

    let all = pages(folder.path());
    // Of a group a hundred findings are listed beside the minimal ones.
    assert_eq!(all.len(), 1 + (2 + 100) + 1, "the first page, and one for each finding that it lists");
    for (path, page) in &all {
        assert!(
            page.starts_with("<!doctype html>\n<html lang=\"en\">") && page.ends_with("</body>\n</html>\n"),
            "{path}"
        );
        assert!(!page.contains("<b>") && !page.contains('\u{1b}') && !page.contains('\u{202e}'), "{path}");
        assert_eq!(page.matches("<div").count(), page.matches("</div>").count(), "{path}");
        assert_eq!(page.matches("<figure").count(), page.matches("</figure>").count(), "{path}");
        assert_eq!(page.matches("<table").count(), page.matches("</table>").count(), "{path}");
        for link in links(page).into_iter().filter(|link| !link.starts_with("https://drafts.csswg.org/")) {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let own = Path::new(path).parent().unwrap().join(file);
            let target = if file.is_empty() { Path::new(path).to_owned() } else { own };
            assert!(target.exists(), "{path} has a link to {link}");
            if !place.is_empty() {
                assert!(fs::read_to_string(target).unwrap().contains(&format!("id=\"{place}\"")), "{link}");
            }
        }
    }

    // Each place of each text, in its page.
    let page = |number: usize| {
        let own = folder.path().join("findings").join(findings[number].case.name());
        assert_eq!(
            fs::read_to_string(own.join("case.txt")).unwrap(),
            format!("<before>{}<after>", findings[number].case.text)
        );
        fs::read_to_string(own.join("index.html")).unwrap()
    };
    let index = fs::read_to_string(folder.path().join("index.html")).unwrap();
    let has = |page: &str, texts: &[&str]| {
        for text in texts {
            let text = text.replace("{}", ESCAPED);
            assert!(page.contains(&text), "{text} is missing in\n{page}");
        }
    };
    has(
        &index,
        &[
            "<title>title {}</title>",
            "<h1>title {}</h1>",
            "<p class=\"statement\">statement {}</p>",
            "<p>a note {}</p>",
            "<pre>dpgen {}</pre>",
            "<tr><td>spec</td><td>{}</td></tr>",
            "<th>compared</th><th>version</th>",
            "<tr><td><code>one</code></td><td>1.0</td></tr>",
            "<tr><td><code>{}</code></td><td>{}</td></tr>",
            "<tr><td><code>three</code></td><td></td></tr>",
            "<td><a href=\"#group-1\">{}, Name</a></td><td class=\"number\">2</td><td class=\"number\">107</td>",
            "<td>{} times out</td><td><a href=\"#group-2\">nothing in particular</a></td><td class=\"number\">1</td><td class=\"number\">1</td>",
            "<details><summary>1 other minimal findings</summary>",
            "<details><summary>105 findings with the same cause</summary>",
            "<li>and 5 more in <a href=\"findings.jsonl\">findings.jsonl</a></li>",
            "<h2>Left out as known</h2>",
            "<li>{}: Old (1)</li>",
            "<code>case 4 {}</code></li>",
        ],
    );
    assert!(!index.contains("case 105 "), "a hundred are listed");
    has(
        &page(0),
        &[
            "<p><a href=\"../../index.html#group-1\">title {}</a></p>",
            "<link rel=\"stylesheet\" href=\"../../style.css\">",
            "<script src=\"../../report.js\" defer></script>",
            "<p class=\"statement\">{} stands out: one and three paint the same.</p>",
            "<pre>smallest {} .c1{transform:none}</pre>",
            "<pre id=\"finding-command\">dpgen diff {} --only {}:1</pre>",
            "<a href=\"smallest.txt\">smallest.txt</a> · reftest: <a href=\"x.html\">x.html</a>, <a href=\"x-ref.html\">x-ref.html</a>",
            "<p class=\"quiet\">reftest {}</p>",
            "Odd is not wrong",
            "<h1>{}:1</h1>",
            "<p class=\"statement\">{}</p>",
            "<p>the smallest finding of the group of {}, Name; size 1, rank 10</p>",
            "<figure class=\"text\"><figcaption>one, exit code 0</figcaption><pre>same</pre></figure>",
            "<figure class=\"odd text\"><figcaption>{}, exit code 3</figcaption><pre>{}</pre>",
            "<p class=\"aside\">The first of 70000 bytes.</p>",
            "<p class=\"aside\">It also said:</p><pre class=\"aside\">{}</pre>",
            "<pre>case 1 {}</pre>",
            "<pre>&lt;before&gt;case 1 {}&lt;after&gt;</pre>",
        ],
    );
    assert!(!page(0).contains("Made smaller from"));
    has(
        &page(1),
        &[
            "<p>Made smaller from from {}.</p>",
            "<p>note {}</p>",
            "<figure class=\"odd text\"><figcaption>{} times out</figcaption><pre>{}</pre></figure>",
            "<figure><figcaption>three</figcaption><p>Not looked at.</p></figure>",
        ],
    );
    has(
        &page(2),
        &[
            "<figure class=\"image\"><figcaption>one</figcaption><img src=\"one.png\"",
            "<figure class=\"odd image\"><figcaption>{}</figcaption><img src=\"two.png\"",
            "<figcaption>difference</figcaption><img src=\"apart.png\"",
        ],
    );
    has(
        &page(3),
        &[
            "<p>it has the same cause as a minimal finding of the group",
            "<figcaption>{}</figcaption><pre>other</pre>",
        ],
    );

    // The report as a text, and the files beside it.
    let own = folder.path().join("findings").join(findings[0].case.name());
    let filed = fs::read_to_string(own.join("bug-report.txt")).unwrap();
    for part in [
        format!("{HOSTILE} stands out: one and three paint the same.\n"),
        format!("case.txt:\n\nsmallest {HOSTILE} .c1{{transform:none}}\n"),
        format!("one (exit code 0): same\n{HOSTILE} (exit code 3): {HOSTILE}\n"),
        format!("- one 1.0\n- {HOSTILE} {HOSTILE}\n- three (version not known)\nOn system {HOSTILE}.\n"),
        format!("Repeat it alone:\ndpgen diff {HOSTILE} --only {HOSTILE}:1\n"),
    ] {
        assert!(filed.contains(&part), "{part} is missing in\n{filed}");
    }
    assert_eq!(fs::read(own.join("smallest-1.png")).unwrap(), [1, 2]);
    assert_eq!(fs::read_to_string(own.join("x-ref.html")).unwrap(), "<p>reference");

    // The files for programs.
    let lines: Vec<serde_json::Value> = fs::read_to_string(folder.path().join("findings.jsonl"))
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), findings.len(), "known ones are there, too");
    let order: Vec<usize> = [0, 2].into_iter().chain(3..108).chain([1, 108]).collect();
    let mut folders = 0;
    for (line, place) in lines.iter().zip(order) {
        let finding = &findings[place];
        assert_eq!(line["key"], finding.case.key);
        assert_eq!(
            (&line["size"], &line["rank"]),
            (&finding.case.size.into(), &finding.case.rank.clone().into())
        );
        assert_eq!(line["text"], finding.case.text);
        assert_eq!(line["minimal"], [0, 1, 2, 108].contains(&place));
        assert_eq!(line["known"], place == 108);
        assert_eq!(line["odd"], serde_json::json!([HOSTILE]));
        assert_eq!(line["stands_out"], finding.pattern.name(&header.subjects));
        assert_eq!(line["classes"], serde_json::json!([0, 1, 0]));
        // A folder that is named has the page and the case.
        let own = format!("findings/{}", finding.case.name());
        let files = ["index.html", "case.txt"].map(|name| folder.path().join(&own).join(name).exists());
        assert_eq!(files, [line.get("folder").is_some(); 2], "{place}");
        assert!(line.get("folder").is_none_or(|named| *named == own.as_str()));
        folders += usize::from(line.get("folder").is_some());
        assert_eq!(line.get("reduced_from").is_some(), place == 1);
        assert_eq!(line.get("note").is_some(), place == 1);
        assert_eq!(line["answers"], serde_json::to_value(&finding.answers).unwrap());
    }
    assert!((1..findings.len()).contains(&folders), "{folders}");
    let text = fs::read_to_string(folder.path().join("groups.txt")).unwrap();
    let read = KnownGroups::parse(&text).unwrap();
    let written: Vec<String> =
        groups.iter().chain(&known).map(|group| group.line(&header.subjects)).collect();
    assert_eq!(text.lines().collect::<Vec<_>>(), written);
    assert!(written.iter().all(|line| read.contains(line)));

    // A halted report says that it is incomplete, and has the smallest finding.
    assert!(!report.write(folder.path(), &|| true).unwrap());
    let index = fs::read_to_string(folder.path().join("index.html")).unwrap();
    has(
        &index,
        &[&format!(
            "it has 1 of {} groups, and findings.jsonl has 0 findings. The same command writes it anew.",
            groups.len()
        )],
    );
    assert!(!index.contains("No differences"));

    // Written once more, damaged and missing files are restored, and others do not change.
    fs::write(folder.path().join("index.html"), "").unwrap();
    assert!(report.write(folder.path(), &|| false).unwrap());
    assert_eq!(pages(folder.path()).into_iter().collect::<BTreeSet<_>>(), all.into_iter().collect());
}

#[test]
fn a_report_of_nothing_says_so() {
    let header = RunHeader { subjects: vec![subject("x", None), subject("y", None)], ..header() };
    let report = Report {
        title: "none",
        header: &header,
        findings: &stored(&header, &[]),
        groups: &[],
        known: &[],
        refusals: None,
        statement: "all cases agree",
        notes: &[],
        filing: &Filing::default(),
    };
    let folder = tempfile::tempdir().unwrap();
    assert!(report.write(folder.path(), &|| false).unwrap());
    let index = fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert!(
        index.contains("<p>No differences.</p>") && !index.contains("Groups") && !index.contains("known")
    );
    assert!(index.contains("<table><tr><th>compared</th></tr>\n<tr><td><code>x</code></td></tr>"));
    for empty in ["findings.jsonl", "groups.txt"] {
        assert_eq!(fs::read_to_string(folder.path().join(empty)).unwrap(), "");
    }
}
