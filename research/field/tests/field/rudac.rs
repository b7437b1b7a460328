//! rudac: heaps and trees.

use dpgen::DpGen;
use dpgen_field::assert_failing;
use rudac::heap::{BinomialHeap, FibonacciHeap, MinMax};
use rudac::tree::AVL;

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    Push(#[dpgen(range = 0..=2)] u8),
    #[dpgen(weight = 1)]
    PopMin,
    #[dpgen(weight = 1)]
    PopMax,
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Steps(Vec<Step>);

impl Steps {
    fn only_min(&self) -> bool {
        self.0.iter().all(|step| !matches!(step, Step::PopMax))
    }
}

/// What a heap should be.
#[derive(Default)]
struct Model(Vec<u8>);

impl Model {
    fn push(&mut self, item: u8) {
        self.0.push(item);
        self.0.sort_unstable();
    }

    fn pop_min(&mut self) -> Option<u8> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }
}

#[test]
fn a_min_max_heap_has_both_ends() {
    let smallest = "Steps([Push(0), Push(0), Push(0), PopMax])";
    assert_failing(6, smallest, (1181, 19_531), |steps: &Steps| {
        let (mut heap, mut model) = (MinMax::init(), Model::default());
        for step in &steps.0 {
            match *step {
                Step::Push(item) => {
                    heap.push(item);
                    model.push(item);
                }
                Step::PopMin => assert_eq!(heap.pop_min(), model.pop_min()),
                Step::PopMax => assert_eq!(heap.pop_max(), model.0.pop()),
            }
            assert_eq!((heap.peek_min(), heap.peek_max()), (model.0.first(), model.0.last()));
        }
    });
}

#[test]
fn popping_the_greatest_of_three_panics_without_dpgen() {
    let mut heap = MinMax::init();
    for item in [0, 0, 0] {
        heap.push(item);
    }
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| heap.pop_max())).is_err());
}

/// "A binomial heap is a data structure that acts as a priority queue."
#[test]
fn a_binomial_heap_gives_the_least() {
    assert_failing(6, "Steps([Push(1), Push(0), PopMin])", (330, 19_531), |steps: &Steps| {
        if !steps.only_min() {
            return;
        }
        let (mut heap, mut model) = (BinomialHeap::init_min(1), Model(vec![1]));
        for step in &steps.0 {
            match *step {
                Step::Push(item) => {
                    heap.push(item);
                    model.push(item);
                }
                _ => assert_eq!(heap.pop(), model.pop_min()),
            }
            assert_eq!((heap.size(), heap.peek().as_ref()), (model.0.len(), model.0.first()));
        }
    });
}

#[test]
fn peeking_after_popping_panics_without_dpgen() {
    let mut heap = BinomialHeap::init_min(1);
    heap.push(1);
    heap.push(0);
    assert_eq!(heap.pop(), Some(0));
    assert_eq!(heap.size(), 2);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| heap.peek().is_some())).is_err());
}

#[dpgen::test(max_size = 7)]
fn a_fibonacci_heap_gives_the_least(steps: &Steps) {
    let (mut heap, mut model) = (FibonacciHeap::init_min(), Model::default());
    for step in &steps.0 {
        match *step {
            Step::Push(item) => {
                heap.push(item);
                model.push(item);
            }
            _ => assert_eq!(heap.pop(), model.pop_min()),
        }
        assert_eq!((heap.size(), heap.peek()), (model.0.len(), model.0.first()));
    }
}

/// `max` returns an `Option`.
#[test]
fn the_greatest_key_of_no_tree_is_none() {
    assert_failing(4, "Steps([])", (1, 781), |steps: &Steps| {
        let (mut tree, mut model) = (AVL::init(), Model::default());
        for step in &steps.0 {
            let Step::Push(key) = *step else { return };
            tree.insert(key, ());
            model.push(key);
        }
        assert_eq!(tree.max().map(|(key, _)| key), model.0.last());
    });
}

#[test]
fn the_greatest_key_of_no_tree_panics_without_dpgen() {
    let tree = AVL::<u8, ()>::init();
    assert_eq!(tree.min(), None);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tree.max().is_some())).is_err());
}
