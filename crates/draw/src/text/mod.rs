//! Draws a tree with characters: from top to bottom where that is no wider than the paper (`tidy_rows.rs`), else as an indented
//! list (`indented.rs`). `line_characters.rs` has the characters.

mod indented;
mod line_characters;
mod tidy_rows;

use crate::tree::Tree;

/// The options of drawing trees as text.
///
/// ```
/// use dpgen_draw::{Text, TreeBuilder};
///
/// let mut builder = TreeBuilder::new();
/// let parts = ["a long label", "another one"].map(|label| builder.leaf(label));
/// builder.node("root", parts);
/// let tree = builder.finish()?;
/// let text = Text::new().ascii(true);
/// assert_eq!(text.draw(&tree), "           root\n     +------+-------+\na long label   another one\n");
/// assert_eq!(text.width(20).draw(&tree), "root\n|-- a long label\n`-- another one\n");
/// # Ok::<(), dpgen_draw::NotATree>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    width: usize,
    ascii: bool,
}

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

impl Text {
    /// With box-drawing characters, on paper of 100 columns.
    #[must_use]
    pub const fn new() -> Self {
        Self { width: 100, ascii: false }
    }

    /// The same on paper of another width, in columns. A tree whose tidy drawing is wider is drawn indented; its lines can
    /// be longer than the paper, as labels are never cut.
    #[must_use]
    pub const fn width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// The same with characters of ASCII, but for those of labels.
    #[must_use]
    pub const fn ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }

    /// The width of the paper, in columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.width
    }

    /// Whether lines are drawn with characters of ASCII.
    #[must_use]
    pub const fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// A tree as lines, each with its end.
    ///
    /// A dot stands for an absent part. Indented drawings show 8 levels at least and as many as half the width
    /// has room for; lines from further in begin with how many levels are left out, as in `…12`.
    #[must_use]
    pub fn draw(&self, tree: &Tree) -> String {
        let pen = if self.ascii { &line_characters::ASCII } else { &line_characters::BOX_DRAWING };
        let mut out = String::new();
        if !tidy_rows::draw(tree, pen, self.width, &mut out) {
            indented::draw(tree, pen, self.width, &mut out);
        }
        out
    }
}
