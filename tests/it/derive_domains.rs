//! The arithmetic of domains: what it takes, and what is said of a bound that does not exist.

#![allow(clippy::as_conversions, reason = "the domain of a field may cast")]

use dpgen::prelude::*;

const MOST: i64 = i64::MAX;
const LEAST: i64 = i64::MIN;
const WIDE: u64 = u64::MAX;
const SMALL: u8 = 200;
const MANY: u128 = u128::MAX;
const RATIO: f64 = 1.5;

#[derive(Clone, Copy)]
enum Level {
    Low = 2,
    High = 4,
}

struct Moved(i64);

macro_rules! one_field {
    ($($name:ident: $key:ident = $domain:expr;)*) => {$(
        #[derive(DpGen, Debug, PartialEq)]
        struct $name {
            #[dpgen($key = $domain)]
            field: i64,
        }
    )*};
}

/// What a build with `m = i64::MAX`, `least = i64::MIN` and `zero = 0` says.
fn built<T: DpGen>(params: &[&str]) -> Result<Vec<T>, String> {
    let all = [("m", i64::MAX), ("least", i64::MIN), ("zero", 0), ("two", 2)];
    let generator = Generator::<T>::up_to(1);
    let given = all.iter().filter(|(name, _)| params.contains(name));
    let generator = given.fold(generator, |generator, (name, value)| generator.param(*name, *value));
    generator.build().map(|structures| structures.iter_size(1).collect()).map_err(|error| error.to_string())
}

mod outside {
    use super::*;

    one_field! {
        Sum: range = m - 1..=m + MANY;
        Difference: range = least - MANY..=0;
        Product: range = 0..=m * MANY;
        ByZero: range = 0..=two / zero;
        Remainder: range = 0..=two % zero;
        Euclid: range = 0..=two.rem_euclid(zero);
        Shift: range = 0..=two << 127;
        FarShift: range = 0..=two << 128;
        Power: range = 0..=two.pow(128);
        Constant: range = 0..=MOST + MANY;
        SmallConstant: range = 0..=(SMALL + SMALL) as i64;
        WideCast: range = 0..=WIDE as i64;
        NarrowCast: range = 0..=(m as u8) as i64;
        NegativeCast: range = 0..=two.pow((zero - two) as u32);
        Half: range = 0..m + MANY;
        Listed: values = [1, m + MANY];
        Within: range = 0..=(zero.max(m + MANY)).min(3);
    }

    one_field! {
        Exact: values = [-LEAST - 1, -(least + 1), m + 2 - 2, least.abs() - MOST, (two << 64) - two.pow(65), least / (zero - 1) - m];
    }

    /// Steps on the way to a value may be wider than it.
    #[test]
    fn arithmetic_is_exact() {
        let fields = |all: Vec<Exact>| all.into_iter().map(|one| one.field).collect::<Vec<_>>();
        assert_eq!(built::<Exact>(&["m", "least", "two", "zero"]).map(fields), Ok(vec![0, 1, i64::MAX]));
    }

    /// Where the compiler puts spaces between the tokens of an expression does not matter.
    #[test]
    fn a_bound_that_does_not_exist_is_an_error_with_slot_and_expression() {
        macro_rules! said {
            ($($name:ident($($param:literal),*) $message:literal;)*) => {$(
                let said = built::<$name>(&[$($param),*]).map(|_| ()).map_err(|error| error.replace(' ', ""));
                let expected = format!("`{}.field`: {}", stringify!($name), $message);
                assert_eq!(said, Err(expected.replace(' ', "")));
            )*};
        }
        said! {
            Sum("m") "`m + MANY` leaves the range of 128 bits and a sign for m = 9223372036854775807";
            Difference("least") "`least - MANY` leaves the range of 128 bits and a sign for least = -9223372036854775808";
            Product("m") "`m * MANY` leaves the range of 128 bits and a sign for m = 9223372036854775807";
            ByZero("two", "zero") "`two / zero` divides by zero for two = 2, zero = 0";
            Remainder("two", "zero") "`two % zero` divides by zero for two = 2, zero = 0";
            Euclid("two", "zero") "`two.rem_euclid(zero)` divides by zero for two = 2, zero = 0";
            Shift("two") "`two << 127` leaves the range of 128 bits and a sign for two = 2";
            FarShift("two") "`two << 128` leaves the range of 128 bits and a sign for two = 2";
            Power("two") "`two.pow(128)` leaves the range of 128 bits and a sign for two = 2";
            Constant() "`MOST + MANY` leaves the range of 128 bits and a sign";
            SmallConstant() "`(SMALL + SMALL) as i64` leaves the range of u8";
            WideCast() "`WIDE as i64` casts 18446744073709551615 to a type that does not hold it";
            NarrowCast("m")
                "`(m as u8) as i64` casts 9223372036854775807 to a type that does not hold it for m = 9223372036854775807";
            NegativeCast("two", "zero")
                "`two.pow((zero - two) as u32)` casts -2 to a type that does not hold it for two = 2, zero = 0";
            Half("m") "`m + MANY` leaves the range of 128 bits and a sign for m = 9223372036854775807";
            Listed("m") "`m + MANY` leaves the range of 128 bits and a sign for m = 9223372036854775807";
            Within("zero", "m")
                "`(zero.max(m + MANY)).min(3)` leaves the range of 128 bits and a sign for zero = 0, m = 9223372036854775807";
        }
    }
}

