//! Generic types: type parameters, constants, `where` clauses, and predicates over all instances.

#![allow(clippy::as_conversions, reason = "the domain of a field may cast")]

use std::marker::PhantomData;

use dpgen::prelude::*;

type Fallible = Result<(), BuildError>;

/// The counts by size, after checking that each value is found at its own rank.
fn counts<T: DpGen + PartialEq + std::fmt::Debug>(max_size: u32) -> Result<Vec<Count>, BuildError> {
    let structures = Generator::<T>::up_to(max_size).build()?;
    for size in 0..=max_size {
        for (rank, value) in (0_u32..).zip(structures.iter_size(size)) {
            assert_eq!(structures.rank_of(&value), Some((size, rank.into())));
            assert_eq!(structures.nth(size, rank), Some(value));
        }
    }
    Ok((0..=max_size).map(|size| structures.count(size)).collect())
}

#[derive(DpGen, Debug, Clone, PartialEq)]
enum Tree<K> {
    Leaf,
    Node { left: Box<Tree<K>>, key: K, right: Box<Self> },
}

#[derive(DpGen, Debug, Clone, Copy, PartialEq)]
enum Color {
    Red,
    Black,
}

#[test]
fn each_instance_is_a_type_of_its_own() -> Fallible {
    // Catalan numbers times the ways to choose the keys.
    assert_eq!(counts::<Tree<bool>>(4)?, [1_u32, 2, 2 * 4, 5 * 8, 14 * 16].map(Count::from));
    assert_eq!(counts::<Tree<Color>>(3)?, [1_u32, 2, 2 * 4, 5 * 8].map(Count::from));
    // A pair of trees weighs nothing: a node holds two trees more, of Catalan numbers without keys.
    assert_eq!(counts::<Tree<Tree<PhantomData<u8>>>>(3)?, [1_u32, 1, 3, 11].map(Count::from));
    Ok(())
}

#[derive(DpGen, Debug, Clone, PartialEq)]
struct Both {
    flags: Tree<bool>,
    colors: Tree<Color>,
}

