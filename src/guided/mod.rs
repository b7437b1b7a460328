//! Guided generation of values: structures are chosen by what was learned from a judge's answers.
//!
//! [`Structures::guided`] starts a hunt, [`Guided`] has its options, and `hunt_run.rs` runs it. The guides are in `dpgen-guide`.

mod hunt_run;

pub use self::hunt_run::{Costly, Found, Run};

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dpgen_forest::structure::words_of;
use dpgen_forest::{Catalog, Fields};
use dpgen_guide::{Hunt, Limits};

pub use dpgen_guide::{
    Abstraction, Feedback, Guide, HuntEnd, JournalError, Learned, LearnedError, Replayed, Report, SizeTried,
    Turns,
};

use crate::structures::Structures;
use crate::types::DpGen;
use crate::types::value::reader::ValueReader;

/// A hunt over the structures of a build, with a judge that is called as a black box.
///
/// What is known of validity, the type and its `rep_ok`, is exact: the build knows it, and nothing outside of it is tried.
/// What is not known is learned from the judge's answers. No structure is tried twice.
#[derive(Debug)]
pub struct Guided<T> {
    catalog: Arc<Catalog>,
    guide: Guide,
    seed: u64,
    limits: Limits,
    batch: usize,
    hunt: Option<Hunt>,
    of: PhantomData<fn() -> T>,
}

impl<T: DpGen> Structures<T> {
    /// A hunt for structures that a judge accepts, or that make it do something new: see [`Guided`].
    ///
    /// ```
    /// use dpgen::guided::Guide;
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug)]
    /// enum List {
    ///     Nil,
    ///     Cons(#[dpgen(range = 1..=9)] u8, Box<List>),
    /// }
    ///
    /// /// Knows what is valid, and does not say why.
    /// fn judge(mut list: &List) -> bool {
    ///     let mut least = 0;
    ///     while let List::Cons(first, rest) = list {
    ///         if *first <= least {
    ///             return false;
    ///         }
    ///         (least, list) = (*first, rest);
    ///     }
    ///     true
    /// }
    ///
    /// let lists = Generator::<List>::up_to(9).build()?;
    /// let mut hunt = lists.guided().guide(Guide::Pairs).seed(7);
    /// assert_eq!(hunt.run(judge).count(), 1 << 9); // each set of digits once
    /// assert!(hunt.report().executions < 5000); // of 435,848,050 lists
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Panics
    /// When data is symbolic: a judge needs values. Its hunts panic when a field can have more than 2^20 values, as one has whose bounds
    /// read other fields or a context.
    #[must_use]
    pub fn guided(&self) -> Guided<T> {
        Guided::new(self.catalog.clone())
    }
}

impl<T: DpGen> Guided<T> {
    fn new(catalog: Arc<Catalog>) -> Self {
        assert!(
            catalog.fields() == Fields::Concrete,
            "a guide needs values: build with concrete fields, not with symbolic ones"
        );
        let (guide, limits) = (Guide::Auto, Limits::default());
        Self { catalog, guide, seed: 0, limits, batch: 1, hunt: None, of: PhantomData }
    }

    /// Sets who decides which structure is tried next; [`Guide::Auto`] if nothing is said.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut hunt = trees.guided().guide(Guide::Uniform);
    /// assert_eq!(hunt.run(low).count(), 1 + 1 + 1 + 2 + 5 + 14 + 42); // by sizes: Catalan numbers
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guide(mut self, guide: Guide) -> Self {
        self.guide = guide;
        self
    }

