//! `dpgen sample`: structures drawn at random, each with the same probability, or with one that its odds say.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use clap::ValueEnum;
use dpgen_engine::CoinToss;
use dpgen_forest::{Fields, Solutions};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::coverage_certificate::{Certificate, Coverage};
use crate::exit_code::ExitCode;
use crate::input::build_input::InputArgs;
use crate::input::common_args::{EngineArgs, SizeArgs};
use crate::input::draws::Draws;
use crate::input::flag_values;
use crate::input::format_args::FormatArgs;
use crate::input::odds_args::{OddsArgs, odds_words};
use crate::input::selection::Selection;
use crate::input::structure_key::Identity;
use crate::render::parallel_draws::{Draw, ParallelDraws};
use crate::terminal::messages::say;
use crate::terminal::number_format::{sizes, structures};
use crate::terminal::stdout::Stdout;

/// The maximum size without a flag that says one.
const MAX_SIZE: u32 = 10;

/// Draws structures at random, each with exactly the same probability (up to size 10 if nothing else is said)
///
/// With --odds, probabilities are proportional to what that flag says, as exactly. Draws are independent: the same structure
/// may come twice. The same seed gives the same structures on every machine. With --fields symbolic each path condition has
/// the same probability, and a solution stands for it.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    sizes: SizeArgs,
    /// How many to draw
    #[arg(long, value_name = "K", default_value_t = 10)]
    count: u64,
    /// The seed of the draws
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// With --fields symbolic: which solution of the path condition drawn
    #[arg(long, value_enum, default_value_t = Solution::Smallest)]
    solutions: Solution,
    /// How to draw
    #[arg(long, value_enum, default_value_t = Method::Uniform)]
    method: Method,
    /// With --method coin-toss: structures up to this size are all kept
    #[arg(long, value_name = "N", default_value_t = 4)]
    threshold: u32,
    /// With --method coin-toss: the probability with which a larger one is kept
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = flag_values::probability)]
    probability: f64,
    #[command(flatten)]
    odds: OddsArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Which solution of a path condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Solution {
    /// The smallest
    Smallest,
    /// A random one
    Random,
}

/// How to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// By exact counts: every structure has the same probability
    Uniform,
    /// From a build that keeps structures above --threshold with --probability only; not uniform
    CoinToss,
}

impl Args {
    /// The coin tosses of the build, with --method coin-toss.
    fn coin_toss(&self) -> Result<Option<CoinToss>, CommandError> {
        if self.method == Method::Uniform {
            return Ok(None);
        }
        if self.format.keys {
            let message = "there are no keys for --method coin-toss: ranks are those of the structures kept";
            return Err(CommandError::Usage(message.to_owned()));
        }
        if self.odds.is_given() {
            let message = "--odds are for exact counts: leave out --method coin-toss";
            return Err(CommandError::Usage(message.to_owned()));
        }
        Ok(Some(CoinToss::new(self.threshold, self.probability, self.seed)))
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<ExitCode, CommandError> {
    let mut input = args.input.open(&args.sizes, MAX_SIZE)?;
    let exporter = args.format.exporter(&input.spec, &input.scope)?;
    let selection = Selection::all(&args.sizes, &input.scope);
    let coin_toss = args.coin_toss()?;
    args.odds.check(&input.spec, &input.scope)?;
    let mut session = Session::begin(&args.engine);
    let catalog = match coin_toss {
        Some(coin_toss) => input.coin_toss_catalog(&session, coin_toss)?,
        None => input.catalog(&session, &selection)?,
    };
    session.begin_writing();
    let exporter = exporter.until(session.stop_signal());
    let total = selection.selected(&catalog);
    // Without all sizes a draw would not be uniform, without structures there is none.
    if catalog.complete_sizes() <= *selection.sizes.end() || total.is_zero() {
        if args.method == Method::CoinToss && total.is_zero() && catalog.stop_reason().is_none() {
            let of = sizes(&selection.sizes);
            say(&format!("the coin tosses kept no structure of {of}: raise --probability or --threshold"));
            return Ok(ExitCode::Nothing);
        }
        let certificate = Certificate::new(&selection, &catalog, &Coverage::default());
        session.note(&certificate.text);
        return Ok(certificate.code);
    }
    let odds = args.odds.of(&input.spec, catalog.schema())?;
    let how_drawn =
        odds.as_ref().map_or_else(|| "uniformly".to_owned(), |odds| format!("by {}", odds_words(odds)));
    let draws = Draws::new(&catalog, &selection, total.clone(), odds);
    let identity = Identity::of(&input.spec, &catalog);
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    let draw = || {
        let (size, rank) = draws.draw(&mut random);
        let solutions = match args.solutions {
            Solution::Smallest => (Solutions::Smallest, 0),
            Solution::Random => (Solutions::Random, random.next_u64()),
        };
        Draw { size, rank, solutions }
    };
    let keys = args.format.keys.then_some(&identity);
    let mut out = Stdout::new();
    let renderer = ParallelDraws { session: &session, catalog: &catalog, exporter: &exporter, keys };
    let (drawn, halt) = renderer.render(args.count, draw, |text| out.text(text))?;
    out.flush()?;
    if let Some(halt) = halt {
        session.note(&format!("{} after {drawn} of {} draws", halt.verb(), args.count));
        return Ok(halt.code());
    }
    let (drawn, total, of) = (structures(drawn), structures(&total), sizes(&selection.sizes));
    let how = match args.method {
        Method::Uniform if catalog.fields() == Fields::Symbolic => {
            format!("drawn {how_drawn} from {}", total.replace("structure", "path condition"))
        }
        Method::Uniform => format!("drawn {how_drawn} from {total}"),
        Method::CoinToss => format!("drawn from the {total} kept"),
    };
    session.note(&format!("{drawn} {how} of {of}, seed {}", args.seed));
    Ok(ExitCode::Complete)
}
