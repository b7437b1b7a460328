//! [`Pending`]: what is still to be written of a structure whose first words have been.
//!
//! A structure's text is a chain of [`Frame`]s, each an entry and what follows it. Read `structure_writer.rs` next.

use std::ptr;

use crate::export::text_layout::{ConstructorLayout, ListText, SlotContent};

/// An entry of what is still to be written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pending<'l> {
    /// The slots of a constructor from this one on. If they are rearranged, marks say where the texts of those before begin.
    Slots(&'l ConstructorLayout, usize),
    /// The elements of a list after the first.
    List(&'l ListText, &'l SlotContent),
    /// The content of a slot.
    Content(&'l SlotContent),
    /// The text after an optional value.
    Text(&'l str),
}

impl Pending<'_> {
    /// Whether the same words are surely written as the same text.
    fn writes_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Content(SlotContent::Constructor), Self::Content(SlotContent::Constructor)) => true,
            (Self::List(text, _), Self::List(other, _)) => ptr::eq(text, other),
            (Self::Content(content), Self::Content(other)) => ptr::eq(content, other),
            (Self::Slots(layout, slot), Self::Slots(other, of_other)) => {
                ptr::eq(layout, other) && slot == of_other
            }
            (Self::List(..) | Self::Content(_) | Self::Slots(..) | Self::Text(_), _) => false,
        }
    }
}

/// An entry, and the number of the frame of what follows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'l> {
    pub(super) pending: Pending<'l>,
    pub(super) next: u32,
}

/// The end of a chain of frames.
pub(super) const NO_FRAME: u32 = u32::MAX;

/// What a part of a structure is written by: the entry that is pending before it, and the one after that.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartContext<'l> {
    pub(super) pending: Pending<'l>,
    pub(super) next: Option<Pending<'l>>,
}

/// The frames that come next after the entries of a part's context.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartFrames {
    pub(super) after_entry: u32,
    pub(super) after_next: u32,
}

/// Which entries of its context a part takes: a structure takes one, the rest of a layer the first of its slots and the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartExtent {
    Entry,
    EntryAndNext,
}

impl PartContext<'_> {
    /// Whether a part of this extent is surely written as the same text.
    pub(super) fn writes_as(self, other: Self, extent: PartExtent) -> bool {
        self.pending.writes_as(other.pending)
            && match (extent, self.next, other.next) {
                (PartExtent::Entry, ..) => true,
                (PartExtent::EntryAndNext, Some(next), Some(other)) => next.writes_as(other),
                (PartExtent::EntryAndNext, next, other) => next.is_none() && other.is_none(),
            }
    }
}
