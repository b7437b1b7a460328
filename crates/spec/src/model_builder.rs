//! Builds a [`Model`] from a resolved spec and a scope: parameters, the schema, the program.

use std::sync::Arc;

use super::SpecError;
use super::compile_context::{Compiler, Typed};
use super::compiled_program::{AttrCode, Body, Conditions, Judged, Program, TypeCode};
use super::located_failures::Site;
use super::resolved_spec::{Condition, CtorDef, FieldDef, FieldKind, First, TypeDef};
use super::scoped_spec::ScopedSpec;
use super::slot_rules::{self, is_open, open_domain};
use super::source_text::excerpt;
use super::static_types::Ty;
use super::untyped_attribute_error;
use dpgen_engine::predicate_run::Model;
use dpgen_forest::index::{TypeIx, shown};
use dpgen_forest::schema::{Domain, Schema, SchemaBuilder, SchemaError, Slot, SlotKind, TypeKey};
use dpgen_forest::scope::Scope;

impl ScopedSpec<'_> {
    /// The schema and the predicates, and the program that they run.
    pub(crate) fn model(&self, name: &str, scope: &Scope) -> Result<(Model, Arc<Program>), SpecError> {
        let schema = self.schema(scope)?;
        let (program, conditions) = self.program()?;
        let program = Arc::new(program);
        let rep_ok = (0..self.table.types.len()).map(|ty| program.rep_ok(ty)).collect();
        let root_ok = program.root_ok();
        let rules = slot_rules::all(self, &schema, &program)?;
        let contexts = rules.with_references(&schema);
        let schema = Arc::new(schema);
        Ok((Model { name: name.to_owned(), schema, rep_ok, root_ok, conditions, contexts }, program))
    }

    /// The schema; its types have the numbers that they have in the table.
    fn schema(&self, scope: &Scope) -> Result<Schema, SpecError> {
        let mut builder = SchemaBuilder::new(scope.clone());
        let types: Vec<_> = self
            .table
            .types
            .iter()
            .enumerate()
            // Containers may look alike and differ.
            .map(|(number, ty)| (TypeKey::Named(format!("{number} {}", ty.name)), ty))
            .map(|(key, ty)| builder.begin(key, ty.name.as_str(), ty.shape).0)
            .collect();
        for (ty, def) in types.iter().zip(&self.table.types) {
            for ctor in &def.ctors {
                let slots = self.slots(&mut builder, &types, (def, ctor))?;
                builder.constructor(*ty, &ctor.name, ctor.weight, slots);
            }
        }
        let root = &self.table.types[self.table.root].name;
        builder
            .finish(SlotKind::Recursive(types[self.table.root]), root)
            .map_err(|error| self.explain(&error))
    }

    fn slots(
        &self,
        builder: &mut SchemaBuilder,
        types: &[TypeIx],
        (def, ctor): (&TypeDef, &CtorDef),
    ) -> Result<Vec<Slot>, SpecError> {
        let mut slots: Vec<Slot> = Vec::new();
        let mut before = None;
        for field in &ctor.fields {
            // The elements of an array are all alike.
            let kind = match slots.last().filter(|_| before == Some(&field.kind)) {
                Some(slot) => slot.kind,
                None => self.slot(builder, types, (def, ctor), field)?,
            };
            before = Some(&field.kind);
            slots.push(Slot { name: field.name.clone(), kind });
        }
        Ok(slots)
    }

    fn slot(
        &self,
        builder: &mut SchemaBuilder,
        types: &[TypeIx],
        (def, ctor): (&TypeDef, &CtorDef),
        field: &FieldDef,
    ) -> Result<SlotKind, SpecError> {
        let full = &format!("{}.{}", ctor.name, field.name);
        let domain = match &field.kind {
            FieldKind::Node(part) => return Ok(SlotKind::Recursive(types[*part])),
            FieldKind::Ref(node) => {
                Domain::Nodes { of: types[*node], len: builder.scope().map_or(0, |scope| scope.max_size()) }
            }
            FieldKind::Bool => Domain::Bool,
            FieldKind::Label(labels, first) => {
                let labels = &self.table.labels[*labels];
                let first = first.as_ref().filter(|first| !is_open(self.table, def, &first.number));
                let first = first.map(|first| self.first(full, first, labels.len())).transpose()?;
                Domain::Labels(labels[..first.unwrap_or(labels.len())].to_vec())
            }
            FieldKind::Among(_) => open_domain(),
            FieldKind::Int(bounds)
                if [&bounds.lo, &bounds.hi].iter().any(|bound| is_open(self.table, def, bound)) =>
            {
                open_domain()
            }
            FieldKind::Int(bounds) => {
                let compiler = self.compiler(None, false, format!("the bounds of `{full}`"));
                let (lo, hi) = (compiler.constant(&bounds.lo)?, compiler.constant(&bounds.hi)?);
                Domain::Range { lo, hi }
            }
        };
        let slot = builder.data(full, domain);
        // Said here, as constructors of several types may have one name.
        builder.first_error().map_or(Ok(slot), |error| Err(self.source.error(field.span, error.to_string())))
    }

    /// The number of strings of a list that a field takes in this scope.
    fn first(&self, full: &str, first: &First, all: usize) -> Result<usize, SpecError> {
        let compiler = self.compiler(None, false, format!("the number of strings of `{full}`"));
        let number = compiler.constant(&first.number)?;
        usize::try_from(number).ok().filter(|number| *number <= all).ok_or_else(|| {
            let message = format!("`{full}` takes the first {number} strings of {all}");
            self.source.error(first.span, message).help(format!("give it 0 to {all}"))
        })
    }

    /// The error for a wrong schema, at the type that it names.
    fn explain(&self, error: &SchemaError) -> SpecError {
        let types = &self.table.types;
        let span = match error {
            SchemaError::NoFiniteValue { ty, .. }
            | SchemaError::GrowsForFree { ty, .. }
            | SchemaError::NoConstructors(ty) => types.iter().find(|def| def.name == *ty).map(|def| def.span),
            _ => None,
        };
        self.source.error(span, error.to_string())
    }

    /// All code, and the texts of the conditions.
    fn program(&self) -> Result<(Program, Vec<String>), SpecError> {
        self.untyped()?;
        let mut texts = Vec::new();
        let mut types = Vec::new();
        let attributes =
            (0..self.table.types.len()).map(|ty| self.attributes(ty)).collect::<Result<Vec<_>, _>>()?;
        for ((ty, def), attributes) in self.table.types.iter().enumerate().zip(attributes) {
            let mut rep_ok = Vec::new();
            for (ctor, conditions) in def.conditions.iter().enumerate() {
                let ctor_name = &def.ctors[ctor].name;
                let mut compiler = self.compiler(Some((ty, ctor)), false, format!("{ctor_name}'s rep_ok"));
                compiler.place.is_condition = true;
                let numbers = shown(texts.len())..;
                texts.extend(conditions.iter().map(|one| format!("{}/{ctor_name}: {}", def.name, one.text)));
                let of = format!("`{ctor_name}`");
                rep_ok.push(all(&compiler, &of, numbers, conditions)?);
            }
            types.push(TypeCode { name: def.name.clone(), attributes, rep_ok });
        }
        let numbers = shown(texts.len())..;
        texts.extend(self.table.root_ok.iter().map(|one| format!("root: {}", one.text)));
        let root = self.table.root;
        let root_ok = (0..self.table.types[root].ctors.len())
            .map(|ctor| {
                let mut compiler = self.compiler(Some((root, ctor)), true, "root_ok".to_owned());
                compiler.place.is_condition = true;
                all(&compiler, "`root_ok`", numbers.clone(), &self.table.root_ok)
            })
            .collect::<Result<_, _>>()?;
        Ok((Program { types, root: shown(root), root_ok }, texts))
    }

    /// Refuses attributes without a type: an unknown name in one explains the others.
    fn untyped(&self) -> Result<(), SpecError> {
        let types = || self.table.types.iter().enumerate();
        let open =
            || types().flat_map(|(ty, def)| def.attributes.iter().map(move |attribute| (ty, def, attribute)));
        let open = || open().filter(|(_, _, attribute)| attribute.ty.is_none());
        for (ty, def, attribute) in open() {
            for (ctor, body) in attribute.bodies.iter().enumerate() {
                let what = format!("`{}` of `{}`", attribute.name, def.ctors[ctor].name);
                let compiler = self.compiler(Some((ty, ctor)), false, what);
                body.iter().try_for_each(|body| untyped_attribute_error::names(&compiler, body))?;
            }
        }
        open().next().map_or(Ok(()), |(_, def, attribute)| {
            Err(untyped_attribute_error::explain(self.source, def, attribute))
        })
    }

    fn attributes(&self, ty: usize) -> Result<Vec<AttrCode>, SpecError> {
        let def = &self.table.types[ty];
        let mut all = Vec::new();
        for attribute in &def.attributes {
            let mut bodies = Vec::new();
            for (ctor, body) in attribute.bodies.iter().enumerate() {
                let Some(body) = body else {
                    bodies.push(None);
                    continue;
                };
                let ctor_name = &def.ctors[ctor].name;
                let what = format!("{ctor_name}'s `{}`", attribute.name);
                let compiler = self.compiler(Some((ty, ctor)), false, what);
                let place = self.source.place(body.span);
                let site = Site::attribute(&attribute.name, &format!("`{ctor_name}`"), &place);
                let (wanted, found) = match (attribute.ty, compiler.typed(body, attribute.ty)?) {
                    (Some(Ty::Int), Typed::Num(num, Ty::Int)) => {
                        bodies.push(Some((site, Body::Int(num))));
                        continue;
                    }
                    (Some(wanted), Typed::Num(num, found)) if wanted == found => {
                        bodies.push(Some((site, Body::Word(num))));
                        continue;
                    }
                    (Some(Ty::Bool), Typed::Test(test)) => {
                        bodies.push(Some((site, Body::Bool(test))));
                        continue;
                    }
                    (wanted, Typed::Num(_, found)) => (wanted.unwrap_or(Ty::Int), found),
                    (_, Typed::List(..)) => {
                        let message = format!(
                            "the attribute `{}` is a list, which an attribute can not be",
                            attribute.name
                        );
                        let help = "attributes are integers, bools, strings of a `OneOf` and constructors";
                        return Err(self.source.error(body.span, message).help(help));
                    }
                    (wanted, Typed::Test(_)) => (wanted.unwrap_or(Ty::Int), Ty::Bool),
                };
                let (wanted, found) = (self.table.show(wanted), self.table.show(found));
                let message = format!(
                    "the attribute `{}` is {wanted}, but for `{ctor_name}` it is {found}",
                    attribute.name
                );
                return Err(self.source.error(body.span, message));
            }
            let partial = bodies.iter().any(Option::is_none);
            all.push(AttrCode { name: attribute.name.clone(), partial, bodies });
        }
        Ok(all)
    }
}

/// Conditions with their numbers; `of` names their owner.
fn all(
    compiler: &Compiler<'_>,
    of: &str,
    numbers: std::ops::RangeFrom<u32>,
    conditions: &[Condition],
) -> Result<Conditions, SpecError> {
    let mut judged = Conditions::new();
    for (number, one) in numbers.zip(conditions) {
        if compiler.place.any_ctor && judged.last().is_some_and(|last| last.test.is(false)) {
            compiler.unread(&one.ast)?;
            continue;
        }
        let site = Site::condition(&excerpt(&one.text), of, &compiler.source.place(one.span));
        judged.push(Judged { number, site, test: compiler.test(&one.ast)? });
    }
    Ok(judged)
}
