//! Contexts in `#[derive(DpGen)]`: what parts are given, which data is allowed where, and what predicates read of it.

use dpgen::Solutions;
use dpgen::prelude::*;

use crate::common::engines::ENGINES;

/// Compares the number of structures of each size, by every engine, on one thread and on two.
fn counted<T: DpGen>(generator: &Generator<T>, counts: &[u64]) {
    for (algorithm, fields) in ENGINES {
        for threads in [1, 2] {
            let built = generator.clone().algorithm(algorithm).fields(fields).threads(threads).build();
            let built = built.unwrap_or_else(|error| panic!("{algorithm:?} {fields:?}: {error}"));
            for (size, count) in (0..).zip(counts) {
                let values = built.iter_solutions(size, Solutions::All, 0).count();
                assert_eq!(u64::try_from(values), Ok(*count), "{algorithm:?} {fields:?} {threads} {size}");
            }
        }
    }
}

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
    let rows: [(i64, &[u64]); 3] = [
        (2, &[1, 1, 4, 11, 62, 252]),
        (0, &[1, 1, 2, 5, 22, 90]),
        (1, &[1, 1, 4, 11, 56, 222]),
    ];
    for (variables, counts) in rows {
        counted(&Generator::<Program>::up_to(5).param("variables", variables), counts);
    }
}
