//! [`Errors`]: gathers the mistakes in the user's input, so that all of them are reported at once.
//!
//! Each message sits on the offending token, starts with `dpgen:` and says what to do about it.

use std::fmt::Display;

use quote::ToTokens;

/// Gathers errors.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    /// Notes what is wrong with some tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(at(tokens, message));
    }

    /// Notes an error.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(known) => known.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Keeps what a step made, or notes why it made nothing.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// The number of errors.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().flat_map(|errors| errors.clone().into_iter()).count()
    }

    /// `Ok` if there was nothing to complain about.
    pub(crate) fn finish(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// An error on some tokens.
pub(crate) fn at(tokens: impl ToTokens, message: impl Display) -> syn::Error {
    syn::Error::new_spanned(tokens, format!("dpgen: {message}"))
}

/// The known name that a wrong one is likely to mean.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = known.iter().map(|known| (strsim::damerau_levenshtein(name, known), *known)).min();
    near.filter(|(distance, near)| *distance <= near.len().min(name.len()).div_ceil(3)).map(|(_, near)| near)
}

/// The message for an unknown name: the nearest known one, or all of them.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    match nearest(name, known) {
        Some(near) => format!("unknown {what} `{name}`: did you mean `{near}`?"),
        None => {
            let all: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("unknown {what} `{name}`: expected one of {}", all.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn a_far_name_gets_the_whole_list() {
        assert_eq!(
            unknown("attribute", "rng", &["range", "values"]),
            "unknown attribute `rng`: expected one of `range`, `values`"
        );
        assert_eq!(
            unknown("attribute", "value", &["range", "values"]),
            "unknown attribute `value`: did you mean `values`?"
        );
    }
}
