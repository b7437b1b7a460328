//! The grid: structures of a version as drawings, from a number on, drawn at random, or those with a value of an attribute.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng as _;
use dpgen_draw::{Svg, escaped};
use dpgen_forest::{Budget, Catalog, Count, Limits, Solutions};
use serde::Serialize;

use super::count_table::short_count;
use super::spec_version::{Place, SpecVersion};
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::export::tree_drawing::tree;
use crate::input::format_args::FormatArgs;
use crate::terminal::number_format::{grouped, structures};

/// The most structures of a page of the grid.
pub const MAX_CARDS: usize = 100;
/// The most words of a structure that is drawn in the grid.
const MAX_WORDS_DRAWN: usize = 4_000;
/// The most letters of a structure's text as the name of its picture.
const MAX_TEXT_LETTERS: usize = 200;
/// How long one request searches for structures with a value of an attribute.
const MAX_SEARCH_TIME: Duration = Duration::from_millis(400);

/// A part of the grid.
#[derive(Debug, Default, Serialize)]
pub struct GridPage {
    /// The cards.
    pub html: String,
    /// What is shown, in words.
    pub note: String,
    /// The number of the first card, as digits; none if they are drawn at random.
    pub first: Option<String>,
    /// The number from which the next page goes on; none at the end.
    pub next: Option<String>,
}

/// An attribute of the whole, and the value that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeFilter {
    /// The attribute's name.
    pub name: String,
    /// The value, as the page shows it.
    pub value: String,
}

/// Structures in the order of the sizes, from a number on.
pub fn page_from(
    version: &SpecVersion,
    only: Option<u32>,
    first: Count,
    cards: usize,
    filter: Option<&AttributeFilter>,
) -> Result<GridPage, String> {
    let sizes = version.sizes(only);
    let total = version.total(sizes.clone());
    let mut page = GridPage { first: Some(first.to_string()), ..GridPage::default() };
    if first >= total {
        page.note = match (total.is_zero(), filter) {
            (true, _) => "There is no such structure.".to_owned(),
            (false, Some(_)) => "The end: no further structure has this value.".to_owned(),
            (false, None) => format!("There are {}, numbered from 0.", structures(&total)),
        };
        return Ok(page);
    }
    let budget = Arc::new(Budget::from_now(&Limits::none().time(MAX_SEARCH_TIME)));
    let mut number = first.clone();
    let mut shown = 0;
    let mut ended = false;
    let Some(begin) = version.place(sizes.clone(), first.clone()) else { return Ok(page) };
    for size in begin.size..sizes.end {
        let Some(build) = version.build(size) else { break };
        let start = if size == begin.size { begin.rank.clone() } else { Count::ZERO };
        let cards_of = SizeCards::new(version, build, filter)?;
        let count = build.count(size);
        let mut rank = start.clone();
        let mut iter = build.compact_with(size, start..count, Solutions::Smallest, 0);
        while shown < cards {
            // The first of a page is shown in any case, so that a search goes on from page to page.
            if budget.reached().is_some() && number > first {
                ended = true;
                break;
            }
            let Some(words) = iter.next() else { break };
            if cards_of.has_value(words) {
                page.html += &cards_of.card(words, &Place { size, rank: rank.clone() });
                shown += 1;
            }
            rank += &Count::ONE;
            number += &Count::ONE;
        }
        if ended || shown >= cards {
            break;
        }
    }
    page.next = (number < total).then(|| number.to_string());
    page.note = match filter {
        None => {
            let last = number.checked_sub(&Count::ONE).unwrap_or_default();
            format!("{} to {} of {}", grouped(&first), grouped(&last), short_count(&total))
        }
        Some(filter) => {
            let searched = number.checked_sub(&first).unwrap_or_default();
            let (found, searched) = (grouped(shown), structures(searched));
            format!(
                "{found} with {} = {} among the {searched} from number {} on",
                filter.name,
                filter.value,
                grouped(&first)
            )
        }
    };
    Ok(page)
}

/// Structures drawn uniformly.
pub fn page_at_random(
    version: &SpecVersion,
    only: Option<u32>,
    cards: usize,
    seed: u64,
) -> Result<GridPage, String> {
    let sizes = version.sizes(only);
    let total = version.total(sizes.clone());
    let mut page = GridPage::default();
    if total.is_zero() {
        page.note = "There is no such structure.".to_owned();
        return Ok(page);
    }
    let mut draws = ChaCha8Rng::seed_from_u64(seed);
    let mut cards_of: BTreeMap<u32, SizeCards<'_>> = BTreeMap::new();
    for _ in 0..cards {
        let Some(place) = version.place(sizes.clone(), total.random_below(&mut draws)) else { continue };
        let (Some(build), Some(words)) = (version.build(place.size), version.words(&place)) else { continue };
        let cards = match cards_of.entry(place.size) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(SizeCards::new(version, build, None)?),
        };
        page.html += &cards.card(&words, &place);
    }
    page.note = format!("{} drawn uniformly from {}", grouped(cards), structures(&total));
    Ok(page)
}

/// Makes the cards of one build.
struct SizeCards<'a> {
    build: &'a Catalog,
    text: Exporter,
    filter: Option<(Arc<dpgen_spec::Attributes>, &'a AttributeFilter)>,
}

impl<'a> SizeCards<'a> {
    fn new(
        version: &SpecVersion,
        build: &'a Catalog,
        filter: Option<&'a AttributeFilter>,
    ) -> Result<Self, String> {
        let text = text_exporter(version, build)?;
        let filter = filter.map(|filter| {
            let attributes = version.spec.attributes(build.scope(), Some(&[&filter.name]));
            attributes.map(|attributes| (Arc::new(attributes), filter)).map_err(|error| error.to_string())
        });
        Ok(Self { build, text, filter: filter.transpose()? })
    }

    /// Whether a structure has the value that is asked for.
    fn has_value(&self, words: &[u32]) -> bool {
        let Some((attributes, filter)) = &self.filter else { return true };
        let answers = attributes.ask(words);
        let value = answers.whole(&filter.name);
        value.is_ok_and(|value| value.to_string() == filter.value)
    }

    fn card(&self, words: &[u32], place: &Place) -> String {
        let schema = self.build.schema();
        let (size, rank) = (place.size, &place.rank);
        let mut text = String::new();
        let position = Position { size, rank, solution: None, key: None };
        if self.text.structure(schema, words, position, &mut text).is_err() {
            text.clear();
        }
        let drawn = (words.len() <= MAX_WORDS_DRAWN).then(|| tree(schema, words)).flatten();
        let name: String = text.chars().take(MAX_TEXT_LETTERS).collect();
        let picture = match drawn {
            Some(tree) => Svg::inline(&name).draw(&tree),
            None => {
                format!("<span class=\"large\">too large to draw here: {} words</span>", grouped(words.len()))
            }
        };
        format!(
            "<button type=\"button\" class=\"card\" data-size=\"{size}\" data-rank=\"{rank}\">{picture}<span class=\"caption\">\
             <code>{}</code>size {size}, rank {}</span></button>",
            escaped(&name),
            short_count(rank)
        )
    }
}

/// Writes structures as the spec's templates say.
pub fn text_exporter(version: &SpecVersion, build: &Catalog) -> Result<Exporter, String> {
    let exporter = FormatArgs::default().exporter_to(false, &version.spec, build.scope());
    exporter.map_err(|error| error.to_string())
}
