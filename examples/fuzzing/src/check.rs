//! Types of programs.

use super::language::Expr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Number,
    Truth,
}

/// Why a program has no type.
#[derive(Debug)]
pub enum Mistake {
    Unknown(#[expect(dead_code, reason = "for people")] String),
    Other(#[expect(dead_code, reason = "for people")] Type),
}

/// The type of an expression, below variables with types; the last one of a name counts.
pub fn type_of(expr: &Expr, known: &mut Vec<(String, Type)>) -> Result<Type, Mistake> {
    let mut expect = |expr: &Expr, wanted: Type| match type_of(expr, known)? {
        ty if ty == wanted => Ok(ty),
        other => Err(Mistake::Other(other)),
    };
    match expr {
        Expr::Number(_) => Ok(Type::Number),
        Expr::Truth(_) => Ok(Type::Truth),
        Expr::Variable(name) => {
            let found = known.iter().rev().find(|(known, _)| known == name);
            found.map(|(_, ty)| *ty).ok_or_else(|| Mistake::Unknown(name.clone()))
        }
        Expr::Add(left, right) => {
            expect(left, Type::Number)?;
            expect(right, Type::Number)
        }
        Expr::Less(left, right) => {
            expect(left, Type::Number)?;
            expect(right, Type::Number)?;
            Ok(Type::Truth)
        }
        Expr::If(test, yes, no) => {
            expect(test, Type::Truth)?;
            let ty = type_of(yes, known)?;
            match type_of(no, known)? {
                other if other == ty => Ok(ty),
                other => Err(Mistake::Other(other)),
            }
        }
        Expr::Let(name, value, body) => {
            let ty = type_of(value, known)?;
            known.push((name.clone(), ty));
            let body = type_of(body, known);
            known.pop();
            body
        }
    }
}
