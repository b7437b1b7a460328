//! Mistakes in templates, at their places in the spec's text.

use std::ops::Range;

use super::text::Span;
use super::{Spec, SpecError, Template};

impl Spec {
    /// An error in one of this spec's templates, at a place within the template: a range of its bytes. Without one, or
    /// where the text is written with escapes, the place is that of the constructor's name.
    #[must_use]
    pub fn template_error(
        &self,
        template: &Template,
        place: Option<Range<usize>>,
        message: impl Into<String>,
        advice: Option<String>,
    ) -> SpecError {
        let entry = self.render.iter().position(|other| other == template);
        let entry = entry.and_then(|entry| self.raw.render.0.get(entry));
        let name = entry.and_then(|(name, _)| self.source.span(name));
        let inside = name.zip(place).and_then(|(name, place)| {
            let rest = self.text().get(name.end + 1..)?;
            let start = name.end + 1 + rest.find('"')? + 1;
            let literal = self.text().get(start..start + place.end)?;
            let same = template.template.get(..place.end)? == literal;
            same.then_some(Span { start: start + place.start, end: start + place.end })
        });
        let error = self.source.error(inside.or(name), message);
        match advice {
            Some(advice) => error.help(advice),
            None => error,
        }
    }
}
