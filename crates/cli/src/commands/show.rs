//! `dpgen show`: one structure, by size and rank or by key; or one that is written out, with the verdict on it.

use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use dpgen_forest::{Algorithm, Catalog, Count, Scope, Solutions};
use dpgen_spec::{Outcome, Spec, builtin};

use crate::build_session::{Halt, Session};
use crate::command_error::CommandError;
use crate::commands::verdict_report::{VerdictReport, is_structure, scope_of, structure_text};
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::input::build_input::{DEFAULT_SPEC, Input};
use crate::input::common_args::{EngineArgs, Fields, ScopeArgs, SizeArgs};
use crate::input::flag_values;
use crate::input::format_args::FormatArgs;
use crate::input::selection::Selection;
use crate::input::spec_lookup::find_spec;
use crate::input::structure_key::{Identity, Key, initials};
use crate::terminal::number_format::{grouped, structures};
use crate::terminal::stdout::Stdout;

/// The number of maximum sizes, from the size of a key's structure on, that are tried to find that of the key.
const MAX_SIZE_SEARCH_LEN: u32 = 64;

/// Shows one structure, by --size and --rank or by its key, and says its key; judges one that is written out
///
/// A structure in RON, as --format ron writes it, is judged: accepted, or rejected by a condition, which is shown with its place in
/// the spec and the values that it read; exit code 1 then. The parameter n is its size if no flag says another.
///
/// A key names a structure for good: it holds a hash of the spec, the parameters, the maximum size and the
/// engine. If any of them has changed, the key is refused. --max-size, --algorithm and --fields need not be given:
/// those that make the hash are found.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in spec's name, or a .ron file; else the one that the key's initials name, or red-black-tree
    #[arg(value_name = "SPEC")]
    spec: Option<String>,
    /// The key, as in rbt-1f3a9c:9:17; or a structure to judge, as in 'Cons(value: 1, rest: Nil)', - for standard input
    #[arg(value_name = "KEY|STRUCTURE")]
    key: Option<String>,
    /// The size; without --max-size this is also the parameter n
    #[arg(long, value_name = "N", requires = "rank", value_parser = flag_values::sizes())]
    size: Option<u32>,
    /// The rank among the structures of this size, from 0
    #[arg(long, value_name = "R", requires = "size", value_parser = flag_values::count)]
    rank: Option<Count>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Takes a build that `dpgen build` saved, with its spec and scope
    #[arg(long, value_name = "FILE", conflicts_with_all = ["max_size", "param", "preset", "algorithm", "fields"])]
    from: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    if let Some((spec, structure)) = spec_and_structure(args) {
        return judge(args, spec, structure);
    }
    let (spec, key) = spec_and_key(args)?;
    // A spec that is not there is said first, whatever else is missing.
    let mut input = match &args.from {
        Some(path) => Input::load(path)?,
        None => Input::new(find_spec(&spec)?, Scope::new(0)),
    };
    let (size, rank) = match (&key, args.size, &args.rank) {
        (Some(key), None, None) => (key.size, key.rank.clone()),
        (None, Some(size), Some(rank)) => (size, rank.clone()),
        (Some(_), ..) => {
            return Err(CommandError::Usage("give either a key, or --size and --rank".to_owned()));
        }
        (None, ..) => {
            return Err(CommandError::Usage("which structure? Give --size and --rank, or a key".to_owned()));
        }
    };
    let mut engine = args.engine.clone();
    if args.from.is_none() {
        input.scope = args.scope.scope(&input.spec, size)?;
    }
    if let (Some(key), None) = (&key, &args.from) {
        (input.scope, engine) = build_of_key(args, &input.spec, key)?;
    }
    let sizes = SizeArgs { size: Some(size), min_size: None };
    sizes.check(&input.scope)?;
    let exporter = args.format.exporter(&input.spec, &input.scope)?;
    let session = Session::begin(&engine);
    let catalog = input.catalog(&session, &Selection::all(&sizes, &input.scope))?;
    let identity = Identity::of(&input.spec, &catalog);
    if let Some(key) = key.filter(|key| key.identity != identity) {
        return Err(CommandError::Usage(format!(
            "the key {key} is of other structures: these are {identity}"
        )));
    }
    if catalog.try_count(size).is_none_or(|count| rank >= count) {
        return no_such_rank(&session, &catalog, size, &rank);
    }
    let halt_note = |halt: Halt| {
        session.note(&format!("{} while the structure was written", halt.verb()));
        Ok(halt.code())
    };
    let words = match session.structure(&catalog, (size, &rank), (Solutions::Smallest, 0))? {
        Ok(words) => words,
        Err(halt) => return halt_note(halt),
    };
    let key = identity.key(size, &rank);
    let exporter = exporter.until(session.stop_signal());
    // A picture has the key as its title, and is a file of its own.
    let stands_alone =
        exporter.format().is_picture() && !(args.format.keys && exporter.format() == Format::Tree);
    let has_title = args.format.keys || stands_alone;
    let place = Position { size, rank: &rank, solution: None, key: has_title.then_some(key.as_str()) };
    let mut line = String::new();
    let written = if stands_alone {
        exporter.file(catalog.schema(), &words, place, &mut line)
    } else {
        exporter.line(catalog.schema(), &words, place, &mut line)
    };
    let written = written.map_err(CommandError::from);
    if let Err(halt) = session.unless_halted(written)? {
        return halt_note(halt);
    }
    let mut out = Stdout::new();
    out.text(&line)?;
    out.flush()?;
    let of = grouped(catalog.count(size));
    session.note(&format!("{key}: rank {} of {of} of size {size}", grouped(&rank)));
    Ok(ExitCode::Complete)
}

