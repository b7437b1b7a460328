//! Makes the [`Table`] of a raw spec: resolves names and parses expressions; `field_kinds.rs` makes the container
//! types.
//!
//! Everything that is wrong with the names of types, constructors, fields and attributes is found here: unknown,
//! twice, or no name at all. Mistakes inside expressions are found by `compile_expression.rs`.

use dpgen_forest::schema::Shape;

use super::SpecError;
use super::cel::{self, ast::Ast};
use super::contexts;
use super::field_kinds::Kinds;
use super::name_checks::{few, identifier, length, unique};
use super::raw_spec::{RawSpec, RawType};
use super::references;
use super::resolved_spec::{AttrDef, CONTEXT_NAME, Condition, CtorDef, FieldDef, ParamDef, Table, TypeDef};
use super::source_text::{SpecText, Text};
use super::spec_limits::{MAX_FIELDS, MAX_MEMBERS, MAX_TYPES};

/// Resolves a raw spec.
pub(crate) fn read(source: &SpecText, raw: &RawSpec) -> Result<Table, SpecError> {
    let table = Table {
        types: Vec::new(),
        labels: Vec::new(),
        params: Vec::new(),
        root: 0,
        root_ok: Vec::new(),
        root_context: Vec::new(),
    };
    let mut reader = Reader { source, table, kinds: Kinds::default(), fields: 0 };
    length(source, "the spec", &raw.name)?;
    reader.params(raw)?;
    unique(source, "type", &raw.types)?;
    few(source, "types", &raw.types, MAX_TYPES)?;
    let plain = |name: &Text| !name.value.contains('(');
    for (name, _) in raw.types.0.iter().filter(|(name, _)| plain(name)) {
        identifier(source, "a type", name)?;
        reader.table.types.push(TypeDef::new(name.value.clone(), Shape::Plain, name.span));
    }
    for (index, (_, ty)) in raw.types.0.iter().filter(|(name, _)| plain(name)).enumerate() {
        if let Some(context) = &ty.context {
            let context = contexts::of_type(source, &mut reader.kinds, &mut reader.table, context)?;
            reader.table.types[index].context = context;
        }
        reader.constructors(index, ty)?;
    }
    contexts::containers(&mut reader.table);
    reader.kinds.list_sizes(&mut reader.table);
    for (name, ty) in &raw.types.0 {
        let index = if plain(name) {
            reader.table.type_named(source, name)?
        } else {
            reader.kinds.container_named(source, &reader.table, name)?
        };
        if !plain(name) && !ty.constructors.0.is_empty() {
            let message = format!("`{}` is a container: its constructors are given", name.value);
            return Err(source.error(name.span, message).help("give it attributes, rep_ok and `give` only"));
        }
        reader.gives(index, name, ty)?;
        reader.attributes(index, ty)?;
        reader.conditions(index, ty)?;
    }
    reader.table.root = match plain(&raw.root) {
        true => reader.table.type_named(source, &raw.root)?,
        false => reader.kinds.container_named(source, &reader.table, &raw.root)?,
    };
    references::node_numbers(source, &mut reader.table)?;
    contexts::all_given(source, &reader.table)?;
    contexts::of_root(source, &mut reader.table, raw)?;
    reader.table.root_ok = conditions(source, &raw.root_ok)?;
    Ok(reader.table)
}

struct Reader<'a> {
    source: &'a SpecText,
    table: Table,
    kinds: Kinds,
    /// The fields so far, those of containers included.
    fields: usize,
}

