//! The store without a matrix: against brute force, against the store with one, with the largest numbers, and its memory.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use dpgen_solver::{
    Constraint, Feasibility, Interrupt, Limit, Linear, Mode, Outcome, Possibility, Relation, SparseStore,
    Store, UnknownReason, Var,
};

/// A fixed seed; with `DPGEN_LONG`, a fresh one, which is printed, and more systems.
fn seed_and_rounds(rounds: u32) -> (u64, u32) {
    if std::env::var_os("DPGEN_LONG").is_none() {
        return (17, rounds);
    }
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed = u64::from(now.subsec_nanos()) ^ now.as_secs();
    println!("seed {seed}");
    (seed, rounds * 50)
}

/// A number within bounds.
fn draw(rng: &mut ChaCha8Rng, lo: i64, hi: i64) -> i64 {
    lo + i64::from(rng.next_u32() % u32::try_from(hi - lo + 1).unwrap())
}

fn random_constraint(rng: &mut ChaCha8Rng, vars: u32) -> Constraint {
    let any = |rng: &mut ChaCha8Rng| Var::new(rng.next_u32() % vars + 1);
    let terms = match draw(rng, 0, 5) {
        0 => vec![(any(rng), 1)],
        1 => vec![(any(rng), draw(rng, -3, 3)), (any(rng), draw(rng, -3, 3)), (any(rng), 1)],
        _ => vec![(any(rng), 1), (any(rng), -1)],
    };
    let relation =
        [Relation::Le, Relation::Le, Relation::Eq, Relation::Ne][usize::try_from(draw(rng, 0, 3)).unwrap()];
    Constraint::new(Linear::new(terms, draw(rng, -4, 4)).unwrap(), relation)
}

/// Whether values meet a constraint, without the solver's evaluation.
fn meets(values: &[i64], constraint: &Constraint) -> bool {
    let terms = constraint.term().terms().iter();
    let sum: i64 = terms.map(|(var, by)| by * values[var.index() - 1]).sum();
    let sum = sum + constraint.term().constant_part();
    match constraint.relation() {
        Relation::Le => sum <= 0,
        Relation::Eq => sum == 0,
        Relation::Ne => sum != 0,
    }
}

