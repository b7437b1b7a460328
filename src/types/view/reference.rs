//! [`Ref`]: the view of a substructure that is not decided yet.

use std::any::{TypeId, type_name};
use std::marker::PhantomData;

use crate::types::schema::has_context::{HasContext, of_words};
use crate::types::view::observable::{Decoder, Observable};
use crate::types::{DpGen, SlotView};
use dpgen_engine::predicate_run::{self, AttrKey, Attribute, Handle, SlotHandle};

/// A handle to a substructure of type `T` that has not been looked at.
///
/// [`get`](Ref::get) asks it for an attribute and leaves open which substructure it is, as far as the
/// answer allows; [`view`](Ref::view) looks one layer in. Asking is cheaper: answers are remembered. `==` compares two
/// substructures by value.
///
/// ```
/// use dpgen::prelude::*;
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = full)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// /// Every node has two subtrees of the same height.
/// fn full(tree: TreeView) -> bool {
///     let TreeView::Node(left, right) = tree else { return true };
///     left.get(height) == right.get(height)
/// }
///
/// fn height(tree: TreeView) -> u32 {
///     let TreeView::Node(left, right) = tree else { return 0 };
///     1 + left.get(height).max(right.get(height))
/// }
///
/// let trees = Generator::<Tree>::up_to(7).build()?;
/// assert_eq!([0, 1, 2, 3, 7].map(|size| trees.count(size).to_usize()), [1, 1, 0, 1, 1].map(Some));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
///
/// It belongs to one run on one thread, and can not leave that:
///
/// ```compile_fail,E0277
/// fn sends<T: Send>() {}
/// sends::<dpgen::Ref<Vec<bool>>>();
/// ```
pub struct Ref<T> {
    handle: Handle,
    /// The type, as a pointer, so that no handle crosses threads.
    of: PhantomData<*const T>,
}

impl<T> Clone for Ref<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<T> {}

impl<T> std::fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ref({})", type_name::<T>())
    }
}

impl<T: DpGen> Ref<T> {
    pub(crate) fn new(handle: Handle) -> Self {
        Self { handle, of: PhantomData }
    }

    pub(crate) fn handle(self) -> Handle {
        self.handle
    }

    /// Looks one layer in.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = no_three_in_a_row)]
    /// enum Chain {
    ///     End,
    ///     Link(bool, Box<Chain>),
    /// }
    ///
    /// /// Looks into the next two links.
    /// fn no_three_in_a_row(chain: ChainView) -> bool {
    ///     let ChainView::Link(first, rest) = chain else { return true };
    ///     let ChainView::Link(second, rest) = rest.view() else { return true };
    ///     let ChainView::Link(third, _) = rest.view() else { return true };
    ///     !(first.value() == second.value() && second.value() == third.value())
    /// }
    ///
    /// let chains = Generator::<Chain>::up_to(4).build()?;
    /// assert_eq!(chains.count(4), 10);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn view(self) -> T::View {
        T::view(&predicate_run::view(self.handle))
    }

    /// Asks for an attribute: a function from this type's view to something [`Observable`]. Its result is
    /// computed once per substructure (or class of substructures) and remembered.
    ///
    /// `attribute` must be a function or a closure that captures nothing; that is checked when compiling.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = leaning)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// /// No left subtree is smaller than the right one beside it.
    /// fn leaning(tree: TreeView) -> bool {
    ///     let TreeView::Node(left, right) = tree else { return true };
    ///     left.get(nodes) >= right.get(nodes)
    /// }
    ///
    /// fn nodes(tree: TreeView) -> u32 {
    ///     let TreeView::Node(left, right) = tree else { return 0 };
    ///     1 + left.get(nodes) + right.get(nodes)
    /// }
    ///
    /// let trees = Generator::<Tree>::up_to(4).build()?;
    /// assert_eq!(trees.count(2), 1);
    /// assert_eq!(trees.count(3), 2);
    /// assert_eq!(trees.count(4), 3);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn get<R, F>(self, attribute: F) -> R
    where
        R: Observable,
        F: Fn(T::View) -> R + Copy + Send + Sync + 'static,
    {
        const {
            assert!(size_of::<F>() == 0, "an attribute must be a function or a closure that captures nothing")
        };
        ask::<F, R, _>(self.handle, move |handle| attribute(Self::new(handle).view()))
    }
}

