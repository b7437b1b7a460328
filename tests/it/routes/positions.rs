//! Positions of a column: as a whole (behind a pointer, in a tuple or array), or as a part.

use dpgen::prelude::*;
use serde::Deserialize;

use super::columns::{Column, Judged, MAX_SIZE};

/// A column of what holds another one: `$value` of the maximum size, of which `$part` stands at a place.
macro_rules! whole {
    ($([$($name:ident),*] $ty:ty, $every:expr, |$value:ident| $parts:expr;)*) => {$(
        impl<$($name: Column),*> Column for $ty {
            const IS_OPAQUE: bool = $($name::IS_OPAQUE)||*;
            const IS_RIGID: bool = $($name::IS_RIGID)&&*;
            const IS_DATA: bool = $($name::IS_DATA)&&*;

            fn every() -> Vec<Self> {
                $every.into_iter().filter(|value: &Self| value.size() <= MAX_SIZE).collect()
            }
        }

        impl<$($name: Column),*> Judged for $ty {
            fn size(&self) -> u32 {
                let $value = self;
                $parts.iter().map(|part| part.size()).sum()
            }
            fn is_in_domains(&self, n: i64) -> bool {
                let $value = self;
                $parts.iter().all(|part| part.is_in_domains(n))
            }
            fn is_part(&self) -> bool {
                let $value = self;
                $parts.iter().all(|part| part.is_part())
            }
            fn is_whole(&self) -> bool {
                let $value = self;
                $parts.iter().all(|part| part.is_whole())
            }
        }
    )*};
}

/// Parts of any types.
fn of<const PARTS: usize>(parts: [&dyn Judged; PARTS]) -> [&dyn Judged; PARTS] {
    parts
}

fn pairs<A: Column, B: Column>() -> Vec<(A, B)> {
    let with = |a: A| B::every().into_iter().map(move |b| (a.clone(), b));
    A::every().into_iter().flat_map(with).collect()
}

whole! {
    [A] Box<A>, A::every().into_iter().map(Box::new), |value| of([&**value]);
    [A] (A,), A::every().into_iter().map(|a| (a,)), |value| of([&value.0]);
    [A] [A; 2], pairs::<A, A>().into_iter().map(<[A; 2]>::from), |value| of([&value[0], &value[1]]);
    [A, B] (A, B), pairs::<A, B>(), |value| of([&value.0, &value.1]);
}

/// A field of a user's type.
#[derive(DpGen, Debug, Clone, PartialEq, Deserialize)]
pub struct Holder<C: DpGen>(pub C);

/// Parts: whatever `root_ok` says of them.
macro_rules! part {
    ($($ty:ty, $every:expr, $weight:expr, |$value:ident| $parts:expr;)*) => {$(
        impl<C: Column> Column for $ty {
            const IS_OPAQUE: bool = C::IS_OPAQUE;
            const IS_DATA: bool = C::IS_DATA;

            fn every() -> Vec<Self> {
                $every.filter(|value: &Self| value.size() <= MAX_SIZE).collect()
            }
        }

        impl<C: Column> Judged for $ty {
            fn size(&self) -> u32 {
                let $value = self;
                $parts.map($weight).sum()
            }
            fn is_in_domains(&self, n: i64) -> bool {
                let $value = self;
                $parts.all(|part| part.is_in_domains(n))
            }
            fn is_part(&self) -> bool {
                let $value = self;
                $parts.all(|part| part.is_part())
            }
        }
    )*};
}

/// Lists up to two elements, and longer ones that no longer one fits behind.
fn vectors<C: Column>() -> Vec<Vec<C>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    while from < all.len() {
        let list: Vec<C> = all[from].clone();
        for element in C::every() {
            let longer = [&list[..], &[element]].concat();
            if longer.size() <= MAX_SIZE {
                all.push(longer);
            }
        }
        from += 1;
    }
    all
}

part! {
    Holder<C>, C::every().into_iter().map(Self), |part| 1 + part.size(), |value| [&value.0].into_iter();
    Option<C>, C::every().into_iter().map(Some).chain([None]), Judged::size, |value| value.iter();
    // An element weighs at least 1 where a length is open.
    Vec<C>, vectors::<C>().into_iter(), |part| part.size().max(1), |value| value.iter();
}
