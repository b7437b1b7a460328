//! The simply typed lambda calculus: a normaliser by substitution, with indices for variables, and the bugs that can be
//! put into it.
//!
//! Bugs of these kinds are known from ETNA (Shi et al., ICFP 2023). An index counts the binders between a variable and its
//! own (de Bruijn, 1972). A variable also says its type, so that a term has a type without a context.

mod cases;
mod generate;
mod reference;

pub use cases::hunt;

use std::rc::Rc;

use dpgen::prelude::*;

/// The bugs, from number 1 on.
pub const BUGS: [&str; 14] = [
    "shift moves bound variables",
    "shift leaves the first free variable",
    "shift forgets to count binders",
    "shift leaves arguments",
    "substitution takes greater variables, too",
    "substitution forgets to count binders",
    "substitution does not shift below binders",
    "substitution shifts too far below binders",
    "substitution leaves arguments",
    "substitution counts binders in arguments",
    "reduction does not shift the argument",
    "reduction does not shift back",
    "reduction reduces a redex once, and not again",
    "normalisation leaves arguments of variables",
];

pub type Link = Rc<Term>;

/// The types of terms, by number: of all with at most two arrows, which take each other as parts.
pub mod types {
    /// Truth values.
    pub const BOOL: i64 = 0;
    /// The parts of each type: none of `BOOL`, then those of b → b, b → b → b and (b → b) → b.
    const PARTS: [Option<(i64, i64)>; 4] = [None, Some((0, 0)), Some((0, 1)), Some((1, 0))];

    pub const ALL: std::ops::Range<i64> = 0..4;

    /// What a function takes, and what it gives.
    pub fn parts(ty: i64) -> Option<(i64, i64)> {
        usize::try_from(ty).ok().and_then(|ty| PARTS.get(ty).copied().flatten())
    }

    /// The type of functions between these, if it has a number.
    pub fn arrow(from: i64, to: i64) -> Option<i64> {
        ALL.into_iter().find(|ty| parts(*ty) == Some((from, to)))
    }
}

#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = typed, root_ok = closed)]
pub enum Term {
    Var {
        #[dpgen(range = 0..=2)]
        index: i64,
        #[dpgen(range = 0..=3)]
        ty: i64,
    },
    #[dpgen(weight = 1)]
    Bool(bool),
    Abs {
        #[dpgen(range = 0..=3)]
        ty: i64,
        body: Link,
    },
    App {
        function: Link,
        argument: Link,
    },
}

// What dpgen is told: which terms have a type, and no free variable.

/// What a term wants of the variables that are free in it: their types, by index; -1 of those that it does not have.
type Wants = [i64; 3];

fn typed(term: TermView) -> bool {
    match term {
        TermView::Var { .. } | TermView::Bool(_) => true,
        TermView::Abs { ty, body } => {
            let [wanted, ..] = body.get(wants);
            (wanted == -1 || ty == wanted) && types::arrow(ty.value(), body.get(type_of)).is_some()
        }
        TermView::App { function, argument } => {
            let fits = |(own, other): (&i64, &i64)| *own == -1 || *other == -1 || own == other;
            let from = types::parts(function.get(type_of)).map(|(from, _)| from);
            from == Some(argument.get(type_of))
                && function.get(wants).iter().zip(&argument.get(wants)).all(fits)
        }
    }
}

fn closed(term: TermView) -> bool {
    wants(term) == [-1; 3]
}

/// The type; some number, if there is none.
fn type_of(term: TermView) -> i64 {
    let ty = match term {
        TermView::Var { ty, .. } => Some(ty.value()),
        TermView::Bool(_) => Some(types::BOOL),
        TermView::Abs { ty, body } => types::arrow(ty.value(), body.get(type_of)),
        TermView::App { function, .. } => types::parts(function.get(type_of)).map(|(_, to)| to),
    };
    ty.unwrap_or(-1)
}

