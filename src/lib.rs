#![doc = include_str!("../README.md")]
extern crate self as dpgen;

#[cfg(any(
    feature = "arbitrary",
    feature = "bolero",
    feature = "proptest",
    feature = "quickcheck",
    feature = "serde"
))]
pub mod adapters;
mod evaluate_predicates;
#[cfg(feature = "explore")]
pub mod explore;
mod generator;
#[cfg(doctest)]
mod guide_chapters;
#[cfg(feature = "guide")]
pub mod guided;
mod interned_strings;
mod is_valid;
mod iter;
#[cfg(feature = "save")]
mod saved_builds;
mod scope;
mod structures;
mod testing;
mod types;

#[cfg(feature = "explore")]
pub use dpgen_cover::cover;
pub use dpgen_derive::{DpGen, Observable, test};
pub use dpgen_engine::predicate_run::Encoder;
pub use dpgen_engine::{BuildError, Int, Model};
pub use dpgen_forest::{
    Algorithm, Budget, CancelToken, Catalog, CompactIter, CompactStep, CompareError, Comparison, CopiedPart,
    Count, Distribution, Fields, IdsExhausted, Limits, ParseCountError, Schema, SchemaError, Scope,
    SizeComparison, Solutions, SolveError, StopReason, UnknownName,
};
#[cfg(feature = "save")]
pub use dpgen_forest::{LoadError, SavedBuild};
#[cfg(feature = "explore")]
pub use explore::explore;
pub use generator::Generator;
pub use is_valid::is_valid;
pub use iter::{InPlace, Iter, SolutionIter};
pub use scope::scope;
pub use structures::{Compared, Measure, Structures, Worst};
pub use testing::{
    CheckFailure, Checked, CheckedSize, Explored, HuntFailure, Hunted, LinearizabilityReport, Outcome,
    ReferenceStateMachine, SequenceFailure, Sequences, StateMachineTest, Statistics, assume, check, classify,
    cover, hunt, sequences,
};
pub use types::{
    Choice, CollectionView, Decoder, DpGen, Finite, HasContext, Link, LinkView, Listed, Mirror, NodeIndex,
    Nodes, Observable, OneOf, Owned, Payload, Ref,
};

/// The engines without Rust types: builds of models that were made otherwise, and the reports of builds.
pub mod engine {
    pub use dpgen_engine::{
        Answer, AnswerGroup, CoinToss, Heredity, Options, Progress, Violation, build, check_hereditary,
        distribution,
    };
    pub use dpgen_forest::{
        Algorithm, AttributeReport, ConditionReport, ContextReport, Fields, ReadReport, Report, RoundReport,
        SizeReport,
    };
}

/// The schema, which gives the words of a structure their meaning: types, their constructors, slots and domains.
///
/// A [`Catalog`] has structures as compact words, which no value of a Rust type is made for.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::{CtorIx, nodes_of, debug_text, words_of};
///
/// #[derive(DpGen)]
/// enum List {
///     Nil,
///     Cons(#[dpgen(range = 5..=7)] i64, Box<List>),
/// }
///
/// let lists = Generator::<List>::up_to(2).build()?;
/// let (catalog, schema) = (lists.catalog(), lists.catalog().schema());
/// let words = catalog.nth_compact(2, &Count::new(5)).unwrap().unwrap();
/// assert_eq!(words, [1, 1, 1, 2, 0]); // constructors, each with the indices of its data
/// assert_eq!(schema.constructor(CtorIx::from_word(words[0])).name, "Cons");
/// assert_eq!(debug_text(schema, &words), "Cons { 0: 6, 1: Cons { 0: 7, 1: Nil } }");
/// let nodes = nodes_of(schema, &words); // parts before wholes
/// assert_eq!(nodes.iter().map(|node| &node.slots[..]).collect::<Vec<_>>(), [&[][..], &[7, 0], &[6, 1]]);
/// assert_eq!(words_of(schema, &nodes, 2), words);
/// assert_eq!(catalog.find(&nodes), Some((2, Count::new(5))));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
pub mod schema {
    pub use dpgen_forest::catalog::{
        Chooser, Decision, MAX_ODDS, Odds, OddsError, OddsSampler, ProductionParts, RankChooser, Ranker,
        UniformChooser,
    };
    pub use dpgen_forest::index::{CtorIx, DomainIx, TypeIx};
    pub use dpgen_forest::schema::{Constructor, Domain, Schema, SchemaError, Shape, Slot, SlotKind, Type};
    pub use dpgen_forest::structure::{
        RonError, ValueNode, debug_text, from_ron, in_domains, nodes_of, to_ron, words_of,
    };
}

/// Names for what is numbered in structures, such as variables.
pub mod names {
    pub use dpgen_forest::names::letters;
}

/// The names that a test or a type definition usually needs.
pub mod prelude {
    pub use crate::{
        Algorithm, BuildError, Choice, CollectionView, Count, DpGen, Fields, Generator, Int, Observable, Ref,
        Structures,
    };
}

/// The names that generated code uses; not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::testing::{TestOptions, test, test_async, test_in_place};
    pub use crate::types::{
        ArenaOf, Arithmetic, CastOperand, ConstructorFields, Decoder, Definer, Fault, FieldDomain,
        FieldFilter, FieldReader, FieldType, Integer, IntegerOfNone, IntegerOfSome, LeftFields, LinkVisitor,
        Linked, NodeWalk, NotOfScope, Referring, SlotIf, SlotPlace, SlotView, ToInteger, ValueBuilder,
        ValueKinds, ValueReader, are_boundary_values, check_cast, cycled_item_of, instance, item_of,
        labels_of, payload_in, type_name,
    };
    pub use dpgen_engine::predicate_run::{Encoder, Layer};
    pub use dpgen_forest::schema::{Domain, Shape, SlotKind};
}
