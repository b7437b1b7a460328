//! What an edit changed: a version against the one before it, and against the spec as it was saved.

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
    /// A drawing of the first structure that was gained, and of the first that was lost.
    first: [Option<String>; 2],
}

/// What `new` gained and lost against `old`, which `base` names, as a section.
pub fn comparison_section(old: &SpecVersion, new: &SpecVersion, base: &str, budget: &Budget) -> String {
    let text = match changes(old, new, budget) {
        Ok((changes, compared)) => changes_text(&changes, &compared),
        Err(why) => format!("<p>{}</p>", escaped(&why)),
    };
    format!("<section><h3>Against {base}</h3>{text}</section>")
}

/// The sizes that differ, and a sentence of those that were compared.
fn changes(
    old: &SpecVersion,
    new: &SpecVersion,
    budget: &Budget,
) -> Result<(Vec<SizeChange>, String), String> {
    let scope = |version: &SpecVersion| {
        let settings = &version.settings;
        let max_size = (!settings.each_size).then_some(settings.max_size);
        (max_size, settings.each_size, settings.parameters.clone())
    };
    if scope(old) != scope(new) {
        return Err("Other sizes or parameters: there is nothing to compare.".to_owned());
    }
    let (mut changes, mut last, mut stopped) = (Vec::new(), None, false);
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
            if !gained.is_zero() || !lost.is_zero() {
                let first = [drawn(new, of.first_gained.as_deref()), drawn(old, of.first_lost.as_deref())];
                changes.push(SizeChange { size, gained, lost, first });
            }
        }
    }
    let compared = match last {
        None => "No size is complete in both.".to_owned(),
        Some(last) if stopped => format!("The comparison was stopped; sizes up to {last} are compared."),
        Some(last) => format!("Compared exactly, sizes 0 to {last}."),
    };
    Ok((changes, compared))
}

fn drawn(build: &Catalog, words: Option<&[u32]>) -> Option<String> {
    let words = words.filter(|words| words.len() <= MAX_WORDS_DRAWN)?;
    tree(build.schema(), words).map(|tree| Svg::inline("the first").draw(&tree))
}

/// A sentence, a table of the sizes that differ, and the smallest structures that were gained and lost.
fn changes_text(changes: &[SizeChange], compared: &str) -> String {
    let sum = |count: fn(&SizeChange) -> &Count| changes.iter().map(count).sum::<Count>();
    let (gained, lost) = (sum(|of| &of.gained), sum(|of| &of.lost));
    if changes.is_empty() {
        return format!("<p>The same structures. {compared}</p>");
    }
    let mut html = format!(
        "<p><strong>{} gained, {} lost.</strong> {compared}</p><table><thead><tr><th scope=\"col\">size</th><th \
         scope=\"col\">gained</th><th scope=\"col\">lost</th></tr></thead><tbody>",
        structures(&gained),
        structures(&lost)
    );
    for of in changes {
        let (gained, lost) = (count_cell(&of.gained), count_cell(&of.lost));
        html += &format!("<tr><th scope=\"row\">{}</th>{gained}{lost}</tr>", of.size);
    }
    html += "</tbody></table><div class=\"firsts\">";
    for (side, name) in ["gained", "lost"].into_iter().enumerate() {
        if let Some((size, svg)) = changes.iter().find_map(|of| Some((of.size, of.first[side].as_ref()?))) {
            html += &format!(
                "<figure><figcaption>the smallest {name}, of size {size}</figcaption>{svg}</figure>"
            );
        }
    }
    html + "</div>"
}
