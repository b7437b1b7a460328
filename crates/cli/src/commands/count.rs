//! `dpgen count`: how many structures of each size there are.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use dpgen_draw::visible;
use dpgen_forest::SizeReport;
use dpgen_forest::{Algorithm, Catalog, ContextReport, Count};
use dpgen_spec::Spec;

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::commands::growth_plot::{SizePoint, growth_plot};
use crate::coverage_certificate::{Certificate, Coverage, StopCause};
use crate::exit_code::ExitCode;
use crate::folder::atomic_file::AtomicFile;
use crate::input::build_input::InputArgs;
use crate::input::common_args::{EngineArgs, FiguresFormat, SizeArgs};
use crate::input::selection::{RankRange, Selection};
use crate::terminal::number_format::{aligned, grouped, time};
use crate::terminal::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 10;

/// What the columns of the table are, for the help.
const COLUMNS_HELP: &str = "\
Columns:
  size         the sum of the weights of a structure's constructors
  structures   structures of the size that satisfy the spec
  classes      sets of structures that give the same answers to all attributes in use
  productions  ways to build the members of a class: a constructor, its data, classes of its parts
  candidates   constructors with accepted parts, or classes of them, that were judged
  runs         evaluations of the conditions; what a run does not read, it leaves open
  time         spent on the size; in engines that go by rounds, summed over threads";

/// Counts the structures of each size (up to size 10 if nothing else is said)
///
/// With --fields symbolic these are path conditions: sets of structures that the spec can not tell apart by their
/// data. With --format json each size is a line: an object with size (a number), count (a string of digits), classes,
/// candidates and seconds.
#[derive(Debug, clap::Args)]
#[command(after_long_help = COLUMNS_HELP)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    sizes: SizeArgs,
    /// How counts are written
    #[arg(long, value_enum, default_value_t = FiguresFormat::Text)]
    format: FiguresFormat,
    /// Adds which attributes tell structures apart, which reads cost most runs, which contexts there are and what gave
    /// them, and which conditions rejected how many candidates
    #[arg(long)]
    explain: bool,
    /// Also draws how structures, classes and time grow with the size, as SVG with logarithmic axes
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The most kinds of reads that --explain lists.
const MAX_READS_SHOWN: usize = 12;

/// The least classes of a size for which --explain notes that they are hardly fewer than its structures.
const MIN_CLASSES_FOR_NOTE: u64 = 1000;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut input = args.input.open(&args.sizes, MAX_SIZE)?;
    let selection = Selection::all(&args.sizes, &input.scope);
    // A picture that can not be written is noticed before anything is built.
    let picture = args.plot.as_deref().map(AtomicFile::create).transpose()?;
    let mut session = Session::begin(&args.engine);
    let catalog = input.catalog(&session, &selection)?;
    session.begin_writing();
    let mut out = Stdout::new();
    // Counts can have so many digits that writing them takes long.
    let mut coverage = Coverage::default();
    let shown = selection.parts(&catalog).take_while(|part| {
        let halt = session.halted();
        coverage.stopped = halt.map(|halt| (part.size, Count::ZERO, StopCause::Halt(halt)));
        halt.is_none()
    });
    let text = match args.format {
        FiguresFormat::Text => table(shown, &catalog),
        FiguresFormat::Json => json_lines(shown, &catalog),
    };
    out.report(&text)?;
    out.flush()?;
    if args.explain {
        let text = explanation(&catalog);
        match args.format {
            FiguresFormat::Text => out.report(&format!("\n{text}"))?,
            // JSON Lines stay free of other text.
            FiguresFormat::Json => session.note(text.trim_end()),
        }
        out.flush()?;
    }
    if let (Some(picture), Some(path)) = (picture, &args.plot) {
        write_plot(&input.spec, &selection, &catalog, (picture, path))?;
    }
    let certificate = Certificate::new(&selection, &catalog, &coverage);
    session.note(&certificate.text);
    Ok(certificate.code)
}

/// Draws the sizes that are complete.
fn write_plot(
    spec: &Spec,
    selection: &Selection,
    catalog: &Catalog,
    (mut file, path): (AtomicFile, &Path),
) -> Result<(), CommandError> {
    let point = |part: RankRange| {
        let report = size_report(catalog, part.size);
        SizePoint { size: part.size, structures: part.count(), classes: report.classes, time: report.time }
    };
    let points: Vec<SizePoint> = selection.parts(catalog).map(point).collect();
    let title = format!("{} by size, {}", spec.name(), catalog.algorithm());
    let failed = |error: Box<dyn std::error::Error>| {
        CommandError::Write(path.display().to_string(), io::Error::other(error.to_string()))
    };
    let svg = growth_plot(&title, &points).map_err(failed)?;
    file.write(|out| out.write_all(svg.as_bytes()))?;
    file.finish()
}