fn wants(term: TermView) -> Wants {
    match term {
        TermView::Var { index, ty } => {
            let mut wants = [-1; 3];
            let place = usize::try_from(index.value()).ok();
            if let Some(want) = place.and_then(|place| wants.get_mut(place)) {
                *want = ty.value();
            }
            wants
        }
        TermView::Bool(_) => [-1; 3],
        TermView::Abs { body, .. } => {
            let [_, first, second] = body.get(wants);
            [first, second, -1]
        }
        TermView::App { function, argument } => {
            let (own, other) = (function.get(wants), argument.get(wants));
            [0, 1, 2].map(|place: usize| own[place].max(other[place]))
        }
    }
}

// The normaliser; without a bug, `BUG` is 0.

pub fn abs(ty: i64, body: Link) -> Link {
    Rc::new(Term::Abs { ty, body })
}

pub fn app(function: Link, argument: Link) -> Link {
    Rc::new(Term::App { function, argument })
}

/// The term with its free variables, from an index on, moved by so many binders.
fn shift<const BUG: u8>(term: &Link, by: i64, from: i64) -> Link {
    match &**term {
        Term::Var { index, ty } => {
            let free = match BUG {
                1 => true,
                2 => *index > from,
                _ => *index >= from,
            };
            Rc::new(Term::Var { index: if free { index + by } else { *index }, ty: *ty })
        }
        Term::Bool(_) => term.clone(),
        Term::Abs { ty, body } => abs(*ty, shift::<BUG>(body, by, if BUG == 3 { from } else { from + 1 })),
        Term::App { function, argument } => {
            let moved = if BUG == 4 { argument.clone() } else { shift::<BUG>(argument, by, from) };
            app(shift::<BUG>(function, by, from), moved)
        }
    }
}

/// The term with another one in place of a variable.
fn substitute<const BUG: u8>(term: &Link, variable: i64, with: &Link) -> Link {
    match &**term {
        Term::Var { index, .. } => {
            let meant = *index == variable || (BUG == 5 && *index > variable);
            if meant { with.clone() } else { term.clone() }
        }
        Term::Bool(_) => term.clone(),
        Term::Abs { ty, body } => {
            let variable = if BUG == 6 { variable } else { variable + 1 };
            let with = match BUG {
                7 => with.clone(),
                8 => shift::<BUG>(with, 2, 0),
                _ => shift::<BUG>(with, 1, 0),
            };
            abs(*ty, substitute::<BUG>(body, variable, &with))
        }
        Term::App { function, argument } => {
            let replaced = match BUG {
                9 => argument.clone(),
                10 => substitute::<BUG>(argument, variable + 1, with),
                _ => substitute::<BUG>(argument, variable, with),
            };
            app(substitute::<BUG>(function, variable, with), replaced)
        }
    }
}

/// The body of a function with the argument in place of its variable.
fn reduced<const BUG: u8>(body: &Link, argument: &Link) -> Link {
    let argument = if BUG == 11 { argument.clone() } else { shift::<BUG>(argument, 1, 0) };
    let body = substitute::<BUG>(body, 0, &argument);
    if BUG == 12 { body } else { shift::<BUG>(&body, -1, 0) }
}

/// The term without redexes; nothing if that takes more than the steps that are left.
pub fn normalize<const BUG: u8>(term: &Link, steps: &mut u32) -> Option<Link> {
    *steps = steps.checked_sub(1)?;
    match &**term {
        Term::Var { .. } | Term::Bool(_) => Some(term.clone()),
        Term::Abs { ty, body } => Some(abs(*ty, normalize::<BUG>(body, steps)?)),
        Term::App { function, argument } => {
            let function = normalize::<BUG>(function, steps)?;
            match &*function {
                Term::Abs { body, .. } if BUG == 13 => Some(reduced::<BUG>(body, argument)),
                Term::Abs { body, .. } => normalize::<BUG>(&reduced::<BUG>(body, argument), steps),
                _ if BUG == 14 => Some(app(function, argument.clone())),
                _ => Some(app(function, normalize::<BUG>(argument, steps)?)),
            }
        }
    }
}

impl Term {
    pub fn nodes(&self) -> u64 {
        match self {
            Self::Var { .. } | Self::Bool(_) => 1,
            Self::Abs { body, .. } => 1 + body.nodes(),
            Self::App { function, argument } => function.nodes() + 1 + argument.nodes(),
        }
    }
}
