//! [`Builds`]: the builds that a test's cases are taken from.
//!
//! Where no domain mentions `n`, one build has the cases of all sizes; otherwise sizes with different values of `n` are built
//! apart. Sizes that the test names are built whatever that takes. Others are built within a *budget*, which is a number
//! of candidates, so that a test covers the same sizes on every machine; a limit on time is there for predicates that are
//! slow beyond measure, and the test says if it was that which ended it.

use std::sync::Arc;
use std::time::Duration;

use dpgen_engine::Options;
use dpgen_engine::predicate_run::Model;
use dpgen_forest::limits::Limits;
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::scope::Scope;
use dpgen_forest::{Algorithm, Catalog, Fields, SchemaError, StopReason, grouped};

use super::case_type::CaseType;
use super::options::TestOptions;

/// The candidates that builds of sizes that a test does not name judge, all together.
const DEFAULT_CANDIDATES: u64 = 50_000;
/// The longest that such a build takes.
const MAX_DEFAULT_BUILD_TIME: Duration = Duration::from_secs(10);
/// The longest that a build of a size takes that the test names for samples.
const MAX_SAMPLED_BUILD_TIME: Duration = Duration::from_secs(60);

/// The name of the struct of a test's arguments, as the attribute writes it.
const CASE_STRUCT_NAME: &str = "__DpgenCase";

/// The builds of a test.
#[derive(Debug)]
pub(super) struct Builds {
    case_type: CaseType,
    options: TestOptions,
    /// Whether the structures of a size depend on `n`.
    mentions_n: bool,
    /// The builds, each with the value of `n` in it.
    built: Vec<(u32, Arc<Catalog>)>,
    candidates_left: u64,
    /// The smallest size that was asked for and not built, and why.
    pub(super) unbuilt: Option<(u32, StopReason)>,
}

impl Builds {
    /// Whether the cases have every value of a plain argument beside every value of the others, as no predicate and no domain is one
    /// on both.
    pub(super) fn have_all_values_of_plain_arguments(&self) -> bool {
        let model = (self.case_type.model)(&scope(&self.options, 0, None));
        let is_free = |model: Model| {
            let is_unjudged = model.rep_ok.get(model.schema.root().index()).is_some_and(Option::is_none);
            is_unjudged && model.contexts.is_none()
        };
        model.is_ok_and(is_free)
    }

    /// None yet.
    pub(super) fn new(case_type: CaseType, options: &TestOptions) -> Self {
        let is_set = options.params.iter().any(|(param, _)| *param == "n");
        let mentions_n = !is_set && (case_type.mentions_param)(&scope(options, 0, None), "n");
        let candidates_left = DEFAULT_CANDIDATES;
        Self { case_type, options: *options, mentions_n, built: Vec::new(), candidates_left, unbuilt: None }
    }

    /// The cases of a size that the test names, within the test's time. They are built with those up to `last`, where one
    /// build can have both.
    ///
    /// # Panics
    /// When the type or its parameters are unfit; so do all functions that build.
    pub(super) fn named(&mut self, size: u32, last: u32) -> Arc<Catalog> {
        let limits = self.options.time.map_or(Limits::none(), |time| Limits::none().time(time));
        self.get(size, last, limits)
    }

    /// The cases of a size that the test names for samples.
    pub(super) fn sampled(&mut self, size: u32, last: u32) -> Option<Arc<Catalog>> {
        let time = self.options.time.unwrap_or(MAX_SAMPLED_BUILD_TIME);
        self.get_or_note(size, last, Limits::none().time(time))
    }

    /// The cases of a size that the test does not name, if they are within the budget.
    pub(super) fn within_budget(&mut self, size: u32, last: u32) -> Option<Arc<Catalog>> {
        if self.unbuilt.is_some_and(|(unbuilt, _)| unbuilt <= size) {
            return None;
        }
        let limits = Limits::none().candidates(self.candidates_left).time(MAX_DEFAULT_BUILD_TIME);
        let known = self.built.len();
        let catalog = self.get_or_note(size, last, limits);
        // One build of all sizes has the whole budget; those of several share it.
        if self.mentions_n
            && let Some((_, new)) = self.built.get(known)
        {
            let spent = new.report().totals().candidates;
            self.candidates_left = self.candidates_left.saturating_sub(spent);
        }
        catalog
    }

