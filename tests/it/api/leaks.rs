//! Views that outlive their run.

use std::cell::Cell;
use std::marker::PhantomData;

use dpgen::{Algorithm, Generator, Int, Ref};

thread_local! {
    static KEPT: Cell<Option<(Ref<Leaks>, Int)>> = const { Cell::new(None) };
}

list!(Leaks, LeaksView, keeps_views);

fn keeps_views(list: LeaksView) -> bool {
    if let LeaksView::Cons { first, rest } = list {
        KEPT.set(Some((rest, first)));
    }
    true
}

list!(Uses, UsesView, uses_what_was_kept);

fn uses_what_was_kept(list: UsesView) -> bool {
    let UsesView::Cons { .. } = list else { return true };
    let (rest, _) = KEPT.get().unwrap();
    rest.get(leaks_is_nil)
}

fn leaks_is_nil(list: LeaksView) -> bool {
    matches!(list, LeaksView::Nil)
}

/// What the panic of `work` says.
fn message_of(work: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(work).unwrap_err();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap()
}

#[test]
fn a_view_outside_of_its_run_says_so() {
    // `is_valid` runs the predicate on this thread.
    let list = Leaks::Cons { first: 1, rest: Box::new(Leaks::Cons { first: 2, rest: Box::new(Leaks::Nil) }) };
    assert!(dpgen::is_valid(&list));
    let (rest, _) = KEPT.get().unwrap();
    let outside = "a dpgen view was used outside of the predicate or attribute it was passed to";
    assert_eq!(
        message_of(move || {
            let _ = rest.view();
        }),
        outside
    );
    assert_eq!(
        message_of(move || {
            let _ = rest.get(leaks_is_nil);
        }),
        outside
    );
    let kept = "a dpgen view was kept after the run of the predicate that it belonged to";
    let other = Uses::Cons { first: 1, rest: Box::new(Uses::Nil) };
    assert_eq!(
        message_of(move || {
            let _ = dpgen::is_valid(&other);
        }),
        kept
    );
}

#[test]
fn an_integer_outside_of_its_run_says_so() {
    for algorithm in Algorithm::ALL.iter().copied() {
        let build = Generator::<KeepsInt>::up_to(2).threads(1).algorithm(algorithm).build();
        let error = build.unwrap_err().to_string();
        assert!(
            error.ends_with("a dpgen view was kept after the run of the predicate that it belonged to"),
            "{error}"
        );
    }
}

list!(KeepsInt, KeepsIntView, keeps_an_integer);

thread_local! {
    static INT: Cell<Option<Ref<KeepsInt>>> = const { Cell::new(None) };
}

fn keeps_an_integer(list: KeepsIntView) -> bool {
    let KeepsIntView::Cons { rest, .. } = list else { return true };
    if let Some(kept) = INT.replace(Some(rest)) {
        let _ = kept.view();
    }
    true
}

/// Tells which of two methods of one name is called: the one that needs no reference goes first.
struct Probe<T>(PhantomData<T>);

trait Crosses {
    fn crosses(&self) -> bool {
        true
    }
}

impl<T: Send> Crosses for Probe<T> {}

trait Stays {
    fn crosses(&self) -> bool {
        false
    }
}

impl<T> Stays for &Probe<T> {}

macro_rules! crosses {
    ($ty:ty) => {
        // A reference crosses if what it refers to is shared.
        (&Probe::<$ty>(PhantomData)).crosses() || (&Probe::<&'static $ty>(PhantomData)).crosses()
    };
}

#[test]
fn views_stay_on_their_thread() {
    assert!(crosses!(i64) && crosses!(Leaks), "the probe works");
    assert!(!crosses!(Ref<Leaks>));
    assert!(!crosses!(dpgen::Choice<bool>) && !crosses!(dpgen::Choice<String>));
    assert!(!crosses!(LeaksView) && !crosses!(dpgen::CollectionView<Leaks>));
    assert!(!crosses!(Option<Ref<Leaks>>) && !crosses!([Ref<Leaks>; 2]));
}

#[test]
fn integers_and_layers_stay_on_their_thread() {
    assert!(!crosses!(Int) && !crosses!(dpgen::__private::Layer));
}
