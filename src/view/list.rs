//! `Vec`, a chain of `Cons` ended by `Nil`, and what all chains have in common.
//!
//! A chain with bounds on its length is one type of the schema for each length that may be left, each with the next
//! shorter one as the rest; one that may not end here has no `Nil`, one that has to has no `Cons`. So the
//! constructors are told apart by their slots, of which a `Nil` has none. In a chain without bounds each element weighs at
//! least 1.

use super::containers::{part, type_name};
use super::{
    Definer, DpGen, FieldDomain, Lengths, Needs, NotOfScope, Ref, SlotView, ValueBuilder, ValueReader,
};
use dpgen_engine::run::{Layer, with_schema};
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Shape, Slot, SlotKind};

/// One layer of a collection `L` of `T`: empty, or a first element and the rest.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen, Debug)]
/// #[dpgen(rep_ok = few)]
/// struct Tree {
///     children: Vec<Tree>,
/// }
///
/// /// At most two children.
/// fn few(tree: TreeView) -> bool {
///     let ListView::Cons(_, rest) = tree.children.view() else { return true };
///     let ListView::Cons(_, rest) = rest.view() else { return true };
///     matches!(rest.view(), ListView::Nil)
/// }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// assert_eq!(trees.count(4), 4);
/// assert_eq!(trees.count(5), 9); // Motzkin numbers
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub enum ListView<T: DpGen, L = Vec<T>> {
    /// The empty collection.
    Nil,
    /// The first element, and the collection after it.
    Cons(T::Slot, Ref<L>),
}

impl<T: DpGen, L> Clone for ListView<T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: DpGen, L> Copy for ListView<T, L> {}

impl<T: DpGen, L> std::fmt::Debug for ListView<T, L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nil => "Nil",
            Self::Cons(..) => "Cons(..)",
        })
    }
}

impl<T: DpGen, L: DpGen> ListView<T, L> {
    /// The view of a layer of a chain.
    pub(super) fn of(layer: &Layer) -> Self {
        let ends = with_schema(|schema| schema.constructor(layer.ctor).slots.is_empty());
        if ends {
            return Self::Nil;
        }
        let [first, rest] = layer.first_slots();
        Self::Cons(SlotView::from_slot(first), SlotView::from_slot(rest))
    }
}

/// Declares a chain of `T` that is an `L`; `each` is told of every type of it.
pub(super) fn declare<T: DpGen, L: 'static>(
    definer: &mut Definer,
    name: &str,
    domain: &FieldDomain,
    outer: &str,
    each: impl Fn(&mut Definer, TypeIx),
) -> SlotKind {
    let elements = domain.of_elements();
    let Some(len) = domain.len.filter(|_| !definer.schema.is_lenient()) else {
        return definer.declare::<L>(name, &elements, Shape::List, |definer, ty| {
            let first = part::<T>(definer, "first", &elements, outer);
            let rest = Slot { name: "rest".to_owned(), kind: SlotKind::Recursive(ty) };
            definer.schema.constructor(ty, "Nil", Some(0), Vec::new());
            definer.schema.constructor(ty, "Cons", Some(0), vec![first, rest]);
            if !definer.schema.is_lenient() {
                definer.schema.grows(ty);
            }
            each(definer, ty);
        });
    };
    // Shorter ones first, so that nothing nests as deep as a chain is long.
    let mut kind = None;
    for most in 0..=len.most {
        let left = Lengths { least: len.least.saturating_sub(len.most - most), most };
        let (rest, domain) = (kind, FieldDomain { len: Some(left), ..domain.clone() });
        let name = format!("{name}[{}..={most}]", left.least);
        kind = Some(definer.declare::<L>(&name, &domain, Shape::List, |definer, ty| {
            if left.least == 0 {
                definer.schema.constructor(ty, "Nil", Some(0), Vec::new());
            }
            if let Some(rest) = rest {
                let first = part::<T>(definer, "first", &elements, outer);
                let rest = Slot { name: "rest".to_owned(), kind: rest };
                definer.schema.constructor(ty, "Cons", Some(0), vec![first, rest]);
            }
            each(definer, ty);
        }));
    }
    kind.unwrap_or_else(|| unreachable!("0 is among the lengths"))
}

/// Builds the elements of a chain, in order.
pub(super) fn build<T, L: Default + Extend<T>>(
    words: &mut ValueBuilder<'_>,
    element: impl Fn(&mut ValueBuilder<'_>) -> T,
) -> L {
    let mut list = L::default();
    loop {
        let (_, mut fields) = words.layer();
        if fields.is_empty() {
            return list;
        }
        list.extend(std::iter::once(fields.part(&element)));
    }
}

/// Takes elements apart as a chain: from the back, so that it may be long.
pub(super) fn take_apart<T>(
    list: &[T],
    reader: &mut ValueReader<'_>,
    element: impl Fn(&T, &mut ValueReader<'_>) -> Result<i64, NotOfScope>,
) -> Result<i64, NotOfScope> {
    let too = |what: &str| NotOfScope(format!("a collection of {} elements is too {what}", list.len()));
    let mut kinds = vec![reader.slot()];
    for _ in list {
        let (_, rest) = reader.cons().ok_or_else(|| too("long"))?;
        reader.expect(rest);
        kinds.push(rest);
    }
    let nil = reader.nil().ok_or_else(|| too("short"))?;
    let mut rest = reader.layer(nil, |_| Ok(()))?;
    for (first, kind) in list.iter().zip(kinds).rev() {
        reader.expect(kind);
        let (cons, _) = reader.cons().ok_or_else(|| too("long"))?;
        rest = reader.layer(cons, |fields| {
            fields.part(|reader| element(first, reader))?;
            fields.part(|_| Ok(rest))
        })?;
    }
    Ok(rest)
}

impl<T: DpGen> DpGen for Vec<T> {
    type Slot = Ref<Self>;
    type View = ListView<T>;

    const NEEDS: Needs = T::NEEDS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        declare::<T, Self>(definer, &format!("Vec<{}>", type_name::<T>()), domain, slot, |_, _| {})
    }
    fn view(layer: &Layer) -> Self::View {
        ListView::of(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        build(words, T::build)
    }
    fn rebuild(&mut self, words: &mut ValueBuilder<'_>, at: usize) -> usize {
        let (mut at, mut len) = (at, 0);
        loop {
            let ctor = words.ctor(at);
            at += 1;
            if words.has_no_fields(ctor) {
                self.truncate(len);
                return at;
            }
            if len == self.len() {
                let (value, end) = words.build_field(at, (ctor, 0));
                self.push(value);
                at = end;
            } else {
                at = words.refill(&mut self[len], at, (ctor, 0));
            }
            len += 1;
        }
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        take_apart(self, reader, T::take_apart)
    }
}
