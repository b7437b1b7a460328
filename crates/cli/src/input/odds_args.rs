//! The flag `--odds`: draws that prefer some constructors.

use clap::Args;
use dpgen_forest::{Odds, OddsError, Schema, Scope};
use dpgen_spec::{Spec, nearest};

use crate::command_error::CommandError;
use crate::input::flag_values::{self, OddsSetting};

/// The most names that a message lists.
const MAX_NAMES_LISTED: usize = 20;

/// The flag of odds.
#[derive(Debug, Clone, Default, Args)]
pub struct OddsArgs {
    /// Draws each structure with a probability proportional to the product of the odds of its constructors: `Node=3`, or with
    /// its type `Tree.Node=3`, several separated by commas; all others have odds of 1. A name without a number is that of odds
    /// which the spec has (`dpgen check` lists them); later settings replace earlier ones
    #[arg(long, value_name = "NAME=ODDS", value_delimiter = ',', value_parser = flag_values::odds)]
    pub odds: Vec<OddsSetting>,
}

impl OddsArgs {
    /// Whether there are any.
    pub fn is_given(&self) -> bool {
        !self.odds.is_empty()
    }

    /// Tells what is wrong with the odds before anything is built.
    pub fn check(&self, spec: &Spec, scope: &Scope) -> Result<(), CommandError> {
        if self.is_given() {
            self.of(spec, &spec.model(scope)?.schema)?;
        }
        Ok(())
    }

    /// The odds of the constructors of a schema; `None` without the flag.
    pub fn of<'s>(&self, spec: &Spec, schema: &'s Schema) -> Result<Option<Odds<'s>>, CommandError> {
        if !self.is_given() {
            return Ok(None);
        }
        let mut odds = Odds::new(schema);
        for setting in &self.odds {
            match setting {
                OddsSetting::Constructor(name, number) => {
                    set(&mut odds, schema, name, *number)?;
                }
                OddsSetting::OfSpec(name) => {
                    for (ctor, number) in named(spec, name)? {
                        set(&mut odds, schema, ctor, *number)?;
                    }
                }
            }
        }
        Ok(Some(odds))
    }
}

/// Odds in words, as `odds Tree.Node=3`.
pub fn odds_words(odds: &Odds<'_>) -> String {
    let entries: Vec<String> = odds.entries().map(|(name, number)| format!("{name}={number}")).collect();
    format!("odds {}", if entries.is_empty() { "1".to_owned() } else { entries.join(",") })
}

fn set(odds: &mut Odds<'_>, schema: &Schema, name: &str, number: u32) -> Result<(), CommandError> {
    odds.set(name, number).map_err(|error| {
        let advice = match &error {
            OddsError::Unknown { .. } => {
                let full: Vec<String> = odds.names().collect();
                let short = schema.all_constructors().iter().map(|ctor| ctor.name.as_str());
                let known: Vec<&str> = short.chain(full.iter().map(String::as_str)).collect();
                match nearest(name, &known) {
                    Some(near) => format!("; did you mean `{near}`?"),
                    None if full.len() <= MAX_NAMES_LISTED => format!("; there are {}", full.join(", ")),
                    None => "; `dpgen check` lists them".to_owned(),
                }
            }
            _ => String::new(),
        };
        CommandError::Usage(format!("--odds: {error}{advice}"))
    })
}

/// The odds of a spec under a name.
fn named<'s>(spec: &'s Spec, name: &str) -> Result<&'s [(String, u32)], CommandError> {
    let found = spec.odds().iter().find(|odds| odds.name == name);
    let unknown = || {
        let known: Vec<&str> = spec.odds().iter().map(|odds| odds.name.as_str()).collect();
        let advice = match (nearest(name, &known), known.as_slice()) {
            (Some(near), _) => format!("; did you mean `{near}`?"),
            (None, []) => ", and no others; those of a constructor are written as in Node=3".to_owned(),
            (None, known) => {
                format!("; it has {}, and those of a constructor are written as in Node=3", known.join(", "))
            }
        };
        CommandError::Usage(format!("--odds: the spec {} has no odds `{name}`{advice}", spec.name()))
    };
    found.map(|odds| odds.odds.as_slice()).ok_or_else(unknown)
}
