//! Rust types that look into their parts, with symbolic and finite data side by side.

use dpgen::prelude::*;

use super::{SYMBOLIC, agrees};

#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    Low,
    High,
    Free,
}

/// Looks two layers into the left part, and asks the right one; with finite data of two kinds.
#[derive(DpGen, Debug, Clone, PartialEq, Eq, Hash)]
#[dpgen(rep_ok = is_deep, root_ok = has_a_mark)]
enum Deep {
    Nil,
    Node {
        left: Box<Deep>,
        #[dpgen(range = 1..=keys)]
        key: i64,
        flag: bool,
        mark: Mark,
        right: Box<Deep>,
    },
}

fn is_deep(deep: DeepView) -> bool {
    let DeepView::Node { left, key, flag, mark, right } = deep else { return true };
    if let DeepView::Node { key: inner, mark: other, right: further, .. } = left.view() {
        if inner >= key || mark == other {
            return false;
        }
        if let DeepView::Node { key: innermost, .. } = further.view()
            && innermost > key + 1
        {
            return false;
        }
    }
    match mark.value() {
        Mark::Low => key <= 2,
        Mark::High => 2 < key,
        Mark::Free => flag == right.get(is_flagged),
    }
}

fn is_flagged(deep: DeepView) -> bool {
    matches!(deep, DeepView::Node { flag, key, .. } if flag == true && key != 2)
}

fn has_a_mark(deep: DeepView) -> bool {
    matches!(deep, DeepView::Node { mark, .. } if mark != Mark::Free)
}

#[test]
fn deep_views_and_finite_data_have_the_same_structures() {
    let generator = Generator::<Deep>::up_to(3).param("keys", 3).threads(1);
    let concrete = generator.clone().algorithm(Algorithm::LazyDp).build().unwrap();
    for algorithm in SYMBOLIC {
        let symbolic = generator.clone().algorithm(algorithm).fields(Fields::Symbolic).build().unwrap();
        agrees(&format!("deep: {algorithm}"), concrete.catalog(), symbolic.catalog());
        assert!(symbolic.iter().all(|deep| dpgen::is_valid(&deep)));
        assert!(symbolic.total() < concrete.total());
    }
}

#[test]
fn concrete_engines_refuse_symbolic_fields() {
    for algorithm in [Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp] {
        let built = Generator::<Deep>::up_to(0)
            .param("keys", 2)
            .algorithm(algorithm)
            .fields(Fields::Symbolic)
            .build();
        assert_eq!(built.unwrap_err(), BuildError::Fields { algorithm, fields: Fields::Symbolic });
    }
}
