//! Trees drawn for people: in a terminal, as SVG, and for Graphviz.
//!
//! The input is a [`Tree`]: nodes with a label, their parts in order, and optionally a label on the edge to a part.
//!
//! ```
//! use dpgen_draw::{Text, TreeBuilder};
//!
//! let mut builder = TreeBuilder::new();
//! let parts = [builder.leaf("1"), builder.leaf("3")];
//! builder.node("2", parts);
//! let tree = builder.finish()?;
//! assert_eq!(Text::new().draw(&tree), "  2\n┌─┴─┐\n1   3\n");
//! # Ok::<(), dpgen_draw::NotATree>(())
//! ```
//!
//! | module | concept |
//! |---|---|
//! | `tree` | the input |
//! | `escape_unprintable` | escapes for characters that do not show as themselves |
//! | `layout` | the position of each node: the tidy layout of Buchheim, Jünger and Leipert |
//! | `contour` | the outlines of subtrees, by which that layout moves them apart |
//! | `text` | drawings with characters: tidy where that fits, else indented |
//! | `svg`, `xml_escape` | as SVG; escapes |
//! | `dot` | for Graphviz, with equal parts shared if asked for |
//!
//! Nothing recurses over the depth of a tree, and what is written grows with the number of nodes.

mod contour;
mod dot;
mod escape_unprintable;
mod layout;
mod svg;
mod text;
mod tree;
mod xml_escape;

pub use dot::{Parts, dot};
pub use escape_unprintable::{columns, shortened, visible};
pub use layout::{Layout, Placed, Row, Spacing, layout};
pub use svg::Svg;
pub use text::Text;
pub use tree::{Node, NodeId, NotATree, Part, Tree, TreeBuilder};
pub use xml_escape::escaped;
