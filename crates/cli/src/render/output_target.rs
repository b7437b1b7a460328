//! The trait of what structures are written to: standard output, or a folder.

use dpgen_forest::Count;

use crate::command_error::CommandError;
use crate::export::structure_position::Position;
use crate::input::selection::RankRange;

/// The form of the text of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextForm {
    /// A line of a listing, or several lines.
    Line,
    /// The contents of a file.
    File,
}

/// Where structures are written to.
pub trait Target {
    /// The form of texts.
    const TEXT_FORM: TextForm;
    /// The first rank of a part that no earlier run has written.
    fn first_unwritten(&self, part: &RankRange) -> Count;
    /// How many ranks earlier runs have written.
    fn written_before(&self) -> Count;
    /// How many structures of earlier runs were missing or different, and have been written again.
    fn rewritten(&self) -> u64 {
        0
    }
    /// Prepares for the structures of a part, which come next.
    fn begin_part(&mut self, _part: &RankRange) {}
    /// Writes the text of a structure. One that an earlier run has written is compared, and written again if it is missing or
    /// different.
    fn write(&mut self, text: &str, place: Position<'_>, is_written_before: bool)
    -> Result<(), CommandError>;
    /// Notes that a rank of a size is complete, which no earlier run had written.
    fn complete_rank(&mut self, _size: u32) -> Result<(), CommandError> {
        Ok(())
    }
    /// Ends writing; `is_complete` if everything selected is written.
    fn finish(&mut self, is_complete: bool) -> Result<(), CommandError>;
}
