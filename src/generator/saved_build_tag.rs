//! The source tag of a saved build: its type, and a revision that the user gives.

use super::Generator;
use crate::types::DpGen;

impl<T: DpGen> Generator<T> {
    /// A tag for what the predicate means, kept in saved builds: `load` refuses one with another tag.
    ///
    /// `env!("CARGO_PKG_VERSION")` makes every version of your crate build anew.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let generator = Generator::<Tree>::up_to(5).revision("balanced by height");
    /// let mut file = Vec::new();
    /// generator.build()?.save(&mut file).expect("it is a vector");
    /// assert!(generator.load(&file[..]).is_ok());
    /// assert!(generator.revision("balanced by weight").load(&file[..]).is_err());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn revision(mut self, tag: impl Into<String>) -> Self {
        self.settings.revision = tag.into();
        self
    }
}
