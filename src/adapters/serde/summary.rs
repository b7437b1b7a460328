//! [`Summary`]: serializes the counts of a build and their cost, the same in every run.

use ::serde::ser::SerializeStruct;
use ::serde::{Serialize, Serializer};
use dpgen_forest::{Catalog, Count};

use crate::structures::Structures;
use crate::types::DpGen;

impl<T: DpGen> Structures<T> {
    /// Counts of every complete size and what they cost, for serde and what is built on it. Needs the feature `serde`.
    ///
    /// There is nothing that depends on time or threads. Counts are strings of digits, as they can be of any magnitude.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(1).build()?;
    /// insta::assert_json_snapshot!(trees.summary().counts(), @r#"
    /// [
    ///   "1",
    ///   "1"
    /// ]
    /// "#);
    /// let summary = serde_json::to_value(trees.summary()).expect("these are plain values");
    /// assert_eq!(summary["sizes"][1]["count"], "1");
    /// assert_eq!(summary["engine"], "quotient");
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn summary(&self) -> Summary<'_> {
        Summary { catalog: &self.catalog }
    }
}

/// A summary of a build, from [`Structures::summary`]: the engine, why the build stopped if a limit stopped it, and each size with its
/// count, candidates, runs, classes and productions.
#[derive(Debug, Clone, Copy)]
pub struct Summary<'a> {
    catalog: &'a Catalog,
}

impl Summary<'_> {
    /// The count of each complete size, from 0 on, as digits.
    #[must_use]
    pub fn counts(&self) -> Vec<String> {
        (0..self.catalog.complete_sizes()).map(|size| self.catalog.count(size).to_string()).collect()
    }
}

impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sizes: Vec<Size> =
            (0..self.catalog.complete_sizes()).map(|size| Size::of(self.catalog, size)).collect();
        let mut out = serializer.serialize_struct("Summary", 3)?;
        out.serialize_field("engine", self.catalog.algorithm().name())?;
        out.serialize_field("stopped", &self.catalog.stop_reason().map(|reason| reason.to_string()))?;
        out.serialize_field("sizes", &sizes)?;
        out.end()
    }
}

/// A size, as data.
struct Size {
    size: u32,
    count: Count,
    /// Candidates, runs, classes, productions.
    cost: [u64; 4],
}

impl Size {
    fn of(catalog: &Catalog, size: u32) -> Self {
        let of_size = usize::try_from(size).ok().and_then(|size| catalog.report().sizes.get(size));
        let cost = of_size.map(|of| [of.candidates, of.runs, of.classes, of.productions]).unwrap_or_default();
        Self { size, count: catalog.count(size), cost }
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Size", 6)?;
        out.serialize_field("size", &self.size)?;
        out.serialize_field("count", &self.count.to_string())?;
        for (name, cost) in ["candidates", "runs", "classes", "productions"].into_iter().zip(&self.cost) {
            out.serialize_field(name, cost)?;
        }
        out.end()
    }
}
