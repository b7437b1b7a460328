//! [`Attributes`]: the attributes that learned conditions need in a spec, beyond its fields.
//!
//! Sizes, heights, the most of a value on a path, and whether something is in a part, at any depth. Each is defined for all types that
//! can be in the part, constructor by constructor, from the same of their parts. Names begin with `learned_`, so that they meet
//! no others. Read [`learned_conditions`](super::learned_conditions) next.

use std::collections::{BTreeMap, BTreeSet};

use dpgen_forest::index::{CtorIx, TypeIx, at};
use dpgen_forest::schema::{Shape, SlotKind};

use crate::decision_layout::{HEIGHT_MEASURE, Label, LabelId, SIZE_MEASURE};
use crate::spec_expressions::is_name;
use crate::unique_names::UniqueNames;

/// The condition that holds for all structures.
const TRUE_CONDITION: &str = "true";

/// An attribute of a type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Attribute {
    /// The type.
    pub ty: String,
    /// Its name.
    pub name: String,
    /// By constructor: an expression of the spec language.
    pub constructors: Vec<(String, String)>,
}

/// A question about a structure that an attribute answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StructureQuestion {
    /// A measure: see [`Layout::measures`](crate::decision_layout::Layout::measures).
    Measure(u32),
    /// Whether a label is in it.
    Has(LabelId),
    /// Whether a label is in it, but not what it begins with.
    Below(LabelId),
}

/// Attributes that were asked for.
#[derive(Debug)]
pub(crate) struct Attributes<'a> {
    words: UniqueNames<'a>,
    names: BTreeMap<StructureQuestion, String>,
    taken: BTreeSet<String>,
    /// By type: those that are defined, or that no spec can define.
    known: BTreeMap<(StructureQuestion, TypeIx), bool>,
    defined: BTreeSet<Attribute>,
}

impl<'a> Attributes<'a> {
    pub(crate) fn new(words: UniqueNames<'a>) -> Self {
        let (names, taken, known, defined) = Default::default();
        Self { words, names, taken, known, defined }
    }

    /// All that was defined, by type and name.
    pub(crate) fn into_all(self) -> Vec<Attribute> {
        self.defined.into_iter().collect()
    }

    /// The name of the attribute of a type that answers a question; `None` if no spec can define it.
    pub(crate) fn ask(&mut self, asked: StructureQuestion, ty: TypeIx) -> Option<String> {
        // All types whose structures are asked in turn.
        let (mut all, mut next) = (BTreeSet::from([(asked, ty)]), vec![(asked, ty)]);
        while let Some((asked, ty)) = next.pop() {
            if !self.is_known_or_can_be(asked, ty) {
                self.known.extend(all.into_iter().map(|of| (of, false)));
                return None;
            }
            for ctor in &self.words.layout.ty(ty).ctors {
                for part in self.parts(asked, *ctor) {
                    let of = (self.of_part(asked, *ctor), part.1);
                    if all.insert(of) {
                        next.push(of);
                    }
                }
            }
        }
        for (asked, ty) in all {
            if self.known.insert((asked, ty), true) != Some(true) {
                let attribute = self.define(asked, ty);
                self.defined.insert(attribute);
            }
        }
        Some(self.name(asked))
    }

    /// Whether a spec can say it: the type, its constructors and their parts have names.
    fn is_known_or_can_be(&self, asked: StructureQuestion, ty: TypeIx) -> bool {
        if let Some(known) = self.known.get(&(asked, ty)) {
            return *known;
        }
        let schema = self.words.schema;
        let has_name = matches!(schema.ty(ty).shape, Shape::Plain | Shape::List | Shape::Option);
        has_name
            && self.words.layout.ty(ty).ctors.iter().all(|ctor| {
                let of = schema.constructor(*ctor);
                is_name(&of.name)
                    && of.slots.iter().all(|slot| is_name(&slot.name))
                    && self.own(asked, *ctor).is_some()
            })
    }

    /// The questions about the parts of a constructor.
    fn of_part(&self, asked: StructureQuestion, ctor: CtorIx) -> StructureQuestion {
        match asked {
            StructureQuestion::Below(label) if !self.words.layout.ctor(ctor.word()).wraps => {
                StructureQuestion::Has(label)
            }
            _ => asked,
        }
    }

    /// The parts of a constructor that are asked: fields and types.
    fn parts(&self, asked: StructureQuestion, ctor: CtorIx) -> Vec<(String, TypeIx)> {
        let slots = self.words.schema.constructor(ctor).slots.iter();
        let parts = slots.filter_map(|slot| match slot.kind {
            SlotKind::Recursive(ty) => Some((slot.name.clone(), ty)),
            SlotKind::Data(_) => None,
        });
        match asked {
            StructureQuestion::Measure(_) => parts.collect(),
            StructureQuestion::Has(label) | StructureQuestion::Below(label) => {
                parts.filter(|(_, ty)| self.holds(*ty, label)).collect()
            }
        }
    }

