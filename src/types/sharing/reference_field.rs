//! [`ReferTo`]: fields that lead to nodes which were met, `#[dpgen(refers_to = Node)]`, and are pointers; [`Referring`] describes them.

use std::any::{TypeId, type_name};
use std::marker::PhantomData;
use std::rc::{self, Rc};
use std::sync::{self, Arc};

use crate::types::DpGen;
use crate::types::field_types::chain;
use crate::types::field_types::mirror::Mirror;
use crate::types::field_types::table::FieldType;
use crate::types::schema::definer::Definer;
use crate::types::schema::field_domain::FieldDomain;
use crate::types::schema::value_kinds::ValueKinds;
use crate::types::sharing::link_visitor::{LinkVisitor, NodeWalk};
use crate::types::sharing::node_tokens::NodeKey;
use crate::types::sharing::pointer::{Built, Holds, Pointer};
use crate::types::sharing::strong_pointer::StrongPointer;
use crate::types::value::builder::ValueBuilder;
use crate::types::value::reader::{NotOfScope, ValueReader};
use dpgen_engine::predicate_run::Layer;
use dpgen_forest::schema::SlotKind;

/// The type of a field of pointers that lead to nodes of type `N`, which were met.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not lead to a `{N}` that was met",
    label = "neither a `Weak`, `Rc` or `Arc` of a `{N}`, or of a `RefCell`, `Mutex` or `RwLock` of one; nor an `Option` of an `Rc` or `Arc`, nor a `Vec` or array of these"
)]
pub trait ReferTo<N: DpGen>: Sized + 'static {
    /// As what it stands in the schema.
    type Reference: DpGen;

    /// Builds it from compact words.
    fn build(words: &mut ValueBuilder<'_>) -> Self;
    /// Takes it apart.
    ///
    /// # Errors
    /// [`NotOfScope`] when it is not one of the schema's.
    fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope>;
    /// Visits its strong pointers.
    fn visit(&mut self, visitor: &mut LinkVisitor<'_>);
    /// Follows its strong pointers where they can not be changed.
    fn follow(&self, visitor: &mut LinkVisitor<'_>);
}

fn build_pointer<P: StrongPointer>(words: &mut ValueBuilder<'_>) -> Built<P> {
    let node = words.referred_node();
    words.shared_nodes().strong(node).map_or(Built::Incomplete(node), Built::Pointer)
}

/// Notes the node that a pointer leads to, whether it was met or will be.
fn take_pointer_apart<P: StrongPointer>(
    pointer: &P,
    reader: &mut ValueReader<'_>,
) -> Result<i64, NotOfScope> {
    reader.refer(NodeKey::Pointer(pointer.address(), TypeId::of::<P::Content>()))
}

macro_rules! references {
    ($($pointer:ident $module:ident;)*) => {$(
        impl<N: DpGen, C: Holds<N>> ReferTo<N> for $pointer<C> {
            type Reference = usize;

            fn build(words: &mut ValueBuilder<'_>) -> Self {
                build_pointer(words).expect()
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                take_pointer_apart(self, reader)
            }
            fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
                visitor.strong(self);
            }
            fn follow(&self, visitor: &mut LinkVisitor<'_>) {
                visitor.strong(self);
            }
        }

        impl<N: DpGen, C: Holds<N>> ReferTo<N> for Option<$pointer<C>> {
            type Reference = Option<usize>;

            fn build(words: &mut ValueBuilder<'_>) -> Self {
                <$pointer<C> as Pointer<N>>::build_optional(words, |words| {
                    let (local, mut fields) = words.layer();
                    (local == 1).then(|| fields.field_by(build_pointer))
                })
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                match self {
                    None => reader.layer(0, |_| Ok(())),
                    Some(pointer) => reader.layer(1, |fields| fields.field_by(|reader| take_pointer_apart(pointer, reader))),
                }
            }
            fn visit(&mut self, visitor: &mut LinkVisitor<'_>) {
                visitor.optional(self);
            }
            fn follow(&self, visitor: &mut LinkVisitor<'_>) {
                self.iter().for_each(|pointer| visitor.strong(pointer));
            }
        }

        impl<N: DpGen, C: Holds<N>> ReferTo<N> for $module::Weak<C> {
            type Reference = Option<usize>;

            fn build(words: &mut ValueBuilder<'_>) -> Self {
                let (local, mut fields) = words.layer();
                if local == 0 {
                    return Self::new();
                }
                fields.field_by(|words| {
                    let node = words.referred_node();
                    words.shared_nodes().weak::<$pointer<C>>(node).clone()
                })
            }
            fn take_apart(&self, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
                if $pointer::<C>::is_null(self) {
                    return reader.layer(0, |_| Ok(()));
                }
                let dead = || {
                    let (weak, null) = (type_name::<Self>(), "`Weak::new()`");
                    NotOfScope(format!("a `{weak}` leads to what was dropped: a pointer to nothing is {null}"))
                };
                let pointer = self.upgrade().ok_or_else(dead)?;
                reader.layer(1, |fields| fields.field_by(|reader| take_pointer_apart(&pointer, reader)))
            }
            fn visit(&mut self, _: &mut LinkVisitor<'_>) {}
            fn follow(&self, _: &mut LinkVisitor<'_>) {}
        }
    )*};
}

references! {
    Rc rc;
    Arc sync;
}

impl<N: DpGen, F: ReferTo<N>> ReferTo<N> for Vec<F> {
    type Reference = Vec<F::Reference>;

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

impl<N: DpGen, F: ReferTo<N>, const K: usize> ReferTo<N> for [F; K] {
    type Reference = [F::Reference; K];

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

/// Describes a field of type `F` that refers to nodes of type `N`.
#[derive(Debug)]
pub struct Referring<F, N>(PhantomData<(F, N)>);

impl<N: DpGen, F: ReferTo<N>> Referring<F, N> {
    /// Visits the pointers of the field.
    pub fn visit(field: &mut F, visitor: &mut LinkVisitor<'_>) {
        field.visit(visitor);
    }

    /// Notes the pointers of the field, to be followed.
    pub fn walk<'a>(field: &'a F, nodes: &mut NodeWalk<'a>) {
        nodes.follow(|visitor| field.follow(visitor));
    }
}

impl<N: DpGen, F: ReferTo<N>> DpGen for Referring<F, N> {
    type Slot = <F::Reference as DpGen>::Slot;
    type View = <F::Reference as DpGen>::View;

    const FIELD_TYPE: FieldType = FieldType::Derived;
    const VALUE_KINDS: ValueKinds = ValueKinds::INTEGERS;

    fn define(definer: &mut Definer, domain: &FieldDomain, slot: &str) -> SlotKind {
        definer.sharing.is_used = true;
        F::Reference::define(definer, domain, slot)
    }
    fn view(layer: &Layer) -> Self::View {
        F::Reference::view(layer)
    }
    fn build(words: &mut ValueBuilder<'_>) -> Self {
        F::build(words);
        Self(PhantomData)
    }
    fn take_apart(&self, _: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        Err(NotOfScope("it only describes a value".to_owned()))
    }
}

impl<N: DpGen, F: ReferTo<N>> Mirror for Referring<F, N> {
    type Remote = F;

    fn build_remote(words: &mut ValueBuilder<'_>) -> F {
        F::build(words)
    }
    fn take_remote_apart(remote: &F, reader: &mut ValueReader<'_>) -> Result<i64, NotOfScope> {
        remote.take_apart(reader)
    }
}
