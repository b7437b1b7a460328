//! Closed lambda terms that have a simple type, counted without generating them: OEIS A220471.
//!
//! `cargo run --release --example typable_terms -- 8`
//!
//! A term is built before its type is known, so that what it needs from around it goes upwards: its principal typing, which is a type
//! for it and one for each variable that is free in it (Wand, "A simple algorithm and proof for type inference", 1987). Terms
//! with the same typing are one class. Three things keep the classes few:
//!
//! - Free variables have neither names nor numbers: an application says which of its parts' free variables are the same, an
//!   abstraction which one it binds. Typings that differ in the order of the assumptions are one.
//! - A term with `k` free variables lies within `k` more abstractions, so that there is no room for it if its size and `k` are
//!   above the maximum size.
//! - With little room, few things can be around a term: what they read is the answer, and not the typing.

use dpgen::prelude::*;

/// A term of the lambda calculus. Each closed one is one value of this type.
#[derive(DpGen, Debug)]
#[dpgen(rep_ok = is_typable, root_ok = is_closed)]
pub(crate) enum Term {
    /// The only free variable of itself.
    Variable,
    Abstraction {
        /// Which of the body's free variables is bound, from 1 in the order of its [`Typing`]; 0 if none is.
        #[dpgen(range = 0..=n)]
        bound: i64,
        body: Box<Term>,
    },
    Application {
        function: Box<Term>,
        argument: Box<Term>,
        /// Which free variables of the two parts are the same: the number of a [`Sharing`].
        #[dpgen(range = 0..=99_999)]
        shared: i64,
    },
}

/// A principal typing as words: the type of the term, then the types of its free variables. A type is [`ARROW_WORD`] before its two sides,
/// or the number of a type variable, which have numbers in the order in which they come. Of all orders of the free variables, the
/// one with the least words counts.
type Typing = Vec<i64>;
const ARROW_WORD: i64 = -1;

/// For each free variable of an argument, the free variable of the function that it is the same as.
type Sharing = Vec<Option<usize>>;

fn is_closed(term: TermView) -> bool {
    free_variables(term) == 0
}

fn is_typable(term: TermView) -> bool {
    match term {
        TermView::Variable => room(term) >= 1,
        TermView::Abstraction { bound, body } => {
            bound <= body.get(free_variables) && free_variables(term) <= room(term)
        }
        TermView::Application { function, argument, shared } => {
            let (of_function, of_argument) = (function.get(free_variables), argument.get(free_variables));
            shared < count_sharings(of_function, of_argument, of_function + of_argument - room(term))
                && is_application_typable(term, function, argument)
        }
    }
}

fn is_application_typable(term: TermView, function: Ref<Term>, argument: Ref<Term>) -> bool {
    let room_of_part = |other: Ref<Term>| room(term) + 1 + other.get(term_size);
    if room_of_part(argument) == LEAST_ROOM {
        let answers = function.get(applications);
        if argument.get(term_size) == 0 { answers.takes_variable } else { answers.takes_identity }
    } else if room_of_part(function) == LEAST_ROOM {
        function.get(term_size) > 0 || argument.get(applications).is_taken_by_variable
    } else {
        infer(term).is_some()
    }
}

/// The least room in which something reads the type of a term.
const LEAST_ROOM: i64 = 2;

/// What is read of a term with [`LEAST_ROOM`]. It is closed and in an application with a variable or with the identity, or has one free
/// variable and is in an application with the same one.
#[derive(Observable, Clone, Copy, PartialEq, Default)]
struct Applications {
    takes_variable: bool,
    takes_identity: bool,
    /// The identity takes every term.
    is_taken_by_variable: bool,
}

fn applications(term: TermView) -> Applications {
    if room(term) != LEAST_ROOM {
        return Applications::default();
    }
    let takes = |with_identity: bool, is_taken: bool| {
        let Some(typing) = infer(term) else { return false };
        let mut types = Types::default();
        let (itself, assumptions) = types.read(&typing);
        let other = assumptions.first().copied().unwrap_or_else(|| types.fresh());
        let other = if with_identity { types.arrow(other, other) } else { other };
        let (function, argument) = if is_taken { (other, itself) } else { (itself, other) };
        let result = types.fresh();
        let wanted = types.arrow(argument, result);
        types.unify(function, wanted).is_some()
    };
    match free_variables(term) {
        0 => Applications {
            takes_variable: takes(false, false),
            takes_identity: takes(true, false),
            is_taken_by_variable: true,
        },
        1 => Applications {
            takes_variable: takes(false, false),
            takes_identity: false,
            is_taken_by_variable: takes(false, true),
        },
        _ => Applications::default(),
    }
}

