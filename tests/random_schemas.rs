//! Random predicates on a handful of types: all engines find the same values as brute force does.
//!
//! A predicate has to be a plain function, so the functions here interpret the program in [`PROGRAM`]; there is one
//! test, so that nobody changes it meanwhile. Programs come from proptest with a fixed seed, and shrink.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use common::Value;
use common::oracle::{Odometer, every};
use dpgen::{Algorithm, Choice, DpGen, Fields, Generator, Int, ListView, Observable, Ref, Solutions};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// A number, computed from a layer.
#[derive(Debug, Clone)]
enum Num {
    Const(i64),
    /// The layer's integer at this place.
    Field(usize),
    /// What an attribute says of the part at this place.
    Ask(usize, usize),
    /// An integer of a part, one layer down.
    Peek(usize, usize),
    /// An integer of a part's part, two layers down.
    PeekTwice(usize, usize, usize),
    /// What an attribute says of a part's part.
    PeekAsk(usize, usize, usize),
    Sum(Box<Num>, Box<Num>),
    Difference(Box<Num>, Box<Num>),
    Times(Box<Num>, i64),
    Greater(Box<Num>, Box<Num>),
    /// The same number, decided at once.
    Decided(Box<Num>),
    If(Box<Test>, Box<Num>, Box<Num>),
}

/// A condition on a layer.
#[derive(Debug, Clone)]
enum Test {
    Const(bool),
    Less(Num, Num),
    AtMost(Num, Num),
    Equal(Num, Num),
    Different(Num, Num),
    /// `cmp` of the two is this: 0 for less, 1 for equal, 2 for greater.
    Compare(Num, Num, u8),
    /// The layer's flag at this place.
    Flag(usize),
    /// The flag of an attribute of a part.
    AskFlag(usize, usize),
    /// A flag of a part, compared with one of this layer.
    SameFlag(usize, usize, usize),
    /// The part at this place has this constructor.
    Is(usize, usize),
    /// A part's part has this constructor.
    IsTwice(usize, usize, usize),
    /// Two parts give an attribute the same words.
    Alike(usize, usize, usize),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    Not(Box<Test>),
}

/// What an attribute answers.
#[derive(Debug, Clone)]
struct Attribute {
    num: Num,
    flag: Test,
    words: Words,
}

/// Further words of an answer.
#[derive(Debug, Clone, Copy)]
enum Words {
    None,
    /// The layer's integers, as they are.
    Fields,
    /// A word for the whole structure: no two have the same.
    Everything,
}

/// Who asks the parts whether they are valid.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Style {
    /// The engine.
    Layer,
    /// `rep_ok` itself, first thing.
    WholeFirst,
    /// `rep_ok` itself, at the end.
    WholeLast,
}

#[derive(Debug, Clone)]
struct Program {
    /// For each type of a schema (the second is the part, in the schemas that have two).
    rep_ok: [Test; 2],
    root_ok: Test,
    attributes: [Attribute; 3],
    style: Style,
    /// Which of the types it is for.
    schema: usize,
}

static PROGRAM: RwLock<Option<Arc<Program>>> = RwLock::new(None);

fn program() -> Arc<Program> {
    PROGRAM.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap()
}

#[derive(Observable, Debug, Clone)]
struct Answer {
    num: Int,
    flag: bool,
    words: Vec<Int>,
}

/// One layer of any of the types.
trait Layer {
    fn constructor(&self) -> usize;
    fn ints(&self) -> Vec<Int>;
    fn flags(&self) -> Vec<Choice<bool>>;
    fn parts(&self) -> Vec<Box<dyn Part>>;
}

/// Which `rep_ok` of the program is this type's; a container has none.
trait Typed: Layer {
    const TYPE: Option<usize>;
}

macro_rules! typed {
    ($($view:ty: $place:expr;)*) => {$(
        impl Typed for $view {
            const TYPE: Option<usize> = $place;
        }
    )*};
}

