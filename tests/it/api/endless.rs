//! Predicates and attributes that read without end.

use dpgen::{Algorithm, BuildError, DpGen, Generator};

/// A predicate, or an attribute, that calls itself on the same layer after this read.
macro_rules! endless {
    ($($module:ident: $read:expr;)*) => {$(
        mod $module {
            list!(Predicate, PredicateView, asks_for_ever);

            fn asks_for_ever(list: PredicateView) -> bool {
                let PredicateView::Cons { first, rest } = list else { return true };
                let read: fn(dpgen::Int, dpgen::Ref<Predicate>) = $read;
                read(first, rest);
                asks_for_ever(list) && first != 0
            }

            list!(Attribute, AttributeView, asks_an_attribute);

            fn asks_an_attribute(list: AttributeView) -> bool {
                if let AttributeView::Cons { rest, .. } = list { rest.get(answers_never) } else { true }
            }

            fn answers_never(list: AttributeView) -> bool {
                let AttributeView::Cons { first, rest } = list else { return true };
                let read: fn(dpgen::Int, dpgen::Ref<Attribute>) = $read;
                read(first, rest);
                answers_never(list) && first != 0
            }
        }
    )*};
}

endless! {
    viewing: |_, rest| { let _ = rest.view(); };
    asking: |_, rest| assert!(rest.get(|_| true));
    deciding: |first, _| assert!(first.value() > 0);
}

/// Engines in which an integer is not decided before it is read, neither in a predicate nor in an attribute. In the
/// others it may be a plain number, and looking at a number is no read that could be counted.
const UNDECIDED: [Algorithm; 2] = [Algorithm::TopDown, Algorithm::Quotient];

/// Whether the build ended with the report of an endless predicate that has read a list of these elements.
fn reads_without_end<T: DpGen>(algorithm: Algorithm) {
    let build = Generator::<T>::up_to(3).threads(1).algorithm(algorithm).build();
    let error = build.map(drop).unwrap_err();
    let BuildError::Endless { structure } = &error else { panic!("{algorithm}: {error}") };
    assert!(structure.starts_with("Cons { first: "), "{algorithm}: {structure}");
    let text =
        format!("the predicate reads without end on {structure}: an attribute or the predicate calls itself");
    assert!(error.to_string().starts_with(&text), "{algorithm}: {error}");
}

#[test]
fn a_predicate_that_reads_without_end_is_stopped() {
    for algorithm in Algorithm::ALL.iter().copied() {
        reads_without_end::<viewing::Predicate>(algorithm);
        reads_without_end::<asking::Predicate>(algorithm);
    }
    for algorithm in UNDECIDED {
        reads_without_end::<deciding::Predicate>(algorithm);
    }
}

#[test]
fn an_attribute_that_reads_without_end_is_stopped() {
    for algorithm in Algorithm::ALL.iter().copied() {
        reads_without_end::<viewing::Attribute>(algorithm);
        reads_without_end::<asking::Attribute>(algorithm);
    }
    for algorithm in UNDECIDED {
        reads_without_end::<deciding::Attribute>(algorithm);
    }
}
