//! Trees drawn for people: in a terminal, as SVG, and for Graphviz.
//!
//! A [`Tree`] comes in: nodes with a label, their parts in order, and where it helps a label on the edge to a part. It is all
//! that is known of what is drawn, so that whoever has a structure can have a picture.
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
//! | `tree` | what is drawn |
//! | `visible` | characters that can be shown |
//! | `layout` | where each node goes: the tidy layout of Buchheim, Jünger and Leipert |
//! | `contour` | the outlines of subtrees, by which that layout moves them apart |
//! | `text` | in a terminal: tidy where it fits, else indented |
//! | `svg`, `xml` | as SVG; escapes |
//! | `dot` | for Graphviz, with equal parts shared if asked for |
//!
//! Nothing recurses over the depth of a tree, and what is written grows with the number of nodes.

mod contour;
mod dot;
mod layout;
mod svg;
mod text;
mod tree;
mod visible;
mod xml;

pub use dot::{Parts, dot};
pub use layout::{Layout, Placed, Row, Spacing, layout};
pub use svg::Svg;
pub use text::Text;
pub use tree::{Node, NodeId, NotATree, Part, Tree, TreeBuilder};
pub use visible::{columns, shortened, visible};
pub use xml::escaped;
