//! [`SizeBounds`]: for each type, the largest size at which its structures occur in a whole structure.
//!
//! Parts that are larger fit into no whole of the maximum size, so that engines do not build them. The bounds are exact:
//! a part that is no larger than its bound fits into the smallest surroundings that its type can have, and sizes of wholes
//! are all asked for, up to the maximum. Engines build sizes from the parts up, so that sizes of which there is no part do
//! not come up, and no further arithmetic on sizes is needed.

use std::collections::VecDeque;

use crate::index::TypeIx;
use crate::schema::Schema;
use crate::schema::types::SlotKind;

/// The largest sizes of parts, by type, within whole structures of a maximum size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SizeBounds {
    root: TypeIx,
    max_size: u32,
    parts: Vec<Option<u32>>,
}

impl SizeBounds {
    /// The largest size at which a structure of this type is a part of a whole, not the whole itself; `None` if none is.
    #[must_use]
    pub fn largest_part(&self, ty: TypeIx) -> Option<u32> {
        self.parts[ty.index()]
    }

    /// The largest size at which a structure of this type is a whole or a part of one; `None` if none is.
    #[must_use]
    pub fn largest(&self, ty: TypeIx) -> Option<u32> {
        if ty == self.root { Some(self.max_size) } else { self.largest_part(ty) }
    }

    /// Whether structures of this type and size can be wholes or parts of wholes.
    #[must_use]
    pub fn contains(&self, ty: TypeIx, size: u32) -> bool {
        self.largest(ty).is_some_and(|largest| size <= largest)
    }
}

impl Schema {
    /// The largest sizes of parts within structures of the root type up to a size.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen)]
    /// enum Pair {
    ///     Of(Box<Chain>, Box<Chain>),
    /// }
    /// #[derive(DpGen)]
    /// enum Chain {
    ///     End(bool),
    ///     Link(bool, Box<Chain>),
    /// }
    ///
    /// let pairs = Generator::<Pair>::up_to(7).build()?;
    /// let schema = pairs.catalog().schema();
    /// let chain = schema.all_constructors().iter().find(|of| of.name == "Link").unwrap().ty;
    /// // Beside one there is room for the pair itself and the smallest chain.
    /// let bounds = schema.size_bounds(7);
    /// assert_eq!((bounds.largest(schema.root()), bounds.largest(chain)), (Some(7), Some(5)));
    /// assert_eq!(schema.size_bounds(2).largest(chain), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn size_bounds(&self, max_size: u32) -> SizeBounds {
        self.size_bounds_of(self.root(), max_size)
    }

    /// As [`size_bounds`](Self::size_bounds), with wholes of another type.
    #[must_use]
    pub fn size_bounds_of(&self, root: TypeIx, max_size: u32) -> SizeBounds {
        let mut bounds = SizeBounds { root, max_size, parts: vec![None; self.types()] };
        let mut open = VecDeque::from([root]);
        while let Some(ty) = open.pop_front() {
            let Some(room) = bounds.largest(ty) else { continue };
            for ctor in self.constructors_of(ty) {
                // Beside its least size, any part can have all the room that is left.
                let Some(left) = self.min_size_of(ctor).and_then(|least| room.checked_sub(least)) else {
                    continue;
                };
                for slot in &self.constructor(ctor).slots {
                    let SlotKind::Recursive(part) = slot.kind else { continue };
                    let Some(least) = self.ty(part).min_size else { continue };
                    let largest = Some(least + left);
                    if largest > bounds.parts[part.index()] {
                        let before = bounds.largest(part);
                        bounds.parts[part.index()] = largest;
                        if bounds.largest(part) > before {
                            open.push_back(part);
                        }
                    }
                }
            }
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use crate::index::TypeIx;
    use crate::schema::Schema;
    use crate::schema::builder::SchemaBuilder;
    use crate::schema::type_draft::TypeKey;
    use crate::schema::types::{Slot, SlotKind};
    use crate::schema::value_notation::Shape;
    use crate::scope::Scope;

    /// A type by name: its constructors, each with a weight and the types of its parts.
    type Types<'a> = &'a [(&'a str, &'a [(u32, &'a [usize])])];

    /// A schema of types, of which the first is the root.
    fn schema(types: Types<'_>, max_size: u32) -> (Schema, Vec<TypeIx>) {
        let mut builder = SchemaBuilder::new(Scope::new(max_size));
        let begin =
            |(name, _): &(&str, _)| builder.begin(TypeKey::Named((*name).to_owned()), *name, Shape::Plain).0;
        let ids: Vec<TypeIx> = types.iter().map(begin).collect();
        for (ty, (_, ctors)) in ids.iter().zip(types) {
            for (number, (weight, parts)) in ctors.iter().enumerate() {
                let slot =
                    |part: &usize| Slot { name: part.to_string(), kind: SlotKind::Recursive(ids[*part]) };
                builder.constructor(
                    *ty,
                    &number.to_string(),
                    Some(*weight),
                    parts.iter().map(slot).collect(),
                );
            }
        }
        (builder.finish(SlotKind::Recursive(ids[0]), types[0].0).expect("it is finite"), ids)
    }

    /// The largest parts of all types.
    fn parts(types: Types<'_>, max_size: u32) -> Vec<Option<u32>> {
        let (schema, ids) = schema(types, max_size);
        let bounds = schema.size_bounds(max_size);
        assert_eq!(bounds.largest(ids[0]), Some(max_size));
        ids.iter().map(|ty| bounds.largest_part(*ty)).collect()
    }

    #[test]
    fn a_part_has_the_room_that_the_least_surroundings_leave() {
        // A chain is a part of a chain that is one larger; a whole is a part of none.
        assert_eq!(parts(&[("chain", &[(0, &[]), (1, &[0])])], 5), [Some(4)]);
        // Beside a part of a tree there is a leaf of weight 2.
        assert_eq!(parts(&[("tree", &[(2, &[]), (1, &[0, 0])])], 9), [Some(6)]);
        // A pair of lists weighs 3; the other list can be empty.
        let pair: Types<'_> = &[("pair", &[(3, &[1, 1])]), ("list", &[(0, &[]), (1, &[1])])];
        assert_eq!(parts(pair, 9), [None, Some(6)]);
        assert_eq!(parts(pair, 2), [None, None]);
    }

    #[test]
    fn the_least_surroundings_can_be_far_away() {
        // The direct way to the last type weighs 6, the way over two others 1 + 1 + 1.
        let types: Types<'_> = &[
            ("whole", &[(6, &[3]), (1, &[1])]),
            ("first", &[(1, &[2])]),
            ("second", &[(1, &[3]), (0, &[])]),
            ("last", &[(0, &[]), (1, &[3])]),
        ];
        assert_eq!(parts(types, 10), [None, Some(9), Some(8), Some(7)]);
    }

    #[test]
    fn what_is_in_no_whole_has_no_largest_size() {
        // A line needs two nodes of 3, and a node wholes: beside the line's weight there is no room for one in 6.
        let types: Types<'_> = &[("whole", &[(1, &[]), (1, &[1, 1])]), ("node", &[(1, &[0, 0])])];
        assert_eq!(parts(types, 6), [None, None]);
        assert_eq!(parts(types, 7), [Some(1), Some(3)]);
        assert_eq!(parts(types, 12), [Some(6), Some(8)]);
    }
}
