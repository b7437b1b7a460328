//! Decides which nodes `rep_ok` judges in the top-down search: all of them (layer style), or the root alone (whole style).

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::SlotKind;

use crate::run::model::Model;

/// The nodes of a structure whose `rep_ok` the search evaluates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JudgedParts {
    /// The root and every part, but for parts whose wholes evaluate it: pairs of the types of whole and part.
    Parts(Vec<(TypeIx, TypeIx)>),
    /// The root alone.
    Root,
}

impl JudgedParts {
    /// By type, whether something below a structure of it has to be judged by itself.
    pub(crate) fn below(&self, model: &Model) -> Vec<bool> {
        let schema = &*model.schema;
        let mut below = vec![false; schema.types()];
        let Self::Parts(asked) = self else { return below };
        let mut grown = true;
        while grown {
            grown = false;
            for ctor in schema.all_constructors() {
                let parts = ctor.recursive.iter().filter_map(|slot| match ctor.slots[*slot].kind {
                    SlotKind::Recursive(part) => Some(part),
                    SlotKind::Data(_) => None,
                });
                let judged =
                    |part: TypeIx| model.rep_ok[part.index()].is_some() && !asked.contains(&(ctor.ty, part));
                let here = parts.into_iter().any(|part| judged(part) || below[part.index()]);
                if here && !below[ctor.ty.index()] {
                    below[ctor.ty.index()] = true;
                    grown = true;
                }
            }
        }
        below
    }
}
