//! Evaluates the attributes of a spec on a given structure, and shows them by name.
//!
//! [`Attributes`] are the attributes with some names in one scope, with all that they read; [`Answers`] are the answers of the
//! nodes of one structure. Invariant: the nodes are numbered as [`nodes_of`] numbers them, parts before wholes, so that nothing
//! recurses over the structure's depth. An attribute that fails is an error only where it is read.

use std::sync::Arc;

use super::attribute_dependencies;
use super::compiled_code::{Num, Test};
use super::compiled_program::{Body, CONTEXT_NUMBER, Program};
use super::context_words::Datum;
use super::error::nearest;
use super::named_values::{AttributeValue, named, of_datum};
use super::resolved_spec::{CONTEXT_NAME, SIZE_ATTRIBUTE, Table, TypeDef};
use super::static_types::Ty;
use dpgen_engine::concrete_evaluation::{self, Answer};
use dpgen_engine::predicate_run::{AttrKey, Attribute, Model, context};
use dpgen_forest::index::{TypeIx, at, shown};
use dpgen_forest::structure::nodes_of;

/// The attribute that every type has: its constructor's name.
const KIND: &str = "kind";

/// Attributes of a spec in one scope.
#[derive(Debug)]
pub struct Attributes {
    model: Model,
    table: Arc<Table>,
    /// The attributes to evaluate, a list for each type.
    asked: Vec<Vec<Attribute>>,
    /// For each of them, its number among its type's attributes, and whether its answers begin with a tag.
    numbers: Vec<Vec<(u32, bool)>>,
    program: Arc<Program>,
}

/// The answers of the nodes of a structure.
#[derive(Debug)]
pub struct Answers {
    attributes: Arc<Attributes>,
    /// Each node's type, the number of its constructor within the type, and its answers.
    nodes: Vec<(TypeIx, u32, Vec<Answer>)>,
}

impl Attributes {
    pub(crate) fn new(
        model: Model,
        program: &Arc<Program>,
        table: Arc<Table>,
        names: Option<&[&str]>,
    ) -> Self {
        let mut asked: Vec<Vec<Attribute>> = table.types.iter().map(|_| Vec::new()).collect();
        let mut numbers = vec![Vec::new(); table.types.len()];
        let wanted = |name: &str| names.is_none_or(|names| names.contains(&name));
        for (ty, attribute) in attribute_dependencies::closure(program, wanted) {
            asked[at(ty)].push(program.attribute(ty, attribute));
            numbers[at(ty)].push((attribute, program.partial(ty, attribute)));
        }
        let contexts = table.types.iter().enumerate().filter(|(_, def)| !def.context.is_empty());
        for (ty, _) in contexts.filter(|_| wanted(CONTEXT_NAME)) {
            asked[ty].push(context_attribute(ty));
            numbers[ty].push((CONTEXT_NUMBER, false));
        }
        Self { model, table, asked, numbers, program: program.clone() }
    }

    /// The names of all attributes of a type, selected or not, and those that every type has.
    #[must_use]
    pub fn names(&self, ty: TypeIx) -> Vec<&str> {
        self.table.types.get(ty.index()).map(names).unwrap_or_default()
    }

    /// The value of an attribute that is the same for all structures of a constructor, which is given by its number within the
    /// type.
    #[must_use]
    pub fn constant(&self, ty: TypeIx, ctor: u32, name: &str) -> Option<AttributeValue> {
        let def = self.table.types.get(ty.index())?;
        if name == KIND {
            return Some(AttributeValue::Text(def.ctors.get(at(ctor))?.name.clone()));
        }
        let number = def.attribute(name).filter(|_| name != SIZE_ATTRIBUTE)?;
        let attribute = self.program.types.get(ty.index())?.attributes.get(number)?;
        let (_, body) = attribute.bodies.get(at(ctor))?.as_ref()?;
        let value = match body {
            Body::Int(Num::Const(value)) | Body::Word(Num::Const(value)) => *value,
            Body::Bool(Test::Const(value)) => i64::from(*value),
            Body::Int(_) | Body::Word(_) | Body::Bool(_) => return None,
        };
        self.value(def, number, value).ok()
    }

    /// The value that an answer stands for.
    fn value(&self, def: &TypeDef, attribute: usize, value: i64) -> Result<AttributeValue, String> {
        let attribute = &def.attributes[attribute];
        named(&self.table, attribute.ty.unwrap_or(Ty::Int), value).ok_or_else(|| {
            format!("the attribute `{}` has the value {value}, which stands for nothing", attribute.name)
        })
    }

