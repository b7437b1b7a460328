//! Routes through the library: iteration, ranks, samples, checks, sequences, files, and what judges values.

use std::ops::ControlFlow;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen::{Solutions, is_valid};
use rayon::iter::ParallelIterator;

use super::columns::{Column, MAX_SIZE, N};
use super::table::{Times, compare, receive, received};

/// How many samples are drawn where each value is to come: of the columns' few dozen values, the odds to miss one are below
/// a millionth, and the seed is fixed.
const DRAWS: usize = 1_000;

/// A call that weighs nothing: valid if its switch is on, and its argument is a whole.
#[derive(DpGen, Debug)]
#[dpgen(root_ok = is_on)]
pub enum Call<C: DpGen> {
    #[dpgen(weight = 0)]
    With(C, bool),
}

fn is_on<C: DpGen>(CallView::With(_, switch): CallView<C>) -> bool {
    switch.value()
}

fn build<C: Column>(fields: Fields) -> Structures<C> {
    Generator::<C>::up_to(MAX_SIZE).fields(fields).build().unwrap()
}

/// A route that gives each value once.
fn once<C: Column>(name: &str, route: impl FnOnce()) {
    compare::<C>(name, Some(N), Times::Once, &received(route));
}

/// All routes of this file but for those of [`of_position`].
pub fn of_library<C: Column>() {
    of_structures(&build::<C>(Fields::Concrete));
    if C::IS_RIGID {
        of_structures(&build::<C>(Fields::Symbolic));
    }
    if !C::IS_OPAQUE {
        solutions(&build::<C>(Fields::Symbolic));
    }
    campaigns::<C>();
}

/// What depends on where a type stands: its build, by each engine; what judges values; and what makes calls of it.
pub fn of_position<C: Column>() {
    assert!(C::every().iter().any(|value| value.is_valid(N)), "the oracle accepts something");
    for algorithm in Algorithm::ALL {
        if C::IS_OPAQUE && !matches!(algorithm, Algorithm::Dp | Algorithm::TopDown) {
            continue;
        }
        let is_symbolic = *algorithm == Algorithm::SymbolazyDp;
        let fields = if is_symbolic { Fields::Symbolic } else { Fields::Concrete };
        let structures =
            Generator::<C>::up_to(MAX_SIZE).algorithm(*algorithm).fields(fields).build().unwrap();
        once::<C>(algorithm.name(), || {
            for size in 0..=MAX_SIZE {
                structures.iter_solutions(size, Solutions::All, 0).for_each(|value| receive(&value));
            }
        });
    }
    judges::<C>();
    calls::<C>();
}

/// What gives structures out.
fn of_structures<C: Column>(structures: &Structures<C>) {
    once::<C>("iter", || structures.iter().for_each(|value| receive(&value)));
    once::<C>("iter, from the back", || structures.iter().rev().for_each(|value| receive(&value)));
    once::<C>("in_place", || {
        let mut values = structures.iter().in_place();
        while let Some(value) = values.next() {
            receive(value);
        }
    });
    once::<C>("iter_size", || {
        (0..=MAX_SIZE).for_each(|size| structures.iter_size(size).for_each(|value| receive(&value)));
    });
    once::<C>("nth", || {
        for size in 0..=MAX_SIZE {
            let count = structures.count(size).to_usize().unwrap();
            (0..count).for_each(|rank| receive(&structures.nth(size, rank).unwrap()));
            assert!(structures.nth(size, count).is_none());
        }
    });
    once::<C>("for_each", || structures.for_each(|value| receive(value)));
    once::<C>("for_each_size", || {
        (0..=MAX_SIZE).for_each(|size| structures.for_each_size(size, |value| receive(value)));
    });
    once::<C>("try_for_each", || {
        let ended = structures.try_for_each(|value| {
            receive(value);
            ControlFlow::<()>::Continue(())
        });
        assert!(ended.is_continue());
    });
    // Received on other threads.
    once::<C>("par_iter", || {
        structures.par_iter().collect::<Vec<_>>().iter().for_each(|value| receive(value))
    });
    once::<C>("par_for_each", || {
        let all = std::sync::Mutex::new(Vec::new());
        structures.par_for_each(|value| all.lock().unwrap().push(value.clone()));
        all.lock().unwrap().iter().for_each(|value| receive(value));
    });
    once::<C>("shard", || {
        (1..=3).for_each(|index| structures.shard(index, 3).for_each(|value| receive(&value)))
    });
    once::<C>("check", || structures.check(1, |value| receive(value)).assert());
    once::<C>("a file", || {
        let mut file = Vec::new();
        structures.save(&mut file).unwrap();
        let fields = structures.catalog().fields();
        let loaded = Generator::<C>::up_to(MAX_SIZE).fields(fields).load(&*file).unwrap();
        loaded.iter().for_each(|value| receive(&value));
    });
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let sampled = received(|| {
        for size in 0..=MAX_SIZE {
            (0..DRAWS).filter_map(|_| structures.sample(size, &mut rng)).for_each(|value| receive(&value));
        }
    });
    compare::<C>("sample", Some(N), Times::Often, &sampled);
    let sampled = received(|| {
        let draws = (0..DRAWS).filter_map(|_| structures.sample_up_to(MAX_SIZE, &mut rng));
        draws.for_each(|value| receive(&value));
    });
    compare::<C>("sample_up_to", Some(N), Times::Often, &sampled);
}