    /// Whether a label can be in structures of a type.
    fn holds(&self, ty: TypeIx, label: LabelId) -> bool {
        let UniqueNames { schema, layout } = self.words;
        let of = schema.constructor(self.words.ctor_of(label)).ty;
        let (mut seen, mut next) = (BTreeSet::from([ty]), vec![ty]);
        while let Some(ty) = next.pop() {
            if ty == of {
                return true;
            }
            let ctors = layout.ty(ty).ctors.iter();
            let below = ctors.flat_map(|ctor| layout.ctor(ctor.word()).parts.iter().map(|part| part.ty));
            next.extend(below.filter(|ty| seen.insert(*ty)));
        }
        false
    }

    /// Whether a label can be in structures of a type other than as what they begin with.
    pub(crate) fn can_be_below(&self, ty: TypeIx, label: LabelId) -> bool {
        let ctors = self.words.layout.ty(ty).ctors.iter();
        let mut below = ctors.flat_map(|ctor| {
            let parts = self.parts(StructureQuestion::Has(label), *ctor).into_iter();
            parts.map(|(_, ty)| (self.words.layout.ctor(ctor.word()).wraps, ty))
        });
        below.any(|(wraps, ty)| !wraps || self.can_be_below(ty, label))
    }

    /// The contribution of a constructor itself, or nothing; `None` if no expression gives it.
    fn own(&self, asked: StructureQuestion, ctor: CtorIx) -> Option<String> {
        let of = self.words.layout.ctor(ctor.word());
        let is_of = |label: LabelId| self.words.ctor_of(label) == ctor;
        let test = |label: LabelId| match self.words.layout.labels[at(label)] {
            Label::Ctor(_) => Some(TRUE_CONDITION.to_owned()),
            Label::Value(..) => self.words.value_test("", label),
        };
        Some(match asked {
            StructureQuestion::Measure(SIZE_MEASURE) => number(of.weight),
            StructureQuestion::Measure(HEIGHT_MEASURE) => number(of.weight.min(1)),
            StructureQuestion::Measure(measure) => match self.words.layout.measures[at(measure)] {
                Some(label) if is_of(label) => format!("({} ? 1 : 0)", test(label)?),
                _ => String::new(),
            },
            StructureQuestion::Has(label) if is_of(label) => test(label)?,
            StructureQuestion::Has(_) | StructureQuestion::Below(_) => String::new(),
        })
    }

    fn define(&mut self, asked: StructureQuestion, ty: TypeIx) -> Attribute {
        let ctors = self.words.layout.ty(ty).ctors.clone();
        let schema = self.words.schema;
        let named = |ctor: &CtorIx| (schema.constructor(*ctor).name.clone(), self.expression(asked, *ctor));
        let constructors = ctors.iter().map(named).collect();
        Attribute { ty: schema.ty(ty).name.clone(), name: self.name(asked), constructors }
    }

    /// The answer for structures with this constructor, as an expression.
    fn expression(&mut self, asked: StructureQuestion, ctor: CtorIx) -> String {
        let own = self.own(asked, ctor).filter(|own| !own.is_empty());
        let name = self.name(self.of_part(asked, ctor));
        let parts = self.parts(asked, ctor).into_iter().map(|(field, _)| format!("{field}.{name}"));
        let (join, nothing) = match asked {
            StructureQuestion::Measure(SIZE_MEASURE) => (" + ", "0"),
            StructureQuestion::Measure(_) => {
                let most = parts.reduce(|most, part| format!("max({most}, {part})"));
                let all: Vec<String> = own.into_iter().chain(most).collect();
                return if all.is_empty() { "0".to_owned() } else { all.join(" + ") };
            }
            StructureQuestion::Has(_) | StructureQuestion::Below(_) => (" || ", "false"),
        };
        if own.as_deref() == Some(TRUE_CONDITION) {
            return TRUE_CONDITION.to_owned();
        }
        let all: Vec<String> = own.into_iter().chain(parts).collect();
        if all.is_empty() { nothing.to_owned() } else { all.join(join) }
    }

    /// The name of an attribute.
    fn name(&mut self, asked: StructureQuestion) -> String {
        if let Some(name) = self.names.get(&asked) {
            return name.clone();
        }
        let plain = |text: String| text.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let label = |label: LabelId| plain(self.words.label(label));
        let name = match asked {
            StructureQuestion::Measure(SIZE_MEASURE) => "learned_size".to_owned(),
            StructureQuestion::Measure(HEIGHT_MEASURE) => "learned_height".to_owned(),
            StructureQuestion::Measure(measure) => {
                let of = self.words.layout.measures[at(measure)].map(label).unwrap_or_default();
                format!("learned_most_{of}")
            }
            StructureQuestion::Has(of) => format!("learned_has_{}", label(of)),
            StructureQuestion::Below(of) => format!("learned_below_{}", label(of)),
        };
        // Labels of several types can have one name, and so can values such as 1 and -1 once they are plain.
        let numbered = (2..).map(|number: u32| format!("{name}_{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| !self.taken.contains(name)).unwrap_or(name);
        self.taken.insert(free.clone());
        self.names.insert(asked, free.clone());
        free
    }
}

/// A number that is added; nothing if that changes nothing.
fn number(number: u32) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}