impl<T: HasContext> Ref<T> {
    /// The context of the substructure: what it was given where it stands.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// /// Terms in a number of variables.
    /// #[derive(DpGen)]
    /// #[dpgen(context = u32, root = 0)]
    /// enum Term {
    ///     #[dpgen(weight = 0)]
    ///     Var(#[dpgen(range = |depth| 0..depth)] u32),
    ///     Lam(#[dpgen(give = |depth| depth + 1)] Box<Term>),
    /// }
    ///
    /// #[derive(DpGen)]
    /// #[dpgen(rep_ok = is_wide)]
    /// struct Under(#[dpgen(give = || 2)] Term);
    ///
    /// fn is_wide(under: UnderView) -> bool {
    ///     under.0.context() == 2
    /// }
    ///
    /// assert_eq!(Generator::<Under>::up_to(1).build()?.count(1), 2);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn context(self) -> T::Context {
        of_words(&predicate_run::context(self.handle))
    }

    /// Asks for an attribute that reads the context of the substructure, too; otherwise as [`get`](Self::get).
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen)]
    /// #[dpgen(context = u32, root = 0, rep_ok = no_free_lunch)]
    /// enum Term {
    ///     #[dpgen(weight = 0)]
    ///     Var(#[dpgen(range = |depth| 0..depth)] u32),
    ///     Lam(#[dpgen(give = |depth| depth + 1)] Box<Term>),
    ///     App(Box<Term>, Box<Term>),
    /// }
    ///
    /// /// An application has an operand without the variable of the innermost abstraction.
    /// fn no_free_lunch(term: TermView) -> bool {
    ///     let TermView::App(_, operand) = term else { return true };
    ///     !operand.get_with_context(is_innermost)
    /// }
    ///
    /// fn is_innermost(term: TermView, depth: u32) -> bool {
    ///     matches!(term, TermView::Var(index) if index == i64::from(depth) - 1)
    /// }
    ///
    /// assert_eq!(Generator::<Term>::up_to(2).build()?.count(2), 2); // not λ(0 0)
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// Outside of the predicate or attribute that the handle was passed to.
    #[must_use]
    pub fn get_with_context<R, F>(self, attribute: F) -> R
    where
        R: Observable,
        F: Fn(T::View, T::Context) -> R + Copy + Send + Sync + 'static,
    {
        const {
            assert!(size_of::<F>() == 0, "an attribute must be a function or a closure that captures nothing")
        };
        ask::<F, R, _>(self.handle, move |handle| {
            let part = Self::new(handle);
            attribute(part.view(), part.context())
        })
    }
}

/// Asks a node for an attribute, which the type `Name` names.
pub(crate) fn ask<Name, R, F>(node: Handle, attribute: F) -> R
where
    Name: 'static,
    R: Observable,
    F: Fn(Handle) -> R + Copy + Send + Sync + 'static,
{
    let key = AttrKey::Native(TypeId::of::<Name>());
    let make = || Attribute {
        key,
        name: type_name::<Name>().to_owned(),
        eval: Box::new(move |node, out| attribute(node).encode(out)),
    };
    let evaluate = |out: &mut predicate_run::Encoder| attribute(node).encode(out);
    predicate_run::ask(node, key, make, evaluate, |words, ints| R::decode(&mut Decoder::new(words, ints)))
}

impl<T: DpGen> SlotView for Ref<T> {
    #[inline]
    fn from_slot(slot: SlotHandle) -> Self {
        match slot {
            SlotHandle::Node(handle) => Self::new(handle),
            SlotHandle::Data(..) => unreachable!("the schema says that this slot is recursive"),
        }
    }
}