impl Reader<'_> {
    fn error(&self, text: &Text, message: impl Into<String>) -> SpecError {
        self.source.error(text.span, message)
    }

    fn is_param(&self, name: &str) -> bool {
        name == "n" || self.table.params.iter().any(|param| param.name == name)
    }

    fn params(&mut self, raw: &RawSpec) -> Result<(), SpecError> {
        unique(self.source, "parameter", &raw.params)?;
        few(self.source, "parameters", &raw.params, MAX_MEMBERS)?;
        for (name, default) in &raw.params.0 {
            identifier(self.source, "a parameter", name)?;
            if name.value == "n" {
                let error = self.error(name, "the parameter `n` is the maximum size and needs no default");
                return Err(error.help("leave it out: `--max-size` sets it"));
            }
            let default = cel::parse(self.source, default)?;
            self.table.params.push(ParamDef { name: name.value.clone(), default });
        }
        Ok(())
    }

    fn constructors(&mut self, index: usize, ty: &RawType) -> Result<(), SpecError> {
        unique(self.source, "constructor", &ty.constructors)?;
        few(self.source, "constructors of a type", &ty.constructors, MAX_MEMBERS)?;
        for (name, ctor) in &ty.constructors.0 {
            identifier(self.source, "a constructor", name)?;
            unique(self.source, "field", &ctor.fields)?;
            let mut fields = Vec::new();
            for (field, raw) in &ctor.fields.0 {
                identifier(self.source, "a field", field)?;
                self.is_no_context(index, "a field", field)?;
                if self.is_param(&field.value) {
                    let message = format!("`{}` names a field and a parameter", field.value);
                    return Err(self.error(field, message));
                }
                let before = self.table.types.len();
                let kind = self.kinds.kind(self.source, &mut self.table, raw)?;
                let new = self.table.types[before..].iter().flat_map(|ty| &ty.ctors);
                self.fields += 1 + new.map(|ctor| ctor.fields.len()).sum::<usize>();
                if self.fields > MAX_FIELDS {
                    let message = format!("the spec has more than {MAX_FIELDS} fields");
                    return Err(self.error(field, message).help("each element of an array is one"));
                }
                let (name, span, kind_span) = (field.value.clone(), field.span, raw.span);
                fields.push(FieldDef { name, kind, span, kind_span });
            }
            let ctor = CtorDef {
                name: name.value.clone(),
                weight: ctor.weight,
                fields,
                gives: Vec::new(),
                span: Some(name.span),
            };
            self.table.types[index].push(ctor);
        }
        Ok(())
    }

    /// Refuses the name of the context in a type that has one.
    fn is_no_context(&self, ty: usize, what: &str, name: &Text) -> Result<(), SpecError> {
        if name.value != CONTEXT_NAME || self.table.types[ty].context.is_empty() {
            return Ok(());
        }
        Err(self.error(name, format!("`{CONTEXT_NAME}` can not name {what} of a type that has a context")))
    }

    /// Reads what the fields of a type are given.
    fn gives(&mut self, index: usize, name: &Text, raw: &RawType) -> Result<(), SpecError> {
        let def = &self.table.types[index];
        if def.shape == Shape::Plain {
            if let Some((field, _)) = raw.give.0.first() {
                let message = format!("`give` of a type that is no container, `{}`", name.value);
                return Err(self
                    .error(field, message)
                    .help("it belongs to a constructor, beside its `fields`"));
            }
            for (ctor, (_, raw)) in raw.constructors.0.iter().enumerate() {
                contexts::gives(self.source, &mut self.table, (index, ctor), &raw.give)?;
            }
            return Ok(());
        }
        if let Some((_, span)) = &raw.context {
            let message = format!("`{}` is a container: it has the context of its elements", name.value);
            return Err(self
                .source
                .error(*span, message)
                .help("give the entry `context` to the type of the elements"));
        }
        // One constructor of a container has fields.
        match def.ctors.iter().position(|ctor| !ctor.fields.is_empty()) {
            Some(ctor) => contexts::gives(self.source, &mut self.table, (index, ctor), &raw.give),
            None => Ok(()),
        }
    }

    fn ctor_named(&self, ty: usize, name: &Text) -> Result<usize, SpecError> {
        let ty = &self.table.types[ty];
        ty.ctor(&name.value).ok_or_else(|| {
            let message = format!("type `{}` has no constructor `{}`", ty.name, name.value);
            self.error(name, message).suggest(&name.value, ty.ctor_names())
        })
    }

    fn attributes(&mut self, index: usize, raw: &RawType) -> Result<(), SpecError> {
        unique(self.source, "attribute", &raw.attributes)?;
        few(self.source, "attributes of a type", &raw.attributes, MAX_MEMBERS)?;
        for (name, bodies) in &raw.attributes.0 {
            identifier(self.source, "an attribute", name)?;
            self.is_no_context(index, "an attribute", name)?;
            let other = if self.table.types[index].field(&name.value).is_some() {
                Some("a field")
            } else {
                self.is_param(&name.value).then_some("a parameter")
            };
            if let Some(other) = other {
                return Err(self.error(name, format!("`{}` names an attribute and {other}", name.value)));
            }
            unique(self.source, "constructor", bodies)?;
            let mut parsed: Vec<Option<Ast>> = vec![None; self.table.types[index].ctors.len()];
            for (ctor, text) in &bodies.0 {
                let ctor = self.ctor_named(index, ctor)?;
                parsed[ctor] = Some(cel::parse(self.source, text)?);
            }
            if parsed.iter().all(Option::is_none) {
                return Err(self.error(name, format!("the attribute `{}` has no definition", name.value)));
            }
            let place = Some(self.source.place(name.span).into());
            let (name, span) = (name.value.clone(), name.span);
            let attribute = AttrDef { name, bodies: parsed, ty: None, span, place };
            self.table.types[index].attributes.push(attribute);
        }
        Ok(())
    }

    fn conditions(&mut self, index: usize, raw: &RawType) -> Result<(), SpecError> {
        unique(self.source, "constructor", &raw.rep_ok)?;
        for (ctor, texts) in &raw.rep_ok.0 {
            let ctor = self.ctor_named(index, ctor)?;
            self.table.types[index].conditions[ctor] = conditions(self.source, texts)?;
        }
        Ok(())
    }
}

fn conditions(source: &SpecText, texts: &[Text]) -> Result<Vec<Condition>, SpecError> {
    let parse = |text: &Text| {
        let ast = cel::parse(source, text)?;
        Ok(Condition { text: text.value.clone(), span: text.span, ast })
    };
    texts.iter().map(parse).collect()
}