mod other_types {
    use super::*;

    const LEAST: i128 = -2;

    one_field! {
        Wide: range = 0..=u64::MAX;
        Wider: range = 0..=MANY;
        Below: range = i128::MIN..=0;
        Mixed: range = LEAST..=two.min(SMALL);
        Product: values = [SMALL * 2, two + LEAST, 7u8, b'a'];
        Indices: range = usize::MIN..Level::High as usize;
    }

    #[test]
    fn constants_have_any_integer_type() {
        let said = |error: &str| Err(error.to_owned());
        let listed = "fit into 64 signed bits, and of such integers at most 10000 can be listed: shorten the range, or list those \
                      that matter, as in `values = [0, u64::MAX]`";
        let wide = format!("`Wide.field`: not all from 0 to 18446744073709551615 {listed}");
        assert_eq!(built::<Wide>(&[]).map(drop), said(&wide));
        let wider =
            format!("`Wider.field`: not all from 0 to 340282366920938463463374607431768211455 {listed}");
        assert_eq!(built::<Wider>(&[]).map(drop), said(&wider));
        let below =
            format!("`Below.field`: not all from -170141183460469231731687303715884105728 to 0 {listed}");
        assert_eq!(built::<Below>(&[]).map(drop), said(&below));
        let fields = |all: Vec<Mixed>| all.into_iter().map(|one| one.field).collect::<Vec<_>>();
        assert_eq!(built::<Mixed>(&["two"]).map(fields), Ok(vec![-2, -1, 0, 1, 2]));
        let fields = |all: Vec<Product>| all.into_iter().map(|one| one.field).collect::<Vec<_>>();
        assert_eq!(built::<Product>(&["two"]).map(fields), Ok(vec![0, 7, 97, 400]));
        let fields = |all: Vec<Indices>| all.into_iter().map(|one| one.field).collect::<Vec<_>>();
        assert_eq!(built::<Indices>(&[]).map(fields), Ok(vec![0, 1, 2, 3]));
    }
}

mod inside {
    use super::*;

    const fn twice(number: i64) -> i64 {
        2 * number
    }

    const MOVED: Moved = Moved(5);

    one_field! {
        Ends: values = [-9223372036854775808, 9_223_372_036_854_775_807];
        Near: range = m - 1..=m;
        Literals: range = -(1 + 2) * 2..=7 - 12 / 2 % 4 - 8;
        Bits: range = two << 1..=(1 << two) | 1 & 3 ^ 2;
        Shifted: range = 5 >> 1..=m >> 61;
        Powers: range = 2i64.pow(3)..=two.pow(1 + 2);
        Named: range = Level::Low as i64..=Level::High as i64;
        Floats: range = 1..=(two as f64).max(RATIO) as i64;
        Small: range = SMALL as i64..=(SMALL + 1) as i64;
        Wrapped: range = 5..=(300 + 300) as i64 - 595;
        Calls: range = twice(two)..=twice(two + 1).min(5);
        Parts: range = 5..=MOVED.0;
    }

    #[test]
    fn arithmetic_means_what_it_means_in_rust() {
        macro_rules! same {
            ($($name:ident($($param:literal),*) $values:expr;)*) => {$(
                let fields = built::<$name>(&[$($param),*]).map(|all| all.into_iter().map(|one| one.field).collect());
                assert_eq!(fields, Ok($values.into_iter().collect::<Vec<i64>>()), stringify!($name));
            )*};
        }
        same! {
            Ends() [i64::MIN, i64::MAX];
            Near("m") [i64::MAX - 1, i64::MAX];
            Literals() -6..=-3;
            Bits("two") 4..=7;
            Shifted("m") 2..=3;
            Powers("two") [8];
            Named() [2, 3, 4];
            Floats("two") [1, 2];
            Small() [200, 201];
            Wrapped() [5];
            Calls("two") [4, 5];
            Parts() [5];
        }
    }
}

mod fields {
    use super::*;

    const LIMIT: i64 = 3;

    struct Bounds;

    impl Bounds {
        const LEAST: i64 = -1;
    }

    const fn twice(number: i64) -> i64 {
        2 * number
    }

    macro_rules! one_field {
        ($($name:ident: $ty:ty, $key:ident = $domain:expr;)*) => {$(
            #[derive(DpGen, Debug, PartialEq)]
            struct $name {
                #[dpgen($key = $domain)]
                field: $ty,
            }
        )*};
    }

    one_field! {
        Closed: i64, range = -2..=1;
        Open: u8, range = 0..3;
        Scope: i64, range = 1..=n;
        Two: i64, range = low..high + 1;
        Mixed: i64, range = Bounds::LEAST..=twice(LIMIT).min(low);
        Cast: i64, range = 0..=(u8::MAX as i64 - 254);
        List: i16, values = [5, -3, low, LIMIT];
        Letters: char, values = ['b', 'a'];
        Words: String, values = ["b", "a"];
    }

