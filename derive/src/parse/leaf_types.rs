//! [`LeafTypes`]: the types of plain values that a field's type holds, as far as its name tells.
//!
//! Containers are looked through: the leaf of `Vec<Option<u8>>` is `u8`. A type that the macro does not know is one leaf;
//! the compiler then checks what it needs (`ValueKinds` of `dpgen::__private`).

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{GenericArgument, Path, PathArguments, Type, parse_quote};

/// A kind of values that a field has to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Integer,
    Text,
    Char,
    /// `f32` or `f64`.
    Float(&'static str),
}

impl ValueKind {
    /// An example of attributes that give its values.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Self::Integer => "`#[dpgen(range = 0..=9)]` or `#[dpgen(values = [1, 2, 3])]`",
            Self::Text => "`#[dpgen(values = [\"a\", \"b\"])]` or `#[dpgen(alphabet = \"ab\", len = 0..=3)]`",
            Self::Char => "`#[dpgen(values = ['a', 'b'])]`",
            Self::Float(_) => "`#[dpgen(values = [0.0, -1.5, f64::NAN])]`",
        }
    }

    /// Its constant in `ValueKinds`.
    pub(crate) fn needs(self) -> &'static str {
        match self {
            Self::Integer => "INTEGERS",
            Self::Text => "TEXTS",
            Self::Char => "CHARACTERS",
            Self::Float(_) => "FLOATS",
        }
    }
}

/// The plain values that a type holds.
pub(crate) enum LeafTypes {
    /// Values of this kind.
    Plain(ValueKind, Type),
    /// Values that are known, such as `bool`.
    Known(Type),
    /// Something else a part: of a tuple, or of a type with two parameters.
    Parts(Vec<LeafTypes>),
    /// Whatever this type holds.
    Other(Type),
    /// The same, of a type that depends on a type parameter.
    Open(Type),
}

/// Types that hold values of their only parameter, or of their first one.
const HOLDERS: [&str; 17] = [
    "Box",
    "Rc",
    "Arc",
    "Option",
    "Vec",
    "VecDeque",
    "LinkedList",
    "BinaryHeap",
    "BTreeSet",
    "HashSet",
    "Cow",
    "Wrapping",
    "Saturating",
    "Reverse",
    "Range",
    "RangeInclusive",
    "NonZero",
];

/// Types of the standard library that the compiler checks: a list may have values of them, as in `[Cell::new(1), Cell::new(2)]`, or of what
/// they hold.
const CHECKED_BY_COMPILER: [&str; 5] = ["Cell", "RefCell", "Mutex", "RwLock", "Ordering"];

impl LeafTypes {
    /// Of a type, where these are type parameters.
    pub(crate) fn new(ty: &Type, parameters: &[Ident]) -> Self {
        Self::of(ty).open(parameters)
    }

    fn open(self, parameters: &[Ident]) -> Self {
        match self {
            Self::Parts(parts) => Self::Parts(parts.into_iter().map(|part| part.open(parameters)).collect()),
            Self::Other(ty) if mentions(&ty, parameters) => Self::Open(ty),
            leaf => leaf,
        }
    }

    fn of(ty: &Type) -> Self {
        match ty {
            Type::Group(group) => Self::of(&group.elem),
            Type::Paren(paren) => Self::of(&paren.elem),
            Type::Array(array) => Self::of(&array.elem),
            Type::Slice(slice) => Self::of(&slice.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Self::Known(ty.clone()),
            Type::Tuple(tuple) => Self::Parts(tuple.elems.iter().map(Self::of).collect()),
            Type::Reference(reference)
                if is_named(&reference.elem, "str")
                    && reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") =>
            {
                Self::Plain(ValueKind::Text, ty.clone())
            }
            Type::Path(path) if path.qself.is_none() => {
                let Some(last) = path.path.segments.last() else { return Self::Other(ty.clone()) };
                let name = last.ident.to_string();
                let of = arguments(&last.arguments);
                match (name.as_str(), &*of) {
                    ("PhantomData", _) => Self::Known(ty.clone()),
                    ("BTreeMap" | "HashMap", [key, value, ..]) | ("Result", [key, value]) => {
                        Self::Parts(vec![Self::of(key), Self::of(value)])
                    }
                    (name, [first, ..]) if HOLDERS.contains(&name) => Self::of(first),
                    (_, []) if is_plain(&path.path) => Self::named(&name, ty),
                    _ => Self::Other(ty.clone()),
                }
            }
            _ => Self::Other(ty.clone()),
        }
    }

    fn named(name: &str, ty: &Type) -> Self {
        let kind = match name.strip_prefix("NonZero").unwrap_or(name).to_ascii_lowercase().as_str() {
            "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
            | "usize"
                if name.starts_with(['i', 'u', 'N']) =>
            {
                ValueKind::Integer
            }
            _ => match name {
                "String" | "str" => ValueKind::Text,
                "char" => ValueKind::Char,
                "f32" => ValueKind::Float("f32"),
                "f64" => ValueKind::Float("f64"),
                "bool" => return Self::Known(ty.clone()),
                _ => return Self::Other(ty.clone()),
            },
        };
        Self::Plain(kind, ty.clone())
    }

    /// All leaves, in order.
    pub(crate) fn all(&self) -> Vec<&Self> {
        match self {
            Self::Parts(parts) => parts.iter().flat_map(Self::all).collect(),
            leaf => vec![leaf],
        }
    }

    /// The same, unless it holds a type that the macro does not know.
    pub(crate) fn known(&self) -> &Self {
        const NOTHING: &LeafTypes = &LeafTypes::Parts(Vec::new());
        if self.all().iter().any(|leaf| matches!(leaf, Self::Other(_))) { NOTHING } else { self }
    }

    /// The leaf, if there is one type of it.
    pub(crate) fn single(&self) -> Option<&Self> {
        let all = self.all();
        let same = |leaf: &&&Self| leaf.text() == all[0].text();
        (!all.is_empty() && all.iter().filter(same).count() == all.len()).then(|| all[0])
    }

    /// As it is written.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Plain(_, ty) | Self::Known(ty) | Self::Other(ty) | Self::Open(ty) => type_text(ty),
            Self::Parts(_) => String::new(),
        }
    }
}

