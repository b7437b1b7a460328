//! `dpgen show`: one structure, by size and rank or by key.

use dpgen::export::Place;
use dpgen::spec::{Spec, builtin};
use dpgen::{Algorithm, Count, Scope};

use super::args::{EngineArgs, FormatArgs, ScopeArgs};
use super::exit::ExitCode;
use super::failure::Failure;
use super::key::{Identity, Key, initials};
use super::load;
use super::input::DEFAULT;
use super::parse::{self, MAX_SIZE};
use super::say::{grouped, structures};
use super::session::Session;
use super::stdout::Stdout;

/// How far above the size of a key's structure its maximum size is sought.
const SEEK: u32 = 64;

/// Shows one structure, by --size and --rank or by its key, and says its key
///
/// A key names a structure for good: it holds a hash of the spec, the parameters, the maximum size and the
/// engine. If any of them has changed, the key is refused. Without --max-size the maximum size is found by the
/// hash.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in spec's name, or a .ron file; red-black-tree without one, or what the key's initials say
    #[arg(value_name = "SPEC")]
    spec: Option<String>,
    /// The key, as in rbt-1f3a9c:9:17
    #[arg(value_name = "KEY")]
    key: Option<String>,
    /// The size
    #[arg(long, value_name = "N", requires = "rank", value_parser = clap::value_parser!(u32).range(0..=MAX_SIZE))]
    size: Option<u32>,
    /// The rank among the structures of this size, from 0
    #[arg(long, value_name = "R", requires = "size", value_parser = parse::count)]
    rank: Option<Count>,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut engine_args = args.engine.clone();
    let (spec, scope, size, rank) = match (key(args)?, args.size, &args.rank) {
        (Some((spec, key)), None, None) => {
            let spec = load::spec(&spec)?;
            let (scope, algorithm) = meant(args, &spec, &key)?;
            engine_args.algorithm = Some(algorithm);
            (spec, scope, key.size, key.rank)
        }
        (None, Some(size), Some(rank)) => {
            let spec = load::spec(args.spec.as_deref().unwrap_or(DEFAULT))?;
            let scope = args.scope.scope(size);
            if size > scope.max_size() {
                let message = format!("--size {size} is above --max-size {}", scope.max_size());
                return Err(Failure::Usage(message));
            }
            (spec, scope, size, rank.clone())
        }
        (Some(_), ..) => return Err(Failure::Usage("give either a key, or --size and --rank".to_owned())),
        (None, ..) => {
            return Err(Failure::Usage("which structure? Give --size and --rank, or a key".to_owned()));
        }
    };
    let exporter = args.format.exporter(&spec)?;
    let session = Session::begin(&engine_args);
    let catalog = session.build(&spec, &scope, session.order())?;
    let identity = Identity::new(&spec, &scope, catalog.algorithm(), engine_args.fields.into());
    let Some(words) = catalog.nth_compact(size, &rank) else {
        if let Some(reason) = catalog.stop().filter(|_| catalog.complete_sizes() <= size) {
            session.note(&format!("stopped by {reason} before size {size}"));
            let interrupted = reason == dpgen::StopReason::Cancelled;
            return Ok(if interrupted { ExitCode::Interrupted } else { ExitCode::Stopped });
        }
        let count = catalog.count(size);
        let ranks = count.minus(&Count::ONE).map(|last| format!(", ranks 0 to {}", grouped(last)));
        return Err(Failure::Usage(format!(
            "there is no rank {} of size {size}: there are {}{}",
            grouped(&rank),
            structures(&count),
            ranks.unwrap_or_default()
        )));
    };
    let key = identity.key(size, &rank);
    let place = Place { size, rank: &rank, key: args.format.keys.then_some(key.as_str()) };
    let mut line = String::new();
    exporter.line(catalog.schema(), &words, place, &mut line)?;
    let mut out = Stdout::new();
    out.text(&line)?;
    out.flush()?;
    let of = grouped(catalog.count(size));
    session.note(&format!("{key}: rank {} of {of} of size {size}", grouped(&rank)));
    Ok(ExitCode::Complete)
}

/// The key and the spec it is of, if a key is given.
fn key(args: &Args) -> Result<Option<(String, Key)>, Failure> {
    match (&args.spec, &args.key) {
        (spec, Some(key)) => {
            let key: Key = key.parse().map_err(Failure::Usage)?;
            Ok(spec.clone().map(|spec| (spec, key)))
        }
        (Some(only), None) if only.contains(':') && builtin::text(only).is_none() => {
            let key: Key = match only.parse() {
                Ok(key) => key,
                // A path with a colon is no key.
                Err(_) if std::path::Path::new(only).exists() => return Ok(None),
                Err(wrong) => return Err(Failure::Usage(wrong)),
            };
            let named = builtin::ALL.iter().find(|(name, _)| initials(name) == key.identity.initials());
            match named {
                Some((name, _)) => Ok(Some(((*name).to_owned(), key))),
                None => Err(Failure::Usage(format!(
                    "no built-in spec has the initials `{}`: give the spec before the key",
                    key.identity.initials()
                ))),
            }
        }
        _ => Ok(None),
    }
}

/// The scope and engine of a key: of all that the flags leave open, what gives its hash.
fn meant(args: &Args, spec: &Spec, key: &Key) -> Result<(Scope, Algorithm), Failure> {
    let fields = args.engine.fields.into();
    if initials(spec.name()) != key.identity.initials() {
        return Err(Failure::Usage(format!(
            "the key {} is of a spec with the initials `{}`, not of {}",
            key.identity.key(key.size, &key.rank),
            key.identity.initials(),
            spec.name()
        )));
    }
    let sizes = args.scope.max_size.map_or(key.size..=key.size.saturating_add(SEEK), |max| max..=max);
    let candidates = sizes.flat_map(|max| {
        let algorithms = Algorithm::ALL.iter().copied();
        algorithms
            .filter(|algorithm| args.engine.algorithm.is_none_or(|asked| asked == *algorithm))
            .map(move |algorithm| (args.scope.scope(max), algorithm))
    });
    let fits = |(scope, algorithm): &(Scope, Algorithm)| {
        scope.max_size() >= key.size && Identity::new(spec, scope, *algorithm, fields) == key.identity
    };
    let mut candidates = candidates;
    candidates.find(fits).ok_or_else(|| {
        let size = match args.scope.max_size {
            Some(max) => format!("maximum size {max}"),
            None => format!("every maximum size from {} to {}", key.size, key.size.saturating_add(SEEK)),
        };
        Failure::Usage(format!(
            "the key {} does not fit: the hash of {}, with the parameters given, {fields} fields and {size}, is another. \
             The spec has changed since, or the key was made with other flags",
            key.identity.key(key.size, &key.rank),
            spec.name()
        ))
    })
}
