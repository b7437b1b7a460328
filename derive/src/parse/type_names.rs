//! Kinds of types, as far as their names tell: plain values, collections, and others that hold values.

use syn::Type;

use crate::parse::leaf_types::arguments;

/// Whether a type is certainly a plain value.
pub(crate) fn is_data(ty: &Type) -> bool {
    const DATA: &str = " i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool char ";
    match ty {
        Type::Group(group) => is_data(&group.elem),
        Type::Paren(paren) => is_data(&paren.elem),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| DATA.contains(&format!(" {name} "))),
        _ => false,
    }
}

/// Whether a type is a collection of the standard library.
pub(crate) fn is_collection(ty: &Type) -> bool {
    const COLLECTIONS: [&str; 8] =
        ["Vec", "VecDeque", "LinkedList", "BinaryHeap", "BTreeSet", "HashSet", "BTreeMap", "HashMap"];
    is_one_of(ty, &COLLECTIONS)
}

/// Whether a type is a container of several values, or of one that may be missing, or holds such a one.
pub(crate) fn holds_others(ty: &Type) -> bool {
    const OTHERS: [&str; 4] = ["Option", "Result", "Range", "RangeInclusive"];
    match ty {
        Type::Group(group) => holds_others(&group.elem),
        Type::Paren(paren) => holds_others(&paren.elem),
        Type::Array(_) | Type::Tuple(_) | Type::Slice(_) => true,
        Type::Path(path) => {
            let last = path.path.segments.last();
            is_collection(ty)
                || is_one_of(ty, &OTHERS)
                || last.is_some_and(|last| arguments(&last.arguments).into_iter().any(holds_others))
        }
        _ => false,
    }
}

/// Whether the last name of a type's path is one of these.
fn is_one_of(ty: &Type, names: &[&str]) -> bool {
    match ty {
        Type::Group(group) => is_one_of(&group.elem, names),
        Type::Paren(paren) => is_one_of(&paren.elem, names),
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| names.contains(&last.ident.to_string().as_str()))
        }
        _ => false,
    }
}
