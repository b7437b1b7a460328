//! The counts that a spec states: its own test, copied from sources that are not dpgen.

use super::SpecError;
use super::raw_spec::RawSpec;
use super::source_text::SpecText;
use dpgen_forest::scope::Scope;

/// The number of structures of a size that a spec must have in a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The scope.
    pub scope: Scope,
    /// The size.
    pub size: u32,
    /// The number of structures of exactly that size.
    pub count: u64,
    /// The number of the list that states it, from 0: each entry of `counts` has two, `each` and then `sizes`, either of which may be empty.
    pub list: usize,
    /// The line of the list's entry in the text, from 1.
    pub line: usize,
}

/// The counts of a spec, in the order of its text.
pub(super) fn read(source: &SpecText, raw: &RawSpec, params: &[String]) -> Result<Vec<Expected>, SpecError> {
    let mut all = Vec::new();
    for (number, entry) in raw.counts.iter().enumerate() {
        for (name, _) in &entry.params.0 {
            if !params.contains(&name.value) {
                let message = format!("the spec has no parameter `{}`", name.value);
                let known = params.iter().map(String::as_str);
                return Err(source.error(name.span, message).suggest(&name.value, known));
            }
        }
        let scope = |max_size| {
            let set = entry.params.0.iter();
            set.fold(Scope::new(max_size), |scope, (name, value)| scope.with(name.value.as_str(), *value))
        };
        let line = source.line(entry.span);
        for (size, count) in (0..).zip(&entry.each) {
            all.push(Expected { scope: scope(size), size, count: *count, list: 2 * number, line });
        }
        match entry.max_size {
            Some(max_size) => {
                let sizes = (0..).zip(&entry.sizes);
                all.extend(sizes.map(|(size, count)| Expected {
                    scope: scope(max_size),
                    size,
                    count: *count,
                    list: 2 * number + 1,
                    line,
                }));
            }
            None if entry.sizes.is_empty() => {}
            None => {
                let message = "an entry of `counts` has `sizes` without `max_size`";
                return Err(source
                    .error(entry.span, message)
                    .help("or use `each`, whose k-th count is for size and max_size k"));
            }
        }
    }
    Ok(all)
}
