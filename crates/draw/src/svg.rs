//! Writes a tree as SVG: rounded boxes in rows, with curved edges.
//!
//! A reference is a dashed curve with a tip, which leaves its node to the right and comes back from there to the other one.
//!
//! Widths are those of a monospaced font, and every text is told its length, so that it fits its box whatever font there is.
//! Colours come from a style sheet that knows a light and a dark scheme: in a file of its own, or once in the page that a
//! drawing is put into.

use std::fmt::Write as _;

use crate::escape_unprintable::{columns, shortened};
use crate::layout::{Layout, Placed, Spacing, layout};
use crate::tree::{Node, NodeId, Tree};
use crate::xml_escape::escaped;

/// The width of a letter of a node's label, and of an edge's, in pixels as all sizes here.
const LETTER_WIDTH: i64 = 8;
const EDGE_LETTER_WIDTH: i64 = 7;
/// The height of a node's box, and of an edge's label above it.
const BOX_HEIGHT: i64 = 26;
const EDGE_LABEL_HEIGHT: i64 = 16;
/// The space to the left and right of a label in its box.
const LABEL_PADDING: i64 = 9;
/// The width and height of the dot that stands for an empty node.
const DOT_SIZE: i64 = 10;
/// How far a reference bends to the right, how far its ends are apart in one box, and the size of its tip.
const REFERENCE_BEND: i64 = 44;
const REFERENCE_LOOP_HEIGHT: i64 = 12;
const REFERENCE_TIP: i64 = 8;
/// The space around the whole drawing.
const PICTURE_MARGIN: i64 = 6;
const NODE_SPACING: Spacing = Spacing { beside: 14, below: 22 };
/// Longer labels are cut, in columns; the title, which a pointer shows, has the whole label.
const MAX_LABEL_COLUMNS: usize = 60;

/// The options of drawing trees as SVG.
///
/// ```
/// use dpgen_draw::{Svg, TreeBuilder};
///
/// let mut builder = TreeBuilder::new();
/// let end = builder.empty("Nil");
/// builder.node("a < b", [end]);
/// let svg = Svg::file("a list").draw(&builder.finish()?);
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && svg.contains(">a &lt; b</text>"));
/// # Ok::<(), dpgen_draw::NotATree>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Svg {
    title: String,
    style: bool,
    numbered: bool,
}

impl Svg {
    /// The style sheet of drawings; for a page that holds some made with [`Svg::inline`].
    pub const STYLE: &'static str = include_str!("svg.css");

    /// A drawing that is a file of its own; `title` is what it is called.
    #[must_use]
    pub fn file(title: &str) -> Self {
        Self { title: title.to_owned(), style: true, numbered: false }
    }

    /// A drawing to be put into a page that has the style sheet [`Svg::STYLE`].
    #[must_use]
    pub fn inline(title: &str) -> Self {
        Self { title: title.to_owned(), style: false, numbered: false }
    }

    /// The same, with nodes that a page can point to: those with a number have it as `data-node`, and are buttons for the
    /// keyboard.
    ///
    /// ```
    /// use dpgen_draw::{Svg, TreeBuilder};
    ///
    /// let mut builder = TreeBuilder::new();
    /// let leaf = builder.leaf("7");
    /// builder.number(leaf, 3);
    /// let svg = Svg::inline("a leaf").numbered().draw(&builder.finish()?);
    /// assert!(svg.contains("data-node=\"3\""));
    /// # Ok::<(), dpgen_draw::NotATree>(())
    /// ```
    #[must_use]
    pub fn numbered(self) -> Self {
        Self { numbered: true, ..self }
    }

    /// A tree as an element `svg`, with an end of the line. Its root's `aria-label` is the title; each node is a group with a
    /// title of its own.
    #[must_use]
    pub fn draw(&self, tree: &Tree) -> String {
        self.sized(tree).0
    }

    /// The same, with its width in pixels.
    #[must_use]
    pub fn sized(&self, tree: &Tree) -> (String, i64) {
        let placed = layout(tree, extent, NODE_SPACING);
        let curves: Vec<ReferenceCurve> = tree
            .ids()
            .flat_map(|from| tree.node(from).references.iter().map(move |to| (from, *to)))
            .map(|(from, to)| ReferenceCurve::new(tree, &placed, from, to))
            .collect();
        let right = curves.iter().map(|curve| curve.bend).fold(placed.width, i64::max);
        let (width, height) = (right + 2 * PICTURE_MARGIN, placed.height + 2 * PICTURE_MARGIN);
        let title = escaped(&self.title);
        // An image has no buttons.
        let role = if self.numbered { "group" } else { "img" };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dpgen-tree\" role=\"{role}\" aria-label=\"{title}\" \
             width=\"{width}\" height=\"{height}\" viewBox=\"{0} {0} {width} {height}\">",
            -PICTURE_MARGIN
        );
        if self.style {
            out.push_str("<title>");
            out.push_str(&title);
            out.push_str("</title><style>");
            out.push_str(Self::STYLE);
            out.push_str("</style>");
        }
        out.push_str("\n<g class=\"dpgen-edges\">");
        for id in tree.ids().rev() {
            for part in &tree.node(id).parts {
                edge(tree, &placed, id, *part, &mut out);
            }
        }
        curves.iter().for_each(|curve| curve.draw(&mut out));
        out.push_str("</g>\n");
        for id in tree.ids().rev() {
            let node = tree.node(id);
            let number = node.number.filter(|_| self.numbered);
            draw_node(node, number, placed.placed(id), &mut out);
        }
        out.push_str("</svg>\n");
        (out, width)
    }
}