#[test]
fn instances_live_side_by_side_and_name_their_arguments() -> Fallible {
    // A `Both` weighs 1, and its trees share the rest: (2, 0), (1, 1), (0, 2).
    assert_eq!(counts::<Both>(3)?, [0_u32, 1, 2 + 2, 8 + 4 + 8].map(Count::from));
    let built = Generator::<Both>::up_to(1).build()?;
    let names: Vec<&str> = built.catalog().schema().all_types().iter().map(|ty| ty.name.as_str()).collect();
    assert_eq!(names, ["Both", "Tree<bool>", "Tree<Color>"]);
    Ok(())
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = ascends, root_ok = Self::is_short)]
enum Sorted<K>
where
    K: DpGen<Slot = Int>,
{
    Nil,
    Cons(#[dpgen(range = 1..=4)] K, Box<Sorted<K>>),
}

fn ascends<K: DpGen<Slot = Int>>(list: SortedView<K>) -> bool {
    let SortedView::Cons(first, rest) = list else { return true };
    rest.get(head).is_none_or(|second| first < second)
}

fn head<K: DpGen<Slot = Int>>(list: SortedView<K>) -> Option<Int> {
    if let SortedView::Cons(first, _) = list { Some(first) } else { None }
}

fn length<K: DpGen<Slot = Int>>(list: SortedView<K>) -> u32 {
    if let SortedView::Cons(_, rest) = list { 1 + rest.get(length) } else { 0 }
}

impl<K: DpGen<Slot = Int>> Sorted<K> {
    fn is_short(view: SortedView<K>) -> bool {
        length(view) < 4
    }
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(weight = 0)]
struct Lists(Sorted<u8>, Sorted<i64>);

#[test]
fn predicates_and_attributes_work_in_every_instance() -> Fallible {
    // C(4, k) ascending lists, of which `root_ok` drops the one of length 4.
    assert_eq!(counts::<Sorted<u8>>(4)?, [1_u32, 4, 6, 4, 0].map(Count::from));
    assert_eq!(counts::<Sorted<i64>>(4)?, [1_u32, 4, 6, 4, 0].map(Count::from));
    // Vandermonde: C(8, k).
    assert_eq!(counts::<Lists>(4)?, [1_u32, 8, 28, 56, 70].map(Count::from));
    let list = |a, b| Sorted::Cons(a, Box::new(Sorted::Cons(b, Box::new(Sorted::Nil))));
    assert!(dpgen::is_valid::<Sorted<u8>>(&list(1, 9)));
    assert!(!dpgen::is_valid::<Sorted<u8>>(&list(9, 1)));
    Ok(())
}

#[derive(DpGen, Debug, Clone, PartialEq)]
struct Bounded<const LEAST: i64, const MOST: i64>(#[dpgen(range = LEAST..=MOST)] i64);

#[derive(DpGen, Debug, Clone, PartialEq)]
struct Grid<T, const N: usize> {
    #[dpgen(range = 1..N as i64)]
    width: u8,
    cells: [T; N],
}

#[test]
fn constants_are_parameters_and_bounds() -> Fallible {
    assert_eq!(counts::<Bounded<-2, 2>>(1)?, [0_u32, 5].map(Count::from));
    assert_eq!(counts::<Bounded<7, 7>>(1)?, [0_u32, 1].map(Count::from));
    assert_eq!(counts::<Grid<bool, 3>>(1)?, [0_u32, 2 * 8].map(Count::from));
    // Three bounded numbers weigh 3.
    assert_eq!(counts::<Grid<Bounded<1, 2>, 3>>(4)?, [0_u32, 0, 0, 0, 2 * 8].map(Count::from));
    Ok(())
}

/// Not something that dpgen generates.
#[derive(Debug, Clone, PartialEq)]
struct Meters;

trait Unit {
    type Scale;
}

impl Unit for Meters {
    type Scale = Color;
}

#[derive(DpGen, Debug, Clone, PartialEq)]
struct Length<U: Unit, T = bool> {
    scale: U::Scale,
    number: T,
    unit: PhantomData<U>,
}

#[test]
fn a_marker_needs_no_derive_and_is_one_value() -> Fallible {
    assert_eq!(counts::<Length<Meters>>(1)?, [0_u32, 4].map(Count::from));
    assert_eq!(counts::<Length<Meters, Bounded<1, 3>>>(2)?, [0_u32, 0, 6].map(Count::from));
    let first = Generator::<Length<Meters>>::up_to(1).build()?.nth(1, 0);
    assert_eq!(first, Some(Length { scale: Color::Red, number: false, unit: PhantomData }));
    Ok(())
}

#[derive(Observable, Debug, Clone, PartialEq)]
struct Extent<T> {
    least: Option<T>,
    most: Option<T>,
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = within_two)]
enum Near {
    Nil,
    Cons(#[dpgen(range = 0..9)] i64, Box<Near>),
}

fn extent(list: NearView) -> Extent<Int> {
    let NearView::Cons(first, rest) = list else { return Extent { least: None, most: None } };
    let Extent { least, most } = rest.get(extent);
    Extent {
        least: Some(least.map_or(first, |least| least.min(first))),
        most: Some(most.map_or(first, |most| most.max(first))),
    }
}

fn within_two(list: NearView) -> bool {
    let Extent { least: Some(least), most: Some(most) } = extent(list) else { return true };
    most - least < 2
}

#[test]
fn observables_may_be_generic() -> Fallible {
    // Words of length k over 9 letters in a window of 2: 8 windows of 2^k, less the 7 letters counted twice.
    assert_eq!(counts::<Near>(3)?, [1_u32, 9, 8 * 4 - 7, 8 * 8 - 7].map(Count::from));
    Ok(())
}
