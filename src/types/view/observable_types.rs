//! [`Observable`] for types of the standard library: integers, text, containers.
//!
//! Words are decided, integers that may stay open are not: so an `Option<Int>` has one word and perhaps one integer.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Arc;

use crate::interned_strings::intern;
use crate::types::view::choice::Choice;
use crate::types::view::observable::{Decoder, Observable};
use crate::types::view::wide_integers;
use dpgen_engine::predicate_run::{Encoder, Int};
use dpgen_forest::index::{DomainIx, at, shown, signed};

impl Observable for Int {
    fn encode(&self, out: &mut Encoder) {
        if wide_integers::answers_are_wide() {
            encode_wide(self.exact(), out);
        } else {
            out.int(*self);
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        input.next_int().unwrap_or_else(|| Self::wide(decode_wide(input)))
    }
}

fn encode_wide(value: i128, out: &mut Encoder) {
    wide_integers::to_words(value).into_iter().for_each(|word| out.word(word));
}

fn decode_wide(input: &mut Decoder<'_>) -> i128 {
    wide_integers::of_words([input.word(), input.word()])
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

/// Integers, as a word if they fit into one, or in two.
macro_rules! integers {
    ($($int:ident as $wide:ident, $encode:expr, $decode:expr;)*) => {$(
        impl Observable for $int {
            fn encode(&self, out: &mut Encoder) {
                let encode: fn($wide, &mut Encoder) = $encode;
                encode($wide::try_from(*self).unwrap_or_default(), out);
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                let decode: fn(&mut Decoder<'_>) -> $wide = $decode;
                Self::try_from(decode(input)).unwrap_or_default()
            }
        }

        impl Observable for NonZero<$int> {
            fn encode(&self, out: &mut Encoder) {
                self.get().encode(out);
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                Self::new(<$int>::decode(input)).unwrap_or(Self::MIN)
            }
        }
    )*};
}

fn word(value: i64, out: &mut Encoder) {
    out.word(value);
}

fn next_word(input: &mut Decoder<'_>) -> i64 {
    input.word()
}

/// The word with the same bits.
fn unsigned_word(value: u64, out: &mut Encoder) {
    out.word(i64::from_ne_bytes(value.to_ne_bytes()));
}

fn next_unsigned(input: &mut Decoder<'_>) -> u64 {
    u64::from_ne_bytes(input.word().to_ne_bytes())
}

integers! {
    i8 as i64, word, next_word;
    i16 as i64, word, next_word;
    i32 as i64, word, next_word;
    i64 as i64, word, next_word;
    isize as i64, word, next_word;
    u8 as i64, word, next_word;
    u16 as i64, word, next_word;
    u32 as i64, word, next_word;
    u64 as u64, unsigned_word, next_unsigned;
    usize as u64, unsigned_word, next_unsigned;
    i128 as i128, encode_wide, decode_wide;
    u128 as u128, |value, out| encode_wide(i128::from_ne_bytes(value.to_ne_bytes()), out),
        |input| u128::from_ne_bytes(decode_wide(input).to_ne_bytes());
}

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

impl<T: Observable, E: Observable> Observable for Result<T, E> {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from(self.is_ok()));
        match self {
            Ok(value) => value.encode(out),
            Err(error) => error.encode(out),
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        if input.word() == 0 { Err(E::decode(input)) } else { Ok(T::decode(input)) }
    }
}

/// Their length, and their elements in order.
macro_rules! collections {
    ($([$($parameter:ident $(: $bound:ident)?),*] $ty:ty;)*) => {$(
        impl<$($parameter: Observable $(+ $bound)?),*> Observable for $ty {
            fn encode(&self, out: &mut Encoder) {
                out.word(signed(self.len()));
                for value in self {
                    value.encode(out);
                }
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                let len = input.word();
                (0..len).map(|_| Observable::decode(input)).collect()
            }
        }
    )*};
}

collections! {
    [T] Vec<T>;
    [T] VecDeque<T>;
    [T: Ord] BTreeSet<T>;
}

impl<K: Observable + Ord, V: Observable> Observable for BTreeMap<K, V> {
    fn encode(&self, out: &mut Encoder) {
        out.word(signed(self.len()));
        for (key, value) in self {
            key.encode(out);
            value.encode(out);
        }
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        let len = input.word();
        (0..len).map(|_| <(K, V)>::decode(input)).collect()
    }
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: Observable> Observable for $pointer<T> {
            fn encode(&self, out: &mut Encoder) {
                (**self).encode(out);
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                Self::new(T::decode(input))
            }
        }
    )*};
}

pointers!(Box Rc Arc);

/// The bytes of a text, after their number.
fn encode_text(text: &str, out: &mut Encoder) {
    out.word(signed(text.len()));
    for byte in text.bytes() {
        out.word(i64::from(byte));
    }
}

fn decode_text(input: &mut Decoder<'_>) -> String {
    let len = input.word();
    let bytes = (0..len).map(|_| u8::try_from(input.word()).unwrap_or_default()).collect();
    String::from_utf8(bytes).unwrap_or_default()
}

macro_rules! texts {
    ($($ty:ty, $made:expr;)*) => {$(
        impl Observable for $ty {
            fn encode(&self, out: &mut Encoder) {
                encode_text(self, out);
            }
            fn decode(input: &mut Decoder<'_>) -> Self {
                let made: fn(String) -> Self = $made;
                made(decode_text(input))
            }
        }
    )*};
}

texts! {
    String, |text| text;
    Box<str>, Into::into;
    Rc<str>, Into::into;
    Arc<str>, Into::into;
    Cow<'static, str>, Into::into;
    &'static str, |text| intern(&text);
}

/// By its bits: each NaN equals itself, and `-0.0` is not `0.0`.
impl Observable for f64 {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from_ne_bytes(self.to_ne_bytes()));
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        Self::from_ne_bytes(input.word().to_ne_bytes())
    }
}

/// By its bits, as an `f64`.
impl Observable for f32 {
    fn encode(&self, out: &mut Encoder) {
        out.word(i64::from(self.to_bits()));
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        Self::from_bits(u32::try_from(input.word()).unwrap_or_default())
    }
}

impl Observable for Ordering {
    fn encode(&self, out: &mut Encoder) {
        out.word(match self {
            Self::Less => -1,
            Self::Equal => 0,
            Self::Greater => 1,
        });
    }
    fn decode(input: &mut Decoder<'_>) -> Self {
        input.word().cmp(&0)
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

tuples! {
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
    (A B C D E F G H I)
    (A B C D E F G H I J)
    (A B C D E F G H I J K)
    (A B C D E F G H I J K L)
}
