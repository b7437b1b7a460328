//! Options of a test: of its attribute ([`TestOptions`]), and of the environment ([`Overrides`]).

use std::env;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use dpgen_forest::Count;

/// The largest size that samples are drawn from, where the test names none.
pub(super) const MAX_DEFAULT_SIZE: u32 = 16;

/// The name of an argument, and its value as `Debug` shows it.
pub type Argument = (&'static str, String);

/// A function that shows the arguments of a case, when it fails.
pub type Show<T> = fn(&T) -> Vec<Argument>;

/// The options of `#[dpgen::test(...)]`.
#[derive(Debug, Clone, Copy)]
pub struct TestOptions {
    /// The test's path, as `cargo test` knows it.
    pub name: &'static str,
    /// The name of the function alone.
    pub function: &'static str,
    /// The source file, from the workspace's folder on.
    pub source: &'static str,
    /// The folder of the package, when it was compiled.
    pub package: Option<&'static str>,
    /// Whether failures are kept beside the source.
    pub regressions: bool,
    /// The largest size of which all cases are tried; without one, as many sizes as have few enough cases.
    pub max_size: Option<u32>,
    /// The smallest size.
    pub min_size: u32,
    /// Whether `n`, in domains, is each case's own size, and not the largest size.
    pub own_n: bool,
    /// Parameters of the scope.
    pub params: &'static [(&'static str, i64)],
    /// The engine.
    pub algorithm: Option<&'static str>,
    /// Whether path conditions are tried, each by its smallest solution, instead of all values.
    pub symbolic: bool,
    /// The number of threads on which cases are built and run; 0 is one a core.
    pub threads: usize,
    /// The most cases.
    pub limit: Option<u64>,
    /// When to stop.
    pub time: Option<Duration>,
    /// The most time that a case may take.
    pub case_time: Option<Duration>,
    /// The samples of each larger size.
    pub sample: Option<u32>,
    /// The sizes that are drawn from: the first and the last.
    pub sample_sizes: Option<(u32, u32)>,
    /// The number of cases up to the largest size.
    pub expect: Option<u64>,
}

impl TestOptions {
    /// Without an attribute's arguments.
    pub const DEFAULT: Self = Self {
        name: "",
        function: "",
        source: "",
        package: None,
        regressions: true,
        max_size: None,
        min_size: 0,
        own_n: false,
        params: &[],
        algorithm: None,
        symbolic: false,
        threads: 0,
        limit: None,
        time: None,
        case_time: None,
        sample: None,
        sample_sizes: None,
        expect: None,
    };
}

/// The options of the environment for a run of tests.
#[derive(Debug, Clone, Default)]
pub(super) struct Overrides {
    /// `DPGEN_MAX_SIZE=9`.
    pub(super) max_size: Option<u32>,
    /// `DPGEN_SEED=7`: what samples are drawn by.
    pub(super) seed: u64,
    /// `DPGEN_REPLAY=4:17`: the size and rank of the only case.
    pub(super) replay: Option<(u32, Count)>,
    /// `DPGEN_REPLAY=calls:2.0.1`: the numbers of the calls of the only sequence.
    pub(super) replay_calls: Option<Vec<u32>>,
    /// `DPGEN_SHARD=2/8`: the second of eight parts of each size.
    pub(super) shard: Option<(u32, u32)>,
    /// `DPGEN_REGRESSIONS=0`: no failure of an earlier run is tried, and none is kept.
    pub(super) no_regressions: bool,
    /// `DPGEN_CASE_TIME=60`: how many seconds a case may take.
    pub(super) case_time: Option<Duration>,
    /// `DPGEN_VERBOSE=1`.
    pub(super) verbose: bool,
    /// `DPGEN_OBSERVE=DIR`: the folder of the files with what each test ran.
    pub(super) observe: Option<PathBuf>,
}

impl Overrides {
    /// Whether no case is left out.
    pub(super) fn all_cases(&self) -> bool {
        self.replay.is_none() && self.shard.is_none()
    }

    /// A test's name, with the part of its cases that is run.
    pub(super) fn name_of_part(&self, name: &str) -> String {
        let part = self.shard.map(|(index, of)| format!(".{index}-of-{of}"));
        format!("{name}{}", part.unwrap_or_default())
    }

    /// Reads the environment.
    ///
    /// # Panics
    /// When a variable is set to what it can not mean.
    pub(super) fn from_env() -> Self {
        let sequence = env::var("DPGEN_REPLAY").ok().filter(|text| text.starts_with("calls:"));
        let replay_calls = sequence.map(|_| {
            let form = "the numbers of calls, as in `DPGEN_REPLAY=calls:2.0.1`";
            let calls = variable("DPGEN_REPLAY", form, |text| {
                text.strip_prefix("calls:")?.split('.').map(number).collect::<Option<Vec<u32>>>()
            });
            calls.unwrap_or_default()
        });
        Self {
            max_size: variable("DPGEN_MAX_SIZE", "a size, as in `DPGEN_MAX_SIZE=9`", number),
            seed: variable("DPGEN_SEED", "a number, as in `DPGEN_SEED=7`", number).unwrap_or_default(),
            replay: match &replay_calls {
                Some(_) => None,
                None => variable("DPGEN_REPLAY", "a size and a rank, as in `DPGEN_REPLAY=4:17`", |text| {
                    let (size, rank) = text.split_once(':')?;
                    Some((number(size)?, number(rank)?))
                }),
            },
            replay_calls,
            shard: variable("DPGEN_SHARD", "a part and their number, as in `DPGEN_SHARD=2/8`", |text| {
                let (index, of) = text.split_once('/')?;
                let (index, of) = (number(index)?, number(of)?);
                (1 <= index && index <= of).then_some((index, of))
            }),
            no_regressions: switch("DPGEN_REGRESSIONS") == Some(false),
            case_time: variable(
                "DPGEN_CASE_TIME",
                "a number of seconds, as in `DPGEN_CASE_TIME=60`",
                |text| number(text).filter(|seconds| *seconds > 0).map(Duration::from_secs),
            ),
            verbose: switch("DPGEN_VERBOSE") == Some(true),
            observe: env::var_os("DPGEN_OBSERVE").filter(|folder| !folder.is_empty()).map(PathBuf::from),
        }
    }
}

fn number<N: FromStr>(text: &str) -> Option<N> {
    text.trim().parse().ok()
}

/// Whether a variable is 1, if it is set.
fn switch(name: &str) -> Option<bool> {
    let read = |text: &str| match text {
        "" => Some(None),
        "0" => Some(Some(false)),
        "1" => Some(Some(true)),
        _ => None,
    };
    variable(name, "0 or 1", read)?
}

fn variable<V>(name: &str, expected: &str, read: impl Fn(&str) -> Option<V>) -> Option<V> {
    let text = env::var_os(name)?;
    match text.to_str().and_then(read) {
        Some(value) => Some(value),
        None => panic!("{name} is {text:?}: expected {expected}"),
    }
}
