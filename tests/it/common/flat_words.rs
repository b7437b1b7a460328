//! The compact words of a catalog, and their flat form, in which the interpreters of random tests have structures: constructors by
//! their numbers within their types, and values, in preorder.

use dpgen::{Catalog, Count, Schema, Solutions};
use dpgen_forest::index::{CtorIx, TypeIx};
use dpgen_forest::schema::SlotKind;

/// All solutions of all structures of a size; a concrete structure is its only solution.
pub fn words(catalog: &Catalog, size: u32) -> Vec<Vec<u32>> {
    let mut compact = catalog.compact_with(size, Count::ZERO..catalog.count(size), Solutions::All, 0);
    let mut words = Vec::new();
    while let Some(next) = compact.next() {
        words.push(next.to_vec());
    }
    words
}

/// The flat form of a structure's compact words.
pub fn flat(schema: &Schema, words: &[u32]) -> Vec<i64> {
    let mut flat = Vec::new();
    let rest = flatten(schema, schema.root(), words, &mut flat);
    assert!(rest.is_empty(), "{words:?} go on after the structure");
    flat
}

fn flatten<'a>(schema: &Schema, ty: TypeIx, words: &'a [u32], out: &mut Vec<i64>) -> &'a [u32] {
    let (ctor, mut rest) = words.split_first().unwrap();
    let ctor = CtorIx::from_word(*ctor);
    assert_eq!(schema.constructor(ctor).ty, ty, "a constructor of another type");
    out.push(i64::from(schema.local(ctor)));
    for slot in &schema.constructor(ctor).slots {
        match slot.kind {
            SlotKind::Recursive(part) => rest = flatten(schema, part, rest, out),
            SlotKind::Data(domain) => {
                let (index, after) = rest.split_first().unwrap();
                out.push(schema.domain(domain).value(*index));
                rest = after;
            }
        }
    }
    rest
}
