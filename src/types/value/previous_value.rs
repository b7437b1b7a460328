//! [`PreviousValue`]: what the in-place rebuild knows of the value that compact words are about to replace.
//!
//! A value is rebuilt from the first word that changed. The words before it are the same, so that a part which ends
//! there is the same, too; where each part ends is remembered from one value to the next. A value that had to give way to
//! one of another constructor is a *spare*: it is taken, boxes and all, when its constructor is next wanted.
//!
//! Invariant: for each part that is a structure and has fields, `ends` has its end; it is beyond the place itself, whichever
//! value it was noted for. Other parts take one word. Read `rebuild.rs` next.

use std::any::Any;

use dpgen_forest::index::CtorIx;
use dpgen_forest::schema::Domain;

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
    pub(crate) constructors: &'a [ConstructorInfo],
    /// By slot, one constructor after the other: the domain, if it is data.
    pub(crate) domains: &'a [Option<&'a Domain>],
}

/// The facts of a constructor that a rebuild needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConstructorInfo {
    /// Its number within its type.
    pub(crate) local: u32,
    /// The place of its first slot among those of all constructors.
    pub(crate) slots: usize,
    /// Whether it has fields that are structures: its values are worth keeping.
    pub(crate) has_parts: bool,
}

impl<'a> PreviousValue<'a> {
    /// The end of the part that begins here, if none of its words has changed.
    #[inline]
    pub(crate) fn unchanged_end(&self, from: usize) -> Option<usize> {
        self.ends.get(from).copied().filter(|end| *end <= self.first_changed)
    }

    /// The number of a constructor within its type.
    #[inline]
    pub(crate) fn local(&self, ctor: CtorIx) -> u32 {
        self.constructors[ctor.index()].local
    }

    /// The domain of a slot, which is data.
    #[inline]
    pub(crate) fn domain(&self, (ctor, slot): (CtorIx, usize)) -> &'a Domain {
        match self.domains[self.constructors[ctor.index()].slots + slot] {
            Some(domain) => domain,
            None => unreachable!("the schema says that this slot is data"),
        }
    }

    /// A spare value with this constructor, if there is one.
    pub(crate) fn take_spare<T: 'static>(&mut self, ctor: CtorIx) -> Option<T> {
        self.spares.as_mut()?.take(ctor)
    }

    /// Keeps a value with this constructor as a spare, if it is worth it.
    pub(crate) fn keep_spare<T: 'static>(&mut self, ctor: CtorIx, value: T) {
        if let Some(spares) = &mut self.spares
            && self.constructors[ctor.index()].has_parts
        {
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
