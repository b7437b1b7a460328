//! Maps by prefix against `BTreeMap`.

use std::collections::BTreeMap;

use dpgen::DpGen;
use dpgen_field::texts;
use patricia_tree::StringPatriciaMap;
use qp_trie::wrapper::{BStr, BString};
use radix_trie::TrieCommon;

texts!(Key, Letter: "a", "b");

#[derive(DpGen, Clone, Debug)]
enum Step {
    #[dpgen(weight = 1)]
    Insert(Key),
    #[dpgen(weight = 1)]
    Remove(Key),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Steps(Vec<Step>);

/// Makes the same map in std and in another crate, and gives both.
macro_rules! built {
    ($steps:expr, $trie:ident = $new:expr, $insert:expr, $remove:expr) => {{
        let (mut $trie, mut map) = ($new, BTreeMap::new());
        for (step, value) in $steps.0.iter().zip(0_u32..) {
            match step {
                Step::Insert(key) => {
                    assert_eq!($insert(&mut $trie, key.text(), value), map.insert(key.text(), value));
                }
                Step::Remove(key) => assert_eq!($remove(&mut $trie, &key.text()), map.remove(&key.text())),
            }
        }
        ($trie, map)
    }};
}

/// The length of the longest prefix that the text has in common with a key.
fn common(map: &BTreeMap<String, u32>, text: &str) -> usize {
    let with = |key: &String| key.bytes().zip(text.bytes()).take_while(|(one, other)| one == other).count();
    map.keys().map(with).max().unwrap_or(0)
}

/// The longest key that the text begins with.
fn longest(map: &BTreeMap<String, u32>, text: &str) -> Option<String> {
    map.keys().filter(|key| text.starts_with(*key)).max_by_key(|key| key.len()).cloned()
}

fn below(map: &BTreeMap<String, u32>, prefix: &str) -> Vec<String> {
    map.keys().filter(|key| key.starts_with(prefix)).cloned().collect()
}

#[dpgen::test(max_size = 6)]
fn patricia_tree_is_a_map(steps: &Steps, prefix: &Key) {
    let prefix = prefix.text();
    let (mut trie, map) = built!(
        steps,
        trie = StringPatriciaMap::new(),
        |trie: &mut StringPatriciaMap<u32>, key: String, value| trie.insert(key, value),
        |trie: &mut StringPatriciaMap<u32>, key: &String| trie.remove(key)
    );
    assert!(trie.iter().eq(map.iter().map(|(key, value)| (key.clone(), value))));
    assert_eq!(trie.iter_prefix(&prefix).map(|(key, _)| key).collect::<Vec<_>>(), below(&map, &prefix));
    assert_eq!(
        trie.get_longest_common_prefix(&prefix).map(|(key, _)| key.to_owned()),
        longest(&map, &prefix)
    );
    assert_eq!(trie.longest_common_prefix_len(&prefix), common(&map, &prefix));
    let split = trie.split_by_prefix(&prefix);
    assert_eq!(split.keys().collect::<Vec<_>>(), below(&map, &prefix));
    assert_eq!((split.len(), trie.len()), (below(&map, &prefix).len(), map.len() - split.len()));
}

#[dpgen::test(max_size = 6)]
fn qp_trie_is_a_map(steps: &Steps, prefix: &Key) {
    let prefix = prefix.text();
    type Trie = qp_trie::Trie<BString, u32>;
    let (mut trie, map) = built!(
        steps,
        trie = Trie::new(),
        |trie: &mut Trie, key: String, value| trie.insert_str(&key, value),
        |trie: &mut Trie, key: &String| trie.remove_str(key)
    );
    assert!(
        trie.iter()
            .map(|(key, value)| (key.as_str(), value))
            .eq(map.iter().map(|(key, value)| (key.as_str(), value)))
    );
    let found = trie.longest_common_prefix(AsRef::<BStr>::as_ref(prefix.as_str())).as_str();
    assert_eq!(found.len(), common(&map, &prefix));
    let split = trie.remove_prefix_str(&prefix);
    assert_eq!(split.keys().map(|key| key.as_str().to_owned()).collect::<Vec<_>>(), below(&map, &prefix));
    assert_eq!(trie.count(), map.len() - split.count());
}

#[dpgen::test(max_size = 6)]
fn radix_trie_is_a_map(steps: &Steps, prefix: &Key) {
    let prefix = prefix.text();
    type Trie = radix_trie::Trie<String, u32>;
    let (trie, map) =
        built!(steps, trie = Trie::new(), Trie::insert, |trie: &mut Trie, key: &String| trie.remove(key));
    assert!(trie.iter().eq(map.iter()) && trie.len() == map.len());
    assert_eq!(trie.get_ancestor(&prefix).and_then(|trie| trie.key().cloned()), longest(&map, &prefix));
    let found = trie.get_raw_descendant(&prefix);
    assert_eq!(found.map_or(Vec::new(), |trie| trie.keys().cloned().collect()), below(&map, &prefix));
}
