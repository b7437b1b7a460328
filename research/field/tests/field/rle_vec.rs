//! rle_vec: "The `RleVec` struct handles like a normal vector and supports a subset from the `Vec` methods."

use std::panic::catch_unwind;

use dpgen::DpGen;
use dpgen_field::{assert_failing, assert_failing_calls};
use rle_vec::RleVec;

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    Push(#[dpgen(range = 0..=2)] u8),
    PushTwo(#[dpgen(range = 0..=2)] u8),
    Set(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=2)] u8),
    Insert(#[dpgen(range = 0..=3)] usize, #[dpgen(range = 0..=2)] u8),
    Remove(#[dpgen(range = 0..=3)] usize),
}

type Vectors = (RleVec<u8>, Vec<u8>);

/// Makes a call that `Vec` does not panic on, of both vectors.
fn call((runs, vec): &mut Vectors, call: &Call) {
    match *call {
        Call::Push(value) => {
            runs.push(value);
            vec.push(value);
        }
        Call::PushTwo(value) => {
            runs.push_n(2, value);
            vec.extend([value; 2]);
        }
        Call::Set(index, value) if index < vec.len() => {
            runs.set(index, value);
            vec[index] = value;
        }
        Call::Insert(index, value) if index <= vec.len() => {
            runs.insert(index, value);
            vec.insert(index, value);
        }
        Call::Remove(index) if index < vec.len() => assert_eq!(runs.remove(index), vec.remove(index)),
        _ => {}
    }
}

/// "Remove and return the value at the given index. Subsequent elements are shifted to fill the empty spot."
#[test]
fn elements_are_removed() {
    assert_failing_calls(5, "[Push(0), Remove(0)]", (708, 46_954), Vectors::default, call, Vectors::clone);
}

/// All calls but those that panic above: "runs of identical values" are as few as there can be.
#[test]
fn runs_are_as_few_as_there_can_be() {
    let smallest = "[PushTwo(0), Insert(1, 1), Remove(1)]";
    let checked = |vectors: &mut Vectors, step: &Call| {
        if catch_unwind(|| call(&mut vectors.clone(), step)).is_ok() {
            call(vectors, step);
            assert_eq!(vectors.0.to_vec(), vectors.1);
            assert_eq!(vectors.0, RleVec::from(&vectors.1[..]));
        }
    };
    assert_failing_calls(5, smallest, (72, 45_730), Vectors::default, checked, Vectors::clone);
}

/// `Iter` is an `ExactSizeIterator`, whose `len` is the number of elements that are left.
#[test]
fn an_iterator_knows_how_many_are_left() {
    assert_failing(6, "[false]", (126, 127), |values: &Vec<bool>| {
        let runs = RleVec::from(&values[..]);
        let mut iterator = runs.iter();
        for left in (0..values.len()).rev() {
            assert_eq!(iterator.next_back(), Some(&values[left]));
            assert_eq!(iterator.len(), left);
        }
    });
}

#[test]
fn removing_is_wrong_without_dpgen() {
    assert!(catch_unwind(|| RleVec::from(&[0][..]).remove(0)).is_err());
    assert!(catch_unwind(|| RleVec::from(&[0, 1, 0, 1][..]).remove(3)).is_err());
    let mut runs = RleVec::from(&[0, 1, 0][..]);
    runs.remove(1);
    assert_eq!((runs.to_vec(), runs.runs_len()), (vec![0, 0], 2));
    assert_ne!(runs, RleVec::from(&[0, 0][..]));
    let runs = RleVec::from(&[0, 0][..]);
    let mut iterator = runs.iter();
    iterator.next_back();
    assert_eq!((iterator.len(), iterator.by_ref().collect::<Vec<_>>().len()), (2, 1));
}