    fn fields<T: DpGen, F>(params: &[(&str, i64)], field: impl Fn(T) -> F) -> Result<Vec<F>, BuildError> {
        let generator = Generator::<T>::up_to(2);
        let generator =
            params.iter().fold(generator, |generator, (name, value)| generator.param(*name, *value));
        Ok(generator.build()?.iter().map(field).collect())
    }

    #[test]
    fn arithmetic_takes_parameters_constants_and_functions() -> Result<(), BuildError> {
        let (low, high) = (("low", 1), ("high", 2));
        assert_eq!(fields(&[], |Closed { field }| field)?, [-2, -1, 0, 1]);
        assert_eq!(fields(&[], |Open { field }| field)?, [0, 1, 2]);
        assert_eq!(fields(&[], |Scope { field }| field)?, [1, 2]);
        assert_eq!(fields(&[low, high], |Two { field }| field)?, [1, 2]);
        assert_eq!(fields(&[low], |Mixed { field }| field)?, [-1, 0, 1]);
        assert_eq!(fields(&[], |Cast { field }| field)?, [0, 1]);
        assert_eq!(fields(&[low], |List { field }| field)?, [-3, 1, 3, 5]);
        assert_eq!(fields(&[], |Letters { field }| field)?, ['b', 'a']);
        assert_eq!(fields(&[], |Words { field }| field)?, ["b", "a"]);
        Ok(())
    }

    #[test]
    fn a_parameter_that_is_not_set_is_named() {
        let error = Generator::<Two>::up_to(2).build().err().map(|error| error.to_string());
        let error = error.unwrap_or_default();
        assert!(error.contains("`Two.field`") && error.contains("`low`"), "{error}");
    }
}

/// Fields of several constructors that have one name and are different: what each is belongs to its constructor.
mod same_names {
    use super::*;
    use std::collections::BTreeSet;

    #[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Hue {
        Red,
        Blue,
    }

    #[derive(DpGen, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    #[dpgen(rep_ok = rep_ok)]
    enum Field {
        Narrow {
            #[dpgen(range = 1..=5)]
            x: i64,
        },
        Wide {
            #[dpgen(range = -5..=4)]
            x: i8,
        },
        Flag {
            x: bool,
        },
        Few {
            #[dpgen(values = ["a", "b"])]
            x: String,
        },
        Other {
            #[dpgen(values = ["c", "b"])]
            x: String,
        },
        Hued {
            x: Hue,
        },
        Perhaps {
            #[dpgen(range = 7..=8)]
            x: Option<u8>,
        },
        Last {
            #[dpgen(values = ['c', 'd', 'e'])]
            x: char,
        },
    }

    fn rep_ok(field: FieldView) -> bool {
        match field {
            FieldView::Narrow { x } => x > 3,
            FieldView::Wide { x } => x % 2 == 0,
            FieldView::Flag { x } => !x,
            FieldView::Few { x } => x == "b",
            FieldView::Other { x } => x != "b",
            FieldView::Hued { x } => x == Hue::Blue,
            FieldView::Perhaps { x } => x.view().is_none_or(|x| x == 8),
            FieldView::Last { x } => x != 'd',
        }
    }

    #[test]
    fn fields_of_one_name_are_what_their_constructors_say() {
        let text = |text: &str| text.to_owned();
        let all = [
            Field::Narrow { x: 4 },
            Field::Narrow { x: 5 },
            Field::Wide { x: -4 },
            Field::Wide { x: -2 },
            Field::Wide { x: 0 },
            Field::Wide { x: 2 },
            Field::Wide { x: 4 },
            Field::Flag { x: false },
            Field::Few { x: text("b") },
            Field::Other { x: text("c") },
            Field::Hued { x: Hue::Blue },
            Field::Perhaps { x: None },
            Field::Perhaps { x: Some(8) },
            Field::Last { x: 'c' },
            Field::Last { x: 'e' },
        ];
        for algorithm in Algorithm::ALL.iter().copied() {
            let fields = Generator::<Field>::up_to(1).algorithm(algorithm).build().expect("it has values");
            let found: BTreeSet<Field> = fields.iter().collect();
            let all = BTreeSet::from(all.clone());
            // A path condition has several structures, of which this engine gives one.
            let one_each = algorithm == Algorithm::SymbolazyDp;
            assert!(if one_each { found.is_subset(&all) } else { found == all }, "{algorithm}: {found:?}");
        }
        for field in &all {
            assert!(dpgen::is_valid(field), "{field:?}");
        }
        for field in [
            Field::Narrow { x: 3 },
            Field::Wide { x: 3 },
            Field::Flag { x: true },
            Field::Few { x: text("a") },
            Field::Other { x: text("b") },
            Field::Perhaps { x: Some(7) },
            Field::Last { x: 'd' },
        ] {
            assert!(!dpgen::is_valid(&field), "{field:?}");
        }
    }
}
