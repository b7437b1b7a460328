//! [`SharingFields`]: the fields of a schema that lead to nodes by pointers or by indices, and what these need.

use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::{Schema, SchemaError};

/// The fields of a schema that lead to nodes by pointers or by indices of arenas.
#[derive(Debug, Default)]
pub(crate) struct SharingFields {
    /// Whether there is one.
    pub(crate) is_used: bool,
    /// The arenas: the type of their nodes, and the field.
    pub(crate) arenas: Vec<(TypeIx, String)>,
    /// The links that are indices: the type of their nodes, and the field.
    pub(crate) indices: Vec<(TypeIx, String)>,
}

impl SharingFields {
    /// Checks that indices have an arena, and that its nodes have numbers.
    pub(crate) fn check(&self, schema: &Schema) -> Result<(), SchemaError> {
        let error = |(of, slot): &(TypeIx, String), why: &dyn Fn(&str) -> String| {
            Err(SchemaError::BadDomain { slot: slot.clone(), why: why(&schema.ty(*of).name) })
        };
        for index in &self.indices {
            if self.arenas.iter().all(|(of, _)| *of != index.0) {
                return error(index, &|node| {
                    format!(
                        "an index with `links_to` leads to a new node of an arena, and nothing has one of `{node}`: generate a struct with a field                      `#[dpgen(arena)] nodes: Vec<{node}>`"
                    )
                });
            }
        }
        for arena in &self.arenas {
            if schema.constructors_of(arena.0).any(|ctor| schema.constructor(ctor).weight == 0) {
                return error(arena, &|node| {
                    format!(
                        "the nodes of an arena have numbers, which a `{node}` that weighs nothing has not: give each of its constructors a `weight`"
                    )
                });
            }
        }
        Ok(())
    }
}
