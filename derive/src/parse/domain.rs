//! [`Domain`]: the values of a field, from `range = 1..=n`, `values = [...]`, or one of both for each part of a tuple. Read
//! `checked_arithmetic.rs` for their integers, and `leaf_types.rs` for the values that a type may have.

use syn::{
    Expr, ExprArray, ExprClosure, ExprLit, ExprRange, ExprTuple, Lit, LitStr, RangeLimits, Type, UnOp,
};

use crate::errors::at;
use crate::parse::checked_arithmetic::{Number, Params, strip};
use crate::parse::closures::RuleClosure;
use crate::parse::keys::Key;
use crate::parse::keys::unfit_text;
use crate::parse::leaf_types::{LeafTypes, ValueKind};

/// A domain, and the parameters it mentions.
pub(crate) struct Domain {
    /// As it was written.
    pub(crate) expr: Expr,
    pub(crate) params: Params,
    pub(crate) values: Values,
}

/// The values of a domain.
pub(crate) enum Values {
    /// From the first number to the second, which a half-open range leaves out.
    Range { start: Number, end: Number, limits: RangeLimits },
    /// The numbers of a range that an expression gives: a constant, or a call.
    RangeOf(Number),
    /// These numbers.
    Numbers(Vec<Number>),
    /// These strings, characters or floats.
    Labels(ValueKind, Vec<Expr>),
    /// The values of a list that an expression gives, of this kind if the macro knows it.
    ListOf(Option<ValueKind>, Number),
    /// These values of a type that the macro does not know.
    Constants(Type, Constants),
    /// One for each part of a tuple, or nothing for a part.
    Parts(Vec<Option<Domain>>),
    /// Those that a closure gives for the place where a structure stands.
    Rule(RuleClosure, RuleValues),
}

/// The values that a closure gives.
pub(crate) enum RuleValues {
    /// From the first number to the second.
    Range { start: Number, end: Number, limits: RangeLimits },
    /// The numbers of a range.
    RangeOf(Number),
    /// These numbers.
    Numbers(Vec<Number>),
    /// The values of a list, of integers if the macro knows that.
    ListOf(Option<ValueKind>, Number),
}

/// Values of a type that the macro does not know.
pub(crate) enum Constants {
    /// Each by an expression.
    Each(Vec<Expr>),
    /// All by one.
    ListOf(Box<Expr>),
}

impl Domain {
    /// The kind of its values, if it is one that the macro knows.
    pub(crate) fn kind(&self) -> Option<ValueKind> {
        match &self.values {
            Values::Range { .. } | Values::RangeOf(_) | Values::Numbers(_) => Some(ValueKind::Integer),
            Values::Labels(kind, _) => Some(*kind),
            Values::ListOf(kind, _) | Values::Rule(_, RuleValues::ListOf(kind, _)) => *kind,
            Values::Rule(..) => Some(ValueKind::Integer),
            Values::Constants(..) | Values::Parts(_) => None,
        }
    }
}

/// `a..=b` or `a..b`, or a tuple of domains, for a type with these leaves.
pub(crate) fn range(expr: &Expr, leaves: &LeafTypes) -> syn::Result<Domain> {
    match strip(expr) {
        Expr::Range(range) => interval(expr, range),
        Expr::Tuple(tuple) => parts(expr, tuple, leaves, false),
        Expr::Closure(closure) => range_rule(expr, closure),
        given if is_given(given) => range_of(expr),
        _ => Err(at(expr, "expected a range, as in `range = 1..=n`; for a list, use `values = [...]`")),
    }
}

/// The lengths of a collection or string.
pub(crate) fn lengths(expr: &Expr) -> syn::Result<Domain> {
    match strip(expr) {
        Expr::Range(range) => interval(expr, range),
        given if is_given(given) => range_of(expr),
        _ => Err(at(expr, "expected a range, as in `len = 0..=3`")),
    }
}

/// `[1, 2, n]`, `["a", "b"]`, `[0.5, f64::NAN]` and so on, or a tuple of domains, for a type with these leaves.
pub(crate) fn values(expr: &Expr, leaves: &LeafTypes) -> syn::Result<Domain> {
    match strip(expr) {
        Expr::Array(array) => list(expr, array, leaves, true),
        Expr::Tuple(tuple) => parts(expr, tuple, leaves, true),
        Expr::Closure(closure) => list_rule(expr, closure, leaves),
        given if is_given(given) => list_of(expr, leaves),
        _ => {
            Err(at(expr, "expected a list, as in `values = [1, 2, 3]`; for an interval, use `range = 1..=n`"))
        }
    }
}