/// Of path conditions: their smallest solutions, random ones, all of them.
fn solutions<C: Column>(structures: &Structures<C>) {
    for (name, solutions, times) in [
        ("the smallest solutions", Solutions::Smallest, Times::Some),
        ("random solutions", Solutions::Random, Times::Some),
        ("all solutions", Solutions::All, Times::Once),
    ] {
        let values = received(|| {
            for size in 0..=MAX_SIZE {
                structures.iter_solutions(size, solutions, 1).for_each(|value| receive(&value));
            }
        });
        compare::<C>(name, Some(N), times, &values);
    }
    compare::<C>(
        "symbolic fields",
        Some(N),
        Times::Some,
        &received(|| structures.for_each(|value| receive(value))),
    );
}

/// What says whether a value is valid, or which rank it has.
fn judges<C: Column>() {
    let (structures, all) = (build::<C>(Fields::Concrete), C::every());
    let generator = Generator::<C>::up_to(MAX_SIZE);
    let accepted = |accepts: &dyn Fn(&C) -> bool| all.iter().filter(|value| accepts(value)).for_each(receive);
    once::<C>("rank_of", || accepted(&|value| structures.rank_of(value).is_some()));
    once::<C>("Generator::is_valid", || accepted(&|value| generator.is_valid(value).unwrap()));
    if !C::IS_OPAQUE {
        // Domains do not matter to it.
        once::<C>("is_valid", || accepted(&|value| value.is_in_domains(N) && is_valid(value)));
        for value in all.iter().filter(|value| value.is_in_domains(N)) {
            assert_eq!(is_valid(value), value.is_valid(N), "{value:?}");
        }
    }
}

/// Sequences of one call.
fn calls<C: Column>() {
    once::<C>("a call's argument", || {
        let calls = dpgen::sequences::<Call<C>>(1).call_size(MAX_SIZE).param("n", N);
        let ran = calls.check(
            || (),
            |(), Call::With(value, switch)| {
                assert!(switch, "a call is a whole");
                receive(value);
            },
        );
        ran.unwrap().assert();
    });
}

/// What runs a body on values.
fn campaigns<C: Column>() {
    once::<C>("dpgen::check", || dpgen::check(MAX_SIZE, |value: &C| receive(value)).unwrap().assert());
    // It goes on to larger values, of which those are compared that the oracle has.
    let hunted = received(|| {
        let hunted = dpgen::hunt(0, |value: &C| {
            assert!(value.is_valid(i64::from(value.size())), "{value:?}");
            if value.size() <= MAX_SIZE {
                receive(value);
            }
        });
        assert!(hunted.failure().is_none(), "{hunted}");
    });
    compare::<C>("hunt", None, Times::Once, &hunted);
}
