//! What the derives make: views, schemas, values and back, attribute results.

use dpgen::Finite;
use dpgen::prelude::*;

type Fallible = Result<(), BuildError>;

/// How many structures there are of each size from 0, without generating them: the catalog's counts.
fn counts<T: DpGen>(generator: &Generator<T>) -> Result<Vec<Count>, BuildError> {
    let structures = generator.build()?;
    Ok((0..structures.complete_sizes()).map(|size| structures.count(size)).collect())
}

/// Every value, after checking that each one has its own rank, and is the same if made in place.
fn values<T: DpGen + PartialEq + std::fmt::Debug>(generator: &Generator<T>) -> Result<Vec<T>, BuildError> {
    let structures = generator.build()?;
    let values: Vec<T> = structures.iter().collect();
    let mut expected = values.iter();
    structures.for_each(|value| assert_eq!(Some(value), expected.next()));
    let mut last = None;
    for value in &values {
        let rank = structures.rank_of(value);
        assert!(rank.is_some() && rank > last, "out of order: {rank:?} after {last:?}");
        last = rank;
    }
    Ok(values)
}

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Color {
    Red,
    Green(),
    Blue {},
}

#[test]
fn a_unit_only_enum_is_a_finite_choice() {
    assert_eq!(Color::ALL, [Color::Red, Color::Green(), Color::Blue {}]);
    for (number, color) in (0..).zip(Color::ALL) {
        assert_eq!(color.place(), number);
    }
}

#[derive(DpGen, Debug, Clone, PartialEq)]
enum Every {
    Unit,
    Braces {},
    Parentheses(),
    #[dpgen(weight = 2)]
    Tuple(#[dpgen(range = 0..2)] u8, Color),
    #[dpgen(weight = 3)]
    Named {
        #[dpgen(values = ["a", "bc"])]
        text: String,
        #[dpgen(values = ['x', 'y', 'z'])]
        letter: char,
        flag: bool,
    },
    Recursive(#[dpgen(recursive)] Box<Self>),
}

/// Every variant's view, by pattern, with the types of its fields.
fn parts(every: EveryView) -> (u8, bool) {
    match every {
        EveryView::Unit => (0, false),
        EveryView::Braces {} => (1, false),
        EveryView::Parentheses() => (2, false),
        EveryView::Tuple(number, color) => (3, number == 0 && color == Color::Blue {}),
        EveryView::Named { text, letter, flag } => (4, text == "bc" && letter == 'y' && flag.value()),
        EveryView::Recursive(inner) => (5, inner.view_is_unit()),
    }
}

trait ViewIsUnit {
    fn view_is_unit(self) -> bool;
}

impl ViewIsUnit for Ref<Every> {
    fn view_is_unit(self) -> bool {
        matches!(self.view(), EveryView::Unit)
    }
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = chosen, weight = 0)]
struct Chosen(Every);

fn chosen(chosen: ChosenView) -> bool {
    let (number, meets) = chosen.0.get(parts);
    number < 3 || meets
}

#[test]
fn every_kind_of_variant_and_field_is_generated() -> Fallible {
    let all = values(&Generator::<Every>::up_to(3))?;
    let of = |size: fn(&Every) -> bool| all.iter().filter(|every| size(every)).count();
    assert_eq!(of(|every| matches!(every, Every::Tuple(..))), 2 * 3);
    assert_eq!(of(|every| matches!(every, Every::Named { .. })), 2 * 3 * 2);
    assert_eq!(counts(&Generator::<Every>::up_to(3))?, [3_u32, 3, 3 + 6, 3 + 6 + 12].map(Count::from));
    Ok(())
}

#[test]
fn views_show_what_values_hold() -> Fallible {
    let values = values(&Generator::<Chosen>::up_to(3))?;
    let named = Every::Named { text: "bc".to_owned(), letter: 'y', flag: true };
    let recursive = Every::Recursive(Box::new(Every::Unit));
    let expected = [
        Every::Unit,
        Every::Braces {},
        Every::Parentheses(),
        recursive,
        Every::Tuple(0, Color::Blue {}),
        named,
    ];
    assert_eq!(values.len(), expected.len());
    for every in expected {
        assert!(values.contains(&Chosen(every.clone())), "{every:?} is missing");
    }
    Ok(())
}

mod hooks {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(view = ListLayer, rep_ok = Self::ascends, root_ok = starts_at_one, finish = measure)]
    enum List {
        Nil,
        Cons { value: Counted, rest: Box<List> },
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(finish = Counted::count, weight = 0)]
    struct Counted {
        #[dpgen(range = 1..=3)]
        number: i64,
        #[dpgen(values = [0])]
        seen: i64,
    }

    impl Counted {
        fn count(&mut self) {
            self.seen = self.number * 10;
        }
    }

    impl List {
        /// An opaque predicate.
        fn ascends(&self) -> bool {
            let List::Cons { value, rest } = self else { return true };
            match &**rest {
                Self::Cons { value: next, .. } => value.number < next.number,
                Self::Nil => true,
            }
        }
    }

    fn starts_at_one(list: ListLayer) -> bool {
        matches!(list, ListLayer::Cons { value, .. } if value.view().number == 1)
    }

    fn measure(list: &mut List) {
        if let List::Cons { value, .. } = list {
            value.seen += 1;
        }
    }

