//! Contexts in `#[derive(DpGen)]`: what parts are given, which data is allowed where, and what predicates read of it.

use dpgen::Finite;
use dpgen::prelude::*;

use crate::common::engines::counted;

/// Closed lambda terms: a variable is the number of abstractions between it and its own.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(context = u32, root = 0)]
enum Term {
    #[dpgen(weight = 0)]
    Var(#[dpgen(range = |depth| 0..depth)] u32),
    Lam(#[dpgen(give = |depth| depth + 1)] Box<Term>),
    App(Box<Term>, Box<Term>),
}

/// OEIS A220894, "number of closed lambda-terms of size n with size 0 for the variables" (Grygiel and Lescanne, "Counting and
/// generating lambda terms", 2013).
#[test]
fn closed_lambda_terms() {
    counted(&Generator::<Term>::up_to(5), &[0, 1, 3, 14, 82, 579]);
}

#[derive(DpGen, Observable, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Ty {
    Int,
    Bool,
}

/// The variables in scope, by their types, and whether there is a loop to leave.
#[derive(Observable, Debug, Clone, PartialEq, Eq, Hash)]
struct Scope {
    variables: Vec<Ty>,
    in_loop: bool,
}

/// What an expression may read, and what it is to be.
#[derive(Observable, Debug, Clone, PartialEq, Eq, Hash)]
struct Want {
    variables: Vec<Ty>,
    ty: Ty,
}

impl Scope {
    fn empty() -> Self {
        Self { variables: Vec::new(), in_loop: false }
    }
    fn looping(self) -> Self {
        Self { in_loop: true, ..self }
    }
    fn want(self, ty: Ty) -> Want {
        Want { variables: self.variables, ty }
    }
    fn condition(self) -> Want {
        self.want(Ty::Bool)
    }
    fn after(mut self, first: Ref<Stmt>) -> Self {
        self.variables.extend(first.get(declared));
        self
    }
    /// The types of the next variable.
    fn next(&self) -> Vec<Ty> {
        let most = dpgen::scope().param("variables").unwrap_or_default();
        if i64::try_from(self.variables.len()).unwrap() < most { vec![Ty::Int, Ty::Bool] } else { vec![] }
    }
}

impl Want {
    fn ints(self) -> Self {
        Self { ty: Ty::Int, ..self }
    }
    /// The variables that are what is wanted.
    fn names(&self) -> Vec<usize> {
        (0..self.variables.len()).filter(|name| self.variables[*name] == self.ty).collect()
    }
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(weight = 0)]
struct Program {
    #[dpgen(give = Scope::empty)]
    body: Vec<Stmt>,
}

/// The spec `imperative` has the same.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(context = Scope, root = Scope::empty, then = Scope::after, rep_ok = leaves_a_loop, params = [variables])]
enum Stmt {
    Declare {
        #[dpgen(values = |scope| scope.next())]
        ty: Ty,
        #[dpgen(give = |scope, ty| scope.want(ty.value()))]
        value: Expr,
    },
    Assign {
        #[dpgen(range = |scope| 0..scope.variables.len())]
        name: usize,
        #[dpgen(give = |scope, name| {
            let ty = scope.variables[usize::try_from(name.value()).unwrap()];
            scope.want(ty)
        })]
        value: Expr,
    },
    If {
        #[dpgen(give = Scope::condition)]
        test: Expr,
        yes: Vec<Stmt>,
        no: Vec<Stmt>,
    },
    While {
        #[dpgen(give = Scope::condition)]
        test: Expr,
        #[dpgen(give = Scope::looping)]
        body: Vec<Stmt>,
    },
    Block {
        body: Vec<Stmt>,
    },
    #[dpgen(weight = 1)]
    Break,
}

fn declared(stmt: StmtView) -> Option<Ty> {
    if let StmtView::Declare { ty, .. } = stmt { Some(ty.value()) } else { None }
}