typed! {
    BinaryView: Some(0);
    ListLayer: Some(0);
    OuterView: Some(0);
    InnerView: Some(1);
    Option<Ref<Inner>>: None;
    RoseView: Some(0);
    ListView<Rose>: None;
}

/// A substructure of any of the types.
trait Part {
    fn ask(&self, attribute: usize) -> Answer;
    /// Asks for `rep_ok`.
    fn is_valid(&self) -> bool;
    fn open(&self) -> Box<dyn Layer>;
}

impl<T> Part for Ref<T>
where
    T: DpGen,
    T::View: Typed,
{
    fn ask(&self, attribute: usize) -> Answer {
        match attribute {
            0 => self.get(answer::<T::View, 0>),
            1 => self.get(answer::<T::View, 1>),
            _ => self.get(answer::<T::View, 2>),
        }
    }

    fn is_valid(&self) -> bool {
        match T::View::TYPE {
            Some(0) => self.get(rep_ok::<T::View, 0>),
            Some(_) => self.get(rep_ok::<T::View, 1>),
            None => self.get(all_valid::<T::View>),
        }
    }

    fn open(&self) -> Box<dyn Layer> {
        Box::new(self.view())
    }
}

/// The attribute of this number, as a function.
fn answer<V: Layer, const ATTRIBUTE: usize>(view: V) -> Answer {
    let program = program();
    let attribute = &program.attributes[ATTRIBUTE];
    let num = number(&attribute.num, &view);
    let flag = holds(&attribute.flag, &view);
    let words = match attribute.words {
        Words::None => Vec::new(),
        Words::Fields => view.ints(),
        Words::Everything => {
            let constructor = i64::try_from(view.constructor()).unwrap();
            let flags = view.flags().into_iter().map(|flag| i64::from(flag.value()).into()).collect();
            let parts = view.parts().into_iter().flat_map(|part| part.ask(ATTRIBUTE).words).collect();
            [vec![constructor.into()], view.ints(), flags, parts].concat()
        }
    };
    Answer { num, flag, words }
}

fn rep_ok<V: Layer, const TYPE: usize>(view: V) -> bool {
    let program = program();
    let parts = |style| program.style != style || view.parts().iter().all(|part| part.is_valid());
    parts(Style::WholeFirst) && holds(&program.rep_ok[TYPE], &view) && parts(Style::WholeLast)
}

/// What stands for `rep_ok` in containers.
fn all_valid<V: Layer>(view: V) -> bool {
    view.parts().iter().all(|part| part.is_valid())
}

fn root_ok<V: Layer>(view: V) -> bool {
    holds(&program().root_ok, &view)
}

/// The item at a place, counted around.
fn at<T>(items: Vec<T>, place: usize) -> Option<T> {
    let len = items.len();
    items.into_iter().nth(place.checked_rem(len)?)
}

fn part(layer: &dyn Layer, place: usize) -> Option<Box<dyn Part>> {
    at(layer.parts(), place)
}

fn below(layer: &dyn Layer, place: usize) -> Option<Box<dyn Layer>> {
    part(layer, place).map(|part| part.open())
}

fn number(num: &Num, layer: &dyn Layer) -> Int {
    let zero = Int::constant(0);
    let found = match num {
        Num::Const(value) => Some((*value).into()),
        Num::Field(place) => at(layer.ints(), *place),
        Num::Ask(place, attribute) => part(layer, *place).map(|part| part.ask(*attribute).num),
        Num::Peek(place, field) => below(layer, *place).and_then(|below| at(below.ints(), *field)),
        Num::PeekTwice(place, next, field) => {
            let layer = below(layer, *place).and_then(|layer| below(&*layer, *next));
            layer.and_then(|layer| at(layer.ints(), *field))
        }
        Num::PeekAsk(place, next, attribute) => {
            let part = below(layer, *place).and_then(|layer| part(&*layer, *next));
            part.map(|part| part.ask(*attribute).num)
        }
        Num::Sum(a, b) => Some(number(a, layer) + number(b, layer)),
        Num::Difference(a, b) => Some(number(a, layer) - number(b, layer)),
        Num::Times(a, factor) => Some(number(a, layer) * *factor),
        Num::Greater(a, b) => Some(number(a, layer).max(number(b, layer))),
        Num::Decided(a) => Some(number(a, layer).value().into()),
        Num::If(test, a, b) => Some(number(if holds(test, layer) { a } else { b }, layer)),
    };
    found.unwrap_or(zero)
}

