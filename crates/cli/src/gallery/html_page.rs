//! The HTML page of a gallery: a head, an article a structure, and no script.

use std::io::{self, Write};
use std::sync::Arc;

use dpgen_draw::{Svg, escaped};
use dpgen_engine::Model;
use dpgen_forest::{Catalog, Count, Scope};
use dpgen_spec::{Attributes, Spec};

use crate::build_session::Session;
use crate::command_error::CommandError;
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::export::tree_drawing::tree;
use crate::gallery::attribute_row::attribute_row;
use crate::gallery::near_misses::{NearMisses, find_near_misses};
use crate::input::structure_key::Identity;

const STYLE_SHEET: &str = include_str!("page.css");

/// The width of the widest picture, in pixels, that stands in a column beside others.
const COLUMN_WIDTH: i64 = 320;
/// The letters of the longest text of a structure that is shown beside its picture.
const MAX_TEXT_LETTERS: usize = 400;
/// The most steps listed for a condition; more are only counted.
const MAX_STEPS_LISTED: usize = 12;

/// A page of structures of one build.
pub struct GalleryPage<'a> {
    pub spec: &'a Spec,
    pub scope: &'a Scope,
    pub catalog: &'a Catalog,
    pub model: Model,
    pub attributes: Arc<Attributes>,
    pub identity: Identity,
    /// Writes structures as text.
    pub text: Exporter,
}

/// A structure of the page.
pub struct PageEntry<'a> {
    pub size: u32,
    pub rank: &'a Count,
    pub words: &'a [u32],
}

impl GalleryPage<'_> {
    /// Writes what comes before the structures; `covers` says which they are.
    pub fn head(&self, covers: &str, out: &mut impl Write) -> io::Result<()> {
        let (name, about) = (escaped(self.spec.name()), escaped(self.spec.about()));
        let covers = escaped(covers);
        let mut params = vec![format!("maximum size {}", self.scope.max_size())];
        params.extend(
            self.scope
                .params()
                .filter(|(name, _)| *name != "n")
                .map(|(name, value)| format!("{name} = {value}")),
        );
        let params = params.join(", ");
        write!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{name}: {covers}</title>\n<style>\n{STYLE_SHEET}{drawings}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#structures\">To the structures</a>\n\
             <header>\n<h1>{name}</h1>\n<p>{about}</p>\n<p><strong>{covers}</strong>; {params}</p>\n\
             <details>\n<summary>How to read this page</summary>\n\
             <p>A heading is the structure's key: <code>dpgen show KEY</code> shows it again. Dots are constructors without \
             fields. Below a picture are the attributes of the whole, as the spec defines them.</p>\n\
             <p>A <dfn>step</dfn> changes one thing: a value to the one before or after it in its domain, or a part to a \
             constructor without fields. A <dfn>near miss</dfn> is what a step makes of the structure and the spec rejects. \
             It is listed with the first condition that does not hold, parts before wholes. A condition that no step \
             breaks is not listed.</p>\n</details>\n</header>\n<main id=\"structures\">\n",
            drawings = Svg::STYLE,
        )
    }

    /// Writes what comes after the structures.
    pub fn foot(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(
            out,
            "</main>\n<footer><p>dpgen {}</p></footer>\n</body>\n</html>",
            env!("CARGO_PKG_VERSION")
        )
    }

    /// The article of a structure; `None` if the run ends before all its near misses are known.
    pub fn structure(
        &self,
        shown: &PageEntry<'_>,
        session: &Session<'_>,
    ) -> Result<Option<String>, CommandError> {
        let Some(near_misses) = find_near_misses(&self.model, shown.words, session.bounds()) else {
            return Ok(None);
        };
        let schema = self.catalog.schema();
        let key = self.identity.key(shown.size, shown.rank);
        let mut text = String::new();
        let place = Position { size: shown.size, rank: shown.rank, solution: None, key: None };
        self.text.structure(schema, shown.words, place, &mut text)?;
        let drawn = tree(schema, shown.words).map(|tree| Svg::inline(&text).sized(&tree));
        let (picture, width) = drawn.unwrap_or_default();
        let wide = if width > COLUMN_WIDTH { " class=\"wide\"" } else { "" };
        // Wide pictures are made smaller as far as they can still be read, and scroll beyond that.
        let min_width = width * 2 / 3;
        let text = if text.chars().count() > MAX_TEXT_LETTERS {
            String::new()
        } else {
            format!("<p class=\"text\"><code>{}</code></p>\n", escaped(&text))
        };
        let key = escaped(&key);
        Ok(Some(format!(
            "<article id=\"{key}\"{wide}>\n<h2><a href=\"#{key}\">{key}</a></h2>\n\
             <div class=\"drawing\" tabindex=\"0\" role=\"group\" aria-label=\"Picture of {key}\" \
             style=\"--least:{min_width}px\">{picture}</div>\n{text}\
             {attributes}{near_misses}</article>\n",
            attributes = self.attributes(shown.words),
            near_misses = near_misses_text(&near_misses),
        )))
    }

    /// The attributes of the whole structure.
    fn attributes(&self, words: &[u32]) -> String {
        let answers = self.attributes.ask(words);
        let names = self.attributes.names(self.catalog.schema().root());
        let rows: String = names.into_iter().map(|name| attribute_row(name, answers.whole(name))).collect();
        format!("<dl>{rows}</dl>\n")
    }
}

/// The near misses, in a section that is closed at first.
fn near_misses_text(near_misses: &NearMisses) -> String {
    let (misses, steps) = (near_misses.count(), near_misses.steps);
    let title = match misses {
        0 => format!("no near miss of {steps} steps"),
        1 => format!("1 near miss of {steps} steps"),
        _ => format!("{misses} near misses of {steps} steps"),
    };
    if misses == 0 {
        return format!("<p class=\"none\">{title}</p>\n");
    }
    let mut out = format!("<details>\n<summary>{title}</summary>\n");
    for (condition, steps) in &near_misses.rejected {
        out += &format!("<h3><code>{}</code></h3>\n<ul>\n", escaped(condition));
        for step in steps.iter().take(MAX_STEPS_LISTED) {
            out += &format!("<li>{}</li>\n", escaped(step));
        }
        if let Some(more) = steps.len().checked_sub(MAX_STEPS_LISTED).filter(|more| *more > 0) {
            out += &format!("<li>and {more} more</li>\n");
        }
        out += "</ul>\n";
    }
    out + "</details>\n"
}
