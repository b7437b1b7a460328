//! [`Schema`]: types, their constructors, and each constructor's slots, for one scope.
//!
//! Constructors are numbered over all types ([`CtorIx`]), type by type in the order of declaration, so that one word names
//! a constructor and its type. A slot is *recursive* (a substructure of some type) or *data* (a value of a finite
//! [`Domain`], stored as its index). Invariant: a finished schema has finite values for every type and finitely many
//! structures of every size.
//!
//! Read `types.rs` (its rows), `layer_table.rs` (the same for reading many structures), `domain.rs`, `value_notation.rs`;
//! `type_draft.rs`, `builder.rs`, `element_weights.rs` (how it is made); `finiteness.rs` and `schema_error.rs` (schemas that
//! are refused); `size_bounds.rs` (the sizes of parts that can occur).

pub(crate) mod builder;
pub(crate) mod domain;
mod element_weights;
mod finiteness;
mod layer_table;
mod node_numbering;
pub(crate) mod schema_error;
pub(crate) mod size_bounds;
pub(crate) mod type_draft;
pub(crate) mod types;
pub(crate) mod value_notation;

pub use builder::SchemaBuilder;
pub use domain::{Domain, width};
pub use layer_table::LayerTable;
pub use node_numbering::NodeNumbering;
pub use schema_error::SchemaError;
pub use size_bounds::SizeBounds;
pub use type_draft::{DomainKey, TypeKey};
pub use types::{Constructor, Slot, SlotKind, Type};
pub use value_notation::Shape;

use std::sync::{Arc, OnceLock};

use crate::index::{CtorIx, DomainIx, TypeIx, shown};
use crate::scope::Scope;

/// Types, constructors and slots, with every domain made concrete by a scope.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::SlotKind;
///
/// #[derive(DpGen)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 5..=7)] i64, Box<List>),
/// }
///
/// let lists = Generator::<List>::up_to(2).build()?;
/// let schema = lists.catalog().schema();
/// let list = schema.root();
/// assert_eq!(schema.ty(list).name, "List");
/// assert_eq!((schema.types(), schema.all_types().len()), (1, 1));
/// let [nil, cons] = schema.constructors_of(list).collect::<Vec<_>>()[..] else { unreachable!() };
/// assert_eq!((schema.local(nil), schema.local(cons)), (0, 1));
/// assert_eq!((schema.min_size_of(nil), schema.min_size_of(cons)), (Some(0), Some(1)));
/// assert_eq!(schema.constructor(cons), &schema.all_constructors()[1]);
/// let SlotKind::Data(keys) = schema.constructor(cons).slots[0].kind else { unreachable!() };
/// assert_eq!(schema.domain(keys), &schema.all_domains()[keys.index()]);
/// assert_eq!(schema.domain(keys).len(), 3);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// Two schemas are equal if they describe the same structures, whatever the rest of their scope.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "save", derive(serde::Serialize, serde::Deserialize))]
pub struct Schema {
    pub(crate) types: Vec<Type>,
    pub(crate) constructors: Vec<Constructor>,
    pub(crate) domains: Vec<Domain>,
    pub(crate) root: TypeIx,
    /// Types in an order in which structures of one size can be built: see `check.rs`.
    pub(crate) order: Vec<TypeIx>,
    /// The scope that it was made for, unless it is for any value.
    #[cfg_attr(feature = "save", serde(skip))]
    pub(crate) scope: Option<Arc<Scope>>,
    /// How nodes are numbered, if pointers of values lead to nodes.
    #[cfg_attr(feature = "save", serde(skip))]
    pub(crate) numbering: Option<Arc<NodeNumbering>>,
    /// Made when it is first asked for.
    #[cfg_attr(feature = "save", serde(skip))]
    pub(crate) layers: OnceLock<LayerTable>,
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        let Self { types, constructors, domains, root, order, scope: _, numbering: _, layers: _ } = self;
        (types, constructors, domains) == (&other.types, &other.constructors, &other.domains)
            && (root, order) == (&other.root, &other.order)
    }
}

impl Eq for Schema {}

impl Schema {
    /// The schema without types, for programs that have no structure.
    #[must_use]
    pub fn empty() -> Self {
        let (types, constructors, domains, order) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let root = TypeIx::from_word(0);
        Self {
            types,
            constructors,
            domains,
            root,
            order,
            scope: None,
            numbering: None,
            layers: OnceLock::new(),
        }
    }

    /// The scope that it was made for; `None` if it is one for any value, as [`is_valid`](https://docs.rs/dpgen) has it.
    #[must_use]
    pub const fn scope(&self) -> Option<&Arc<Scope>> {
        self.scope.as_ref()
    }

    /// The same schema, said to be of another scope.
    #[must_use]
    pub fn of_scope(self, scope: &Scope) -> Self {
        Self { scope: Some(Arc::new(scope.clone())), ..self }
    }

    /// How nodes are numbered; `None` if no pointer of a value leads to a node.
    #[inline]
    #[must_use]
    pub const fn numbering(&self) -> Option<&Arc<NodeNumbering>> {
        self.numbering.as_ref()
    }

    /// The same schema, for values whose pointers lead to nodes.
    #[must_use]
    pub fn with_numbering(self, numbering: NodeNumbering) -> Self {
        Self { numbering: Some(Arc::new(numbering)), ..self }
    }

    /// The type of whole structures.
    #[inline]
    #[must_use]
    pub const fn root(&self) -> TypeIx {
        self.root
    }

