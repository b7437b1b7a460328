//! The arithmetic in a domain's expressions, rewritten so that whatever leaves its type is noticed.
//!
//! A lower-case name is a parameter of the scope, and everything else is what Rust says it is: constants,
//! functions, methods and paths. The operators, and the methods of [`CHECKED`], become calls of the trait
//! `Arithmetic` of `dpgen::__private`, whose faults a `?` hands on; a cast is compared with what was cast.
//! So the code of a [`Number`] belongs into a closure that returns a `Result`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    BinOp, Expr, ExprBinary, ExprCall, ExprCast, ExprLit, ExprMethodCall, ExprPath, ExprUnary, Lit, UnOp,
};

use crate::message::at;

/// The methods of integers that can leave their type, which `Arithmetic` has too.
const CHECKED: [&str; 4] = ["pow", "abs", "div_euclid", "rem_euclid"];

/// The parameters that a domain mentions, each once.
#[derive(Default)]
pub(crate) struct Params(pub(crate) Vec<Ident>);

impl Params {
    /// The local variable for a parameter: by its name, whichever macro wrote that.
    fn local(&mut self, name: &Ident) -> Ident {
        let known = self.0.iter().position(|known| known.unraw() == name.unraw());
        let number = known.unwrap_or_else(|| {
            self.0.push(name.clone());
            self.0.len() - 1
        });
        format_ident!("param{number}", span = Span::mixed_site())
    }

    /// The local variables of all parameters, in order.
    pub(crate) fn locals(&self) -> Vec<Ident> {
        (0..self.0.len()).map(|number| format_ident!("param{number}", span = Span::mixed_site())).collect()
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
        Ok(Self { text: strip(expr).to_token_stream().to_string(), code: code(expr, params)? })
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

fn code(expr: &Expr, params: &mut Params) -> syn::Result<TokenStream> {
    match strip(expr) {
        Expr::Lit(literal) => number(literal).map(|()| literal.to_token_stream()),
        Expr::Path(path) => parameter(path, params),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => negation(unary, params),
        Expr::Cast(cast) => conversion(cast, params),
        Expr::Field(field) => {
            let (base, member) = (code(&field.base, params)?, &field.member);
            Ok(quote!(#base.#member))
        }
        Expr::Binary(binary) => operation(binary, params),
        Expr::Call(call) if matches!(strip(&call.func), Expr::Path(_)) => function(call, params),
        Expr::MethodCall(call) => method(call, params),
        other => Err(at(
            other,
            "expected arithmetic on integers, constants and parameters of the scope, as in `2 * n`",
        )),
    }
}

/// A call of `Arithmetic`, whose mistakes in types the compiler shows on the user's token.
fn checked(name: &str, shown_on: Span, arguments: &[TokenStream]) -> TokenStream {
    let site = Span::mixed_site().located_at(shown_on);
    let name = Ident::new(name, site);
    quote_spanned!(site=> _dpgen::__private::Arithmetic::#name(#(#arguments),*)?)
}

fn negation(unary: &ExprUnary, params: &mut Params) -> syn::Result<TokenStream> {
    let inner = code(&unary.expr, params)?;
    // The least integer is its literal's negation, and the literal alone is too large.
    if matches!(strip(&unary.expr), Expr::Lit(_)) {
        let op = unary.op;
        return Ok(quote!((#op #inner)));
    }
    Ok(checked("neg", unary.op.span(), &[inner]))
}

fn operation(binary: &ExprBinary, params: &mut Params) -> syn::Result<TokenStream> {
    let (left, op, right) = (code(&binary.left, params)?, binary.op, code(&binary.right, params)?);
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
    let (inner, keyword, ty) = (code(&cast.expr, params)?, cast.as_token, &cast.ty);
    // A literal takes the type that it is cast to.
    if is_literal(&cast.expr) {
        return Ok(quote!((#inner #keyword #ty)));
    }
    let site = Span::mixed_site();
    Ok(quote_spanned! {site=> {
        use _dpgen::__private::{IntegerOfNone as _, IntegerOfSome as _};
        let before = #inner;
        let integer = (&_dpgen::__private::Probe(&before)).integer();
        let after = before #keyword #ty;
        _dpgen::__private::same(integer, (&_dpgen::__private::Probe(&after)).integer())?;
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
    let arguments = call.args.iter().map(|arg| code(arg, params)).collect::<syn::Result<Vec<_>>>()?;
    Ok(quote!(#func(#(#arguments),*)))
}

fn method(call: &ExprMethodCall, params: &mut Params) -> syn::Result<TokenStream> {
    let receiver = code(&call.receiver, params)?;
    let arguments = call.args.iter().map(|arg| code(arg, params)).collect::<syn::Result<Vec<_>>>()?;
    let (name, turbofish) = (&call.method, &call.turbofish);
    let text = name.to_string();
    if turbofish.is_none() && CHECKED.contains(&text.as_str()) {
        let all: Vec<TokenStream> = std::iter::once(receiver).chain(arguments).collect();
        return Ok(checked(&text, name.span(), &all));
    }
    Ok(quote!(#receiver.#name #turbofish(#(#arguments),*)))
}

fn number(literal: &ExprLit) -> syn::Result<()> {
    match &literal.lit {
        Lit::Int(int) if matches!(int.suffix(), "" | "i64") => Ok(()),
        Lit::Int(int) => Err(at(
            int,
            format!("domains are made of `i64`: write `{}`, without the suffix", int.base10_digits()),
        )),
        Lit::Float(_) => {
            Err(at(literal, "a float has no finite domain: use integers, and scale them where they are read"))
        }
        _ => Err(at(
            literal,
            "expected an integer; strings and characters are listed, as in `values = ['a', 'b']`",
        )),
    }
}

fn parameter(path: &ExprPath, params: &mut Params) -> syn::Result<TokenStream> {
    let name = path.path.get_ident().filter(|_| path.qself.is_none());
    let Some(name) = name else { return Ok(path.to_token_stream()) };
    if name == "self" || name == "super" || name == "crate" {
        return Err(at(name, format!("there is no `{name}` here: a domain depends on the scope alone")));
    }
    let lower = name.unraw().to_string().trim_start_matches('_').starts_with(char::is_lowercase);
    Ok(if lower { params.local(name).to_token_stream() } else { path.to_token_stream() })
}
