//! `dpgen worst`: the greatest answer to an attribute among all structures of a size, and how many give it.

use dpgen_engine::distribution;
use dpgen_engine::run::Model;
use dpgen_forest::schema::{Domain, SlotKind};
use dpgen_forest::{Catalog, Count, Distribution, Fields, Solutions};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::coverage_certificate::{Certificate, Coverage};
use crate::exit_code::ExitCode;
use crate::export::structure_position::Position;
use crate::input::build_input::DEFAULT_SPEC;
use crate::input::common_args::{EngineArgs, FiguresFormat, ScopeArgs, SizeArgs};
use crate::input::flag_values;
use crate::input::format_args::FormatArgs;
use crate::input::selection::Selection;
use crate::input::spec_lookup::find_spec;
use crate::terminal::number_format::{aligned, grouped, structures};
use crate::terminal::stdout::Stdout;

/// Finds the greatest answer to an attribute, of all structures of a size: proven, with how many give it, and one that does
///
/// The structures are counted by their answers, not made, so that a size may have any number of them. With
/// --distribution all answers are listed. With --fields symbolic it is path conditions that are counted, and sizes may
/// be much larger.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A built-in spec's name (see `dpgen specs`), or a .ron file, also without the .ron [default: red-black-tree]
    #[arg(value_name = "SPEC")]
    spec: Option<String>,
    /// The attribute of the root type: an integer, or a bool, which is 0 or 1
    #[arg(long, value_name = "ATTRIBUTE")]
    cost: String,
    /// The size; without --max-size this is also the parameter n
    #[arg(long, value_name = "N", value_parser = flag_values::sizes())]
    size: u32,
    /// Lists how many structures give each answer
    #[arg(long)]
    distribution: bool,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = FiguresFormat::Text)]
    format: FiguresFormat,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// The size from which on concrete fields can take long, if domains are wide.
const MIN_LONG_SIZE: u32 = 40;
/// The values of a wide domain, at least.
const MIN_WIDE_DOMAIN: u32 = 40;

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let spec = find_spec(args.spec.as_deref().unwrap_or(DEFAULT_SPEC))?;
    let scope = args.scope.scope(&spec, args.size)?;
    let sizes = SizeArgs { size: Some(args.size), min_size: None };
    sizes.check(&scope)?;
    let exporter = FormatArgs::default().exporter(&spec, &scope)?;
    let cost = spec.cost(&scope, &args.cost)?;
    let (model, read) = (cost.model.clone(), cost.reader());
    let session = Session::begin(&args.engine);
    if args.engine.fields.is_none() && args.size >= MIN_LONG_SIZE && has_wide_ranges(&model) {
        session.note(
            "--fields symbolic counts path conditions, and takes a moment where concrete fields, \
             which have a class for every interval of keys, can take minutes and gigabytes",
        );
    }
    let (catalog, answers) = session.with_progress(&scope, session.order(), |options| {
        distribution(&model, &scope, options, cost.attribute, args.size)
    })?;
    if catalog.complete_sizes() <= args.size || answers.is_empty() {
        let certificate = Certificate::new(&Selection::all(&sizes, &scope), &catalog, &Coverage::default());
        session.note(&certificate.text);
        return Ok(certificate.code);
    }
    let numbers = answers.into_iter().map(|of| Ok((of.number(&args.cost, &catalog, args.size, &read)?, of)));
    let numbers = numbers.collect::<Result<Vec<_>, CommandError>>()?;
    let greatest = numbers.iter().max_by_key(|(number, _)| *number);
    let first = greatest.map(|(_, of)| of.first_rank.clone()).unwrap_or_default();
    let all = Distribution::new(numbers.into_iter().map(|(number, of)| (number, of.count)));
    let mut witness = String::new();
    let exporter = exporter.until(session.stop_signal());
    let place = Position { size: args.size, rank: &first, solution: None, key: None };
    let words = session.structure(&catalog, (args.size, &first), (Solutions::Smallest, 0))?;
    let written = words.map(|words| exporter.line(catalog.schema(), &words, place, &mut witness));
    let written = match written {
        Ok(written) => session.unless_halted(written.map_err(CommandError::from))?,
        Err(halt) => Err(halt),
    };
    if let Err(halt) = written {
        session.note(&format!("{} before the structure was written", halt.verb()));
        return Ok(halt.code());
    }
    let mut out = Stdout::new();
    out.text(&match args.format {
        FiguresFormat::Text => text(args, &all, &witness),
        FiguresFormat::Json => json(args, &all, witness.trim_end()),
    })?;
    out.flush()?;
    session.note(&proof(args, &catalog, &all));
    Ok(ExitCode::Complete)
}

