//! [`ContextPools`]: the pools of a build, one for each type and context that can occur.
//!
//! A *pool* holds what was built of one type in one context, size by size. Types without contexts have one pool each, with the
//! number of the type. Other pools are numbered as they are asked for, from the context of the whole downwards, so that none is
//! made which no whole can need. A [`Layout`] says from which pools the parts of a constructor come in a pool's context, as far as
//! the context alone decides it. Invariant: a pool is complete up to a size before any task takes its structures of that size.

use std::sync::Arc;

use indexmap::{Equivalent, IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use dpgen_forest::index::{CtorIx, DomainIx, IdsExhausted, TypeIx, at, id, small};
use dpgen_forest::schema::{Schema, SlotKind};

use crate::error::BuildError;
use crate::predicate_run::context_rules::{AllowedValues, ContextRules, ContextWords, Rule, SlotRule};
use crate::predicate_run::failure::{Failure, guarded};
use crate::predicate_run::model::Model;

/// Intervals of indices of a domain, ascending and disjoint.
pub(crate) type IndexIntervals = SmallVec<[(u32, u32); 1]>;

/// Structures of a type in a context, up to a size, that have to be built first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Demand {
    pub(crate) ty: TypeIx,
    pub(crate) context: ContextWords,
    pub(crate) size: u32,
    /// The slot whose rule gave the context.
    pub(crate) maker: SlotPlace,
}

/// A slot of a constructor.
pub(crate) type SlotPlace = (CtorIx, usize);

/// A pool and a size.
pub(crate) type PoolSize = (u32, u32);

/// Pools that are wanted, each up to a size, in the order in which they were asked for.
type Wanted = IndexMap<u32, u32, FxBuildHasher>;

/// What the context of a pool decides for one of its type's constructors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    /// By recursive slot, in order: the pool of the part; `None` if the fields to the left decide it.
    parts: SmallVec<[Option<u32>; 3]>,
    /// The data slots whose values the context restricts, with the indices that are left.
    allowed: SmallVec<[(usize, IndexIntervals); 1]>,
    /// Whether some rule reads fields to the left.
    reads_left: bool,
}

impl Layout {
    /// Whether some data slot has no value.
    pub(crate) fn is_void(&self) -> bool {
        self.allowed.iter().any(|(_, intervals)| intervals.is_empty())
    }

    /// The pool of a part, by its number, if the context decides it.
    pub(crate) fn pool(&self, part: usize) -> Option<u32> {
        self.parts.get(part).copied().flatten()
    }

    /// Whether the pool of some part depends on the fields to the left.
    pub(crate) fn has_open_parts(&self) -> bool {
        self.parts.contains(&None)
    }

    /// The indices that the context leaves to a data slot, if they are one interval; `None` if it restricts nothing, or if a run
    /// has to choose between intervals.
    pub(crate) fn interval(&self, slot: usize) -> Option<(u32, u32)> {
        match self.allowed.iter().find(|(of, _)| *of == slot) {
            Some((_, intervals)) if intervals.len() == 1 => intervals.first().copied(),
            _ => None,
        }
    }

    /// The number of values that the context leaves to a data slot, if it restricts it.
    pub(crate) fn values_left(&self, slot: usize) -> Option<u64> {
        let (_, intervals) = self.allowed.iter().find(|(of, _)| *of == slot)?;
        Some(intervals.iter().map(|(from, to)| u64::from(to - from) + 1).sum())
    }

    /// Whether runs over concrete data have to apply rules: one reads fields to the left, or leaves several intervals.
    pub(crate) fn has_open_rules(&self) -> bool {
        self.reads_left || self.allowed.iter().any(|(_, intervals)| intervals.len() > 1)
    }
}

/// The type and context of a pool that is looked up.
#[derive(Hash)]
struct PoolKey<'c>(TypeIx, &'c [i64]);

impl Equivalent<(TypeIx, ContextWords)> for PoolKey<'_> {
    fn equivalent(&self, (ty, context): &(TypeIx, ContextWords)) -> bool {
        (self.0, self.1) == (*ty, &**context)
    }
}

/// The pools of a build.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContextPools {
    keys: IndexSet<(TypeIx, ContextWords), FxBuildHasher>,
    /// By pool: the slot that was the first to give its context; none for types without contexts and for the whole.
    makers: Vec<Option<SlotPlace>>,
    /// The number of types: the first pool that has another number than its type.
    types: u32,
    /// By pool: how many sizes are complete, from 0 on. Of pools of types without contexts in a build by sizes, unused.
    complete: Vec<u32>,
    layouts: FxHashMap<(u32, CtorIx), Arc<Layout>>,
}

