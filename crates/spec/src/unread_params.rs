//! Finds parameters that no expression of a spec reads, as a bound that was meant to read one may read `n` instead.

use std::collections::BTreeSet;

use super::SpecError;
use super::cel::ast::{Ast, Node};
use super::raw_spec::RawSpec;
use super::resolved_spec::Table;
use super::source_text::SpecText;

/// A message at each parameter that nothing reads.
pub(crate) fn unread_params(source: &SpecText, raw: &RawSpec, table: &Table) -> Vec<SpecError> {
    let mut names = BTreeSet::new();
    expressions(table, &mut |ast| add_names(ast, &mut names));
    let unread = raw.params.0.iter().filter(|(name, _)| !names.contains(name.value.as_str()));
    unread
        .map(|(name, _)| source.error(name.span, format!("nothing reads the parameter `{}`", name.value)))
        .collect()
}

/// Visits the expressions of a spec.
fn expressions<'a>(table: &'a Table, visit: &mut dyn FnMut(&'a Ast)) {
    table.params.iter().for_each(|param| visit(&param.default));
    for ty in &table.types {
        for ctor in &ty.ctors {
            let domains = ctor.fields.iter().filter_map(|field| field.kind.domain_expressions());
            domains.flat_map(|(_, asts)| asts).for_each(&mut *visit);
            ctor.gives.iter().for_each(|give| visit(&give.ast));
        }
        ty.attributes.iter().flat_map(|attribute| attribute.bodies.iter().flatten()).for_each(&mut *visit);
        ty.conditions.iter().flatten().for_each(|condition| visit(&condition.ast));
    }
    table.root_ok.iter().for_each(|condition| visit(&condition.ast));
    table.root_context.iter().for_each(visit);
}

/// The names that stand for themselves, not behind a dot.
fn add_names<'a>(ast: &'a Ast, names: &mut BTreeSet<&'a str>) {
    if let Node::Path(path) = &ast.node {
        names.extend(path.first().map(|name| name.name.as_str()));
    }
    ast.node.parts(&mut |part| add_names(part, names));
}
