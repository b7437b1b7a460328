//! [`NodeNumbers`]: numbers the nodes that references lead to, along a walk over a structure.
//!
//! A *node* is a structure of a type that some slot refers to ([`Domain::Nodes`]), whose constructor weighs something. Nodes of a
//! type are numbered from 0 in the order of compact words: whole before parts, and parts from left to right. A reference is the
//! number of a node that the walk has met.

use crate::index::{TypeIx, small};
use crate::schema::Schema;
use crate::schema::domain::Domain;
use crate::schema::types::Constructor;

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
    /// Copies of types that slots refer to, each with that type: the elements of a list can be of a copy, which has the name and the
    /// constructors of the type, of which some weigh more.
    copies: Vec<(TypeIx, TypeIx)>,
    /// The constructors of such types that weigh nothing, by type and name: those of copies make no nodes either.
    weightless: Vec<(TypeIx, String)>,
}

impl NodeNumbers {
    /// No node was met.
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        let mut met = Vec::new();
        for domain in schema.all_domains() {
            if let Domain::Nodes { of, .. } = domain {
                met.resize(schema.types(), None);
                met[of.index()] = Some(0);
            }
        }
        let types = || (0..small(met.len())).map(TypeIx::from_word);
        let referred: Vec<TypeIx> = types().filter(|ty| met[ty.index()].is_some()).collect();
        let original = |ty: TypeIx| {
            let same_name = |of: &&TypeIx| schema.ty(**of).name == schema.ty(ty).name;
            referred.iter().find(same_name).filter(|_| met[ty.index()].is_none())
        };
        let copies = types().filter_map(|ty| Some((ty, *original(ty)?))).collect();
        let weightless = referred.iter().flat_map(|of| {
            let ctors = schema.constructors_of(*of).map(|ctor| schema.constructor(ctor));
            ctors.filter(|ctor| ctor.weight == 0).map(|ctor| (*of, ctor.name.clone()))
        });
        let weightless = weightless.collect();
        Self { met, copies, weightless }
    }

    /// Whether no slot refers to a node.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// The walk goes on to a structure with this constructor: its number, if it is a node.
    pub fn enter(&mut self, ctor: &Constructor) -> Option<u32> {
        let copy = self.copies.iter().find(|(copy, _)| *copy == ctor.ty);
        let of = copy.map_or(ctor.ty, |(_, of)| *of);
        let met = self.met.get_mut(of.index())?.as_mut()?;
        if self.weightless.iter().any(|(ty, name)| (*ty, name) == (of, &ctor.name)) {
            return None;
        }
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
