//! [`Key`]: a key of a set or map as a predicate reads it, and the order of keys.
//!
//! A key is its structure in preorder: the constructors, which are decided, and the data, of which integers may stay undecided.
//! Keys come in one of two orders ([`KeyOrder`]): that of their structures, which leaves integers undecided, or that of their type,
//! which builds both values. Where the order of a type is that of its structures, `DpGen::KEYS_ASCEND` says so.

use std::cmp::Ordering;

use crate::types::DpGen;
use crate::types::value::builder::ValueBuilder;
use crate::types::view::collection_view::first_and_rest;
use crate::types::view::observable::{Decoder, Observable};
use crate::types::view::reference::ask;
use dpgen_engine::predicate_run::{self, Encoder, Handle, Int, SlotHandle, with_schema};
use dpgen_forest::index::{CtorIx, DomainIx, signed};
use dpgen_forest::schema::{Schema, SlotKind};

/// A part of a key.
#[derive(Debug, Clone, Copy)]
enum Piece {
    /// The constructor of a layer; its slots follow.
    Layer(CtorIx),
    /// A data slot: its integer, or the index of its value.
    Data(Int, DomainIx),
}

impl Observable for Piece {
    fn encode(&self, out: &mut Encoder) {
        match *self {
            Self::Layer(ctor) => {
                out.word(-1);
                out.word(i64::from(ctor.word()));
            }
            Self::Data(int, domain) => {
                let is_int = with_schema(|schema| schema.domain(domain).is_int());
                out.word(2 * signed(domain.index()) + i64::from(is_int));
                if is_int { out.int(int) } else { out.word(int.value()) }
            }
        }
    }
    /// Asks the run for nothing: it may be the one that decodes.
    fn decode(input: &mut Decoder<'_>) -> Self {
        let tag = input.word();
        let Ok(domain) = u32::try_from(tag / 2).map(DomainIx::from_word) else {
            unreachable!("as it was encoded")
        };
        match tag {
            -1 => Self::Layer(CtorIx::from_word(u32::try_from(input.word()).unwrap_or_default())),
            tag if tag % 2 == 1 => Self::Data(input.int(), domain),
            _ => Self::Data(Int::constant(input.word()), domain),
        }
    }
}

/// A key, as a predicate reads it.
#[derive(Debug, Clone)]
enum Key {
    /// Of plain values.
    Plain(Piece),
    /// Of structures, in preorder.
    Structure(Vec<Piece>),
}

impl Observable for Key {
    fn encode(&self, out: &mut Encoder) {
        out.word(signed(self.pieces().len()));
        self.pieces().iter().for_each(|piece| piece.encode(out));
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        match input.word() {
            1 => Self::Plain(Piece::decode(input)),
            len => Self::Structure((0..len).map(|_| Piece::decode(input)).collect()),
        }
    }
}

impl Key {
    fn pieces(&self) -> &[Piece] {
        match self {
            Self::Plain(piece) => std::slice::from_ref(piece),
            Self::Structure(pieces) => pieces,
        }
    }

    /// Looks at all of a key.
    fn read(slot: SlotHandle) -> Self {
        let mut open = match slot {
            SlotHandle::Data(int, domain) => return Self::Plain(Piece::Data(int, domain)),
            SlotHandle::Node(handle) => vec![SlotHandle::Node(handle)],
        };
        let mut pieces = Vec::new();
        while let Some(slot) = open.pop() {
            match slot {
                SlotHandle::Data(int, domain) => pieces.push(Piece::Data(int, domain)),
                SlotHandle::Node(handle) => {
                    let layer = predicate_run::view(handle);
                    pieces.push(Piece::Layer(layer.ctor));
                    let slots = with_schema(|schema| schema.constructor(layer.ctor).slots.len());
                    open.extend((0..slots).rev().map(|slot| layer.slot(slot)));
                }
            }
        }
        Self::Structure(pieces)
    }

    /// Compares the structures of two keys: constructors by their numbers, then their slots in order.
    fn compare(&self, other: &Self) -> Ordering {
        let mut both = self.pieces().iter().zip(other.pieces());
        let difference = both.find_map(|both| {
            let ordering = match both {
                (Piece::Layer(left), Piece::Layer(right)) if left == right => Ordering::Equal,
                (Piece::Layer(left), Piece::Layer(right)) => {
                    with_schema(|schema| schema.local(*left).cmp(&schema.local(*right)))
                }
                (Piece::Data(left, _), Piece::Data(right, _)) => left.cmp(right),
                (Piece::Layer(_), Piece::Data(..)) | (Piece::Data(..), Piece::Layer(_)) => {
                    unreachable!("keys of one set have one type")
                }
            };
            Some(ordering).filter(|ordering| ordering.is_ne())
        });
        difference.unwrap_or(Ordering::Equal)
    }

