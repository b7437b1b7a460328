//! One structure in detail: the verdict on it, its drawing with nodes to point to, its texts, key and command, the attributes of
//! each node, what a node can be changed to, and near misses.

use std::collections::BTreeMap;
use std::sync::Arc;

use dpgen_draw::{Svg, escaped};
use dpgen_forest::Count;
use dpgen_spec::Answers;
use serde::Serialize;
use serde_json::Value;

use super::count_table::short_count;
use super::spec_version::Place;
use super::structure_grid::text_exporter;
use super::structure_view::StructureView;
use super::verdict_text::{MAX_ALTERNATIVES, change_list, lit_places, near_miss_list, verdict_section};
use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::structure_position::Position;
use crate::export::template::Templates;
use crate::export::tree_drawing::tree;
use crate::gallery::attribute_row;
use crate::input::structure_key::Identity;
use crate::terminal::number_format::grouped;

/// The most words of a structure that is drawn, whose attributes are shown, and whose near misses are looked for.
const MAX_WORDS_DRAWN: usize = 20_000;
const MAX_WORDS_CHANGED: usize = 2_000;

/// A structure in detail.
#[derive(Debug, Serialize)]
pub struct StructureDetail {
    /// What is shown of it.
    pub html: String,
    /// The attributes of its nodes, by the number that the drawing has for the node.
    pub nodes: BTreeMap<usize, String>,
    /// Its words, to ask about it again.
    pub words: String,
    /// The clause that rejects it, and the node.
    pub lit: Value,
}

/// The detail of a structure; `spec_name` is how a command names the spec, if one can.
///
/// # Errors
/// In words.
pub fn structure_detail(
    view: &StructureView<'_>,
    spec_name: Option<&str>,
) -> Result<StructureDetail, String> {
    let place = view.place();
    let title = match &place {
        Some((Place { size, rank }, count)) => {
            format!("Size {size}, rank {} of {}", short_count(rank), short_count(count))
        }
        None => format!("A changed structure of size {}", view.paths().size()),
    };
    let mut html =
        format!("<h3>{title}</h3>{}<div class=\"drawing\">{}</div>", verdict_section(view), drawing(view));
    html += "<div id=\"node\" class=\"node\" aria-live=\"polite\"></div>";
    html += &texts(view, place.as_ref().map(|(place, _)| place), spec_name);
    html += &near_misses(view);
    Ok(StructureDetail {
        html,
        nodes: node_attributes(view)?,
        words: view.words_text(),
        lit: lit_places(view),
    })
}

/// What a node of the drawing can be changed to, with the verdict on each.
///
/// # Errors
/// In words, when there is no such node.
pub fn node_changes(view: &StructureView<'_>, drawn: usize) -> Result<String, String> {
    if view.words.len() > MAX_WORDS_CHANGED {
        return Ok("<p>It is too large to be changed here.</p>".to_owned());
    }
    let preorder = view.preorder(drawn).ok_or("There is no such node.")?;
    let found =
        view.judge.edits(&view.words, preorder, MAX_ALTERNATIVES / 3).map_err(|error| error.to_string())?;
    Ok(format!("<h4>Change it</h4>{}", change_list(&found)))
}

/// The drawing, whose nodes are numbered.
fn drawing(view: &StructureView<'_>) -> String {
    if view.words.len() > MAX_WORDS_DRAWN {
        return format!("<p>too large to draw here: {} words</p>", grouped(view.words.len()));
    }
    let tree = tree(view.schema(), &view.words);
    tree.map(|tree| Svg::inline("the structure").numbered().draw(&tree)).unwrap_or_default()
}

