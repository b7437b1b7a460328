//! [`Observable`]: the result types of attributes. Those of the standard library are in `observable_types.rs`.

use dpgen_engine::predicate_run::{Encoder, Int};

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

    /// The next integer, if there is one.
    pub(crate) fn next_int(&mut self) -> Option<Int> {
        let (first, rest) = self.ints.split_first()?;
        self.ints = rest;
        Some(*first)
    }

    /// The next integer.
    pub fn int(&mut self) -> Int {
        self.next_int().unwrap_or_else(|| unreachable!("an Observable decodes what it encoded"))
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
