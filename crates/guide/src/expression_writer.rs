//! Writes labels and slots as expressions of [`learned_conditions`](super::learned_conditions), in the language of `crates/spec/LANGUAGE.md`.

use dpgen_forest::index::{CtorIx, TypeIx, at};
use dpgen_forest::schema::{Shape, Slot, SlotKind};

use crate::decision_layout::{Label, LabelId};
use crate::unique_names::UniqueNames;

/// A constructor of a type that a spec names.
pub(crate) type ConstructorPath = (String, String);

impl UniqueNames<'_> {
    /// Type and constructor, if a spec names the type, and both have simple names.
    pub(crate) fn home(self, ctor: CtorIx) -> Option<ConstructorPath> {
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
        if !whose.is_empty() && !self.is_one_field(ctor, &slot.name) {
            return None;
        }
        let domain = self.schema.domain(domain);
        let shown = domain.show(value);
        let shown = match domain {
            dpgen_forest::schema::Domain::Labels(_) if is_plain(&shown) => format!("'{shown}'"),
            dpgen_forest::schema::Domain::Labels(_) => return None,
            // A reference is compared as its number.
            dpgen_forest::schema::Domain::Nodes { .. } => value.to_string(),
            _ => shown,
        };
        is_name(&slot.name).then(|| format!("{whose}{} == {shown}", slot.name))
    }

    /// Whether all constructors of a type that have a field of this name have the same, as a spec asks of a field of a part.
    fn is_one_field(self, ctor: CtorIx, name: &str) -> bool {
        let all = self.schema.constructors_of(self.schema.constructor(ctor).ty);
        let fields =
            all.flat_map(|ctor| &self.schema.constructor(ctor).slots).filter(|slot| slot.name == name);
        let kind = |slot: &Slot| match slot.kind {
            SlotKind::Recursive(ty) => (Some(ty), None),
            SlotKind::Data(domain) => match self.schema.domain(domain) {
                // Integers are compared, whatever their range is.
                domain if domain.is_int() => (None, None),
                domain => (None, Some(domain)),
            },
        };
        let mut kinds = fields.map(kind);
        let first = kinds.next();
        kinds.all(|kind| Some(kind) == first)
    }

    /// Whether the structure called `whose` has a label.
    pub(crate) fn test(self, whose: &str, label: LabelId) -> Option<String> {
        let (_, name) = self.home(self.ctor_of(label))?;
        let kind = format!("{whose}kind == '{name}'");
        let value = self.value_test(whose, label)?;
        Some(if value.is_empty() { kind } else { format!("{kind} && {value}") })
    }

    /// A recursive slot: its constructor, its name, and the type of what is in it.
    pub(crate) fn field(self, slot: u32) -> Option<(CtorIx, String, TypeIx)> {
        let (ctor, slot) = self.layout.part_slots[at(slot)];
        let slot = &self.schema.constructor(ctor).slots[at(slot)];
        let SlotKind::Recursive(ty) = slot.kind else { return None };
        is_name(&slot.name).then(|| (ctor, slot.name.clone(), ty))
    }

    /// The constructor of a recursive slot, and whether what is in it, of the structure called `whose`, begins with a label: what
    /// only holds that is looked through.
    pub(crate) fn begins(self, whose: &str, slot: u32, label: LabelId) -> Option<(CtorIx, String)> {
        let (ctor, field, mut ty) = self.field(slot)?;
        if !whose.is_empty() && !self.is_one_field(ctor, &field) {
            return None;
        }
        let (mut tests, mut path) = (Vec::new(), format!("{whose}{field}"));
        let of = self.schema.constructor(self.ctor_of(label)).ty;
        while ty != of {
            let all = &self.layout.ty(ty).ctors;
            let number = *all.iter().find(|ctor| self.layout.ctor(ctor.word()).wraps)?;
            let holder = self.schema.constructor(number);
            let inner = holder.slots.first()?;
            let SlotKind::Recursive(next) = inner.kind else { return None };
            let names =
                is_name(&holder.name) && is_name(&inner.name) && self.is_one_field(number, &inner.name);
            if !names || tests.len() > self.layout.types.len() {
                return None;
            }
            tests.push(format!("{path}.kind == '{}'", holder.name));
            path = format!("{path}.{}", inner.name);
            ty = next;
        }
        tests.push(self.test(&format!("{path}."), label)?);
        Some((ctor, tests.join(" && ")))
    }
}

/// Whether a name can stand in an expression.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a text can stand between quotes as it is.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_graphic() && !"'\"\\".contains(c) || c == ' ')
}
