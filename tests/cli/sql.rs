//! Queries of the spec `sql-select`: counted by `tests/oracles/sql_select.py`, and run by SQLite without an error.
//!
//! `tests/oracles/sql/sql_run.py` asks an engine for the rows of queries, a line each.

use super::contexts::{ALGORITHMS, ORACLES, counts, oracle};
use super::*;
use std::process::{Command as Program, Stdio};

#[test]
fn counts_of_queries_are_those_of_a_program_that_makes_all() {
    let few = "literals=0 comparisons=0 functions=0 joins=1 kinds=1 columns=1";
    for (size, params) in [
        (4, String::new()),
        (4, "on_subqueries=1 joins=3 kinds=3 columns=3".to_owned()),
        (6, format!("{few} tables=2 orders=1")),
        (5, format!("{few} tables=3 orders=0 on_subqueries=1")),
    ] {
        let Some(expected) = oracle(&format!("sql_select.py {size} {params}")) else { return };
        let flags: String = params.split_whitespace().map(|param| format!(" --param {param}")).collect();
        for algorithm in ALGORITHMS {
            let found = counts(&format!("sql-select --max-size {size} --algorithm {algorithm}{flags}"));
            assert_eq!(found, expected, "{params}, {algorithm}");
        }
    }
}

/// What SQLite answers to queries, a line each; nothing if there is no SQLite from 3.39 on, which is the first with
/// `IS DISTINCT FROM`.
fn answers(queries: &[String]) -> Option<Vec<String>> {
    let has_sqlite = "import sqlite3; raise SystemExit(sqlite3.sqlite_version_info < (3, 39))";
    let found = Program::new("python3").args(["-c", has_sqlite]).stderr(Stdio::null()).status();
    if !found.is_ok_and(|status| status.success()) {
        skipped("there is no python3 with SQLite 3.39 or later");
        return None;
    }
    let folder = folder();
    let path = folder.path().join("queries");
    fs::write(&path, queries.join("\n") + "\n").expect("it can be written");
    let queries = fs::File::open(&path).expect("it was written");
    let mut process = Program::new("python3");
    process.args(["sql_run.py", "sqlite3"]).current_dir(format!("{ORACLES}/sql")).stdin(queries);
    let output = process.stderr(Stdio::inherit()).output().expect("it runs");
    assert!(output.status.success(), "it ended with {}", output.status);
    Some(text(&output.stdout).lines().map(str::to_owned).collect())
}

/// Every query of a size up to 4, and samples with all kinds of joins that SQLite has.
#[test]
fn sqlite_refuses_no_query() {
    let mut queries = lines("enumerate sql-select --max-size 4");
    // As many as the spec states for the sizes from 0 to 4.
    assert_eq!(queries.len(), 30 + 500 + 4590);
    queries.extend(lines("sample sql-select --size 12 --count 1000 --seed 1 --odds clauses"));
    queries.extend(lines(
        "sample sql-select --size 10 --count 1000 --seed 1 --preset wide --param joins=4 --param on_subqueries=1",
    ));
    let Some(answers) = answers(&queries) else { return };
    assert_eq!(answers.len(), queries.len());
    for (query, answer) in queries.iter().zip(&answers) {
        assert!(answer.contains(" rows: "), "{query}: {answer}");
    }
}

/// Rows that were worked out by hand from `schema.sql`.
#[test]
fn rows_are_those_of_the_tables() {
    let queries = [
        // Two rows of a have n0 = 1, and two of b.
        ("SELECT COUNT(*) AS k0 FROM a AS t0 JOIN b AS t1 ON t0.n0 = t1.n0", "1 rows: 4"),
        ("SELECT t0.s AS k0 FROM a AS t0 ORDER BY k0 DESC NULLS LAST LIMIT 2 OFFSET 1", "2 rows: 'a' | ''"),
        ("SELECT t0.s AS k0, t0.n1 AS k1 FROM b AS t0", "3 rows: 'a' 0 | 'b' 1 | NULL NULL"),
        // b.n0 has a NULL, so that 0 and 2 are neither in it nor not.
        ("SELECT t0.n0 AS k0 FROM a AS t0 WHERE t0.n0 NOT IN (SELECT t1.n0 AS k0 FROM b AS t1)", "0 rows: "),
    ];
    let (queries, expected): (Vec<String>, Vec<String>) =
        queries.iter().map(|(query, rows)| ((*query).to_owned(), (*rows).to_owned())).unzip();
    let Some(answers) = answers(&queries) else { return };
    assert_eq!(answers, expected);
}
