//! peekmore: an iterator with a cursor.

use dpgen::DpGen;
use dpgen_field::{assert_failing, assert_passing_calls};
use peekmore::PeekMore;

#[derive(DpGen, Clone, Copy, Debug)]
enum Call {
    Next,
    PeekNext,
    PeekPrevious,
    PeekForward(#[dpgen(range = 0..=2)] usize),
    BackOrFirst(#[dpgen(range = 0..=2)] usize),
    Nth(#[dpgen(range = 0..=3)] usize),
    Truncate,
    Range(#[dpgen(range = 0..=2)] usize, #[dpgen(range = 0..=2)] usize),
}

#[test]
fn all_can_be_peeked_at() {
    let at = |index: usize| (index < 3).then_some(index);
    let start = || ((0..3_usize).peekmore(), 0_usize, 0_usize);
    assert_passing_calls(
        6,
        2093,
        start,
        |(iterator, first, cursor), call: &Call| {
            match *call {
                Call::Next => {
                    assert_eq!(iterator.next(), at(*first));
                    (*first, *cursor) = (3.min(*first + 1), cursor.saturating_sub(1));
                }
                Call::PeekNext => {
                    *cursor += 1;
                    assert_eq!(iterator.peek_next().copied(), at(*first + *cursor));
                }
                Call::PeekPrevious if *cursor == 0 => assert!(iterator.peek_previous().is_err()),
                Call::PeekPrevious => {
                    *cursor -= 1;
                    assert_eq!(iterator.peek_previous().map(|item| item.copied()), Ok(at(*first + *cursor)));
                }
                Call::PeekForward(steps) => {
                    *cursor += steps;
                    assert_eq!(iterator.peek_forward(steps).copied(), at(*first + *cursor));
                }
                Call::BackOrFirst(steps) => {
                    *cursor = cursor.saturating_sub(steps);
                    assert_eq!(iterator.peek_backward_or_first(steps).copied(), at(*first + *cursor));
                }
                Call::Nth(index) => assert_eq!(iterator.peek_nth(index).copied(), at(*first + index)),
                Call::Truncate => {
                    iterator.truncate_iterator_to_cursor();
                    (*first, *cursor) = (3.min(*first + *cursor), 0);
                }
                Call::Range(start, len) => {
                    let expected = (start..start + len).map(|index| at(*first + index));
                    assert!(iterator.peek_range(start, start + len).iter().copied().eq(expected));
                }
            }
            assert!(iterator.cursor() == *cursor && iterator.clone().eq(*first..3));
        },
        |(iterator, _, _)| format!("{iterator:?}"),
    );
}

/// `impl<I: ExactSizeIterator> ExactSizeIterator for PeekMoreIterator<I>`.
#[test]
fn an_iterator_has_a_length() {
    assert_failing(3, "[]", (15, 15), |items: &Vec<bool>| {
        assert_eq!(items.iter().peekmore().len(), items.len());
    });
}

#[test]
fn asking_for_the_length_panics_without_dpgen() {
    assert!(std::panic::catch_unwind(|| [1].iter().peekmore().len()).is_err());
    assert_eq!([1].iter().peekmore().size_hint(), (0, None));
}
