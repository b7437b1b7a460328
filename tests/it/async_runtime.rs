//! `#[dpgen::test]` above the test attribute of an async runtime.

use std::time::Duration;

use dpgen::DpGen;

#[derive(DpGen, Debug, Clone)]
enum List {
    Nil,
    Cons(#[dpgen(range = 1..=2)] u8, Box<List>),
}

async fn length(list: &List) -> usize {
    tokio::task::yield_now().await;
    let (mut length, mut rest) = (0, list);
    while let List::Cons(_, next) = rest {
        (length, rest) = (length + 1, next);
    }
    length
}

/// 1 + 2 + 4 + 8 lists, each with two keys.
#[dpgen::test(max_size = 3, expect = 15 * 2)]
#[tokio::test]
async fn cases_are_awaited(list: List, #[dpgen(range = 1..=2)] key: u8) -> Result<(), String> {
    tokio::time::sleep(Duration::ZERO).await;
    let longer = List::Cons(key, Box::new(list.clone()));
    if length(&longer).await == length(&list).await + 1 { Ok(()) } else { Err("no longer".to_owned()) }
}

#[dpgen::test(max_size = 3)]
#[tokio::test]
#[should_panic(expected = "three elements")]
async fn a_panic_after_waiting_is_a_failure(list: &List) {
    tokio::task::yield_now().await;
    assert!(length(list).await < 3, "three elements");
}

#[dpgen::test(max_size = 3)]
#[tokio::test]
#[should_panic(expected = "Error: 2")]
async fn an_error_is_a_failure(list: List) -> Result<(), usize> {
    match length(&list).await {
        2 => Err(2),
        _ => Ok(()),
    }
}

#[dpgen::test(max_size = 2)]
#[tokio::test]
async fn spawned_work_is_joined(list: List) {
    let spawned = tokio::task::spawn(async move { length(&list).await });
    assert!(spawned.await.expect("it does not panic") <= 2);
}
