//! The replay of a sequence of calls, as its failure says it.

use super::command;

#[derive(dpgen::DpGen, Debug, Clone, Copy, PartialEq)]
enum Op {
    Add(#[dpgen(range = 1..=2)] u8),
    Clear,
}

#[test]
#[ignore = "run by another test"]
fn calls() {
    let check = |made: &mut Vec<Op>, op: &Op| {
        made.push(*op);
        println!("ran {made:?}");
        assert!(*made != [Op::Add(2), Op::Clear, Op::Add(1)], "it fails");
    };
    dpgen::sequences::<Op>(4).check(Vec::new, check).unwrap().assert();
}

fn run(replay: Option<&str>) -> String {
    let variables: Vec<_> = replay.map(|replay| ("DPGEN_REPLAY", replay)).into_iter().collect();
    // Without a limit on threads, each test has a thread of its own, with its name.
    let output = command("sequences::calls", &variables).env_remove("RUST_TEST_THREADS").output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// The call without arguments is the smallest, and so has the number 0.
#[test]
fn a_sequence_that_failed_runs_again_by_its_numbers() {
    let text = run(None);
    assert!(text.contains("\nreplay: DPGEN_REPLAY=calls:2.0.1 cargo test sequences::calls\n"), "{text}");
    let text = run(Some("calls:2.0.1"));
    let ran: Vec<&str> = text.lines().filter(|line| line.starts_with("ran ")).collect();
    assert_eq!(ran, ["ran [Add(2)]", "ran [Add(2), Clear]", "ran [Add(2), Clear, Add(1)]"]);
    assert!(text.contains("it fails"), "{text}");
    let text = run(Some("calls:2.0.2"));
    assert!(text.contains("ran [Add(2), Clear, Add(2)]") && text.contains("test result: ok"), "{text}");
}

#[test]
fn numbers_of_no_calls_are_refused() {
    let text = run(Some("calls:1.3"));
    assert!(text.contains("DPGEN_REPLAY asks for the calls 1.3, and there are 3 calls, from 0 on"), "{text}");
    for wrong in ["calls:", "calls:x", "calls:1..2"] {
        let text = run(Some(wrong));
        assert!(
            text.contains("expected the numbers of calls, as in `DPGEN_REPLAY=calls:2.0.1`"),
            "{wrong}: {text}"
        );
    }
}