/// The spec and the structure among the arguments, if there is one to judge.
fn spec_and_structure(args: &Args) -> Option<(&str, &str)> {
    match (&args.spec, &args.key) {
        (Some(spec), Some(text)) => is_structure(text).then_some((spec, text)),
        (Some(only), None) => {
            (only.contains('(') && !Path::new(only).exists()).then_some((DEFAULT_SPEC, only))
        }
        (None, _) => None,
    }
}

/// Judges a structure that is written out.
fn judge(args: &Args, spec: &str, structure: &str) -> Result<ExitCode, CommandError> {
    if args.size.is_some() {
        return Err(CommandError::Usage("give either a structure, or --size and --rank".to_owned()));
    }
    let Input { spec, scope, .. } = match &args.from {
        Some(path) => Input::load(path)?,
        None => Input::new(find_spec(spec)?, Scope::new(0)),
    };
    let text = structure_text(structure)?;
    let scope = if args.from.is_some() { scope } else { scope_of(&args.scope, &spec, &text)? };
    let exporter = args.format.exporter(&spec, &scope)?;
    let format = exporter.format();
    if format == Format::Template || args.format.keys {
        let message = "a structure that is written out has no rank: leave out --template and --keys";
        return Err(CommandError::Usage(message.to_owned()));
    }
    let judge = spec.judge(&scope)?;
    let verdict = judge.verdict_on_text(&text);
    if verdict.outcome == Outcome::Malformed {
        let message = format!("this is no structure of {}: {}", spec.name(), verdict.message);
        return Err(CommandError::Usage(message));
    }
    let session = Session::begin(&args.engine);
    let report = VerdictReport { spec: &spec, judge: &judge, text: &text, verdict: &verdict };
    let mut out = Stdout::new();
    match format {
        Format::Json => out.text(&(report.json(&exporter)? + "\n"))?,
        _ => out.text(&(report.structure(&exporter)?.trim_end().to_owned() + "\n"))?,
    }
    if format == Format::Text {
        out.report(&report.lines())?;
    }
    out.flush()?;
    if !matches!(format, Format::Text | Format::Json) {
        session.note(report.lines().trim_end());
    }
    Ok(report.code())
}