    /// Sets the seed: the same one, with the same answers, gives the same structures.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let found = |seed| trees.guided().seed(seed).run(low).map(|found| found.value).collect::<Vec<_>>();
    /// assert_eq!(found(7), found(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Ends the hunt after so many executions of the judge.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut hunt = trees.guided().executions(10);
    /// hunt.run(low).for_each(drop);
    /// assert_eq!((hunt.report().executions, hunt.report().ended), (10, Some(HuntEnd::Executions)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn executions(mut self, executions: u64) -> Self {
        self.limits.executions = Some(executions);
        self
    }

    /// Ends the hunt after this time, from its first structure on.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut hunt = trees.guided().time(std::time::Duration::ZERO);
    /// assert!(hunt.run(low).next().is_none());
    /// assert_eq!(hunt.report().ended, Some(HuntEnd::Time));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets how many structures [`run_parallel`](Self::run_parallel) judges at a time, before the guide learns from the
    /// first of them; 1 if nothing is said. Which structures come depends on this, and not on the number of threads.
    ///
    /// # Panics
    /// When it is 0.
    #[must_use]
    pub fn batch(mut self, structures: usize) -> Self {
        assert!(structures > 0, "a batch has at least one structure");
        self.batch = structures;
        self
    }

    /// Has these values tried first, and learns from them: a corpus that there is already. A value that is not among the
    /// structures of the build is left out. To be called after the guide, the seed and the limits are set.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// #[derive(DpGen, Debug, PartialEq)]
    /// enum Digits {
    ///     End,
    ///     Then(#[dpgen(range = 1..=9)] u8, Box<Digits>),
    /// }
    ///
    /// let digits = Generator::<Digits>::up_to(3).build()?;
    /// let seven = || Digits::Then(7, Box::new(Digits::End));
    /// let mut hunt = digits.guided().seeds([seven()]);
    /// assert_eq!(hunt.run(|_| true).next().map(|found| found.value), Some(seven()));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn seeds(mut self, values: impl IntoIterator<Item = T>) -> Self {
        for value in values {
            let schema = self.catalog.schema();
            let Ok(nodes) = ValueReader::read(schema, &value) else { continue };
            let Some(whole) = nodes.len().checked_sub(1) else { continue };
            let words = words_of(schema, &nodes, dpgen_forest::index::small(whole));
            self.hunt().seed(words);
        }
        self
    }

    /// Takes over what another hunt has learned: of smaller structures, perhaps. To be called after the guide, the seed and
    /// the limits are set.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let mut small = trees.guided().guide(Guide::Pairs);
    /// small.run(low).for_each(drop);
    /// let learned = small.learned();
    /// assert_eq!(Learned::from_ron(&learned.to_ron())?, learned); // it can be kept
    /// let larger = Generator::<Tree>::up_to(20).build()?;
    /// let mut hunt = larger.guided().guide(Guide::Pairs).executions(1000).load(&learned);
    /// assert_eq!(hunt.learned(), learned);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn load(mut self, learned: &Learned) -> Self {
        self.hunt().load(learned);
        self
    }

    /// What was learned, to be kept: see [`Learned::to_ron`].
    #[must_use]
    pub fn learned(&mut self) -> Learned {
        self.hunt().learned()
    }

    /// Keeps all answers in a file. If it is there, the hunt goes on to where the file ends, without asking the judge; a hunt
    /// that was killed so loses nothing. To be called last.
    ///
    /// ```
    /// # use dpgen::prelude::*; use dpgen::guided::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(6).build()?;
    /// # fn low(tree: &Tree) -> bool { let Tree::Node(left, _) = tree else { return true }; **left == Tree::Leaf }
    /// let folder = tempfile::tempdir()?;
    /// let hunt = || trees.guided().executions(20).journal(folder.path().join("hunt"));
    /// let first: Vec<Tree> = hunt()?.run(low).take(5).map(|found| found.value).collect();
    /// let mut judged = 0; // five structures at least are in the file
    /// let more = hunt()?.run(|tree| { judged += 1; low(tree) }).map(|found| found.value).collect::<Vec<_>>();
    /// assert!(judged <= 15 && more.iter().all(|tree| !first.contains(tree)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file can not be read or written, is another hunt's, or was changed.
    pub fn journal(mut self, path: impl AsRef<Path>) -> Result<Self, JournalError> {
        self.hunt().journal(path.as_ref())?;
        Ok(self)
    }

    /// What the journal had when the hunt went on with it, and whether its last line was torn.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(2).build()?;
    /// let folder = tempfile::tempdir()?;
    /// let hunt = trees.guided().journal(folder.path().join("new"))?;
    /// assert_eq!((hunt.replayed().asked, hunt.replayed().cut), (0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn replayed(&self) -> Replayed {
        self.hunt.as_ref().map(Hunt::replayed).unwrap_or_default()
    }

    /// What went wrong with the journal, if that has ended the hunt.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(2).build()?;
    /// assert!(trees.guided().failure().is_none()); // there is no journal
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn failure(&self) -> Option<&JournalError> {
        self.hunt.as_ref()?.failure()
    }

    /// The hunt itself.
    fn hunt(&mut self) -> &mut Hunt {
        let Self { catalog, guide, seed, limits, .. } = self;
        self.hunt.get_or_insert_with(|| Hunt::new(catalog.clone(), *guide, *seed, *limits))
    }
}
