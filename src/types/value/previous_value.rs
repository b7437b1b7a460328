//! [`PreviousValue`]: what the in-place rebuild knows of the value that compact words are about to replace.
//!
//! A value is rebuilt from the first word that changed. The words before it are the same, so that a part which ends
//! there is the same, too; where each part ends is remembered from one value to the next. A value that had to give way to
//! one of another constructor is a *spare*: it is taken, boxes and all, when its constructor is next wanted.
//!
//! Invariant: for each part that is a structure, has fields and is not the last field of its layer, `ends` has its end; it is
//! beyond the place itself, whichever value it was noted for. A last field ends where its layer does, and other parts take
//! one word. Read `rebuild.rs` next.

use std::any::Any;

use dpgen_forest::index::CtorIx;

/// The most spares of a constructor that are kept.
const MAX_SPARES_PER_CONSTRUCTOR: usize = 64;

/// The facts about the previous value; by default none, for values that are built from nothing.
#[derive(Debug, Default)]
pub(crate) struct PreviousValue<'a> {
    /// The first word that may have changed.
    pub(crate) first_changed: usize,
    /// Where the part that begins at a word ends.
    pub(crate) ends: &'a mut [usize],
    pub(crate) spares: Option<&'a mut Spares>,
}

impl PreviousValue<'_> {
    /// The end of the part that begins here, if none of its words has changed.
    #[inline]
    pub(crate) fn unchanged_end(&self, from: usize) -> Option<usize> {
        self.ends.get(from).copied().filter(|end| *end <= self.first_changed)
    }

    /// A spare value with this constructor, if there is one.
    pub(crate) fn take_spare<T: 'static>(&mut self, ctor: CtorIx) -> Option<T> {
        self.spares.as_mut()?.take(ctor)
    }

    /// Keeps a value with this constructor as a spare.
    pub(crate) fn keep_spare<T: 'static>(&mut self, ctor: CtorIx, value: T) {
        if let Some(spares) = &mut self.spares {
            spares.put(ctor, value);
        }
    }

    /// Notes where a part ends.
    #[inline]
    pub(crate) fn set_end(&mut self, from: usize, end: usize) {
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
    pub(crate) fn new(constructors: usize) -> Self {
        Self { by_ctor: std::iter::repeat_with(|| None).take(constructors).collect() }
    }

    /// A value with this constructor, if there is one.
    pub(crate) fn take<T: 'static>(&mut self, ctor: CtorIx) -> Option<T> {
        self.by_ctor[ctor.index()].as_mut()?.downcast_mut::<Vec<T>>()?.pop()
    }

    /// Keeps a value with this constructor, unless there are plenty.
    pub(crate) fn put<T: 'static>(&mut self, ctor: CtorIx, value: T) {
        let list = self.by_ctor[ctor.index()].get_or_insert_with(|| Box::new(Vec::<T>::new()));
        if let Some(list) = list.downcast_mut::<Vec<T>>()
            && list.len() < MAX_SPARES_PER_CONSTRUCTOR
        {
            list.push(value);
        }
    }
}