    /// Evaluates the attributes on every node of a structure, given as its compact words.
    #[must_use]
    pub fn ask(self: &Arc<Self>, words: &[u32]) -> Answers {
        let schema = &self.model.schema;
        let nodes = nodes_of(schema, words);
        let heads: Vec<_> =
            nodes.iter().map(|node| (schema.constructor(node.ctor).ty, schema.local(node.ctor))).collect();
        let answers = concrete_evaluation::answers(&self.model, nodes, &self.asked);
        let nodes = heads.into_iter().zip(answers).map(|((ty, local), answers)| (ty, local, answers));
        Answers { attributes: self.clone(), nodes: nodes.collect() }
    }
}

/// The context as an attribute of structures of a type: its words.
fn context_attribute(ty: usize) -> Attribute {
    let key = AttrKey::Spec(shown(ty), CONTEXT_NUMBER);
    let eval = Box::new(|handle, out: &mut dpgen_engine::predicate_run::Encoder| {
        context(handle).iter().for_each(|word| out.word(*word));
    });
    Attribute { key, name: CONTEXT_NAME.to_owned(), eval }
}

/// The names that can be asked for.
fn names(def: &TypeDef) -> Vec<&str> {
    let names = def.attributes.iter().map(|attribute| attribute.name.as_str());
    names.filter(|name| *name != SIZE_ATTRIBUTE).chain([KIND]).collect()
}

impl Answers {
    /// The answer of a node to the attribute of this name; `kind` is its constructor.
    ///
    /// # Errors
    /// In words: the node's type has no such attribute, its constructor has no definition of it, or it fails.
    pub fn get(&self, node: usize, name: &str) -> Result<AttributeValue, String> {
        let missing = || format!("there is no node to ask for the attribute `{name}`");
        let (ty, local, answers) = self.nodes.get(node).ok_or_else(missing)?;
        let attributes = &*self.attributes;
        let Attributes { table, numbers, .. } = attributes;
        let def = &table.types[ty.index()];
        let ctor = &def.ctors[at(*local)].name;
        if name == KIND {
            return Ok(AttributeValue::Text(ctor.clone()));
        }
        let Some(number) = def.attribute(name).filter(|_| name != SIZE_ATTRIBUTE) else {
            return Err(unknown(def, name));
        };
        let place = numbers[ty.index()].iter().position(|(known, _)| *known == shown(number));
        let found = place.and_then(|place| Some((numbers[ty.index()][place].1, answers.get(place)?)));
        let (partial, answer) =
            found.ok_or_else(|| format!("the attribute `{name}` of `{}` was not asked for", def.name))?;
        let answer = answer.as_ref().map_err(|failure| {
            let (text, here) = (failure.to_string(), format!("the attribute `{name}` of `{ctor}`"));
            if text.starts_with(&here) { text } else { format!("{here} fails: {text}") }
        })?;
        match (partial, answer.as_slice()) {
            (false, [value]) | (true, [1, value]) => attributes.value(def, number, *value),
            _ => Err(format!(
                "the attribute `{name}` is not defined for the constructor `{ctor}` of `{}`",
                def.name
            )),
        }
    }

    /// The answer of the whole structure to the attribute of this name.
    ///
    /// # Errors
    /// As for [`Answers::get`].
    pub fn whole(&self, name: &str) -> Result<AttributeValue, String> {
        self.get(self.nodes.len().saturating_sub(1), name)
    }

    /// The context of a node: the values by their names; `None` if structures of its type have none.
    ///
    /// # Errors
    /// In words: contexts were not asked for, or computing this one fails.
    pub fn context(&self, node: usize) -> Result<Option<Vec<(&str, AttributeValue)>>, String> {
        let attributes = &*self.attributes;
        let Attributes { table, numbers, .. } = attributes;
        let Some((ty, _, answers)) = self.nodes.get(node) else { return Ok(None) };
        let def = &table.types[ty.index()];
        if def.context.is_empty() {
            return Ok(None);
        }
        let place = numbers[ty.index()].iter().position(|(known, _)| *known == CONTEXT_NUMBER);
        let answer = place.and_then(|place| answers.get(place));
        let answer = answer.ok_or_else(|| format!("the context of `{}` was not asked for", def.name))?;
        let mut words = answer.as_ref().map_err(ToString::to_string)?.as_slice();
        let lost = || format!("the context of `{}` has a value that stands for nothing", def.name);
        let values = def.context.iter().map(|value| {
            let datum = Datum::read(&mut words, value.ty.list_depth());
            Ok((value.name.as_str(), of_datum(table, value.ty, &datum).ok_or_else(lost)?))
        });
        values.collect::<Result<_, String>>().map(Some)
    }
}

/// The message about a name that is no attribute.
fn unknown(def: &TypeDef, name: &str) -> String {
    let known = names(def);
    let advice = match nearest(name, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it has {}", super::error::list(&known)),
    };
    format!("`{}` has no attribute `{name}`; {advice}", def.name)
}