impl ContextPools {
    /// One for each type, without a context.
    pub(crate) fn new(types: usize) -> Self {
        let none: ContextWords = Arc::new([]);
        let keys = (0..small(types)).map(|ty| (TypeIx::from_word(ty), none.clone())).collect();
        let (complete, makers) = (vec![0; types], vec![None; types]);
        Self { keys, makers, types: small(types), complete, layouts: FxHashMap::default() }
    }

    /// How many buckets there are, if each pool has this many sizes.
    pub(crate) fn bucket_count(&self, sizes: u32) -> Result<usize, IdsExhausted> {
        let buckets = self.len().checked_mul(at(sizes)).ok_or(IdsExhausted { what: "buckets" })?;
        id(buckets, "buckets").map(at)
    }

    /// The number of pools.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The type of a pool.
    #[inline]
    pub(crate) fn type_of(&self, pool: u32) -> TypeIx {
        if pool < self.types { TypeIx::from_word(pool) } else { self.keys[at(pool)].0 }
    }

    /// The context of a pool.
    pub(crate) fn context(&self, pool: u32) -> &ContextWords {
        &self.keys[at(pool)].1
    }

    /// The pools of types with contexts.
    pub(crate) fn with_contexts(&self) -> impl Iterator<Item = u32> {
        self.types..small(self.len())
    }

    /// The slot that was the first to give a pool its context; none for the pool of the whole.
    pub(crate) fn maker(&self, pool: u32) -> Option<SlotPlace> {
        self.makers[at(pool)]
    }

    /// The pool of a type and context, if it has been asked for.
    pub(crate) fn find(&self, ty: TypeIx, context: &[i64]) -> Option<u32> {
        self.keys.get_index_of(&PoolKey(ty, context)).map(small)
    }

    /// The pool of whole structures, which have this context.
    pub(crate) fn intern_root(&mut self, ty: TypeIx, context: &ContextWords) -> Result<u32, IdsExhausted> {
        self.intern(ty, context, None)
    }

    /// The pool of a type and context, which a slot gives.
    fn intern(
        &mut self,
        ty: TypeIx,
        context: &ContextWords,
        maker: Option<SlotPlace>,
    ) -> Result<u32, IdsExhausted> {
        let (pool, is_new) = self.keys.insert_full((ty, context.clone()));
        if is_new {
            self.complete.push(0);
            self.makers.push(maker);
        }
        id(pool, "pools")
    }

    /// How many sizes of a pool are complete, from 0 on.
    pub(crate) fn complete(&self, pool: u32) -> u32 {
        self.complete[at(pool)]
    }

    /// The next size of each pool that is not complete up to the size for which it is wanted.
    pub(crate) fn next_sizes(&self, wanted: &[PoolSize]) -> Vec<PoolSize> {
        let next = wanted.iter().map(|(pool, size)| (*pool, self.complete(*pool), *size));
        next.filter(|(_, next, size)| next <= size).map(|(pool, next, _)| (pool, next)).collect()
    }

    /// Notes that one more size of a pool is complete.
    pub(crate) fn complete_next(&mut self, pool: u32) {
        self.complete[at(pool)] += 1;
    }

    /// What the context of a pool decides for a constructor, if that has been worked out.
    pub(crate) fn layout(&self, pool: u32, ctor: CtorIx) -> Option<&Arc<Layout>> {
        self.layouts.get(&(pool, ctor))
    }

    /// Works out what the context of a pool decides for a constructor. Pools that it names are added.
    ///
    /// # Panics
    /// With a failure, where a rule has no result.
    fn lay_out(
        &mut self,
        schema: &Schema,
        rules: &ContextRules,
        pool: u32,
        ctor: CtorIx,
    ) -> Result<Arc<Layout>, IdsExhausted> {
        if let Some(known) = self.layouts.get(&(pool, ctor)) {
            return Ok(known.clone());
        }
        let context = self.context(pool).clone();
        let mut layout = Layout::default();
        for (slot, rule) in rules.of(ctor) {
            layout.reads_left |= rule.reads_left();
            if let SlotRule::Narrow(Rule::FromContext(allowed)) = rule
                && let SlotKind::Data(domain) = schema.constructor(ctor).slots[*slot].kind
            {
                layout.allowed.push((*slot, indices(schema, domain, &allowed(&context))));
            }
        }
        for slot in &schema.constructor(ctor).recursive {
            let SlotKind::Recursive(ty) = schema.constructor(ctor).slots[*slot].kind else { continue };
            layout.parts.push(match rules.give(ctor, *slot) {
                _ if !rules.has_context(ty) => Some(ty.word()),
                None => Some(self.intern(ty, &context, Some((ctor, *slot)))?),
                Some(Rule::FromContext(give)) => {
                    Some(self.intern(ty, &give(&context).into(), Some((ctor, *slot)))?)
                }
                Some(Rule::FromLeft(_)) => None,
            });
        }
        let layout = Arc::new(layout);
        self.layouts.insert((pool, ctor), layout.clone());
        Ok(layout)
    }

