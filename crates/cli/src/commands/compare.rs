//! `dpgen compare`: what an edit of a predicate gained and lost.
//!
//! Both specs are built, and the builds compared by their classes ([`Catalog::compare`]).

use std::path::Path;

use dpgen_forest::{Algorithm, Budget, Catalog, Comparison, Count, Scope, SizeComparison, StopReason};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::coverage_certificate::stop_words;
use crate::exit_code::ExitCode;
use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::input::build_input::Input;
use crate::input::common_args::{EngineArgs, FiguresFormat, ScopeArgs, SizeArgs};
use crate::input::format_args::FormatArgs;
use crate::input::spec_lookup::find_spec;
use crate::terminal::number_format::{aligned, grouped, sizes, structures};
use crate::terminal::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 7;
/// How the name of a saved build ends.
const SAVED_SUFFIX: &str = "dpgen";

/// Says what an edit of a predicate gained and lost: how many structures of each size, and the first of each (up to size 7 if
/// nothing else is said)
///
/// The counts are exact: both specs are built, and their classes are laid side by side, so that a size may have any number of
/// structures. Two structures are the same if they are written the same; types are matched from the root on, constructors and
/// fields by name. Ends with exit code 5 if the specs differ. With --format json each size is a line: an object with size, old,
/// new, gained and lost (counts are strings of digits), first_gained and first_lost (structures as JSON, or null).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The spec before the edit: a built-in spec's name, a .ron file, or a .dpgen file that `dpgen build` saved
    #[arg(value_name = "OLD")]
    old: String,
    /// The spec after the edit
    #[arg(value_name = "NEW")]
    new: String,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    sizes: SizeArgs,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = FiguresFormat::Text)]
    format: FiguresFormat,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    if args.engine.has_symbolic_data() {
        let message = "dpgen compare compares structures, and symbolic data has path conditions in their place: leave \
                       out --fields and --algorithm";
        return Err(CommandError::Usage(message.to_owned()));
    }
    let (old, new) = inputs(args)?;
    let mut sides = [Side::new(old, args.format)?, Side::new(new, args.format)?];
    let mut session = Session::begin(&args.engine);
    for side in &sides {
        args.sizes.check(&side.input.scope)?;
    }
    let [old, new] = &Input::catalogs(sides.each_mut().map(|side| &mut side.input), &session)?;
    // Counts from here, as the time for what follows a build does.
    session.begin_writing();
    let comparison = session.thread_pool()?.install(|| old.compare(new, session.bounds()));
    let comparison = comparison.map_err(|error| CommandError::Usage(error.to_string()))?;
    let max_size = old.scope().max_size().min(new.scope().max_size());
    let selected = args.sizes.within(&Scope::new(max_size));
    let shown = comparison.sizes.iter().filter(|size| selected.contains(&size.size)).cloned().collect();
    let stop = comparison.stop;
    let budget = session.bounds();
    let mut report =
        Report { comparison: &comparison, shown, stop, budget, sides: &sides, catalogs: [old, new] };
    let mut out = Stdout::new();
    match args.format {
        FiguresFormat::Text => out.report(&report.text()?)?,
        FiguresFormat::Json => out.text(&report.json_lines()?)?,
    }
    out.flush()?;
    let (text, code) = report.certificate(*selected.end());
    session.note(&text);
    Ok(code)
}

/// The inputs of the two arguments. A spec beside a saved build gets the scope of that, if no flag says another.
fn inputs(args: &Args) -> Result<(Input, Input), CommandError> {
    let saved = |name: &str| {
        let is_saved = Path::new(name).extension().is_some_and(|suffix| suffix == SAVED_SUFFIX);
        is_saved.then(|| Input::load(Path::new(name))).transpose()
    };
    let has_scope =
        args.scope.max_size.is_some() || !args.scope.param.is_empty() || args.scope.preset.is_some();
    match (saved(&args.old)?, saved(&args.new)?) {
        (Some(_), Some(_)) if has_scope => Err(CommandError::Usage(
            "saved builds have their scopes: leave out --max-size, --param and --preset".to_owned(),
        )),
        (Some(old), Some(new)) => Ok((old, new)),
        (None, None) => {
            let (old, new) = (find_spec(&args.old)?, find_spec(&args.new)?);
            let max_size = args.sizes.largest(MAX_SIZE);
            let scope = |spec: &dpgen_spec::Spec, other: &dpgen_spec::Spec| {
                let has = |spec: &dpgen_spec::Spec, name: &str| spec.params().any(|(known, _)| known == name);
                // A parameter that only one of them has is set there.
                let given = args.scope.param.iter();
                let param = given.filter(|(name, _)| has(spec, name) || !has(other, name)).cloned().collect();
                let ScopeArgs { max_size: given, preset, .. } = &args.scope;
                ScopeArgs { max_size: *given, param, preset: preset.clone() }.scope(spec, max_size)
            };
            let (old_scope, new_scope) = (scope(&old, &new)?, scope(&new, &old)?);
            Ok((Input::new(old, old_scope), Input::new(new, new_scope)))
        }
        (old, new) => {
            let (name, saved) = if old.is_some() { (&args.new, old) } else { (&args.old, new) };
            let Some(saved) = saved else {
                return Err(CommandError::Usage("two specs are needed".to_owned()));
            };
            let spec = find_spec(name)?;
            let scope = match has_scope {
                true => args.scope.scope(&spec, saved.scope.max_size())?,
                false => saved.scope.clone(),
            };
            let built = Input::new(spec, scope);
            Ok(if *name == args.new { (saved, built) } else { (built, saved) })
        }
    }
}

/// One side of the comparison.
struct Side {
    input: Input,
    exporter: Exporter,
}

