//! [`NodeNumbers`]: numbers the nodes that references lead to, along a walk over a structure.
//!
//! A *node* is a structure of a type that some slot refers to ([`Domain::Nodes`]), whose constructor weighs something. Nodes of a
//! type are numbered from 0 in the order of compact words: whole before parts, and parts from left to right. A reference is the
//! number of a node that the walk has met.

use crate::index::TypeIx;
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::{Constructor, SlotKind};

/// The number of nodes that a walk over a structure has met, by type.
///
/// ```
/// # use dpgen_forest::index::{CtorIx, TypeIx};
/// # use dpgen_forest::schema::{Domain, SchemaBuilder, Shape, Slot, SlotKind, TypeKey};
/// use dpgen_forest::structure::NodeNumbers;
///
/// let mut builder = SchemaBuilder::new(dpgen_forest::Scope::new(3));
/// let (list, _) = builder.begin(TypeKey::Named("List".to_owned()), "List", Shape::Plain);
/// let of_list = builder.data("Cons.first", Domain::Nodes { of: list, len: 3 });
/// let slot = |name: &str, kind| Slot { name: name.to_owned(), kind };
/// builder.constructor(list, "Nil", None, Vec::new());
/// let slots = vec![slot("first", of_list), slot("next", SlotKind::Recursive(list))];
/// builder.constructor(list, "Cons", None, slots);
/// let schema = builder.finish(SlotKind::Recursive(list), "List")?;
///
/// let mut numbers = NodeNumbers::new(&schema);
/// let [nil, cons] = schema.all_constructors() else { unreachable!() };
/// assert_eq!([cons, cons, nil].map(|ctor| numbers.enter(ctor)), [Some(0), Some(1), None]);
/// assert_eq!(numbers.met(list), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeNumbers {
    /// By type: the nodes met; none for types that no slot refers to. Empty if there are no references.
    met: Vec<Option<u32>>,
}

impl NodeNumbers {
    /// No node was met.
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        let mut met = Vec::new();
        for slot in schema.all_constructors().iter().flat_map(|ctor| &ctor.slots) {
            if let SlotKind::Data(domain) = slot.kind
                && let Domain::Nodes { of, .. } = schema.domain(domain)
            {
                met.resize(schema.types(), None);
                met[of.index()] = Some(0);
            }
        }
        Self { met }
    }

    /// Whether no slot refers to a node.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// The walk goes on to a structure with this constructor: its number, if it is a node.
    pub fn enter(&mut self, ctor: &Constructor) -> Option<u32> {
        let met = self.met.get_mut(ctor.ty.index())?.as_mut().filter(|_| ctor.weight > 0)?;
        let number = *met;
        *met = number.saturating_add(1);
        Some(number)
    }

    /// The number of nodes of a type that the walk has met.
    #[must_use]
    pub fn met(&self, ty: TypeIx) -> u32 {
        self.met.get(ty.index()).copied().flatten().unwrap_or(0)
    }
}
