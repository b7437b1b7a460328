//! Resolves names: slots of the layer at hand, attributes, parameters, and paths to substructures.
//!
//! A bare name is looked up in the constructor that the expression stands in; a name after a dot in the type
//! that the path leads to. Reading what a constructor does not have is an error here if that is certain, and
//! a failure that names both if it depends on the structure.

use std::sync::Arc;

use super::SpecError;
use super::cel::ast::{Ast, Name, Node};
use super::compile_context::{Compiler, Typed};
use super::compiled_code::{Ask, ContextPlace, Item, List, Num, Start, Step, Test, Way};
use super::compiled_program::{KIND_NUMBER, REP_OK_NUMBER};
use super::resolved_spec::{AttrDef, CONTEXT_NAME, FieldKind, Named, SIZE_ATTRIBUTE, Table};
use super::source_text::{Span, excerpt};
use super::static_types::Ty;
use dpgen_forest::index::shown;
use dpgen_forest::schema::Shape;

/// The target of a path of names.
pub(crate) enum Resolved {
    Part(Way, usize),
    Value(Typed),
}

fn missing(ty: Ty, message: Arc<str>) -> Typed {
    match ty {
        Ty::Bool => Typed::Test(Test::Missing(message)),
        _ => Typed::Num(Num::Missing(message), ty),
    }
}

