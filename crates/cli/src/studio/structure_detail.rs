//! One structure in detail: its drawing with nodes to point to, its texts, key and command, attributes of each part, near misses.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use dpgen_draw::{Svg, escaped};
use dpgen_forest::{Budget, Catalog, Limits};
use dpgen_spec::Answers;
use serde::Serialize;

use super::count_table::short_count;
use super::spec_version::{Place, SpecVersion};
use super::structure_grid::text_exporter;
use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::export::template::Templates;
use crate::export::tree_drawing::tree;
use crate::gallery::html_page::near_misses_text;
use crate::gallery::near_misses::find_near_misses;
use crate::input::structure_key::Identity;
use crate::terminal::number_format::grouped;

/// The most words of a structure that is drawn, and of one whose near misses are looked for.
const MAX_WORDS_DRAWN: usize = 20_000;
/// The most time for near misses.
const MAX_NEAR_MISS_TIME: Duration = Duration::from_millis(500);

/// A structure in detail.
#[derive(Debug, Serialize)]
pub struct StructureDetail {
    /// What is shown of it.
    pub html: String,
    /// The attributes of its nodes, by the number that the drawing has for the node.
    pub nodes: BTreeMap<usize, String>,
}

/// The detail of a structure; `spec_name` is how a command names the spec, if one can.
pub fn structure_detail(
    version: &SpecVersion,
    place: &Place,
    spec_name: Option<&str>,
) -> Result<StructureDetail, String> {
    let gone = || format!("There is no structure of size {} with rank {}.", place.size, place.rank);
    let build = version.build(place.size).ok_or_else(gone)?;
    let words = version.words(place).ok_or_else(gone)?;
    let key = Identity::of(&version.spec, build).key(place.size, &place.rank);
    let count = version.count(place.size);
    let mut html = format!(
        "<h3>Size {}, rank {} of {}</h3><div class=\"drawing\">{}</div>",
        place.size,
        short_count(&place.rank),
        short_count(&count),
        drawing(build, &words),
    );
    html += "<div id=\"node\" class=\"node\" aria-live=\"polite\"></div>";
    html += &texts(version, build, &words, place, (&key, spec_name));
    let nodes = node_attributes(version, build, &words)?;
    html += &near_misses(version, build, &words)?;
    Ok(StructureDetail { html, nodes })
}

/// The drawing, whose nodes are numbered.
pub fn drawing(build: &Catalog, words: &[u32]) -> String {
    if words.len() > MAX_WORDS_DRAWN {
        return format!("<p>too large to draw here: {} words</p>", grouped(words.len()));
    }
    tree(build.schema(), words)
        .map(|tree| Svg::inline("the structure").numbered().draw(&tree))
        .unwrap_or_default()
}

/// The texts of a structure, its key, and the command that shows it in a terminal.
fn texts(
    version: &SpecVersion,
    build: &Catalog,
    words: &[u32],
    place: &Place,
    (key, spec_name): (&str, Option<&str>),
) -> String {
    let plain = |format| Exporter::new(format, Templates::default()).map_err(|error| error.to_string());
    let exporters =
        [("Text", text_exporter(version, build)), ("RON", plain(Format::Ron)), ("JSON", plain(Format::Json))];
    let position = Position { size: place.size, rank: &place.rank, solution: None, key: None };
    let mut rows = String::new();
    for (name, exporter) in exporters {
        let mut text = String::new();
        let written = exporter.and_then(|exporter| {
            let written = exporter.structure(build.schema(), words, position, &mut text);
            written.map_err(|error| error.to_string())
        });
        let text = written.map_or_else(|why| why, |()| text);
        rows += &copied_row(name, &text);
    }
    rows += &copied_row("Key", key);
    match spec_name {
        Some(name) => {
            let scope = scope_flags(version, build);
            rows += &copied_row(
                "Command",
                &format!("dpgen show {name} --size {} --rank {}{scope}", place.size, place.rank),
            );
        }
        None => rows += "<div><dt>Command</dt><dd>There is one once the spec is saved in a file.</dd></div>",
    }
    format!("<dl class=\"texts\">{rows}</dl>")
}

/// The flags of the scope of a build.
fn scope_flags(version: &SpecVersion, build: &Catalog) -> String {
    let parameters =
        version.settings.parameters.iter().map(|(name, value)| format!(" --param {name}={value}"));
    format!(" --max-size {}{}", build.scope().max_size(), parameters.collect::<String>())
}

fn copied_row(name: &str, text: &str) -> String {
    format!(
        "<div><dt>{name}</dt><dd><code>{}</code><button type=\"button\" class=\"copy\" aria-label=\"Copy {name}\">Copy</button>\
         </dd></div>",
        escaped(text)
    )
}

/// The attributes of each node.
fn node_attributes(
    version: &SpecVersion,
    build: &Catalog,
    words: &[u32],
) -> Result<BTreeMap<usize, String>, String> {
    if words.len() > MAX_WORDS_DRAWN {
        return Ok(BTreeMap::new());
    }
    let attributes =
        Arc::new(version.spec.attributes(build.scope(), None).map_err(|error| error.to_string())?);
    let answers = attributes.ask(words);
    let schema = build.schema();
    let list = |node: usize| {
        let (ty, local) = answers.head(node)?;
        let ctor = schema
            .constructors_of(ty)
            .nth(dpgen_forest::index::at(local))
            .map(|ctor| schema.constructor(ctor));
        let name = ctor.map(|ctor| ctor.name.clone()).unwrap_or_default();
        let names = attributes.names(ty).into_iter().filter(|name| *name != "kind");
        let rows: String = names.map(|name| attribute_row(name, &answers, node)).collect();
        let head = format!("<strong>{}</strong> of {}", escaped(&name), escaped(&schema.ty(ty).name));
        Some((
            node,
            format!("<p>{head}</p><dl class=\"attributes\">{rows}{}</dl>", context_rows(&answers, node)),
        ))
    };
    Ok((0..answers.len()).filter_map(list).collect())
}

fn attribute_row(name: &str, answers: &Answers, node: usize) -> String {
    match answers.get(node, name) {
        Ok(value) => row(name, &value.to_string()),
        // An attribute that is undefined or fails has the reason in its title.
        Err(why) => {
            format!("<div><dt>{}</dt><dd title=\"{}\">none</dd></div>", escaped(name), escaped(&why))
        }
    }
}

/// The values of a node's context, if its type has one.
fn context_rows(answers: &Answers, node: usize) -> String {
    let values = answers.context(node).ok().flatten().unwrap_or_default();
    values.iter().map(|(name, value)| row(&format!("context.{name}"), &value.to_string())).collect()
}

fn row(name: &str, value: &str) -> String {
    format!("<div><dt>{}</dt><dd>{}</dd></div>", escaped(name), escaped(value))
}

/// What is one step away and rejected.
fn near_misses(version: &SpecVersion, build: &Catalog, words: &[u32]) -> Result<String, String> {
    let budget = Budget::from_now(&Limits::none().time(MAX_NEAR_MISS_TIME));
    let model = version.spec.model(build.scope()).map_err(|error| error.to_string())?;
    let found = find_near_misses(&model, words, &budget);
    Ok(found.map_or_else(
        || "<p>It has too many near misses to list here.</p>".to_owned(),
        |found| near_misses_text(&found),
    ))
}
