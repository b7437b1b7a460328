//! Rechecks whether a saved build is one of a predicate, without building it again.
//!
//! A file holds no predicate, so a sample is judged. A predicate that has become stricter is noticed when it rejects a
//! structure: the first, the last and random ones of each size, from a fixed seed. One that has become weaker is noticed
//! when it accepts a structure that is not there: sampled structures with one change, and the smallest sizes,
//! which are built again, counted and looked up. A file that was changed is noticed when a sampled structure is not at the rank
//! at which it is found, or its path condition has no solution. A difference that shows in none of these goes unnoticed; a
//! revision tag (`dpgen::Generator::revision`) names such changes of a predicate.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen_forest::index::{at, signed, small};
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::structure::debug_text;
use dpgen_forest::structure::{ValueNode, nodes_of, words_of};
use dpgen_forest::{Algorithm, Catalog, Count, Fields, Limits, LoadError, Scope};

use crate::options::Options;
use crate::predicate_run::{Failure, Model, Predicate};
use crate::{concrete_evaluation, first_rejection};

/// The number of random structures of a size that are judged.
const DRAWS_PER_SIZE: usize = 64;
/// The maximum number of nodes that are judged in all.
const MAX_JUDGED_NODES: usize = 20_000;
/// The most nodes of a structure that is judged: a predicate may recurse once a layer.
const MAX_STRUCTURE_NODES: usize = 1_000;
/// The largest size that is built again, and with how many candidates at most.
const REBUILD_LIMITS: (u32, u64) = (4, 5_000);
/// The most bytes of a catalog in which changed structures are looked up.
const MAX_LOOKUP_BYTES: usize = 64 << 20;
/// The maximum number of bytes to scan, as looking a structure up can go through the whole catalog: once for ranks and once for
/// the smallest sizes.
const MAX_SCAN_BYTES: usize = 16 << 20;

/// The verdict of a model's predicates on the nodes of a structure, with its parts or on the whole only; none if it can not be
/// told.
pub type Accepts<'a> = &'a dyn Fn(&Model, &[ValueNode], bool) -> Option<bool>;

/// [`Accepts`] for a model whose predicates are all observed, as those of specs are.
#[must_use]
pub fn accepts_observed(model: &Model, nodes: &[ValueNode], only_whole: bool) -> Option<bool> {
    let verdict = if only_whole {
        holds_of_whole(model, nodes)
    } else {
        first_rejection::is_valid(model, nodes.to_vec(), &[])
    };
    match verdict {
        Ok(verdict) => Some(verdict),
        Err(Failure::Panic(_) | Failure::Failed(_)) => Some(false),
        Err(_) => None,
    }
}

