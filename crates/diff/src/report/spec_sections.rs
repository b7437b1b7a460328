//! The sections of CSS specifications that say what properties do, for the properties that occur in a page.
//!
//! The sentences are our own words and no quotations. A test checks the form of the table; that the addresses lead somewhere was
//! looked up by hand.

/// A section of a specification, and what it says in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpecSection {
    /// The property.
    pub property: &'static str,
    /// The name of the specification.
    pub spec: &'static str,
    /// The address of the section.
    pub url: &'static str,
    /// What it says that can decide between two pictures.
    pub says: &'static str,
}

const TRANSFORMS_1: &str = "CSS Transforms Module Level 1";
const TRANSFORMS_2: &str = "CSS Transforms Module Level 2";
const FLEXBOX_SPEC: &str = "CSS Flexible Box Layout Module Level 1";
const GRID_SPEC: &str = "CSS Grid Layout Module Level 2";
const ALIGN_SPEC: &str = "CSS Box Alignment Module Level 3";
const SIZING_SPEC: &str = "CSS Box Sizing Module Level 3";
const BOX_SPEC: &str = "CSS Box Model Module Level 4";
const TABLES_SPEC: &str = "CSS Table Module Level 3";
const WRITING_MODES_SPEC: &str = "CSS Writing Modes Level 4";

const fn section(
    property: &'static str,
    spec: &'static str,
    url: &'static str,
    says: &'static str,
) -> SpecSection {
    SpecSection { property, spec, url, says }
}

/// The sections, those first that decide the most.
const SPEC_SECTIONS: [SpecSection; 34] = [
    section(
        "transform-style",
        TRANSFORMS_2,
        "https://drafts.csswg.org/css-transforms-2/#transform-style-property",
        "With preserve-3d, an element and its children share one three-dimensional space, in which they are sorted by depth and cut \
         where they cross; with flat, or with a property that groups, the children are painted into the plane of the element.",
    ),
    section(
        "backface-visibility",
        TRANSFORMS_2,
        "https://drafts.csswg.org/css-transforms-2/#backface-visibility-property",
        "An element with hidden is not painted while its back is turned to the viewer; which side that is, is decided by the \
         transforms from the element up to the one that establishes its three-dimensional space.",
    ),
    section(
        "perspective",
        TRANSFORMS_2,
        "https://drafts.csswg.org/css-transforms-2/#perspective-property",
        "The perspective of an element applies to its children that are transformed, not to itself; any value but none makes a \
         stacking context.",
    ),
    section(
        "transform-origin",
        TRANSFORMS_1,
        "https://drafts.csswg.org/css-transforms-1/#transform-origin-property",
        "Transforms turn and scale around this point: the matrix moves by it before the functions, and back after them. The third \
         value moves it towards the viewer.",
    ),
    section(
        "transform",
        TRANSFORMS_1,
        "https://drafts.csswg.org/css-transforms-1/#transform-property",
        "The functions are multiplied from left to right; layout does not change; any value but none makes a stacking context.",
    ),
    section(
        "visibility",
        "CSS Display Module Level 3",
        "https://drafts.csswg.org/css-display-3/#propdef-visibility",
        "With collapse, a row, a column or a group of them takes no space in a table, nor does the spacing beside it; elsewhere it is \
         hidden.",
    ),
    section(
        "writing-mode",
        WRITING_MODES_SPEC,
        "https://drafts.csswg.org/css-writing-modes-4/#propdef-writing-mode",
        "It turns the block axis of a box and of what is in it; a cell has the rows of its table, whatever its own mode is.",
    ),
    section(
        "border-collapse",
        TABLES_SPEC,
        "https://drafts.csswg.org/css-tables-3/#border-collapse-property",
        "With collapse, adjacent cells share borders, half of which lies in each cell, and there is no spacing.",
    ),
    section(
        "border-spacing",
        TABLES_SPEC,
        "https://drafts.csswg.org/css-tables-3/#border-spacing-property",
        "It keeps the cells apart that are visible, and away from the border of the table.",
    ),
    section(
        "caption-side",
        TABLES_SPEC,
        "https://drafts.csswg.org/css-tables-3/#caption-side-property",
        "It places the caption before or after the grid; the caption is outside of the border of the table.",
    ),
    section(
        "table-layout",
        TABLES_SPEC,
        "https://drafts.csswg.org/css-tables-3/#table-layout-property",
        "With fixed and a width, only the columns and the first row decide how broad columns are.",
    ),
    section(
        "vertical-align",
        "CSS Inline Layout Module Level 3",
        "https://drafts.csswg.org/css-inline-3/#propdef-vertical-align",
        "In a cell it places the content along the height of the rows that the cell spans; a baseline is shared with the first of them.",
    ),
    section(
        "direction",
        WRITING_MODES_SPEC,
        "https://drafts.csswg.org/css-writing-modes-4/#propdef-direction",
        "It sets the order of the columns of a table, and the side on which lines begin.",
    ),
    section(
        "aspect-ratio",
        "CSS Box Sizing Module Level 4",
        "https://drafts.csswg.org/css-sizing-4/#propdef-aspect-ratio",
        "The ratio gives one size of a box where only the other is definite and this one is automatic.",
    ),
    section(
        "flex-direction",
        FLEXBOX_SPEC,
        "https://drafts.csswg.org/css-flexbox-1/#propdef-flex-direction",
        "It sets the main axis of a flex container, and whether items are placed from its start or from its end.",
    ),
    section(
        "flex-wrap",
        FLEXBOX_SPEC,
        "https://drafts.csswg.org/css-flexbox-1/#propdef-flex-wrap",
        "It says whether items that do not fit go to further lines, and on which side of the first line these are stacked.",
    ),
    section(
        "flex",
        FLEXBOX_SPEC,
        "https://drafts.csswg.org/css-flexbox-1/#propdef-flex",
        "It sets how much of the free space an item takes or gives up, and the size that it begins with.",
    ),
    section(
        "order",
        FLEXBOX_SPEC,
        "https://drafts.csswg.org/css-flexbox-1/#propdef-order",
        "Items of a flex or grid container are placed and painted in the order of these numbers, and in that of the document where \
         they are equal.",
    ),
    section(
        "grid-auto-flow",
        GRID_SPEC,
        "https://drafts.csswg.org/css-grid-2/#propdef-grid-auto-flow",
        "It says whether items without a place fill rows or columns, and with dense whether they go back to earlier gaps.",
    ),
    section(
        "grid-column",
        GRID_SPEC,
        "https://drafts.csswg.org/css-grid-2/#propdef-grid-column",
        "It names the lines between which an item lies; lines beyond the explicit grid make implicit columns.",
    ),
    section(
        "grid-template-columns",
        GRID_SPEC,
        "https://drafts.csswg.org/css-grid-2/#propdef-grid-template-columns",
        "It lists the columns of the explicit grid with their sizing functions.",
    ),
    section(
        "align-content",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-align-content",
        "It distributes the lines or tracks of a container along the block or cross axis, if there is free space.",
    ),
    section(
        "align-items",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-align-items",
        "It is the align-self of the children that have none of their own.",
    ),
    section(
        "align-self",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-align-self",
        "It places a box within its area along the block or cross axis; stretch applies where the size is automatic and no margin \
         is.",
    ),
    section(
        "justify-content",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-justify-content",
        "It distributes the content of a container along the inline or main axis, if there is free space.",
    ),
    section(
        "justify-items",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-justify-items",
        "It is the justify-self of the children that have none of their own.",
    ),
    section(
        "justify-self",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-justify-self",
        "It places a box within its area along the inline axis; flex items ignore it.",
    ),
    section(
        "gap",
        ALIGN_SPEC,
        "https://drafts.csswg.org/css-align-3/#propdef-gap",
        "It keeps rows and columns apart, between them only and not at the edges of the container.",
    ),
    section(
        "position",
        "CSS Positioned Layout Module Level 3",
        "https://drafts.csswg.org/css-position-3/#propdef-position",
        "It says what a box is offset from, and whether it takes part in the layout of the boxes around it.",
    ),
    section(
        "overflow",
        "CSS Overflow Module Level 3",
        "https://drafts.csswg.org/css-overflow-3/#propdef-overflow",
        "It says whether what does not fit into a box is painted outside of it or cut off.",
    ),
    section(
        "margin",
        BOX_SPEC,
        "https://drafts.csswg.org/css-box-4/#propdef-margin",
        "It keeps boxes apart; automatic margins take free space before anything is aligned.",
    ),
    section(
        "padding",
        BOX_SPEC,
        "https://drafts.csswg.org/css-box-4/#propdef-padding",
        "It keeps the content of a box away from its border; rows and columns of a table have none.",
    ),
    section(
        "height",
        SIZING_SPEC,
        "https://drafts.csswg.org/css-sizing-3/#propdef-height",
        "It sets the height of a box; a percentage of a height that is not definite counts as automatic. In the draft of CSS tables, \
         rows ignore the height of their group.",
    ),
    section(
        "width",
        SIZING_SPEC,
        "https://drafts.csswg.org/css-sizing-3/#propdef-width",
        "It sets the width of a box; percentages refer to the width of the containing block.",
    ),
];

