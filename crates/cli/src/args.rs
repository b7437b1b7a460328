//! The flags that several commands take.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::export::{Exporter, Format, Pictures, Templates};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use dpgen_draw::{Parts, Text};
use dpgen_forest::{Algorithm, Scope};
use dpgen_spec::{Preset, Spec, nearest};

use super::command_error::CommandError;
use super::parse::{self, Ranks, Shard};
use super::places::Places;

/// What makes the search finite.
#[derive(Debug, Args)]
pub struct ScopeArgs {
    /// The largest size of a structure; the parameter n of the spec
    #[arg(long, value_name = "N", value_parser = parse::sizes())]
    pub max_size: Option<u32>,
    /// Sets a parameter of the spec; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse::param)]
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

/// Which sizes.
#[derive(Debug, Default, Args)]
pub struct SizeArgs {
    /// Leaves out structures below this size
    #[arg(long, value_name = "N", value_parser = parse::sizes())]
    pub min_size: Option<u32>,
    /// Only structures of this size; without --max-size this is also the parameter n
    #[arg(long, value_name = "N", conflicts_with = "min_size", value_parser = parse::sizes())]
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

/// Which part of the structures.
#[derive(Debug, Args)]
pub struct PartArgs {
    /// Stops after this many structures
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// The I-th of N equal parts of every size, numbered from 1
    #[arg(long, value_name = "I/N", value_parser = parse::shard, conflicts_with = "rank")]
    pub shard: Option<Shard>,
    /// The structures with ranks from A to B, without B; needs --size
    #[arg(long, value_name = "A..B", value_parser = parse::ranks, requires = "size")]
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

impl EngineArgs {
    /// How data is treated.
    pub fn fields(&self) -> dpgen_forest::Fields {
        self.fields.map_or_else(dpgen_forest::Fields::default, dpgen_forest::Fields::from)
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

/// How to build.
#[derive(Debug, Clone, Args)]
pub struct EngineArgs {
    /// The engine; without it, the best for the spec
    #[arg(long, value_name = "ENGINE", value_parser = algorithms())]
    pub algorithm: Option<Algorithm>,
    /// How data is treated [default: concrete]
    #[arg(long, value_enum)]
    pub fields: Option<Fields>,
    /// How many threads work, up to 512; 0 is one a core. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse::threads)]
    pub threads: usize,
    /// Stops the build after this much time, as in 500ms, 10s or 2m, and writing after as much again
    #[arg(long, value_name = "TIME", value_parser = parse::time)]
    pub time: Option<Duration>,
    /// Stops the build when it holds about this much memory, as in 500MB, 4GB or 2GiB
    #[arg(long, value_name = "BYTES", value_parser = parse::bytes)]
    pub memory: Option<u64>,
    /// Whether to show how far the build is; auto: on a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Show::Auto)]
    pub progress: Show,
    /// Only errors on standard error: no progress, no last line that says what was covered
    #[arg(long, short)]
    pub quiet: bool,
}

fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::ALL.iter().map(|algorithm| algorithm.name()))
        .try_map(|name| name.parse::<Algorithm>())
}

/// When to show progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// On a terminal
    Auto,
    /// Always; without a terminal as lines
    On,
    /// Never
    Off,
}

/// How structures are written.
#[derive(Debug, Default, Args)]
pub struct FormatArgs {
    /// How structures are written
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub format: Option<Format>,
    /// A minijinja template for each structure; sees value (to 2,000 levels), size, rank, key and text
    #[arg(long, value_name = "TEMPLATE")]
    pub template: Option<String>,
    /// Writes each structure's key with it
    #[arg(long)]
    pub keys: bool,
    #[command(flatten)]
    pub pictures: PictureArgs,
}

/// How structures are drawn.
#[derive(Debug, Default, Args)]
pub struct PictureArgs {
    /// With --format tree: draws with characters of ASCII, as is done where a terminal has no others
    #[arg(long)]
    pub ascii: bool,
    /// With --format tree: how many columns there are; wider trees are drawn indented [default: those of the terminal, else
    /// 100]
    #[arg(long, value_name = "COLUMNS", value_parser = parse::columns)]
    pub width: Option<usize>,
    /// With --format dot: draws equal parts of a structure once
    #[arg(long)]
    pub share: bool,
}

impl PictureArgs {
    /// How to draw in a format, which these flags must fit; with `terminal`, as that has room and characters.
    fn pictures(&self, format: Format, terminal: bool) -> Result<Pictures, CommandError> {
        let given = [
            ("--ascii", self.ascii, Format::Tree),
            ("--width", self.width.is_some(), Format::Tree),
            ("--share", self.share, Format::Dot),
        ];
        if let Some((flag, _, fits)) = given.iter().find(|(_, given, fits)| *given && *fits != format) {
            return Err(CommandError::Usage(format!("{flag} goes with --format {fits}, not with {format}")));
        }
        let room = || {
            let size = terminal_size::terminal_size_of(io::stdout()).filter(|_| terminal);
            size.map(|(width, _)| usize::from(width.0))
        };
        let text = self.width.or_else(room).map_or_else(Text::new, |width| Text::new().width(width));
        let plain = || terminal && !supports_unicode::on(supports_unicode::Stream::Stdout);
        let ascii = self.ascii || plain();
        Ok(Pictures { text: text.ascii(ascii), parts: if self.share { Parts::Shared } else { Parts::Each } })
    }
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.iter().map(|format| format.name()))
        .try_map(|name| name.parse::<Format>())
}

impl FormatArgs {
    /// What writes structures of a spec in a scope to standard output.
    pub fn exporter(&self, spec: &Spec, scope: &Scope) -> Result<Exporter, CommandError> {
        self.exporter_to(true, spec, scope)
    }

    /// What writes structures to standard output, or else to files, which are the same whatever terminal there is.
    pub fn exporter_to(&self, stdout: bool, spec: &Spec, scope: &Scope) -> Result<Exporter, CommandError> {
        let templates = Templates::of(spec, self.template.as_deref())?;
        let wrong = |error| CommandError::Spec(Box::new(error), spec.text().to_owned());
        let templates = templates.asking(|names| spec.attributes(scope, names).map_err(wrong))?;
        let format = self.format()?;
        let pictures = self.pictures.pictures(format, stdout)?;
        Ok(Exporter::new(format, templates)?.pictures(pictures).files(spec.file().cloned()))
    }

    /// The format: a template asks for its own.
    pub fn format(&self) -> Result<Format, CommandError> {
        match (self.format, &self.template) {
            (None, Some(_)) => Ok(Format::Template),
            (Some(format), Some(_)) if format != Format::Template => {
                Err(CommandError::Usage(format!("--template goes with --format template, not with {format}")))
            }
            (format, _) => Ok(format.unwrap_or_default()),
        }
    }
}

/// Where results go.
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
    pub fn folder(&self) -> Option<Places> {
        let folder = (self.out.as_os_str() != "-").then(|| self.out.clone())?;
        Some(if self.manifest_beside { Places::beside(folder) } else { Places::within(folder) })
    }
}