/// `|scope, low| low..=n`: the range for the place where a structure stands.
fn range_rule(expr: &Expr, closure: &ExprClosure) -> syn::Result<Domain> {
    let closure = RuleClosure::new(closure)?;
    let mut params = Params::within(closure.names());
    let values = match strip(&closure.body) {
        Expr::Range(ExprRange { start: Some(start), end: Some(end), limits, .. }) => {
            match Number::new(start, &mut params)
                .and_then(|start| Ok((start, Number::new(end, &mut params)?)))
            {
                Ok((start, end)) => RuleValues::Range { start, end, limits: *limits },
                // Other code means what it means in Rust.
                Err(_) => {
                    params = Params::within(closure.names());
                    RuleValues::RangeOf(Number::given(&closure.body, &mut params))
                }
            }
        }
        body @ Expr::Range(_) => {
            return Err(at(
                body,
                "a range needs both ends, as in `|scope| 0..scope.len()`: only finitely many values can be tried",
            ));
        }
        body => RuleValues::RangeOf(Number::given(body, &mut params)),
    };
    Ok(Domain { expr: expr.clone(), params, values: Values::Rule(closure, values) })
}

/// `|scope| scope.names()`: the list for the place where a structure stands.
fn list_rule(expr: &Expr, closure: &ExprClosure, leaves: &LeafTypes) -> syn::Result<Domain> {
    let kind = match leaves.single() {
        Some(LeafTypes::Plain(ValueKind::Integer, _)) => Some(ValueKind::Integer),
        Some(leaf @ LeafTypes::Plain(kind, _)) => {
            let message = format!(
                "a closure lists integers, `bool`s, or variants of an enum without fields: say {} for `{}`",
                kind.example(),
                leaf.text()
            );
            return Err(at(expr, message));
        }
        _ => None,
    };
    let closure = RuleClosure::new(closure)?;
    let mut params = Params::within(closure.names());
    let numbers = match strip(&closure.body) {
        Expr::Array(list) if kind.is_some() => list
            .elems
            .iter()
            .map(|element| Number::new(element, &mut params))
            .collect::<syn::Result<_>>()
            .ok(),
        _ => None,
    };
    let values = match numbers {
        Some(numbers) => RuleValues::Numbers(numbers),
        None => {
            params = Params::within(closure.names());
            RuleValues::ListOf(kind, Number::given(&closure.body, &mut params))
        }
    };
    Ok(Domain { expr: expr.clone(), params, values: Values::Rule(closure, values) })
}

/// Whether an expression can be a whole domain: a constant, or a call. A lower-case name alone is a parameter, which is a number.
fn is_given(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => !is_arithmetic(expr),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Const(_) => true,
        Expr::Reference(reference) => {
            is_given(strip(&reference.expr)) || matches!(strip(&reference.expr), Expr::Array(_))
        }
        _ => false,
    }
}

fn range_of(expr: &Expr) -> syn::Result<Domain> {
    let mut params = Params::default();
    let range = Number::given(expr, &mut params);
    Ok(Domain { expr: expr.clone(), params, values: Values::RangeOf(range) })
}

/// A list that an expression gives.
fn list_of(expr: &Expr, leaves: &LeafTypes) -> syn::Result<Domain> {
    let kind = match leaves.single() {
        Some(LeafTypes::Plain(kind, _)) => Some(*kind),
        Some(LeafTypes::Other(ty)) => {
            let values = Values::Constants(ty.clone(), Constants::ListOf(Box::new(strip(expr).clone())));
            return Ok(Domain { expr: expr.clone(), params: Params::default(), values });
        }
        _ => None,
    };
    let mut params = Params::default();
    let list = Number::given(expr, &mut params);
    Ok(Domain { expr: expr.clone(), params, values: Values::ListOf(kind, list) })
}

fn interval(expr: &Expr, range: &ExprRange) -> syn::Result<Domain> {
    let ExprRange { start: Some(start), limits, end: Some(end), .. } = range else {
        return Err(at(
            expr,
            "a range needs both ends, as in `1..=n`: only finitely many values can be tried",
        ));
    };
    let mut params = Params::default();
    let (start, end) = (Number::new(start, &mut params)?, Number::new(end, &mut params)?);
    Ok(Domain { expr: expr.clone(), params, values: Values::Range { start, end, limits: *limits } })
}

