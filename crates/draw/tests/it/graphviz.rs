//! The language DOT as Graphviz itself reads it, if it is installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

use dpgen_draw::{Parts, Tree, dot};

use crate::{labels, trees};

/// What `dot` makes of a text; `None`, with a line that says so, if it is not installed.
fn graphviz(format: &str, text: &str) -> Option<String> {
    let started = Command::new("dot")
        .arg(format!("-T{format}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            // Past the capture of the test harness.
            let _ =
                writeln!(std::io::stderr(), "skipped: Graphviz reads DOT: `dot` can not be started: {error}");
            return None;
        }
    };
    let (mut stdin, bytes) = (child.stdin.take().unwrap(), text.as_bytes().to_vec());
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}\n{text}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// The names and labels of the nodes, and the number of edges, as Graphviz tells them.
fn read(tree: &Tree, parts: Parts) -> Option<(Vec<String>, usize)> {
    let svg = graphviz("svg", &dot(tree, "a \"name\" \\ &amp;", parts))?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&svg, options).unwrap();
    let groups = |class: &'static str| {
        document.descendants().filter(move |node| node.attribute("class") == Some(class))
    };
    let text = |node: roxmltree::Node<'_, '_>| {
        let texts = node.descendants().filter(|inner| inner.tag_name().name() == "text");
        texts.map(|text| text.text().unwrap_or_default().to_owned()).collect::<String>()
    };
    Some((groups("node").map(text).collect(), groups("edge").count()))
}

#[test]
fn graphviz_reads_labels_as_they_are() {
    let tree = labels::nasty();
    let Some((mut read, edges)) = read(&tree, Parts::Each) else { return };
    // Graphviz writes spaces that follow each other as ones that do not break.
    let plain = |text: &str| text.replace('\u{a0}', " ");
    let mut labels: Vec<String> = tree.nodes().iter().map(|node| plain(&node.label)).collect();
    read.iter_mut().for_each(|label| *label = plain(label));
    labels.sort();
    read.sort();
    assert_eq!((read, edges), (labels, labels::NASTY.len()));
}

#[test]
fn graphviz_reads_the_trees_of_dpgen() {
    for tree in trees::random(25).iter().step_by(30) {
        let Some((nodes, edges)) = read(tree, Parts::Each) else { return };
        assert_eq!((nodes.len(), edges), (25, 24));
        // Shared, there are fewer nodes, and every way down is still there.
        let Some((shared, edges)) = read(tree, Parts::Shared) else { return };
        assert!(shared.len() < 25 && edges >= shared.len() - 1);
    }
}