/// Whether a domain is so wide that there are many concrete classes.
fn has_wide_ranges(model: &Model) -> bool {
    let wide = |domain: &Domain| matches!(domain, Domain::Range { .. }) && domain.len() >= MIN_WIDE_DOMAIN;
    let slots = model.schema.all_constructors().iter().flat_map(|ctor| &ctor.slots);
    slots.into_iter().any(|slot| matches!(slot.kind, SlotKind::Data(of) if wide(model.schema.domain(of))))
}

/// The figures of a distribution, which has at least one answer.
fn figures(all: &Distribution) -> [(&'static str, i64); 5] {
    let of = |number: Option<i64>| number.unwrap_or_default();
    [
        ("least", of(all.least())),
        ("median", of(all.median())),
        ("90 %", of(all.percentile(90))),
        ("99 %", of(all.percentile(99))),
        ("greatest", of(all.greatest())),
    ]
}

/// A table of the figures, one of all answers if it is asked for, and the structure.
fn text(args: &Args, all: &Distribution, witness: &str) -> String {
    let figures = figures(all);
    let [least, rest @ ..] = figures.map(|(name, _)| name.to_owned());
    let [first, others @ ..] = figures.map(|(_, number)| grouped(number));
    let mean = format!("{:.2}", all.mean().unwrap_or_default());
    let row = |cost: String, least: String, mean: String, [a, b, c, d]: [String; 4]| {
        [cost, least, mean, a, b, c, d]
    };
    let mut out = aligned(&[
        row("size".to_owned(), least, "mean".to_owned(), rest),
        row(args.size.to_string(), first, mean, others),
    ]);
    if args.distribution {
        let mut rows = vec![[args.cost.clone(), "structures".to_owned(), "share".to_owned()]];
        let row =
            |(answer, count): &(i64, Count)| [grouped(answer), grouped(count), share(all.share(*answer))];
        rows.extend(all.answers().iter().map(row));
        out += &format!("\n{}", aligned(&rows));
    }
    format!("{out}\n{witness}")
}

/// A share in percent.
fn share(share: f64) -> String {
    let percent = share * 100.0;
    if percent >= 0.01 { format!("{percent:.2} %") } else { format!("{percent:.2e} %") }
}

/// A JSON object.
fn json(args: &Args, all: &Distribution, witness: &str) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut out = format!("{{\"size\":{},\"attribute\":{}", args.size, quoted(&args.cost));
    for (name, number) in figures(all) {
        out += &format!(",{}:{number}", quoted(&name.replace(" %", "%")));
    }
    let greatest = all.greatest().unwrap_or_default();
    out += &format!(
        ",\"mean\":{},\"attained\":\"{}\",\"of\":\"{}\",\"structure\":{}",
        all.mean().unwrap_or_default(),
        all.count(greatest),
        all.total(),
        quoted(witness)
    );
    if args.distribution {
        let answers: Vec<String> =
            all.answers().iter().map(|(answer, count)| format!("[{answer},\"{count}\"]")).collect();
        out += &format!(",\"distribution\":[{}]", answers.join(","));
    }
    out + "}\n"
}

/// The last line: what is proven once all structures are counted.
fn proof(args: &Args, catalog: &Catalog, all: &Distribution) -> String {
    let mut total = structures(all.total());
    if catalog.fields() == Fields::Symbolic {
        total = total.replace("structure", "path condition");
    }
    let greatest = all.greatest().unwrap_or_default();
    format!(
        "proven: {greatest} is the greatest {}, which {} of {total} of size {} attain",
        args.cost,
        grouped(all.count(greatest)),
        args.size
    )
}
