//! The regression file: cases that failed in earlier runs, in a file beside a test's source, whose cases are tried first.
//!
//! `tests/trees.rs` has `tests/trees.regressions.ron`. Each line is one case, as RON: the test, the case's size and rank
//! when it failed, what `n` was, and the case itself. The case is what counts: a rank, as a seed, means another case
//! once a type or a predicate has changed. A case that the type no longer has, or that the predicate now rejects, is
//! skipped with a note; whoever knows that it is of no use any more deletes the line. A line of another form is a sequence of
//! calls; `sequences/known_failures.rs` reads and writes its calls.

use std::env;
use std::fmt::{self, Display};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use dpgen_forest::schema::Schema;
use dpgen_forest::structure::nodes_of;
use dpgen_forest::{Count, from_ron};

use super::builds::scope;
use super::case_type::CaseType;
use super::options::{Overrides, TestOptions};
use crate::evaluate_predicates::accepts;

/// The first line of a new file.
const FILE_HEADER: &str =
    "// Cases that failed once, which dpgen tries first: keep this file with the source.\n";

/// The file of the tests of a source file.
#[derive(Debug, Clone)]
pub(super) struct RegressionFile {
    path: PathBuf,
}

/// A line of such a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Where it stands.
    pub(super) place: String,
    pub(super) n: u32,
    /// The case as RON.
    pub(super) case: String,
}

/// A case that was read.
#[derive(Debug, Clone)]
pub(super) struct RegressionCase {
    pub(super) schema: Arc<Schema>,
    pub(super) words: Vec<u32>,
    pub(super) entry: Entry,
    pub(super) size: u32,
}

impl Display for RegressionFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.path.display().fmt(f)
    }
}

impl RegressionFile {
    /// The file of a test, if it is to be used.
    pub(super) fn in_use(options: &TestOptions, overrides: &Overrides) -> Option<Self> {
        let is_used = options.regressions && !overrides.no_regressions && overrides.replay.is_none();
        if is_used { Self::beside(options.source, options.package) } else { None }
    }

    /// The file beside a source file, if that is where it was when it was compiled.
    pub(super) fn beside(source: &str, package: Option<&str>) -> Option<Self> {
        let folder = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let folder = folder.or_else(|| package.map(PathBuf::from))?;
        // A source's path begins at the workspace, which the package is somewhere in.
        let sources = folder.ancestors().map(|folder| folder.join(source));
        let source = sources.into_iter().find(|source| source.is_file())?;
        let path = source.with_extension("regressions.ron");
        // Shown as short as it can be.
        let short = env::current_dir().ok().and_then(|here| Some(path.strip_prefix(here).ok()?.to_owned()));
        Some(Self { path: short.unwrap_or(path) })
    }

    /// The cases of a test, in order.
    pub(super) fn entries(&self, test: &str) -> Vec<Entry> {
        let entries = self.lines(|place, line| match line {
            Line::Case { test: of, n, case } if of == test => Some(Entry { place, n, case: case.to_owned() }),
            _ => None,
        });
        entries.unwrap_or_else(|error| {
            eprintln!("note: {self} can not be read, and its cases are not tried: {error}");
            Vec::new()
        })
    }

    /// The sequences of calls of a type in a test, in order, each as a list.
    pub(super) fn sequences(&self, test: &str, calls_of: &str) -> Vec<String> {
        let sequences = self.lines(|_, line| match line {
            Line::Calls { test: of, calls_of: ty, calls } if (of, ty) == (test, calls_of) => {
                Some(calls.to_owned())
            }
            _ => None,
        });
        sequences.unwrap_or_else(|error| {
            eprintln!("note: {self} can not be read, and its sequences are not tried: {error}");
            Vec::new()
        })
    }

