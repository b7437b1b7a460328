//! What names stand for: slots of the layer at hand, attributes, parameters, and paths to substructures.
//!
//! A bare name is looked up in the constructor that the expression stands in; a name after a dot in the type
//! that the path leads to. Reading what a constructor does not have is an error here if that is certain, and
//! a panic that names both if it depends on the structure.

use std::sync::Arc;

use super::SpecError;
use super::ast::{Ast, Node};
use super::code::{Ask, Num, Place, Start, Step, Test};
use super::compile::{Compiler, Typed};
use super::program::{KIND, REP_OK};
use super::table::{FieldKind, Named, SIZE, Ty};
use super::text::Span;
use dpgen_forest::index::shown;

/// What a path of names leads to.
pub(super) enum Found {
    Part(Place, usize),
    Value(Typed),
}

fn missing(ty: Ty, message: Arc<str>) -> Typed {
    match ty {
        Ty::Bool => Typed::Test(Test::Missing(message)),
        _ => Typed::Num(Num::Missing(message), ty),
    }
}

impl Compiler<'_> {
    /// What a name or a path of names stands for.
    pub(super) fn find(&self, ast: &Ast) -> Result<Found, SpecError> {
        match &ast.node {
            Node::Name(name) => self.name(ast, name),
            Node::Select(operand, name, span) => {
                let whole = match &operand.node {
                    Node::Name(_) | Node::Select(..) => self.find(operand)?,
                    _ => return Err(self.error(operand.span, "only fields have fields and attributes")),
                };
                match whole {
                    Found::Part(place, ty) => self.select(ast, (place, ty), name, *span),
                    Found::Value(value) => {
                        let (operand, ty) = (self.quote(operand), self.table.show(value.ty()));
                        Err(self.error(*span, format!("`{operand}` is {ty} and has no `{name}`")))
                    }
                }
            }
            _ => Err(self.error(ast.span, "expected a name")),
        }
    }

    /// A bare name: a field or attribute of the layer at hand, or a parameter.
    fn name(&self, ast: &Ast, name: &str) -> Result<Found, SpecError> {
        let param = self.params.iter().find(|(known, _)| known == name);
        let param = param.map(|(_, value)| Found::Value(Typed::Num(Num::Const(*value), Ty::Int)));
        let params = self.params.iter().map(|(name, _)| name.as_str());
        let Some((ty, ctor)) = self.site.layer else {
            return param.ok_or_else(|| {
                let message = format!("unknown parameter `{name}` in {}", self.site.what);
                self.error(ast.span, message).suggest(name, params)
            });
        };
        let def = &self.table.types[ty];
        let ctor_def = &def.ctors[ctor];
        let undefined = |what: &str| -> Arc<str> {
            let read = self.read_as(ast);
            format!(
                "{what} `{name}` of type `{}` is not defined for constructor `{}` (read as {read})",
                def.name, ctor_def.name
            )
            .into()
        };
        match def.named(name) {
            Some(Named::Kind) => {
                Ok(Found::Value(Typed::Num(Num::Const(i64::from(shown(ctor))), Ty::Kind(ty))))
            }
            Some(Named::RepOk) => {
                Err(self.error(ast.span, "`rep_ok` can be asked of a field only").help("as in `left.rep_ok`"))
            }
            Some(Named::Attribute(index)) => {
                let attribute = &def.attributes[index];
                let found = attribute.ty.unwrap_or(Ty::Int);
                if attribute.bodies[ctor].is_some() {
                    return Ok(Found::Value(match found {
                        Ty::Bool => Typed::Test(Test::Own(shown(index))),
                        _ => Typed::Num(Num::Own(shown(index)), found),
                    }));
                }
                if self.site.any_ctor {
                    return Ok(Found::Value(missing(found, undefined("attribute"))));
                }
                let message = format!(
                    "attribute `{name}` of type `{}` is not defined for constructor `{}`",
                    def.name, ctor_def.name
                );
                Err(self
                    .error(ast.span, message)
                    .help(format!("give `{name}` an entry for `{}`", ctor_def.name)))
            }
            Some(Named::Field) => {
                let own = ctor_def.fields.iter().position(|field| field.name == name);
                let kind = match own {
                    Some(slot) => Some(&ctor_def.fields[slot].kind),
                    None if self.site.any_ctor => def.field(name).map(|field| &field.kind),
                    None => None,
                };
                match (kind, own) {
                    (Some(FieldKind::Node(part)), _) => {
                        let start = own.map_or_else(|| Start::Missing(undefined("field")), Start::Slot);
                        Ok(Found::Part(Place { start, steps: Vec::new() }, *part))
                    }
                    (Some(data), Some(slot)) => Ok(Found::Value(match data.data() {
                        Some(Ty::Bool) => Typed::Test(Test::Slot(slot)),
                        ty => Typed::Num(Num::Slot(slot), ty.unwrap_or(Ty::Int)),
                    })),
                    (Some(data), None) => {
                        Ok(Found::Value(missing(data.data().unwrap_or(Ty::Int), undefined("field"))))
                    }
                    (None, _) => {
                        let message = format!("constructor `{}` has no field `{name}`", ctor_def.name);
                        let known = ctor_def.fields.iter().map(|field| field.name.as_str());
                        Err(self.error(ast.span, message).suggest(name, known))
                    }
                }
            }
            None => param.ok_or_else(|| {
                let fields = ctor_def.fields.iter().map(|field| field.name.as_str());
                let attributes = def.attributes.iter().map(|attribute| attribute.name.as_str());
                let known: Vec<&str> = fields
                    .chain(attributes.filter(|name| *name != SIZE))
                    .chain(["kind"])
                    .chain(params)
                    .collect();
                self.error(ast.span, format!("unknown name `{name}`")).suggest(name, known)
            }),
        }
    }

    /// A name asked of a substructure.
    fn select(
        &self,
        ast: &Ast,
        part: (Place, usize),
        name: &str,
        span: Option<Span>,
    ) -> Result<Found, SpecError> {
        let (mut place, ty) = part;
        let def = &self.table.types[ty];
        let ask =
            |place, attribute| Box::new(Ask { place, ty: shown(ty), attribute, site: self.read_as(ast) });
        match def.named(name) {
            Some(Named::Kind) => Ok(Found::Value(Typed::Num(Num::Ask(ask(place, KIND)), Ty::Kind(ty)))),
            Some(Named::RepOk) if def.conditions.iter().all(Vec::is_empty) => {
                Ok(Found::Value(Typed::Test(Test::Const(true))))
            }
            Some(Named::RepOk) => Ok(Found::Value(Typed::Test(Test::Ask(ask(place, REP_OK))))),
            Some(Named::Attribute(index)) => {
                let ask = ask(place, shown(index));
                Ok(Found::Value(match def.attributes[index].ty.unwrap_or(Ty::Int) {
                    Ty::Bool => Typed::Test(Test::Ask(ask)),
                    ty => Typed::Num(Num::Ask(ask), ty),
                }))
            }
            Some(Named::Field) => {
                let kind = self.field_kind(ty, name, span)?;
                place.steps.push(Step {
                    slots: def.slots(name).into(),
                    what: format!("field `{name}` of type `{}`", def.name).into(),
                    site: self.read_as(ast),
                });
                Ok(match kind {
                    FieldKind::Node(part) => Found::Part(place, *part),
                    data => Found::Value(match data.data() {
                        Some(Ty::Bool) => Typed::Test(Test::Deep(Box::new(place))),
                        ty => Typed::Num(Num::Deep(Box::new(place)), ty.unwrap_or(Ty::Int)),
                    }),
                })
            }
            None => {
                let message = format!("type `{}` has no field or attribute `{name}`", def.name);
                Err(self.error(span, message).suggest(name, def.names()))
            }
        }
    }

    /// What fills the field of this name, if all constructors that have it agree.
    fn field_kind(&self, ty: usize, name: &str, span: Option<Span>) -> Result<&FieldKind, SpecError> {
        let mut found: Option<(&str, &FieldKind)> = None;
        for ctor in &self.table.types[ty].ctors {
            for field in ctor.fields.iter().filter(|field| field.name == name) {
                let same = |kind: &FieldKind| match (kind, &field.kind) {
                    (FieldKind::Node(a), FieldKind::Node(b)) => a == b,
                    (a, b) => a.data() == b.data(),
                };
                match found {
                    Some((other, kind)) if !same(kind) => {
                        let message =
                            format!("the field `{name}` differs between `{other}` and `{}`", ctor.name);
                        return Err(self.error(span, message).help("read it through an attribute"));
                    }
                    _ => found = Some((&ctor.name, &field.kind)),
                }
            }
        }
        found.map(|(_, kind)| kind).ok_or_else(|| self.error(span, format!("unknown field `{name}`")))
    }
}
