//! [`NodeIndex`]: links that are indices of a vector, `#[dpgen(arena)] nodes: Vec<Node>`; [`ArenaOf`] describes the vector.

use std::any::{Any, TypeId, type_name};
use std::marker::PhantomData;

use crate::types::DpGen;
use crate::types::field_types::mirror::Mirror;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::sharing::pointer::{Built, Pointer};
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// An index of a node in an arena: of an integer's type, or of a type of yours that holds one.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(Debug, PartialEq)]
/// struct StateId(u32);
///
/// impl dpgen::NodeIndex for StateId {
///     fn from_number(number: usize) -> Self {
///         StateId(u32::try_from(number).expect("there are few states"))
///     }
///     fn number(&self) -> usize {
///         usize::try_from(self.0).expect("an index fits")
///     }
/// }
///
/// /// A state, and where its two letters lead.
/// #[derive(DpGen, Debug, PartialEq)]
/// struct State {
///     #[dpgen(links_to = State)]
///     next: [StateId; 2],
/// }
///
/// #[derive(DpGen, Debug, PartialEq)]
/// #[dpgen(weight = 0)]
/// struct Automaton {
///     #[dpgen(arena)]
///     states: Vec<State>,
/// }
///
/// let automata = Generator::<Automaton>::up_to(3).build()?;
/// assert_eq!([0, 1, 2, 3].map(|states| automata.count(states).to_usize()), [1, 1, 12, 216].map(Some));
/// let last = automata.iter_size(2).last().expect("there are 12");
/// assert_eq!(last.states.iter().map(|state| (state.next[0].0, state.next[1].0)).collect::<Vec<_>>(), [(1, 1), (1, 1)]);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub trait NodeIndex: Sized + 'static {
    /// The index of the node with this number. What is too large for the type is the end of its range; there are never so many nodes.
    fn from_number(number: usize) -> Self;
    /// The number of the node with this index.
    fn number(&self) -> usize;
}

macro_rules! indices {
    ($($integer:ty)*) => {$(
        impl NodeIndex for $integer {
            fn from_number(number: usize) -> Self {
                Self::try_from(number).unwrap_or(Self::MAX)
            }
            fn number(&self) -> usize {
                usize::try_from(*self).unwrap_or(usize::MAX)
            }
        }
    )*};
}

indices!(u8 u16 u32 u64 usize);

impl<N: DpGen, I: NodeIndex> Pointer<N> for I {
    fn note(definer: &mut Definer, slot: &str) {
        if let SlotKind::Recursive(of) = N::define(definer, &FieldDomain::NONE, slot) {
            definer.sharing.indices.push((of, slot.to_owned()));
        }
    }
    fn build_new(words: &mut ValueBuilder<'_>) -> Self {
        Self::from_number(build_node::<N>(words))
    }
    fn build_met(words: &mut ValueBuilder<'_>, node: usize) -> Option<Self> {
        Some(Self::from_number(words.shared_nodes().number(node)))
    }
    fn build_optional(
        words: &mut ValueBuilder<'_>,
        build: impl FnOnce(&mut ValueBuilder<'_>) -> Option<Built<Self>>,
    ) -> Option<Self> {
        build(words).map(Built::expect)
    }
    fn token(&self, reader: &mut ValueReader<'_>) -> Result<usize, NotOfScope> {
        reader.token_in_arena(TypeId::of::<N>(), self.number())
    }
    fn visit(&mut self, _: &mut LinkVisitor<'_>) {}
    fn visit_optional(_: &mut Option<Self>, _: &mut LinkVisitor<'_>) {}
    fn follow(&self, _: &mut LinkVisitor<'_>) {}
}

/// Builds the node that begins here, into its arena; returns its number.
fn build_node<N: DpGen>(words: &mut ValueBuilder<'_>) -> usize {
    let number = words.number_of_node().unwrap_or_default();
    let node = N::build(words);
    let all = arena::<N>(words);
    if all.len() <= number {
        all.resize_with(number + 1, || None);
    }
    all[number] = Some(node);
    number
}

/// The arena that is being filled.
fn arena<'a, N: DpGen>(words: &'a mut ValueBuilder<'_>) -> &'a mut Vec<Option<N>> {
    let all = words.shared_nodes().arenas.get_mut(&TypeId::of::<N>());
    match all.and_then(|all| <dyn Any>::downcast_mut(&mut **all)) {
        Some(all) => all,
        None => {
            let node = type_name::<N>();
            panic!(
                "an index with `links_to` stands outside of the arena of `{node}`: there it is one with `refers_to`"
            )
        }
    }
}

/// Describes an arena, a `Vec` of nodes: by its first node, if it has one.
#[derive(Debug)]
pub struct ArenaOf<F>(PhantomData<F>);

impl<N: DpGen> ArenaOf<Vec<N>> {
    /// Visits the pointers of the nodes. None of them can be set afterwards, as nodes come in the order of their numbers.
    pub fn visit(field: &mut [N], visitor: &mut LinkVisitor<'_>) {
        if visitor.follows() {
            field.iter_mut().for_each(|node| node.visit_links(visitor));
        }
    }

    /// Goes through the nodes.
    pub fn walk<'a>(field: &'a [N], nodes: &mut NodeWalk<'a>) {
        field.iter().for_each(|node| node.walk(nodes));
    }
}

impl<N: DpGen> DpGen for ArenaOf<Vec<N>> {
    type Slot = <Option<N> as DpGen>::Slot;
    type View = <Option<N> as DpGen>::View;

    const FIELD_TYPE: FieldType = FieldType::Derived;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.sharing.is_used = true;
        let kind = <Option<N>>::define(definer, domain, slot);
        if let SlotKind::Recursive(of) = N::define(definer, &FieldDomain::NONE, slot) {
            definer.sharing.arenas.push((of, slot.to_owned()));
        }
        kind
    }
    fn view(layer: &Layer) -> Self::View {
        <Option<N>>::view(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        Self::build_remote(words);
        Self(PhantomData)
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Err(NotOfScope("it only describes a value".to_owned()))
    }
}

impl<N: DpGen> Mirror for ArenaOf<Vec<N>> {
    type Remote = Vec<N>;

    fn build_remote(words: &mut ValueBuilder<'_>) -> Vec<N> {
        let (local, mut fields) = words.layer();
        if local == 0 {
            return Vec::new();
        }
        fields.field_by(|words| {
            words.shared_nodes().arenas.insert(TypeId::of::<N>(), Box::new(Vec::<Option<N>>::new()));
            build_node::<N>(words);
            let all = std::mem::take(arena::<N>(words));
            words.shared_nodes().arenas.remove(&TypeId::of::<N>());
            let count = all.len();
            let nodes: Vec<N> = all.into_iter().flatten().collect();
            let node = type_name::<N>();
            assert!(
                nodes.len() == count,
                "there are values of `{node}` outside of its arena, which have numbers, too: let an arena have all of them"
            );
            nodes
        })
    }
    fn take_remote_apart(remote: &Vec<N>, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        if remote.is_empty() {
            return reader.layer(0, |_| Ok(()));
        }
        reader.layer(1, |fields| {
            fields.field_by(|reader| reader.take_arena_apart(TypeId::of::<N>(), remote, N::take_apart))
        })
    }
}
