//! From the raw spec to the [`Table`]: resolves names, makes the container types, parses expressions.
//!
//! Everything that is wrong with names is found here: unknown, twice, or no name at all.

use super::SpecError;
use super::ast::{self, Arith, Ast, Node};
use super::raw::{RawKind, RawSpec, RawType};
use super::table::{AttrDef, Condition, CtorDef, FieldDef, FieldKind, ParamDef, SIZE, Table, TypeDef};
use super::text::{Map, Source, Text};
use dpgen_forest::schema::Shape;

/// An array is one layer with a slot for each element.
const LONGEST_ARRAY: u32 = 4096;

/// Words that a name can not be: CEL's own, and those that ask for something else.
const RESERVED: [&str; 23] = [
    "as",
    "break",
    "const",
    "continue",
    "else",
    "false",
    "for",
    "function",
    "if",
    "import",
    "in",
    "let",
    "loop",
    "namespace",
    "null",
    "package",
    "return",
    "true",
    "var",
    "void",
    "while",
    "kind",
    "rep_ok",
];

/// Resolves a raw spec.
pub(crate) fn read(source: &Source, raw: &RawSpec) -> Result<Table, SpecError> {
    let table =
        Table { types: Vec::new(), labels: Vec::new(), params: Vec::new(), root: 0, root_ok: Vec::new() };
    let mut reader = Reader { source, table };
    reader.params(raw)?;
    unique(source, "type", &raw.types)?;
    let plain = |name: &str| !name.contains('(');
    for (name, _) in raw.types.0.iter().filter(|(name, _)| plain(&name.value)) {
        reader.identifier("a type", name)?;
        reader.push_type(name.value.clone(), Shape::Plain, Some(name));
    }
    for (index, (_, ty)) in raw.types.0.iter().filter(|(name, _)| plain(&name.value)).enumerate() {
        reader.constructors(index, ty)?;
    }
    reader.list_sizes();
    for (name, ty) in &raw.types.0 {
        let index = reader.type_named(name)?;
        if !plain(&name.value) && !ty.constructors.0.is_empty() {
            let message = format!("`{}` is a container: its constructors are given", name.value);
            return Err(source.error(source.span(name), message).help("give it attributes and rep_ok only"));
        }
        reader.attributes(index, ty)?;
        reader.conditions(index, ty)?;
    }
    reader.table.root = reader.type_named(&raw.root)?;
    reader.table.root_ok = reader.list(&raw.root_ok)?;
    Ok(reader.table)
}

/// Refuses a name that is in a map twice.
pub(crate) fn unique<T>(source: &Source, what: &str, map: &Map<T>) -> Result<(), SpecError> {
    for (at, (name, _)) in map.0.iter().enumerate() {
        if map.0[..at].iter().any(|(before, _)| before.value == name.value) {
            let message = format!("the {what} `{}` is here twice", name.value);
            return Err(source.error(source.span(name), message));
        }
    }
    Ok(())
}

struct Reader<'a> {
    source: &'a Source,
    table: Table,
}