/// The types among the arguments of a path.
pub(crate) fn arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Whether a path is one of the standard library, or a name alone, which is likely to mean that.
fn is_plain(path: &Path) -> bool {
    let first = path.segments.first().map(|first| first.ident.to_string());
    path.segments.len() == 1 || first.is_some_and(|first| ["std", "core", "alloc"].contains(&first.as_str()))
}

/// Whether a type is none of the user's, as far as it tells, and none that values are generated of: a function, a pointer, a
/// reference, or a type of the standard library that is written out.
pub(crate) fn is_foreign(ty: &Type) -> bool {
    match ty {
        Type::FnPtr(_)
        | Type::Ptr(_)
        | Type::TraitObject(_)
        | Type::ImplTrait(_)
        | Type::Never(_)
        | Type::Infer(_) => true,
        // What is borrowed for less has a parameter or lacks one, and that is said.
        Type::Reference(reference) => {
            reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
        }
        Type::Path(path) if path.qself.is_none() => {
            let names = || path.path.segments.iter().map(|segment| &segment.ident);
            names().next().is_some_and(|first| first == "std")
                && names().all(|name| CHECKED_BY_COMPILER.iter().all(|known| name != known))
        }
        _ => false,
    }
}

/// Whether a leaf is the type itself that has the field, which a field of it is a substructure of.
pub(crate) fn is_own(leaf: &LeafTypes, owner: &Ident) -> bool {
    match leaf {
        LeafTypes::Other(Type::Path(path)) | LeafTypes::Open(Type::Path(path)) => {
            // One with a longer path is another type of the same name.
            let segments = &path.path.segments;
            segments.len() == 1 && segments.iter().any(|name| name.ident == "Self" || name.ident == *owner)
        }
        _ => false,
    }
}

/// A type as it is written, and without the path of what an argument of a test is made of.
pub(crate) fn type_text(ty: &impl ToTokens) -> String {
    const TIGHT: [(&str, &str); 10] = [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        (" ,", ","),
        (" ;", ";"),
        ("& ", "&"),
        ("* ", "*"),
        ("::std::vec::", ""),
        ("::std::string::", ""),
    ];
    let text = ty.to_token_stream().to_string();
    TIGHT.iter().fold(text, |text, (loose, tight)| text.replace(loose, tight))
}

/// Whether a type is written as this name alone.
pub(crate) fn is_named(ty: &Type, name: &str) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(name))
}

/// A type with another one for its only leaf.
pub(crate) fn replaced(ty: &Type, leaf: &TokenStream) -> TokenStream {
    fn replace(ty: &mut Type, leaf: &TokenStream) {
        match ty {
            Type::Group(group) => return replace(&mut group.elem, leaf),
            Type::Paren(paren) => return replace(&mut paren.elem, leaf),
            Type::Array(array) => return replace(&mut array.elem, leaf),
            Type::Path(path) => {
                if let Some(last) = path.path.segments.last_mut()
                    && HOLDERS.contains(&last.ident.to_string().as_str())
                    && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
                    && let Some(first) = arguments.args.iter_mut().find_map(|argument| match argument {
                        GenericArgument::Type(ty) => Some(ty),
                        _ => None,
                    })
                {
                    return replace(first, leaf);
                }
            }
            _ => {}
        }
        *ty = parse_quote!(#leaf);
    }
    let mut ty = ty.clone();
    replace(&mut ty, leaf);
    ty.to_token_stream()
}

/// Whether a type mentions one of these names.
pub(crate) fn mentions(ty: &impl ToTokens, names: &[Ident]) -> bool {
    let text = ty.to_token_stream().to_string();
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .any(|word| names.iter().any(|name| name == word))
}
