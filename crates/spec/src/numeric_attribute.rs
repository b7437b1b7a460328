//! [`Cost`]: a numeric attribute of whole structures, so that one answer is the greatest.

use std::sync::Arc;

use dpgen_engine::predicate_run::{Attribute, Model};
use dpgen_forest::index::shown;

use super::compiled_program::Program;
use super::error::SpecError;
use super::resolved_spec::{SIZE_ATTRIBUTE, Table};
use super::source_text::SpecText;
use super::static_types::Ty;

/// An attribute of the root type in one scope whose answers are integers, or bools (0 and 1).
#[derive(Debug)]
pub struct Cost {
    /// The schema and predicates that it belongs to.
    pub model: Arc<Model>,
    /// The attribute, as an engine asks it.
    pub attribute: Attribute,
    partial: bool,
}

impl Cost {
    pub(crate) fn new(
        source: &SpecText,
        table: &Table,
        (model, program): (Model, Arc<Program>),
        name: &str,
    ) -> Result<Self, SpecError> {
        let root = &table.types[table.root];
        let is_number = |ty: Option<Ty>| matches!(ty, Some(Ty::Int | Ty::Bool));
        let numbers = || {
            let numbers =
                root.attributes.iter().filter(|known| is_number(known.ty) && known.name != SIZE_ATTRIBUTE);
            numbers.map(|known| known.name.as_str())
        };
        let refuse = |what: String| source.error(None, what).suggest(name, numbers());
        let Some(number) = root.attribute(name).filter(|_| name != SIZE_ATTRIBUTE) else {
            return Err(match root.field(name) {
                Some(_) => refuse(format!("`{name}` is a field of `{}`, and no attribute", root.name)),
                None => refuse(format!("`{}` has no attribute `{name}`", root.name)),
            });
        };
        if let Some(ty) = root.attributes[number].ty.filter(|ty| !is_number(Some(*ty))) {
            return Err(refuse(format!("the attribute `{name}` is {}, and no number", table.show(ty))));
        }
        let (ty, number) = (shown(table.root), shown(number));
        let (attribute, partial) = (program.attribute(ty, number), program.partial(ty, number));
        Ok(Self { model: Arc::new(model), attribute, partial })
    }

    /// How answers are read: the number of the words and integers of one.
    ///
    /// # Errors
    /// In words, where the attribute is not defined.
    pub fn reader(&self) -> impl Fn(&[i64]) -> Result<i64, String> + use<> {
        let partial = self.partial;
        move |words| match (partial, words) {
            (false, [number]) | (true, [1, number]) => Ok(*number),
            (true, [0, ..]) => Err("it is not defined for this constructor".to_owned()),
            _ => Err("it is not one integer".to_owned()),
        }
    }
}
