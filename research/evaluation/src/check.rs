//! The counts of the builds, against what is known from elsewhere and against each other.

use dpgen::{Fields, Scope};
use dpgen_spec::Spec;

use super::growth::Curve;

/// Holds every point to the counts that its spec states, and concrete engines to each other.
pub fn all(curves: &[Curve]) {
    let mut checked = 0;
    for curve in curves {
        assert!(!curve.points.is_empty(), "{}: {} did not get anywhere", curve.benchmark, curve.engine.name);
        for point in &curve.points {
            let name = format!("{}: {} up to {}", curve.benchmark, curve.engine.name, point.size);
            assert_ne!(point.valid, "0", "{name} finds nothing");
            let alike = curves.iter().filter(|other| {
                other.benchmark == curve.benchmark && other.engine.fields == curve.engine.fields
            });
            for other in alike.flat_map(|other| &other.points).filter(|other| other.size == point.size) {
                assert_eq!(point.valid, other.valid, "{name}: engines differ");
            }
            if curve.engine.fields == Fields::Concrete
                && let Some(stated) = stated(curve.benchmark, point.size)
            {
                assert_eq!(point.exact, stated.to_string(), "{name}: not the count that the spec states");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "no count was compared with one from elsewhere");
}

/// How many structures of the largest size the spec states, if it does for that scope.
fn stated(benchmark: &str, max_size: u32) -> Option<u64> {
    let spec = Spec::builtin(benchmark)?;
    let of_scope = |scope: &Scope| scope.max_size() == max_size && scope.params().next().is_none();
    spec.counts().iter().find(|one| one.size == max_size && of_scope(&one.scope)).map(|one| one.count)
}
