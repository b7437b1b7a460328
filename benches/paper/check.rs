//! The counts of the builds, against what is known from elsewhere and against each other.

use dpgen::{Count, Fields};
use dpgen_spec::Spec;

use super::growth::Curve;

/// Sizes up to which a spec's own counts are summed.
const STATED: u32 = 12;

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
                assert_eq!(point.valid, stated.to_string(), "{name}: not the count that the spec states");
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "no count was compared with one from elsewhere");
}

/// The structures of all sizes up to one, if the spec states each of them for that scope.
fn stated(benchmark: &str, max_size: u32) -> Option<Count> {
    let spec = Spec::builtin(benchmark)?;
    let of_size = |size| {
        let mut stated = spec.counts().iter();
        let found = stated.find(|one| {
            one.size == size && one.scope.max_size() == max_size && one.scope.params().next().is_none()
        });
        found.map(|one| Count::from(one.count))
    };
    if max_size > STATED { None } else { (0..=max_size).map(of_size).sum() }
}
