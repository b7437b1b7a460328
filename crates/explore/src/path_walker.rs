//! [`Walker`]: takes one run along a path of the tree that no run took before.
//!
//! It follows the path to an item; past it, the strategy decides. Comparisons that are in the tree need no solver; new ones make
//! nodes. Invariant: the cursor is the edge that the run took last, and is never done.

use dpgen_engine::steer::{BranchQuestion, KnownWay, Steering, end_impure, end_run};
use dpgen_forest::index::{IdsExhausted, at, shown, wide};
use dpgen_solver::Linear;

use crate::branches::{self, Hit};
use crate::coverage::Coverage;
use crate::path_fingerprint::{Clause, Origin};
use crate::path_tree::{Edge, Place, Tree};
use crate::strategy::{Condition, Fork, Spot, Step, Strategy, Taken, condition_of};

/// The maximum number of comparisons of a run for each decision of its limit: a loop may go on without deciding anything.
pub(crate) const MAX_COMPARISONS_PER_DECISION: u64 = 500;

/// Walks a tree of paths.
#[derive(Debug)]
pub(crate) struct Walker {
    pub(crate) tree: Tree,
    pub(crate) strategy: Box<dyn Strategy>,
    pub(crate) coverage: Coverage,
    /// The maximum number of decisions of a run.
    pub(crate) limit: u32,
    prefix: Vec<Place>,
    /// The number of edges of the prefix taken so far.
    followed: usize,
    /// The way of each comparison, if the run is to follow a known input.
    script: Vec<u32>,
    pub(crate) cursor: Place,
    /// The comparisons of the run.
    pub(crate) history: Vec<Taken>,
    /// The spots of its decisions, for strategies that ask for them: the latest outcome by then, and the number of decisions since.
    marks: Vec<(Option<Hit>, u32)>,
    /// The number of comparisons that the program made itself.
    pub(crate) comparisons: u64,
    /// The number of decisions.
    pub(crate) decisions: u32,
    /// The nodes that the run has made.
    pub(crate) grown: Vec<u32>,
    origins: Vec<Origin>,
    /// Whether the program marks checkpoints.
    pub(crate) has_checkpoints: bool,
    pub(crate) full: Option<IdsExhausted>,
}

impl Walker {
    pub(crate) fn new(beginnings: u32, strategy: Box<dyn Strategy>, limit: u32) -> Self {
        Self {
            tree: Tree::new(beginnings),
            strategy,
            coverage: Coverage::default(),
            limit,
            prefix: Vec::new(),
            followed: 0,
            script: Vec::new(),
            cursor: Place { node: Tree::ROOT, edge: 0 },
            history: Vec::new(),
            marks: Vec::new(),
            comparisons: 0,
            decisions: 0,
            grown: Vec::new(),
            origins: Vec::new(),
            has_checkpoints: false,
            full: None,
        }
    }

    /// Begins a run that takes this edge, or any path if there is none. Returns its beginning.
    pub(crate) fn begin(&mut self, edge: Option<Place>) -> u32 {
        self.prefix = match edge {
            Some(edge) => self.tree.path_to(edge),
            None => Vec::new(),
        };
        self.history.clear();
        self.marks.clear();
        self.script.clear();
        self.grown.clear();
        (self.comparisons, self.decisions, self.full) = (0, 0, None);
        self.cursor = match self.prefix.first() {
            Some(first) => *first,
            None => Place { node: Tree::ROOT, edge: self.pick(Tree::ROOT, None) },
        };
        self.followed = 1;
        self.tree.way(self.cursor)
    }

    /// Sets the ways of the run that begins.
    pub(crate) fn follow(&mut self, ways: Vec<u32>) {
        self.script = ways;
    }

    /// Whether the run made fewer comparisons than those whose ways were known.
    pub(crate) fn is_short(&self) -> bool {
        self.history.len() < self.script.len()
    }

    /// An edge that no run has taken, by the strategy's choices alone.
    pub(crate) fn descend(&mut self) -> Place {
        self.history.clear();
        self.script.clear();
        let mut node = Tree::ROOT;
        loop {
            let asked = self.tree.node(node).asked;
            let place = Place { node, edge: self.pick(node, asked) };
            if let Some(asked) = asked {
                self.take(asked, place);
            }
            match self.tree.edge(place) {
                Edge::Node(below) => node = below,
                Edge::Untried | Edge::Done => return place,
            }
        }
    }

    /// Sets the origins of the variables of the run that begins.
    pub(crate) fn begin_with(&mut self, origins: Vec<Origin>) {
        self.origins = origins;
    }

