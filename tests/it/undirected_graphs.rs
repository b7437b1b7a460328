//! The example of undirected graphs: as many as the OEIS has, and the same up to isomorphism as those of nauty's `geng`.

#[allow(dead_code, reason = "its main program")]
#[path = "../../examples/undirected_graphs.rs"]
mod example;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

use dpgen::{Algorithm, DpGen, Generator};
use example::{Connected, Graph};

/// OEIS A000088, "number of graphs on n unlabeled nodes".
const GRAPHS: [u128; 8] = [1, 1, 2, 4, 11, 34, 156, 1044];
/// OEIS A001349, "number of simple connected graphs on n unlabeled nodes".
const CONNECTED: [u128; 8] = [1, 1, 1, 2, 6, 21, 112, 853];

fn counted<T: DpGen>(algorithm: Algorithm, counts: &[u128]) {
    let max_size = u32::try_from(counts.len() - 1).unwrap();
    let built = Generator::<T>::up_to(max_size).algorithm(algorithm).build().unwrap();
    for (size, count) in (0..).zip(counts) {
        assert_eq!(built.count(size), *count, "{algorithm}, {size} vertices");
    }
}

#[test]
fn counts_are_those_of_the_oeis() {
    for algorithm in [Algorithm::Dp, Algorithm::TopDown] {
        counted::<Graph>(algorithm, &GRAPHS);
        counted::<Connected>(algorithm, &CONNECTED);
    }
}

/// What a program of nauty writes, line by line; `None`, with a line that says so, if it is not installed.
fn nauty(program: &str, args: &[&str], input: String) -> Option<Vec<String>> {
    let started = Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            // Past the capture of the test harness.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: graphs as nauty finds them: `{program}` can not be started: {error}"
            );
            return None;
        }
    };
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{program}: {}", output.status);
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// Graphs in nauty's canonical form, and that no two of them are isomorphic.
fn canonical(lines: &[String]) -> Option<BTreeSet<String>> {
    let canonical: BTreeSet<String> =
        nauty("nauty-labelg", &["-q"], lines.join("\n") + "\n")?.into_iter().collect();
    assert_eq!(canonical.len(), lines.len(), "isomorphic graphs come twice");
    Some(canonical)
}

#[test]
fn graphs_are_those_of_nauty() {
    let graphs = Generator::<Graph>::up_to(7).build().unwrap();
    let connected = Generator::<Connected>::up_to(7).build().unwrap();
    // `geng` has no graph without vertices.
    for vertices in 1..=7 {
        let found: Vec<String> = graphs.iter_size(vertices).map(|graph| graph.graph6()).collect();
        let found_connected: Vec<String> =
            connected.iter_size(vertices).map(|whole| whole.graph.graph6()).collect();
        for (args, found) in [("-q", found), ("-qc", found_connected)] {
            let Some(expected) = nauty("nauty-geng", &[args, &vertices.to_string()], String::new()) else {
                return;
            };
            let Some(expected) = canonical(&expected) else { return };
            assert!(canonical(&found).as_ref() == Some(&expected), "{vertices} vertices, {args}");
        }
    }
}
