//! Checks contexts and the closures of fields: what their parameters name, and what belongs together.

use proc_macro2::Ident;
use syn::ext::IdentExt;

use crate::errors::{Errors, unknown};
use crate::parse::ast::{Ast, Constructor, Field, TypeKind};
use crate::parse::closures::{RuleClosure, RuleFunction, is_parameter_of, parameter_name};
use crate::parse::keys::Key;
use crate::parse::leaf_types::{self, type_text};
use crate::parse::type_names::{holds_others, is_data};

/// Notes everything that is wrong with contexts and rules.
pub(crate) fn check(ast: &Ast<'_>, errors: &mut Errors) {
    of_type(ast, errors);
    for constructor in &ast.constructors {
        for (number, field) in constructor.fields.iter().enumerate() {
            if let Some(give) = &field.attrs.give
                && !field.attrs.skipped()
            {
                match (of_part(ast, field), &give.value) {
                    (Some(message), _) => errors.at(&give.key, message),
                    (None, RuleFunction::Closure(closure)) => {
                        parameters(ast, constructor, number, closure, errors);
                    }
                    (None, RuleFunction::Path(_)) => {}
                }
            }
            if let Some((closure, _)) = field.rule() {
                of_data(field, errors);
                parameters(ast, constructor, number, closure, errors);
            }
        }
    }
}

/// The context of a type's structures.
fn of_type(ast: &Ast<'_>, errors: &mut Errors) {
    let (attrs, name) = (&ast.attrs, &ast.input.ident);
    let others = [attrs.root.as_ref().map(|given| &given.key), attrs.then.as_ref().map(|given| &given.key)];
    let Some(context) = &attrs.context else {
        for key in others.into_iter().flatten() {
            let message = format!(
                "`{key}` is about contexts, and `{name}` has none: write `{}` beside it, or remove `{key}`",
                Key::Context.entry()
            );
            errors.at(key, message);
        }
        return;
    };
    if ast.kind == TypeKind::Choice {
        let message = format!(
            "`{name}` has no fields, so it is a finite choice, which has no context: the type that has a field of it has one"
        );
        return errors.at(&context.key, message);
    }
    if let Some(then) = &attrs.then
        && let RuleFunction::Closure(closure) = &then.value
        && closure.inputs.len() != 2
    {
        let message = format!(
            "`then` takes two parameters, the context of a list and its first element: write `{}`",
            Key::Then.entry()
        );
        errors.at(&then.key, message);
    }
}

/// What is wrong with a field that is given a context.
fn of_part(ast: &Ast<'_>, field: &Field<'_>) -> Option<String> {
    let (name, owner) = (field.name(), &ast.input.ident);
    if is_data(field.original) || field.domain().is_some() || field.attrs.alphabet.is_some() {
        return Some(format!(
            "`{name}` is data, and only a part that is a structure has a context: remove `give`"
        ));
    }
    let is_own = field.leaves.single().is_some_and(|leaf| leaf_types::is_own(leaf, owner));
    (ast.attrs.context.is_none() && is_own).then(|| {
        format!(
            "`{name}` is given a context, and a `{owner}` has none: write `{}` above `{owner}`",
            Key::Context.attribute()
        )
    })
}

/// A field whose values a closure says.
fn of_data(field: &Field<'_>, errors: &mut Errors) {
    let Some(domain) = field.domain() else { return };
    if let Some(around) = &field.attrs.around {
        let message =
            "what is placed around an argument has one range everywhere: write it without a closure";
        errors.at(&around.key, message);
    } else if field.attrs.with.is_some() || holds_others(field.original) {
        let message = format!(
            "a closure says which values a single one has, and `{}` holds its values in it: say the same for all, without \
             a closure, or make them fields of a type of yours",
            type_text(field.original)
        );
        errors.at(&domain.expr, message);
    }
}

/// The parameters of a closure of the field with this number: the context, if the type has one, then fields to its left.
fn parameters(
    ast: &Ast<'_>,
    constructor: &Constructor<'_>,
    number: usize,
    closure: &RuleClosure,
    errors: &mut Errors,
) {
    let owner = &ast.input.ident;
    let field_of = |name: &Ident| {
        let is_named = |field: &Field<'_>| is_parameter_of(name, &field.name());
        constructor.fields.iter().position(is_named)
    };
    let has_context = ast.attrs.context.is_some();
    for (place, input) in closure.inputs.iter().enumerate() {
        let Some(name) = &input.name else {
            if !(has_context && place == 0) {
                errors.at(&input.pattern, "this is a field to the left, by its name: name one, or remove it");
            }
            continue;
        };
        let found = field_of(name);
        if has_context && place == 0 {
            if found.is_some() {
                let message = format!(
                    "the first parameter is the context of the `{owner}`, and `{name}` is a field: give the context another \
                     name, as in `|context, {name}|`, or write `|_, {name}|`"
                );
                errors.at(name, message);
            }
            continue;
        }
        let message = match found {
            Some(found) if found == number => {
                format!("`{name}` is this field: a closure reads the fields to its left")
            }
            Some(found) if found > number => {
                format!(
                    "`{name}` stands to the right: a closure reads the fields to its left, so let `{name}` come first"
                )
            }
            Some(found) if constructor.fields[found].attrs.skipped() => {
                format!("`{name}` is no part of the structure: remove it")
            }
            Some(_) => {
                let is_twice = closure.inputs[..place].iter().any(|other| other.name.as_ref() == Some(name));
                if !is_twice {
                    continue;
                }
                format!("`{name}` is given twice: keep one of them")
            }
            None => unknown_field(ast, constructor, number, place, name),
        };
        errors.at(name, message);
    }
}

/// The message for a name that is no field's.
fn unknown_field(
    ast: &Ast<'_>,
    constructor: &Constructor<'_>,
    number: usize,
    place: usize,
    name: &Ident,
) -> String {
    let left = constructor.fields[..number].iter().filter(|field| !field.attrs.skipped());
    let left: Vec<String> = left.map(|field| parameter_name(&field.name())).collect();
    let (owner, is_first) = (&ast.input.ident, place == 0);
    let no_context = if is_first && ast.attrs.context.is_none() {
        format!("; if it is to be a context, `{owner}` needs `{}`", Key::Context.attribute())
    } else {
        String::new()
    };
    match &left[..] {
        [] => format!("there is no field to the left of `{}`{no_context}", constructor.fields[number].name()),
        left => {
            let left: Vec<&str> = left.iter().map(String::as_str).collect();
            unknown("field to the left", &name.unraw().to_string(), &left) + &no_context
        }
    }
}