/// Whether a name in a path is a place in a list.
fn is_place(name: &Name) -> bool {
    name.name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an attribute is the number of a node that a constructor makes.
fn is_node_number(attribute: &AttrDef, ctor: usize) -> bool {
    matches!(attribute.bodies[ctor], Some(Ast { node: Node::OwnNumber, .. }))
}

/// Code that reads a value of a type's context.
pub(crate) fn context_code(table: &Table, ty: usize, number: usize) -> Typed {
    let context = &table.types[ty].context;
    let before = context[..number].iter().map(|value| value.ty.list_depth()).collect();
    let ty = context[number].ty;
    let place = ContextPlace { before, depth: ty.list_depth() };
    match ty {
        Ty::Bool => Typed::Test(Test::Context(place)),
        Ty::List(ty) => Typed::List(List::Context(place), ty),
        ty => Typed::Num(Num::Context(place), ty),
    }
}

impl Compiler<'_> {
    /// Resolves a path of names.
    pub(crate) fn find(&self, ast: &Ast, path: &[Name]) -> Result<Resolved, SpecError> {
        let shown_as: Arc<str> = self.quote(ast).into();
        let Some((first, rest)) = path.split_first() else {
            return Err(self.error(ast.span, "expected a name"));
        };
        let (mut found, mut before, rest) = match (self.context_value(first, rest)?, rest) {
            (Some(value), [name, rest @ ..]) => (Resolved::Value(value), first.span.to(name.span), rest),
            _ => (self.name(first, &shown_as)?, first.span, rest),
        };
        for name in rest {
            found = match found {
                Resolved::Part(way, ty) => self.select((way, ty), (before, name), &shown_as)?,
                Resolved::Value(Typed::List(list, ty)) if is_place(name) => {
                    let place = Num::Const(name.name.parse().unwrap_or(i64::MAX));
                    Resolved::Value(Typed::item(Item { list, place, shown_as: shown_as.clone() }, ty))
                }
                Resolved::Value(value) => {
                    let (before, ty) = (self.source.quote(before), self.table.show(value.ty()));
                    let message = format!("`{before}` is {ty} and has no `{}`", name.name);
                    return Err(self.error(name.span, message));
                }
            };
            before = before.to(name.span);
        }
        Ok(found)
    }

    /// Checks an expression that is never read for the constructor at hand: that its names are known here, and no types, as
    /// another constructor may have another field of one of these names.
    pub(crate) fn unread(&self, ast: &Ast) -> Result<(), SpecError> {
        if let Node::Path(path) = &ast.node {
            let shown_as: Arc<str> = self.quote(ast).into();
            if let Some((first, rest)) = path.split_first()
                && self.context_value(first, rest)?.is_none()
            {
                self.name(first, &shown_as)?;
            }
        }
        let mut found = Ok(());
        ast.node.parts(&mut |part| {
            if found.is_ok() {
                found = self.unread(part);
            }
        });
        found
    }

    /// A value of the context, if the name before it is that of the context.
    fn context_value(&self, first: &Name, rest: &[Name]) -> Result<Option<Typed>, SpecError> {
        let Some((ty, _)) = self.place.layer.filter(|_| first.name == CONTEXT_NAME) else { return Ok(None) };
        let def = &self.table.types[ty];
        let is_param = self.params.iter().any(|(name, _)| name == CONTEXT_NAME);
        if def.context.is_empty() {
            if is_param || def.named(CONTEXT_NAME).is_some() {
                return Ok(None);
            }
            let message = format!("structures of type `{}` have no context", def.name);
            let help = match def.shape {
                Shape::Plain => {
                    format!("give `{}` the entry `context`, as in `context: {{\"depth\": Int}}`", def.name)
                }
                _ => "a container has the context of its elements, if these are structures that have one"
                    .to_owned(),
            };
            return Err(self.error(first.span, message).help(help));
        }
        let known = || def.context.iter().map(|value| value.name.as_str());
        let Some(name) = rest.first() else {
            let error = self.error(first.span, "`context` is no value: it holds some");
            let all: Vec<String> = known().map(|name| format!("`context.{name}`")).collect();
            return Err(error.help(format!("write {}", all.join(" or "))));
        };
        let Some(number) = def.context_value(&name.name) else {
            let message =
                format!("the context of type `{}` has no value `{}`", def.name, excerpt(&name.name));
            return Err(self.error(name.span, message).suggest(&name.name, known()));
        };
        Ok(Some(context_code(self.table, ty, number)))
    }

    /// Refuses a field of the constructor at hand that is not to the left of the slot that the expression is for.
    fn is_left(&self, slot: usize, name: &Name) -> Result<(), SpecError> {
        let Some(own) = self.place.left_of.filter(|own| *own <= slot) else { return Ok(()) };
        let side = if slot == own { "is the field itself" } else { "stands to the right" };
        let message = format!("`{}` {side} and can not be read by {}", name.name, self.place.what);
        let help =
            "it sees the context, parameters, and the fields to its left: put the field that is read first";
        Err(self.error(name.span, message).help(help))
    }

    /// A bare name: a field or attribute of the layer at hand, or a parameter.
    fn name(&self, written: &Name, shown_as: &Arc<str>) -> Result<Resolved, SpecError> {
        let (name, span) = (written.name.as_str(), written.span);
        let param = self.params.iter().find(|(known, _)| known == name);
        let param = param.map(|(_, value)| Resolved::Value(Typed::Num(Num::Const(*value), Ty::Int)));
        let params = self.params.iter().map(|(name, _)| name.as_str());
        let Some((ty, ctor)) = self.place.layer else {
            return param.ok_or_else(|| {
                let message = format!("unknown parameter `{name}` in {}", self.place.what);
                self.error(span, message).suggest(name, params)
            });
        };
        let def = &self.table.types[ty];
        let ctor_def = &def.ctors[ctor];
        let undefined = |what: &str, attribute: Option<&AttrDef>| -> Arc<str> {
            let what = format!("{what} `{name}` of type `{}`", def.name);
            self.named_read(shown_as, None, attribute).undefined(&what, name, &ctor_def.name).into()
        };
        match def.named(name) {
            Some(Named::Kind) => {
                Ok(Resolved::Value(Typed::Num(Num::Const(i64::from(shown(ctor))), Ty::Kind(ty))))
            }
            Some(Named::RepOk) => {
                Err(self.error(span, "`rep_ok` can be asked of a field only").help("as in `left.rep_ok`"))
            }
            Some(Named::Attribute(index))
                if self.place.left_of.is_some() && !is_node_number(&def.attributes[index], ctor) =>
            {
                let message = format!(
                    "`{name}` is an attribute of the structure itself and can not be read by {}",
                    self.place.what
                );
                let help =
                    "it sees the context, parameters, and the fields to its left with their attributes";
                Err(self.error(span, message).help(help))
            }
            Some(Named::Attribute(index)) => {
                let attribute = &def.attributes[index];
                let found = attribute.ty.unwrap_or(Ty::Int);
                if self.place.left_of.is_some() {
                    return Ok(Resolved::Value(Typed::Num(Num::NodeNumber, Ty::Int)));
                }
                if attribute.bodies[ctor].is_some() {
                    return Ok(Resolved::Value(match found {
                        Ty::Bool => Typed::Test(Test::Own(shown(index))),
                        _ => Typed::Num(Num::Own(shown(index)), found),
                    }));
                }
                if self.place.any_ctor {
                    return Ok(Resolved::Value(missing(found, undefined("attribute", Some(attribute)))));
                }
                if (0..def.ctors.len()).any(|other| is_node_number(attribute, other)) {
                    let message = format!(
                        "`{name}` is the number of a node, and structures of the constructor `{}` are no nodes",
                        ctor_def.name
                    );
                    let help =
                        format!("only what weighs something is a node: give `{}` a `weight`", ctor_def.name);
                    return Err(self.error(span, message).help(help));
                }
                let message = format!(
                    "attribute `{name}` of type `{}` is not defined for constructor `{}`",
                    def.name, ctor_def.name
                );
                Err(self.error(span, message).help(format!("give `{name}` an entry for `{}`", ctor_def.name)))
            }
            Some(Named::Field) => {
                let own = ctor_def.fields.iter().position(|field| field.name == name);
                own.map_or(Ok(()), |slot| self.is_left(slot, written))?;
                let kind = match own {
                    Some(slot) => Some(&ctor_def.fields[slot].kind),
                    None if self.place.any_ctor => def.field(name).map(|field| &field.kind),
                    None => None,
                };
                match (kind, own) {
                    (Some(FieldKind::Node(part)), _) => {
                        let start = own.map_or_else(|| Start::Missing(undefined("field", None)), Start::Slot);
                        Ok(Resolved::Part(Way { start, steps: Vec::new() }, *part))
                    }
                    (Some(data), Some(slot)) => Ok(Resolved::Value(match data.data() {
                        Some(Ty::Bool) => Typed::Test(Test::Slot(slot)),
                        ty => Typed::Num(Num::Slot(slot), ty.unwrap_or(Ty::Int)),
                    })),
                    (Some(data), None) => {
                        Ok(Resolved::Value(missing(data.data().unwrap_or(Ty::Int), undefined("field", None))))
                    }
                    (None, _) => {
                        let message = format!("constructor `{}` has no field `{name}`", ctor_def.name);
                        let known = ctor_def.fields.iter().map(|field| field.name.as_str());
                        Err(self.error(span, message).suggest(name, known))
                    }
                }
            }
            None => param.ok_or_else(|| {
                let fields = ctor_def.fields.iter().map(|field| field.name.as_str());
                let attributes = def.attributes.iter().map(|attribute| attribute.name.as_str());
                let known: Vec<&str> = fields
                    .chain(attributes.filter(|name| *name != SIZE_ATTRIBUTE))
                    .chain(["kind"])
                    .chain(params)
                    .collect();
                self.error(span, format!("unknown name `{}`", excerpt(name))).suggest(name, known)
            }),
        }
    }

    /// A name asked of a substructure.
    fn select(
        &self,
        (mut way, ty): (Way, usize),
        (owner, written): (Span, &Name),
        shown_as: &Arc<str>,
    ) -> Result<Resolved, SpecError> {
        let (name, span) = (written.name.as_str(), written.span);
        let def = &self.table.types[ty];
        let read = |attribute| self.named_read(shown_as, Some(owner), attribute);
        let ask = |way, attribute, read| Box::new(Ask { way, ty: shown(ty), attribute, read });
        match def.named(name) {
            Some(Named::Kind) => {
                let ask = ask(way, KIND_NUMBER, read(None));
                Ok(Resolved::Value(Typed::Num(Num::Ask(ask), Ty::Kind(ty))))
            }
            Some(Named::RepOk) if def.conditions.iter().all(Vec::is_empty) => {
                Ok(Resolved::Value(Typed::Test(Test::Const(true))))
            }
            Some(Named::RepOk) => {
                Ok(Resolved::Value(Typed::Test(Test::Ask(ask(way, REP_OK_NUMBER, read(None))))))
            }
            Some(Named::Attribute(index)) => {
                let attribute = &def.attributes[index];
                let ask = ask(way, shown(index), read(Some(attribute)));
                Ok(Resolved::Value(match attribute.ty.unwrap_or(Ty::Int) {
                    Ty::Bool => Typed::Test(Test::Ask(ask)),
                    ty => Typed::Num(Num::Ask(ask), ty),
                }))
            }
            Some(Named::Field) => {
                let kind = self.field_kind(ty, name, span)?;
                self.spend(span, def.ctors.iter().map(|ctor| 1 + ctor.fields.len()).sum())?;
                way.steps.push(Step {
                    slots: def.slots(name).into(),
                    name: name.into(),
                    what: format!("field `{name}` of type `{}`", def.name).into(),
                    read: read(None),
                });
                Ok(match kind {
                    FieldKind::Node(part) => Resolved::Part(way, *part),
                    data => Resolved::Value(match data.data() {
                        Some(Ty::Bool) => Typed::Test(Test::Deep(Box::new(way))),
                        ty => Typed::Num(Num::Deep(Box::new(way)), ty.unwrap_or(Ty::Int)),
                    }),
                })
            }
            None => {
                let message = format!("type `{}` has no field or attribute `{name}`", def.name);
                Err(self.error(span, message).suggest(name, def.names()))
            }
        }
    }

    /// The kind of the field of this name, if all constructors that have it agree.
    fn field_kind(&self, ty: usize, name: &str, span: Span) -> Result<&FieldKind, SpecError> {
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
