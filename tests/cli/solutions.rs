//! Symbolic fields: which solutions stand for path conditions.

use super::*;

/// What is printed, without order.
fn set(args: &str) -> BTreeSet<String> {
    let lines = lines(args);
    let set: BTreeSet<String> = lines.iter().cloned().collect();
    assert_eq!(set.len(), lines.len(), "{args}: a structure comes twice");
    set
}

#[test]
fn all_solutions_are_the_concrete_structures() {
    for spec in ["sorted-list", "red-black-tree", "binary-heap"] {
        let concrete = set(&format!("enumerate {spec} --max-size 4"));
        let all = format!("enumerate {spec} --max-size 4 --fields symbolic --solutions all");
        assert_eq!(set(&all), concrete, "{spec}");
        assert_eq!(set(&all.replace("--fields symbolic", "--algorithm symbolazy-dp")), concrete, "{spec}");
        let smallest = set(&format!("enumerate {spec} --max-size 4 --fields symbolic"));
        assert!(smallest.is_subset(&concrete) && smallest.len() < concrete.len(), "{spec}");
    }
}

#[test]
fn json_numbers_the_solutions_of_a_rank() {
    let (out, said) =
        run("enumerate sorted-list --size 2 --fields symbolic --solutions all --format json", 0);
    let places: Vec<_> = out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("it is JSON"))
        .map(|line| (line["rank"].as_u64(), line["solution"].as_u64()))
        .collect();
    assert_eq!(places, [(Some(0), Some(0)), (Some(0), Some(1)), (Some(0), Some(2))]);
    assert_eq!(said, "the only path condition of size 2\n");
}

#[test]
fn random_solutions_do_not_depend_on_the_part() {
    let random =
        "enumerate red-black-tree --size 5 --max-size 9 --fields symbolic --solutions random --seed 5";
    let whole = lines(random);
    let parts: Vec<String> =
        (1..=3).flat_map(|shard| lines(&format!("{random} --shard {shard}/3"))).collect();
    assert_eq!(parts, whole);
    assert_ne!(lines(&random.replace("--seed 5", "--seed 6")), whole);
}

#[test]
fn random_draws_solve_at_random() {
    let sample = "sample red-black-tree --size 9 --count 30 --fields symbolic --seed 2 --solutions random";
    let drawn = lines(sample);
    assert_eq!(drawn.len(), 30);
    assert_eq!(lines(sample), drawn);
    assert_ne!(lines(&sample.replace("--seed 2", "--seed 3")), drawn);
}

#[test]
fn a_folder_gets_every_solution_and_goes_on() {
    let folder = folder();
    let dir = folder.path().join("lists");
    let all = format!(
        "enumerate sorted-list --max-size 3 --fields symbolic --solutions all --format ron --out {}",
        dir.display()
    );
    run(&format!("{all} --limit 2"), 3);
    run(&all, 0);
    let concrete = lines("enumerate sorted-list --max-size 3 --format ron");
    assert_eq!(files(&dir).len(), concrete.len());
    assert_eq!(manifest(&dir)["made"]["solutions"], "all");
    let (_, said) = run(&all.replace("--solutions all", "--solutions smallest"), 2);
    assert!(said.contains("solutions was \"all\" and is null"), "{said}");
}

#[test]
fn a_limit_counts_solutions() {
    let (out, said) = run("enumerate sorted-list --size 9 --fields symbolic --solutions all --limit 3", 3);
    assert_eq!(out.lines().count(), 3, "{out}");
    assert_eq!(said, "stopped by --limit at rank 0 of 1 of size 9\n");
}