impl Reader<'_> {
    fn error(&self, text: &Text, message: impl Into<String>) -> SpecError {
        self.source.error(self.source.span(text), message)
    }

    fn identifier(&self, what: &str, name: &Text) -> Result<(), SpecError> {
        let mut chars = name.value.chars();
        let starts = chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
        if !starts || !chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let message = format!("`{}` can not name {what}", name.value);
            return Err(self.error(name, message).help("names are letters, digits and `_`, no digit first"));
        }
        if RESERVED.contains(&name.value.as_str()) {
            let message = format!("`{}` can not name {what}: the word is taken", name.value);
            return Err(self.error(name, message));
        }
        Ok(())
    }

    fn params(&mut self, raw: &RawSpec) -> Result<(), SpecError> {
        unique(self.source, "parameter", &raw.params)?;
        for (name, default) in &raw.params.0 {
            self.identifier("a parameter", name)?;
            if name.value == "n" {
                return Err(self.error(name, "the parameter `n` is the maximum size and needs no default"));
            }
            let default = ast::parse(self.source, &default.0)?;
            self.table.params.push(ParamDef { name: name.value.clone(), default });
        }
        Ok(())
    }

    fn push_type(&mut self, name: String, shape: Shape, text: Option<&Text>) -> usize {
        self.table.types.push(TypeDef {
            name,
            shape,
            ctors: Vec::new(),
            attributes: Vec::new(),
            conditions: Vec::new(),
            span: text.and_then(|text| self.source.span(text)),
        });
        self.table.types.len() - 1
    }

    fn type_named(&self, name: &Text) -> Result<usize, SpecError> {
        let wanted: String = name.value.split_whitespace().collect();
        let found = self.table.types.iter().position(|ty| ty.name == wanted);
        found.ok_or_else(|| {
            let known = self.table.types.iter().map(|ty| ty.name.as_str());
            if wanted.contains('(') {
                let known: Vec<&str> = known.filter(|name| name.contains('(')).collect();
                return self.error(name, format!("no field holds a `{wanted}`")).suggest(&wanted, known);
            }
            self.error(name, format!("unknown type `{wanted}`")).suggest(&wanted, known)
        })
    }

    fn constructors(&mut self, index: usize, ty: &RawType) -> Result<(), SpecError> {
        unique(self.source, "constructor", &ty.constructors)?;
        for (name, ctor) in &ty.constructors.0 {
            self.identifier("a constructor", name)?;
            unique(self.source, "field", &ctor.fields)?;
            let mut fields = Vec::new();
            for (field, kind) in &ctor.fields.0 {
                self.identifier("a field", field)?;
                if field.value == "n" || self.table.params.iter().any(|param| param.name == field.value) {
                    let message = format!("`{}` names a field and a parameter", field.value);
                    return Err(self.error(field, message));
                }
                let kind = self.kind(kind, field)?;
                fields.push(FieldDef { name: field.value.clone(), kind, span: self.source.span(field) });
            }
            let span = self.source.span(name);
            let ctor = CtorDef { name: name.value.clone(), weight: ctor.weight, fields, span };
            self.table.types[index].ctors.push(ctor);
            self.table.types[index].conditions.push(Vec::new());
        }
        Ok(())
    }

    /// What fills a field; containers become types when they are first met.
    fn kind(&mut self, raw: &RawKind, field: &Text) -> Result<FieldKind, SpecError> {
        match raw {
            RawKind::Type(name) => self.type_named(name).map(FieldKind::Node),
            RawKind::Bool => Ok(FieldKind::Bool),
            RawKind::Int(lo, hi) => {
                Ok(FieldKind::Int(ast::parse(self.source, &lo.0)?, ast::parse(self.source, &hi.0)?))
            }
            RawKind::OneOf(labels) => self.labels(labels, field).map(FieldKind::Label),
            RawKind::List(inner) | RawKind::Option(inner) | RawKind::Array(_, inner) => {
                let name = raw.name();
                if let Some(known) = self.table.types.iter().position(|ty| ty.name == name) {
                    return Ok(FieldKind::Node(known));
                }
                if let RawKind::Array(0, _) = raw {
                    return Err(self.error(field, "an array needs at least one element"));
                }
                if let RawKind::Array(count, _) = raw
                    && *count > LONGEST_ARRAY
                {
                    let message =
                        format!("an array of {count} is too long: at most {LONGEST_ARRAY} elements");
                    return Err(self.error(field, message));
                }
                let inner = self.kind(inner, field)?;
                Ok(FieldKind::Node(self.container(raw, name, inner, field)))
            }
        }
    }

    fn container(&mut self, raw: &RawKind, name: String, inner: FieldKind, field: &Text) -> usize {
        let shape = match raw {
            RawKind::List(_) => Shape::List,
            RawKind::Option(_) => Shape::Option,
            _ => Shape::Tuple,
        };
        let index = self.push_type(name, shape, Some(field));
        let slot = |name: &str, kind| FieldDef { name: name.to_owned(), kind, span: None };
        let ctors = match raw {
            RawKind::List(_) => {
                let cons = vec![slot("first", inner), slot("rest", FieldKind::Node(index))];
                vec![("Nil", Vec::new()), ("Cons", cons)]
            }
            RawKind::Array(count, _) => {
                let all = (0..*count).map(|place| slot(&place.to_string(), inner.clone())).collect();
                vec![("Array", all)]
            }
            _ => vec![("None", Vec::new()), ("Some", vec![slot("value", inner)])],
        };
        let ty = &mut self.table.types[index];
        for (name, fields) in ctors {
            ty.ctors.push(CtorDef { name: name.to_owned(), weight: Some(0), fields, span: None });
            ty.conditions.push(Vec::new());
        }
        index
    }

    fn labels(&mut self, labels: &[Text], field: &Text) -> Result<usize, SpecError> {
        for (at, label) in labels.iter().enumerate() {
            if labels[..at].iter().any(|before| before.value == label.value) {
                return Err(self.error(label, format!("the string '{}' is in the list twice", label.value)));
            }
        }
        if labels.is_empty() {
            return Err(self.error(field, "`OneOf` needs at least one string"));
        }
        let labels: Vec<String> = labels.iter().map(|label| label.value.clone()).collect();
        if let Some(known) = self.table.labels.iter().position(|list| *list == labels) {
            return Ok(known);
        }
        self.table.labels.push(labels);
        Ok(self.table.labels.len() - 1)
    }

    /// Gives each list type the attribute behind `size(list)`.
    fn list_sizes(&mut self) {
        let ast = |node| Ast { node, span: None };
        for ty in self.table.types.iter_mut().filter(|ty| ty.shape == Shape::List) {
            let rest = Node::Size(Box::new(ast(Node::Name("rest".to_owned()))));
            let more = Node::Arith(Arith::Add, Box::new(ast(rest)), Box::new(ast(Node::Int(1))));
            let bodies = vec![Some(ast(Node::Int(0))), Some(ast(more))];
            ty.attributes.push(AttrDef { name: SIZE.to_owned(), bodies, ty: None, span: None });
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
        for (name, bodies) in &raw.attributes.0 {
            self.identifier("an attribute", name)?;
            let ty = &self.table.types[index];
            let other = if ty.field(&name.value).is_some() {
                Some("a field")
            } else if name.value == "n" || self.table.params.iter().any(|param| param.name == name.value) {
                Some("a parameter")
            } else {
                None
            };
            if let Some(other) = other {
                return Err(self.error(name, format!("`{}` names an attribute and {other}", name.value)));
            }
            unique(self.source, "constructor", bodies)?;
            let mut parsed = vec![None; ty.ctors.len()];
            for (ctor, text) in &bodies.0 {
                let ctor = self.ctor_named(index, ctor)?;
                parsed[ctor] = Some(ast::parse(self.source, text)?);
            }
            if parsed.iter().all(Option::is_none) {
                return Err(self.error(name, format!("the attribute `{}` has no definition", name.value)));
            }
            let span = self.source.span(name);
            let attribute = AttrDef { name: name.value.clone(), bodies: parsed, ty: None, span };
            self.table.types[index].attributes.push(attribute);
        }
        Ok(())
    }

    fn conditions(&mut self, index: usize, raw: &RawType) -> Result<(), SpecError> {
        unique(self.source, "constructor", &raw.rep_ok)?;
        for (ctor, conditions) in &raw.rep_ok.0 {
            let ctor = self.ctor_named(index, ctor)?;
            self.table.types[index].conditions[ctor] = self.list(conditions)?;
        }
        Ok(())
    }

    fn list(&self, texts: &[Text]) -> Result<Vec<Condition>, SpecError> {
        let parse = |text: &Text| {
            let ast = ast::parse(self.source, text)?;
            Ok(Condition { text: text.value.clone(), ast })
        };
        texts.iter().map(parse).collect()
    }
}