    /// What is wanted of the lines, each with its place; none of a file that is not there.
    fn lines<E>(&self, mut wanted: impl FnMut(String, Line<'_>) -> Option<E>) -> std::io::Result<Vec<E>> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with("//") {
                continue;
            }
            let place = format!("{self}:{}", number + 1);
            match Line::parse(line) {
                Some(line) => found.extend(wanted(place, line)),
                None => {
                    eprintln!("note: {place} is not of the form {CASE_FORM} or {CALLS_FORM}, and is skipped")
                }
            }
        }
        Ok(found)
    }

    /// Adds a case.
    pub(super) fn add(&self, test: &str, key: (u32, &Count), n: u32, case: &str) -> std::io::Result<()> {
        let (size, rank) = key;
        self.append(&format!("(test: {test:?}, key: \"{size}:{rank}\", n: {n}, case: {case})"))
    }

    /// Adds a sequence of calls of a type, as a list.
    pub(super) fn add_sequence(&self, test: &str, calls_of: &str, calls: &str) -> std::io::Result<()> {
        self.append(&format!("(test: {test:?}, calls_of: {calls_of:?}, calls: {calls})"))
    }

    fn append(&self, line: &str) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        let head = if file.metadata()?.len() == 0 { FILE_HEADER } else { "" };
        // In one piece, as other tests may write, too.
        file.write_all(format!("{head}{line}\n").as_bytes())
    }
}

/// A line of a case, with the parts that are read.
const CASE_FORM: &str = "`(test: \"...\", key: \"...\", n: ..., case: ...)`";
/// A line of a sequence.
const CALLS_FORM: &str = "`(test: \"...\", calls_of: \"...\", calls: [...])`";

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
enum Line<'a> {
    Case { test: &'a str, n: u32, case: &'a str },
    Calls { test: &'a str, calls_of: &'a str, calls: &'a str },
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (test, rest) = line.strip_prefix("(test: \"")?.strip_suffix(')')?.split_once("\", ")?;
        if let Some(rest) = rest.strip_prefix("calls_of: \"") {
            let (calls_of, calls) = rest.split_once("\", calls: ")?;
            return Some(Self::Calls { test, calls_of, calls });
        }
        let (head, case) = rest.strip_prefix("key: \"")?.split_once(", case: ")?;
        let (_, n) = head.split_once("\", n: ")?;
        Some(Self::Case { test, n: n.trim().parse().ok()?, case })
    }
}

impl Entry {
    /// The case, if it still is one.
    pub(super) fn read(&self, case_type: &CaseType, options: &TestOptions) -> Option<RegressionCase> {
        let note = |why: &dyn Display| {
            let (place, test) = (&self.place, options.function);
            eprintln!("note: {place} is no longer a case of `{test}`, and is skipped: {why}");
        };
        // What is wrong with the type itself is said where it is built.
        let model = (case_type.model)(&scope(options, self.n, None)).ok()?;
        let words = from_ron(&model.schema, &self.case).map_err(|misfit| note(&misfit)).ok()?;
        let nodes = nodes_of(&model.schema, &words);
        if accepts(&model, &nodes, false) == Some(false) {
            note(&"the predicate rejects it");
            return None;
        }
        let size = nodes.iter().map(|node| model.schema.constructor(node.ctor).weight).sum();
        Some(RegressionCase { schema: model.schema, words, entry: self.clone(), size })
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_line_is_a_case_or_a_sequence_of_a_test() {
        let line = r#"(test: "a::b", key: "3:1", n: 4, case: (list: Cons(1, Nil), text: ", case: "))"#;
        let case = r#"(list: Cons(1, Nil), text: ", case: ")"#;
        assert_eq!(Line::parse(line), Some(Line::Case { test: "a::b", n: 4, case }));
        let line = r#"(test: "a::b", calls_of: "Op", calls: [Push("\", calls: "), Pop])"#;
        let calls = r#"[Push("\", calls: "), Pop]"#;
        assert_eq!(Line::parse(line), Some(Line::Calls { test: "a::b", calls_of: "Op", calls }));
        assert_eq!(Line::parse("(test: \"a\", n: 4)"), None);
        assert_eq!(Line::parse("(test: \"a\", calls_of: \"Op\")"), None);
    }
}
