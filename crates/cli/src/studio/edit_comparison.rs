//! The comparison of two versions, as a section of the page: an edit against the version before it, or the spec as it was saved.

use dpgen_draw::{Svg, escaped};
use dpgen_forest::{Budget, Catalog, Count};

use super::count_table::count_cell;
use super::spec_version::SpecVersion;
use crate::export::tree_drawing::tree;
use crate::terminal::number_format::structures;

/// The most words of a structure that is drawn in a comparison.
const MAX_WORDS_DRAWN: usize = 2_000;

/// A size at which two versions differ.
struct SizeChange {
    size: u32,
    gained: Count,
    lost: Count,
}

/// What was compared.
#[derive(Default)]
struct Changes {
    /// The sizes that differ.
    sizes: Vec<SizeChange>,
    /// A sentence of the sizes that were compared.
    compared: String,
    /// The size and a drawing of the smallest structure that was gained, and of the smallest that was lost.
    first: [Option<(u32, String)>; 2],
}

/// What `new` gained and lost against `old`, which `base` names, as a section.
pub fn comparison_section(old: &SpecVersion, new: &SpecVersion, base: &str, budget: &Budget) -> String {
    let text = match changes(old, new, budget) {
        Ok(changes) => changes_text(&changes),
        Err(why) => format!("<p>{}</p>", escaped(&why)),
    };
    format!("<section><h3>Against {base}</h3>{text}</section>")
}

/// Compares the builds of two versions.
fn changes(old: &SpecVersion, new: &SpecVersion, budget: &Budget) -> Result<Changes, String> {
    let scope = |version: &SpecVersion| {
        let settings = &version.settings;
        let max_size = (!settings.each_size).then_some(settings.max_size);
        (max_size, settings.each_size, settings.parameters.clone())
    };
    if scope(old) != scope(new) {
        return Err("Other sizes or parameters: there is nothing to compare.".to_owned());
    }
    let (mut changes, mut last, mut stopped) = (Changes::default(), None, false);
    let each_size = new.settings.each_size;
    for (old, new) in old.builds.iter().zip(&new.builds) {
        let compared = old.compare(new, budget).map_err(|why| format!("They can not be compared: {why}."))?;
        stopped |= compared.stop.is_some();
        for of in &compared.sizes {
            // A build of one size has smaller ones, too, in its own scope.
            if each_size && of.size != new.scope().max_size() {
                continue;
            }
            last = Some(of.size);
            let (size, gained, lost) = (of.size, of.gained(), of.lost());
            if changes.first[0].is_none() && !gained.is_zero() {
                let words = compared.first_gained(size, budget).ok().flatten();
                changes.first[0] = drawn(new, words.as_deref()).map(|drawn| (size, drawn));
            }
            if changes.first[1].is_none() && !lost.is_zero() {
                let words = compared.first_lost(size, budget).ok().flatten();
                changes.first[1] = drawn(old, words.as_deref()).map(|drawn| (size, drawn));
            }
            if !gained.is_zero() || !lost.is_zero() {
                changes.sizes.push(SizeChange { size, gained, lost });
            }
        }
    }
    changes.compared = match last {
        None => "No size is complete in both.".to_owned(),
        Some(last) if stopped => format!("The comparison was stopped; sizes up to {last} are compared."),
        Some(last) => format!("Compared exactly, sizes 0 to {last}."),
    };
    Ok(changes)
}

fn drawn(build: &Catalog, words: Option<&[u32]>) -> Option<String> {
    let words = words.filter(|words| words.len() <= MAX_WORDS_DRAWN)?;
    tree(build.schema(), words).map(|tree| Svg::inline("the first").draw(&tree))
}

/// A sentence, a table of the sizes that differ, and the smallest structures that were gained and lost.
fn changes_text(changes: &Changes) -> String {
    let Changes { sizes, compared, first } = changes;
    let sum = |count: fn(&SizeChange) -> &Count| sizes.iter().map(count).sum::<Count>();
    let (gained, lost) = (sum(|of| &of.gained), sum(|of| &of.lost));
    if sizes.is_empty() {
        return format!("<p>The same structures. {compared}</p>");
    }
    let mut html = format!(
        "<p><strong>{} gained, {} lost.</strong> {compared}</p><table><thead><tr><th scope=\"col\">size</th><th \
         scope=\"col\">gained</th><th scope=\"col\">lost</th></tr></thead><tbody>",
        structures(&gained),
        structures(&lost)
    );
    for of in sizes {
        let (gained, lost) = (count_cell(&of.gained), count_cell(&of.lost));
        html += &format!("<tr><th scope=\"row\">{}</th>{gained}{lost}</tr>", of.size);
    }
    html += "</tbody></table><div class=\"firsts\">";
    for (name, first) in ["gained", "lost"].into_iter().zip(first) {
        if let Some((size, svg)) = first {
            html += &format!(
                "<figure><figcaption>the smallest {name}, of size {size}</figcaption>{svg}</figure>"
            );
        }
    }
    html + "</div>"
}
