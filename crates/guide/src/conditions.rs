//! [`Conditions`]: what was learned as conditions of a spec, for the user to review and keep.
//!
//! A condition is about one structure and its parts: two values of it; one of it and the constructor or a value of a part; those of
//! two parts; or of a structure, a part, and a part of that. Where a guide learned that something goes wrong anywhere in a part
//! beside, the condition says so of the part itself, which is less; never more. What no condition can say is kept as a line. The spec language is described in `crates/spec/LANGUAGE.md`.

use std::collections::BTreeMap;
use std::fmt;

use dpgen_forest::index::{CtorIx, at};
use dpgen_forest::schema::{Shape, SlotKind};

use crate::layout::{Label, LabelId};
use crate::words::Words;

/// A condition, and what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// What must hold, an expression of the spec language.
    pub text: String,
    /// How many structures were refused for what it forbids, and for nothing else. None of those that were accepted has it.
    pub refused: u32,
}

/// What was learned, as conditions: shown as entries of a spec, with what speaks for each as a comment.
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
    /// Conditions for `rep_ok`, each with the names of type and constructor before it.
    pub rep_ok: Vec<(String, String, Condition)>,
    /// Conditions for `root_ok`.
    pub root_ok: Vec<Condition>,
    /// What was learned beyond that, in words.
    pub others: Vec<String>,
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "// Candidates for conditions, learned from a judge's answers: to be reviewed, not proven."
        )?;
        let mut types: BTreeMap<&str, BTreeMap<&str, Vec<&Condition>>> = BTreeMap::new();
        for (ty, ctor, condition) in &self.rep_ok {
            types.entry(ty).or_default().entry(ctor).or_default().push(condition);
        }
        for (ty, ctors) in types {
            writeln!(f, "\n// An entry of the type {ty:?}:\nrep_ok: {{")?;
            for (ctor, conditions) in ctors {
                writeln!(f, "    {ctor:?}: [")?;
                conditions.into_iter().try_for_each(|condition| condition.line(f, 8))?;
                writeln!(f, "    ],")?;
            }
            writeln!(f, "}},")?;
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

impl Condition {
    fn line(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        let Self { text, refused } = self;
        let tries = if *refused == 1 { "try" } else { "tries" };
        writeln!(f, "{:indent$}// refuted, {refused} {tries}\n{:indent$}{text:?},", "", "")
    }
}

/// Where a condition goes: to a constructor of a type that a spec names.
pub(crate) type Home = (String, String);

impl Words<'_> {
    /// Type and constructor, if a spec names the type, and both have simple names.
    pub(crate) fn home(self, ctor: CtorIx) -> Option<Home> {
        let of = self.schema.constructor(ctor);
        let ty = self.schema.ty(of.ty);
        (ty.shape == Shape::Plain && is_name(&of.name)).then(|| (ty.name.clone(), of.name.clone()))
    }

    /// The constructor that a label belongs to.
    pub(crate) fn ctor_of(self, label: LabelId) -> CtorIx {
        match self.layout.labels[at(label)] {
            Label::Ctor(ctor) | Label::Value(ctor, ..) => ctor,
        }
    }

    /// Whether the structure called `whose` (a field and a dot, or nothing) has a label, apart from its constructor; empty
    /// if that is all.
    pub(crate) fn value_test(self, whose: &str, label: LabelId) -> Option<String> {
        let Label::Value(ctor, slot, value) = self.layout.labels[at(label)] else {
            return Some(String::new());
        };
        let slot = &self.schema.constructor(ctor).slots[at(slot)];
        let SlotKind::Data(domain) = slot.kind else { return None };
        let domain = self.schema.domain(domain);
        let shown = domain.show(value);
        let shown = match domain {
            dpgen_forest::schema::Domain::Labels(_) if is_plain(&shown) => format!("'{shown}'"),
            dpgen_forest::schema::Domain::Labels(_) => return None,
            _ => shown,
        };
        is_name(&slot.name).then(|| format!("{whose}{} == {shown}", slot.name))
    }

    /// Whether the structure called `whose` has a label.
    pub(crate) fn test(self, whose: &str, label: LabelId) -> Option<String> {
        let (_, name) = self.home(self.ctor_of(label))?;
        let kind = format!("{whose}kind == '{name}'");
        let value = self.value_test(whose, label)?;
        Some(if value.is_empty() { kind } else { format!("{kind} && {value}") })
    }

    /// The field of a recursive slot, with its constructor, if the label can begin what is in it.
    pub(crate) fn field(self, slot: u32, below: LabelId) -> Option<(CtorIx, String)> {
        let (ctor, slot) = self.layout.part_slots[at(slot)];
        let slot = &self.schema.constructor(ctor).slots[at(slot)];
        let ty = self.schema.constructor(self.ctor_of(below)).ty;
        let fits = slot.kind == SlotKind::Recursive(ty) && is_name(&slot.name);
        fits.then(|| (ctor, slot.name.clone()))
    }
}

/// Whether a name can stand in an expression.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a text can stand between quotes as it is.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_graphic() && !"'\"\\".contains(c) || c == ' ')
}
