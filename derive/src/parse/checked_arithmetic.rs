//! Rewrites the arithmetic in a domain's expressions to checked operations, so that an overflow is reported.
//!
//! A lower-case name is a parameter of the scope, and everything else is what Rust says it is: constants,
//! functions, methods and paths. The operators, and the methods of [`CHECKED`], become calls of the trait
//! `Arithmetic` of `dpgen::__private`, whose faults a `?` hands on; a cast is compared with what was cast.
//! So the code of a [`Number`] belongs into a closure that returns a `Result`.
//!
//! A number is an `Integer`, which holds every integer of any type, and so is every part of its arithmetic: a literal, a parameter, or
//! a constant of `u8`, say, is converted where it stands. What is cast, or given to a function, is left as it is.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    BinOp, Expr, ExprBinary, ExprCall, ExprCast, ExprLit, ExprMethodCall, ExprPath, ExprUnary, Lit, UnOp,
};

use crate::errors::at;

/// The methods of integers that can leave their type, which `Arithmetic` has too.
const CHECKED: [&str; 4] = ["pow", "abs", "div_euclid", "rem_euclid"];

/// The methods of which both sides have one type.
const OF_TWO: [&str; 4] = ["div_euclid", "rem_euclid", "min", "max"];

/// The form of the code of an expression.
#[derive(Clone, Copy, PartialEq)]
enum Want {
    /// An `Integer`.
    Number,
    /// Of the type that it has in Rust.
    AsIs,
}

/// The parameters that a domain mentions, each once.
#[derive(Default)]
pub(crate) struct Params {
    pub(crate) names: Vec<Ident>,
    /// The names that a closure around the domain binds: they are no parameters.
    bound: Vec<Ident>,
}

impl Params {
    /// None so far, within a closure that binds these names.
    pub(crate) fn within(bound: Vec<Ident>) -> Self {
        Self { names: Vec::new(), bound }
    }

    /// Whether a closure binds a name.
    fn binds(&self, name: &Ident) -> bool {
        self.bound.iter().any(|bound| bound.unraw() == name.unraw())
    }

