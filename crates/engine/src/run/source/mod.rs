//! Where a run's nodes come from: one variant an engine, dispatched here.
//!
//! A source answers what a node can be and what an attribute of an undecided node is. The rest of a run
//! does not know which engine it works for.

mod classes;
mod groups;
mod pool;
mod top_down;
mod value;

use smallvec::SmallVec;

pub(crate) use classes::ClassSource;
pub(crate) use pool::PoolSource;
pub(crate) use top_down::TopDown;
pub(crate) use value::ValueSource;

use super::{AttrKey, Encoder, Int, NodeState, Run};
use dpgen_forest::index::{AttrIx, CtorIx, TypeIx, at};

/// What nodes a run works on.
#[derive(Debug)]
pub(crate) enum Source {
    /// Structures of a pool (DP, LazyDP, and every evaluation on accepted structures).
    Pool(PoolSource),
    /// Nothing is known: Korat's search.
    TopDown(TopDown),
    /// A given value.
    Value(ValueSource),
    /// Classes of structures (Quotient DP).
    Classes(Box<ClassSource>),
}

impl Source {
    /// Whether substructures are known to be accepted.
    pub(crate) fn accepts_parts(&self) -> bool {
        match self {
            Self::Pool(pool) => pool.accepted,
            Self::Classes(_) => true,
            Self::TopDown(_) | Self::Value(_) => false,
        }
    }

    /// Whether the engine remembers attributes of substructures.
    pub(crate) fn remembers(&self) -> bool {
        matches!(self, Self::Pool(_) | Self::Classes(_))
    }
}

impl Run {
    /// The type of a node.
    pub(crate) fn type_of(&self, node: u32) -> TypeIx {
        match (self.nodes[at(node)], &self.source) {
            (NodeState::Layer { ctor, .. }, _) => self.schema.constructor(ctor).ty,
            (NodeState::Open(ty), _) => ty,
            (NodeState::Structure(id), Source::Pool(source)) => source.pool.type_of(id),
            (NodeState::Bucket { bucket, .. }, Source::Pool(source)) => source.pool.type_and_size(bucket).0,
            (NodeState::Group(group), Source::Pool(source)) => {
                source.pool.type_of(source.groups.members(group)[0])
            }
            (NodeState::Value(value), Source::Value(source)) => {
                self.schema.constructor(source.nodes[at(value)].ctor).ty
            }
            (NodeState::Classes(set), Source::Classes(source)) => {
                source.parts.classes.type_of(source.parts.members(set)[0])
            }
            (NodeState::Productions { list, .. }, Source::Classes(source)) => {
                let record = source.parts.list(list)[0];
                self.schema.constructor(source.parts.classes.dag.records.ctor(record)).ty
            }
            (NodeState::Pending { parent, slot }, _) => self.pending_type(parent, slot),
            (state, _) => unreachable!("{state:?} in a run of another engine"),
        }
    }

    /// Decides a node's constructor: the constructor and where its slots begin.
    pub(crate) fn open(&mut self, node: u32) -> (CtorIx, u32) {
        let state = match self.nodes[at(node)] {
            NodeState::Layer { ctor, first } => return (ctor, first),
            NodeState::Structure(structure) => self.open_structure(structure),
            NodeState::Bucket { .. } | NodeState::Group(_) => {
                let structure = self.choose_structure(node);
                self.open_structure(structure)
            }
            NodeState::Open(ty) => self.open_hole(ty),
            NodeState::Value(value) => self.open_value(value),
            NodeState::Classes(_) | NodeState::Productions { .. } | NodeState::Pending { .. } => {
                return self.open_classes(node);
            }
        };
        self.nodes[at(node)] = state;
        match state {
            NodeState::Layer { ctor, first } => (ctor, first),
            _ => unreachable!("a source opens a node to a layer"),
        }
    }

    /// The answer to an attribute in use, decoded; `None` if it is not remembered.
    pub(crate) fn answer<R>(
        &mut self,
        node: u32,
        attr: AttrIx,
        decode: impl FnOnce(&[i64], &[Int]) -> R,
    ) -> Option<R> {
        match self.source {
            Source::Pool(_) => {
                let value = self.answer_from_pool(node, attr)?;
                let Source::Pool(source) = &self.source else { unreachable!("a run over a pool") };
                let (words, ints) = source.pool.columns[attr.index()].table.get(value);
                let ints: SmallVec<[Int; 2]> = ints.iter().copied().map(Int::constant).collect();
                Some(decode(words, &ints))
            }
            Source::Classes(_) => {
                let (class, ints) = self.answer_from_classes(node, attr)?;
                let Source::Classes(source) = &self.source else { unreachable!("a run over classes") };
                Some(decode(source.parts.classes.value(attr, class).0, &ints))
            }
            _ => None,
        }
    }

    /// What a given value's node answered before in this evaluation, decoded.
    pub(crate) fn recall<R>(
        &mut self,
        node: u32,
        key: AttrKey,
        decode: impl FnOnce(&[i64], &[Int]) -> R,
    ) -> Option<R> {
        let Source::Value(source) = &self.source else { return None };
        source.recall(node, key).map(|(words, ints)| decode(words, ints))
    }

    /// Whether nodes remember what they answered.
    pub(crate) fn remembers_by_node(&self) -> bool {
        matches!(self.source, Source::Value(_))
    }

    /// Remembers what a node of a given value answered.
    pub(crate) fn remember(&mut self, node: u32, key: AttrKey, answer: &Encoder) {
        if let Source::Value(source) = &mut self.source {
            source.remember(node, key, answer);
        }
    }
}
