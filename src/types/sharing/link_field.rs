//! [`LinkTo`]: fields that lead to nodes which are new or were met, `#[dpgen(links_to = Node)]`; [`Linked`] describes them.

use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::link::Link;
use crate::types::field_types::mirror::Mirror;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::arena::NodeIndex;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::sharing::pointer::{Built, Holds, Pointer};
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// The type of a field that leads to nodes of type `N`, which are new or were met.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not lead to a new `{N}`",
    label = "neither an `Rc` or `Arc` of a `{N}`, or of a `RefCell`, `Mutex` or `RwLock` of one, nor an index; nor an `Option`, `Vec` or array of these",
    note = "a `Weak` can not own a new node: it is for `refers_to`; an index of your own implements `NodeIndex`"
)]
pub trait LinkTo<N: DpGen>: Sized + 'static {
    /// As what it stands in the schema.
    type Link: DpGen;

    /// Notes in the schema what its pointers need.
    fn note(definer: &mut Definer, slot: &str);
    /// Builds it from compact words.
    fn build(words: &mut ValueBuilder<'_>) -> Self;
    /// Takes it apart.
    ///
    /// # Errors
    /// [`NotOfScope`] when it is not one of the schema's.
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope>;
    /// Visits its pointers.
    fn visit(&mut self, visitor: &mut LinkVisitor<'_>);
    /// Follows its pointers where they can not be changed.
    fn follow(&self, visitor: &mut LinkVisitor<'_>);
}

/// Builds one pointer: to a node that begins here, or to one that was met.
fn build_pointer<N: DpGen, P: Pointer<N>>(words: &mut ValueBuilder<'_>) -> Built<P> {
    let (local, mut fields) = words.layer();
    if local == 0 {
        return Built::Pointer(fields.field_by(P::build_new));
    }
    fields.field_by(|words| {
        let node = words.referred_node();
        P::build_met(words, node).map_or(Built::Incomplete(node), Built::Pointer)
    })
}

/// Takes one pointer apart.
fn take_pointer_apart<N: DpGen, P: Pointer<N>>(
    pointer: &P,
    reader: &mut ValueReader<'_>,
) -> Result<i64, NotOfScope> {
    let link = reader.slot();
    reader.expect_new_node();
    let token = pointer.token(reader)?;
    reader.expect(link);
    reader.link(token)
}

/// Fields that are one pointer. (An implementation for all pointers could meet one of another crate's.)
macro_rules! pointer_fields {
    ($([$($parameter:tt)*] $pointer:ty;)*) => {$(
        impl<N: DpGen, $($parameter)*> LinkTo<N> for $pointer {
            type Link = Link<N>;

            fn note(definer: &mut Definer, slot: &str) {
                <Self as Pointer<N>>::note(definer, slot);
            }
            fn build(words: &mut ValueBuilder<'_>) -> Self {
                build_pointer::<N, Self>(words).expect()
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                take_pointer_apart::<N, Self>(self, reader)
            }
            fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
                <Self as Pointer<N>>::visit(self, visitor);
            }
            fn follow(&self, visitor: &mut LinkVisitor<'_>) {
                <Self as Pointer<N>>::follow(self, visitor);
            }
        }
    )*};
}

pointer_fields! {
    [C: Holds<N>] Rc<C>;
    [C: Holds<N>] Arc<C>;
    [I: NodeIndex] I;
}

impl<N: DpGen, P: Pointer<N>> LinkTo<N> for Option<P> {
    type Link = Option<Link<N>>;

    fn note(definer: &mut Definer, slot: &str) {
        P::note(definer, slot);
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        P::build_optional(words, |words| {
            let (local, mut fields) = words.layer();
            (local == 1).then(|| fields.field_by(build_pointer))
        })
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        match self {
            None => reader.layer(0, |_| Ok(())),
            Some(pointer) => {
                reader.layer(1, |fields| fields.field_by(|reader| take_pointer_apart(pointer, reader)))
            }
        }
    }
    fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
        P::visit_optional(self, visitor);
    }
    fn follow(&self, visitor: &mut LinkVisitor<'_>) {
        self.iter().for_each(|pointer| Pointer::follow(pointer, visitor));
    }
}

impl<N: DpGen, F: LinkTo<N>> LinkTo<N> for Vec<F> {
    type Link = Vec<F::Link>;

    fn note(definer: &mut Definer, slot: &str) {
        F::note(definer, slot);
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        chain::build(words, F::build)
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        chain::take_apart(self.iter(), reader, F::take_apart)
    }
    fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
        self.iter_mut().for_each(|field| field.visit(visitor));
    }
    fn follow(&self, visitor: &mut LinkVisitor<'_>) {
        self.iter().for_each(|field| field.follow(visitor));
    }
}

impl<N: DpGen, F: LinkTo<N>, const K: usize> LinkTo<N> for [F; K] {
    type Link = [F::Link; K];

    fn note(definer: &mut Definer, slot: &str) {
        F::note(definer, slot);
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        let (_, mut fields) = words.layer();
        std::array::from_fn(|_| fields.field_by(F::build))
    }
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        reader.layer(0, |fields| {
            self.iter().try_for_each(|field| fields.field_by(|reader| field.take_apart(reader)))
        })
    }
    fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
        self.iter_mut().for_each(|field| field.visit(visitor));
    }
    fn follow(&self, visitor: &mut LinkVisitor<'_>) {
        self.iter().for_each(|field| field.follow(visitor));
    }
}

/// Describes a field of type `F` that leads to nodes of type `N`.
#[derive(Debug)]
pub struct Linked<F, N>(PhantomData<(F, N)>);

impl<N: DpGen, F: LinkTo<N>> Linked<F, N> {
    /// Visits the pointers of the field.
    pub fn visit(field: &mut F, visitor: &mut LinkVisitor<'_>) {
        field.visit(visitor);
    }

    /// Notes the pointers of the field, to be followed.
    pub fn walk<'a>(field: &'a F, nodes: &mut NodeWalk<'a>) {
        nodes.follow(|visitor| field.follow(visitor));
    }
}

impl<N: DpGen, F: LinkTo<N>> DpGen for Linked<F, N> {
    type Slot = <F::Link as DpGen>::Slot;
    type View = <F::Link as DpGen>::View;

    const FIELD_TYPE: FieldType = FieldType::Derived;
    const VALUE_KINDS: ValueKinds = ValueKinds::NOTHING;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.sharing.is_used = true;
        let kind = F::Link::define(definer, domain, slot);
        F::note(definer, slot);
        kind
    }
    fn view(layer: &Layer) -> Self::View {
        F::Link::view(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        F::build(words);
        Self(PhantomData)
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Err(NotOfScope("it only describes a value".to_owned()))
    }
}

impl<N: DpGen, F: LinkTo<N>> Mirror for Linked<F, N> {
    type Remote = F;

    fn build_remote(words: &mut ValueBuilder<'_>) -> F {
        F::build(words)
    }
    fn take_remote_apart(remote: &F, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        remote.take_apart(reader)
    }
}
