//! Small systems of constraints: random ones, and all their models by trying every valuation.
//!
//! Nothing here uses the solver's own evaluation, so that it can be held against it.

use chacha20::ChaCha8Rng;
use dpgen_solver::{Constraint, Dbm, Linear, Relation, Store, Var};
use rand::RngExt;

/// A small system, as the tests write it.
#[derive(Debug, Clone)]
pub struct System {
    pub domains: Vec<(i64, i64)>,
    pub constraints: Vec<Constraint>,
}

impl System {
    /// All models, in lexicographic order, by trying every valuation.
    pub fn brute_force(&self) -> Vec<Vec<i64>> {
        let mut valuations = vec![Vec::new()];
        for &(lo, hi) in &self.domains {
            valuations = valuations
                .iter()
                .flat_map(|row: &Vec<i64>| (lo..=hi).map(|value| [row.as_slice(), &[value]].concat()))
                .collect();
        }
        valuations.retain(|row| self.constraints.iter().all(|constraint| meets(row, constraint)));
        valuations
    }

    pub fn store(&self) -> Store {
        let mut store = Store::new();
        for &(lo, hi) in &self.domains {
            store.new_var(lo, hi).expect("small domain");
        }
        store
    }

    pub fn filled_store(&self) -> Store {
        let mut store = self.store();
        for constraint in &self.constraints {
            store.add(constraint);
        }
        store
    }
}

/// Whether values 1, 2, … of the variables meet a constraint; written without the solver's evaluation.
pub fn meets(values: &[i64], constraint: &Constraint) -> bool {
    let term = constraint.term();
    let mut sum = term.constant_part();
    for &(var, coefficient) in term.terms() {
        sum += coefficient * values[var.index() - 1];
    }
    match constraint.relation() {
        Relation::Le => sum <= 0,
        Relation::Eq => sum == 0,
        Relation::Ne => sum != 0,
    }
}

pub fn var(index: usize) -> Var {
    Var::from_index(index).expect("few variables")
}

pub fn random_domains(rng: &mut ChaCha8Rng, max_vars: usize, width: i64) -> Vec<(i64, i64)> {
    let vars = rng.random_range(1..=max_vars);
    (0..vars)
        .map(|_| {
            let lo = rng.random_range(-4..=4);
            (lo, lo + rng.random_range(0..=width))
        })
        .collect()
}

pub fn random_relation(rng: &mut ChaCha8Rng) -> Relation {
    [Relation::Le, Relation::Le, Relation::Eq, Relation::Ne][rng.random_range(0..4)]
}

/// A random linear constraint with few terms.
pub fn random_constraint(rng: &mut ChaCha8Rng, vars: usize) -> Constraint {
    let count = rng.random_range(1..=3);
    let coefficients = if rng.random_ratio(1, 2) { 1 } else { 3 };
    let terms: Vec<_> = (0..count)
        .map(|_| (var(rng.random_range(1..=vars)), rng.random_range(-coefficients..=coefficients)))
        .collect();
    let term = Linear::new(terms, rng.random_range(-7..=7)).expect("small term");
    Constraint::new(term, random_relation(rng))
}

pub fn random_system(rng: &mut ChaCha8Rng) -> System {
    let domains = random_domains(rng, 4, 5);
    let count = rng.random_range(0..=5);
    let constraints = (0..count).map(|_| random_constraint(rng, domains.len())).collect();
    System { domains, constraints }
}

/// Domains, and difference bounds as triples.
pub type Bounds = (Vec<(i64, i64)>, Vec<(Var, Var, i64)>);

/// Random difference bounds only.
pub fn random_differences(rng: &mut ChaCha8Rng) -> Bounds {
    let domains = random_domains(rng, 4, 5);
    let count = rng.random_range(0..=8);
    let triples = (0..count)
        .map(|_| {
            let x = var(rng.random_range(0..=domains.len()));
            let y = var(rng.random_range(0..=domains.len()));
            (x, y, rng.random_range(-4..=6))
        })
        .collect();
    (domains, triples)
}

pub fn matrix(domains: &[(i64, i64)], triples: &[(Var, Var, i64)]) -> Dbm {
    let mut dbm = Dbm::new();
    for &(lo, hi) in domains {
        dbm.add_var(lo, hi).expect("small domain");
    }
    for &(x, y, c) in triples {
        dbm.add(x, y, c);
    }
    dbm
}

pub fn differences_as_system(domains: &[(i64, i64)], triples: &[(Var, Var, i64)]) -> System {
    let constraints =
        triples.iter().map(|&(x, y, c)| Constraint::difference(x, y, c).expect("small bound")).collect();
    System { domains: domains.to_vec(), constraints }
}
