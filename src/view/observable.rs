//! [`Observable`]: what an attribute may return.

use super::Choice;
use dpgen_engine::run::{Encoder, Int};
use dpgen_forest::index::{DomainIx, at, shown, signed};

/// Gives the words and integers of a result back, in the order in which they were written.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::{Decoder, Encoder};
///
/// /// The least and the greatest key of a list.
/// struct Span {
///     least: Int,
///     greatest: Int,
/// }
///
/// impl Observable for Span {
///     fn encode(&self, out: &mut Encoder) {
///         out.int(self.least);
///         out.int(self.greatest);
///     }
///     fn decode(input: &mut Decoder<'_>) -> Self {
///         let least = input.int(); // in the order in which they were written
///         Self { least, greatest: input.int() }
///     }
/// }
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = close)]
/// enum Keys {
///     Last(#[dpgen(range = 1..=9)] i64),
///     And(#[dpgen(range = 1..=9)] i64, Box<Keys>),
/// }
///
/// /// No two keys differ by more than 1.
/// fn close(keys: KeysView) -> bool {
///     let all = span(keys);
///     all.greatest - all.least <= 1
/// }
///
/// fn span(keys: KeysView) -> Span {
///     match keys {
///         KeysView::Last(key) => Span { least: key, greatest: key },
///         KeysView::And(key, rest) => {
///             let rest = rest.get(span);
///             Span { least: key.min(rest.least), greatest: key.max(rest.greatest) }
///         }
///     }
/// }
///
/// let keys = Generator::<Keys>::up_to(2).build()?;
/// assert_eq!(keys.total(), 9 + (9 + 2 * 8)); // one key, or two: equal, or neighbours
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Decoder<'a> {
    words: &'a [i64],
    ints: &'a [Int],
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(words: &'a [i64], ints: &'a [Int]) -> Self {
        Self { words, ints }
    }

    /// The next word.
    pub fn word(&mut self) -> i64 {
        match self.words.split_first() {
            Some((first, rest)) => {
                self.words = rest;
                *first
            }
            None => unreachable!("an Observable decodes what it encoded"),
        }
    }

    /// The next integer.
    pub fn int(&mut self) -> Int {
        match self.ints.split_first() {
            Some((first, rest)) => {
                self.ints = rest;
                *first
            }
            None => unreachable!("an Observable decodes what it encoded"),
        }
    }
}

/// A result of an attribute. It encodes itself to words, so that classes of structures can be compared,
/// hashed and stored. `#[derive(Observable)]` implements it for structs and enums of observables.
///
/// Laws: `decode` gives back what was encoded, equal encodings are equal values, and `decode` uses no views.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = balanced)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// #[derive(Observable)]
/// struct Heights {
///     least: u32,
///     greatest: u32,
/// }
///
/// fn balanced(tree: TreeView) -> bool {
///     let all = heights(tree);
///     all.greatest - all.least <= 1
/// }
///
/// /// How far the leaves are from the root.
/// fn heights(tree: TreeView) -> Heights {
///     let TreeView::Node(left, right) = tree else { return Heights { least: 0, greatest: 0 } };
///     let (left, right) = (left.get(heights), right.get(heights));
///     Heights { least: 1 + left.least.min(right.least), greatest: 1 + left.greatest.max(right.greatest) }
/// }
///
/// let trees = Generator::<Tree>::up_to(5).build()?;
/// assert_eq!(trees.count(5), 6); // the lowest layer has two of its four nodes
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// By hand, for a type that the derive can not read:
///
/// ```
/// use dpgen::{Decoder, Encoder, Observable};
///
/// #[derive(Clone, Copy, PartialEq)]
/// struct Depth(std::num::NonZeroU8);
///
/// impl Observable for Depth {
///     fn encode(&self, out: &mut Encoder) {
///         out.word(self.0.get().into());
///     }
///     fn decode(input: &mut Decoder<'_>) -> Self {
///         let depth = u8::try_from(input.word()).ok().and_then(std::num::NonZeroU8::new);
///         Self(depth.expect("it was encoded so"))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "an attribute can not return `{Self}`",
    label = "not a type that attributes may return, or a part of one",
    note = "if `{Self}` is a type of yours, add `#[derive(Observable)]` to it"
)]
pub trait Observable: Sized + 'static {
    /// Writes the value.
    fn encode(&self, out: &mut Encoder);
    /// Reads it back.
    fn decode(input: &mut Decoder<'_>) -> Self;
}

impl Observable for Int {
    fn encode(&self, out: &mut Encoder) {
        out.int(*self);
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        input.int()
    }
}

impl Observable for () {
    fn encode(&self, _: &mut Encoder) {}
    fn decode(_: &mut Decoder<'_>) -> Self {}
}

impl Observable for bool {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from(*self));
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        input.word() != 0
    }
}

impl Observable for char {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from(u32::from(*self)));
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        u32::try_from(input.word()).ok().and_then(Self::from_u32).unwrap_or_default()
    }
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Observable for $int {
            fn encode(&self, out: &mut Encoder) {
                match i64::try_from(*self) {
                    Ok(word) => out.word(word),
                    Err(_) => panic!("an attribute returned {self}, which does not fit into 64 signed bits"),
                }
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                Self::try_from(input.word()).unwrap_or_default()
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl<T: Observable> Observable for Option<T> {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from(self.is_some()));
        if let Some(value) = self {
            value.encode(out);
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        if input.word() == 0 { None } else { Some(T::decode(input)) }
    }
}

impl<T: Observable> Observable for Vec<T> {
    fn encode(&self, out: &mut Encoder) {
        out.word(signed(self.len()));
        for value in self {
            value.encode(out);
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        let len = input.word();
        (0..len).map(|_| T::decode(input)).collect()
    }
}

impl Observable for String {
    fn encode(&self, out: &mut Encoder) {
        out.word(signed(self.len()));
        for byte in self.bytes() {
            out.word(i64::from(byte));
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        let len = input.word();
        let bytes = (0..len).map(|_| u8::try_from(input.word()).unwrap_or_default()).collect();
        Self::from_utf8(bytes).unwrap_or_default()
    }
}

impl<T: Observable, const N: usize> Observable for [T; N] {
    fn encode(&self, out: &mut Encoder) {
        for value in self {
            value.encode(out);
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        std::array::from_fn(|_| T::decode(input))
    }
}

impl<E: 'static> Observable for Choice<E> {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from(self.decided()));
        out.word(signed(self.domain.index()));
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        let index = input.word();
        let domain = u32::try_from(input.word()).unwrap_or_default();
        Self::new(Int::constant(index), DomainIx::from_word(shown(at(domain))))
    }
}

macro_rules! tuples {
    ($(($($name:ident)+))*) => {$(
        impl<$($name: Observable),+> Observable for ($($name,)+) {
            fn encode(&self, out: &mut Encoder) {
                #[allow(non_snake_case, reason = "the type parameters name the fields")]
                let ($($name,)+) = self;
                $($name.encode(out);)+
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                ($($name::decode(input),)+)
            }
        }
    )*};
}

tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F));