    fn get_or_note(&mut self, size: u32, last: u32, limits: Limits) -> Option<Arc<Catalog>> {
        let catalog = self.get(size, last, limits);
        // A build of all sizes is not tried again for larger ones; its first missing size is the one to tell.
        let first = if self.mentions_n { size } else { catalog.complete_sizes() };
        if let Some(reason) = catalog.stop_reason().filter(|_| first <= last) {
            self.unbuilt = Some((first, reason));
        }
        catalog.try_count(size).map(|_| catalog)
    }

    fn get(&mut self, size: u32, last: u32, limits: Limits) -> Arc<Catalog> {
        let n = self.n(size);
        let has_size = |(of, built): &&(u32, Arc<Catalog>)| {
            (!self.mentions_n || *of == n) && built.try_count(size).is_some()
        };
        if let Some((_, built)) = self.built.iter().find(has_size) {
            return built.clone();
        }
        let max_size = if !self.mentions_n || self.n(last) == n { last.max(size) } else { size };
        let catalog = self.build(max_size, self.mentions_n.then_some(n), limits);
        self.built.push((n, catalog.clone()));
        catalog
    }

    /// The value of `n` in cases of a size.
    fn n(&self, size: u32) -> u32 {
        self.options.max_size.filter(|max| size <= *max && !self.options.own_n).unwrap_or(size)
    }

    /// Builds the cases up to a size. A build that a limit stops has fewer sizes.
    fn build(&self, size: u32, n: Option<u32>, limits: Limits) -> Arc<Catalog> {
        let name = self.options.name;
        let scope = scope(&self.options, size, n);
        let model = match (self.case_type.model)(&scope) {
            Ok(model) => Arc::new(model),
            Err(SchemaError::UnknownParam { slot, param, .. }) => {
                let slot = of_argument(&slot);
                panic!(
                    "{name}: `{slot}` mentions the parameter `{param}`, which is not set: give it a value with \
                     `param({param} = ...)`"
                )
            }
            Err(error) => panic!("{name}: {}", of_argument(&error.to_string())),
        };
        match dpgen_engine::build(&model, &scope, &self.engine_options().limits(limits)) {
            Ok(catalog) => Arc::new(catalog),
            Err(error) => panic!("{name}: {}", of_argument(&error.to_string())),
        }
    }

    /// The options of all builds.
    ///
    /// # Panics
    /// When there is no such engine.
    fn engine_options(&self) -> Options {
        let TestOptions { name, algorithm, symbolic, threads, .. } = self.options;
        let algorithm = algorithm.map(|algorithm| {
            algorithm.parse::<Algorithm>().unwrap_or_else(|error| panic!("{name}: {error}"))
        });
        let fields = if symbolic { Fields::Symbolic } else { Fields::Concrete };
        Options::default().algorithm(algorithm).fields(fields).threads(threads)
    }

    /// Why a size was not built, as the end of a test's line.
    pub(super) fn note(&self) -> Option<String> {
        let (size, reason) = self.unbuilt?;
        Some(match reason {
            StopReason::Candidates => format!(
                "size {size} is not within the {} candidates that a test builds by default",
                grouped(DEFAULT_CANDIDATES)
            ),
            _ => format!("size {size} was not built in time, which another machine may do"),
        })
    }
}

/// The plain arguments of a test, each with its number of values, if it has arguments of other types, too.
pub(super) fn plain_arguments(schema: &Schema) -> Vec<(String, u32)> {
    let cases = schema.constructors_of(schema.root()).map(|ctor| schema.constructor(ctor));
    let Some(case) = cases.last().filter(|case| case.name == CASE_STRUCT_NAME) else { return Vec::new() };
    let plain = case.slots.iter().filter_map(|slot| match slot.kind {
        SlotKind::Data(domain) => Some((slot.name.clone(), schema.domain(domain).len())),
        SlotKind::Recursive(_) => None,
    });
    let plain: Vec<_> = plain.collect();
    if plain.len() < case.slots.len() { plain } else { Vec::new() }
}

/// A text in which an argument of a test is called by its name, without the struct of all arguments, which users do not see.
pub(super) fn of_argument(text: &str) -> String {
    text.replace(&format!("{CASE_STRUCT_NAME}."), "")
}

/// The scope of the cases up to a size; `n`, in domains, is `n` if it is given, and the size otherwise.
pub(super) fn scope(options: &TestOptions, size: u32, n: Option<u32>) -> Scope {
    let mut scope = Scope::new(size);
    if let Some(n) = n {
        scope = scope.with("n", i64::from(n));
    }
    options.params.iter().fold(scope, |scope, (param, value)| scope.with(*param, *value))
}
