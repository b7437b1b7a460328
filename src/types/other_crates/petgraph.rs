//! `petgraph`: a graph is a chain of its nodes by their numbers, each with its edge to itself and its edges with the nodes before it.
//!
//! From one node to another there is one edge or none, so that graphs with so many nodes are finitely many. Invariant: the node at a place
//! has edges with as many nodes before it, as the schema has a type for each place. So no predicate is needed, and graphs are counted by
//! products. Edges are built by the numbers of their nodes, and a given graph may have them in any order. The crate calls what nodes
//! and edges hold their weights. `field_types/chain.rs` has the chains.

use std::collections::BTreeMap;

use petgraph::data::Build;
use petgraph::graph::{DiGraph, NodeIndex, UnGraph};
use petgraph::stable_graph::{StableDiGraph, StableUnGraph};
use petgraph::visit::{EdgeRef, IntoEdgeReferences, IntoNodeReferences};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::{FieldDomain, Lengths, MAX_LEN};
use crate::types::schema::type_name::type_name;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::NodeWalk;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{FieldWriter, NotOfScope, ValueReader};
use crate::types::view::collection_view::CollectionView;
use crate::types::view::reference::Ref;
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::{SchemaError, SlotKind};

/// A node in the schema: its weight, its edge to itself, and its edges with each node before it: to that, and, where edges have a direction
/// (`WAYS` is 2), from that.
type Node<N, E, const WAYS: usize> = (N, Option<E>, Vec<[Option<E>; WAYS]>);

/// Declares the chain of nodes of a graph `G`.
fn define<N: DpGen, E: DpGen, G: 'static, const WAYS: usize>(
    definer: &mut Definer,
    graph: &str,
    domain: &FieldDomain,
    slot: &str,
) -> SlotKind {
    let name = format!("{graph}<{}, {}>", type_name::<N>(), type_name::<E>());
    definer.arity(slot, domain, 2);
    let [nodes, edges] = [0, 1].map(|part| domain.of_part(part).of_elements());
    let node = |place| {
        let before = edges.clone().with_len(Some(Lengths { min: place, max: place }));
        FieldDomain::of_parts(vec![nodes.clone(), edges.clone(), before])
    };
    let Some(scope) = definer.schema.scope() else {
        return chain::declare::<Node<N, E, WAYS>, G>(definer, &name, &node(0), slot, |_, _| {});
    };
    // Without `len`, each node weighs at least 1.
    let len = domain.len.unwrap_or(Lengths { min: 0, max: scope.max_size() });
    if len.max > MAX_LEN {
        let why = format!("a graph has at most {MAX_LEN} nodes, not {}: say how many with `len`", len.max);
        definer.schema.error(SchemaError::BadDomain { slot: slot.to_owned(), why });
    }
    let len = Lengths { min: len.min, max: len.max.min(MAX_LEN) };
    let weighs = domain.len.is_none();
    // Chains of the same lengths are other types at other places, and where nodes may weigh 0.
    let key = |left, place| {
        let place_key = FieldDomain::NONE.with_len(Some(Lengths { min: u32::from(weighs), max: place }));
        FieldDomain::of_parts(vec![nodes.clone(), edges.clone(), place_key]).with_len(Some(left))
    };
    chain::declare_bounded::<Node<N, E, WAYS>, G>(definer, &name, len, slot, key, node, |definer, ty| {
        if weighs {
            definer.schema.grows(ty);
        }
    })
}

/// Builds a graph: first its nodes, then its edges by the numbers of their nodes.
fn build<N, E, G, const WAYS: usize>(words: &mut ValueBuilder<'_>) -> G
where
    N: DpGen,
    E: DpGen,
    G: Default + Build<NodeId = NodeIndex, NodeWeight = N, EdgeWeight = E>,
{
    let nodes: Vec<Node<N, E, WAYS>> = chain::build(words, Node::build);
    let (mut graph, mut edges, mut before) = (G::default(), Vec::new(), Vec::new());
    for (weight, to_itself, rows) in nodes {
        let node = graph.add_node(weight);
        edges.extend(to_itself.map(|edge| (node, node, edge)));
        for (other, ways) in before.iter().zip(rows) {
            let ends = [(node, *other), (*other, node)];
            edges.extend(ends.into_iter().zip(ways).filter_map(|((from, to), edge)| Some((from, to, edge?))));
        }
        before.push(node);
    }
    edges.sort_by_key(|(from, to, _)| (*from, *to));
    for (from, to, edge) in edges {
        graph.add_edge(from, to, edge);
    }
    graph
}

/// What the nodes and edges of a graph weigh.
struct Weights<'a, N, E, const WAYS: usize> {
    nodes: Vec<&'a N>,
    /// By the numbers of the nodes that an edge leads from and to; where it has no direction, the greater one first.
    edges: BTreeMap<(usize, usize), &'a E>,
}

