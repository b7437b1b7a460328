//! The formats of structures, by name.
//!
//! Every `match` on a [`Format`] names all formats, so that a new one does not compile until each of them has an arm for it.

use std::fmt;

use clap::ValueEnum;

/// How structures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// On one line, to be read: by the spec's own templates if it has any, else constructors and values
    #[default]
    Text,
    /// As a RON value
    Ron,
    /// As JSON, one line a structure, in the form that serde calls externally tagged
    Json,
    /// As a minijinja template says
    Template,
    /// As a tree, drawn with the characters of a terminal
    Tree,
    /// As a picture in SVG
    Svg,
    /// As a graph for Graphviz
    Dot,
}

/// A format that draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Picture {
    /// In a terminal.
    Tree,
    /// In SVG.
    Svg,
    /// For Graphviz.
    Dot,
}

impl Format {
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

    /// The extension of files, unless the spec says another.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Text | Self::Template | Self::Tree => "txt",
            Self::Ron | Self::Json | Self::Svg | Self::Dot => self.name(),
        }
    }

    /// How the format draws; `None` if it writes text.
    pub(super) const fn picture(self) -> Option<Picture> {
        match self {
            Self::Text | Self::Ron | Self::Json | Self::Template => None,
            Self::Tree => Some(Picture::Tree),
            Self::Svg => Some(Picture::Svg),
            Self::Dot => Some(Picture::Dot),
        }
    }

    /// Whether structures are drawn.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        self.picture().is_some()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
