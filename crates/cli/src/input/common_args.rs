//! The flags that several commands take: the scope, sizes and parts, the engine, the output folder.
//!
//! Those of formats are in `format_args.rs`, the parsers of values in `flag_values.rs`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dpgen_forest::{Algorithm, Scope};
use dpgen_spec::{Preset, Spec, nearest};

use crate::command_error::CommandError;
use crate::folder::folder_layout::FolderLayout;
use crate::input::flag_values::{self, Ranks, Shard};

/// The flags of the scope, which makes the search finite.
#[derive(Debug, Args)]
pub struct ScopeArgs {
    /// The largest size of a structure; the parameter n of the spec
    #[arg(long, value_name = "N", value_parser = flag_values::sizes())]
    pub max_size: Option<u32>,
    /// Sets a parameter of the spec; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = flag_values::param)]
    pub param: Vec<(String, i64)>,
    /// Sets the parameters of a preset of the spec (`dpgen check` lists them); --max-size and --param come after it
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
}

impl ScopeArgs {
    /// The scope: up to the maximum size, if a flag or the preset says one, else up to another.
    pub fn scope(&self, spec: &Spec, otherwise: u32) -> Result<Scope, CommandError> {
        let max_size = self.max_size_for(spec)?.unwrap_or(otherwise);
        let scope = self.preset(spec)?.map(|preset| preset.scope(max_size).resized(max_size));
        let scope = scope.unwrap_or_else(|| Scope::new(max_size));
        Ok(self.param.iter().fold(scope, |scope, (name, value)| scope.with(name.as_str(), *value)))
    }

    /// The maximum size that a flag or the preset says.
    pub fn max_size_for(&self, spec: &Spec) -> Result<Option<u32>, CommandError> {
        let preset = self.preset(spec)?;
        Ok(self.max_size.or_else(|| preset.and_then(|preset| preset.max_size)))
    }

    /// The preset that is asked for.
    fn preset<'s>(&self, spec: &'s Spec) -> Result<Option<&'s Preset>, CommandError> {
        let Some(name) = &self.preset else { return Ok(None) };
        let found = spec.presets().iter().find(|preset| preset.name == *name);
        let unknown = || {
            let known: Vec<&str> = spec.presets().iter().map(|preset| preset.name.as_str()).collect();
            let advice = match (nearest(name, &known), known.as_slice()) {
                (Some(near), _) => format!("; did you mean `{near}`?"),
                (None, []) => ": it has none".to_owned(),
                (None, known) => format!("; its presets are {}", known.join(", ")),
            };
            CommandError::Usage(format!("the spec {} has no preset `{name}`{advice}", spec.name()))
        };
        found.ok_or_else(unknown).map(Some)
    }
}

/// The flags of sizes.
#[derive(Debug, Default, Args)]
pub struct SizeArgs {
    /// Leaves out structures below this size
    #[arg(long, value_name = "N", value_parser = flag_values::sizes())]
    pub min_size: Option<u32>,
    /// Only structures of this size; without --max-size this is also the parameter n
    #[arg(long, value_name = "N", conflicts_with = "min_size", value_parser = flag_values::sizes())]
    pub size: Option<u32>,
}

impl SizeArgs {
    /// The maximum size that these sizes ask for, when no flag says one.
    pub fn largest(&self, otherwise: u32) -> u32 {
        self.size.unwrap_or_else(|| otherwise.max(self.min_size.unwrap_or(0)))
    }

    /// Whether these sizes lie within a scope.
    pub fn check(&self, scope: &Scope) -> Result<(), CommandError> {
        let max = scope.max_size();
        match (self.size, self.min_size) {
            (Some(size), _) if size > max => {
                Err(CommandError::Usage(format!("--size {size} is above the maximum size {max}")))
            }
            (_, Some(min)) if min > max => {
                Err(CommandError::Usage(format!("--min-size {min} is above the maximum size {max}")))
            }
            _ => Ok(()),
        }
    }

    /// The sizes within a scope.
    pub fn within(&self, scope: &Scope) -> std::ops::RangeInclusive<u32> {
        match self.size {
            Some(size) => size..=size,
            None => self.min_size.unwrap_or(0)..=scope.max_size(),
        }
    }
}

/// The flags of a part of the structures.
#[derive(Debug, Args)]
pub struct PartArgs {
    /// Stops after this many structures
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// The I-th of N equal parts of every size, numbered from 1
    #[arg(long, value_name = "I/N", value_parser = flag_values::shard, conflicts_with = "rank")]
    pub shard: Option<Shard>,
    /// The structures with ranks from A to B, without B; needs --size
    #[arg(long, value_name = "A..B", value_parser = flag_values::ranks, requires = "size")]
    pub rank: Option<Ranks>,
}