impl<'a, N: DpGen, E: DpGen, const WAYS: usize> Weights<'a, N, E, WAYS> {
    /// Those of these nodes and edges.
    fn of(
        nodes: impl Iterator<Item = (NodeIndex, &'a N)>,
        edges: impl Iterator<Item = (NodeIndex, NodeIndex, &'a E)>,
    ) -> Result<Self, NotOfScope> {
        let mut weights = Self { nodes: Vec::new(), edges: BTreeMap::new() };
        for (index, node) in nodes {
            let number = weights.nodes.len();
            if index.index() != number {
                let why = format!("a graph has no node {number}, but nodes with greater numbers");
                return Err(NotOfScope(why));
            }
            weights.nodes.push(node);
        }
        for (from, to, edge) in edges {
            let (from, to) = (from.index(), to.index());
            let ends = if WAYS == 1 { (from.max(to), from.min(to)) } else { (from, to) };
            if weights.edges.insert(ends, edge).is_some() {
                return Err(NotOfScope(format!("two edges of a graph lead from node {from} to node {to}")));
            }
        }
        Ok(weights)
    }

    /// The edges with each node before this one.
    fn before(
        &self,
        node: usize,
    ) -> impl DoubleEndedIterator<Item = [Option<&'a E>; WAYS]> + ExactSizeIterator {
        (0..node).map(move |other| {
            let ends = [(node, other), (other, node)];
            std::array::from_fn(|way| self.edges.get(&ends[way]).copied())
        })
    }

    /// Takes the graph apart as a chain of its nodes.
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        chain::take_apart(self.nodes.iter().enumerate(), reader, |(number, node), reader| {
            reader.layer(0, |fields| {
                fields.field(*node)?;
                edge(fields, self.edges.get(&(number, number)).copied())?;
                fields.field_by(|reader| {
                    chain::take_apart(self.before(number), reader, |ways, reader| {
                        reader.layer(0, |fields| ways.into_iter().try_for_each(|way| edge(fields, way)))
                    })
                })
            })
        })
    }

    /// Goes through all weights, as they stand in the chain.
    fn walk(&self, nodes: &mut NodeWalk<'a>) {
        for (number, node) in self.nodes.iter().enumerate() {
            node.walk(nodes);
            let to_itself = self.edges.get(&(number, number)).copied();
            to_itself
                .into_iter()
                .chain(self.before(number).flatten().flatten())
                .for_each(|edge| edge.walk(nodes));
        }
    }
}

/// Writes an edge, which stands in the schema as an `Option`.
fn edge<E: DpGen>(fields: &mut FieldWriter<'_, '_>, weight: Option<&E>) -> Result<(), NotOfScope> {
    fields.field_by(|reader| match weight {
        None => reader.layer(0, |_| Ok(())),
        Some(weight) => reader.layer(1, |fields| fields.field(weight)),
    })
}

/// The graphs of the crate, each with the number of ways in which an edge may lead between two nodes.
macro_rules! graphs {
    ($($graph:ident $ways:literal,)*) => {$(
        impl<N: DpGen, E: DpGen> DpGen for $graph<N, E> {
            type Slot = Ref<Self>;
            type View = CollectionView<Node<N, E, $ways>, Self>;

            const FIELD_TYPE: FieldType = FieldType::OtherCrate;
            const VALUE_KINDS: ValueKinds = N::VALUE_KINDS.and(E::VALUE_KINDS);

            fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
                define::<N, E, Self, $ways>(definer, stringify!($graph), domain, slot)
            }
            fn view(layer: &Layer) -> Self::View {
                CollectionView::of(layer)
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                build::<N, E, Self, $ways>(words)
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                let edges = self.edge_references().map(|edge| (edge.source(), edge.target(), edge.weight()));
                Weights::<_, _, $ways>::of(self.node_references(), edges)?.take_apart(reader)
            }
            fn walk<'a>(&'a self, nodes: &mut NodeWalk<'a>) {
                let edges = self.edge_references().map(|edge| (edge.source(), edge.target(), edge.weight()));
                if let Ok(weights) = Weights::<_, _, $ways>::of(self.node_references(), edges) {
                    weights.walk(nodes);
                }
            }
        }
    )*};
}

graphs!(DiGraph 2, UnGraph 1, StableDiGraph 2, StableUnGraph 1,);
