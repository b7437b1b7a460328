//! [`PartValues`]: the values of the parts of a structure that are complete and in no whole yet.
//!
//! Values stand on a stack in the order of the parts; elements of a list or tuple stand before it. Invariant: the texts of
//! substructures stand in one string, in the same order.

use std::sync::Arc;

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::Domain;
use dpgen_spec::Answers;
use minijinja::Value;

use crate::export::template_part::TemplatePart;

/// A substructure, as attributes are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartNode {
    pub(super) ctor: CtorIx,
    /// Its number among the nodes.
    pub(super) number: usize,
}

/// The value of a part.
#[derive(Debug, Clone, Copy)]
pub(super) enum PartValue<'c> {
    None,
    Bool(bool),
    Int(i64),
    Label(&'c str),
    /// A substructure: where its text begins and ends.
    Text(usize, usize, PartNode),
    /// A list or tuple of so many elements, which is so many values, itself included.
    List(usize, usize, PartNode),
}

impl<'c> PartValue<'c> {
    /// A value of a domain.
    pub(super) fn datum(domain: &'c Domain, index: u32) -> Self {
        match (domain, domain.label(index)) {
            (Domain::Bool, _) => Self::Bool(index == 1),
            (Domain::Labels(_), label) => Self::Label(label.unwrap_or_default()),
            _ => Self::Int(domain.value(index)),
        }
    }

    /// How many values it is, with its elements.
    pub(super) const fn extent(self) -> usize {
        match self {
            Self::List(_, extent, _) => extent,
            _ => 1,
        }
    }

    /// The node, if it is one that attributes are asked of.
    pub(super) const fn node(self) -> Option<PartNode> {
        match self {
            Self::Text(.., node) | Self::List(.., node) => Some(node),
            _ => None,
        }
    }
}

/// The values and texts of complete parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartValues<'v> {
    pub(super) values: &'v [PartValue<'v>],
    pub(super) texts: &'v str,
}

impl<'v> PartValues<'v> {
    /// The places of the last values, of which there are `len`.
    pub(super) fn last_places(&self, len: usize, places: &mut Vec<usize>) {
        let first = places.len();
        let mut end = self.values.len();
        for _ in 0..len {
            let Some(place) = end.checked_sub(1) else { return };
            places.push(place);
            end = end.saturating_sub(self.values[place].extent());
        }
        places[first..].reverse();
    }

    /// The places of the elements of the list at a place.
    fn elements(&self, place: usize, len: usize) -> Vec<usize> {
        let mut places = Vec::with_capacity(len);
        Self { values: &self.values[..place], ..*self }.last_places(len, &mut places);
        places
    }

    /// Appends the value at a place as it is written without a template: lists in brackets, `-` for an absent optional value.
    pub(super) fn write_standard(&self, place: usize, out: &mut String) {
        match self.values[place] {
            PartValue::None => out.push('-'),
            PartValue::Bool(value) => out.push_str(if value { "true" } else { "false" }),
            PartValue::Int(value) => write_int(value, out),
            PartValue::Label(label) => out.push_str(label),
            PartValue::Text(start, end, _) => out.push_str(&self.texts[start..end]),
            PartValue::List(len, ..) => {
                out.push('[');
                for (index, element) in self.elements(place, len).into_iter().enumerate() {
                    out.push_str(if index > 0 { " " } else { "" });
                    self.write_standard(element, out);
                }
                out.push(']');
            }
        }
    }

    /// The value at a place for minijinja; substructures answer for attributes if there are `answers`.
    pub(super) fn engine_value(&self, place: usize, answers: Option<&Arc<Answers>>) -> Value {
        let value = self.values[place];
        let shown = match value {
            PartValue::None => Value::from(()),
            PartValue::Bool(value) => Value::from(value),
            PartValue::Int(value) => Value::from(value),
            PartValue::Label(label) => Value::from(label),
            PartValue::Text(start, end, _) => Value::from(&self.texts[start..end]),
            PartValue::List(len, ..) => {
                let elements = self.elements(place, len).into_iter();
                elements.map(|element| self.engine_value(element, answers)).collect::<Vec<_>>().into()
            }
        };
        match (answers, value.node()) {
            (Some(answers), Some(node)) => {
                Value::from_object(TemplatePart::new(shown, answers.clone(), node.number))
            }
            _ => shown,
        }
    }
}

/// Appends an integer.
pub(super) fn write_int(value: i64, out: &mut String) {
    match u8::try_from(value) {
        Ok(digit @ 0..=9) => out.push(char::from(b'0' + digit)),
        _ => {
            // Writing to a string can not fail.
            let _ = std::fmt::Write::write_fmt(out, format_args!("{value}"));
        }
    }
}
