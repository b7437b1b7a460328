//! [`CaseCounts`]: how many cases of each size and origin a test has run, and its summary line.

use std::fmt;
use std::time::Duration;

use dpgen_forest::{Fields, grouped};

use super::builds::{of_argument, plain_arguments};
use super::case_set::{CaseSet, CaseSource, Origin};

/// The cases that were run, by sizes.
#[derive(Debug, Clone, Default)]
pub(super) struct CaseCounts {
    /// All cases that were run.
    pub(super) ran: u64,
    /// The cases that failed in an earlier run, and those that one died in.
    regressions: u64,
    interrupted: u64,
    /// The sizes whose cases were all run, and how many these are.
    complete: Option<(u32, u32, u64)>,
    /// The size in which the run stopped: how many of its cases were run.
    partial: Option<(u32, u64, u64)>,
    /// The sizes that were drawn from, and how many cases were drawn.
    drawn: Option<(u32, u32, u64)>,
    /// Which part of each size it was.
    shard: Option<(u32, u32)>,
    /// The seed of the samples.
    seed: u64,
    /// The number of all cases, run here or elsewhere, of the sizes that are run completely.
    pub(super) of_complete_sizes: u64,
    /// Whether every value of a plain argument stands beside every value of the others.
    pub(super) has_all_values: bool,
    /// The plain arguments, each with its number of values.
    plain_arguments: Vec<(String, u32)>,
    /// Fields that have no value in sizes whose cases were all run: the first and the last of these.
    empty_fields: Vec<(String, u32, u32)>,
    /// Notes about symbolic data.
    notes: Vec<String>,
    /// Why it ended before its end.
    pub(super) stopped: Option<&'static str>,
}

impl CaseCounts {
    /// Of nothing yet.
    pub(super) fn new(shard: Option<(u32, u32)>, seed: u64) -> Self {
        Self { shard, seed, ..Self::default() }
    }

    /// Notes that so many cases of a set of cases were run.
    pub(super) fn add(&mut self, case_set: &CaseSet, ran: u64) {
        let size = case_set.size;
        let built = match &case_set.source {
            CaseSource::Consecutive(catalog, _) | CaseSource::Ranks(catalog, _) => Some(catalog),
            CaseSource::Regression(_) => None,
        };
        if let Some(catalog) = built.filter(|catalog| catalog.fields() == Fields::Symbolic) {
            self.notes = catalog.report().notes.iter().map(|note| of_argument(note)).collect();
        }
        match case_set.origin {
            Origin::Interrupted => self.interrupted += ran,
            Origin::Regression => self.regressions += ran,
            Origin::InOrder => {
                let concrete = built.filter(|catalog| catalog.fields() == Fields::Concrete);
                self.plain_arguments =
                    concrete.map_or_else(Vec::new, |catalog| plain_arguments(catalog.schema()));
                self.add_in_order(size, ran, case_set.len());
            }
            Origin::Drawn | Origin::Shrunk | Origin::Replayed if ran > 0 => {
                let (first, _, sum) = self.drawn.unwrap_or((size, size, 0));
                self.drawn = Some((first, size, sum + ran));
            }
            Origin::Drawn | Origin::Shrunk | Origin::Neighbor | Origin::Replayed => {}
        }
    }

    /// Notes that so many of all cases of a size were run.
    fn add_in_order(&mut self, size: u32, ran: u64, of: u64) {
        if of == ran {
            let (first, _, sum) = self.complete.unwrap_or((size, size, 0));
            self.complete = Some((first, size, sum + ran));
        } else {
            self.partial = Some((size, ran, of));
        }
    }

    /// Notes that cases of a size with such a field are left out, if there is one.
    pub(super) fn add_empty_field(&mut self, size: u32, field: Option<String>) {
        let Some(field) = field else { return };
        let goes_on = |(known, _, last): &&mut (String, u32, u32)| *known == field && *last + 1 == size;
        match self.empty_fields.iter_mut().find(goes_on) {
            Some((_, _, last)) => *last = size,
            None => self.empty_fields.push((field, size, size)),
        }
    }

    /// The number of cases that were run in order, and not by chance or from an earlier run.
    pub(super) fn in_order(&self) -> u64 {
        self.ran - self.regressions - self.interrupted
    }

    /// The sizes whose cases were all run.
    pub(super) fn complete(&self) -> Option<impl fmt::Display> {
        self.complete.map(|(first, last, cases)| Complete { first, last, cases, shard: self.shard })
    }

    /// The number of values of each plain argument, where not all sizes were complete: what they multiply the cases by.
    fn plain_arguments_text(&self) -> String {
        let values = |(name, count): &(String, u32)| format!("all {} values of {name}", grouped(*count));
        let arguments: Vec<_> = self
            .plain_arguments
            .iter()
            .filter(|_| self.has_all_values && self.drawn.is_some())
            .map(values)
            .collect();
        if arguments.is_empty() { String::new() } else { format!(" (with {})", arguments.join(", ")) }
    }

    /// One line.
    pub(super) fn line(&self, time: Duration) -> String {
        let mut parts = Vec::new();
        match self.interrupted {
            0 => {}
            1 => parts.push("the case that the last run died in".to_owned()),
            cases => parts.push(format!("{} cases that the last run died in one of", grouped(cases))),
        }
        match self.regressions {
            0 => {}
            1 => parts.push("1 remembered case".to_owned()),
            cases => parts.push(format!("{cases} remembered cases")),
        }
        parts.extend(self.complete().map(|all| format!("{all}{}", self.plain_arguments_text())));
        if let Some((size, ran, of)) = &self.partial {
            parts.push(format!("{} of {} cases of size {size}", grouped(*ran), grouped(of)));
        }
        if let Some((first, last, draws)) = self.drawn {
            let sizes =
                if first == last { format!("size {last}") } else { format!("sizes {first} to {last}") };
            parts.push(format!("{} samples of {sizes} (seed {})", grouped(draws), self.seed));
        }
        let line = if parts.is_empty() { "no case".to_owned() } else { parts.join(", and ") };
        let stopped = self.stopped.map(|why| format!("; stopped by {why}")).unwrap_or_default();
        let empty_fields: String = self
            .empty_fields
            .iter()
            .map(|(field, first, last)| {
                let sizes =
                    if first == last { format!("size {last}") } else { format!("sizes {first} to {last}") };
                format!("; no case of {sizes} has {field}, whose domain is empty there")
            })
            .collect();
        let notes: String = self.notes.iter().map(|note| format!("; note: {note}")).collect();
        format!("{line} in {:.1} s{empty_fields}{stopped}{notes}", time.as_secs_f64())
    }
}

/// Sizes whose cases were all run.
struct Complete {
    first: u32,
    last: u32,
    cases: u64,
    shard: Option<(u32, u32)>,
}

impl fmt::Display for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, last, cases, shard } = self;
        match shard {
            Some((index, of)) => write!(f, "part {index} of {of}: {} cases of ", grouped(*cases))?,
            None if *cases == 1 => f.write_str("the only case of ")?,
            None => write!(f, "all {} cases of ", grouped(*cases))?,
        }
        match (*first, *last) {
            (first, last) if first == last => write!(f, "size {last}"),
            (0, last) => write!(f, "size ≤ {last}"),
            (first, last) => write!(f, "sizes {first} to {last}"),
        }
    }
}
