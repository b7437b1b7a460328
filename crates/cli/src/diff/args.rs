//! The flags of `dpgen diff`, and what a run depends on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dpgen_diff::{GroupNaming, KnownGroups, Vocabulary};
use dpgen_forest::{Catalog, Count};

use crate::command_error::CommandError;
#[cfg(feature = "browsers")]
use crate::diff::browser_args::BrowserArgs;
#[cfg(not(feature = "browsers"))]
use crate::diff::no_browser_args::BrowserArgs;
use crate::diff::program_args::{ProgramArgs, positive_time};
use crate::diff::repeat_command::quoted;
use crate::input::build_input::{Input, InputArgs};
use crate::input::common_args::{EngineArgs, PartArgs, SizeArgs};
use crate::input::flag_values::Ranks;
use crate::input::format_args::FormatArgs;
use crate::input::odds_args::OddsArgs;
use crate::input::read_bounded::read_bounded;
use crate::input::structure_key::{Identity, Key, RANK_ORDER, spec_hash};

/// The flag that names the folder of a report.
pub const REPORT_FLAG: &str = "--report";
/// The largest file of known groups, in bytes.
const MAX_KNOWN_LEN: u64 = 16 << 20;
/// How long an answer of a program may take without a flag.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an answer of a browser may take without a flag.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(20);

/// Runs every structure up to a size through several programs or browsers, and tells on which they disagree (up to size
/// 4 if nothing else is said)
///
/// Structures on which programs differ are findings; so are those on which one crashes or does not answer in time. A
/// finding is minimal if nothing can be left out of it, no value be replaced by an earlier one, and it is no combination
/// of others. Minimal findings in which the same programs stand out, and in which the same names occur, are a group. Standard
/// output gets the groups, each with its smallest finding.
///
/// With --report DIR a run goes on where one was stopped. Exit code 5: there are differences that are not known.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("who").required(true).args(["commands", "engines", "merge"]))]
pub struct Args {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub programs: ProgramArgs,
    #[command(flatten)]
    pub browsers: BrowserArgs,
    /// How long an answer may take, as in 500ms, 10s or 2m; what takes longer is ended, which is a finding. A run
    /// with a batch has as long, and is cut up if it takes longer [default: 10s; for browsers 20s]
    #[arg(long, value_name = "TIME", value_parser = positive_time)]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub sizes: SizeArgs,
    #[command(flatten)]
    pub part: PartArgs,
    /// Instead of all structures, so many different ones drawn at random, each with the same probability or as --odds says;
    /// findings are made smaller
    #[arg(long, value_name = "K", conflicts_with_all = ["shard", "rank"],
        value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: Option<u64>,
    /// Only the structure with this key, as reports name it; the other flags are those of the run
    #[arg(long, value_name = "KEY", value_parser = |text: &str| text.parse::<Key>(),
        conflicts_with_all = ["sample", "shard", "rank", "size", "min_size", "limit", "merge"])]
    pub only: Option<Key>,
    /// The seed of the draws
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub odds: OddsArgs,
    /// Makes one report of the reports of shards, in the folder of --report
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "report", conflicts_with_all = ["spec", "sample"])]
    pub merge: Vec<PathBuf>,
    /// A folder for a report, and from which a stopped run goes on
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// The command that a report names, for programs that run this one
    #[arg(long, value_name = "COMMAND", hide = true)]
    pub shown_as: Option<String>,
    /// A file with groups that are known, as in a report's groups.txt; they are counted and left out
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Which names tell groups apart: types, whose constructors count, and Type.field, separated by commas [default: the
    /// type with the most constructors]
    #[arg(long, value_name = "NAMES")]
    pub group_by: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
}

impl Args {
    /// How long an answer may take.
    pub fn timeout(&self) -> Duration {
        let default = if self.browsers.is_given() { BROWSER_TIMEOUT } else { PROGRAM_TIMEOUT };
        self.timeout.unwrap_or(default)
    }

