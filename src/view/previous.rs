//! [`Previous`]: what is known of the value that compact words are about to replace.
//!
//! A value is rebuilt from the first word that changed. The words before it are the same, so that a part which ends
//! there is the same, too; where each part ends is remembered from one value to the next. A value that had to give way to
//! one of another constructor is a *spare*: it is taken, boxes and all, when its constructor is next wanted.
//!
//! Invariant: for each part at which a rebuild will look, `ends` has its end; it is
//! beyond the place itself, whichever value it was noted for. [`rebuild`](super::rebuild) uses all this.

use std::any::Any;

use dpgen_forest::index::CtorIx;

/// How many spares of a constructor are kept.
const MOST_SPARES: usize = 64;

/// What is known of the value before; by default nothing, which is for values that are built from nothing.
#[derive(Debug, Default)]
pub(crate) struct Previous<'a> {
    /// The first word that may have changed.
    pub(super) changed: usize,
    /// Where the part that begins at a word ends.
    pub(super) ends: &'a mut [usize],
    pub(super) spares: Option<&'a mut Spares>,
    /// The number of each constructor within its type.
    pub(super) locals: &'a [u32],
}

impl Previous<'_> {
    /// The end of the part that begins here, if none of its words has changed.
    #[inline]
    pub(super) fn unchanged(&self, from: usize) -> Option<usize> {
        self.ends.get(from).copied().filter(|end| *end <= self.changed)
    }

    /// The number of a constructor within its type.
    #[inline]
    pub(super) fn local(&self, ctor: CtorIx) -> u32 {
        self.locals[ctor.index()]
    }

    /// Notes where a part ends.
    #[inline]
    pub(super) fn note(&mut self, from: usize, end: usize) {
        if let Some(place) = self.ends.get_mut(from) {
            *place = end;
        }
    }
}

/// Values that wait for another use, by constructor: a `Vec` of the Rust type each.
#[derive(Debug, Default)]
pub(crate) struct Spares {
    by_ctor: Vec<Option<Box<dyn Any>>>,
}

impl Spares {
    /// For this many constructors.
    pub(super) fn new(constructors: usize) -> Self {
        Self { by_ctor: std::iter::repeat_with(|| None).take(constructors).collect() }
    }

    /// A value with this constructor, if there is one.
    pub(super) fn take<T: 'static>(&mut self, ctor: CtorIx) -> Option<T> {
        self.by_ctor[ctor.index()].as_mut()?.downcast_mut::<Vec<T>>()?.pop()
    }

    /// Keeps a value with this constructor, unless there are plenty.
    pub(super) fn put<T: 'static>(&mut self, ctor: CtorIx, value: T) {
        let list = self.by_ctor[ctor.index()].get_or_insert_with(|| Box::new(Vec::<T>::new()));
        if let Some(list) = list.downcast_mut::<Vec<T>>()
            && list.len() < MOST_SPARES
        {
            list.push(value);
        }
    }
}