fn leaves_a_loop(stmt: StmtView, scope: Scope) -> bool {
    !matches!(stmt, StmtView::Break) || scope.in_loop
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(context = Want, rep_ok = is_wanted)]
enum Expr {
    Var(#[dpgen(values = |want| want.names())] usize),
    Lit(#[dpgen(range = |want| 0..if want.ty == Ty::Int { 2 } else { 0 })] u8),
    Add(#[dpgen(give = Want::ints)] Box<Expr>, #[dpgen(give = Want::ints)] Box<Expr>),
    Less(#[dpgen(give = Want::ints)] Box<Expr>, #[dpgen(give = Want::ints)] Box<Expr>),
    Not(Box<Expr>),
}

fn is_wanted(expr: ExprView, want: Want) -> bool {
    match expr {
        ExprView::Add(..) => want.ty == Ty::Int,
        ExprView::Less(..) | ExprView::Not(_) => want.ty == Ty::Bool,
        ExprView::Var(_) | ExprView::Lit(_) => true,
    }
}

/// As `tests/oracles/imperative.py` counts them, which makes all trees with any names and checks scopes and types afterwards.
#[test]
fn imperative_programs() {
    let rows: [(i64, &[u64]); 3] =
        [(2, &[1, 1, 4, 11, 62, 252]), (0, &[1, 1, 2, 5, 22, 90]), (1, &[1, 1, 4, 11, 56, 222])];
    for (variables, counts) in rows {
        counted(&Generator::<Program>::up_to(5).param("variables", variables), counts);
    }
}

#[derive(DpGen, Debug, Clone, PartialEq)]
struct Interval {
    #[dpgen(range = 0..=n)]
    low: u8,
    #[dpgen(range = |low| low..=n)]
    high: u8,
}

#[derive(DpGen, Debug, Clone, PartialEq)]
struct Steps(
    #[dpgen(range = 1..=2)] i8,
    #[dpgen(values = |_0| [_0 - 1, _0, 100 * _0 / 100])] i64,
    #[dpgen(range = |_1, _0| _1.value()..(_0 + 1).value())] i128,
    #[dpgen(values = |_0| if _0 == 1 { vec![true] } else { bool::ALL.to_vec() })] bool,
);

/// Fields that depend on fields to their left, of types without contexts.
#[test]
fn domains_of_fields_to_the_left() {
    counted(&Generator::<Interval>::up_to(1).param("n", 3), &[0, 4 + 3 + 2 + 1]);
    // The first is 1: the second is 0 or 1, the third from there to 1, the fourth one value; as 2, the fourth has two values.
    counted(&Generator::<Steps>::up_to(1), &[0, (2 + 1) + (2 + 1) * 2]);
    let all = Generator::<Interval>::up_to(1).param("n", 1).build().unwrap();
    let all: Vec<Interval> = all.iter().collect();
    let pairs = [(0, 0), (0, 1), (1, 1)].map(|(low, high)| Interval { low, high });
    assert_eq!(all, pairs);
}

/// Sequences that begin with 0, in which no number is above the one before it plus one.
#[derive(DpGen, Debug, Clone, PartialEq)]
enum Climb {
    Start,
    Step {
        before: Box<Climb>,
        #[dpgen(range = |before| 0..before.get(steps))]
        height: u32,
    },
}

fn steps(climb: ClimbView) -> Int {
    match climb {
        ClimbView::Start => Int::from(1),
        ClimbView::Step { height, .. } => height + 2,
    }
}

/// Catalan numbers (OEIS A000108: "a(1)=0 and a(i+1) <= a(i)+1"). A search that looked at a number before those of
/// the part to its left would try all 2^32 of these.
#[test]
fn domains_of_parts_to_the_left() {
    let limits = dpgen::Limits::none().candidates(10_000);
    counted(&Generator::<Climb>::up_to(5).limits(limits), &[1, 1, 2, 5, 14, 42]);
}

#[dpgen::test(max_size = 3, expect = 2 + 2 * 4 + 3 * 8)]
fn an_index_into_an_earlier_argument(bits: &[bool], #[dpgen(range = |bits| 0..bits.len())] index: usize) {
    assert!(bits.get(index).is_some());
}

#[dpgen::test(max_size = 1, expect = 3 + 2 + 1)]
fn a_later_argument_is_not_less(
    #[dpgen(range = 1..=3)] low: u8,
    #[dpgen(range = |low| low..=3)] high: u8,
    _rest: (),
) {
    assert!(low <= high);
}

/// Arguments are wholes, which have their type's root, or what is said.
#[dpgen::test(max_size = 2, expect = 1 + 3 + 3)]
fn arguments_with_contexts(first: &Term, #[dpgen(give = || 1)] second: Term) {
    assert!(dpgen::is_valid(first));
    assert!(!dpgen::is_valid(&second) || matches!(second, Term::Lam(_)), "{second:?}");
}

/// Domains that depend on a scope are left alone; what is in scope, and what a context demands, is not.
#[test]
fn values_are_judged_in_their_contexts() {
    let var = |index| Box::new(Term::Var(index));
    let lam = |body| Term::Lam(body);
    assert!(dpgen::is_valid(&lam(var(0))));
    assert!(!dpgen::is_valid(&lam(var(1))));
    assert!(dpgen::is_valid(&Interval { low: 3, high: 1 }), "it mentions `n`");
    let scoped = Generator::<Interval>::up_to(1).param("n", 5);
    assert!(scoped.is_valid(&Interval { low: 3, high: 5 }).unwrap());
    assert!(!scoped.is_valid(&Interval { low: 3, high: 1 }).unwrap());
    let top_down = Generator::<Term>::up_to(3).algorithm(Algorithm::TopDown);
    assert!(
        !top_down.is_valid(&lam(var(1))).unwrap(),
        "the top-down search judges the whole only, in all contexts"
    );
    let terms = Generator::<Term>::up_to(3).build().unwrap();
    assert!(terms.rank_of(&lam(var(0))).is_some() && terms.rank_of(&lam(var(1))).is_none());
}

/// A file of a build that judged wholes only is read again.
#[test]
fn saved_builds_of_the_top_down_search() {
    let generator = Generator::<Term>::up_to(4).algorithm(Algorithm::TopDown);
    let terms = generator.build().unwrap();
    let mut file = Vec::new();
    terms.save(&mut file).unwrap();
    let loaded = generator.load(&*file).unwrap();
    assert!(loaded.iter().eq(terms.iter()));
}

/// An opaque predicate of a part sees the part alone; its fields have what their context allows.
#[test]
fn finished_values() {
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(context = u32, root = 1, rep_ok = Even::is_even)]
    enum Even {
        #[dpgen(weight = 0)]
        Var(#[dpgen(range = |depth| 0..2 * depth)] u32),
        Lam(#[dpgen(give = |depth| depth + 1)] Box<Even>),
    }
    impl Even {
        fn is_even(&self) -> bool {
            !matches!(self, Self::Var(index) if index % 2 == 1)
        }
    }
    for algorithm in [Algorithm::Dp, Algorithm::TopDown] {
        let built = Generator::<Even>::up_to(3).algorithm(algorithm).build().unwrap();
        assert_eq!(
            (0..=3).map(|size| built.count(size).to_usize().unwrap()).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
    }
    assert!(!Generator::<Even>::up_to(3).is_valid(&Even::Lam(Box::new(Even::Var(4)))).unwrap());
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(context = "Vec<u8>", root = vec![7], then = |mut seen: Vec<u8>, item| { seen.push(item.get(Item::number)); seen })]
struct Item {
    #[dpgen(range = |_seen| 0..=1)]
    number: u8,
    #[dpgen(values = |seen| seen)]
    earlier: u8,
}

impl Item {
    fn number(item: ItemView) -> u8 {
        u8::try_from(item.number.value()).unwrap()
    }
}

/// What an item says is seen by the rest of its list, whichever list that is.
#[test]
fn lists_pass_on_what_items_say() {
    // `7` and up to one of each number: after k items of which the last distinct numbers are known, brute force below.
    let brute = |len: usize| {
        let mut count = 0;
        for numbers in 0..1_usize << len {
            let mut product = 1;
            let mut seen = [false; 2];
            for place in 0..len {
                product *= 1 + seen.iter().filter(|seen| **seen).count();
                seen[numbers >> place & 1] = true;
            }
            count += product;
        }
        u64::try_from(count).unwrap()
    };
    let counts: Vec<u64> = (0..=3).map(brute).collect();
    counted(&Generator::<Vec<Item>>::up_to(3), &counts);
    counted(&Generator::<std::collections::VecDeque<Item>>::up_to(3), &counts);

    #[derive(DpGen, Debug)]
    #[dpgen(weight = 0)]
    struct Pair {
        #[dpgen(give = || vec![7], len = 2..=2)]
        items: Vec<Item>,
    }
    counted(&Generator::<Pair>::up_to(2), &[0, 0, brute(2)]);
}

/// Tuples, arrays, options and pointers hand contexts on; of whole ones, each part that is a whole has its own.
#[test]
fn containers() {
    #[derive(DpGen, Debug, Clone)]
    #[dpgen(context = u8, root = 1)]
    struct Below {
        #[dpgen(range = |most| 0..most)]
        value: u8,
        inner: Option<Box<(Below, [Leaf; 2])>>,
    }
    #[derive(DpGen, Debug, Clone)]
    #[dpgen(context = u8, root = 1, weight = 0)]
    struct Leaf(#[dpgen(range = |most| 0..=most)] u8);

    // Size 2: a value of one, twice; and two leaves of two values each.
    counted(&Generator::<Below>::up_to(2), &[0, 1, 2 * 2]);
    counted(&Generator::<(Leaf, Term)>::up_to(1), &[0, 2]);
    counted(&Generator::<[Leaf; 2]>::up_to(0), &[4]);
    counted(&Generator::<Option<Leaf>>::up_to(0), &[3]);
}

fn error<T: DpGen + std::fmt::Debug>() -> String {
    Generator::<T>::up_to(2).build().unwrap_err().to_string()
}

/// What the compiler can not tell is an error of the build, which says what to do.
#[test]
fn mistakes_between_types() {
    #[derive(DpGen, Debug)]
    struct Lacking {
        inner: Term,
    }
    assert_eq!(
        error::<Lacking>(),
        "`Lacking.inner`: it is given no context: `Term` has a `u32`, and `Lacking` none to pass on; say which it gets, as in \
         `#[dpgen(give = || ...)]`"
    );

    #[derive(DpGen, Debug)]
    #[dpgen(context = u8, root = 3)]
    struct Other {
        inner: Option<Box<Term>>,
    }
    assert_eq!(
        error::<Other>(),
        "`Other.inner`: it is given no context: `Option<Box<Term>>` has a `u32`, and `Other` a `u8` to pass on; say which it gets, as \
         in `#[dpgen(give = |context| ...)]`"
    );

    assert_eq!(
        error::<Expr>(),
        format!(
            "`Expr`: whole structures have a context, of type `{}`, and nothing says which: write `#[dpgen(root = ...)]` beside \
             `context`",
            std::any::type_name::<Want>()
        )
    );

    #[derive(DpGen, Debug)]
    struct Mixed {
        inner: (Term, Option<Expr>),
    }
    assert_eq!(
        error::<Mixed>(),
        "`Mixed.inner`: the parts of `(Term, Option<Expr>)` have contexts of different types: write a struct, whose fields say \
         `#[dpgen(give = ...)]`"
    );

    #[derive(DpGen, Debug)]
    struct TooLarge(#[dpgen(range = || 0..=300)] u8);
    assert!(
        error::<TooLarge>()
            .contains("300 is not among 0..=255, the values that `TooLarge.0` can have anywhere")
    );

    #[derive(DpGen, Debug)]
    struct Fault(#[dpgen(range = 0..=1)] u8, #[dpgen(range = |_0| 0..=6 / _0)] u8);
    let text = error::<Fault>();
    assert!(text.contains("`Fault.1`: `0..=6 / _0` divides by zero"), "{text}");
}
