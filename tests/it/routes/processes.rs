//! Routes of `#[dpgen::test]` that the environment opens: replays, shards, and files of regressions. This program's ignored
//! tests are run by it.

use std::process::Command;

use super::columns::*;
use super::positions::Holder;
use super::table::{Times, compare};

/// The tests of all columns.
const COLUMNS: &str = "::by_reference";

/// What this program's ignored tests with such names print, in an environment.
fn run(tests: &str, variables: &[(&str, &str)]) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([tests, "--ignored", "--nocapture", "--test-threads=1"]);
    for name in ["MAX_SIZE", "SEED", "REPLAY", "SHARD", "VERBOSE"] {
        command.env_remove(format!("DPGEN_{name}"));
    }
    command.env("DPGEN_REGRESSIONS", "0").envs(variables.iter().copied());
    let output = command.output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// What the lines say that a column received.
fn of_column(lines: &[String], module: &str) -> Vec<String> {
    let begin = format!("received {module} ");
    // The runner has its text before the first.
    lines.iter().filter_map(|line| Some(line.split_once(&begin)?.1.to_owned())).collect()
}

/// Compares what all columns received with the oracle.
fn compare_all(route: &str, of: impl Fn(&str) -> Vec<String>) {
    macro_rules! columns {
        ($($module:ident $ty:ty),* $(,)?) => {$(
            compare::<$ty>(route, Some(N), Times::Once, &of(stringify!($module)));
        )*};
    }
    columns! {
        rep_ok RepOk, rep_ok_opaque RepOkOpaque, root_ok RootOk, root_ok_opaque RootOkOpaque, both Both,
        domain Domain, in_context InContext, in_context_opaque InContextOpaque, in_contexts (InContext, RootOk),
        lengths Lengths, finish Finish, nested Nested, holder Holder<RootOk>, vector Vec<RootOk>,
        boxed Box<RootOk>, tuple (Box<(RootOk,)>, RootOk), of_both_kinds (RootOk, RootOkOpaque),
    }
}

#[test]
fn replays() {
    // Of all ranks of all sizes, until no column has a case of one.
    let mut lines = Vec::new();
    for size in 0..=MAX_SIZE {
        for rank in 0.. {
            let replayed = run(COLUMNS, &[("DPGEN_REPLAY", &format!("{size}:{rank}"))]);
            if !replayed.iter().any(|line| line.contains("received ")) {
                break;
            }
            lines.extend(replayed);
        }
    }
    compare_all("a replay", |module| of_column(&lines, module));
}

#[test]
fn shards() {
    let shards = ["1/3", "2/3", "3/3"].map(|shard| run(COLUMNS, &[("DPGEN_SHARD", shard)]));
    let lines = shards.concat();
    // Each case is in one shard, in order and drawn.
    compare_all("a shard of a test", |module| {
        let mut received = of_column(&lines, module);
        received.sort();
        received
            .chunks(2)
            .map(|twice| {
                assert!(matches!(twice, [first, second] if first == second), "{module}: {twice:?}");
                twice[0].clone()
            })
            .collect()
    });
}

/// A file that has every value as a case, valid or not: what is not is skipped.
#[test]
fn regressions() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("tests/it/routes")).unwrap();
    std::fs::write(folder.path().join("tests/it/routes/tests.rs"), "").unwrap();
    let mut file = String::new();
    macro_rules! columns {
        ($($module:ident $ty:ty),* $(,)?) => {$(
            for value in <$ty>::every() {
                let (test, case) = (concat!("it::routes::tests::", stringify!($module), "::by_reference"), value.ron());
                file += &format!("(test: {test:?}, key: \"0:0\", n: {N}, case: (value: {case}))\n");
            }
        )*};
    }
    columns! {
        rep_ok RepOk, rep_ok_opaque RepOkOpaque, root_ok RootOk, root_ok_opaque RootOkOpaque, both Both,
        domain Domain, in_context InContext, in_context_opaque InContextOpaque, in_contexts (InContext, RootOk),
        lengths Lengths, finish Finish, nested Nested, holder Holder<RootOk>, vector Vec<RootOk>,
        boxed Box<RootOk>, tuple (Box<(RootOk,)>, RootOk), of_both_kinds (RootOk, RootOkOpaque),
    }
    std::fs::write(folder.path().join("tests/it/routes/tests.regressions.ron"), file).unwrap();
    let path = folder.path().to_str().unwrap();
    let lines = run(COLUMNS, &[("CARGO_MANIFEST_DIR", path), ("DPGEN_REGRESSIONS", "1")]);
    // They come before all cases of the build, and the drawn ones, which are as many.
    compare_all("a remembered case", |module| {
        let mut received = of_column(&lines, module);
        assert_eq!(received.len() % 3, 0, "{module}: {received:?}");
        received.truncate(received.len() / 3);
        received
    });
}

/// Where `n` is the size, a domain up to `n` may have no value: what would have one is named, and nothing else is.
mod without_a_value {
    use dpgen::DpGen;

    /// No list of size 0 has a key.
    #[derive(DpGen, Debug)]
    pub enum Short {
        Nil,
        Cons(#[dpgen(range = 1..=n)] u8, Box<Short>),
    }

    /// One of size 1 would have a key.
    #[derive(DpGen, Debug)]
    pub enum FromTwo {
        Nil,
        Cons(#[dpgen(range = 2..=n)] u8, Box<FromTwo>),
    }

    /// One of size 3 would have a part, which would have a number.
    #[derive(DpGen, Debug)]
    #[dpgen(weight = 2)]
    pub struct Outer(pub Option<Inner>);

    #[derive(DpGen, Debug)]
    pub struct Inner(#[dpgen(range = 5..=n)] u8);

    #[dpgen::test(max_size = 3, n = size)]
    #[ignore = "run by another test"]
    fn values_everywhere(_: &Short) {}

    #[dpgen::test]
    #[ignore = "run by another test"]
    fn values_but_for_an_argument(_: &Short, #[dpgen(range = 1..=n)] key: u8) {
        assert!(key > 0);
    }

    #[dpgen::test(max_size = 3, n = size)]
    #[ignore = "run by another test"]
    fn values_from_two_on(_: &FromTwo) {}

    #[dpgen::test(max_size = 6, n = size)]
    #[ignore = "run by another test"]
    fn values_but_for_what_is_below(_: &Outer) {}
}

#[test]
fn what_has_no_value_is_said() {
    let line = |test: &str| {
        let lines = run(&format!("without_a_value::{test}"), &[]);
        let line = lines.iter().find(|line| line.contains(" in ") && line.contains(" s")).unwrap().clone();
        line.split_once("; ").map_or(String::new(), |(_, said)| said.to_owned())
    };
    assert_eq!(line("values_everywhere"), "");
    assert_eq!(
        line("values_but_for_an_argument"),
        "no case of size 0 has `key`, whose domain is empty there"
    );
    assert_eq!(line("values_from_two_on"), "no case of size 1 has `Cons.0`, whose domain is empty there");
    assert_eq!(
        line("values_but_for_what_is_below"),
        "no case of sizes 3 to 4 has `Inner.0`, whose domain is empty there"
    );
}