/// The width and height of a node, with the label of the edge to it.
fn extent(node: &Node) -> (i64, i64) {
    let wide = |text: &str, column: i64| {
        i64::try_from(columns(&shortened(text, MAX_LABEL_COLUMNS))).unwrap_or_default() * column
    };
    let (width, height) = if node.is_empty {
        (DOT_SIZE, DOT_SIZE)
    } else {
        (wide(&node.label, LETTER_WIDTH).max(LETTER_WIDTH) + 2 * LABEL_PADDING, BOX_HEIGHT)
    };
    match &node.edge {
        Some(edge) => (even(width.max(wide(edge, EDGE_LETTER_WIDTH))), height + EDGE_LABEL_HEIGHT),
        None => (even(width), height),
    }
}

const fn even(width: i64) -> i64 {
    width + width.rem_euclid(2)
}

/// An edge: down to the end of the row, then within the space between the rows.
fn edge(tree: &Tree, placed: &Layout, whole: NodeId, part: NodeId, out: &mut String) {
    let (from, to) = (placed.placed(whole), placed.placed(part));
    let (x, end) = (from.centre(), to.centre());
    let row = &placed.rows[from.row];
    // A dot is less high than its box is wide.
    let begin = if tree.node(whole).is_empty { from.y } else { from.y + from.height };
    let (leave, arrive) = (row.y + row.height, to.y);
    let middle = (leave + arrive).div_euclid(2);
    // Writing to a string can not fail.
    let _ = write!(out, "<path d=\"M{x} {begin}V{leave}C{x} {middle} {end} {middle} {end} {arrive}\"/>");
}

/// The curve of a reference between the right sides of two boxes.
struct ReferenceCurve {
    from: (i64, i64),
    to: (i64, i64),
    /// How far to the right its control points are.
    bend: i64,
}

impl ReferenceCurve {
    fn new(tree: &Tree, placed: &Layout, from: NodeId, to: NodeId) -> Self {
        // The right side of a box, and its middle between top and bottom.
        let side = |id: NodeId| {
            let (node, place) = (tree.node(id), placed.placed(id));
            let label = if node.edge.is_some() { EDGE_LABEL_HEIGHT } else { 0 };
            let (width, height) =
                if node.is_empty { (DOT_SIZE, DOT_SIZE) } else { (box_width(node), BOX_HEIGHT) };
            (place.centre() - width.div_euclid(2) + width, place.y + label + height / 2)
        };
        let ((from_x, from_y), (to_x, to_y)) = (side(from), side(to));
        // Ends in one box do not meet.
        let apart = if from == to { REFERENCE_LOOP_HEIGHT / 2 } else { 0 };
        let bend = from_x.max(to_x) + REFERENCE_BEND;
        Self { from: (from_x, from_y + apart), to: (to_x, to_y - apart), bend }
    }

    fn draw(&self, out: &mut String) {
        let Self { from: (from_x, from_y), to: (to_x, to_y), bend } = self;
        // Writing to a string can not fail.
        let _ = write!(
            out,
            "<path stroke-dasharray=\"5 3\" d=\"M{from_x} {from_y}C{bend} {from_y} {bend} {to_y} {to_x} {to_y}\"/>"
        );
        let (tip, above, below) = (to_x + REFERENCE_TIP, to_y - REFERENCE_TIP / 2, to_y + REFERENCE_TIP / 2);
        let _ = write!(out, "<path d=\"M{tip} {above}L{to_x} {to_y}L{tip} {below}\"/>");
    }
}

/// The width of the box of a node.
fn box_width(node: &Node) -> i64 {
    let length = i64::try_from(columns(&shortened(&node.label, MAX_LABEL_COLUMNS))).unwrap_or_default();
    length.max(1) * LETTER_WIDTH + 2 * LABEL_PADDING
}

/// A node: the label of the edge to it, and its box or dot.
fn draw_node(node: &Node, number: Option<usize>, place: &Placed, out: &mut String) {
    let (x, label) = (place.centre(), escaped(&node.label));
    let button = number.map(|number| format!(" data-node=\"{number}\" tabindex=\"0\" role=\"button\""));
    let button = button.unwrap_or_default();
    let _ = write!(out, "<g class=\"dpgen-node\"{button}><title>{label}</title>");
    let mut y = place.y;
    if let Some(edge) = &node.edge {
        text(edge, (x, y + 12), EDGE_LETTER_WIDTH, " class=\"dpgen-edge\"", out);
        y += EDGE_LABEL_HEIGHT;
    }
    if node.is_empty {
        let (y, radius) = (y + DOT_SIZE / 2, DOT_SIZE / 2 - 2);
        let _ = write!(out, "<circle class=\"dpgen-empty\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    } else {
        let width = box_width(node);
        let left = x - width.div_euclid(2);
        let _ =
            write!(out, "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{BOX_HEIGHT}\" rx=\"7\"/>");
        text(&node.label, (x, y + 18), LETTER_WIDTH, "", out);
    }
    out.push_str("</g>\n");
}

/// A text around a middle, of the length that its columns take.
fn text(text: &str, (x, y): (i64, i64), column: i64, class: &str, out: &mut String) {
    let shown = shortened(text, MAX_LABEL_COLUMNS);
    let length = i64::try_from(columns(&shown)).unwrap_or_default() * column;
    if length > 0 {
        let shown = escaped(&shown);
        let _ = write!(
            out,
            "<text{class} x=\"{x}\" y=\"{y}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\" \
             xml:space=\"preserve\">{shown}</text>"
        );
    }
}
