//! [`Model`]: the input of an engine: a schema, and the predicates and attributes that runs evaluate.
//!
//! A [`Predicate`] is *observed* (it reads a structure through a run, piece by piece) or *opaque* (it gets
//! a finished value). An [`Attribute`] is a pure function of a substructure, known by its [`AttrKey`];
//! its result is written to an [`Encoder`] so that results can be compared, hashed and stored.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use super::conjunction::Conjunction;
use super::context_rules::ContextRules;
use super::predicate_int::Int;
use super::view_handles::Handle;
use dpgen_forest::index::TypeIx;
use dpgen_forest::schema::Schema;

/// The key of an attribute: equal keys mean the same function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttrKey {
    /// A Rust function, by its own (zero-sized) type.
    Native(TypeId),
    /// An attribute of a spec: type and position.
    Spec(u32, u32),
    /// The constructor of a structure of a spec's type: a word, its number within the type.
    #[doc(hidden)]
    Constructor(u32),
    /// The number of nodes of a type within a structure.
    #[doc(hidden)]
    Nodes(TypeIx),
    /// The context of a structure, which engines remember beside what attributes answer.
    #[doc(hidden)]
    Context,
}

/// Takes the result of an attribute: words that are compared one by one, and integers that may still be terms.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::{Decoder, Encoder};
///
/// /// The first of a list: a word for what has to be known, an integer that may stay undecided.
/// struct Head {
///     negative: bool,
///     amount: Int,
/// }
///
/// impl Observable for Head {
///     fn encode(&self, out: &mut Encoder) {
///         out.word(self.negative.into());
///         out.int(self.amount);
///     }
///     fn decode(input: &mut Decoder<'_>) -> Self {
///         Self { negative: input.word() == 1, amount: input.int() }
///     }
/// }
///
/// #[derive(DpGen)]
/// #[dpgen(rep_ok = ascending)]
/// enum List {
///     Nil,
///     Cons(bool, #[dpgen(range = 1..=3)] i64, Box<List>),
/// }
///
/// /// Of numbers with one sign.
/// fn ascending(list: ListView) -> bool {
///     let (Some(first), ListView::Cons(_, _, rest)) = (head(list), list) else { return true };
///     rest.get(head).is_none_or(|next| first.negative == next.negative && first.amount < next.amount)
/// }
///
/// fn head(list: ListView) -> Option<Head> {
///     let ListView::Cons(negative, amount, _) = list else { return None };
///     Some(Head { negative: negative.value(), amount })
/// }
///
/// let lists = Generator::<List>::up_to(2).build()?;
/// assert_eq!(lists.count(2), 2 * 3);
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Encoder {
    /// The part that has to be decided: tags, lengths, plain values.
    #[doc(hidden)]
    pub words: SmallVec<[i64; 4]>,
    /// The part that may stay undecided.
    #[doc(hidden)]
    pub ints: SmallVec<[Int; 2]>,
}

impl Encoder {
    /// Writes a decided word.
    pub fn word(&mut self, word: i64) {
        self.words.push(word);
    }

    /// Writes an integer, which may be a term.
    pub fn int(&mut self, int: Int) {
        self.ints.push(int);
    }
}

type Eval = dyn Fn(Handle, &mut Encoder) + Send + Sync;
type Opaque = dyn Fn(&Arc<Schema>, &[u32]) -> bool + Send + Sync;

/// A pure function of a substructure.
pub struct Attribute {
    /// Its key.
    pub key: AttrKey,
    /// Its name, for reports.
    pub name: String,
    /// Evaluates it on a node of the current run.
    pub eval: Box<Eval>,
}

impl fmt::Debug for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attribute").field("key", &self.key).field("name", &self.name).finish_non_exhaustive()
    }
}

/// A predicate on structures.
#[derive(Clone)]
pub enum Predicate {
    /// Reads the structure through the current run; the key makes `get(rep_ok)` recognisable.
    Observed {
        /// Its key.
        key: AttrKey,
        /// Judge a node of the current run.
        conditions: Arc<dyn Conjunction>,
    },
    /// Judges a finished value, given as its compact words.
    Opaque(Arc<Opaque>),
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Observed { key, .. } => f.debug_tuple("Observed").field(key).finish(),
            Self::Opaque(_) => f.write_str("Opaque"),
        }
    }
}

/// A schema with its predicates: what [`build`](crate::build()) works on. A spec makes one; a Rust type's is made by
/// dpgen's `Generator`.
///
/// ```
/// use dpgen::{Model, Scope};
/// use dpgen_spec::Spec;
///
/// let scope = Scope::new(4);
/// let model: Model = Spec::builtin("sorted-list").unwrap().model(&scope)?;
/// assert_eq!(model.schema.all_constructors()[0].name, "Nil");
/// assert!(!model.is_opaque()); // every engine can work on it
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Model {
    /// The name that reports and keys show.
    pub name: String,
    /// The types.
    pub schema: Arc<Schema>,
    /// Each type's `rep_ok`.
    #[doc(hidden)]
    pub rep_ok: Vec<Option<Predicate>>,
    /// The predicate on whole structures only.
    #[doc(hidden)]
    pub root_ok: Option<Predicate>,
    /// The conditions that the report counts, by number.
    pub conditions: Vec<String>,
    /// What parts are told about where they stand, if anything.
    #[doc(hidden)]
    pub contexts: Option<Arc<ContextRules>>,
}

impl Model {
    /// Whether some predicate needs finished values.
    #[must_use]
    pub fn is_opaque(&self) -> bool {
        let opaque = |p: &Predicate| matches!(p, Predicate::Opaque(_));
        self.rep_ok.iter().flatten().any(opaque) || self.root_ok.as_ref().is_some_and(opaque)
    }

    /// The key of a type's observed `rep_ok`.
    pub(crate) fn rep_ok_key(&self, ty: TypeIx) -> Option<AttrKey> {
        match self.rep_ok.get(ty.index())? {
            Some(Predicate::Observed { key, .. }) => Some(*key),
            _ => None,
        }
    }
}
