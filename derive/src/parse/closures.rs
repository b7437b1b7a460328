//! [`RuleClosure`]: a closure in an attribute, whose parameters are the context of the whole and fields to the left, by name.
//!
//! `check/context_rules.rs` finds what the names mean; `generate/rule_code.rs` writes them with their types.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::{Expr, ExprClosure, ExprPath, Pat, Type};

use crate::errors::at;
use crate::parse::checked_arithmetic::strip;
use crate::parse::keys::{Key, unfit_text};

/// A closure. What it says of its result is left out, as that is known.
pub(crate) struct RuleClosure {
    pub(crate) inputs: Vec<Input>,
    pub(crate) body: Expr,
}

/// A parameter.
pub(crate) struct Input {
    /// The name; of `_`, none.
    pub(crate) name: Option<Ident>,
    pub(crate) pattern: Pat,
    /// The type, if it is said.
    pub(crate) ty: Option<Type>,
}

/// What computes a context.
pub(crate) enum RuleFunction {
    Closure(RuleClosure),
    Path(ExprPath),
}

impl RuleClosure {
    pub(crate) fn new(closure: &ExprClosure) -> syn::Result<Self> {
        let inputs = closure.inputs.iter().map(Input::new).collect::<syn::Result<_>>()?;
        if let Some(keyword) = &closure.asyncness {
            return Err(at(keyword, "a rule is a plain closure: remove `async`"));
        }
        Ok(Self { inputs, body: (*closure.body).clone() })
    }

    /// The names that it binds.
    pub(crate) fn names(&self) -> Vec<Ident> {
        self.inputs.iter().filter_map(|input| input.name.clone()).collect()
    }
}

impl Input {
    fn new(pattern: &Pat) -> syn::Result<Self> {
        let wrong =
            || at(pattern, "a parameter of a rule is a name: of the context, then of fields to the left");
        match pattern {
            Pat::Type(typed) => {
                let input = Self::new(&typed.pat)?;
                Ok(Self { ty: Some((*typed.ty).clone()), ..input })
            }
            Pat::Wild(_) => Ok(Self { name: None, pattern: pattern.clone(), ty: None }),
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                Ok(Self { name: Some(name.ident.clone()), pattern: pattern.clone(), ty: None })
            }
            _ => Err(wrong()),
        }
    }
}

/// A closure, or the path of a function.
pub(crate) fn function(key: Key, value: &Expr) -> syn::Result<RuleFunction> {
    match strip(value) {
        Expr::Closure(closure) => Ok(RuleFunction::Closure(RuleClosure::new(closure)?)),
        Expr::Path(path) => Ok(RuleFunction::Path(path.clone())),
        _ => Err(at(value, unfit_text(key, "a closure or a function's path"))),
    }
}

/// The name by which closures know a field: its own; of one without a name, its number after `_`.
pub(crate) fn parameter_name(field: &str) -> String {
    if field.starts_with(|first: char| first.is_ascii_digit()) {
        format!("_{field}")
    } else {
        field.to_owned()
    }
}

/// Whether a parameter names the field of this name.
pub(crate) fn is_parameter_of(parameter: &Ident, field: &str) -> bool {
    parameter.unraw() == parameter_name(field)
}
