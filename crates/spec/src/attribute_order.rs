//! Orders the attributes of one layer that read each other by their bare names. Refuses circles, and expressions that would be
//! too high or too large with all attributes inlined.
//!
//! Reading an attribute of the same layer evaluates its expression on the spot; so this bounds the stack and the
//! work that evaluating an attribute takes.

use super::SpecError;
use super::cel::ast::{Ast, Node};
use super::resolved_spec::{Table, TypeDef};
use super::source_text::SpecText;
use super::spec_limits::{MAX_ATTRIBUTE_DEPTH, MAX_ATTRIBUTE_PARTS};

/// The cost of evaluating an expression.
#[derive(Debug, Clone, Copy)]
struct Cost {
    height: usize,
    size: usize,
}

/// Checks all attributes.
pub(crate) fn check(source: &SpecText, table: &Table) -> Result<(), SpecError> {
    for def in &table.types {
        for ctor in 0..def.ctors.len() {
            let mut layer = CtorAttributes { source, def, ctor, costs: vec![None; def.attributes.len()] };
            (0..def.attributes.len()).try_for_each(|attribute| layer.visit(attribute))?;
        }
    }
    Ok(())
}

/// The attributes of one constructor.
struct CtorAttributes<'a> {
    source: &'a SpecText,
    def: &'a TypeDef,
    ctor: usize,
    /// The costs of the attributes processed so far.
    costs: Vec<Option<Cost>>,
}

impl CtorAttributes<'_> {
    /// Finds the cost of an attribute after those it reads: depth first, without recursion.
    fn visit(&mut self, attribute: usize) -> Result<(), SpecError> {
        let mut path = vec![(attribute, self.reads(attribute))];
        while let Some((last, open)) = path.last_mut() {
            let last = *last;
            if self.costs[last].is_some() {
                path.pop();
            } else if let Some(next) = open.pop() {
                if let Some(from) = path.iter().position(|(seen, _)| *seen == next) {
                    let circle: Vec<usize> = path[from..].iter().map(|(seen, _)| *seen).collect();
                    return Err(self.circle(&circle));
                }
                path.push((next, self.reads(next)));
            } else {
                self.costs[last] = Some(self.settle(last)?);
                path.pop();
            }
        }
        Ok(())
    }

    /// The own attributes that an attribute reads, the first last.
    fn reads(&self, attribute: usize) -> Vec<usize> {
        let mut found = Vec::new();
        if let Some(body) = &self.def.attributes[attribute].bodies[self.ctor] {
            self.names(body, &mut found);
        }
        found.reverse();
        found
    }

    fn names(&self, ast: &Ast, found: &mut Vec<usize>) {
        found.extend(self.own(ast));
        ast.node.parts(&mut |part| self.names(part, found));
    }

    fn own(&self, ast: &Ast) -> Option<usize> {
        match &ast.node {
            Node::Path(path) if path.len() == 1 => self.def.attribute(&path[0].name),
            _ => None,
        }
    }

    fn settle(&self, attribute: usize) -> Result<Cost, SpecError> {
        let def = &self.def.attributes[attribute];
        let Some(body) = &def.bodies[self.ctor] else { return Ok(Cost { height: 1, size: 1 }) };
        let cost = self.cost(body);
        let ctor = &self.def.ctors[self.ctor].name;
        if cost.height > MAX_ATTRIBUTE_DEPTH {
            let message = format!(
                "the attribute `{}` of `{ctor}` is nested more than {MAX_ATTRIBUTE_DEPTH} levels deep, with the \
                 attributes that it reads",
                def.name
            );
            return Err(self.source.error(body.span, message));
        }
        if cost.size > MAX_ATTRIBUTE_PARTS {
            let message = format!(
                "the attribute `{}` of `{ctor}` takes more than {MAX_ATTRIBUTE_PARTS} operations, with the \
                 attributes that it reads",
                def.name
            );
            return Err(self.source.error(body.span, message));
        }
        Ok(cost)
    }

    fn cost(&self, ast: &Ast) -> Cost {
        let mut below = match self.own(ast).and_then(|own| self.costs[own]) {
            Some(cost) => cost,
            None => Cost { height: 0, size: 0 },
        };
        ast.node.parts(&mut |part| {
            let part = self.cost(part);
            below.height = below.height.max(part.height);
            below.size = below.size.saturating_add(part.size);
        });
        Cost { height: below.height + 1, size: below.size.saturating_add(1) }
    }

    fn circle(&self, attributes: &[usize]) -> SpecError {
        let all = attributes.iter().chain(attributes.first()).map(|at| &self.def.attributes[*at]);
        let names: Vec<String> = all.map(|attribute| format!("`{}`", attribute.name)).collect();
        let message = format!(
            "the attribute {} of `{}` is defined by itself: {}",
            names[0],
            self.def.ctors[self.ctor].name,
            names.join(" -> ")
        );
        let span = attributes.first().map(|at| self.def.attributes[*at].span);
        self.source.error(span, message).help("ask a substructure for it, as in `left.height`")
    }
}