/// How much larger the whole term can be.
fn room(term: TermView) -> i64 {
    i64::from(dpgen::scope().max_size()) - term_size(term)
}

fn term_size(term: TermView) -> i64 {
    match term {
        TermView::Variable => 0,
        TermView::Abstraction { body, .. } => 1 + body.get(term_size),
        TermView::Application { function, argument, .. } => {
            1 + function.get(term_size) + argument.get(term_size)
        }
    }
}

/// How many free variables the term has; each of them needs an abstraction around the term.
fn free_variables(term: TermView) -> i64 {
    match term {
        TermView::Variable => 1,
        TermView::Abstraction { bound, body } => body.get(free_variables) - i64::from(bound != 0),
        TermView::Application { function, argument, shared } => {
            let (of_function, of_argument) = (function.get(free_variables), argument.get(free_variables));
            of_function + of_argument - count_shared(&sharing(of_function, of_argument, shared.value()))
        }
    }
}
/// The typing of an accepted term, where there is room for what reads it.
fn typing(term: TermView) -> Option<Typing> {
    if room(term) <= LEAST_ROOM { None } else { infer(term) }
}

/// The principal typing, or `None` if the term has no type.
fn infer(term: TermView) -> Option<Typing> {
    let mut types = Types::default();
    match term {
        TermView::Variable => {
            let variable = types.fresh();
            Some(types.typing(variable, &[variable]))
        }
        TermView::Abstraction { bound, body } => {
            let (result, mut assumptions) = types.read(&body.get(typing)?);
            let parameter = match usize::try_from(bound.value() - 1) {
                Ok(place) => assumptions.remove(place),
                Err(_) => types.fresh(),
            };
            let whole = types.arrow(parameter, result);
            Some(types.typing(whole, &assumptions))
        }
        TermView::Application { function, argument, shared } => {
            let sharing = sharing(function.get(free_variables), argument.get(free_variables), shared.value());
            let (function, mut assumptions) = types.read(&function.get(typing)?);
            let (argument, of_argument) = types.read(&argument.get(typing)?);
            for (same, assumption) in sharing.into_iter().zip(of_argument) {
                match same {
                    Some(place) => types.unify(assumptions[place], assumption)?,
                    None => assumptions.push(assumption),
                }
            }
            let result = types.fresh();
            let wanted = types.arrow(argument, result);
            types.unify(function, wanted)?;
            Some(types.typing(result, &assumptions))
        }
    }
}

fn count_shared(sharing: &Sharing) -> i64 {
    sharing.iter().map(|same| i64::from(same.is_some())).sum()
}

/// How many sharings there are, of free variables of a function and of an argument, with exactly so many pairs.
fn count_sharings_of(of_function: i64, of_argument: i64, pairs: i64) -> i64 {
    (0..pairs).fold(1, |count, pair| count * (of_function - pair) * (of_argument - pair) / (pair + 1))
}

/// How many sharings have at least so many pairs. They have the lowest numbers.
fn count_sharings(of_function: i64, of_argument: i64, least_pairs: i64) -> i64 {
    (least_pairs.max(0)..=of_function.min(of_argument))
        .map(|pairs| count_sharings_of(of_function, of_argument, pairs))
        .sum()
}

/// The sharing with a number, the ones with more pairs first.
fn sharing(of_function: i64, of_argument: i64, mut number: i64) -> Sharing {
    let mut pairs = of_function.min(of_argument);
    while number >= count_sharings_of(of_function, of_argument, pairs) {
        number -= count_sharings_of(of_function, of_argument, pairs);
        pairs -= 1;
    }
    let mut left: Vec<usize> = (0..usize::try_from(of_function).unwrap_or(0)).collect();
    let rest = |place: i64| of_argument - place - 1;
    (0..of_argument)
        .map(|place| {
            let functions = i64::try_from(left.len()).unwrap_or(i64::MAX);
            let unshared = count_sharings_of(functions, rest(place), pairs);
            if number < unshared {
                return None;
            }
            number -= unshared;
            pairs -= 1;
            let each = count_sharings_of(functions - 1, rest(place), pairs);
            let chosen = usize::try_from(number / each).unwrap_or(0);
            number %= each;
            Some(left.remove(chosen))
        })
        .collect()
}

/// A type in [`Types`].
type TypeId = usize;

#[derive(Clone, Copy)]
enum Node {
    Free,
    /// A type variable that unification has bound.
    Bound(TypeId),
    Arrow(TypeId, TypeId),
}

/// Types that share their parts, for unification (Robinson, 1965).
#[derive(Default)]
struct Types(Vec<Node>);