impl Side {
    fn new(input: Input, format: FiguresFormat) -> Result<Self, CommandError> {
        let format = match format {
            FiguresFormat::Text => None,
            FiguresFormat::Json => Some(Format::Json),
        };
        let exporter = FormatArgs { format, ..FormatArgs::default() }.exporter(&input.spec, &input.scope)?;
        Ok(Self { input, exporter })
    }

    /// A structure, as `dpgen show` writes it.
    fn draw(&self, catalog: &Catalog, size: u32, words: &[u32]) -> Result<String, CommandError> {
        let mut text = String::new();
        let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
        self.exporter.structure(catalog.schema(), words, place, &mut text)?;
        Ok(text)
    }
}

/// What is written of a comparison.
struct Report<'a> {
    comparison: &'a Comparison<'a>,
    shown: Vec<SizeComparison>,
    /// The limit that stopped the comparison, or the search for a first structure.
    stop: Option<StopReason>,
    budget: &'a Budget,
    sides: &'a [Side; 2],
    /// The old and the new build.
    catalogs: [&'a Catalog; 2],
}

impl Report<'_> {
    /// The first structure of a size that only one side has, as its exporter writes it; `None` if there is none, or if a limit
    /// comes first.
    fn first(&mut self, size: u32, side: usize) -> Result<Option<String>, CommandError> {
        let found = match side {
            0 => self.comparison.first_lost(size, self.budget),
            _ => self.comparison.first_gained(size, self.budget),
        };
        match found {
            Ok(Some(words)) => self.sides[side].draw(self.catalogs[side], size, &words).map(Some),
            Ok(None) => Ok(None),
            Err(reason) => {
                self.stop = self.stop.or(Some(reason));
                Ok(None)
            }
        }
    }

    /// A table, and the smallest structures.
    fn text(&mut self) -> Result<String, CommandError> {
        let head = ["size", "old", "new", "gained", "lost"].map(str::to_owned);
        let mut rows = vec![head];
        let row = |name: String, counts: [&Count; 4]| {
            let [old, new, gained, lost] = counts.map(grouped);
            [name, old, new, gained, lost]
        };
        for size in &self.shown {
            let counts = [&size.old, &size.new, &size.gained(), &size.lost()];
            rows.push(row(size.size.to_string(), counts));
        }
        if rows.len() > 2 {
            let old: Count = self.shown.iter().map(|of| of.old.clone()).sum();
            let new: Count = self.shown.iter().map(|of| of.new.clone()).sum();
            let counts = [&old, &new, &self.gained(), &self.lost()];
            rows.push(row("total".to_owned(), counts));
        }
        let mut out = aligned(&rows);
        for (name, side) in [("gained", 1), ("lost", 0)] {
            let count = |of: &SizeComparison| if side == 1 { of.gained() } else { of.lost() };
            let smallest = self.shown.iter().find(|of| !count(of).is_zero()).map(|of| of.size);
            let Some(size) = smallest else { continue };
            if let Some(drawn) = self.first(size, side)? {
                out += &format!("\nthe smallest {name}, of size {size}:\n{drawn}\n");
            }
        }
        Ok(out)
    }

    /// An object a line.
    fn json_lines(&mut self) -> Result<String, CommandError> {
        let mut out = String::new();
        for of in self.shown.clone() {
            let mut first =
                |side| Ok::<_, CommandError>(self.first(of.size, side)?.unwrap_or("null".to_owned()));
            let (gained, lost) = (first(1)?, first(0)?);
            out += &format!(
                "{{\"size\":{},\"old\":\"{}\",\"new\":\"{}\",\"gained\":\"{}\",\"lost\":\"{}\",\"first_gained\":{gained},\
                 \"first_lost\":{lost}}}\n",
                of.size,
                of.old,
                of.new,
                of.gained(),
                of.lost()
            );
        }
        Ok(out)
    }

    fn gained(&self) -> Count {
        self.shown.iter().map(|of| of.gained()).sum()
    }

    fn lost(&self) -> Count {
        self.shown.iter().map(|of| of.lost()).sum()
    }

    /// What was found, up to which size, and how; and the exit code.
    fn certificate(&self, last: u32) -> (String, ExitCode) {
        let (gained, lost) = (self.gained(), self.lost());
        let [old, new] = self.catalogs;
        let is_whole = self.shown.last().is_some_and(|of| of.size == last);
        let stop = self.stop.or(old.stop_reason()).or(new.stop_reason());
        let stop = stop.filter(|_| !is_whole || self.stop.is_some()).map(stop_words);
        let differs = !gained.is_zero() || !lost.is_zero();
        let of = match (self.shown.first(), self.shown.last()) {
            (Some(first), Some(last)) => sizes(&(first.size..=last.size)),
            _ => "no size".to_owned(),
        };
        let mut text = if differs {
            let (gained, lost) = (structures(&gained), structures(&lost));
            format!("they differ: {gained} gained and {lost} lost of {of}")
        } else {
            format!("they are equal: the same structures of {of}")
        };
        let effort = &self.comparison.effort;
        if old.algorithm() == Algorithm::Quotient && new.algorithm() == Algorithm::Quotient {
            let pairs = grouped(effort.common_pairs);
            let (old, new) = (grouped(effort.old_classes), grouped(effort.new_classes));
            text += &format!(
                "; compared by classes, {old} and {new}, of which {pairs} pairs have structures in common"
            );
        } else {
            text += "; compared structure by structure";
        }
        match stop {
            Some((verb, ExitCode::Interrupted)) => (format!("{verb}; {text}"), ExitCode::Interrupted),
            Some((verb, code)) => {
                (format!("{verb}; {text}"), if differs { ExitCode::Differing } else { code })
            }
            None => (text, if differs { ExitCode::Differing } else { ExitCode::Complete }),
        }
    }
}