/// All models of some domains and constraints.
fn brute_force(domains: &[(i64, i64)], constraints: &[Constraint]) -> Vec<Vec<i64>> {
    let mut rows = vec![Vec::new()];
    for (lo, hi) in domains {
        let longer = |row: &Vec<i64>| {
            let row = row.clone();
            (*lo..=*hi).map(move |value| [row.as_slice(), &[value]].concat())
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows.retain(|row| constraints.iter().all(|constraint| meets(row, constraint)));
    rows
}

#[test]
fn answers_are_those_of_brute_force() {
    let (seed, rounds) = seed_and_rounds(150);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut satisfiable, mut asked) = (0_u32, 0);
    for _ in 0..rounds {
        let mut store = SparseStore::new(Limit::NONE);
        let (mut domains, mut constraints) = (vec![(-1, 2)], Vec::new());
        store.new_var(-1, 2).unwrap();
        let mut levels = Vec::new();
        for _ in 0..20 {
            let vars = u32::try_from(domains.len()).unwrap();
            match draw(&mut rng, 0, 9) {
                0 | 1 if domains.len() < 5 => {
                    let lo = draw(&mut rng, -3, 3);
                    domains.push((lo, lo + draw(&mut rng, 0, 3)));
                    store.new_var(lo, domains.last().unwrap().1).unwrap();
                }
                2 => {
                    levels.push((domains.len(), constraints.len()));
                    store.push();
                }
                3 => {
                    let level = levels.pop();
                    assert_eq!(store.pop(), level.is_some());
                    if let Some((variables, kept)) = level {
                        domains.truncate(variables);
                        constraints.truncate(kept);
                    }
                }
                4..=6 => {
                    let question = random_constraint(&mut rng, vars);
                    let mut with = constraints.clone();
                    with.push(question.clone());
                    let expected = if brute_force(&domains, &with).is_empty() {
                        Possibility::No
                    } else {
                        Possibility::Yes
                    };
                    assert_eq!(store.possible(&question), expected, "{question} and {constraints:?}");
                }
                _ => {
                    let constraint = random_constraint(&mut rng, vars);
                    constraints.push(constraint.clone());
                    let models = brute_force(&domains, &constraints);
                    match store.add(&constraint) {
                        Feasibility::Feasible => assert!(!models.is_empty()),
                        Feasibility::Infeasible => assert!(models.is_empty()),
                        Feasibility::Unknown => {}
                    }
                }
            }
            let models = brute_force(&domains, &constraints);
            asked += 1;
            satisfiable += u32::from(!models.is_empty());
            match store.solve() {
                Outcome::Sat(model) => {
                    assert!(models.iter().any(|row| row == model.values()), "{constraints:?}")
                }
                other => {
                    assert!(other == Outcome::Unsat && models.is_empty(), "{other:?} for {constraints:?}")
                }
            }
        }
    }
    assert!((asked / 10..asked * 19 / 20).contains(&satisfiable), "{satisfiable} of {asked}");
}

/// Thirty variables of wide domains: both stores say the same, where both say something. Whether sums with factors have
/// integers between bounds can be beyond either; then the question is left out.
#[test]
fn stores_with_and_without_a_matrix_agree() {
    let (seed, rounds) = seed_and_rounds(5);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut certain, mut open) = (0, 0);
    for _ in 0..rounds {
        let limit = Limit::nodes(2_000);
        let (mut sparse, mut dense) = (SparseStore::new(limit), Store::with_limit(limit));
        for _ in 0..30 {
            sparse.new_var(-1_000_000, 1_000_000).unwrap();
            dense.new_var(-1_000_000, 1_000_000).unwrap();
        }
        for _ in 0..60 {
            let constraint = random_constraint(&mut rng, 30);
            let said = [sparse.possible(&constraint), dense.possible(&constraint)];
            if said.iter().any(|said| matches!(said, Possibility::Unknown(_))) {
                open += 1;
                continue;
            }
            certain += 1;
            assert_eq!(said[0], said[1], "{constraint}");
            if said[0] == Possibility::Yes {
                sparse.add(&constraint);
                dense.add(&constraint);
            }
        }
        for outcome in [sparse.solve(), dense.solve(Mode::Any)] {
            if let Outcome::Sat(model) = outcome {
                assert!(dense.constraints().iter().all(|constraint| meets(model.values(), constraint)));
            }
        }
    }
    assert!(open * 10 < certain, "{open} open, {certain} certain");
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let end = 1_i64 << 60;
    let mut store = SparseStore::new(Limit::default());
    let vars: Vec<Var> = (0..50).map(|_| store.new_var(-end, end).unwrap()).collect();
    for pair in vars.windows(2) {
        // One is below the next by as much as there is.
        store.push();
        let far = Constraint::difference(pair[0], pair[1], -2 * end).unwrap();
        assert_eq!(store.add(&far), Feasibility::Feasible);
        let farther = Constraint::difference(pair[0], pair[1], -2 * end - 1).unwrap();
        assert_eq!(store.possible(&farther), Possibility::No);
        assert!(matches!(store.solve(), Outcome::Sat(_)));
        store.pop();
    }
    store.push();
    for pair in vars.windows(2) {
        store.add(&Constraint::difference(pair[0], pair[1], -2 * end).unwrap());
    }
    assert_eq!(store.solve(), Outcome::Unsat); // the second is at both ends
    store.pop();
    assert!(matches!(store.solve(), Outcome::Sat(_)));
    assert!(store.new_var(0, end + 1).is_err() && store.new_var(1, 0).is_err());
}

#[test]
fn limits_and_interrupts_are_heard() {
    let pigeons = |store: &mut SparseStore| {
        let vars: Vec<Linear> = (0..12).map(|_| store.new_var(1, 11).unwrap().into()).collect();
        for (place, a) in vars.iter().enumerate() {
            for b in &vars[..place] {
                store.add(&Constraint::ne(a, b).unwrap());
            }
        }
    };
    let mut limited = SparseStore::new(Limit::nodes(100));
    pigeons(&mut limited);
    assert_eq!(limited.solve(), Outcome::Unknown(UnknownReason::Limit(Limit::nodes(100))));
    let mut interrupted = SparseStore::new(Limit::NONE).with_interrupt(Interrupt::new(|| true));
    pigeons(&mut interrupted);
    assert_eq!(interrupted.solve(), Outcome::Unknown(UnknownReason::Interrupted));
}

/// How many KiB the process holds.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// A matrix over 10,000 variables would take 800 MB, and each level as much again.
#[test]
#[cfg(target_os = "linux")]
fn a_chain_of_comparisons_takes_little_memory() {
    let before = resident();
    let mut store = SparseStore::new(Limit::default());
    let vars: Vec<Linear> = (0..10_000).map(|_| store.new_var(0, 20_000).unwrap().into()).collect();
    for pair in vars.windows(2) {
        store.push();
        assert_eq!(store.possible(&Constraint::lt(&pair[0], &pair[1]).unwrap()), Possibility::Yes);
        assert_eq!(store.add(&Constraint::lt(&pair[0], &pair[1]).unwrap()), Feasibility::Feasible);
    }
    assert_eq!(store.possible(&Constraint::lt(&vars[9_999], &vars[0]).unwrap()), Possibility::No);
    let Outcome::Sat(model) = store.solve() else { panic!("ascending numbers") };
    assert!(model.values().windows(2).all(|pair| pair[0] < pair[1]));
    while store.pop() {}
    let grown = resident() - before;
    // Other tests of this binary may run at the same time.
    assert!(grown < 256 << 10, "{grown} KiB");
}
