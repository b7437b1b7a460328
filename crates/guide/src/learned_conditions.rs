//! [`Conditions`]: learned knowledge as conditions of a spec, for the user to review and keep.
//!
//! A condition is about one structure and its parts: two values of it; one of it and the constructor or a value of a part; those of
//! two parts; or of a structure, a part, and a part of that. The labels anywhere in a part, and the size and height of parts, are attributes, which
//! are defined beside it ([`attributes`](super::condition_attributes)). Knowledge that no condition can express is kept as a line. The spec language is
//! described in `crates/spec/LANGUAGE.md`.

use std::collections::BTreeMap;
use std::fmt;

use crate::condition_attributes::Attribute;

/// A condition, and what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// The condition, an expression of the spec language.
    pub text: String,
    /// The number of structures refused for what it forbids, and for nothing else. None of those that were accepted has it.
    pub refused: u32,
    /// Other possible reasons for the refusals: no accepted structure has them, either.
    pub or: Vec<String>,
}

/// Learned conditions: shown as entries of a spec, with the evidence for each as a comment.
///
/// ```
/// use std::sync::Arc;
/// use dpgen::prelude::*;
/// use dpgen_guide::{Feedback, Guide, Hunt, Limits};
///
/// #[derive(DpGen)]
/// struct Pair { x: Small, y: Small }
/// #[derive(DpGen)]
/// struct Small { #[dpgen(range = 0..=9)] is: i64, odd: bool }
///
/// let pairs = Generator::<Pair>::up_to(3).build()?;
/// let mut hunt = Hunt::new(Arc::new(pairs.catalog().clone()), Guide::Pairs, 7, Limits::default());
/// while let Some(proposal) = hunt.ask() {
///     let agrees = |word: usize| proposal.words[word] % 2 == proposal.words[word + 1]; // the judge
///     let feedback = Feedback::from(agrees(2) && agrees(5));
///     hunt.tell(proposal, feedback);
/// }
/// let conditions = hunt.conditions();
/// assert_eq!(conditions.rep_ok.len(), 10);
/// assert_eq!(conditions.rep_ok[0].0, "Small");
/// assert!(conditions.to_string().contains("\"!(is == 3 && odd == false)\","));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Conditions {
    /// Attributes that the conditions ask.
    pub attributes: Vec<Attribute>,
    /// Conditions for `rep_ok`, each with the names of type and constructor before it.
    pub rep_ok: Vec<(String, String, Condition)>,
    /// Conditions for `root_ok`.
    pub root_ok: Vec<Condition>,
    /// Knowledge that no condition expresses, in words.
    pub others: Vec<String>,
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "// Candidates for conditions, learned from a judge's answers: to be reviewed, not proven."
        )?;
        let mut types: BTreeMap<&str, Entries<'_>> = BTreeMap::new();
        for attribute in &self.attributes {
            types.entry(&attribute.ty).or_default().attributes.push(attribute);
        }
        for (ty, ctor, condition) in &self.rep_ok {
            types.entry(ty).or_default().rep_ok.entry(ctor).or_default().push(condition);
        }
        for (ty, entries) in types {
            writeln!(f, "\n// {} of the type {ty:?}:", entries.how_many())?;
            entries.lines(f)?;
        }
        if !self.root_ok.is_empty() {
            writeln!(f, "\n// An entry of the spec:\nroot_ok: [")?;
            self.root_ok.iter().try_for_each(|condition| condition.line(f, 4))?;
            writeln!(f, "],")?;
        }
        if !self.others.is_empty() {
            writeln!(f, "\n// Learned, and not written as conditions:")?;
        }
        self.others.iter().try_for_each(|line| writeln!(f, "// {}", line.escape_debug()))
    }
}

/// The entries of a type.
#[derive(Default)]
struct Entries<'a> {
    attributes: Vec<&'a Attribute>,
    rep_ok: BTreeMap<&'a str, Vec<&'a Condition>>,
}

impl Entries<'_> {
    fn how_many(&self) -> &'static str {
        if self.attributes.is_empty() || self.rep_ok.is_empty() { "An entry" } else { "Entries" }
    }

    fn lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.attributes.is_empty() {
            writeln!(f, "attributes: {{")?;
            for Attribute { name, constructors, .. } in &self.attributes {
                let all: Vec<String> =
                    constructors.iter().map(|(ctor, is)| format!("{ctor:?}: {is:?}")).collect();
                writeln!(f, "    {name:?}: {{{}}},", all.join(", "))?;
            }
            writeln!(f, "}},")?;
        }
        if !self.rep_ok.is_empty() {
            writeln!(f, "rep_ok: {{")?;
            for (ctor, conditions) in &self.rep_ok {
                writeln!(f, "    {ctor:?}: [")?;
                conditions.iter().try_for_each(|condition| condition.line(f, 8))?;
                writeln!(f, "    ],")?;
            }
            writeln!(f, "}},")?;
        }
        Ok(())
    }
}

impl Condition {
    fn line(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        let Self { text, refused, or } = self;
        let tries = if *refused == 1 { "try" } else { "tries" };
        let perhaps = if or.is_empty() { "" } else { "perhaps " };
        writeln!(f, "{:indent$}// {perhaps}refuted, {refused} {tries}", "")?;
        or.iter().try_for_each(|other| writeln!(f, "{:indent$}// or else: {}", "", other.escape_debug()))?;
        writeln!(f, "{:indent$}{text:?},", "")
    }
}