/// How data slots are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fields {
    /// As values of their domain
    Concrete,
    /// As symbols with constraints: what is counted and ranked are path conditions, each shown by a solution
    Symbolic,
}

/// Which solutions stand for a path condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Solutions {
    /// The smallest
    #[default]
    Smallest,
    /// One drawn with --seed
    Random,
    /// Every one: all structures, as without symbols
    All,
}

impl Solutions {
    /// As manifests name it; the usual one is not named.
    pub fn name(self) -> Option<String> {
        (self != Self::Smallest).then(|| format!("{self:?}").to_lowercase())
    }
}

impl From<Solutions> for dpgen_forest::Solutions {
    fn from(solutions: Solutions) -> Self {
        match solutions {
            Solutions::Smallest => Self::Smallest,
            Solutions::Random => Self::Random,
            Solutions::All => Self::All,
        }
    }
}

impl From<Fields> for dpgen_forest::Fields {
    fn from(fields: Fields) -> Self {
        match fields {
            Fields::Concrete => Self::Concrete,
            Fields::Symbolic => Self::Symbolic,
        }
    }
}

/// The flags of the engine and its limits.
#[derive(Debug, Clone, Args)]
pub struct EngineArgs {
    /// The engine; without it, the best for the spec
    #[arg(long, value_name = "ENGINE", value_parser = algorithms())]
    pub algorithm: Option<Algorithm>,
    /// How data is treated [default: concrete]
    #[arg(long, value_enum)]
    pub fields: Option<Fields>,
    /// How many threads work, up to 512; 0 is one a core. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = flag_values::threads)]
    pub threads: usize,
    /// Stops the build after this much time, as in 500ms, 10s or 2m, and writing after as much again
    #[arg(long, value_name = "TIME", value_parser = flag_values::time)]
    pub time: Option<Duration>,
    /// Stops the build when it holds about this much memory, as in 500MB, 4GB or 2GiB
    #[arg(long, value_name = "BYTES", value_parser = flag_values::bytes)]
    pub memory: Option<u64>,
    /// Whether to show how far the build is; auto: on a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ProgressMode::Auto)]
    pub progress: ProgressMode,
    /// Only errors on standard error: no progress, no last line that says what was covered
    #[arg(long, short)]
    pub quiet: bool,
}

impl EngineArgs {
    /// How data is treated.
    pub fn fields(&self) -> dpgen_forest::Fields {
        self.fields.map_or_else(dpgen_forest::Fields::default, dpgen_forest::Fields::from)
    }

    /// Whether builds have symbolic data, so that they count path conditions.
    pub fn has_symbolic_data(&self) -> bool {
        self.fields() == dpgen_forest::Fields::Symbolic || self.algorithm == Some(Algorithm::SymbolazyDp)
    }

    /// When to show progress: never with --quiet.
    pub fn progress_mode(&self) -> ProgressMode {
        if self.quiet { ProgressMode::Off } else { self.progress }
    }
}

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.iter().map(|algorithm| algorithm.name()))
        .try_map(|name| name.parse::<Algorithm>())
}

/// When to show progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProgressMode {
    /// On a terminal
    Auto,
    /// Always; without a terminal as lines
    On,
    /// Never
    Off,
}

impl ProgressMode {
    /// Whether progress is shown, given whether standard error is a terminal.
    pub fn is_shown(self, is_terminal: bool) -> bool {
        self == Self::On || (self == Self::Auto && is_terminal)
    }
}

/// How a command writes figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FiguresFormat {
    /// As a table
    Text,
    /// As JSON, an object a line
    Json,
}

/// The flags of an output folder.
#[derive(Debug, Args)]
pub struct OutArgs {
    /// A folder that gets one file a structure, and from whose manifest a stopped run goes on; or - for
    /// standard output
    #[arg(long, value_name = "DIR", default_value = "-")]
    pub out: PathBuf,
    /// Keep the manifest in DIR.dpgen beside the folder, which then holds structures alone, as fuzzers take them
    #[arg(long)]
    pub manifest_beside: bool,
}

impl OutArgs {
    /// The folder, if it is one, and where its manifest lies.
    pub fn folder(&self) -> Option<FolderLayout> {
        let folder = (self.out.as_os_str() != "-").then(|| self.out.clone())?;
        Some(if self.manifest_beside { FolderLayout::beside(folder) } else { FolderLayout::inside(folder) })
    }
}
