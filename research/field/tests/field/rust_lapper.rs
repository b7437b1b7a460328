//! rust-lapper: intervals "Inclusive start, exclusive of stop".

use dpgen::DpGen;
use rust_lapper::{Interval, Lapper};

#[derive(DpGen, Clone, Copy, Debug)]
struct Range {
    #[dpgen(range = 0..=3)]
    start: u32,
    #[dpgen(range = 1..=2)]
    len: u32,
}

impl Range {
    fn stop(self) -> u32 {
        self.start + self.len
    }

    fn has(self, position: u32) -> bool {
        self.start <= position && position < self.stop()
    }
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Ranges(Vec<Range>);

impl Ranges {
    fn lapper(&self) -> Lapper<u32, u32> {
        let interval = |range: &Range| Interval { start: range.start, stop: range.stop(), val: 0 };
        Lapper::new(self.0.iter().map(interval).collect())
    }

    fn depth(&self, position: u32) -> usize {
        self.0.iter().filter(|range| range.has(position)).count()
    }
}

fn positions(holds: impl Fn(u32) -> bool) -> u32 {
    (0..6).map(|position| u32::from(holds(position))).sum()
}

#[dpgen::test(max_size = 5)]
fn queries_are_what_they_say(ranges: &Ranges, query: Range) {
    let mut lapper = ranges.lapper();
    let (start, stop) = (query.start, query.stop());
    let expected = ranges.0.iter().filter(|range| range.start < stop && start < range.stop()).count();
    assert_eq!(lapper.find(start, stop).count(), expected);
    assert_eq!(lapper.count(start, stop), expected);
    assert_eq!(lapper.seek(start, stop, &mut 0).count(), expected);
    assert_eq!(lapper.cov(), positions(|position| ranges.depth(position) > 0));
    lapper.merge_overlaps();
    assert_eq!(lapper.cov(), positions(|position| ranges.depth(position) > 0));
}

#[dpgen::test(max_size = 5)]
fn unions_and_intersections_are_those_of_positions(one: &Ranges, other: &Ranges) {
    let (union, intersection) = one.lapper().union_and_intersect(&other.lapper());
    assert_eq!(union, positions(|position| one.depth(position) + other.depth(position) > 0));
    assert_eq!(intersection, positions(|position| one.depth(position) > 0 && other.depth(position) > 0));
}

#[test]
fn depths_are_those_of_positions() {
    dpgen_field::assert_failing(5, "Ranges([])", (1, 37449), |ranges: &Ranges| {
        let lapper = ranges.lapper();
        let depths: Vec<_> = lapper.depth().collect();
        for position in 0..6 {
            let depth = depths.iter().find(|depth| depth.start <= position && position < depth.stop);
            assert_eq!(depth.map_or(0, |depth| depth.val), u32::try_from(ranges.depth(position)).unwrap());
        }
    });
}

#[test]
fn no_intervals_panic_without_dpgen() {
    let empty = Lapper::<u32, u32>::new(Vec::new());
    assert!(std::panic::catch_unwind(|| empty.depth().count()).is_err()); // "index out of bounds"
}
