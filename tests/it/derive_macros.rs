//! Types and tests that a `macro_rules` macro writes: its fragments come in invisible groups.

use dpgen::prelude::*;

macro_rules! list {
    ($name:ident, $view:ident of $ty:ty = $range:expr, $rep_ok:path, $root_ok:expr, $finish:path, $weight:literal) => {
        #[derive(DpGen, Debug)]
        #[dpgen(rep_ok = $rep_ok, root_ok = $root_ok, finish = $finish, view = $view)]
        enum $name {
            Nil,
            #[dpgen(weight = $weight)]
            Cons(#[dpgen(range = $range)] $ty, #[dpgen(recursive)] Box<$name>),
        }
    };
}

fn descends(list: Layer) -> bool {
    let Layer::Cons(first, rest) = list else { return true };
    rest.get(head).is_none_or(|second| second < first)
}

fn head(list: Layer) -> Option<Int> {
    let Layer::Cons(first, _) = list else { return None };
    Some(first)
}

mod inner {
    pub(super) fn starts_high(list: super::Layer) -> bool {
        !matches!(list, super::Layer::Cons(first, _) if first < 3)
    }

    pub(super) fn finish(_: &mut super::Numbers) {}
}

list!(Numbers, Layer of u16 = 1..=n - 1, descends, inner::starts_high, inner::finish, 2);

#[test]
fn every_attribute_takes_fragments() -> Result<(), BuildError> {
    // Descending lists of 1..=3 from 3 on, by length; an element weighs 2.
    let lists = Generator::<Numbers>::up_to(6).param("n", 4).build()?;
    assert_eq!([0, 2, 4, 6].map(|size| lists.count(size)), [1, 1, 2, 1].map(Count::new));
    Ok(())
}

macro_rules! fields {
    ($name:ident: $ty:ty { $($key:ident = $domain:expr => $field:ident),* } up to $bound:expr, $least:literal) => {
        #[derive(DpGen, Debug)]
        struct $name {
            $(#[dpgen($key = $domain)] $field: $ty,)*
            #[dpgen(range = $least..=n + $bound)]
            last: $ty,
        }
    };
}

// The `n` of the macro and the one it is given are one parameter, and a negative literal is a group too.
fields!(Fields: i64 { range = (1)..=(2 * n) => range, values = ([n, -n, 7]) => values } up to n - 1, -1);

#[test]
fn domains_take_fragments() -> Result<(), BuildError> {
    let fields = Generator::<Fields>::up_to(1).build()?;
    assert_eq!(fields.count(1), 2 * 3 * 3);
    Ok(())
}

macro_rules! checks {
    ($name:ident of $ty:ty: $max:expr, $min:literal, $algorithm:expr, $keys:expr) => {
        #[dpgen::test(max_size = $max, min_size = $min, algorithm = $algorithm, param(keys = $keys))]
        fn $name(list: $ty) {
            assert!(matches!(list, Keys::Cons(1..=2, _)));
        }
    };
}

#[derive(DpGen, Debug)]
enum Keys {
    Nil,
    Cons(#[dpgen(range = 1..=keys)] u8, Box<Keys>),
}

checks!(tests_take_fragments of Keys: 2, 1, "lazy-dp", 1 + 1);
checks!(tests_take_references of &Keys: 2, 1, "dp", 2);
