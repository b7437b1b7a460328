//! What normalising is compared with: a checker of types, and normalisation by evaluation.
//!
//! Evaluation (Berger and Schwichtenberg, LICS 1991) makes functions of Rust of terms, and terms of these again. It neither
//! shifts nor substitutes.

use std::rc::Rc;

use super::{Link, Term, abs, app, types};

/// The type of a term, whose free variables have the types of the context; the last one has index 0.
pub fn type_of(term: &Term, context: &mut Vec<i64>) -> Option<i64> {
    match term {
        Term::Var { index, ty } => {
            let back = usize::try_from(*index).ok()?.checked_add(1)?;
            let known = context.get(context.len().checked_sub(back)?)?;
            (known == ty).then_some(*ty)
        }
        Term::Bool(_) => Some(types::BOOL),
        Term::Abs { ty, body } => {
            context.push(*ty);
            let to = type_of(body, context);
            context.pop();
            types::arrow(*ty, to?)
        }
        Term::App { function, argument } => {
            let (from, to) = types::parts(type_of(function, context)?)?;
            (type_of(argument, context)? == from).then_some(to)
        }
    }
}

/// What a term means.
#[derive(Clone)]
enum Value {
    Bool(bool),
    Function(i64, Rc<dyn Fn(Value) -> Value>),
    /// A variable, by the number of binders outside of its own, and what it is applied to.
    Stuck(usize, i64, Vec<Value>),
}

fn evaluate(term: &Link, context: &Rc<Vec<Value>>) -> Value {
    match &**term {
        Term::Var { index, .. } => {
            let back = usize::try_from(*index).unwrap_or_default() + 1;
            context[context.len() - back].clone()
        }
        Term::Bool(value) => Value::Bool(*value),
        Term::Abs { ty, body } => {
            let (body, context) = (body.clone(), context.clone());
            let call = move |argument| {
                let mut inner = Vec::clone(&context);
                inner.push(argument);
                evaluate(&body, &Rc::new(inner))
            };
            Value::Function(*ty, Rc::new(call))
        }
        Term::App { function, argument } => match evaluate(function, context) {
            Value::Function(_, call) => call(evaluate(argument, context)),
            Value::Stuck(binder, ty, mut arguments) => {
                arguments.push(evaluate(argument, context));
                Value::Stuck(binder, ty, arguments)
            }
            Value::Bool(value) => Value::Bool(value), // the term has no type
        },
    }
}

/// The term that means this, below so many binders.
fn written(value: &Value, binders: usize) -> Link {
    match value {
        Value::Bool(value) => Rc::new(Term::Bool(*value)),
        Value::Function(ty, call) => {
            abs(*ty, written(&call(Value::Stuck(binders, *ty, Vec::new())), binders + 1))
        }
        Value::Stuck(binder, ty, arguments) => {
            let index = i64::try_from(binders - 1 - binder).unwrap_or(-1);
            let variable = Rc::new(Term::Var { index, ty: *ty });
            arguments.iter().fold(variable, |function, argument| app(function, written(argument, binders)))
        }
    }
}

/// The normal form of a closed term that has a type.
pub fn normal_form(term: &Link) -> Link {
    written(&evaluate(term, &Rc::new(Vec::new())), 0)
}
