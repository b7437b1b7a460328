//! [`Layout`]: the decisions of a schema for top-down construction, and the labels of each.
//!
//! A *label* names what a node is: its constructor, where its type has several, or the value of one of its data slots.
//! Data is decided before parts, so that what stands above is known to what stands below. Read [`draft`](super::draft) next.

use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use dpgen_forest::schema::{Schema, SlotKind};

/// A label of a node, by its position in [`Layout::labels`].
pub(crate) type LabelId = u32;

/// A data slot.
#[derive(Debug)]
pub(crate) struct DataSlot {
    /// Its place among the constructor's slots.
    pub slot: u32,
    /// Its number among all data slots.
    pub id: u32,
    /// The number of values.
    pub values: u32,
    /// The label of its first value; the others follow. `None` if there is one value only.
    pub labels: Option<LabelId>,
    /// The first of its measures; one a value. `None` if it has too many values for that.
    pub measures: Option<u32>,
}

/// A recursive slot.
#[derive(Debug)]
pub(crate) struct PartSlot {
    /// Its place among the constructor's slots.
    pub slot: u32,
    /// Its place in [`Layout::part_slots`].
    pub id: u32,
    pub ty: TypeIx,
}

/// A constructor.
#[derive(Debug)]
pub(crate) struct Ctor {
    pub ty: TypeIx,
    pub weight: u32,
    pub data: Vec<DataSlot>,
    pub parts: Vec<PartSlot>,
    /// Its slots as declared, each by its number among data slots and then parts.
    pub declared: Vec<u32>,
    /// The least size and depth of a structure that begins with it; `None` if there is none.
    pub least: Option<(u32, u32)>,
    pub label: Option<LabelId>,
    /// Whether it only wraps one part: it weighs nothing, and has no data.
    pub wraps: bool,
    /// Whether it is what a type's structures end with (nothing, the empty list, an empty tree), which says nothing to those far
    /// above.
    pub ends: bool,
}

impl Ctor {
    /// Whether it only holds others: a list's cell, an option, a layer that weighs nothing and has no data.
    #[inline]
    pub(crate) fn is_clear(&self) -> bool {
        self.weight == 0 && self.data.is_empty()
    }
}

/// A type.
#[derive(Debug)]
pub(crate) struct Type {
    pub ctors: Vec<CtorIx>,
    pub least: Option<(u32, u32)>,
}

/// The meaning of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    Ctor(CtorIx),
    /// Constructor, slot, index of the value.
    Value(CtorIx, u32, u32),
}

/// The decisions of a schema.
#[derive(Debug)]
pub(crate) struct Layout {
    pub root: TypeIx,
    pub ctors: Vec<Ctor>,
    pub types: Vec<Type>,
    pub labels: Vec<Label>,
    /// The number of data slots.
    pub data_slots: u32,
    /// Constructor and slot of each recursive slot.
    pub part_slots: Vec<(CtorIx, u32)>,
    /// The label whose occurrences on a path each measure counts; the first two are size and height.
    pub measures: Vec<Option<LabelId>>,
    /// The labels that can stand above others: of constructors, but for those that only hold others, and of few values; none if
    /// there are too many.
    pub holders: Vec<LabelId>,
}

/// The maximum number of labels of which is noted where they are not above another.
const MAX_HOLDERS: usize = 24;
/// The maximum number of values of a slot whose labels are among them.
const VALUES_HELD_PER_SLOT: u32 = 8;
/// The measure that is the size of a part.
pub(crate) const SIZE_MEASURE: u32 = 0;
/// The measure that is its height, in constructors that weigh something.
pub(crate) const HEIGHT_MEASURE: u32 = 1;
/// The maximum number of values of a slot: each has a label.
const MAX_VALUES_PER_SLOT: u32 = 1 << 20;
/// The maximum number of values of a slot whose occurrences are counted along paths.
const VALUES_COUNTED_PER_SLOT: u32 = 3;

/// Why no guide can learn about structures of a schema, and what to do; `None` if guides can.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// struct Pair(#[dpgen(range = 0..=3)] u32, #[dpgen(range = |_0| 0.._0)] u32);
///
/// let pairs = Generator::<Pair>::up_to(1).build()?;
/// let why = dpgen_guide::no_guide_because(pairs.catalog().schema());
/// assert!(why.is_some_and(|why| why.contains("`1` of `Pair`")));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[must_use]
pub fn no_guide_because(schema: &Schema) -> Option<String> {
    let slots =
        schema.all_constructors().iter().flat_map(|ctor| ctor.slots.iter().map(move |slot| (ctor, slot)));
    let is_too_wide = |kind: SlotKind| match kind {
        SlotKind::Data(domain) => schema.domain(domain).len() > MAX_VALUES_PER_SLOT,
        SlotKind::Recursive(_) => false,
    };
    let (ctor, slot) = slots.into_iter().find(|(_, slot)| is_too_wide(slot.kind))?;
    Some(format!(
        "a hunt learns about each value of a field, and `{}` of `{}` can have more than {MAX_VALUES_PER_SLOT}: bounds that read \
         the context or other fields have no end of their own; give it numbers as bounds, and the rest as a condition",
        slot.name, ctor.name
    ))
}

