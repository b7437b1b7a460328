//! One Rust type with several domains: a container passes its field's domain on, so it is a type of its own for each, and
//! an attribute has answers of its own for each.
//!
//! What is valid is found by trying all values of the domains, with conditions on plain values.

use std::collections::BTreeSet;
use std::fmt::Debug;

use dpgen::prelude::*;
use dpgen::{CollectionView as Chain, Solutions};

/// Holds every engine, and both ways of treating fields, against the values as text, by size.
fn check<T: DpGen + Debug>(values: Vec<(u32, T)>, max_size: u32) {
    let mut expected = vec![BTreeSet::new(); usize::try_from(max_size).unwrap() + 1];
    for (size, value) in values {
        assert!(expected[usize::try_from(size).unwrap()].insert(format!("{value:?}")), "a value comes twice");
    }
    assert!(!expected[expected.len() - 1].is_empty());
    let concrete = Algorithm::ALL.iter().map(|engine| (*engine, Fields::Concrete));
    let engines = concrete.filter(|(engine, _)| *engine != Algorithm::SymbolazyDp);
    let symbolic = [(Algorithm::Quotient, Fields::Symbolic), (Algorithm::SymbolazyDp, Fields::Symbolic)];
    let mut wrong = Vec::new();
    for (engine, fields) in engines.chain(symbolic) {
        let generator = Generator::<T>::up_to(max_size).algorithm(engine).fields(fields).threads(1);
        let built = match generator.build() {
            Ok(built) => built,
            Err(error) => {
                wrong.push(format!("{engine}, {fields}: {error}"));
                continue;
            }
        };
        for (size, expected) in (0..).zip(&expected) {
            let found: Vec<String> =
                built.iter_solutions(size, Solutions::All, 0).map(|value| format!("{value:?}")).collect();
            let set: BTreeSet<String> = found.iter().cloned().collect();
            if (found.len(), &set) != (expected.len(), expected) {
                let (found, expected) = (found.len(), expected.len());
                wrong.push(format!("{engine}, {fields}: size {size}: {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A list of layers of two fields, which are related within a layer, and to the next layer.
macro_rules! lists {
    ($($name:ident: $ty:ty, $least:literal, |$value:ident: $view:ty| $attribute:expr, $of:expr;)*) => {$(
        mod $name {
            use super::*;

            #[derive(DpGen, Debug, Clone)]
            #[dpgen(rep_ok = related)]
            enum List {
                Nil,
                Cons {
                    #[dpgen(range = $least..=2)]
                    a: $ty,
                    #[dpgen(range = $least..=3)]
                    b: $ty,
                    rest: Box<List>,
                },
            }

            fn related(list: ListView) -> bool {
                let ListView::Cons { a, b, rest } = list else { return true };
                a.get(key) < b.get(key) && rest.get(first).is_none_or(|next| a.get(key) <= next)
            }

            fn first(list: ListView) -> Option<Int> {
                let ListView::Cons { b, .. } = list else { return None };
                Some(b.get(key))
            }

            fn key($value: $view) -> Int {
                $attribute
            }

            #[test]
            fn engines_agree_with_plain_values() {
                let key: fn(&$ty) -> i64 = $of;
                let (small, large): (Vec<$ty>, Vec<$ty>) = (All::all($least, 2), All::all($least, 3));
                let mut lists = vec![(0, List::Nil)];
                let mut layer = lists.clone();
                for size in 1..=2 {
                    let mut longer = Vec::new();
                    for (a, b) in small.iter().flat_map(|a| large.iter().map(move |b| (a, b))) {
                        for (_, rest) in &layer {
                            let follows = match rest {
                                List::Nil => true,
                                List::Cons { b: next, .. } => key(a) <= key(next),
                            };
                            if key(a) < key(b) && follows {
                                let rest = Box::new(rest.clone());
                                longer.push((size, List::Cons { a: a.clone(), b: b.clone(), rest }));
                            }
                        }
                    }
                    lists.extend(longer.clone());
                    layer = longer;
                }
                check(lists, 2);
            }
        }
    )*};
}

/// All values whose integers are those of a range.
trait All: Sized {
    fn all(lo: i64, hi: i64) -> Vec<Self>;
}

impl All for i64 {
    fn all(lo: i64, hi: i64) -> Vec<Self> {
        (lo..=hi).collect()
    }
}

impl<T: All> All for Option<T> {
    fn all(lo: i64, hi: i64) -> Vec<Self> {
        std::iter::once(None).chain(T::all(lo, hi).into_iter().map(Some)).collect()
    }
}

impl<T: All + Clone> All for [T; 2] {
    fn all(lo: i64, hi: i64) -> Vec<Self> {
        let parts = T::all(lo, hi);
        parts.iter().flat_map(|a| parts.iter().map(move |b| [a.clone(), b.clone()])).collect()
    }
}

impl<T: All + Clone, U: All + Clone> All for (T, U) {
    fn all(lo: i64, hi: i64) -> Vec<Self> {
        let (left, right) = (T::all(lo, hi), U::all(lo, hi));
        left.iter().flat_map(|a| right.iter().map(move |b| (a.clone(), b.clone()))).collect()
    }
}

fn or_zero(option: Option<Int>) -> Int {
    option.unwrap_or(Int::from(0))
}

lists! {
    arrays: [i64; 2], 1, |array: [Int; 2]| array[0] + array[1], |array| array[0] + array[1];
    options: Option<i64>, 1, |option: Option<Int>| option.unwrap_or(Int::from(0)), |option| option.unwrap_or(0);
    tuples: (i64, i64), 0, |pair: (Int, Int)| pair.0 - pair.1, |pair| pair.0 - pair.1;
    boxes: Box<[i64; 2]>, 1, |array: [Int; 2]| array[0].max(array[1]), |array| array[0].max(array[1]);
    nested: Option<(i64, Option<i64>)>, 1,
        |outer: Option<Ref<(i64, Option<i64>)>>| outer.map_or(Int::from(0), |pair| pair.get(inner)),
        |outer| outer.map_or(0, |(left, right)| left + right.unwrap_or(0));
    looked_into: [Option<i64>; 2], 1,
        |array: [Ref<Option<i64>>; 2]| or_zero(array[0].view()) + or_zero(array[1].view()),
        |array| array[0].unwrap_or(0) + array[1].unwrap_or(0);
}

impl<T: All> All for Box<T> {
    fn all(lo: i64, hi: i64) -> Vec<Self> {
        T::all(lo, hi).into_iter().map(Box::new).collect()
    }
}

fn inner(pair: (Int, Ref<Option<i64>>)) -> Int {
    pair.0 + pair.1.get(or_zero)
}

mod three_domains {
    use super::*;

    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = between)]
    struct Triple {
        #[dpgen(range = 1..=2)]
        low: [i64; 2],
        #[dpgen(range = 1..=3)]
        middle: [i64; 2],
        #[dpgen(values = [2, 5])]
        high: [i64; 2],
    }

    fn between(triple: TripleView) -> bool {
        let TripleView { low, middle, high } = triple;
        low.get(sum) < middle.get(sum)
            && middle.get(sum) <= high.get(sum)
            && low.get(ascends) == high.get(ascends)
    }

    fn sum(array: [Int; 2]) -> Int {
        array[0] + array[1]
    }

    fn ascends(array: [Int; 2]) -> bool {
        array[0] < array[1]
    }

    #[test]
    fn engines_agree_with_plain_values() {
        let sum = |array: &[i64; 2]| array[0] + array[1];
        let pairs = |values: &[i64]| {
            values.iter().flat_map(|a| values.iter().map(move |b| [*a, *b])).collect::<Vec<_>>()
        };
        let (lows, middles, highs) = (pairs(&[1, 2]), pairs(&[1, 2, 3]), pairs(&[2, 5]));
        let mut triples = Vec::new();
        for low in &lows {
            for middle in &middles {
                for high in &highs {
                    let ascend = (low[0] < low[1]) == (high[0] < high[1]);
                    if sum(low) < sum(middle) && sum(middle) <= sum(high) && ascend {
                        triples.push((1, Triple { low: *low, middle: *middle, high: *high }));
                    }
                }
            }
        }
        check(triples, 1);
    }
}

mod vectors {
    use super::*;

    /// Weighs 1, so that a vector of it is finite.
    #[derive(DpGen, Debug, Clone)]
    struct Tick;

    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = less, weight = 0)]
    struct Two {
        #[dpgen(range = 1..=2)]
        a: Vec<(i64, Weight)>,
        #[dpgen(range = 1..=3)]
        b: Vec<(i64, Weight)>,
    }

    #[derive(DpGen, Debug, Clone)]
    #[dpgen(weight = 1)]
    struct Weight(Tick);

    fn less(two: TwoView) -> bool {
        two.a.get(sum) < two.b.get(sum)
    }

    fn sum(list: Chain<(i64, Weight)>) -> Int {
        let Chain::Cons(first, rest) = list else { return Int::from(0) };
        first.get(number) + rest.get(sum)
    }

    fn number(pair: (Int, Ref<Weight>)) -> Int {
        pair.0
    }

    /// All lists of this many numbers up to `hi`.
    fn all(len: u32, hi: i64) -> Vec<Vec<i64>> {
        (0..len).fold(vec![Vec::new()], |lists, _| {
            lists.iter().flat_map(|list| (1..=hi).map(move |last| [&**list, &[last]].concat())).collect()
        })
    }

    #[test]
    fn engines_agree_with_plain_values() {
        let sum_of = |list: &[i64]| list.iter().sum::<i64>();
        let mut values = Vec::new();
        for size in 0..=3 {
            for of_a in 0..=size {
                for a in all(of_a, 2) {
                    for b in all(size - of_a, 3).into_iter().filter(|b| sum_of(&a) < sum_of(b)) {
                        let weigh =
                            |list: &[i64]| list.iter().map(|number| (*number, Weight(Tick))).collect();
                        values.push((size, Two { a: weigh(&a), b: weigh(&b) }));
                    }
                }
            }
        }
        check(values, 3);
    }
}