/// The sections for the properties that a text declares, those first that decide the most.
#[must_use]
pub fn spec_sections(text: &str) -> Vec<&'static SpecSection> {
    SPEC_SECTIONS.iter().filter(|section| declares(text, section.property)).collect()
}

/// Whether a property stands before a colon, alone or with the prefix of an engine.
fn declares(text: &str, property: &str) -> bool {
    text.match_indices(property).any(|(place, _)| {
        let before = text[..place].strip_suffix("-webkit-").unwrap_or(&text[..place]);
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '-';
        !before.ends_with(is_name) && text[place + property.len()..].trim_start().starts_with(':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_properties_of_a_page_are_found() {
        let found = |text: &str| -> Vec<&str> {
            spec_sections(text).iter().map(|section| section.property).collect()
        };
        assert_eq!(
            found(".c1{transform:rotateY(45deg);transform-origin:0 0}"),
            ["transform-origin", "transform"]
        );
        assert_eq!(found(".c1{-webkit-backface-visibility: hidden}"), ["backface-visibility"]);
        assert_eq!(found("<p style=\"flex:1\">width order</p>"), ["flex"]);
        assert_eq!(found(".c1{transform:perspective(100px);min-width:1px}"), ["transform"]);
    }

    #[test]
    fn each_row_is_a_property_with_an_address_and_a_sentence() {
        let properties: BTreeSet<&str> = SPEC_SECTIONS.iter().map(|section| section.property).collect();
        assert_eq!(properties.len(), SPEC_SECTIONS.len(), "a property is there twice");
        for section in &SPEC_SECTIONS {
            let (spec, anchor) = section
                .url
                .strip_prefix("https://drafts.csswg.org/")
                .and_then(|path| path.split_once("/#"))
                .expect("it is a section of a draft");
            let level = section.spec.rsplit(' ').next().expect("it has words");
            assert!(spec.ends_with(&format!("-{level}")) && section.spec.starts_with("CSS "), "{section:?}");
            let anchors = [format!("propdef-{}", section.property), format!("{}-property", section.property)];
            assert!(anchors.contains(&anchor.to_owned()), "{section:?}");
            assert!(section.says.ends_with('.') && !section.says.contains("  "), "{section:?}");
        }
    }
}