    /// Whether this key comes before another one in that order.
    fn precedes(&self, other: &Self) -> bool {
        match (self, other) {
            // What is equal need not be told from what is greater.
            (Self::Plain(Piece::Data(left, _)), Self::Plain(Piece::Data(right, _))) => left < right,
            _ => self.compare(other).is_lt(),
        }
    }

    /// Decides the whole key, and builds its value.
    fn build<K: DpGen>(&self) -> K {
        let words = self.words();
        with_schema(|schema| {
            let mut builder = ValueBuilder::new(schema, &words);
            if let Self::Plain(Piece::Data(_, domain)) = *self {
                builder.slot = slot_of(schema, domain);
            }
            K::build(&mut builder)
        })
    }

    /// The compact words of this key, of which all integers are decided.
    fn words(&self) -> Vec<u32> {
        let word = |piece: &Piece| match piece {
            Piece::Layer(ctor) => ctor.word(),
            Piece::Data(int, domain) => {
                let value = int.value();
                with_schema(|schema| schema.domain(*domain).index_of(value).unwrap_or_default())
            }
        };
        self.pieces().iter().map(word).collect()
    }
}

/// A slot of a domain.
fn slot_of(schema: &Schema, domain: DomainIx) -> (CtorIx, usize) {
    let mut all = (0..).zip(schema.all_constructors()).filter_map(|(ctor, constructor)| {
        let slot = constructor.slots.iter().position(|slot| slot.kind == SlotKind::Data(domain))?;
        Some((CtorIx::from_word(ctor), slot))
    });
    all.next().unwrap_or_else(|| unreachable!("a domain belongs to a slot"))
}

/// The order of the keys of a set or map, or of the elements of a heap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyOrder {
    /// Compares by the type's own order, if that may be another one than that of the structures.
    of_values: Option<fn(&Key, &Key) -> Ordering>,
}

impl KeyOrder {
    /// The order of the structures.
    pub(crate) const STRUCTURES: Self = Self { of_values: None };

    /// The order of a type.
    pub(crate) const fn of<K: DpGen + Ord>() -> Self {
        let by_value: fn(&Key, &Key) -> Ordering = |left, right| left.build::<K>().cmp(&right.build());
        Self { of_values: if K::KEYS_ASCEND { None } else { Some(by_value) } }
    }
}

/// The elements of a collection with keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyed {
    /// Each is a key.
    Keys,
    /// Each is a pair of a key and a value.
    Pairs,
}

impl Keyed {
    /// Whether the first key of a chain comes before the second one.
    pub(crate) fn ascends(self, chain: Handle, order: KeyOrder) -> bool {
        self.neighbours(chain).is_none_or(|(first, second)| match order.of_values {
            Some(compare) => compare(&first, &second).is_lt(),
            None => first.precedes(&second),
        })
    }

    /// Whether it does not come after the second one. Of keys that are equal in the order of their type, that of the structures
    /// tells, so that each multiset comes once.
    pub(crate) fn does_not_descend(self, chain: Handle, order: KeyOrder) -> bool {
        self.neighbours(chain).is_none_or(|(first, second)| match order.of_values {
            Some(compare) => compare(&first, &second).then_with(|| first.compare(&second)).is_le(),
            None => !second.precedes(&first),
        })
    }

    /// The first two keys of a chain, if there are two elements.
    fn neighbours(self, chain: Handle) -> Option<(Key, Key)> {
        let (first, rest) = cons(chain)?;
        let SlotHandle::Node(rest) = rest else { unreachable!("the rest of a chain is one") };
        let second = match self {
            Self::Keys => ask::<FirstOfKeys, _, _>(rest, |chain| Self::Keys.first(chain)),
            Self::Pairs => ask::<FirstOfPairs, _, _>(rest, |chain| Self::Pairs.first(chain)),
        }?;
        Some((self.key(first), second))
    }

    /// The first key of a chain.
    fn first(self, chain: Handle) -> Option<Key> {
        cons(chain).map(|(first, _)| self.key(first))
    }

    fn key(self, element: SlotHandle) -> Key {
        match (self, element) {
            // As an attribute, so that the pair's value stays open.
            (Self::Pairs, SlotHandle::Node(pair)) => {
                ask::<KeyOfPair, _, _>(pair, |pair| Key::read(predicate_run::view(pair).slot(0)))
            }
            (_, key) => Key::read(key),
        }
    }
}

/// Names the attribute of a chain of keys: the first one.
struct FirstOfKeys;
/// Names the attribute of a chain of pairs: the first one's key.
struct FirstOfPairs;
/// Names the attribute of a pair: its key.
struct KeyOfPair;

/// The first element of a chain and the rest, if it has not ended.
fn cons(chain: Handle) -> Option<(SlotHandle, SlotHandle)> {
    first_and_rest(&predicate_run::view(chain))
}
