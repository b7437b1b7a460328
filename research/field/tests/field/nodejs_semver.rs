//! nodejs-semver: "designed to be compatible with Node/NPM's particular flavor of semver", where a version is in a range if
//! all comparators hold that are joined by spaces, or all of another part between `||`.

use dpgen::DpGen;
use dpgen_field::assert_failing;
use nodejs_semver::{Range, Version};

const OPERATORS: [&str; 3] = ["", ">=", "<"];
const VERSIONS: [&str; 5] = ["0", "1", "1.1", "0.1", "0.0.1"];

#[derive(DpGen, Clone, Copy, Debug)]
struct Comparator(#[dpgen(values = OPERATORS)] &'static str, #[dpgen(values = VERSIONS)] &'static str);

impl Comparator {
    fn has(self, version: &[u64; 3]) -> bool {
        let given: Vec<u64> = self.1.split('.').map(|number| number.parse().unwrap()).collect();
        match self.0 {
            "" => version.starts_with(&given),
            ">=" => version[..] >= given[..],
            _ => version[..given.len()] < given[..],
        }
    }
}

/// Comparators of which one is to hold.
#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Any(#[dpgen(len = 1..=3)] Vec<Comparator>);

impl Any {
    fn range(&self) -> Range {
        parsed(&self.0, " || ")
    }

    fn has(&self, version: &[u64; 3]) -> bool {
        self.0.iter().any(|comparator| comparator.has(version))
    }
}

fn parsed(comparators: &[Comparator], separator: &str) -> Range {
    let comparators: Vec<_> =
        comparators.iter().map(|comparator| format!("{}{}", comparator.0, comparator.1)).collect();
    Range::parse(comparators.join(separator)).unwrap()
}

fn has(range: Option<&Range>, &[major, minor, patch]: &[u64; 3]) -> bool {
    range.is_some_and(|range| range.satisfies(&Version::from((major, minor, patch))))
}

fn versions() -> impl Iterator<Item = [u64; 3]> {
    (0..27).map(|number| [number / 9, number / 3 % 3, number % 3])
}

#[dpgen::test(max_size = 3)]
fn alternatives_have_the_versions_of_each_also_when_they_are_printed(one: &Any, other: &Any) {
    let (read, both) =
        (Range::parse(one.range().to_string()).unwrap(), one.range().intersect(&other.range()));
    for version in versions() {
        assert_eq!(has(Some(&one.range()), &version), one.has(&version));
        assert_eq!(has(Some(&read), &version), one.has(&version));
        assert_eq!(has(both.as_ref(), &version), one.has(&version) && other.has(&version));
    }
}

#[test]
fn comparators_without_an_or_all_hold() {
    assert_failing(
        2,
        "Any([Comparator(\"\", \"0\"), Comparator(\"\", \"1\")])",
        (88, 240),
        |Any(all): &Any| {
            for version in versions() {
                assert_eq!(
                    has(Some(&parsed(all, " ")), &version),
                    all.iter().all(|comparator| comparator.has(&version))
                );
            }
        },
    );
}

/// "Returns a new range that is the set-difference between this range and `other`."
#[test]
fn a_difference_has_the_versions_of_only_one() {
    let smallest =
        "(Any([Comparator(\"\", \"0\")]), Any([Comparator(\"\", \"0\"), Comparator(\"\", \"1\")]))";
    assert_failing(3, smallest, (2186, 6975), |(one, other): &(Any, Any)| {
        let difference = one.range().difference(&other.range());
        for version in versions() {
            assert_eq!(has(difference.as_ref(), &version), one.has(&version) && !other.has(&version));
        }
    });
}

/// "Return the lowest `Version` that can possibly match the given range."
#[test]
fn the_lowest_version_matches() {
    assert_failing(
        3,
        "Any([Comparator(\"\", \"1\"), Comparator(\"<\", \"0\")])",
        (232, 3615),
        |any: &Any| {
            let lowest = versions().find(|version| any.has(version));
            let expected = lowest.map(|[major, minor, patch]| Version::from((major, minor, patch)));
            assert_eq!(any.range().min_version(), expected);
        },
    );
}

#[test]
fn ranges_are_wrong_without_dpgen() {
    let range = |text: &str| Range::parse(text).unwrap();
    assert!(range("<1 >=2").satisfies(&Version::from((0, 0, 0)))); // it is not 2 or more
    assert_eq!(range("<1 >=2").to_string(), "<1.0.0||>=2.0.0");
    let difference = range("1").difference(&range("1 || 2"));
    assert_eq!(difference, Some(range("1"))); // nothing should be left
    assert!(range("1 || <0").satisfies(&Version::from((1, 0, 0))));
    assert_eq!(range("1 || <0").min_version(), None);
}
