//! [`FieldType`]: the types of the standard library that a field may have.
//!
//! Each implementation of [`DpGen`](crate::DpGen) for such a type names its variant here. The tests
//! (`tests/it/field_types.rs`) go over [`FieldType::ALL`]: each has a row there, is listed in the guide, and is known to the
//! derive. A pointer with `links_to` or `refers_to` is no type of its own here: `sharing` describes such fields by `Link` and by numbers.

macro_rules! field_types {
    ($($variant:ident $name:literal $file:literal,)*) => {
        /// A type of the standard library that a field may have.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum FieldType {
            /// None of these: a type that derives `DpGen`.
            Derived,
            /// A type of another crate, by a feature.
            OtherCrate,
            $(#[doc = concat!("`", $name, "`.")] $variant,)*
        }

        impl FieldType {
            /// All types of the standard library.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name, as documents have it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    Self::Derived => "a type that derives `DpGen`",
                    Self::OtherCrate => "a type of another crate",
                    $(Self::$variant => $name,)*
                }
            }

            /// The file in `src/types/field_types/` that implements `DpGen` for it.
            #[must_use]
            pub const fn file(self) -> &'static str {
                match self {
                    Self::Derived | Self::OtherCrate => "",
                    $(Self::$variant => $file,)*
                }
            }
        }
    };
}

field_types! {
    I8 "i8" "numbers.rs",
    I16 "i16" "numbers.rs",
    I32 "i32" "numbers.rs",
    I64 "i64" "numbers.rs",
    I128 "i128" "numbers.rs",
    Isize "isize" "numbers.rs",
    U8 "u8" "numbers.rs",
    U16 "u16" "numbers.rs",
    U32 "u32" "numbers.rs",
    U64 "u64" "numbers.rs",
    U128 "u128" "numbers.rs",
    Usize "usize" "numbers.rs",
    Int "Int" "numbers.rs",
    NonZero "NonZero" "numbers.rs",
    F32 "f32" "numbers.rs",
    F64 "f64" "numbers.rs",
    Bool "bool" "finite.rs",
    Unit "()" "finite.rs",
    Ordering "Ordering" "finite.rs",
    PhantomData "PhantomData" "finite.rs",
    Char "char" "text.rs",
    String "String" "text.rs",
    StaticStr "&'static str" "text.rs",
    Box "Box" "transparent.rs",
    Rc "Rc" "transparent.rs",
    Arc "Arc" "transparent.rs",
    Wrapping "Wrapping" "transparent.rs",
    Saturating "Saturating" "transparent.rs",
    Reverse "Reverse" "transparent.rs",
    Cow "Cow" "transparent.rs",
    Cell "Cell" "cells.rs",
    RefCell "RefCell" "cells.rs",
    Mutex "Mutex" "cells.rs",
    RwLock "RwLock" "cells.rs",
    BoxStr "Box<str>" "transparent.rs",
    BoxSlice "Box<[T]>" "transparent.rs",
    RcStr "Rc<str>" "transparent.rs",
    RcSlice "Rc<[T]>" "transparent.rs",
    ArcStr "Arc<str>" "transparent.rs",
    ArcSlice "Arc<[T]>" "transparent.rs",
    Option "Option" "containers.rs",
    Result "Result" "containers.rs",
    Array "[T; N]" "containers.rs",
    Tuple "(A, B)" "containers.rs",
    Range "Range" "containers.rs",
    RangeInclusive "RangeInclusive" "containers.rs",
    Vec "Vec" "sequences.rs",
    VecDeque "VecDeque" "sequences.rs",
    LinkedList "LinkedList" "sequences.rs",
    BTreeSet "BTreeSet" "sets_and_maps.rs",
    HashSet "HashSet" "sets_and_maps.rs",
    BTreeMap "BTreeMap" "sets_and_maps.rs",
    HashMap "HashMap" "sets_and_maps.rs",
    BinaryHeap "BinaryHeap" "binary_heap.rs",
}