/// `(1..=n, ["a", "b"], _)`; a constant or a call in it is a list in `values`, and a range in `range`.
fn parts(expr: &Expr, tuple: &ExprTuple, leaves: &LeafTypes, is_list: bool) -> syn::Result<Domain> {
    let of = match leaves {
        LeafTypes::Parts(of) if of.len() != tuple.elems.len() => {
            let message = format!(
                "there are {} parts and {} domains: give each part one, or `_`",
                of.len(),
                tuple.elems.len()
            );
            return Err(at(expr, message));
        }
        LeafTypes::Parts(of) => Some(of),
        LeafTypes::Plain(..) | LeafTypes::Known(_) => {
            return Err(at(expr, format!("`{}` has no parts: give it one domain", leaves.text())));
        }
        LeafTypes::Other(_) | LeafTypes::Open(_) => None,
    };
    let mut domains = Vec::new();
    for (number, domain) in tuple.elems.iter().enumerate() {
        let leaves = of.and_then(|of| of.get(number)).unwrap_or(leaves);
        domains.push(match strip(domain) {
            Expr::Infer(_) => None,
            Expr::Range(range) => Some(interval(domain, range)?),
            Expr::Array(array) => Some(list(domain, array, leaves, false)?),
            Expr::Tuple(tuple) => Some(parts(domain, tuple, leaves, is_list)?),
            given if is_given(given) && is_list => Some(list_of(domain, leaves.known())?),
            given if is_given(given) => Some(range_of(domain)?),
            _ => {
                return Err(at(
                    domain,
                    "a part of a tuple has a range, a list, or `_`, as in `(1..=n, [\"a\"], _)`",
                ));
            }
        });
    }
    Ok(Domain { expr: expr.clone(), params: Params::default(), values: Values::Parts(domains) })
}

/// A list of values. Those of a type that the macro does not know are `listed` where it can describe the whole field.
fn list(expr: &Expr, list: &ExprArray, leaves: &LeafTypes, listed: bool) -> syn::Result<Domain> {
    let Some(first) = list.elems.first() else {
        return Err(at(expr, "the list is empty: a field needs at least one value"));
    };
    let literals = || list.elems.iter().filter_map(literal);
    if let (Some(kind), Some(other)) = (
        literal(first),
        list.elems.iter().find(|element| literal(element).is_some_and(|kind| Some(kind) != literal(first))),
    ) && !matches!(
        (kind, literal(other)),
        (ValueKind::Integer, Some(ValueKind::Float(_))) | (ValueKind::Float(_), Some(ValueKind::Integer))
    ) {
        return Err(at(other, "the values of a list are all integers, all strings or all characters"));
    }
    let all = || list.elems.iter().map(|element| strip(element).clone()).collect::<Vec<Expr>>();
    let kind = match leaves.single() {
        Some(LeafTypes::Plain(kind, _)) => match (kind, literals().next()) {
            // Said better by what compares both.
            (kind, Some(other)) if std::mem::discriminant(kind) != std::mem::discriminant(&other) => other,
            (kind, _) => *kind,
        },
        Some(LeafTypes::Other(ty))
            if listed
                && literals().next().is_none()
                && (matches!(ty, Type::FnPtr(_)) || !list.elems.iter().any(is_arithmetic)) =>
        {
            let values = Values::Constants(ty.clone(), Constants::Each(all()));
            return Ok(Domain { expr: expr.clone(), params: Params::default(), values });
        }
        // What compares both says that there is nothing to list.
        Some(LeafTypes::Known(_)) => ValueKind::Text,
        _ => literals().next().unwrap_or(ValueKind::Integer),
    };
    let mut params = Params::default();
    let values = match kind {
        ValueKind::Integer => {
            let numbers = list.elems.iter().map(|element| Number::new(element, &mut params));
            Values::Numbers(numbers.collect::<syn::Result<_>>()?)
        }
        kind => Values::Labels(kind, all()),
    };
    Ok(Domain { expr: expr.clone(), params, values })
}

/// `"ab"`: letters, each once.
pub(crate) fn alphabet(key: Key, expr: &Expr) -> syn::Result<LitStr> {
    let Expr::Lit(ExprLit { lit: Lit::Str(letters), .. }) = strip(expr) else {
        return Err(at(expr, unfit_text(key, "letters")));
    };
    let all: Vec<char> = letters.value().chars().collect();
    if all.is_empty() {
        return Err(at(letters, "the alphabet is empty: it needs at least one letter"));
    }
    if let Some(at_twice) = (1..all.len()).find(|at| all[..*at].contains(&all[*at])) {
        return Err(at(letters, format!("the letter {:?} is listed twice: keep one of them", all[at_twice])));
    }
    Ok(letters.clone())
}

/// The kind of a literal.
fn literal(element: &Expr) -> Option<ValueKind> {
    match strip(element) {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => Some(ValueKind::Text),
        Expr::Lit(ExprLit { lit: Lit::Char(_), .. }) => Some(ValueKind::Char),
        Expr::Lit(ExprLit { lit: Lit::Int(_) | Lit::Byte(_), .. }) => Some(ValueKind::Integer),
        Expr::Lit(ExprLit { lit: Lit::Float(float), .. }) => {
            Some(ValueKind::Float(if float.suffix() == "f32" { "f32" } else { "f64" }))
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => literal(&unary.expr),
        _ => None,
    }
}

/// Whether an expression can only be the integer of a domain: arithmetic, or a parameter.
fn is_arithmetic(element: &Expr) -> bool {
    match strip(element) {
        Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) => true,
        Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
            name.to_string().trim_start_matches("r#").trim_start_matches('_').starts_with(char::is_lowercase)
        }),
        _ => false,
    }
}
