//! [`Rearrangement`]: puts the texts of a constructor's slots into the order of its template.

use crate::export::error::{ExportError, MAX_TEXT_LEN};
use crate::export::text_layout::{ConstructorLayout, Piece};

/// Memory for rearranging the texts of slots, used again for each constructor.
#[derive(Debug)]
pub(super) struct Rearrangement {
    /// Where the texts of slots begin and end.
    pub(super) marks: Vec<usize>,
    pub(super) text: String,
}

impl Rearrangement {
    /// Rearranges the texts of a constructor's slots, which are at the end of `out`.
    ///
    /// # Errors
    /// When the text is too long.
    pub(super) fn rearrange(
        &mut self,
        layout: &ConstructorLayout,
        out: &mut String,
    ) -> Result<(), ExportError> {
        let Some(pieces) = &layout.rearranged else { return Ok(()) };
        let Self { marks, text: whole } = self;
        let first = marks.len() - layout.slots.len() - 1;
        let text = |slot: usize| &out[marks[first + slot]..marks[first + slot + 1]];
        whole.clear();
        for piece in pieces {
            match piece {
                Piece::Text(text) => whole.push_str(text),
                Piece::Slot(slot, _) => whole.push_str(text(*slot)),
                Piece::IfNotEmpty(slot, _) if text(*slot).is_empty() => {}
                Piece::IfNotEmpty(_, text) => whole.push_str(text),
            }
            if whole.len() > MAX_TEXT_LEN {
                return Err(too_long(Some(layout)));
            }
        }
        out.truncate(marks[first]);
        out.push_str(whole);
        marks.truncate(first);
        Ok(())
    }
}

/// The error for a text that grew too long in this constructor.
pub(super) fn too_long(layout: Option<&ConstructorLayout>) -> ExportError {
    ExportError::Long {
        of: layout.map_or_else(|| "a structure".to_owned(), |layout| format!("`{}`", layout.name)),
    }
}
