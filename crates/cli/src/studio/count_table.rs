//! The counts of a version as a table, and what the build did as a sentence.

use dpgen_forest::index::at;
use dpgen_forest::{Count, SizeReport, StopReason};

use super::build_settings::BuildSettings;
use super::spec_version::SpecVersion;
use super::version_build::BuildFigures;
use crate::commands::growth_plot::SizePoint;
use crate::terminal::number_format::{grouped, structures, time};

/// The most digits of a count that are written out in a table.
const MAX_DIGITS_SHOWN: usize = 21;

/// A count as it stands in a table: the first digits and a power of ten, if there are too many.
pub fn short_count(count: &Count) -> String {
    let digits = count.to_string();
    if digits.len() <= MAX_DIGITS_SHOWN {
        return grouped(&digits);
    }
    let (first, rest) = digits.split_at(1);
    format!("{first}.{}… × 10^{}", &rest[..6], digits.len() - 1)
}

/// A cell with a count; a pointer shows all its digits.
pub fn count_cell(count: &Count) -> String {
    format!("<td title=\"{}\">{}</td>", grouped(count), short_count(count))
}

/// The table of a build that goes on: the sizes that are complete.
pub fn growing_table(figures: &BuildFigures) -> String {
    let rows = figures
        .counts
        .iter()
        .enumerate()
        .map(|(size, count)| format!("<tr><th scope=\"row\">{size}</th>{}</tr>", count_cell(count)));
    table("", rows.collect())
}

/// The table of a version that is built: the sizes are buttons, which show the structures of one size.
pub fn count_table(version: &SpecVersion) -> String {
    let mut rows = String::new();
    for size in 0..version.complete_sizes() {
        let (count, report) = (version.count(size), size_report(version, size));
        let candidates = format!(
            "<button type=\"button\" data-why=\"{size}\" aria-label=\"What rejected the candidates of size {size}\">{}</button>",
            grouped(report.candidates)
        );
        rows += &format!(
            "<tr><th scope=\"row\"><button type=\"button\" data-size=\"{size}\" aria-label=\"Structures of size {size}\">{size}\
             </button></th>{}<td>{}</td><td>{}</td><td>{}</td></tr>",
            count_cell(&count),
            grouped(report.classes),
            candidates,
            time(report.time)
        );
    }
    let total = version.total(version.sizes(None));
    rows += &format!("<tr><th scope=\"row\">all</th>{}<td></td><td></td><td></td></tr>", count_cell(&total));
    table("<th scope=\"col\">classes</th><th scope=\"col\">candidates</th><th scope=\"col\">time</th>", rows)
}

fn table(columns: &str, rows: String) -> String {
    format!(
        "<table><thead><tr><th scope=\"col\">size</th><th scope=\"col\">structures</th>{columns}</tr></thead>\
         <tbody>{rows}</tbody></table>"
    )
}

/// The figures of a size; empty for one that no candidate had.
fn size_report(version: &SpecVersion, size: u32) -> SizeReport {
    let report = version.build(size).and_then(|build| build.report().sizes.get(at(size)));
    report.cloned().unwrap_or_default()
}

/// The points of the growth plot.
pub fn plot_points(version: &SpecVersion) -> Vec<SizePoint> {
    let point = |size| {
        let report = size_report(version, size);
        SizePoint { size, structures: version.count(size), classes: report.classes, time: report.time }
    };
    (0..version.complete_sizes()).map(point).collect()
}

/// What a build that goes on does.
pub fn growing_sentence(figures: &BuildFigures, settings: &BuildSettings) -> String {
    let (sizes, max) = (figures.counts.len(), settings.max_size);
    format!("Building size {sizes} of {max}: {} candidates so far.", grouped(figures.candidates))
}

/// What a build did, and where it stopped.
pub fn built_sentence(version: &SpecVersion) -> String {
    let complete = version.complete_sizes();
    let total = version.total(version.sizes(None));
    let took = version.builds.iter().map(|build| build.report().time).sum();
    let done = match complete {
        0 => "No size is complete".to_owned(),
        1 => format!("All {} of size 0", structures(total)),
        _ => format!("All {} of sizes 0 to {}", structures(total), complete - 1),
    };
    let settings = &version.settings;
    match version.stop {
        None => format!("{done}, in {}.", time(took)),
        Some(StopReason::Deadline) => format!(
            "{done}. Size {complete} took more time than the limit of {}, which can be raised below.",
            humantime::format_duration(settings.time)
        ),
        Some(StopReason::Memory) => format!(
            "{done}. Size {complete} took more memory than the limit of {}, which can be raised below.",
            bytesize::ByteSize::b(settings.memory).display().si()
        ),
        Some(_) => format!("{done}. The build was stopped at size {complete}."),
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, short_count};

    #[test]
    fn long_counts_are_shortened() {
        let short = |text: &str| short_count(&text.parse().expect("it is a count"));
        assert_eq!(short("0"), "0");
        assert_eq!(short("1234567"), "1,234,567");
        assert_eq!(short("15651403628236824233291165062272"), "1.565140… × 10^31");
        assert_eq!(short_count(&Count::from(u64::MAX)), "18,446,744,073,709,551,615");
    }
}
