//! Going over a function's body: each branch gets a number, and a note where it is decided.
//!
//! Invariant: what a note is added to has the value and the type that it had; a branch comes after the one in which it lies.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprIf, ExprWhile, Ident, Pat, PatGuard, Stmt, parse_quote};

/// A branch of the function.
pub(crate) struct Found {
    /// Where it is.
    pub(crate) span: Span,
    /// The kind of the branch.
    pub(crate) kind: &'static str,
    /// The names of its outcomes.
    pub(crate) outcomes: Vec<String>,
    /// The branch in which it lies, with the outcome that leads to it.
    pub(crate) parent: Option<(u16, u16)>,
}

/// Adds notes to a body, which go by the table of this name: the branches.
pub(crate) fn instrument(body: &mut Block, table: &Ident) -> Vec<Found> {
    let mut instrument = Instrument { table, found: Vec::new(), parent: None };
    instrument.visit_block_mut(body);
    instrument.found
}

struct Instrument<'a> {
    table: &'a Ident,
    found: Vec<Found>,
    parent: Option<(u16, u16)>,
}

/// Whether a condition binds something.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            binds(&binary.left) || binds(&binary.right)
        }
        _ => false,
    }
}

/// A block that notes something and then is the expression.
fn after_note(note: Stmt, expr: &mut Expr) -> Expr {
    match expr {
        Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
            block.block.stmts.insert(0, note);
            expr.clone()
        }
        _ => parse_quote!({ #note #expr }),
    }
}

impl Instrument<'_> {
    /// The number of a new branch.
    fn branch(&mut self, span: Span, kind: &'static str, outcomes: &[&str]) -> u16 {
        let number = u16::try_from(self.found.len()).unwrap_or(u16::MAX);
        let outcomes = outcomes.iter().map(|outcome| (*outcome).to_owned()).collect();
        self.found.push(Found { span, kind, outcomes, parent: self.parent });
        number
    }

    /// The code that notes an outcome.
    fn note(&self, branch: u16, outcome: u16) -> Stmt {
        let (table, branch, outcome) = (self.table, usize::from(branch), u32::from(outcome));
        parse_quote!(::dpgen::explore::__private::note(&#table[#branch], #outcome);)
    }

    /// A condition that is noted where it is decided.
    fn noted(&self, branch: u16, condition: &Expr) -> Expr {
        let (table, branch) = (self.table, usize::from(branch));
        parse_quote!(::dpgen::explore::__private::condition(&#table[#branch], #condition))
    }

    /// Goes over what an outcome leads to.
    fn within(&mut self, branch: u16, outcome: u16, visit: impl FnOnce(&mut Self)) {
        let outer = self.parent.replace((branch, outcome));
        visit(self);
        self.parent = outer;
    }

    fn visit_if(&mut self, expr: &mut ExprIf) {
        let branch = self.branch(expr.if_token.span, "if", &["false", "true"]);
        self.visit_expr_mut(&mut expr.cond);
        self.within(branch, 1, |this| this.visit_block_mut(&mut expr.then_branch));
        expr.then_branch.stmts.insert(0, self.note(branch, 1));
        let not = self.note(branch, 0);
        let otherwise: Expr = match &mut expr.else_branch {
            Some((_, otherwise)) => {
                self.within(branch, 0, |this| this.visit_expr_mut(otherwise));
                after_note(not, otherwise)
            }
            None => parse_quote!({ #not }),
        };
        expr.else_branch = Some((Default::default(), Box::new(otherwise)));
    }

    /// A `while` with `let` becomes a loop, as its condition can not be passed through.
    fn visit_while(&mut self, expr: &mut ExprWhile) -> Option<Expr> {
        let branch = self.branch(expr.while_token.span, "while", &["false", "true"]);
        self.visit_expr_mut(&mut expr.cond);
        self.within(branch, 1, |this| this.visit_block_mut(&mut expr.body));
        if !binds(&expr.cond) {
            *expr.cond = self.noted(branch, &expr.cond);
            return None;
        }
        let (yes, not) = (self.note(branch, 1), self.note(branch, 0));
        let ExprWhile { attrs, label, cond, body, .. } = expr;
        let statements = &body.stmts;
        Some(parse_quote!(#(#attrs)* #label loop { if #cond { #yes #(#statements)* } else { #not break; } }))
    }
}

impl VisitMut for Instrument<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::If(branch) => self.visit_if(branch),
            Expr::While(repeated) => {
                if let Some(repeated) = self.visit_while(repeated) {
                    *expr = repeated;
                }
            }
            Expr::Match(matched) if matched.arms.len() > 1 => {
                let names: Vec<String> =
                    matched.arms.iter().map(|arm| arm.pat.to_token_stream().to_string()).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let branch = self.branch(matched.match_token.span, "match", &names);
                self.visit_expr_mut(&mut matched.expr);
                for (outcome, arm) in (0..).zip(&mut matched.arms) {
                    if let Pat::Guard(PatGuard { guard, .. }) = &mut arm.pat {
                        let of_guard = self.branch(guard.span(), "if", &["false", "true"]);
                        self.visit_expr_mut(guard);
                        if !binds(guard) {
                            **guard = self.noted(of_guard, guard);
                        }
                    }
                    self.within(branch, outcome, |this| this.visit_expr_mut(&mut arm.body));
                    *arm.body = after_note(self.note(branch, outcome), &mut arm.body);
                    arm.comma.get_or_insert_with(Default::default);
                }
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                let is_and = matches!(binary.op, BinOp::And(_));
                if is_and && (binds(&binary.left) || binds(&binary.right)) {
                    return visit_mut::visit_expr_binary_mut(self, binary);
                }
                let kind = if is_and { "&&" } else { "||" };
                let branch = self.branch(binary.op.span(), kind, &["false", "true"]);
                self.visit_expr_mut(&mut binary.left);
                self.within(branch, u16::from(is_and), |this| this.visit_expr_mut(&mut binary.right));
                *binary.left = self.noted(branch, &binary.left);
            }
            Expr::Try(tried) => {
                let branch = self.branch(tried.question_token.span(), "?", &["leaves", "goes on"]);
                self.visit_expr_mut(&mut tried.expr);
                let (table, number, inner) = (self.table, usize::from(branch), &tried.expr);
                *tried.expr = parse_quote!(::dpgen::explore::__private::tried(&#table[#number], #inner));
            }
            // A length and a constant are worked out by the compiler.
            Expr::Repeat(repeat) => self.visit_expr_mut(&mut repeat.expr),
            Expr::Const(_) => {}
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let statements = std::mem::take(&mut block.stmts);
        for mut statement in statements {
            let mut after = None;
            if let Stmt::Local(local) = &mut statement
                && let Some(init) = &mut local.init
                && let Some((token, otherwise)) = &mut init.diverge
            {
                let branch = self.branch(token.span, "let else", &["leaves", "goes on"]);
                self.visit_expr_mut(&mut init.expr);
                self.within(branch, 0, |this| this.visit_expr_mut(otherwise));
                **otherwise = after_note(self.note(branch, 0), otherwise);
                after = Some(self.note(branch, 1));
            } else {
                self.visit_stmt_mut(&mut statement);
            }
            block.stmts.push(statement);
            block.stmts.extend(after);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use syn::{Block, Ident, parse_quote};

    use super::instrument;

    /// A branch: its kind, how many outcomes it has, and where it lies.
    type Shape = (&'static str, usize, Option<(u16, u16)>);

    fn kinds(mut body: Block) -> Vec<Shape> {
        let found = instrument(&mut body, &Ident::new("T", Span::call_site()));
        found.iter().map(|found| (found.kind, found.outcomes.len(), found.parent)).collect()
    }

    #[test]
    fn every_branch_has_its_place() {
        let body = parse_quote!({
            let Some(x) = f()? else { return 1 };
            while let Some(y) = g(x) && y > 0 || h() {
                match y { 0 => a, 1 if b => c, _ => d }
            }
            if p && q { r } else if s { t } else { u }
            fn nested() { if a {} }
            let array = [0; if N { 1 } else { 2 }];
            assert!(a && b);
        });
        assert_eq!(
            kinds(body),
            [
                ("let else", 2, None),
                ("?", 2, None),
                ("while", 2, None),
                ("||", 2, None),
                ("match", 3, Some((2, 1))),
                ("if", 2, Some((2, 1))),
                ("if", 2, None),
                ("&&", 2, None),
                ("if", 2, Some((6, 0))),
            ]
        );
    }

    #[test]
    fn a_body_without_branches_has_none() {
        assert_eq!(
            kinds(parse_quote!({
                match x {
                    y => y + 1,
                }
            })),
            []
        );
    }
}