    /// Works out how the empty context lays out the constructors of types without contexts.
    pub(crate) fn lay_out_types(&mut self, model: &Model) -> Result<(), BuildError> {
        let Some(rules) = model.contexts.as_deref() else { return Ok(()) };
        for ty in model.schema.order().iter().filter(|ty| !rules.has_context(**ty)) {
            for ctor in model.schema.constructors_of(*ty).filter(|ctor| !rules.of(*ctor).is_empty()) {
                if self.try_lay_out(model, rules, ty.word(), ctor)?.is_none() {
                    // The build is to stop before it judges anything.
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The pools that have to be complete, each up to a size, before tasks of these can be judged, and are not yet, as far as
    /// contexts alone say; `None` if the build is to stop. Pools that are new are added.
    pub(crate) fn parts_of(
        &mut self,
        model: &Model,
        wanted: &[PoolSize],
    ) -> Result<Option<Vec<PoolSize>>, BuildError> {
        let (schema, Some(rules)) = (&*model.schema, model.contexts.as_deref()) else {
            return Ok(Some(Vec::new()));
        };
        let mut first = Wanted::default();
        for (pool, size) in wanted {
            for ctor in schema.constructors_of(self.type_of(*pool)) {
                let Some(left) = schema.min_size_of(ctor).and_then(|least| size.checked_sub(least)) else {
                    continue;
                };
                let Some(layout) = self.try_lay_out(model, rules, *pool, ctor)? else { return Ok(None) };
                if layout.is_void() {
                    continue;
                }
                for (part, slot) in schema.constructor(ctor).recursive.iter().enumerate() {
                    let SlotKind::Recursive(ty) = schema.constructor(ctor).slots[*slot].kind else {
                        continue;
                    };
                    // The part can have all that the others leave.
                    let size = schema.ty(ty).min_size.map(|least| least + left);
                    if let (Some(size), Some(pool)) = (size, layout.pool(part))
                        && self.complete(pool) <= size
                    {
                        want(&mut first, (pool, size));
                    }
                }
            }
        }
        Ok(Some(first.into_iter().collect()))
    }

    /// The pools that runs demanded, each up to a size. Pools that are new are added.
    pub(crate) fn demanded(&mut self, demands: &[Demand]) -> Result<Vec<PoolSize>, IdsExhausted> {
        let mut first = Wanted::default();
        for Demand { ty, context, size, maker } in demands {
            want(&mut first, (self.intern(*ty, context, Some(*maker))?, *size));
        }
        Ok(first.into_iter().collect())
    }

    /// [`lay_out`](Self::lay_out), where a failure of a rule is an error that names the constructor and its context; `None` if a
    /// limit of the build ended the rule.
    fn try_lay_out(
        &mut self,
        model: &Model,
        rules: &ContextRules,
        pool: u32,
        ctor: CtorIx,
    ) -> Result<Option<Arc<Layout>>, BuildError> {
        let context = self.context(pool).clone();
        let layout = guarded(|| self.lay_out(&model.schema, rules, pool, ctor));
        if matches!(layout, Err(Failure::Stopped)) {
            return Ok(None);
        }
        let failed = |failure| {
            let ctor = &model.schema.constructor(ctor).name;
            let ty = self.type_of(pool);
            let structure = match rules.has_context(ty) {
                true => format!("{ctor} in the context {}", rules.text(ty, &context)),
                false => ctor.clone(),
            };
            BuildError::failed(failure, structure)
        };
        Ok(Some(layout.map_err(failed)??))
    }
}

/// Adds a pool that is wanted up to a size.
fn want(wanted: &mut Wanted, (pool, size): PoolSize) {
    let known = wanted.entry(pool).or_insert(size);
    *known = size.max(*known);
}

/// The indices of a domain's values that lie in some intervals.
pub(crate) fn indices(schema: &Schema, domain: DomainIx, allowed: &AllowedValues) -> IndexIntervals {
    let domain = schema.domain(domain);
    let within = |(lo, hi): &(i64, i64)| {
        let (from, to) = (domain.below(i128::from(*lo)), domain.around(i128::from(*hi)).1);
        (from < to).then(|| (from, to - 1))
    };
    allowed.iter().filter_map(within).collect()
}