/// The error for a rank that does not exist; a note if its size is not complete.
fn no_such_rank(
    session: &Session<'_>,
    catalog: &Catalog,
    size: u32,
    rank: &Count,
) -> Result<ExitCode, CommandError> {
    let Some(count) = catalog.try_count(size) else {
        let (verb, code) = catalog.stop_reason().map_or(("stopped", ExitCode::Stopped), stop_words);
        session.note(&format!("{verb} before size {size} was complete"));
        return Ok(code);
    };
    let ranks = count.checked_sub(&Count::ONE).map(|last| format!(", ranks 0 to {}", grouped(last)));
    let (rank, count) = (grouped(rank), structures(&count));
    let ranks = ranks.unwrap_or_default();
    Err(CommandError::Usage(format!("there is no rank {rank} of size {size}: this size has {count}{ranks}")))
}

/// The spec and the key among the arguments: a single one may be either.
fn spec_and_key(args: &Args) -> Result<(String, Option<Key>), CommandError> {
    let key = |text: &str| text.parse::<Key>().map_err(CommandError::Usage);
    match (&args.spec, &args.key) {
        (Some(spec), Some(text)) => Ok((spec.clone(), Some(key(text)?))),
        // A file's name may have colons too.
        (Some(only), None) if only.contains(':') && !Path::new(only).exists() => {
            let key = key(only)?;
            let initial = key.identity.initials();
            let named = builtin::ALL.iter().find(|(name, _)| initials(name) == initial);
            match (named, &args.from) {
                (Some((name, _)), _) => Ok(((*name).to_owned(), Some(key))),
                (None, Some(_)) => Ok((DEFAULT_SPEC.to_owned(), Some(key))),
                (None, None) => Err(CommandError::Usage(format!(
                    "no built-in spec has the initials `{initial}`: give the spec before the key"
                ))),
            }
        }
        (Some(spec), None) => Ok((spec.clone(), None)),
        (None, _) => Ok((DEFAULT_SPEC.to_owned(), None)),
    }
}

/// The scope and the engine of a key: of all that the flags leave open, those that give its hash.
fn build_of_key(args: &Args, spec: &Spec, key: &Key) -> Result<(Scope, EngineArgs), CommandError> {
    if initials(spec.name()) != key.identity.initials() {
        return Err(CommandError::Usage(format!(
            "the key {key} is of a spec with the initials `{}`, not of {}",
            key.identity.initials(),
            spec.name()
        )));
    }
    let asked = &args.engine;
    let largest = key.size.saturating_add(MAX_SIZE_SEARCH_LEN).min(Scope::MAX_SIZE_LIMIT);
    let max_size = args.scope.max_size_for(spec)?;
    if let Some(max_size) = max_size.filter(|max_size| *max_size < key.size) {
        return Err(CommandError::Usage(format!(
            "the key {key} is of size {}, which is above the maximum size {max_size}",
            key.size
        )));
    }
    for max_size in max_size.map_or(key.size..=largest, |max_size| max_size..=max_size) {
        let scope = args.scope.scope(spec, max_size)?;
        for algorithm in asked.algorithm.as_ref().map_or(Algorithm::ALL, std::slice::from_ref) {
            for fields in asked.fields.as_ref().map_or(Fields::value_variants(), std::slice::from_ref) {
                if Identity::new(spec, &scope, *algorithm, (*fields).into()) == key.identity {
                    let (algorithm, fields) = (Some(*algorithm), Some(*fields));
                    return Ok((scope, EngineArgs { algorithm, fields, ..asked.clone() }));
                }
            }
        }
    }
    let size = match max_size {
        Some(max_size) => format!("maximum size {max_size}"),
        None => format!("any maximum size from {} to {largest} (--max-size takes another)", key.size),
    };
    Err(CommandError::Usage(format!(
        "the key {key} does not fit: {} with the flags given and {size} has another hash. The spec has changed since, \
         or the key was made with other flags",
        spec.name()
    )))
}
