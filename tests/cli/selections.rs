//! Which structures come: shards, ranks, engines, parameters, samples.

use super::*;

#[test]
fn shards_partition_the_whole() {
    let whole = lines("enumerate --max-size 5");
    let shards: Vec<Vec<String>> =
        (1..=3).map(|part| lines(&format!("enumerate --max-size 5 --shard {part}/3"))).collect();
    assert!(shards.iter().all(|shard| !shard.is_empty()));
    let mut together = shards.concat();
    assert_eq!(together.len(), whole.len());
    let mut whole = whole;
    whole.sort();
    together.sort();
    assert_eq!(together, whole);
}

#[test]
fn ranks_are_a_slice_of_a_size() {
    let whole = lines("enumerate --size 5");
    let (out, said) = run("enumerate --size 5 --rank 2..5", 0);
    assert_eq!(out.lines().collect::<Vec<_>>(), whole[2..5]);
    assert_eq!(said, "all 3 structures with ranks 2..5 of size 5, which has 8\n");
    assert_eq!(lines("enumerate --size 5 --rank 6.."), whole[6..]);
    dpgen("enumerate --rank 2..5").assert().code(2).stderr(contains("--size"));
}

/// Ranks below, at and beyond the count of size 5, which is 8.
#[test]
fn ranks_end_where_the_size_ends() {
    let whole = lines("enumerate --size 5");
    for (ranks, from, to) in [
        ("0..8", 0, 8),
        ("3..8", 3, 8),
        ("3..9", 3, 8),
        ("3..99", 3, 8),
        ("3..=8", 3, 8),
        ("7", 7, 8),
        ("7..", 7, 8),
        ("8", 8, 8),
        ("8..", 8, 8),
        ("8..99", 8, 8),
        ("20..30", 8, 8),
        ("20..", 8, 8),
        ("..99", 0, 8),
        ("3..3", 3, 3),
        ("3..99999999999999999999999999999999999999999", 3, 8),
    ] {
        let (out, said) = run(&format!("enumerate --size 5 --rank {ranks}"), 0);
        assert_eq!(out.lines().collect::<Vec<_>>(), whole[from..to], "{ranks}");
        let number = match to - from {
            1 => "the only structure".to_owned(),
            number => format!("all {number} structures"),
        };
        assert!(said.starts_with(&format!("{number} with ranks ")), "{ranks}: {said}");
        assert!(said.ends_with(" of size 5, which has 8\n"), "{ranks}: {said}");
    }
    let (_, said) = run("show --size 5 --rank 8", 2);
    assert_eq!(said, "error: there is no rank 8 of size 5: this size has 8 structures, ranks 0 to 7\n");
}

#[test]
fn engines_agree() {
    let sorted = |algorithm: &str| {
        let mut lines = lines(&format!("enumerate --max-size 4 --algorithm {algorithm}"));
        lines.sort();
        lines
    };
    assert_eq!(sorted("top-down"), sorted("quotient"));
    assert_eq!(sorted("dp"), sorted("lazy-dp"));
    assert_eq!(sorted("dp"), sorted("quotient"));
}

#[test]
fn threads_do_not_change_the_output() {
    assert_eq!(lines("enumerate --max-size 5 --threads 1"), lines("enumerate --max-size 5 --threads 3"));
}

#[test]
fn parameters_widen_domains() {
    let (_, said) = run("count hash-table --size 2 --param m=5", 0);
    assert_eq!(said, "all 10 structures of size 2\n");
    dpgen("count --param keys=5").assert().code(2).stderr(contains("no parameter `keys`"));
    dpgen("count --param n").assert().code(2).stderr(contains("write it as in keys=10"));
}

#[test]
fn a_sample_depends_on_its_seed_alone() {
    let (first, said) = run("sample --size 12 --count 5 --seed 7", 0);
    assert_eq!(first.lines().count(), 5);
    assert_eq!(said, "5 structures drawn uniformly from 688 structures of size 12, seed 7\n");
    assert_eq!(run("sample --size 12 --count 5 --seed 7 --threads 2", 0).0, first);
    assert_ne!(run("sample --size 12 --count 5 --seed 8", 0).0, first);
    let kept = lines("sample --max-size 5 --method coin-toss --probability 0 --threshold 2 --count 20");
    let small = lines("enumerate --max-size 2 --param n=5");
    assert!(kept.iter().all(|line| small.contains(line)));
}
