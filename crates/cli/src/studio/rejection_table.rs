//! For one size, which condition rejected how many candidates: why it has few structures, or none.

use std::time::Duration;

use dpgen_draw::escaped;
use dpgen_engine::Options;
use dpgen_forest::Limits;
use dpgen_forest::index::at;

use super::spec_version::SpecVersion;
use crate::terminal::number_format::grouped;

/// The most time and memory of counting candidates.
const MAX_COUNTING_TIME: Duration = Duration::from_secs(3);
const MAX_COUNTING_MEMORY: u64 = 500_000_000;

/// The table of a size, as a section.
///
/// # Errors
/// In words, when the candidates can not be counted.
pub fn rejection_table(version: &SpecVersion, size: u32) -> Result<String, String> {
    let build = version.build(size).ok_or_else(|| format!("Size {size} is not complete."))?;
    let judge = version.spec.judge(build.scope()).map_err(|error| error.to_string())?;
    let limits = Limits::none().time(MAX_COUNTING_TIME).memory(MAX_COUNTING_MEMORY);
    let table = judge.rejections(&Options::default().limits(limits)).map_err(|error| error.to_string())?;
    let title = format!("<h3>Candidates of size {size}</h3>");
    let Some(of_size) = table.sizes.get(at(size)).filter(|_| size < table.complete) else {
        return Ok(format!(
            "{title}<p>There are too many to count here: {} s and 500 MB reach to size {}.</p>",
            MAX_COUNTING_TIME.as_secs(),
            table.complete.saturating_sub(1)
        ));
    };
    let mut rows = String::new();
    for (place, rejected) in
        judge.places().iter().zip(&of_size.rejected).filter(|(_, rejected)| **rejected > 0)
    {
        rows += &format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td>line {}</td><td>{}</td></tr>",
            escaped(&place.text),
            place.line,
            grouped(rejected)
        );
    }
    if of_size.without_values > 0 {
        let without = grouped(of_size.without_values);
        rows += &format!(
            "<tr><th scope=\"row\">a field without a value or part</th><td></td><td>{without}</td></tr>"
        );
    }
    let sentence = format!(
        "{} combinations of smaller accepted parts; {} have every condition of their node, {} are structures.",
        grouped(of_size.candidates),
        grouped(of_size.accepted),
        grouped(of_size.structures)
    );
    Ok(format!(
        "{title}<p>{sentence}</p><table><thead><tr><th scope=\"col\">the first condition that does not hold</th><th \
         scope=\"col\">place</th><th scope=\"col\">candidates</th></tr></thead><tbody>{rows}</tbody></table>"
    ))
}