    /// All types, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn all_types(&self) -> &[Type] {
        &self.types
    }

    /// All constructors, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn all_constructors(&self) -> &[Constructor] {
        &self.constructors
    }

    /// All data domains, in the order of their ids.
    #[inline]
    #[must_use]
    pub fn all_domains(&self) -> &[Domain] {
        &self.domains
    }

    /// The types in an order in which structures of one size can be built: parts before wholes.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen)]
    /// struct Chain {
    ///     next: Option<Box<Chain>>,
    /// }
    ///
    /// let chains = Generator::<Chain>::up_to(1).build()?;
    /// let schema = chains.catalog().schema();
    /// let names: Vec<&str> = schema.order().iter().map(|ty| &schema.ty(*ty).name[..]).collect();
    /// assert_eq!(names, ["Chain", "Option<Box<Chain>>"]); // a `Some` is as large as the chain in it
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn order(&self) -> &[TypeIx] {
        &self.order
    }

    /// A type.
    #[inline]
    #[must_use]
    pub fn ty(&self, ty: TypeIx) -> &Type {
        &self.types[ty.index()]
    }

    /// A constructor.
    #[inline]
    #[must_use]
    pub fn constructor(&self, ctor: CtorIx) -> &Constructor {
        &self.constructors[ctor.index()]
    }

    /// A data domain.
    #[inline]
    #[must_use]
    pub fn domain(&self, domain: DomainIx) -> &Domain {
        &self.domains[domain.index()]
    }

    /// The first data slot of a domain, for messages.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
    /// let digits = Generator::<Digits>::up_to(1).build()?;
    /// let schema = digits.catalog().schema();
    /// let domain = dpgen::schema::DomainIx::from_word(0);
    /// assert_eq!(schema.slot_of(domain), "`Then.0`");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    pub fn slot_of(&self, domain: DomainIx) -> String {
        let slot = self.constructors.iter().find_map(|ctor| {
            let slot = ctor.slots.iter().find(|slot| slot.kind == SlotKind::Data(domain));
            slot.map(|slot| format!("`{}.{}`", ctor.name, slot.name))
        });
        slot.unwrap_or_else(|| "a data slot".to_owned())
    }

    /// The number of types.
    #[inline]
    #[must_use]
    pub fn types(&self) -> usize {
        self.types.len()
    }

    /// A type's constructors.
    #[inline]
    pub fn constructors_of(&self, ty: TypeIx) -> impl Iterator<Item = CtorIx> + use<> {
        let ty = self.ty(ty);
        let first = ty.first.word();
        (first..first + ty.constructors).map(CtorIx::from_word)
    }

    /// The index of a label, or of a wide integer, in its domain, which is added if need be: for a value that no scope made.
    #[doc(hidden)]
    pub fn admit_label(&mut self, domain: DomainIx, label: &str) -> Option<u32> {
        let domain = &mut self.domains[domain.index()];
        let known = domain.index_of_label(label);
        match domain {
            Domain::Wide(labels) | Domain::Labels(labels) => known.or_else(|| {
                labels.push(label.to_owned());
                shown(labels.len()).checked_sub(1)
            }),
            _ => None,
        }
    }

    /// The same schema with wider ranges of integers, of about 2^31 values each, and as many nodes to refer to: to read structures
    /// whose integers may lie outside of their domains, or that may be larger than the scope.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen)] enum Digits { End, Then(#[dpgen(range = 1..=3)] i64, Box<Digits>) }
    /// use dpgen::schema::from_ron;
    ///
    /// let digits = Generator::<Digits>::up_to(2).build()?;
    /// let schema = digits.catalog().schema();
    /// assert!(from_ron(schema, "Then(4, End)").is_err());
    /// let wide = schema.clone().with_wide_ranges();
    /// assert_eq!(dpgen::schema::nodes_of(&wide, &from_ron(&wide, "Then(4, End)")?)[1].slots[0], 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_wide_ranges(mut self) -> Self {
        const LEN_LIMIT: i64 = (1 << 31) - 1;
        for domain in &mut self.domains {
            let own = i64::from(domain.len());
            match domain {
                Domain::Range { lo, hi } => {
                    let more = (LEN_LIMIT - own).max(0) / 2;
                    (*lo, *hi) = (lo.saturating_sub(more), lo.saturating_add(own - 1).saturating_add(more));
                }
                Domain::Nodes { len, .. } => *len = u32::try_from(LEN_LIMIT).unwrap_or(*len),
                Domain::Ints(_) | Domain::Bool | Domain::Labels(_) | Domain::Wide(_) => {}
            }
        }
        self
    }

    /// The facts of constructors and slots that compact words are read by.
    #[inline]
    #[must_use]
    pub fn layers(&self) -> &LayerTable {
        self.layers.get_or_init(|| LayerTable::new(&self.types, &self.constructors, &self.domains))
    }

    /// A constructor's number within its type.
    #[inline]
    #[must_use]
    pub fn local(&self, ctor: CtorIx) -> u32 {
        self.layers().local(ctor)
    }

    /// The smallest size of a structure that starts with this constructor, if there is one.
    #[inline]
    #[must_use]
    pub fn min_size_of(&self, ctor: CtorIx) -> Option<u32> {
        let ctor = self.constructor(ctor);
        ctor.slots.iter().try_fold(ctor.weight, |sum, slot| match slot.kind {
            SlotKind::Recursive(ty) => sum.checked_add(self.ty(ty).min_size?),
            SlotKind::Data(domain) => (!self.domain(domain).is_empty()).then_some(sum),
        })
    }
}
