//! The built-in specs against the counts they state.

use std::sync::Arc;

use super::super::{Spec, builtin};
use dpgen_engine::{self as engine, Options};
use dpgen_forest::{Algorithm, Count};

/// Builds with one engine and holds the counts against the spec's own, in scopes up to a size.
pub(crate) fn check_counts(spec: &Spec, algorithm: Algorithm, max_size: u32) {
    // Counts of a list have a scope in common, whose build has them all.
    for list in spec.counts().chunk_by(|one, next| one.scope == next.scope) {
        let scope = &list[0].scope;
        if scope.max_size() > max_size {
            continue;
        }
        let model = Arc::new(spec.model(scope).expect("a good scope"));
        let options = Options::default().algorithm(algorithm);
        let catalog = engine::build(&model, scope, &options).expect("a good model");
        for expected in list {
            let (name, size) = (spec.name(), expected.size);
            let found = catalog.count(size);
            assert_eq!(found, Count::from(expected.count), "{name}, {algorithm}, {scope:?}, size {size}");
        }
    }
}

#[test]
fn the_built_in_specs_give_all_their_counts() {
    for (name, text) in builtin::ALL {
        let spec = Spec::parse(name, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(spec.name(), *name);
        assert!(!spec.about().is_empty() && !spec.render().is_empty());
        assert_eq!(spec.counts().is_empty(), *name == "json", "{name}");
        check_counts(&spec, Algorithm::TopDown, 3);
        check_counts(&spec, Algorithm::LazyDp, 4);
        check_counts(&spec, Algorithm::Quotient, u32::MAX);
    }
}

/// The reader and the crate `ron` agree on what RON is.
#[test]
fn the_built_in_specs_are_ron() {
    for (name, text) in builtin::ALL {
        assert!(ron::from_str::<ron::Value>(text).is_ok(), "{name}");
    }
}
