//! Types and domains that are refused, and what is said of them.

use dpgen::{Algorithm, BuildError, DpGen, Generator, SchemaError};

#[derive(DpGen, Debug)]
struct Endlessly {
    next: Box<Endlessly>,
}

#[derive(DpGen, Debug)]
enum Hen {
    Lays(Box<Egg>),
}

#[derive(DpGen, Debug)]
struct Egg {
    hen: Box<Hen>,
    fresh: bool,
}

#[derive(DpGen, Debug)]
enum Grows {
    Nil,
    #[dpgen(weight = 0)]
    Wraps(Box<Grows>),
}

#[derive(DpGen, Debug)]
enum Forest {
    Trees(Vec<Plant>),
}

/// Weighs nothing, but as an element of a list that may grow.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Plant {
    tall: bool,
}

/// Weighs nothing, and may hold what weighs nothing.
#[derive(DpGen, Debug)]
#[dpgen(weight = 0)]
struct Shell {
    inner: Option<Box<Shell>>,
}

pub fn schema_error<T: DpGen>() -> SchemaError {
    let errors: Vec<BuildError> = Algorithm::ALL
        .iter()
        .map(|algorithm| Generator::<T>::up_to(3).algorithm(*algorithm).build().map(drop).unwrap_err())
        .collect();
    assert!(errors.iter().all(|error| *error == errors[0]), "engines refuse differently: {errors:?}");
    match errors.into_iter().next() {
        Some(BuildError::Schema(error)) => error,
        other => panic!("{other:?}"),
    }
}

fn names(path: &[&str]) -> Vec<String> {
    path.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn types_without_finite_values_are_refused_with_the_cycle() {
    let path = names(&["Endlessly", "Endlessly"]);
    assert_eq!(schema_error::<Endlessly>(), SchemaError::NoFiniteValue { ty: "Endlessly".to_owned(), path });
    let path = names(&["Hen", "Egg", "Hen"]);
    assert_eq!(schema_error::<Hen>(), SchemaError::NoFiniteValue { ty: "Hen".to_owned(), path });
    assert_eq!(
        schema_error::<Hen>().to_string(),
        "type `Hen` has no finite value: `Hen` -> `Egg` -> `Hen`. Add a constructor without that field"
    );
}

#[test]
fn types_that_grow_for_free_are_refused_with_the_cycle() {
    let path = names(&["Grows", "Grows"]);
    assert_eq!(schema_error::<Grows>(), SchemaError::GrowsForFree { ty: "Grows".to_owned(), path });
    let path = names(&["Shell", "Option<Box<Shell>>", "Shell"]);
    assert_eq!(schema_error::<Shell>(), SchemaError::GrowsForFree { ty: "Shell".to_owned(), path });
}

#[test]
fn an_element_that_weighs_nothing_elsewhere_weighs_one() {
    let forests = Generator::<Forest>::up_to(4).build().unwrap();
    assert_eq!(
        (0..=4).map(|size| forests.count(size).to_usize().unwrap()).collect::<Vec<_>>(),
        [0, 1, 2, 4, 8]
    );
}

#[derive(DpGen, Debug, PartialEq)]
struct Narrow {
    #[dpgen(range = 0..=n)]
    small: u8,
    #[dpgen(range = -n..=n)]
    signed: i64,
}

#[derive(DpGen, Debug, PartialEq)]
pub struct Ranged {
    #[dpgen(range = low..high)]
    value: i64,
}

#[test]
fn domains_have_to_fit() {
    let wide = Generator::<Narrow>::up_to(1).param("n", 256).build().map(drop).unwrap_err();
    let BuildError::Schema(SchemaError::BadDomain { slot, why }) = &wide else { panic!("{wide}") };
    assert_eq!((&**slot, &**why), ("Narrow.small", "the domain holds 256, which is no u8"));
    assert_eq!(Generator::<Narrow>::up_to(1).param("n", 255).build().unwrap().count(1), 256 * 511);
    let huge = Generator::<Ranged>::up_to(1).param("low", 0).param("high", 1 << 40).build();
    let BuildError::Schema(SchemaError::BadDomain { slot, .. }) = huge.map(drop).unwrap_err() else {
        panic!()
    };
    assert_eq!(slot, "Ranged.value");
}

#[derive(DpGen, Debug)]
pub struct SameUrl {
    #[dpgen(values = ["https://a.test", "https://b.test", "https://a.test/"])]
    _url: url::Url,
}

#[derive(DpGen, Debug)]
pub struct SameText {
    #[dpgen(values = ["a", "b", "a"])]
    _text: String,
}

#[test]
fn a_value_that_is_listed_twice_is_named_as_it_is_listed() {
    let error = Generator::<SameUrl>::up_to(1).build().map(drop).unwrap_err().to_string();
    let why = r#""https://a.test" and "https://a.test/" are the same value, "https://a.test/""#;
    assert!(error.contains(why), "{error}");
    let error = Generator::<SameText>::up_to(1).build().map(drop).unwrap_err().to_string();
    assert!(error.contains(r#""a" is listed twice"#), "{error}");
}

#[test]
fn an_unknown_parameter_is_named_with_its_slot() {
    let error = Generator::<Ranged>::up_to(1).param("low", 0).build().map(drop).unwrap_err();
    let (slot, param) = ("Ranged.value".to_owned(), "high".to_owned());
    let hint = ": give it a value with `param(\"high\", ...)`".to_owned();
    assert_eq!(error, BuildError::Schema(SchemaError::UnknownParam { slot, param, hint }));
    assert!(error.to_string().contains("`param(\"high\", ...)`"), "{error}");
}

#[derive(DpGen, Debug)]
struct Unranged {
    key: Pair,
}

#[derive(DpGen, Debug)]
struct Pair {
    #[dpgen(range = (_, _))]
    numbers: (Numbers, bool),
}

/// `i64` without a range, which the derive can not see through the alias, nor the compiler in a part of a tuple.
type Numbers = Option<i64>;

#[test]
fn a_missing_domain_is_named() {
    let error = schema_error::<Unranged>();
    assert_eq!(error, SchemaError::NoDomain { slot: "Pair.numbers".to_owned() });
    assert!(error.to_string().contains("#[dpgen(range = 0..=n)]"), "{error}");
}

#[test]
fn a_parameter_that_no_domain_mentions_is_refused() {
    let said = |param: &str| {
        let generator = Generator::<Ranged>::up_to(1).param("low", 0).param("high", 2);
        generator.param(param, 3).build().map(drop).unwrap_err().to_string()
    };
    assert_eq!(said("hihg"), "no domain mentions the parameter `hihg`: did you mean `high`?");
    assert_eq!(said("keys"), "no domain mentions the parameter `keys`: they mention `high`, `low`");
    let none = Generator::<Egg>::up_to(0).param("keys", 3).build().map(drop).unwrap_err().to_string();
    assert_eq!(none, "no domain mentions the parameter `keys`: they mention none");
}
