//! The distribution of an attribute over the structures of a size, and a structure with the greatest answer.
//!
//! A build of its own keeps structures apart by their answers (`dpgen_engine::distribution`), so that the attribute need not be
//! one that the predicate asks for, and no structure is made but the one that is shown.

use std::any::TypeId;
use std::sync::Arc;

use dpgen_engine::predicate_run::{AttrKey, Attribute};
use dpgen_engine::{AnswerGroup, BuildError, Options};
use dpgen_forest::{Algorithm, Catalog, Count, Distribution};

use super::Structures;
use super::numeric_answer::Measure;
use crate::generator::model;
use crate::types::DpGen;
use crate::types::schema::type_name::type_name;
use crate::types::value::builder::ValueBuilder;
use crate::types::view::reference::Ref;

/// The structures of one size that give the greatest answer to an attribute.
///
/// The answer is proven: all structures of the size were counted by their answers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Worst<T> {
    /// The greatest answer.
    pub cost: i64,
    /// How many structures give it.
    pub attained: Count,
    /// The number of structures of the size.
    pub of: Count,
    /// One that gives it.
    pub witness: T,
}

impl<T: DpGen> Structures<T> {
    /// How many structures of a size give each answer to an attribute: exact counts, without making the structures.
    ///
    /// The attribute is a function from the view, as for [`Ref::get`]; the predicate need not ask for it. With symbolic
    /// fields path conditions are counted.
    ///
    /// ```
    /// use dpgen::prelude::*;
    ///
    /// #[derive(DpGen, Debug, PartialEq)]
    /// enum Tree {
    ///     Leaf,
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// fn height(tree: TreeView) -> u32 {
    ///     let TreeView::Node(left, right) = tree else { return 0 };
    ///     1 + left.get(height).max(right.get(height))
    /// }
    ///
    /// let trees = Generator::<Tree>::up_to(100).build()?;
    /// let heights = trees.distribution(3, height)?;
    /// assert_eq!(heights.answers(), [(2, Count::ONE), (3, Count::new(4))]);
    /// let heights = trees.distribution(100, height)?;
    /// assert_eq!((heights.least(), heights.median(), heights.greatest()), (Some(7), Some(29), Some(100)));
    /// assert_eq!(heights.total(), trees.count(100));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Generator::build`](crate::Generator::build); when the size is not complete here, and when the attribute fails
    /// for a structure, or depends on symbolic data.
    pub fn distribution<R, F>(&self, size: u32, attribute: F) -> Result<Distribution, BuildError>
    where
        R: Measure,
        F: Fn(T::View) -> R + Copy + Send + Sync + 'static,
    {
        let (_, answers) = self.answer_groups(size, attribute)?;
        Ok(Distribution::new(answers.into_iter().map(|(number, of)| (number, of.count))))
    }

    /// The greatest answer that a structure of a size gives to an attribute, with a structure that gives it; `None` if
    /// there is no structure of this size. The attribute is one as for [`distribution`](Self::distribution).
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # fn height(tree: TreeView) -> u32 {
    /// #     let TreeView::Node(left, right) = tree else { return 0 };
    /// #     1 + left.get(height).max(right.get(height))
    /// # }
    /// let trees = Generator::<Tree>::up_to(3).build()?;
    /// let worst = trees.worst(3, height)?.expect("there are five");
    /// assert_eq!((worst.cost, worst.attained, worst.of), (3, Count::new(4), Count::new(5)));
    /// assert!(trees.rank_of(&worst.witness).is_some());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`distribution`](Self::distribution).
    ///
    /// # Panics
    /// When symbolic data can not be solved, which would be a defect of dpgen.
    pub fn worst<R, F>(&self, size: u32, attribute: F) -> Result<Option<Worst<T>>, BuildError>
    where
        R: Measure,
        F: Fn(T::View) -> R + Copy + Send + Sync + 'static,
    {
        let (catalog, answers) = self.answer_groups(size, attribute)?;
        let of = catalog.count(size);
        let Some((cost, greatest)) = answers.into_iter().max_by_key(|(number, _)| *number) else {
            return Ok(None);
        };
        let words = catalog.nth_compact(size, &greatest.first_rank).unwrap_or_else(|error| panic!("{error}"));
        let words =
            words.ok_or_else(|| BuildError::Internal("the greatest answer has no structure".to_owned()))?;
        let witness = T::build(&mut ValueBuilder::new(catalog.schema(), &words));
        Ok(Some(Worst { cost, attained: greatest.count, of, witness }))
    }

    /// The structures of a size by the number that they answer.
    fn answer_groups<R, F>(
        &self,
        size: u32,
        attribute: F,
    ) -> Result<(Catalog, Vec<(i64, AnswerGroup)>), BuildError>
    where
        R: Measure,
        F: Fn(T::View) -> R + Copy + Send + Sync + 'static,
    {
        const {
            assert!(size_of::<F>() == 0, "an attribute must be a function or a closure that captures nothing")
        };
        let complete = self.complete_sizes();
        if size >= complete {
            return Err(BuildError::NotBuilt { size, complete });
        }
        // Domains and predicates that mention the maximum size see what they saw in this build.
        let scope = self.catalog.scope();
        let smaller = match scope.param("n") {
            Some(n) => scope.clone().resized(size).with("n", n),
            None => scope.clone().resized(size),
        };
        let mut model = model::<T>(&smaller)?;
        model.schema = Arc::new((*model.schema).clone().of_scope(scope));
        let asked = Attribute {
            key: AttrKey::Native(TypeId::of::<F>()),
            name: type_name::<F>(),
            eval: Box::new(move |handle, out| attribute(Ref::<T>::new(handle).view()).encode(out)),
        };
        // A predicate that is not hereditary is for the top-down search alone.
        let algorithm = Some(self.catalog.algorithm()).filter(|engine| *engine == Algorithm::TopDown);
        let options = Options::default().algorithm(algorithm).fields(self.catalog.fields());
        let (catalog, answers) =
            dpgen_engine::distribution(&Arc::new(model), &smaller, &options, asked, size)?;
        let number = |of: &AnswerGroup| {
            of.number(&type_name::<F>(), &catalog, size, |words| match words {
                [number] => Ok(*number),
                _ => Err("it is not one integer".to_owned()),
            })
        };
        let numbers = answers.into_iter().map(|of| number(&of).map(|number| (number, of)));
        let numbers = numbers.collect::<Result<_, _>>()?;
        Ok((catalog, numbers))
    }
}
