//! Symbolic data that nothing compares is pointed out.

use dpgen::prelude::*;

#[derive(DpGen, Debug)]
#[dpgen(rep_ok = ascends)]
enum List {
    Nil,
    Cons {
        #[dpgen(range = 1..=n)]
        first: i64,
        #[dpgen(range = 0..=9)]
        unread: u8,
        #[dpgen(range = 0..=9)]
        seen: (u8, u8),
        flag: bool,
        #[dpgen(range = 7..=7)]
        only: u8,
        rest: Box<List>,
    },
}

/// Compares the first of the pair, which it looks into.
fn ascends(list: ListView) -> bool {
    let ListView::Cons { first, seen, rest, .. } = list else { return true };
    let (left, _) = seen.view();
    left < first && rest.get(head).is_none_or(|second| first < second)
}

fn head(list: ListView) -> Option<Int> {
    if let ListView::Cons { first, .. } = list { Some(first) } else { None }
}

#[test]
fn a_slot_that_no_path_condition_mentions_is_noted() -> Result<(), BuildError> {
    let note =
        |slot| format!("`{slot}` is symbolic and nothing compares it: mark it `payload`, or leave it out");
    for algorithm in [Algorithm::Quotient, Algorithm::SymbolazyDp] {
        let lists = Generator::<List>::up_to(3).algorithm(algorithm).fields(Fields::Symbolic).build()?;
        assert_eq!(lists.report().notes, [note("Cons.unread"), note("Tuple.1")], "{algorithm}");
    }
    assert!(
        Generator::<List>::up_to(2).build()?.report().notes.iter().all(|note| !note.contains("symbolic"))
    );
    Ok(())
}