fn holds(test: &Test, layer: &dyn Layer) -> bool {
    let pair = |a, b| (number(a, layer), number(b, layer));
    match test {
        Test::Const(value) => *value,
        Test::Less(a, b) => number(a, layer) < number(b, layer),
        Test::AtMost(a, b) => number(a, layer) <= number(b, layer),
        Test::Equal(a, b) => number(a, layer) == number(b, layer),
        Test::Different(a, b) => number(a, layer) != number(b, layer),
        Test::Compare(a, b, outcome) => {
            let (a, b) = pair(a, b);
            a.cmp(&b)
                == [std::cmp::Ordering::Less, std::cmp::Ordering::Equal, std::cmp::Ordering::Greater]
                    [usize::from(*outcome)]
        }
        Test::Flag(place) => at(layer.flags(), *place).is_some_and(|flag| flag == true),
        Test::AskFlag(place, attribute) => part(layer, *place).is_some_and(|part| part.ask(*attribute).flag),
        Test::SameFlag(place, theirs, mine) => {
            let theirs = below(layer, *place).and_then(|below| at(below.flags(), *theirs));
            theirs.zip(at(layer.flags(), *mine)).is_none_or(|(theirs, mine)| theirs == mine)
        }
        Test::Is(place, constructor) => {
            below(layer, *place).is_some_and(|below| below.constructor() == *constructor)
        }
        Test::IsTwice(place, next, constructor) => {
            let layer = below(layer, *place).and_then(|layer| below(&*layer, *next));
            layer.is_some_and(|layer| layer.constructor() == *constructor)
        }
        Test::Alike(one, other, attribute) => {
            let parts = part(layer, *one).zip(part(layer, *other));
            parts.is_none_or(|(one, other)| one.ask(*attribute).words == other.ask(*attribute).words)
        }
        Test::And(a, b) => holds(a, layer) && holds(b, layer),
        Test::Or(a, b) => holds(a, layer) || holds(b, layer),
        Test::Not(a) => !holds(a, layer),
    }
}

fn numbers() -> impl Strategy<Value = Num> {
    numbers_with(Just(Test::Const(true)).boxed())
}

fn numbers_with(tests: BoxedStrategy<Test>) -> BoxedStrategy<Num> {
    let place = || 0..3_usize;
    let leaf = prop_oneof![
        2 => (-1..=2_i64).prop_map(Num::Const),
        4 => place().prop_map(Num::Field),
        4 => (place(), place()).prop_map(|(part, attribute)| Num::Ask(part, attribute)),
        2 => (place(), place()).prop_map(|(part, field)| Num::Peek(part, field)),
        1 => (place(), place(), place()).prop_map(|(part, next, field)| Num::PeekTwice(part, next, field)),
        1 => (place(), place(), place()).prop_map(|(part, next, attribute)| Num::PeekAsk(part, next, attribute)),
    ];
    let grown = leaf.prop_recursive(2, 6, 2, move |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            two().prop_map(|(a, b)| Num::Sum(a, b)),
            two().prop_map(|(a, b)| Num::Difference(a, b)),
            (inner.clone(), -2..=3_i64).prop_map(|(a, factor)| Num::Times(Box::new(a), factor)),
            two().prop_map(|(a, b)| Num::Greater(a, b)),
            inner.clone().prop_map(|a| Num::Decided(Box::new(a))),
            (tests.clone(), two()).prop_map(|(test, (a, b))| Num::If(Box::new(test), a, b)),
        ]
    });
    grown.boxed()
}