    /// An edge of a node that is not done.
    fn pick(&mut self, node: u32, asked: Option<BranchQuestion>) -> u32 {
        let scripted = self.script.get(self.history.len()).filter(|_| asked.is_some());
        let known = scripted.and_then(|way| self.tree.node(node).ways.iter().position(|other| other == way));
        if let Some(edge) = known {
            return shown(edge);
        }
        let open: Vec<u32> = self.tree.node(node).open_edges().collect();
        match *open {
            [] => 0,
            [only] => only,
            _ => {
                let ways: Vec<u32> =
                    open.iter().map(|edge| self.tree.way(Place { node, edge: *edge })).collect();
                let Self { history, coverage, .. } = self;
                let site = asked.filter(|_| self.strategy.wants_spots()).map(|asked| asked.site);
                let spot = site.map(|site| {
                    let (latest, since) = branches::latest();
                    Spot { latest: latest.and_then(|hit| coverage.known_outcome(hit)), since, site }
                });
                let fork = Fork { asked, ways: &ways, history, coverage, spot };
                open[self.strategy.choose(&fork).min(open.len() - 1)]
            }
        }
    }

    /// Takes an edge, and returns its way.
    fn take(&mut self, asked: BranchQuestion, cursor: Place) -> u32 {
        self.cursor = cursor;
        let way = self.tree.way(cursor);
        let was_open = self.tree.node(cursor.node).is_choice();
        self.history.push(Taken { site: asked.site, way, was_open, compares: asked.compares });
        if was_open {
            if self.strategy.wants_spots() {
                self.marks.push(branches::latest());
            }
            self.decisions += 1;
            branches::decided();
        }
        way
    }

    /// The decisions of the run, with the outcome that it covered next after each; none if the strategy does not ask for spots.
    pub(crate) fn steps(&mut self, covered: &branches::RunCoverage) -> Vec<Step> {
        let Self { history, marks, coverage, .. } = self;
        let decided = history.iter().filter(|taken| taken.was_open);
        { 1.. }
            .zip(decided.zip(marks))
            .map(|(number, (taken, (latest, since)))| {
                let latest = latest.map(|hit| coverage.outcome(hit));
                let next = covered.after.get(&number).map(|hit| coverage.outcome(*hit));
                Step { spot: Spot { latest, since: *since, site: taken.site }, way: taken.way, next }
            })
            .collect()
    }

    /// The ways of the comparisons that lead to an edge, this one among them, and whether each could have been another.
    pub(crate) fn ways_to(&self, edge: Place) -> Vec<(u32, bool)> {
        let path = self.tree.path_to(edge);
        let comparisons = path.iter().skip(1);
        comparisons.map(|edge| (self.tree.way(*edge), self.tree.node(edge.node).is_choice())).collect()
    }

    /// The constraints that the path to an edge assumes.
    pub(crate) fn clauses_to(&self, edge: Place) -> Vec<Clause> {
        let clause =
            |place: &Place| self.tree.node(place.node).clauses.as_ref()?.get(at(place.edge)).cloned();
        self.tree.path_to(edge).iter().filter_map(clause).collect()
    }

    /// The conditions of the beginnings of the path to the cursor, if the strategy asks for such.
    pub(crate) fn beginnings(&self) -> Vec<Condition> {
        if !self.strategy.wants_conditions() {
            return Vec::new();
        }
        let clauses = self.clauses_to(self.cursor);
        (1..=clauses.len()).filter_map(|end| condition_of(&clauses[..end], Vec::new())).collect()
    }
}

impl Steering for Walker {
    fn recall(&mut self, asked: BranchQuestion) -> Option<KnownWay> {
        self.comparisons += u64::from(asked.compares);
        let most = wide(at(self.limit)).saturating_mul(MAX_COMPARISONS_PER_DECISION);
        if self.decisions >= self.limit || wide(self.history.len()) >= most {
            end_run();
        }
        let Edge::Node(node) = self.tree.edge(self.cursor) else { return None };
        if self.tree.node(node).asked != Some(asked) {
            end_impure();
        }
        let forced = self.prefix.get(self.followed).copied();
        self.followed += usize::from(forced.is_some());
        let edge = match forced {
            Some(forced) if forced.node == node => forced.edge,
            Some(_) => end_impure(),
            None => self.pick(node, Some(asked)),
        };
        let way = self.take(asked, Place { node, edge });
        Some(if self.tree.node(node).is_choice() { KnownWay::Assume(way) } else { KnownWay::Only(way) })
    }

    fn choose(&mut self, asked: BranchQuestion, term: &Linear, possible: &[u32]) -> usize {
        if self.followed < self.prefix.len() {
            end_impure();
        }
        let clauses = self.strategy.wants_conditions().then(|| {
            possible
                .iter()
                .map(|way| Clause::new(asked, *way, term, &self.origins))
                .collect::<Box<[Clause]>>()
        });
        let clauses = clauses.filter(|clauses| clauses.len() > 1);
        let node = match self.tree.grow(self.cursor, asked, possible, clauses) {
            Ok(node) => node,
            Err(full) => {
                self.full = Some(full);
                end_run()
            }
        };
        self.grown.push(node);
        let edge = self.pick(node, Some(asked));
        self.take(asked, Place { node, edge });
        at(edge)
    }
}
