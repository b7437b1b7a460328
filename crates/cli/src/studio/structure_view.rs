//! [`StructureView`]: a structure that a page looks at, accepted or not, and what the spec says of it.
//!
//! A structure is given by its compact words in the scope of a build, so that one that is no structure of the spec, because a
//! person changed it, is looked at in the same way as one of a rank.

use std::sync::Arc;

use dpgen_forest::schema::Schema;
use dpgen_forest::structure::{NodePaths, ValueNode, nodes_of};
use dpgen_forest::{Catalog, Count};
use dpgen_spec::{StructureJudge, Verdict};

use super::spec_version::{Place, SpecVersion};

/// A structure that a page looks at.
#[derive(Debug)]
pub struct StructureView<'v> {
    /// The version.
    pub version: &'v SpecVersion,
    /// The build in whose scope it stands.
    pub build: &'v Arc<Catalog>,
    /// Its compact words, which fit the types.
    pub words: Vec<u32>,
    /// Its nodes, parts before wholes.
    pub nodes: Vec<ValueNode>,
    /// Judges it, and what it can be changed to.
    pub judge: StructureJudge,
    /// What the spec says of it.
    pub verdict: Verdict,
}

impl<'v> StructureView<'v> {
    /// The structure of a rank.
    ///
    /// # Errors
    /// In words, when there is none.
    pub fn of_place(version: &'v SpecVersion, place: &Place) -> Result<Self, String> {
        let gone = || format!("There is no structure of size {} with rank {}.", place.size, place.rank);
        let words = version.words(place).ok_or_else(gone)?;
        Self::of_words(version, place.size, words)
    }

    /// The structure with these words, in the scope of the build that has a size.
    ///
    /// # Errors
    /// In words, when the words are no structure of the spec's types.
    pub fn of_words(version: &'v SpecVersion, size: u32, words: Vec<u32>) -> Result<Self, String> {
        let build = version.build(size).ok_or_else(|| format!("Size {size} is not complete."))?;
        let judge = version.spec.judge(build.scope()).map_err(|error| error.to_string())?;
        let verdict = judge.verdict(&words);
        if verdict.outcome == dpgen_spec::Outcome::Malformed {
            return Err(format!("This is no structure of the spec's types: {}.", verdict.message));
        }
        let nodes = nodes_of(build.schema(), &words);
        Ok(Self { version, build, words, nodes, judge, verdict })
    }

    /// The schema of its words.
    pub fn schema(&self) -> &Schema {
        self.build.schema()
    }

    /// Where its nodes stand.
    pub fn paths(&self) -> NodePaths<'_> {
        NodePaths::new(self.build.schema(), &self.nodes)
    }

    /// Its size and rank, if it is a structure of the version.
    pub fn place(&self) -> Option<(Place, Count)> {
        if !self.verdict.is_accepted() {
            return None;
        }
        let size = u32::try_from(self.paths().size()).ok()?;
        // Each size may have a build of its own, in which other values are allowed.
        let build = self.version.build(size).filter(|build| build.scope() == self.build.scope())?;
        let (size, rank) = build.find(&self.nodes)?;
        Some((Place { size, rank }, build.count(size)))
    }

    /// The number of a node by which the drawing knows it, from its number in preorder.
    pub fn drawn_number(&self, preorder: u32) -> Option<usize> {
        self.paths().at_preorder(preorder)
    }

    /// The number in preorder of a node of the drawing.
    pub fn preorder(&self, drawn: usize) -> Option<u32> {
        self.paths().preorder(drawn)
    }

    /// The words as a page sends them back.
    pub fn words_text(&self) -> String {
        words_text(&self.words)
    }
}

/// Words as a page sends them back: numbers with commas.
pub fn words_text(words: &[u32]) -> String {
    words.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// The words that a page sends.
///
/// # Errors
/// In words, when they are none.
pub fn read_words(text: &str) -> Result<Vec<u32>, String> {
    /// The most words that are read.
    const MAX_WORDS: usize = 1 << 20;
    let words: Result<Vec<u32>, _> = text.split(',').take(MAX_WORDS + 1).map(str::parse).collect();
    match words {
        Ok(words) if words.len() <= MAX_WORDS => Ok(words),
        _ => Err("These are no words of a structure.".to_owned()),
    }
}