impl Layout {
    pub(crate) fn new(schema: &Schema) -> Self {
        let mut layout = Self {
            root: schema.root(),
            ctors: Vec::new(),
            types: Vec::new(),
            labels: Vec::new(),
            data_slots: 0,
            part_slots: Vec::new(),
            measures: vec![None, None],
            holders: Vec::new(),
        };
        for number in 0..schema.all_constructors().len() {
            let ctor = CtorIx::from_word(small(number));
            let made = layout.constructor(schema, ctor);
            layout.ctors.push(made);
        }
        for (number, ty) in schema.all_types().iter().enumerate() {
            let ctors = schema.constructors_of(TypeIx::from_word(small(number))).collect();
            layout.types.push(Type { ctors, least: ty.min_size.map(|size| (size, 0)) });
        }
        layout.least_depths(schema);
        let holds = |ctor: &&Ctor| !ctor.parts.is_empty() && !ctor.is_clear();
        for ctor in layout.ctors.iter().filter(holds) {
            layout.holders.extend(ctor.label);
            let few = ctor.data.iter().filter(|data| data.values <= VALUES_HELD_PER_SLOT);
            layout.holders.extend(
                few.filter_map(|data| Some((data.labels?, data.values)))
                    .flat_map(|(first, values)| first..first + values),
            );
        }
        if layout.holders.len() > MAX_HOLDERS {
            layout.holders.clear();
        }
        layout
    }

    fn label(&mut self, label: Label) -> LabelId {
        self.labels.push(label);
        small(self.labels.len() - 1)
    }

    fn constructor(&mut self, schema: &Schema, ctor: CtorIx) -> Ctor {
        let of = schema.constructor(ctor);
        let ty = schema.ty(of.ty);
        let wraps = of.weight == 0 && of.slots.len() == 1 && of.slots[0].is_recursive();
        let label = (ty.constructors > 1 && !wraps).then(|| self.label(Label::Ctor(ctor)));
        let (mut data, mut parts) = (Vec::new(), Vec::new());
        for (slot, number) in of.slots.iter().zip(0..) {
            match slot.kind {
                SlotKind::Data(domain) => {
                    let values = schema.domain(domain).len();
                    let labels = (values > 1).then(|| small(self.labels.len()));
                    if values > 1 {
                        self.labels.extend((0..values).map(|value| Label::Value(ctor, number, value)));
                    }
                    let measures = labels.filter(|_| values <= VALUES_COUNTED_PER_SLOT).map(|first| {
                        self.measures.extend((0..values).map(|value| Some(first + value)));
                        small(self.measures.len()) - values
                    });
                    self.data_slots += 1;
                    data.push(DataSlot { slot: number, id: self.data_slots - 1, values, labels, measures });
                }
                SlotKind::Recursive(ty) => {
                    self.part_slots.push((ctor, number));
                    parts.push(PartSlot { slot: number, id: small(self.part_slots.len() - 1), ty });
                }
            }
        }
        let rivals =
            schema.constructors_of(of.ty).filter(|other| schema.constructor(*other).slots.is_empty());
        let ends = of.slots.is_empty() && of.weight == 0 && rivals.count() == 1;
        let least = schema.min_size_of(ctor).map(|size| (size, 0));
        let all = data.iter().map(|data| data.slot).chain(parts.iter().map(|part| part.slot));
        let mut declared = vec![0; of.slots.len()];
        all.zip(0..).for_each(|(slot, number)| declared[at(slot)] = number);
        Ctor { ty: of.ty, weight: of.weight, data, parts, declared, least, label, wraps, ends }
    }

    /// The least depths, by rounds: a constructor's is known one round after those of its parts.
    fn least_depths(&mut self, schema: &Schema) {
        let mut of_type: Vec<Option<u32>> = vec![None; self.types.len()];
        loop {
            let mut changed = false;
            for number in 0..self.ctors.len() {
                let parts = &self.ctors[number].parts;
                let below =
                    parts.iter().try_fold(0, |most: u32, part| Some(most.max(of_type[part.ty.index()]?)));
                let ctor = &mut self.ctors[number];
                let (Some(below), Some((_, depth))) = (below, &mut ctor.least) else { continue };
                *depth = below + 1;
                let ty = schema.constructor(CtorIx::from_word(small(number))).ty.index();
                if of_type[ty].is_none_or(|known| below + 1 < known) {
                    of_type[ty] = Some(below + 1);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (ty, depth) in self.types.iter_mut().zip(of_type) {
            ty.least = ty.least.zip(depth).map(|((size, _), depth)| (size, depth));
        }
    }

    #[inline]
    pub(crate) fn ctor(&self, ctor: u32) -> &Ctor {
        &self.ctors[at(ctor)]
    }

    #[inline]
    pub(crate) fn ty(&self, ty: TypeIx) -> &Type {
        &self.types[ty.index()]
    }
}
