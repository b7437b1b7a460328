//! Routes through other tools: explorations, guides, worst cases, property-testing libraries, serde.

use std::ops::ControlFlow;

use arbitrary::Unstructured;
use bolero::ValueGenerator;
use bolero::generator::bolero_generator::driver::exhaustive::Driver;
use dpgen::adapters::{Place, Structure};
use dpgen::explore::{Explorer, WorstCase};
use dpgen::guided::{Guide, HuntEnd};
use dpgen::prelude::*;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use quickcheck::Arbitrary;
use serde::de::DeserializeOwned;

use super::columns::{Column, MAX_SIZE, N};
use super::table::{Times, compare, receive, received};

/// How many values are drawn where each is to come.
const DRAWS: usize = 1_000;

/// All routes of this file.
pub fn of_tools<C: Column + DeserializeOwned>() {
    explored::<C>();
    let structures = Generator::<C>::up_to(MAX_SIZE).build().unwrap();
    guided(&structures);
    worst(&structures);
    drawn(&structures);
    data(&structures);
}

fn cell<C: Column>(name: &str, times: Times, route: impl FnOnce()) {
    compare::<C>(name, Some(N), times, &received(route));
}

fn explored<C: Column>() {
    cell::<C>("explore, concrete", Times::Once, || {
        let suite = Explorer::<C>::up_to(MAX_SIZE).concrete().run(|value: &mut C| receive(value)).unwrap();
        suite.inputs().iter().for_each(|input| assert!(input.value.is_valid(N)));
    });
    if C::IS_OPAQUE {
        return;
    }
    // Integers that a program does not compare are decided while the value is built: each value is a path.
    cell::<C>("explore", Times::Once, || {
        let suite = Explorer::<C>::up_to(MAX_SIZE).run(|value: &mut C| receive(value)).unwrap();
        assert!(suite.is_complete());
    });
    cell::<C>("explore, judged after the run", Times::Some, || {
        let explorer = Explorer::<C>::up_to(MAX_SIZE).assume_after();
        let suite = explorer.run(|value: &mut C| value.size()).unwrap();
        suite.explored().paths.iter().for_each(|path| receive(&suite.input(path).unwrap().value));
    });
    cell::<C>("explore, by views", Times::Some, || {
        let suite = Explorer::<C>::up_to(MAX_SIZE).views(|_| ()).unwrap();
        suite.explored().paths.iter().for_each(|path| receive(&suite.input(path).unwrap().value));
    });
    cell::<C>("worst case", Times::Some, || {
        let worst = WorstCase::<C>::new().program(|value: &mut C| receive(value)).sizes(0..=MAX_SIZE);
        worst.run().unwrap().sizes().iter().for_each(|at| receive(at.witness()));
    });
}

fn guided<C: Column>(structures: &Structures<C>) {
    if C::IS_OPEN {
        return;
    }
    cell::<C>("guided", Times::Once, || {
        let mut hunt = structures.guided().guide(Guide::Uniform);
        hunt.run(|value: &C| {
            receive(value);
            true
        })
        .for_each(drop);
        assert_eq!(hunt.report().ended, Some(HuntEnd::AllTried));
    });
    cell::<C>("guided, on several threads", Times::Once, || {
        let mut hunt = structures.guided().guide(Guide::Pairs).batch(3);
        hunt.run_parallel(|_: &C| true, |found| receive(&found.value));
    });
    cell::<C>("guided to the worst", Times::Once, || {
        structures
            .guided()
            .worst(|value: &C| {
                receive(value);
                0
            })
            .for_each(drop);
    });
}

fn worst<C: Column>(structures: &Structures<C>) {
    fn nothing<V>(_: V) -> u32 {
        0
    }
    let valid = C::every().into_iter().filter(|value| value.is_valid(N)).collect::<Vec<_>>();
    cell::<C>("worst", Times::Some, || {
        for size in 0..=MAX_SIZE {
            let of_size = valid.iter().filter(|value| value.size() == size).count();
            let total = structures.distribution(size, nothing::<C::View>).unwrap().total();
            assert_eq!(total.to_usize(), Some(of_size), "the distribution of size {size}");
            if let Some(worst) = structures.worst(size, nothing::<C::View>).unwrap() {
                assert_eq!(worst.attained.to_usize(), Some(of_size));
                receive(&worst.witness);
            }
        }
    });
}

/// What draws values, and makes them smaller.
fn drawn<C: Column>(structures: &Structures<C>) {
    cell::<C>("proptest", Times::Often, || {
        let config = Config { failure_persistence: None, ..Config::default() };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let (mut runner, strategy) = (TestRunner::new_with_rng(config, rng), structures.strategy(..));
        for _ in 0..DRAWS {
            let mut tree = strategy.new_tree(&mut runner).unwrap();
            receive(&tree.current());
            while tree.simplify() {
                receive(&tree.current());
            }
        }
    });
    cell::<C>("quickcheck", Times::Often, || {
        let mut source = quickcheck::Gen::from_size_and_seed(100, 7);
        for _ in 0..DRAWS {
            let drawn = Structure::<C, MAX_SIZE>::arbitrary(&mut source);
            receive(&*drawn);
            drawn.shrink().for_each(|smaller| receive(&*smaller));
        }
    });
    cell::<C>("bolero", Times::Once, || {
        let mut driver = Driver::default();
        while let ControlFlow::Continue(()) = driver.step() {
            structures.generator(..).generate(&mut driver).iter().for_each(receive);
        }
    });
    cell::<C>("arbitrary", Times::Often, || {
        for bytes in (0..=u16::MAX).step_by(7) {
            let bytes = bytes.to_be_bytes();
            receive(&structures.from_unstructured(&mut Unstructured::new(&bytes), ..).unwrap());
        }
    });
}

/// What serde writes and reads: values, and places.
fn data<C: Column + DeserializeOwned>(structures: &Structures<C>) {
    if C::IS_DATA {
        cell::<C>("a snapshot", Times::Once, || {
            for size in 0..=MAX_SIZE {
                let text = serde_json::to_string(&structures.snapshot(size)).unwrap();
                serde_json::from_str::<Vec<C>>(&text).unwrap().iter().for_each(|value| receive(value));
            }
        });
    }
    cell::<C>("places", Times::Once, || {
        for value in structures {
            let (size, rank) = structures.rank_of(&value).unwrap();
            let text = serde_json::to_string(&Place::new(size, rank)).unwrap();
            let place: Place = serde_json::from_str(&text).unwrap();
            receive(&structures.nth(place.size, place.rank).unwrap());
        }
    });
}