    /// Whether a closure binds a name among these tokens.
    fn bind_in(&self, tokens: &TokenStream) -> bool {
        tokens.clone().into_iter().any(|token| match token {
            TokenTree::Ident(name) => self.binds(&name),
            TokenTree::Group(group) => self.bind_in(&group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }

    /// The local variable for a parameter: by its name, whichever macro wrote that.
    fn local(&mut self, name: &Ident) -> Ident {
        let known = self.names.iter().position(|known| known.unraw() == name.unraw());
        let number = known.unwrap_or_else(|| {
            self.names.push(name.clone());
            self.names.len() - 1
        });
        format_ident!("param{number}", span = Span::mixed_site())
    }

    /// The local variables of all parameters, in order.
    pub(crate) fn locals(&self) -> Vec<Ident> {
        (0..self.names.len())
            .map(|number| format_ident!("param{number}", span = Span::mixed_site()))
            .collect()
    }
}

/// An integer of a domain.
pub(crate) struct Number {
    /// As it was written.
    pub(crate) text: String,
    /// The code for it, once the parameters have values.
    pub(crate) code: TokenStream,
}

impl Number {
    /// Checks that an expression is arithmetic on integers, and gathers the parameters it mentions.
    pub(crate) fn new(expr: &Expr, params: &mut Params) -> syn::Result<Self> {
        Ok(Self { text: strip(expr).to_token_stream().to_string(), code: code(expr, Want::Number, params)? })
    }
}

impl Number {
    /// A range or list that an expression gives; what is no arithmetic in it is left as it is.
    pub(crate) fn given(expr: &Expr, params: &mut Params) -> Self {
        let expr = strip(expr);
        let known = code(expr, Want::AsIs, params).unwrap_or_else(|_| expr.to_token_stream());
        Self { text: expr.to_token_stream().to_string(), code: known }
    }
}

/// An expression without the parentheses around it, visible or not.
pub(crate) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => strip(&paren.expr),
        Expr::Group(group) => strip(&group.expr),
        _ => expr,
    }
}

fn code(expr: &Expr, want: Want, params: &mut Params) -> syn::Result<TokenStream> {
    match strip(expr) {
        Expr::Lit(literal) => {
            let open = number(literal)?;
            Ok(wanted(if open { typed(literal, want) } else { literal.to_token_stream() }, want, expr))
        }
        Expr::Path(path) => parameter(path, want, params),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => negation(unary, want, params),
        Expr::Cast(cast) => Ok(wanted(conversion(cast, params)?, want, expr)),
        Expr::Field(field) => {
            let (base, member) = (code(&field.base, Want::AsIs, params)?, &field.member);
            Ok(wanted(quote!(#base.#member), want, expr))
        }
        Expr::Binary(binary) => operation(binary, want, params),
        Expr::Call(call) if matches!(strip(&call.func), Expr::Path(_)) => {
            Ok(wanted(function(call, params)?, want, expr))
        }
        Expr::MethodCall(call) => method(call, want, params),
        other => Err(at(
            other,
            "expected arithmetic on integers, constants and parameters of the scope, as in `2 * n`",
        )),
    }
}

/// A literal whose type is open; that of a number gets the widest one that holds it.
fn typed(literal: &ExprLit, want: Want) -> TokenStream {
    let Lit::Int(int) = &literal.lit else { return literal.to_token_stream() };
    if want == Want::AsIs {
        return literal.to_token_stream();
    }
    let is_unsigned = int.base10_parse::<u128>().is_ok_and(|value| value > i128::MIN.unsigned_abs());
    let suffix = if is_unsigned { "u128" } else { "i128" };
    let mut typed: Literal = match format!("{}_{suffix}", int.token()).parse() {
        Ok(typed) => typed,
        Err(_) => return literal.to_token_stream(),
    };
    typed.set_span(int.span());
    typed.into_token_stream()
}

/// An integer of any type, as it is wanted.
fn wanted(code: TokenStream, want: Want, shown_on: &Expr) -> TokenStream {
    match want {
        Want::Number => {
            let site = Span::mixed_site().located_at(shown_on.span());
            quote_spanned!(site=> _dpgen::__private::ToInteger::to_integer(#code))
        }
        Want::AsIs => code,
    }
}

/// A call of `Arithmetic`, whose mistakes in types the compiler shows on the user's token.
fn checked(name: &str, shown_on: Span, arguments: &[TokenStream]) -> TokenStream {
    let site = Span::mixed_site().located_at(shown_on);
    let name = Ident::new(name, site);
    quote_spanned!(site=> _dpgen::__private::Arithmetic::#name(#(#arguments),*)?)
}

fn negation(unary: &ExprUnary, want: Want, params: &mut Params) -> syn::Result<TokenStream> {
    // The least integer is its literal's negation, and the literal alone is too large.
    if let Expr::Lit(literal) = strip(&unary.expr) {
        let (open, op) = (number(literal)?, unary.op);
        let literal = if open { typed(literal, want) } else { literal.to_token_stream() };
        return Ok(wanted(quote!((#op #literal)), want, &unary.expr));
    }
    let inner = code(&unary.expr, want, params)?;
    Ok(checked("neg", unary.op.span(), &[inner]))
}

fn operation(binary: &ExprBinary, want: Want, params: &mut Params) -> syn::Result<TokenStream> {
    let (left, op, right) =
        (code(&binary.left, want, params)?, binary.op, code(&binary.right, want, params)?);
    // What a closure binds has operators of its own, such as those of `Int`.
    if want == Want::AsIs && params.bind_in(&binary.to_token_stream()) {
        return Ok(quote!((#left #op #right)));
    }
    let name = match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::Shl(_) => "shl",
        BinOp::Shr(_) => "shr",
        _ => return Ok(quote!((#left #op #right))),
    };
    Ok(checked(name, op.span(), &[left, right]))
}

fn conversion(cast: &ExprCast, params: &mut Params) -> syn::Result<TokenStream> {
    let (inner, keyword, ty) = (code(&cast.expr, Want::AsIs, params)?, cast.as_token, &cast.ty);
    // A literal takes the type that it is cast to.
    if is_literal(&cast.expr) {
        return Ok(quote!((#inner #keyword #ty)));
    }
    let site = Span::mixed_site();
    Ok(quote_spanned! {site=> {
        use _dpgen::__private::{IntegerOfNone as _, IntegerOfSome as _};
        let before = #inner;
        let integer = (&_dpgen::__private::CastOperand(&before)).integer();
        let after = before #keyword #ty;
        _dpgen::__private::check_cast(integer, (&_dpgen::__private::CastOperand(&after)).integer())?;
        after
    }})
}

/// Whether an expression consists of literals, whose type is open.
fn is_literal(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_literal(&unary.expr),
        Expr::Binary(binary) => is_literal(&binary.left) && is_literal(&binary.right),
        _ => false,
    }
}

fn function(call: &ExprCall, params: &mut Params) -> syn::Result<TokenStream> {
    let func = strip(&call.func);
    let arguments = call.args.iter().map(|arg| code(arg, Want::AsIs, params));
    let arguments = arguments.collect::<syn::Result<Vec<_>>>()?;
    Ok(quote!(#func(#(#arguments),*)))
}

fn method(call: &ExprMethodCall, want: Want, params: &mut Params) -> syn::Result<TokenStream> {
    let (name, turbofish) = (&call.method, &call.turbofish);
    let text = name.to_string();
    let known = |names: &[&str]| turbofish.is_none() && names.contains(&text.as_str());
    let of_two = known(&OF_TWO) && call.args.len() == 1;
    let of_receiver = if of_two || known(&CHECKED) { want } else { Want::AsIs };
    let receiver = code(&call.receiver, of_receiver, params)?;
    // A part is asked for attributes, which are functions.
    let asks_part = matches!(strip(&call.receiver), Expr::Path(path) if path.path.get_ident().is_some_and(|name| params.binds(name)));
    if asks_part && !known(&CHECKED) && !of_two {
        let (arguments, dot) = (&call.args, call.dot_token);
        return Ok(wanted(quote!(#receiver #dot #name #turbofish(#arguments)), want, &call_of(name)));
    }
    let of_arguments = if of_two { want } else { Want::AsIs };
    let arguments = call.args.iter().map(|arg| code(arg, of_arguments, params));
    let arguments = arguments.collect::<syn::Result<Vec<_>>>()?;
    if known(&CHECKED) {
        let all: Vec<TokenStream> = std::iter::once(receiver).chain(arguments).collect();
        return Ok(checked(&text, name.span(), &all));
    }
    if of_two && want == Want::Number {
        return Ok(quote!(::core::cmp::Ord::#name(#receiver, #(#arguments),*)));
    }
    let call = quote!(#receiver.#name #turbofish(#(#arguments),*));
    // Its type is the one that is asked for.
    if text == "into" { Ok(call) } else { Ok(wanted(call, want, &call_of(name))) }
}

/// An expression that stands where a name does.
fn call_of(name: &Ident) -> Expr {
    Expr::Path(ExprPath { attrs: Vec::new(), qself: None, path: name.clone().into() })
}

/// Checks that a literal is an integer; says whether its type is open.
fn number(literal: &ExprLit) -> syn::Result<bool> {
    match &literal.lit {
        Lit::Int(int) => Ok(int.suffix().is_empty()),
        Lit::Byte(_) => Ok(false),
        Lit::Float(_) => {
            Err(at(literal, "an integer is expected here: floats are listed, as in `values = [0.5, 1.0]`"))
        }
        _ => Err(at(
            literal,
            "expected an integer; strings and characters are listed, as in `values = ['a', 'b']`",
        )),
    }
}

fn parameter(path: &ExprPath, want: Want, params: &mut Params) -> syn::Result<TokenStream> {
    let name = path.path.get_ident().filter(|_| path.qself.is_none());
    let constant = || wanted(path.to_token_stream(), want, &Expr::Path(path.clone()));
    let Some(name) = name else { return Ok(constant()) };
    if name == "self" || name == "super" || name == "crate" {
        return Err(at(name, format!("there is no `{name}` here: a domain depends on the scope alone")));
    }
    if params.binds(name) {
        return Ok(constant());
    }
    let lower = name.unraw().to_string().trim_start_matches('_').starts_with(char::is_lowercase);
    Ok(if lower {
        wanted(params.local(name).to_token_stream(), want, &Expr::Path(path.clone()))
    } else {
        constant()
    })
}