    /// The sizes of the cases: with a key, the one of the key.
    pub fn case_sizes(&self) -> SizeArgs {
        let size = self.only.as_ref().map_or(self.sizes.size, |key| Some(key.size));
        SizeArgs { size, min_size: self.sizes.min_size }
    }

    /// The part of the cases, without a limit: with a key, its rank.
    pub fn case_part(&self) -> PartArgs {
        let only = |key: &Key| Ranks { start: key.rank.clone(), end: Some(key.rank.clone() + Count::ONE) };
        let rank = self.only.as_ref().map_or_else(|| self.part.rank.clone(), |key| Some(only(key)));
        PartArgs { limit: None, shard: self.part.shard, rank }
    }

    /// Refuses a key that is of other structures than those of the flags.
    pub fn check_key(&self, input: &Input, catalog: &Catalog) -> Result<(), CommandError> {
        let identity = Identity::of(&input.spec, catalog);
        match &self.only {
            Some(key) if key.identity != identity => Err(CommandError::Usage(format!(
                "the key {key} is of other structures: with these flags, keys begin with {identity}. --max-size and --param have to be \
                 those of its run, and the spec the same"
            ))),
            _ => Ok(()),
        }
    }

    /// The command that a report names.
    pub fn command(&self) -> String {
        self.shown_as.clone().unwrap_or_else(command_line)
    }

    /// What a run depends on, by name.
    pub fn inputs(&self, input: &Input, catalog: &Catalog) -> Result<Vec<(String, String)>, CommandError> {
        let entry = |name: &str, value: String| (name.to_owned(), value);
        let mut inputs = vec![
            entry("dpgen", env!("CARGO_PKG_VERSION").to_owned()),
            entry("order of ranks", RANK_ORDER.to_owned()),
            entry("spec", input.spec.name().to_owned()),
            entry("the spec's hash", spec_hash(&input.spec)),
            entry("max size", catalog.scope().max_size().to_string()),
        ];
        inputs.extend(
            catalog.scope().params().map(|(name, value)| (format!("parameter {name}"), value.to_string())),
        );
        inputs.push(entry("algorithm", catalog.algorithm().to_string()));
        inputs.push(entry("fields", catalog.fields().to_string()));
        if let Ok(format) = self.format.format() {
            inputs.push(entry("format", format.to_string()));
        }
        inputs.extend(self.format.rendering.iter().map(|name| entry("rendering", name.clone())));
        inputs.extend(self.format.template.iter().map(|template| entry("template", template.clone())));
        inputs.extend(if self.browsers.is_given() {
            self.browsers.inputs(self.timeout())
        } else {
            self.programs.inputs(self.timeout())?
        });
        Ok(inputs)
    }

    /// The naming by which findings are grouped.
    pub fn naming(&self, vocabulary: &Vocabulary) -> Result<GroupNaming, CommandError> {
        match &self.group_by {
            None => Ok(GroupNaming::by_widest_type(vocabulary)),
            Some(text) => GroupNaming::parse(text, vocabulary)
                .map_err(|why| CommandError::Usage(format!("--group-by: {why}"))),
        }
    }
    /// The groups that are known.
    pub fn known_groups(&self) -> Result<KnownGroups, CommandError> {
        self.known.as_deref().map_or_else(|| Ok(KnownGroups::default()), read_known)
    }
}

/// Reads a file of known groups.
fn read_known(path: &Path) -> Result<KnownGroups, CommandError> {
    let bytes = File::open(path).and_then(|file| read_bounded(file, MAX_KNOWN_LEN, "a file of known groups"));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let text = text.map_err(|error| error.to_string());
    let known = text.and_then(|text| KnownGroups::parse(&text));
    known.map_err(|why| CommandError::Usage(format!("the known groups of {}: {why}", path.display())))
}

/// The command of this process, quoted for a shell.
fn command_line() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    ["dpgen".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}