/// The texts of a structure, its key, and the command that shows it in a terminal.
fn texts(view: &StructureView<'_>, place: Option<&Place>, spec_name: Option<&str>) -> String {
    let plain = |format| Exporter::new(format, Templates::default()).map_err(|error| error.to_string());
    let exporters = [
        ("Text", text_exporter(view.version, view.build)),
        ("RON", plain(Format::Ron)),
        ("JSON", plain(Format::Json)),
    ];
    let none = Count::ZERO;
    let (size, rank) = place.map_or((0, &none), |place| (place.size, &place.rank));
    let position = Position { size, rank, solution: None, key: None };
    let mut rows = String::new();
    for (name, exporter) in exporters {
        let mut text = String::new();
        let written = exporter.and_then(|exporter| {
            let written = exporter.structure(view.schema(), &view.words, position, &mut text);
            written.map_err(|error| error.to_string())
        });
        rows += &copied_row(name, &written.map_or_else(|why| why, |()| text));
    }
    let Some(Place { size, rank }) = place else { return format!("<dl class=\"texts\">{rows}</dl>") };
    rows += &copied_row("Key", &Identity::of(&view.version.spec, view.build).key(*size, rank));
    match spec_name {
        Some(name) => {
            let scope = scope_flags(view);
            rows += &copied_row("Command", &format!("dpgen show {name} --size {size} --rank {rank}{scope}"));
        }
        None => rows += "<div><dt>Command</dt><dd>There is one once the spec is saved in a file.</dd></div>",
    }
    format!("<dl class=\"texts\">{rows}</dl>")
}

/// The flags of the scope of a build.
fn scope_flags(view: &StructureView<'_>) -> String {
    let parameters =
        view.version.settings.parameters.iter().map(|(name, value)| format!(" --param {name}={value}"));
    format!(" --max-size {}{}", view.build.scope().max_size(), parameters.collect::<String>())
}

fn copied_row(name: &str, text: &str) -> String {
    format!(
        "<div><dt>{name}</dt><dd><code>{}</code><button type=\"button\" class=\"copy\" aria-label=\"Copy {name}\">Copy</button>\
         </dd></div>",
        escaped(text)
    )
}

/// The attributes of each node.
fn node_attributes(view: &StructureView<'_>) -> Result<BTreeMap<usize, String>, String> {
    if view.words.len() > MAX_WORDS_DRAWN {
        return Ok(BTreeMap::new());
    }
    let attributes = view.version.spec.attributes(view.build.scope(), None);
    let attributes = Arc::new(attributes.map_err(|error| error.to_string())?);
    let (answers, schema, paths) = (attributes.ask(&view.words), view.schema(), view.paths());
    let list = |(node, layer): (usize, &dpgen_forest::structure::ValueNode)| {
        let ctor = schema.constructor(layer.ctor);
        let names = attributes.names(ctor.ty).into_iter().filter(|name| *name != "kind");
        let rows: String = names.map(|name| attribute_row(name, answers.get(node, name))).collect();
        let path = paths.of_node(node);
        let at = if path.is_empty() { "the whole".to_owned() } else { path };
        let head = format!(
            "<strong>{}</strong> of {}, {}",
            escaped(&ctor.name),
            escaped(&schema.ty(ctor.ty).name),
            escaped(&at)
        );
        (node, format!("<p>{head}</p><dl class=\"attributes\">{rows}{}</dl>", context_rows(&answers, node)))
    };
    Ok(view.nodes.iter().enumerate().map(list).collect())
}

/// The values of a node's context, if its type has one.
fn context_rows(answers: &Answers, node: usize) -> String {
    let values = answers.context(node).ok().flatten().unwrap_or_default();
    values.iter().map(|(name, value)| attribute_row(&format!("context.{name}"), Ok(value))).collect()
}

/// What is one step away and rejected.
fn near_misses(view: &StructureView<'_>) -> String {
    if view.words.len() > MAX_WORDS_CHANGED || !view.verdict.is_accepted() {
        return String::new();
    }
    match view.judge.near_misses(&view.words, MAX_ALTERNATIVES) {
        Ok(found) if found.list.is_empty() => {
            "<p>No near miss: every step from it is accepted.</p>".to_owned()
        }
        Ok(found) => format!(
            "<details open><summary>{} near misses, one step away and rejected</summary>{}</details>",
            grouped(found.list.len()),
            near_miss_list(&found)
        ),
        Err(why) => format!("<p>{}</p>", escaped(&why.to_string())),
    }
}
