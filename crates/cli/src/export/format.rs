//! The formats, by name.

use std::fmt;
use std::str::FromStr;

use dpgen_forest::UnknownName;

/// How structures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// On one line, to be read: the spec's own templates if it has any, else constructors and values.
    #[default]
    Text,
    /// As a RON value.
    Ron,
    /// As JSON, one line a structure, in the form that serde calls externally tagged.
    Json,
    /// As a minijinja template says.
    Template,
    /// As a tree, drawn with the characters of a terminal.
    Tree,
    /// As a picture in SVG.
    Svg,
    /// As a graph for Graphviz.
    Dot,
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] =
        &[Self::Text, Self::Ron, Self::Json, Self::Template, Self::Tree, Self::Svg, Self::Dot];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Template => "template",
            Self::Tree => "tree",
            Self::Svg => "svg",
            Self::Dot => "dot",
        }
    }

    /// What names of files end with, unless the spec says it.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Text | Self::Template | Self::Tree => "txt",
            Self::Ron => "ron",
            Self::Json => "json",
            Self::Svg => "svg",
            Self::Dot => "dot",
        }
    }

    /// Whether structures are drawn.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        matches!(self, Self::Tree | Self::Svg | Self::Dot)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::look_up(text, "format", Self::ALL, Self::name)
    }
}