/// Whether the predicates of the whole hold, whatever those of its parts say.
fn holds_of_whole(model: &Model, nodes: &[ValueNode]) -> Result<bool, Failure> {
    let Some((last, whole)) = nodes.len().checked_sub(1).and_then(|last| Some((last, nodes.get(last)?)))
    else {
        return Ok(true);
    };
    if !concrete_evaluation::is_allowed(model, nodes)? {
        return Ok(false);
    }
    let ty = model.schema.constructor(whole.ctor).ty;
    for predicate in model.rep_ok[ty.index()].iter().chain(&model.root_ok) {
        if matches!(predicate, Predicate::Observed { .. })
            && !concrete_evaluation::holds(model, predicate, nodes.to_vec(), last)?.0
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Compares a loaded catalog with the model that it is to be used with. `complete` says that it holds every structure,
/// not those that a coin toss kept; `model` makes the model of another scope.
///
/// # Errors
/// When a difference between the catalog and the structures of the model is found.
pub fn check(
    catalog: &Catalog,
    complete: bool,
    model: impl Fn(&Scope) -> Option<Model>,
    accepts: Accepts<'_>,
) -> Result<(), LoadError> {
    let of_scope = model(catalog.scope()).ok_or(LoadError::OtherSchema)?;
    let look_up = catalog.fields() == Fields::Concrete && catalog.bytes() <= MAX_LOOKUP_BYTES;
    let look_ups = if look_up { MAX_SCAN_BYTES / catalog.bytes().max(1) } else { 0 };
    let mut judge = Judge {
        catalog,
        model: of_scope,
        accepts,
        left: MAX_JUDGED_NODES,
        ranks: look_ups,
        look_up: look_up && complete,
    };
    judge.sample()?;
    if complete { rebuild(catalog, look_ups, model) } else { Ok(()) }
}

/// Builds the smallest sizes again: their structures are to be as many, and to be there.
fn rebuild(
    catalog: &Catalog,
    mut look_ups: usize,
    model: impl Fn(&Scope) -> Option<Model>,
) -> Result<(), LoadError> {
    let (largest, candidates) = REBUILD_LIMITS;
    let scope = catalog.scope();
    let size = largest.min(scope.max_size());
    let small = scope.params().fold(Scope::new(size), |small, (name, value)| small.with(name, value));
    // Domains that mention `n` stay what they are.
    let small = match scope.param("n") {
        Some(n) => small.with("n", n),
        None => small,
    };
    let limits = Limits::none().candidates(candidates);
    let options = Options::default().algorithm(catalog.algorithm()).fields(catalog.fields());
    let options = options.threads(1).limits(limits);
    let mut model = model(&small).ok_or(LoadError::OtherSchema)?;
    // So does what predicates know of their scope.
    model.schema = Arc::new(Schema::clone(&model.schema).of_scope(scope));
    let model = Arc::new(model);
    let again = crate::build(&model, &small, &options)
        .map_err(|error| LoadError::OtherPredicate(error.to_string()))?;
    for size in 0..again.complete_sizes().min(catalog.complete_sizes()) {
        let (now, then) = (again.count(size), catalog.count(size));
        if now != then {
            let what = format!("there are {now} structures of size {size} now, and it has {then}");
            return Err(LoadError::OtherPredicate(what));
        }
        let schema = again.schema();
        let mut structures = again.iter_compact(size);
        while look_ups > 0
            && let Some(words) = structures.next()
        {
            look_ups -= 1;
            if catalog.find(&nodes_of(schema, words)).is_none() {
                let what = format!("{} is not among its structures", debug_text(schema, words));
                return Err(LoadError::OtherPredicate(what));
            }
        }
    }
    Ok(())
}

/// Judges structures until enough nodes have been judged.
struct Judge<'a> {
    catalog: &'a Catalog,
    model: Model,
    accepts: Accepts<'a>,
    left: usize,
    /// How many structures are looked up under their ranks.
    ranks: usize,
    /// Whether what is not in the catalog must be rejected.
    look_up: bool,
}

impl Judge<'_> {
    /// The first and last structure of each size, then random ones.
    fn sample(&mut self) -> Result<(), LoadError> {
        let sizes = self.catalog.complete_sizes();
        // Up to 64 sizes, the greatest among them.
        let step = sizes.div_ceil(64).max(1);
        let sizes: Vec<u32> = (0..sizes).rev().step_by(at(step)).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for size in sizes.iter().rev() {
            if let Some(last) = self.catalog.count(*size).checked_sub(&Count::ONE) {
                self.judge(*size, &Count::ZERO, &mut rng)?;
                self.judge(*size, &last, &mut rng)?;
            }
        }
        for size in sizes.iter().rev() {
            let count = self.catalog.count(*size);
            // All, if these are few.
            let few = count.to_usize().filter(|count| *count <= DRAWS_PER_SIZE);
            for draw in 0..few.unwrap_or(DRAWS_PER_SIZE) {
                let rank = if few.is_some() { Count::from(draw) } else { count.random_below(&mut rng) };
                self.judge(*size, &rank, &mut rng)?;
            }
        }
        Ok(())
    }

    /// Judges the structure of a rank, and one that differs from it in one place.
    fn judge(&mut self, size: u32, rank: &Count, rng: &mut ChaCha8Rng) -> Result<(), LoadError> {
        let words = self.catalog.nth_compact(size, rank);
        let words = words.map_err(|_| LoadError::Damaged("a path condition has no solution"))?;
        let Some(words) =
            words.filter(|words| words.len() <= MAX_STRUCTURE_NODES && words.len() <= self.left)
        else {
            return Ok(());
        };
        self.left -= words.len();
        let schema = self.catalog.schema();
        let nodes = nodes_of(schema, &words);
        // The top-down search may accept wholes whose parts are rejected.
        let wholes = self.catalog.algorithm() == Algorithm::TopDown;
        if (self.accepts)(&self.model, &nodes, wholes) == Some(false) {
            let what = format!("{} is among them, and is rejected now", debug_text(schema, &words));
            return Err(LoadError::OtherPredicate(what));
        }
        if let Some(left) = self.ranks.checked_sub(1) {
            self.ranks = left;
            if self.catalog.find(&nodes) != Some((size, rank.clone())) {
                return Err(LoadError::Damaged("a structure is not at its rank"));
            }
        }
        if let Some(changed) = self.look_up.then(|| changed(schema, nodes, rng)).flatten()
            && (self.accepts)(&self.model, &changed, false) == Some(true)
            && self.catalog.find(&changed).is_none()
        {
            let words = words_of(schema, &changed, small(changed.len() - 1));
            let what = format!("{} is accepted now, and is not among them", debug_text(schema, &words));
            return Err(LoadError::OtherPredicate(what));
        }
        Ok(())
    }
}

/// The structure with one value of its data changed, or one constructor exchanged for another one with the same slots.
fn changed(schema: &Schema, mut nodes: Vec<ValueNode>, rng: &mut ChaCha8Rng) -> Option<Vec<ValueNode>> {
    let mut below = |bound: usize| Count::from(bound).random_below(rng).to_usize();
    let mut ways = Vec::new();
    for (place, node) in nodes.iter().enumerate() {
        let ctor = schema.constructor(node.ctor);
        for (slot, kind) in ctor.slots.iter().map(|slot| slot.kind).enumerate() {
            if let SlotKind::Data(domain) = kind
                && schema.domain(domain).len() > 1
            {
                ways.push((place, Ok((slot, schema.domain(domain)))));
            }
        }
        let ty = schema.ty(ctor.ty);
        for other in (ty.first.index()..).take(at(ty.constructors)) {
            let twin = &schema.all_constructors()[other];
            let kinds = |slots: &[dpgen_forest::schema::Slot]| -> Vec<SlotKind> {
                slots.iter().map(|slot| slot.kind).collect()
            };
            if other != node.ctor.index()
                && twin.weight == ctor.weight
                && kinds(&twin.slots) == kinds(&ctor.slots)
            {
                ways.push((place, Err(other)));
            }
        }
    }
    if ways.is_empty() {
        return None;
    }
    let (place, way) = &ways[below(ways.len())?];
    let node = &mut nodes[*place];
    match way {
        Ok((slot, domain)) => {
            let index = signed(at(domain.index_of(node.slots[*slot])?));
            let shift = 1 + signed(below(at(domain.len()) - 1)?);
            let index = (index + shift).rem_euclid(i64::from(domain.len()));
            node.slots[*slot] = domain.value(u32::try_from(index).ok()?);
        }
        Err(other) => node.ctor = dpgen_forest::index::CtorIx::new(*other).ok()?,
    }
    Some(nodes)
}
