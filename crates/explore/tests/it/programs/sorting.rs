//! Sorting by comparisons, as in Knuth's *The Art of Computer Programming*, volume 3.

use dpgen::Int;
use dpgen::explore::checkpoint;

/// Straight insertion: n(n - 1)/2 comparisons at worst.
pub fn insertion_sort(keys: &mut [Int]) {
    for end in 1..keys.len() {
        checkpoint("round", &(end, keys.to_vec()));
        let mut place = end;
        while place > 0 && keys[place] < keys[place - 1] {
            keys.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Merging from the top: as many comparisons at worst as the binary logarithms, rounded up, of 1 to n together.
pub fn merge_sort(keys: &mut [Int]) {
    merge_between(keys, 0, keys.len());
}

fn merge_between(keys: &mut [Int], begin: usize, end: usize) {
    let middle = begin + (end - begin) / 2;
    if middle == begin {
        return;
    }
    merge_between(keys, begin, middle);
    merge_between(keys, middle, end);
    let (left, right) = (keys[begin..middle].to_vec(), keys[middle..end].to_vec());
    let (mut at_left, mut at_right) = (0, 0);
    for place in begin..end {
        // What is merged, what is left of both, and what is not touched: each key once.
        let merged = (keys[..place].to_vec(), left[at_left..].to_vec());
        let rest = (right[at_right..].to_vec(), keys[end..].to_vec());
        checkpoint("merge", &((begin, end), (at_left, at_right), merged, rest));
        let takes_right = at_left == left.len() || at_right < right.len() && right[at_right] < left[at_left];
        let (part, at) = if takes_right { (&right, &mut at_right) } else { (&left, &mut at_left) };
        keys[place] = part[*at];
        *at += 1;
    }
}

/// Partition by the first key: n(n - 1)/2 comparisons at worst.
pub fn quicksort(keys: &mut [Int]) {
    let Some((pivot, rest)) = keys.split_first() else { return };
    let pivot = *pivot;
    let (mut below, mut above): (Vec<Int>, Vec<Int>) = rest.iter().partition(|key| **key < pivot);
    quicksort(&mut below);
    quicksort(&mut above);
    below.push(pivot);
    below.append(&mut above);
    keys.copy_from_slice(&below);
}
