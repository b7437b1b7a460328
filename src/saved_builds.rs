//! Saves and loads builds: [`Structures::save`] and [`Generator::load`].
//!
//! A saved build says what it was built from: a type's name, a revision, and whether a coin toss left structures out.
//! The file's own checks are in `dpgen-forest`; whether it fits the predicate is told in [`dpgen_engine::recheck_saved_build`].

use dpgen_engine::recheck_saved_build;
use dpgen_forest::{Catalog, LoadError, SavedBuild};

use crate::evaluate_predicates::accepts;
use crate::generator::{Generator, ModelOf, Settings, model};
use crate::structures::Structures;
use crate::types::DpGen;

impl<T: DpGen> Generator<T> {
    /// Loads a build that [`Structures::save`] wrote, up to the size it was built for: of this generator's settings, only the
    /// [`revision`](Self::revision) matters.
    ///
    /// ```no_run
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let trees = Generator::<Tree>::new().load(std::fs::File::open("trees.dpgen")?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Checked are the type's name, the [`revision`](Self::revision), all types, constructors and domains, and the
    /// predicate by samples: up to 20,000 nodes of structures of all sizes (the first, the last and random ones) must
    /// be accepted; such structures with one change must be accepted only if they are there, if data is concrete; and
    /// the sizes up to 4 are built again and compared, as far as 5,000 candidates go. So an edited predicate is mostly noticed,
    /// but one that differs in few and large structures may not be: that is what the revision is for. The samples of
    /// structures that a coin toss kept are only judged.
    ///
    /// A checksum finds files that were damaged; it can not find one that was changed on purpose and given a checksum that
    /// fits. What is loaded from such a file is well-formed (counts are those of its structures, ranks and values within bounds), and
    /// the samples above are of the predicate: the rest may be other structures. Load what you or those you trust have saved.
    ///
    /// # Errors
    /// When it can not be read, is damaged, or was built from another type, revision or predicate.
    pub fn load(&self, from: impl std::io::Read) -> Result<Structures<T>, LoadError> {
        let saved = SavedBuild::read(from)?;
        let (catalog, source) = self.settings.load(saved, std::any::type_name::<T>(), model::<T>)?;
        Ok(Structures::new(catalog, source))
    }
}

impl Settings {
    /// The structures of a type that were saved, and the source tag of their build.
    fn load(
        &self,
        saved: SavedBuild,
        type_name: &str,
        model: ModelOf,
    ) -> Result<(Catalog, String), LoadError> {
        let source = |coin_toss| self.source(type_name, coin_toss);
        let complete = saved.source() == source(false);
        if !complete && saved.source() != source(true) {
            let line = |text: &str| text.replace('\n', ", ");
            return Err(LoadError::OtherSource { found: line(saved.source()), wanted: line(&source(false)) });
        }
        let schema = model(saved.scope()).map_err(|_| LoadError::OtherSchema)?.schema;
        let catalog = saved.into_catalog(schema)?;
        recheck_saved_build::check(&catalog, complete, |scope| model(scope).ok(), &accepts)?;
        Ok((catalog, source(!complete)))
    }
}

impl<T: DpGen> Structures<T> {
    /// Writes the build, for [`Generator::load`](crate::Generator::load): build once, use often.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let generator = Generator::<Tree>::up_to(5);
    /// let mut file = Vec::new();
    /// generator.build()?.save(&mut file).expect("it is a vector");
    /// let trees = generator.load(&file[..]).expect("it was built from the same type");
    /// assert_eq!(trees.count(5), 42);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, to: impl std::io::Write) -> std::io::Result<()> {
        self.catalog.save(&self.source, to)
    }
}