impl Types {
    fn add(&mut self, node: Node) -> TypeId {
        self.0.push(node);
        self.0.len() - 1
    }

    fn fresh(&mut self) -> TypeId {
        self.add(Node::Free)
    }

    fn arrow(&mut self, from: TypeId, to: TypeId) -> TypeId {
        self.add(Node::Arrow(from, to))
    }

    /// The end of a chain of bound type variables.
    fn resolve(&self, mut id: TypeId) -> TypeId {
        while let Node::Bound(next) = self.0[id] {
            id = next;
        }
        id
    }

    fn occurs(&self, variable: TypeId, id: TypeId) -> bool {
        let id = self.resolve(id);
        match self.0[id] {
            Node::Arrow(from, to) => self.occurs(variable, from) || self.occurs(variable, to),
            _ => id == variable,
        }
    }

    /// Makes two types equal; `None` if nothing can.
    fn unify(&mut self, left: TypeId, right: TypeId) -> Option<()> {
        let (left, right) = (self.resolve(left), self.resolve(right));
        match (self.0[left], self.0[right]) {
            _ if left == right => Some(()),
            (Node::Arrow(from, to), Node::Arrow(other_from, other_to)) => {
                self.unify(from, other_from)?;
                self.unify(to, other_to)
            }
            (Node::Arrow(..), _) => self.unify(right, left),
            _ if self.occurs(left, right) => None,
            _ => {
                self.0[left] = Node::Bound(right);
                Some(())
            }
        }
    }

    /// The types of a typing, with type variables of their own: the term's, and those of its free variables.
    fn read(&mut self, typing: &Typing) -> (TypeId, Vec<TypeId>) {
        let (mut words, mut variables) = (typing.iter().copied().peekable(), Vec::new());
        let result = self.read_type(&mut words, &mut variables);
        let mut assumptions = Vec::new();
        while words.peek().is_some() {
            assumptions.push(self.read_type(&mut words, &mut variables));
        }
        (result, assumptions)
    }

    fn read_type(&mut self, words: &mut impl Iterator<Item = i64>, variables: &mut Vec<TypeId>) -> TypeId {
        match words.next().map(usize::try_from) {
            Some(Ok(variable)) => {
                while variables.len() <= variable {
                    variables.push(self.fresh());
                }
                variables[variable]
            }
            _ => {
                let from = self.read_type(words, variables);
                let to = self.read_type(words, variables);
                self.arrow(from, to)
            }
        }
    }

    fn typing(&self, result: TypeId, assumptions: &[TypeId]) -> Typing {
        let (mut words, mut numbers) = (Vec::new(), Vec::new());
        self.write_type(result, &mut numbers, &mut words);
        self.append_least(words, numbers, assumptions)
    }

    /// Appends assumptions in the order that gives the least words. Where two begin alike, both orders are tried.
    fn append_least(&self, words: Typing, numbers: Vec<TypeId>, assumptions: &[TypeId]) -> Typing {
        let next = assumptions.iter().map(|&assumption| {
            let (mut words, mut numbers) = (words.clone(), numbers.clone());
            self.write_type(assumption, &mut numbers, &mut words);
            (words, numbers, assumption)
        });
        let mut next: Vec<_> = next.collect();
        let Some(least) = next.iter().map(|(words, ..)| words.clone()).min() else { return words };
        next.retain(|(words, ..)| *words == least);
        next.dedup_by(|one, other| self.resolve(one.2) == self.resolve(other.2));
        let orders = next.into_iter().map(|(words, numbers, taken)| {
            let place = assumptions.iter().position(|&assumption| assumption == taken).unwrap_or(0);
            let others: Vec<TypeId> = [&assumptions[..place], &assumptions[place + 1..]].concat();
            self.append_least(words, numbers, &others)
        });
        orders.min().unwrap_or_default()
    }

    fn write_type(&self, id: TypeId, numbers: &mut Vec<TypeId>, words: &mut Typing) {
        let id = self.resolve(id);
        if let Node::Arrow(from, to) = self.0[id] {
            words.push(ARROW_WORD);
            self.write_type(from, numbers, words);
            self.write_type(to, numbers, words);
            return;
        }
        let number = numbers.iter().position(|&variable| variable == id).unwrap_or_else(|| {
            numbers.push(id);
            numbers.len() - 1
        });
        words.push(i64::try_from(number).unwrap_or(i64::MAX));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let max_size: u32 = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let terms = Generator::<Term>::up_to(max_size).build()?;
    println!("size        terms   classes");
    for (size, round) in (0..).zip(&terms.report().rounds) {
        println!("{size:4} {:>12} {:>9}", terms.count(size).to_string(), round.classes);
    }
    Ok(())
}