    #[test]
    fn predicates_of_both_kinds_and_finish_hooks_apply() -> Fallible {
        let structures = Generator::<List>::up_to(3).build()?;
        let all: Vec<Vec<i64>> = structures.iter().map(|list| numbers(&list, |value| value.number)).collect();
        assert_eq!(all, [vec![1], vec![1, 2], vec![1, 3], vec![1, 2, 3]]);
        let seen: Vec<Vec<i64>> = structures.iter().map(|list| numbers(&list, |value| value.seen)).collect();
        assert_eq!(seen, [vec![11], vec![11, 21], vec![11, 31], vec![11, 21, 31]]);
        Ok(())
    }

    fn numbers(mut list: &List, of: fn(&Counted) -> i64) -> Vec<i64> {
        let mut numbers = Vec::new();
        while let List::Cons { value, rest } = list {
            numbers.push(of(value));
            list = rest;
        }
        numbers
    }
}

mod structs {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    pub struct Unit;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    pub struct Pair(pub Unit, #[dpgen(range = 0..=1)] i32);

    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = reads_all)]
    pub struct Holder {
        pub pair: Pair,
        #[dpgen(range = 0..2)]
        maybe: Option<i64>,
        #[dpgen(range = 0..2)]
        both: (i64, bool),
        #[dpgen(values = [7, 9])]
        array: [u8; 2],
        list: Vec<Self>,
    }

    fn reads_all(holder: HolderView) -> bool {
        let PairView(unit, number) = holder.pair.view();
        let UnitView = unit.view();
        let (first, second) = holder.both.view();
        let [least, most] = holder.array.view();
        number == 1
            && holder.maybe.view().is_none_or(|maybe| maybe == 0)
            && first == 1
            && second.value()
            && least < most
    }

    #[test]
    fn structs_and_containers_show_in_views() -> Fallible {
        // A holder weighs 1 and its pair 1; `maybe` has two values.
        assert_eq!(counts(&Generator::<Holder>::up_to(4))?, [0_u32, 0, 2, 0, 2 * 2].map(Count::from));
        let holder = Generator::<Holder>::up_to(2).build()?.nth(2, 1);
        let expected =
            Holder { pair: Pair(Unit, 1), maybe: Some(0), both: (1, true), array: [7, 9], list: Vec::new() };
        assert_eq!(holder, Some(expected));
        Ok(())
    }
}

mod mutual {
    use super::*;

    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Even {
        Zero,
        After(Box<Odd>),
    }

    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Odd(Even);

    #[test]
    fn types_may_hold_each_other() -> Fallible {
        assert_eq!(counts(&Generator::<Even>::up_to(4))?, [1_u32, 0, 1, 0, 1].map(Count::from));
        assert_eq!(values(&Generator::<Odd>::up_to(4))?.len(), 2);
        Ok(())
    }
}

mod observables {
    use super::*;

    #[derive(Observable, Clone, Copy, Debug)]
    enum Span {
        Empty,
        One(Int),
        Ends { least: Int, greatest: Int, turned: bool },
    }

    #[derive(Observable, Clone, Debug, PartialEq)]
    struct Summary {
        length: usize,
        kinds: Vec<Kind>,
        nested: (Option<Marker>, String),
    }

    #[derive(Observable, Clone, Copy, Debug, PartialEq)]
    struct Marker;

    #[derive(Observable, Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Low,
        High,
    }

    #[derive(DpGen, Debug)]
    #[dpgen(rep_ok = round_trips)]
    enum List {
        Nil,
        Cons(#[dpgen(range = 0..3)] u8, Box<List>),
    }

    fn span(list: ListView) -> Span {
        let ListView::Cons(first, rest) = list else { return Span::Empty };
        match rest.get(span) {
            Span::Empty => Span::One(first),
            Span::One(other) => between(first, other, false),
            Span::Ends { least, .. } if first < least => {
                Span::Ends { least: first, greatest: least, turned: true }
            }
            Span::Ends { least, greatest, turned } => Span::Ends { least, greatest, turned },
        }
    }

    fn between(first: Int, second: Int, turned: bool) -> Span {
        if first <= second {
            Span::Ends { least: first, greatest: second, turned }
        } else {
            Span::Ends { least: second, greatest: first, turned }
        }
    }

    fn summary(list: ListView) -> Summary {
        let ListView::Cons(first, rest) = list else {
            return Summary { length: 0, kinds: Vec::new(), nested: (None, "end".to_owned()) };
        };
        let Summary { length, mut kinds, nested: (_, text) } = rest.get(summary);
        kinds.push(if first == 2 { Kind::High } else { Kind::Low });
        Summary { length: length + 1, kinds, nested: (Some(Marker), format!("{}<{text}>", first.value())) }
    }

    /// What an attribute returns is what asking for it gives.
    fn round_trips(list: ListView) -> bool {
        let ListView::Cons(_, rest) = list else { return true };
        assert_eq!(rest.get(summary), summary(rest.view()));
        match (rest.get(span), span(rest.view())) {
            (Span::Empty, Span::Empty) => true,
            (Span::One(asked), Span::One(direct)) => asked == direct,
            (
                Span::Ends { least: a, greatest: b, turned: c },
                Span::Ends { least: d, greatest: e, turned: f },
            ) => a == d && b == e && c == f,
            _ => false,
        }
    }

    #[test]
    fn derived_observables_come_back_as_they_were() -> Fallible {
        assert_eq!(counts(&Generator::<List>::up_to(4))?, [1_u32, 3, 9, 27, 81].map(Count::from));
        Ok(())
    }
}
