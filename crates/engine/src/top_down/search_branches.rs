//! [`SearchBranches`]: the top-down search on all threads of the current pool.
//!
//! Runs are the leaves of a tree of choices, which a search visits in the order of their answers. A *branch* is the runs from
//! one on, as far as the answers of its choices go ([`Branch`]). A search that sees an idle thread gives it a branch: the answers that are
//! left of its earliest choice that has some. So what is given away is as large as can be.
//!
//! Invariant: branches are disjoint and make up the whole tree, and each one's runs come before those of branches that begin later. So
//! what branches find, in the order of their first runs, is what one search finds, in its order. A branch that ends early ends the search
//! there: what comes after it is not used, as one search would not have reached it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::Scope;

use dpgen_forest::schema::Schema;

use super::structure_records::TopDownFound;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::choice_stack::Branch;

/// What the search of a branch found.
pub(super) struct BranchEnd {
    pub(super) found: TopDownFound,
    /// Whether it ended before its last run.
    pub(super) is_early: bool,
}

/// A branch by the answers of its first run, with what was found.
type SearchedBranch = (Vec<u32>, Result<BranchEnd, BuildError>);

/// The branches of a search.
#[derive(Default)]
pub(super) struct SearchBranches {
    /// The number of branches that are searched, or wait for a thread.
    unfinished: AtomicUsize,
    searched: Mutex<Vec<SearchedBranch>>,
    /// The first of the branches that ended early, by the answers of its first run.
    early: Mutex<Option<Vec<u32>>>,
}

/// A branch that is searched.
pub(super) struct OpenBranch<'a, 'scope> {
    branches: &'scope SearchBranches,
    begins: Vec<u32>,
    /// Searches a branch on another thread.
    give: &'a dyn Fn(Branch),
}

impl OpenBranch<'_, '_> {
    /// Whether a thread of the pool has nothing to do.
    pub(super) fn has_idle_thread(&self) -> bool {
        self.branches.unfinished.load(Ordering::Relaxed) < rayon::current_num_threads()
    }

    /// Gives a branch to another thread.
    pub(super) fn give_away(&self, branch: Branch) {
        (self.give)(branch);
    }

    /// Whether a branch before this one has ended early.
    pub(super) fn is_in_vain(&self) -> bool {
        let early = self.branches.early.lock().unwrap_or_else(PoisonError::into_inner);
        early.as_ref().is_some_and(|early| *early < self.begins)
    }
}

impl SearchBranches {
    /// Searches the whole tree by a function that searches a branch, and gives all that is found.
    pub(super) fn search<F>(
        schema: &Schema,
        watch: &LimitMonitor,
        search: F,
    ) -> Result<TopDownFound, BuildError>
    where
        F: Fn(&Branch, &OpenBranch<'_, '_>) -> Result<BranchEnd, BuildError> + Sync,
    {
        let branches = Self { unfinished: AtomicUsize::new(1), ..Self::default() };
        rayon::scope(|scope| branches.search_branch(scope, &search, &Branch::default()));
        let mut searched = branches.searched.into_inner().unwrap_or_else(PoisonError::into_inner);
        searched.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut whole: Option<TopDownFound> = None;
        for (_, end) in searched {
            let BranchEnd { found, is_early } = end?;
            match &mut whole {
                None => whole = Some(found),
                Some(whole) => whole.append(schema, found, watch)?,
            }
            // A search that a limit stopped counts all that it judged.
            if is_early && watch.stopped().is_none() {
                break;
            }
        }
        Ok(whole.unwrap_or_default())
    }

    /// Searches a branch, unless what it finds would not be used.
    fn search_branch<'scope, F>(&'scope self, scope: &Scope<'scope>, search: &'scope F, branch: &Branch)
    where
        F: Fn(&Branch, &OpenBranch<'_, '_>) -> Result<BranchEnd, BuildError> + Sync,
    {
        let give = |branch: Branch| {
            self.unfinished.fetch_add(1, Ordering::Relaxed);
            scope.spawn(move |scope| self.search_branch(scope, search, &branch));
        };
        let open = OpenBranch { branches: self, begins: branch.first_answers(), give: &give };
        if !open.is_in_vain() {
            let end = search(branch, &open);
            if end.as_ref().map_or(true, |end| end.is_early) {
                let mut early = self.early.lock().unwrap_or_else(PoisonError::into_inner);
                if early.as_ref().is_none_or(|early| open.begins < *early) {
                    *early = Some(open.begins.clone());
                }
            }
            self.searched.lock().unwrap_or_else(PoisonError::into_inner).push((open.begins, end));
        }
        self.unfinished.fetch_sub(1, Ordering::Relaxed);
    }
}
