//! Heaps and queues against vectors and maps.

use std::collections::BTreeMap;

use dpgen::DpGen;

#[derive(DpGen, Clone, Copy, Debug)]
enum Step {
    Push(#[dpgen(range = 0..=2)] u8),
    #[dpgen(weight = 1)]
    PopMin,
    #[dpgen(weight = 1)]
    PopMax,
    PushPopMin(#[dpgen(range = 0..=2)] u8),
    ReplaceMax(#[dpgen(range = 0..=2)] u8),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Steps(Vec<Step>);

fn take(items: &mut Vec<u8>, index: Option<usize>) -> Option<u8> {
    index.filter(|index| *index < items.len()).map(|index| items.remove(index))
}

fn put(items: &mut Vec<u8>, item: u8) {
    items.push(item);
    items.sort_unstable();
}

#[dpgen::test(max_size = 5)]
fn min_max_heap_has_both_ends(steps: &Steps) {
    let (mut heap, mut items) = (min_max_heap::MinMaxHeap::new(), Vec::new());
    for step in &steps.0 {
        let last = items.len().checked_sub(1);
        match *step {
            Step::Push(item) => {
                heap.push(item);
                put(&mut items, item);
            }
            Step::PopMin => assert_eq!(heap.pop_min(), take(&mut items, Some(0))),
            Step::PopMax => assert_eq!(heap.pop_max(), take(&mut items, last)),
            Step::PushPopMin(item) => {
                put(&mut items, item);
                assert_eq!(Some(heap.push_pop_min(item)), take(&mut items, Some(0)));
            }
            Step::ReplaceMax(item) => {
                assert_eq!(heap.replace_max(item), take(&mut items, last));
                put(&mut items, item);
            }
        }
        assert_eq!(
            (heap.len(), heap.peek_min(), heap.peek_max()),
            (items.len(), items.first(), items.last())
        );
    }
    assert_eq!(heap.into_vec_asc(), items);
}

#[dpgen::test(max_size = 5)]
fn interval_heap_has_both_ends(steps: &Steps) {
    let (mut heap, mut items) = (interval_heap::IntervalHeap::new(), Vec::new());
    for step in &steps.0 {
        let last = items.len().checked_sub(1);
        match *step {
            Step::Push(item) | Step::PushPopMin(item) | Step::ReplaceMax(item) => {
                heap.push(item);
                put(&mut items, item);
            }
            Step::PopMin => assert_eq!(heap.pop_min(), take(&mut items, Some(0))),
            Step::PopMax => assert_eq!(heap.pop_max(), take(&mut items, last)),
        }
        assert_eq!((heap.len(), heap.min(), heap.max()), (items.len(), items.first(), items.last()));
    }
    assert_eq!(heap.into_sorted_vec(), items);
}

#[derive(DpGen, Clone, Copy, Debug)]
enum Keyed {
    Push(#[dpgen(range = 0..=2)] u8, #[dpgen(range = 0..=2)] u8),
    #[dpgen(weight = 1)]
    Pop,
    Remove(#[dpgen(range = 0..=2)] u8),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct KeyedSteps(Vec<Keyed>);

#[dpgen::test(max_size = 5)]
fn keyed_priority_queue_gives_the_greatest(steps: &KeyedSteps) {
    let (mut queue, mut map) = (keyed_priority_queue::KeyedPriorityQueue::new(), BTreeMap::new());
    for step in &steps.0 {
        match *step {
            Keyed::Push(key, priority) => assert_eq!(queue.push(key, priority), map.insert(key, priority)),
            Keyed::Remove(key) => assert_eq!(queue.remove(&key), map.remove(&key)),
            Keyed::Pop => {
                let most = map.values().max().copied();
                let popped = queue.pop();
                assert_eq!(popped.map(|(_, priority)| priority), most);
                assert_eq!(popped.and_then(|(key, _)| map.remove(&key)), most);
            }
        }
        assert_eq!(
            (queue.len(), queue.peek().map(|(_, priority)| priority)),
            (map.len(), map.values().max())
        );
    }
}

#[dpgen::test(max_size = 5)]
fn mut_binary_heap_gives_the_greatest(steps: &KeyedSteps) {
    let (mut queue, mut map) = (mut_binary_heap::BinaryHeap::<u8, u8>::new(), BTreeMap::new());
    for step in &steps.0 {
        match *step {
            Keyed::Push(key, priority) => assert_eq!(queue.push(key, priority), map.insert(key, priority)),
            Keyed::Remove(key) => assert_eq!(queue.remove(&key).map(|(_, item)| item), map.remove(&key)),
            Keyed::Pop => {
                let most = map.values().max().copied();
                let popped = queue.pop_with_key();
                assert_eq!(popped.map(|(_, priority)| priority), most);
                assert_eq!(popped.and_then(|(key, _)| map.remove(&key)), most);
            }
        }
        assert_eq!((queue.len(), queue.peek()), (map.len(), map.values().max()));
    }
}
