//! Answers cases `pattern<TAB>subject`, a line each, with the spans of the first match and of its groups: `1-2 1-1 -`.
//! A line without a tab is repeated.
//! The crate is `regex`, or `fancy-regex` with an argument; to be built with both as dependencies.
use std::io::{self, BufRead, Write};

type Spans = Vec<Option<(usize, usize)>>;

fn plain(pattern: &str, subject: &str) -> Option<Option<Spans>> {
    let regex = regex::Regex::new(pattern).ok()?;
    let spans = |found: regex::Captures| found.iter().map(|m| m.map(|m| (m.start(), m.end()))).collect();
    Some(regex.captures(subject).map(spans))
}

fn fancy(pattern: &str, subject: &str) -> Option<Option<Spans>> {
    let regex = fancy_regex::Regex::new(pattern).ok()?;
    let spans = |found: fancy_regex::Captures| found.iter().map(|m| m.map(|m| (m.start(), m.end()))).collect();
    Some(regex.captures(subject).ok()?.map(spans))
}

fn main() {
    let engine = if std::env::args().len() > 1 { fancy } else { plain };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let Some((pattern, subject)) = line.split_once('\t') else {
            println!("{line}");
            continue;
        };
        let answer = match engine(pattern, subject) {
            None => "refused".to_owned(),
            Some(None) => "none".to_owned(),
            Some(Some(spans)) => {
                let words = spans.iter().map(|span| span.map_or("-".to_owned(), |(a, b)| format!("{a}-{b}")));
                words.collect::<Vec<_>>().join(" ")
            }
        };
        println!("{answer}");
        io::stdout().flush().expect("an open pipe");
    }
}
