//! Evaluates the attributes of a spec on a given structure, and shows them by name.
//!
//! [`Attributes`] are the attributes with some names in one scope, with all that they read; [`Answers`] are the answers of the
//! nodes of one structure. Invariant: the nodes are numbered as [`nodes_of`] numbers them, parts before wholes, so that nothing
//! recurses over the structure's depth. An attribute that fails is an error only where it is read.

use std::sync::Arc;

use super::attribute_dependencies;
use super::compiled_code::{Num, Test};
use super::compiled_program::{Body, Program};
use super::error::nearest;
use super::resolved_spec::{SIZE_ATTRIBUTE, Table, Ty, TypeDef};
use dpgen_engine::concrete_evaluation::{self, Answer};
use dpgen_engine::predicate_run::{Attribute, Model};
use dpgen_forest::index::{TypeIx, at, shown};
use dpgen_forest::structure::nodes_of;

/// The attribute that every type has: its constructor's name.
const KIND: &str = "kind";

/// The value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeValue {
    /// An integer.
    Int(i64),
    /// A bool.
    Bool(bool),
    /// A string of a `OneOf`, or a constructor's name.
    Text(String),
}

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
        let table = &self.table;
        let index = usize::try_from(value).unwrap_or(usize::MAX);
        let text = match def.attributes[attribute].ty {
            Some(Ty::Bool) => return Ok(AttributeValue::Bool(value != 0)),
            Some(Ty::Label(labels)) => table.labels[labels].get(index).cloned(),
            Some(Ty::Kind(ty)) => table.types[ty].ctors.get(index).map(|ctor| ctor.name.clone()),
            Some(Ty::Int | Ty::Text) | None => return Ok(AttributeValue::Int(value)),
        };
        let lost = || {
            format!(
                "the attribute `{}` has the value {value}, which stands for nothing",
                def.attributes[attribute].name
            )
        };
        text.map(AttributeValue::Text).ok_or_else(lost)
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
