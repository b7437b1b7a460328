//! [`ContextRules`]: what parts are told about where they stand.
//!
//! A *context* is a value that a structure gets from the one that it is a part of: the variables in scope, the type that an
//! expression is to have. It is computed from the context of the whole and from the fields to the left of the part, so that one
//! walk from the root, from left to right, knows all contexts: an L-attributed definition (Lewis, Rosenkrantz, Stearns,
//! "Attributed translations", 1974). Here a context is a row of words; equal rows are equal contexts.
//!
//! A rule belongs to a slot of a constructor. [`Give`] is the rule of a recursive slot; without one, a part of a type with contexts
//! has the context of the whole. [`Narrow`] is the rule of a data slot: which values of its domain it can have here.
//! Invariant: a rule reads fields to the left of its own only.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, TypeIx};

use super::failure::fail;
use super::node_types::References;
use super::view_handles::Handle;

/// The words of a context.
pub type ContextWords = Arc<[i64]>;

/// Intervals of values, ascending and disjoint.
pub type AllowedValues = SmallVec<[(i64, i64); 1]>;

/// Computes something from the words of the whole's context.
type FromContext<R> = Arc<dyn Fn(&[i64]) -> R + Send + Sync>;
/// Computes something from the words of the whole's context and from the whole, whose fields to the left can be read.
type FromLeft<R> = Arc<dyn Fn(&[i64], Handle) -> R + Send + Sync>;
/// Writes the context of a structure of a type for people.
type ContextText = Arc<dyn Fn(TypeIx, &[i64]) -> String + Send + Sync>;

/// How a rule computes its result.
pub enum Rule<R> {
    /// From the context alone: engines work it out once for each context.
    FromContext(FromContext<R>),
    /// From the context and from the fields to the left.
    FromLeft(FromLeft<R>),
}

/// Which context a part gets.
pub type Give = Rule<Vec<i64>>;
/// Which values of its domain a data slot can have.
pub type Narrow = Rule<AllowedValues>;

impl<R> Clone for Rule<R> {
    fn clone(&self) -> Self {
        match self {
            Self::FromContext(compute) => Self::FromContext(compute.clone()),
            Self::FromLeft(compute) => Self::FromLeft(compute.clone()),
        }
    }
}

impl<R> fmt::Debug for Rule<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FromContext(_) => "FromContext",
            Self::FromLeft(_) => "FromLeft",
        })
    }
}

impl<R> Rule<R> {
    /// The result for a structure and the words of its context.
    pub(crate) fn apply(&self, context: &[i64], whole: Handle) -> R {
        match self {
            Self::FromContext(compute) => compute(context),
            Self::FromLeft(compute) => compute(context, whole),
        }
    }
}

/// The rule of a slot.
#[derive(Debug, Clone)]
pub enum SlotRule {
    /// Of a recursive slot.
    Give(Give),
    /// Of a data slot.
    Narrow(Narrow),
}

impl SlotRule {
    /// Whether it reads fields to the left.
    pub(crate) const fn reads_left(&self) -> bool {
        matches!(self, Self::Give(Rule::FromLeft(_)) | Self::Narrow(Rule::FromLeft(_)))
    }
}

/// The rules of a model.
#[derive(Clone)]
pub struct ContextRules {
    /// By type: whether its structures have a context.
    has_context: Vec<bool>,
    /// By constructor: its rules, each with its slot, from left to right.
    slots: Vec<Vec<(usize, SlotRule)>>,
    /// The context of whole structures; no words if their type has none.
    root: ContextWords,
    /// How nodes are counted, if some slot refers to them; see `reference_rules.rs`.
    pub(super) references: Option<Arc<References>>,
    /// In messages; without it, contexts are shown as their words.
    text: Option<ContextText>,
}

impl fmt::Debug for ContextRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContextRules")
            .field("slots", &self.slots)
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

impl ContextRules {
    /// No rules, for this many types and constructors.
    #[must_use]
    pub fn new(types: usize, constructors: usize) -> Self {
        let (has_context, slots) = (vec![false; types], vec![Vec::new(); constructors]);
        Self { has_context, slots, root: Arc::new([]), references: None, text: None }
    }

    /// Structures of this type have a context.
    pub fn add_type(&mut self, ty: TypeIx) {
        self.has_context[ty.index()] = true;
    }

    /// Whole structures have this context.
    pub fn set_root(&mut self, context: Vec<i64>) {
        self.root = context.into();
    }

    /// Messages show contexts like this.
    pub fn set_text(&mut self, text: ContextText) {
        self.text = Some(text);
    }

    /// The context of a structure of a type, for people.
    pub(crate) fn text(&self, ty: TypeIx, context: &[i64]) -> String {
        self.text.as_ref().map_or_else(|| format!("{context:?}"), |text| text(ty, context))
    }

    /// Adds the rule of a slot. A later rule of the same slot replaces it.
    pub fn add_rule(&mut self, ctor: CtorIx, slot: usize, rule: SlotRule) {
        let rules = &mut self.slots[ctor.index()];
        match rules.binary_search_by_key(&slot, |(slot, _)| *slot) {
            Ok(known) => rules[known].1 = rule,
            Err(place) => rules.insert(place, (slot, rule)),
        }
    }

    /// Whether there is neither a type with contexts nor a rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.has_context.contains(&true) && self.slots.iter().all(Vec::is_empty)
    }

    /// Whether structures of a type have a context.
    #[must_use]
    pub fn has_context(&self, ty: TypeIx) -> bool {
        self.has_context.get(ty.index()).copied().unwrap_or(false)
    }

    /// Whether structures of some type have a context.
    pub(crate) fn has_contexts(&self) -> bool {
        self.has_context.contains(&true)
    }

    /// The context of whole structures.
    pub(crate) const fn root(&self) -> &ContextWords {
        &self.root
    }

    /// The rules of a constructor, from left to right, each with its slot.
    pub(crate) fn of(&self, ctor: CtorIx) -> &[(usize, SlotRule)] {
        self.slots.get(ctor.index()).map_or(&[], |rules| rules)
    }

    /// Which values of its domain a data slot can have; `None` if all.
    pub(crate) fn narrow(&self, ctor: CtorIx, slot: usize) -> Option<&Narrow> {
        self.of(ctor).iter().find_map(|(of, rule)| match rule {
            SlotRule::Narrow(narrow) if *of == slot => Some(narrow),
            _ => None,
        })
    }

    /// Which context the part in a slot gets; `None` if it is the whole's.
    pub(crate) fn give(&self, ctor: CtorIx, slot: usize) -> Option<&Give> {
        self.of(ctor).iter().find_map(|(of, rule)| match rule {
            SlotRule::Give(give) if *of == slot => Some(give),
            _ => None,
        })
    }
}

/// Ends an evaluation of a rule that reads a part whose own context is not known yet.
pub(crate) fn read_to_the_right() -> ! {
    fail(
        "the rule of a field reads the field itself or one to its right: only fields to its left are known"
            .to_owned(),
    )
}