/// The report of a size; empty for one that no candidate had.
fn size_report(catalog: &Catalog, size: u32) -> SizeReport {
    let place = usize::try_from(size).ok();
    place.and_then(|place| catalog.report().sizes.get(place)).cloned().unwrap_or_default()
}

fn json_lines(parts: impl Iterator<Item = RankRange>, catalog: &Catalog) -> String {
    let mut out = String::new();
    for part in parts {
        let report = size_report(catalog, part.size);
        out += &format!(
            "{{\"size\":{},\"count\":\"{}\",\"classes\":{},\"candidates\":{},\"seconds\":{}}}\n",
            part.size,
            part.count(),
            report.classes,
            report.candidates,
            report.time.as_secs_f64()
        );
    }
    out
}

fn table(parts: impl Iterator<Item = RankRange>, catalog: &Catalog) -> String {
    let head =
        ["size", "structures", "classes", "productions", "candidates", "runs", "time"].map(str::to_owned);
    let mut rows = vec![head];
    let (mut total, mut sum) = (Count::ZERO, SizeReport::default());
    for part in parts {
        let report = size_report(catalog, part.size);
        rows.push(row(part.size.to_string(), &part.count(), &report));
        total += &part.count();
        sum.classes += report.classes;
        sum.productions += report.productions;
        sum.candidates += report.candidates;
        sum.runs += report.runs;
    }
    sum.time = catalog.report().time;
    if rows.len() > 2 {
        rows.push(row("total".to_owned(), &total, &sum));
    }
    aligned(&rows)
}

fn row(size: String, count: &Count, report: &SizeReport) -> [String; 7] {
    let SizeReport { classes, productions, candidates, runs, .. } = *report;
    [
        size,
        grouped(count),
        grouped(classes),
        grouped(productions),
        grouped(candidates),
        grouped(runs),
        time(report.time),
    ]
}

/// The attributes, reads and conditions of the build.
fn explanation(catalog: &Catalog) -> String {
    let report = catalog.report();
    let mut out = format!("engine {}, {}\n", catalog.algorithm(), time(report.time));
    if !report.attributes.is_empty() {
        out += "attributes that tell structures apart:\n";
        for attribute in &report.attributes {
            let answers = grouped(attribute.answers);
            out += &format!("  {} of {}: {answers} different answers\n", attribute.name, attribute.ty);
        }
    }
    if !report.reads.is_empty() {
        out += "runs by what split them:\n";
        for read in report.reads.iter().take(MAX_READS_SHOWN) {
            out += &format!("  {:>12}  {}\n", grouped(read.runs), read.read);
        }
    }
    if !report.contexts.is_empty() {
        out += "contexts, each with a pool of structures:\n";
        for contexts in &report.contexts {
            out += &context_lines(contexts);
        }
    }
    if !report.conditions.is_empty() {
        out += "candidates rejected by condition:\n";
        for condition in &report.conditions {
            out += &format!("  {:>12}  {}\n", grouped(condition.rejected), condition.text);
        }
    }
    if let Some(note) = useless_classes_note(catalog) {
        out += &format!("note: {note}\n");
    }
    for note in &report.notes {
        out += &format!("note: {note}\n");
    }
    out
}

/// The contexts of a type: how many, examples, and which fields gave them.
fn context_lines(contexts: &ContextReport) -> String {
    let examples: Vec<String> =
        contexts.examples.iter().map(|context| format!("({})", visible(context))).collect();
    let mut out =
        format!("  {:>12}  of {}, such as {}\n", grouped(contexts.pools), contexts.ty, examples.join(" "));
    for (field, pools) in contexts.makers.iter().take(MAX_READS_SHOWN) {
        out += &format!("  {:>12}    first given by {field}\n", grouped(*pools));
    }
    out
}

/// A note for classes that hold hardly more than a structure each, with what to do about it.
fn useless_classes_note(catalog: &Catalog) -> Option<String> {
    let size = catalog.complete_sizes().checked_sub(1)?;
    let classes = size_report(catalog, size).classes;
    let is_quotient = catalog.algorithm() == Algorithm::Quotient;
    if !is_quotient || classes < MIN_CLASSES_FOR_NOTE || catalog.count(size) > Count::from(classes * 2) {
        return None;
    }
    let worst = catalog.report().attributes.iter().max_by_key(|attribute| attribute.answers)?;
    Some(format!(
        "size {size} has {} classes for {} structures: classes save nothing here. {} of {} has the most answers, {}; \
         let it return what is compared and no more",
        grouped(classes),
        grouped(catalog.count(size)),
        worst.name,
        worst.ty,
        grouped(worst.answers)
    ))
}
