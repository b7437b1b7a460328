//! The structures of a build as cases: all that are selected in their order, or draws.

use std::collections::HashSet;
use std::ops::Range;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use dpgen_diff::{Case, CaseSource, Term, Vocabulary};
use dpgen_forest::index::wide;
use dpgen_forest::{Catalog, Count, Odds};
use dpgen_spec::Spec;

use crate::command_error::CommandError;
use crate::diff::case_exporters::CaseExporters;
use crate::diff::term_converter::TermConverter;
use crate::export::structure_position::Position;
use crate::input::draws::Draws;
use crate::input::selection::{RankRange, Selection};
use crate::input::structure_key::Identity;

/// The most draws by odds for each structure that is wanted: some may hardly ever come.
const MAX_DRAWS_PER_STRUCTURE: u128 = 1000;

/// The structures that are cases.
#[derive(Debug)]
enum CasePlan {
    /// Ranges of ranks, each with the position of its first.
    All(Vec<(u64, RankRange)>),
    /// Sizes and ranks, drawn at random.
    Drawn(Vec<(u32, Count)>),
}

/// The structures of a build, as cases.
#[derive(Debug)]
pub struct Cases<'c> {
    catalog: &'c Catalog,
    exporters: &'c CaseExporters,
    terms: TermConverter<'c>,
    identity: Identity,
    plan: CasePlan,
    count: u64,
}

impl<'c> Cases<'c> {
    /// All structures that are selected.
    pub fn all(
        spec: &Spec,
        catalog: &'c Catalog,
        exporters: &'c CaseExporters,
        selection: &Selection,
    ) -> Self {
        let mut count = 0;
        let mut parts = Vec::new();
        for part in selection.parts(catalog) {
            let begin = count;
            count = saturated(&(Count::from(count) + part.count()));
            parts.push((begin, part));
        }
        Self::new(spec, catalog, exporters, CasePlan::All(parts), count)
    }

    /// `draws` different structures of the selection, each with the same probability or by odds; all if there are fewer. By
    /// odds there may be less, if hardly any others come.
    pub fn drawn(
        spec: &Spec,
        catalog: &'c Catalog,
        exporters: &'c CaseExporters,
        selection: &Selection,
        (draws, seed): (u64, u64),
        odds: Option<Odds<'c>>,
    ) -> Self {
        let total = selection.selected(catalog);
        let are_by_odds = odds.is_some();
        let wanted = Count::from(draws).min(total.clone());
        let draws_of = Draws::new(catalog, selection, total, odds);
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut drawn, mut seen) = (Vec::new(), HashSet::new());
        let mut draws_left = wanted.clone() * Count::new(MAX_DRAWS_PER_STRUCTURE);
        while Count::from(drawn.len()) < wanted && !draws_left.is_zero() {
            if are_by_odds {
                draws_left = draws_left.checked_sub(&Count::ONE).unwrap_or_default();
            }
            let place = draws_of.draw(&mut random);
            if seen.insert(place.clone()) {
                drawn.push(place);
            }
        }
        let count = wide(drawn.len());
        Self::new(spec, catalog, exporters, CasePlan::Drawn(drawn), count)
    }

    fn new(
        spec: &Spec,
        catalog: &'c Catalog,
        exporters: &'c CaseExporters,
        plan: CasePlan,
        count: u64,
    ) -> Self {
        let (terms, identity) = (TermConverter::new(catalog.schema()), Identity::of(spec, catalog));
        Self { catalog, exporters, terms, identity, plan, count }
    }

    /// The number of cases.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The shapes of their terms.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.terms.vocabulary()
    }

    fn case(&self, position: u64, size: u32, rank: &Count, words: &[u32]) -> Result<Case, CommandError> {
        let key = self.identity.key(size, rank);
        let place = Position { size, rank, solution: None, key: Some(&key) };
        let (text, renderings) = self.exporters.texts(self.catalog.schema(), words, place)?;
        let term = self.terms.term(words);
        Ok(Case { position, key, size, rank: rank.to_string(), text, renderings, term })
    }

    /// Appends the cases of a range of ranks, from a position on.
    fn append_range(
        &self,
        mut position: u64,
        size: u32,
        ranks: Range<Count>,
        to: &mut Vec<Case>,
    ) -> Result<(), CommandError> {
        let mut rank = ranks.start.clone();
        let mut structures = self.catalog.compact(size, ranks);
        while let Some(words) = structures.next() {
            to.push(self.case(position, size, &rank, words)?);
            position += 1;
            rank += &Count::ONE;
        }
        structures.failure().map_or(Ok(()), |failure| Err(failure.clone().into()))
    }
}

impl CaseSource for Cases<'_> {
    type Error = CommandError;

    fn block(&mut self, from: u64, max_len: usize) -> Result<Vec<Case>, CommandError> {
        let mut cases = Vec::new();
        match &self.plan {
            CasePlan::Drawn(drawn) => {
                let begin = usize::try_from(from).unwrap_or(usize::MAX).min(drawn.len());
                let end = begin.saturating_add(max_len).min(drawn.len());
                for (position, (size, rank)) in (from..).zip(&drawn[begin..end]) {
                    if let Some(words) = self.catalog.nth_compact(*size, rank)? {
                        cases.push(self.case(position, *size, rank, &words)?);
                    }
                }
            }
            CasePlan::All(parts) => {
                for (begin, part) in parts {
                    let left = max_len - cases.len();
                    let Some(skipped) = (from + wide(cases.len())).checked_sub(*begin) else { break };
                    let first = part.ranks.start.clone() + Count::from(skipped);
                    if left == 0 || first >= part.ranks.end {
                        continue;
                    }
                    let last = (first.clone() + Count::from(left)).min(part.ranks.end.clone());
                    self.append_range(from + wide(cases.len()), part.size, first..last, &mut cases)?;
                }
            }
        }
        Ok(cases)
    }

    fn find(&mut self, term: &Term) -> Result<Option<Case>, CommandError> {
        let Some((size, rank)) = self.terms.value_nodes(term).and_then(|nodes| self.catalog.find(&nodes))
        else {
            return Ok(None);
        };
        let words = self.catalog.nth_compact(size, &rank)?;
        words.map(|words| self.case(u64::MAX, size, &rank, &words)).transpose()
    }
}

/// A count, or the greatest `u64`.
pub fn saturated(count: &Count) -> u64 {
    count.to_u128().and_then(|count| u64::try_from(count).ok()).unwrap_or(u64::MAX)
}