fn tests(depth: u32) -> BoxedStrategy<Test> {
    let place = || 0..3_usize;
    let two = || (numbers(), numbers());
    let leaf = prop_oneof![
        4 => two().prop_map(|(a, b)| Test::Less(a, b)),
        4 => two().prop_map(|(a, b)| Test::AtMost(a, b)),
        2 => two().prop_map(|(a, b)| Test::Equal(a, b)),
        3 => two().prop_map(|(a, b)| Test::Different(a, b)),
        2 => (numbers(), numbers(), 0..3_u8).prop_map(|(a, b, outcome)| Test::Compare(a, b, outcome)),
        2 => place().prop_map(Test::Flag),
        2 => (place(), place()).prop_map(|(part, attribute)| Test::AskFlag(part, attribute)),
        1 => (place(), place(), place()).prop_map(|(part, theirs, mine)| Test::SameFlag(part, theirs, mine)),
        2 => (place(), place()).prop_map(|(part, constructor)| Test::Is(part, constructor)),
        1 => (place(), place(), place()).prop_map(|(part, next, constructor)| Test::IsTwice(part, next, constructor)),
        2 => (place(), place(), place()).prop_map(|(one, other, attribute)| Test::Alike(one, other, attribute)),
        1 => any::<bool>().prop_map(Test::Const),
    ];
    let grown = leaf.prop_recursive(depth, 8, 2, |inner| {
        let two = || (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        prop_oneof![
            2 => two().prop_map(|(a, b)| Test::And(a, b)),
            3 => two().prop_map(|(a, b)| Test::Or(a, b)),
            2 => inner.clone().prop_map(|a| Test::Not(Box::new(a))),
        ]
    });
    grown.boxed()
}

fn attributes() -> impl Strategy<Value = Attribute> {
    let words = prop_oneof![3 => Just(Words::None), 2 => Just(Words::Fields), 1 => Just(Words::Everything)];
    (numbers_with(tests(0)), tests(1), words).prop_map(|(num, flag, words)| Attribute { num, flag, words })
}

/// A leaf is fine more often than not, or nothing grows.
fn rep_oks() -> impl Strategy<Value = Test> {
    tests(3).prop_map(|test| {
        Test::Or(Box::new(Test::Not(Box::new(Test::Less(Num::Const(0), Num::Field(0))))), Box::new(test))
    })
}

fn programs() -> impl Strategy<Value = Program> {
    let rep_ok = prop_oneof![tests(3), rep_oks()];
    let root_ok = prop_oneof![3 => Just(Test::Const(true)), 1 => tests(3)];
    let attribute = || attributes().boxed();
    let attributes = [attribute(), attribute(), attribute()];
    let style =
        prop_oneof![6 => Just(Style::Layer), 1 => Just(Style::WholeFirst), 1 => Just(Style::WholeLast)];
    let all = (rep_ok, tests(3), root_ok, attributes, style, 0..SCHEMAS.len());
    all.prop_map(|(first, second, root_ok, attributes, style, schema)| Program {
        rep_ok: [first, second],
        root_ok,
        attributes,
        style,
        schema,
    })
}

/// Two constructors that branch differently.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rep_ok::<BinaryView, 0>, root_ok = root_ok::<BinaryView>)]
enum Binary {
    Leaf,
    One(Box<Binary>, #[dpgen(range = 0..=1)] i64),
    Two {
        left: Box<Binary>,
        #[dpgen(range = 0..=2)]
        key: i64,
        right: Box<Binary>,
    },
}

impl Layer for BinaryView {
    fn constructor(&self) -> usize {
        match self {
            Self::Leaf => 0,
            Self::One(..) => 1,
            Self::Two { .. } => 2,
        }
    }
    fn ints(&self) -> Vec<Int> {
        match self {
            Self::Leaf => Vec::new(),
            Self::One(_, key) | Self::Two { key, .. } => vec![*key],
        }
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        Vec::new()
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        match self {
            Self::Leaf => Vec::new(),
            Self::One(only, _) => vec![Box::new(*only)],
            Self::Two { left, right, .. } => vec![Box::new(*left), Box::new(*right)],
        }
    }
}

fn any_binary(from: &mut Odometer) -> Option<Binary> {
    match from.pick(3)? {
        0 => Some(Binary::Leaf),
        1 => {
            from.take(1)?;
            Some(Binary::One(Box::new(any_binary(from)?), from.int(0, 1)?))
        }
        _ => {
            from.take(1)?;
            let (left, key) = (Box::new(any_binary(from)?), from.int(0, 2)?);
            Some(Binary::Two { left, key, right: Box::new(any_binary(from)?) })
        }
    }
}

/// A list with two integers, of which the values are far apart, and a flag.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rep_ok::<ListLayer, 0>, root_ok = root_ok::<ListLayer>, view = ListLayer)]
enum List {
    Cons {
        #[dpgen(values = [-1, 2])]
        a: i8,
        flag: bool,
        #[dpgen(range = 0..=1)]
        b: u16,
        rest: Box<List>,
    },
    Nil,
}

impl Layer for ListLayer {
    fn constructor(&self) -> usize {
        usize::from(matches!(self, Self::Nil))
    }
    fn ints(&self) -> Vec<Int> {
        if let Self::Cons { a, b, .. } = self { vec![*a, *b] } else { Vec::new() }
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        if let Self::Cons { flag, .. } = self { vec![*flag] } else { Vec::new() }
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        if let Self::Cons { rest, .. } = self { vec![Box::new(*rest)] } else { Vec::new() }
    }
}

fn any_list(from: &mut Odometer) -> Option<List> {
    if !from.more(1)? {
        return Some(List::Nil);
    }
    let a = from.of(&[-1_i8, 2])?;
    let flag = from.of(&[false, true])?;
    let b = u16::try_from(from.int(0, 1)?).unwrap();
    Some(List::Cons { a, flag, b, rest: Box::new(any_list(from)?) })
}

/// Mutual recursion, through an `Option`.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rep_ok::<OuterView, 0>, root_ok = root_ok::<OuterView>)]
struct Outer {
    #[dpgen(range = 0..=2)]
    key: i64,
    first: Option<Box<Inner>>,
    second: Option<Box<Inner>>,
}

#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rep_ok::<InnerView, 1>)]
enum Inner {
    Stop(bool),
    #[dpgen(weight = 0)]
    Go {
        flag: bool,
        outer: Box<Outer>,
    },
}

impl Layer for OuterView {
    fn constructor(&self) -> usize {
        0
    }
    fn ints(&self) -> Vec<Int> {
        vec![self.key]
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        Vec::new()
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        vec![Box::new(self.first), Box::new(self.second)]
    }
}

impl Layer for Option<Ref<Inner>> {
    fn constructor(&self) -> usize {
        usize::from(self.is_some())
    }
    fn ints(&self) -> Vec<Int> {
        Vec::new()
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        Vec::new()
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        self.iter().map(|inner| -> Box<dyn Part> { Box::new(*inner) }).collect()
    }
}

impl Layer for InnerView {
    fn constructor(&self) -> usize {
        usize::from(matches!(self, Self::Go { .. }))
    }
    fn ints(&self) -> Vec<Int> {
        Vec::new()
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        let (Self::Stop(flag) | Self::Go { flag, .. }) = self;
        vec![*flag]
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        if let Self::Go { outer, .. } = self { vec![Box::new(*outer)] } else { Vec::new() }
    }
}

fn any_outer(from: &mut Odometer) -> Option<Outer> {
    from.take(1)?;
    let key = from.int(0, 2)?;
    let mut inner = || -> Option<Option<Box<Inner>>> {
        Some(if from.pick(2)? == 1 { Some(Box::new(any_inner(from)?)) } else { None })
    };
    Some(Outer { key, first: inner()?, second: inner()? })
}

fn any_inner(from: &mut Odometer) -> Option<Inner> {
    let (go, flag) = (from.pick(2)? == 1, from.of(&[false, true])?);
    if go {
        return Some(Inner::Go { flag, outer: Box::new(any_outer(from)?) });
    }
    from.take(1)?;
    Some(Inner::Stop(flag))
}

/// Any number of children.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = rep_ok::<RoseView, 0>, root_ok = root_ok::<RoseView>)]
struct Rose {
    children: Vec<Rose>,
    #[dpgen(range = 0..=2)]
    key: i64,
}

impl Layer for RoseView {
    fn constructor(&self) -> usize {
        0
    }
    fn ints(&self) -> Vec<Int> {
        vec![self.key]
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        Vec::new()
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        vec![Box::new(self.children)]
    }
}

impl Layer for ListView<Rose> {
    fn constructor(&self) -> usize {
        usize::from(matches!(self, Self::Cons(..)))
    }
    fn ints(&self) -> Vec<Int> {
        Vec::new()
    }
    fn flags(&self) -> Vec<Choice<bool>> {
        Vec::new()
    }
    fn parts(&self) -> Vec<Box<dyn Part>> {
        if let Self::Cons(first, rest) = self { vec![Box::new(*first), Box::new(*rest)] } else { Vec::new() }
    }
}

fn any_rose(from: &mut Odometer) -> Option<Rose> {
    from.take(1)?;
    let mut children = Vec::new();
    while from.pick(2)? == 1 {
        children.push(any_rose(from)?);
    }
    Some(Rose { children, key: from.int(0, 2)? })
}

/// A schema: what brute force finds valid, and what each engine finds.
struct Schema {
    run: fn() -> Result<usize, TestCaseError>,
}

/// Every type, with a size that keeps brute force small.
const SCHEMAS: [Schema; 4] = [
    Schema { run: || compare::<Binary>(3, any_binary) },
    Schema { run: || compare::<List>(3, any_list) },
    Schema { run: || compare::<Outer>(2, any_outer) },
    Schema { run: || compare::<Rose>(3, any_rose) },
];

/// Holds every engine to brute force; gives how many values are valid.
fn compare<T: Value>(max_size: u32, any: fn(&mut Odometer) -> Option<T>) -> Result<usize, TestCaseError> {
    let valid = every(max_size, &[], any).into_iter().filter(dpgen::is_valid);
    let expected: BTreeSet<String> = valid.map(|value| format!("{value:?}")).collect();
    let concrete = Algorithm::ALL.iter().filter(|algorithm| **algorithm != Algorithm::SymbolazyDp);
    let concrete = concrete.map(|algorithm| (*algorithm, Fields::Concrete));
    let symbolic = [(Algorithm::SymbolazyDp, Fields::Symbolic), (Algorithm::Quotient, Fields::Symbolic)];
    for (algorithm, fields) in concrete.chain(symbolic) {
        let generator = Generator::<T>::new().max_size(max_size).threads(1).algorithm(algorithm);
        let structures = generator
            .fields(fields)
            .build()
            .map_err(|error| TestCaseError::fail(format!("{algorithm}: {error}")))?;
        // Of concrete structures, each is its only solution.
        let all = (0..=max_size).flat_map(|size| structures.iter_solutions(size, Solutions::All, 0));
        let found: Vec<String> = all.map(|value| format!("{value:?}")).collect();
        let set: BTreeSet<String> = found.iter().cloned().collect();
        prop_assert_eq!(set.len(), found.len(), "{}: repeated values", algorithm);
        let differ: Vec<&String> = set.symmetric_difference(&expected).take(4).collect();
        prop_assert!(differ.is_empty(), "{}: {:?}", algorithm, differ);
    }
    Ok(expected.len())
}

#[test]
fn every_engine_agrees_with_brute_force_on_random_predicates() {
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let found = RwLock::new(BTreeSet::new());
    runner
        .run(&programs(), |program| {
            let schema = program.schema;
            *PROGRAM.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(program));
            found.write().unwrap().insert((schema, (SCHEMAS[schema].run)()?));
            Ok(())
        })
        .unwrap();
    // The programs differ: most accept some values and not others.
    assert!(found.into_inner().unwrap().len() > 60);
}
