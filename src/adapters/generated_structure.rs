//! [`Structure`]: a value with its place, for tools whose generators are types and not values.
//!
//! Such a tool has nowhere to keep a build, so builds are kept here: one for each type and maximum size, made when it is
//! first asked for, and kept until the process ends.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use dpgen_forest::Count;

use super::size_and_rank::Place;
use super::size_range::SizeRange;
use crate::generator::Generator;
use crate::structures::Structures;
use crate::types::DpGen;

/// A valid `T` of size at most `MAX`, which implements what a tool asks of a type: quickcheck's and arbitrary's
/// `Arbitrary`, bolero's `TypeGenerator`.
///
/// It is used as the value itself. Values are those of `Generator::<T>::up_to(MAX)`, which is built once a process. A
/// type whose domains need a parameter can not be built so; give the field constants, or use a method of
/// [`Structures`].
///
/// ```
/// # #[cfg(feature = "arbitrary")] {
/// use dpgen::prelude::*;
/// use dpgen::adapters::Structure;
/// use arbitrary::{Arbitrary, Unstructured};
///
/// #[derive(DpGen, Debug, Clone, PartialEq)]
/// enum Tree {
///     Leaf,
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let tree = Structure::<Tree, 8>::arbitrary(&mut Unstructured::new(b"any bytes")).unwrap();
/// assert!(tree.size() <= 8);
/// assert!(matches!(*tree, Tree::Node(..)));
/// let tree: Tree = tree.into_inner();
/// # }
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Structure<T, const MAX: u32 = 12> {
    pub(super) value: T,
    pub(super) place: Place,
    /// Whether smaller sizes were searched for it while a tool shrank.
    #[cfg(feature = "quickcheck")]
    pub(super) smallest: bool,
}

impl<T, const MAX: u32> Structure<T, MAX> {
    /// The value.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Its size.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.place.size
    }

    /// Its rank among the structures of its size, of those up to `MAX`.
    #[must_use]
    pub fn rank(&self) -> &Count {
        &self.place.rank
    }
}

impl<T: DpGen, const MAX: u32> Structure<T, MAX> {
    /// The structure at a place.
    pub(super) fn at(structures: &Structures<T>, place: Place) -> Option<Self> {
        let value = structures.nth(place.size, place.rank.clone())?;
        Some(Self {
            value,
            place,
            #[cfg(feature = "quickcheck")]
            smallest: false,
        })
    }
}

impl<T, const MAX: u32> Deref for Structure<T, MAX> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug, const MAX: u32> fmt::Debug for Structure<T, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, place, .. } = self;
        f.debug_struct("Structure").field("value", value).field("place", &format_args!("{place}")).finish()
    }
}

/// A build, and its sizes that have structures.
#[derive(Debug)]
pub(super) struct CachedBuild<T> {
    pub(super) structures: Structures<T>,
    pub(super) sizes: Arc<SizeRange>,
}

/// The builds of a process: of a type, up to a size.
type Builds = HashMap<(TypeId, u32), Arc<dyn Any + Send + Sync>>;

static BUILDS: Mutex<Option<Builds>> = Mutex::new(None);

/// The structures of a type up to a size.
///
/// # Panics
/// When they can not be built; the message says why.
pub(super) fn cached_build<T: DpGen>(max_size: u32) -> Arc<CachedBuild<T>> {
    let key = (TypeId::of::<T>(), max_size);
    let known = |builds: &Option<Builds>| {
        let build = builds.as_ref()?.get(&key)?.clone();
        build.downcast::<CachedBuild<T>>().ok()
    };
    if let Some(build) = known(&BUILDS.lock().unwrap_or_else(PoisonError::into_inner)) {
        return build;
    }
    // Without the lock: a predicate may ask for structures of another type.
    let structures = match Generator::<T>::up_to(max_size).build() {
        Ok(structures) => structures,
        Err(error) => panic!("{}: {error}", std::any::type_name::<T>()),
    };
    let sizes = Arc::new(SizeRange::of(&structures, &..));
    assert!(sizes.len() > 0, "no {} of size 0 to {max_size} is valid", std::any::type_name::<T>());
    let build = Arc::new(CachedBuild { structures, sizes });
    let mut builds = BUILDS.lock().unwrap_or_else(PoisonError::into_inner);
    // Two threads may have built the same; the first build stays.
    if let Some(build) = known(&builds) {
        return build;
    }
    builds.get_or_insert_with(HashMap::new).insert(key, build.clone());
    build
}
