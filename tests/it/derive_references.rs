//! References in `#[derive(DpGen)]`: which nodes fields can refer to, what predicates read of them, and values as graphs.

use std::collections::BTreeSet;

use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen::schema::{from_ron, to_ron};
use dpgen::{Link, Nodes, Solutions};

use crate::common::engines::ENGINES;

/// Compares the number of structures of each size, by every engine, on one thread and on two.
fn counted<T: DpGen>(generator: &Generator<T>, counts: &[usize]) {
    for (algorithm, fields) in ENGINES {
        for threads in [1, 2] {
            let built = generator.clone().algorithm(algorithm).fields(fields).threads(threads).build();
            let built = built.unwrap_or_else(|error| panic!("{algorithm:?} {fields:?}: {error}"));
            for (size, count) in (0..).zip(counts) {
                let values = built.iter_solutions(size, Solutions::All, 0).count();
                assert_eq!(values, *count, "{algorithm:?} {fields:?} {threads} {size}");
            }
        }
    }
}

/// Compares all values of each size with their ranks, with their texts, and with what shards, samples and a saved build give.
fn consistent<T: DpGen + PartialEq + std::fmt::Debug>(max_size: u32) {
    let built = Generator::<T>::up_to(max_size).build().unwrap();
    let mut saved = Vec::new();
    built.save(&mut saved).unwrap();
    let loaded = Generator::<T>::up_to(max_size).load(&*saved).unwrap();
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(3);
    for size in 0..=max_size {
        let all: Vec<T> = built.iter_size(size).collect();
        for (rank, value) in (0_u64..).zip(&all) {
            assert!(dpgen::is_valid(value), "{value:?}");
            assert_eq!(built.rank_of(value), Some((size, rank.into())), "{value:?}");
            assert_eq!(built.nth(size, rank).as_ref(), Some(value));
            let (catalog, schema) = (built.catalog(), built.catalog().schema());
            let words = catalog.nth_compact(size, &Count::new(rank.into())).unwrap().unwrap();
            assert_eq!(from_ron(schema, &to_ron(schema, &words)), Ok(words));
            assert_eq!(loaded.nth(size, rank).as_ref(), Some(value));
        }
        assert!((0..20).filter_map(|_| built.sample(size, &mut rng)).all(|value| all.contains(&value)));
    }
    let sharded = |shard| built.shard(shard, 3).collect::<Vec<T>>();
    let sharded: usize = (1..=3).map(|shard| sharded(shard).len()).sum();
    assert_eq!(sharded, (0..=max_size).map(|size| built.iter_size(size).count()).sum::<usize>());
}

/// Deterministic automata with two letters, all of whose states are reached.
#[derive(DpGen, Debug, Clone, PartialEq)]
struct State {
    a: Link<State>,
    b: Link<State>,
}

/// The number of initially connected automata with so many states and two letters: Liskovets, "Exact enumeration of acyclic
/// deterministic automata", 2006; Almeida, Moreira and Reis, "Enumeration and generation with a string automata representation", 2007.
const AUTOMATA: [usize; 5] = [0, 1, 12, 216, 5248];

#[test]
fn automata() {
    counted(&Generator::<State>::up_to(4), &AUTOMATA);
    consistent::<State>(3);
}

/// As tables of transitions, each automaton with all states reached comes once, with its states in the order of a walk.
#[test]
fn automata_are_different_tables() {
    let automata = Generator::<State>::up_to(3).build().unwrap();
    for size in 1..=3 {
        let tables: BTreeSet<Vec<[usize; 2]>> = automata.iter_size(size).map(|state| table(&state)).collect();
        assert_eq!(tables.len(), AUTOMATA[usize::try_from(size).unwrap()]);
        let states = usize::try_from(size).unwrap();
        assert!(
            tables.iter().all(|table| table.len() == states && table.iter().flatten().all(|to| *to < states))
        );
    }
}

fn table(automaton: &State) -> Vec<[usize; 2]> {
    let states = Nodes::of(automaton);
    states.iter().map(|state| [&state.a, &state.b].map(|link| states.target(link))).collect()
}

/// Lists whose elements know the one before them.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = is_linked_both_ways, root_ok = is_first)]
struct Item {
    next: Option<Box<Item>>,
    #[dpgen(refers_to = Item)]
    prev: Option<usize>,
    #[dpgen(range = 0..=1)]
    value: u8,
}

fn is_linked_both_ways(item: Ref<Item>) -> bool {
    item.view().next.view().is_none_or(|next| next.get(prev) == Some(item.number()))
}

fn prev(item: ItemView) -> Option<Int> {
    item.prev.view()
}

fn is_first(item: ItemView) -> bool {
    item.prev.view().is_none()
}

/// One list for each sequence of values.
#[test]
fn doubly_linked_lists() {
    counted(&Generator::<Item>::up_to(5), &[0, 2, 4, 8, 16, 32]);
    consistent::<Item>(4);
    let item = |next: Option<Item>, prev, value| Item { next: next.map(Box::new), prev, value };
    let list = |to| item(Some(item(Some(item(None, Some(to), 0)), Some(0), 1)), None, 0);
    assert!(dpgen::is_valid(&list(1)));
    for (to, what) in [(0, "another"), (2, "itself"), (3, "beyond"), (usize::MAX, "beyond 64 bits")] {
        assert!(!dpgen::is_valid(&list(to)), "{what}");
        assert_eq!(Generator::<Item>::up_to(4).build().unwrap().rank_of(&list(to)), None, "{what}");
    }
    let early = item(Some(item(None, Some(1), 1)), Some(1), 0);
    assert!(!dpgen::is_valid(&early), "the first refers to one that comes later");
}

/// A reference to a node that the walk has not met is not allowed, whatever predicates say.
#[test]
fn nodes_that_were_not_met() {
    #[derive(DpGen, Debug, PartialEq)]
    struct Pair {
        #[dpgen(refers_to = Pair)]
        to: usize,
        rest: Option<Box<Pair>>,
    }
    let pair = |to, rest: Option<Pair>| Pair { to, rest: rest.map(Box::new) };
    assert!(dpgen::is_valid(&pair(0, Some(pair(1, None)))));
    assert!(!dpgen::is_valid(&pair(1, Some(pair(1, None)))), "to a later one");
    assert!(!dpgen::is_valid(&pair(0, Some(pair(2, None)))), "beyond");
    assert!(!dpgen::is_valid(&pair(0, Some(pair(usize::MAX, None)))));
    counted(&Generator::<Pair>::up_to(5), &[0, 1, 2, 6, 24, 120]);
}

/// Binary trees whose nodes know the one above them.
#[derive(DpGen, Debug, Clone, PartialEq)]
#[dpgen(rep_ok = is_above_its_parts, root_ok = is_topmost)]
enum Tree {
    Leaf,
    Node {
        #[dpgen(refers_to = Tree)]
        parent: Option<u16>,
        left: Box<Tree>,
        right: Box<Tree>,
    },
}

fn is_above_its_parts(tree: Ref<Tree>) -> bool {
    let TreeView::Node { left, right, .. } = tree.view() else { return true };
    [left, right].into_iter().all(|part| part.get(parent).is_none_or(|parent| parent == Some(tree.number())))
}

/// None of a leaf.
fn parent(tree: TreeView) -> Option<Option<Int>> {
    if let TreeView::Node { parent, .. } = tree { Some(parent.view()) } else { None }
}

fn is_topmost(tree: TreeView) -> bool {
    parent(tree).is_none_or(|parent| parent.is_none())
}

#[test]
fn trees_with_parent_pointers() {
    counted(&Generator::<Tree>::up_to(5), &[1, 1, 2, 5, 14, 42]); // Catalan
    consistent::<Tree>(5);
}

/// The same by an opaque predicate, which is given values.
#[test]
fn opaque_predicates() {
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(rep_ok = goes_back)]
    struct Chain {
        #[dpgen(refers_to = Chain)]
        to: usize,
        rest: Option<Box<Chain>>,
    }
    fn goes_back(chain: &Chain) -> bool {
        chain.rest.as_ref().is_none_or(|rest| chain.to <= rest.to)
    }
    for algorithm in [Algorithm::TopDown, Algorithm::Dp] {
        let chains = Generator::<Chain>::up_to(6).algorithm(algorithm).build().unwrap();
        // Ascending numbers, each at most its place: Catalan.
        assert_eq!(
            (1..=6).map(|size| chains.iter_size(size).count()).collect::<Vec<_>>(),
            [1, 2, 5, 14, 42, 132]
        );
    }
}

/// Two types of nodes, which are numbered each for itself.
#[test]
fn two_types_of_nodes() {
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct House {
        #[dpgen(refers_to = House)]
        house: usize,
        #[dpgen(refers_to = Tenant)]
        tenant: Option<usize>,
        tenants: Option<Box<Tenant>>,
    }
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Tenant {
        #[dpgen(refers_to = Tenant)]
        tenant: usize,
        next: Option<Box<House>>,
    }
    /// The product of the choices along the only shape of a size: houses at even places, tenants at odd ones.
    fn count(size: usize) -> usize {
        (0..size)
            .map(|place| if place % 2 == 0 { (place / 2 + 1) * (place / 2 + 1) } else { place.div_ceil(2) })
            .product()
    }
    let counts: Vec<usize> = (0..=6).map(|size| if size == 0 { 0 } else { count(size) }).collect();
    counted(&Generator::<House>::up_to(6), &counts);
    consistent::<House>(5);
}

/// Elements of a list without a greatest length are of a copy of their type, and nodes of that type all the same.
#[test]
fn elements_of_lists() {
    /// A node has parts and refers to a node; an end weighs nothing, but as an element.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    enum Rose {
        End,
        Node(Vec<Rose>, #[dpgen(refers_to = Rose)] usize),
    }
    /// By brute force: the nodes before, and the ways to go on.
    fn roses(size: usize, before: usize, is_element: bool) -> Vec<usize> {
        // The numbers of nodes afterwards, each as often as there are structures.
        let mut found = Vec::new();
        if size == usize::from(is_element) {
            found.push(before);
        }
        if size > 0 {
            for after in lists(size - 1, before + 1) {
                found.extend(std::iter::repeat_n(after, after));
            }
        }
        found
    }
    fn lists(size: usize, before: usize) -> Vec<usize> {
        let mut found = if size == 0 { vec![before] } else { Vec::new() };
        for first in 1..=size {
            for after in roses(first, before, true) {
                found.extend(lists(size - first, after));
            }
        }
        found
    }
    let counts: Vec<usize> = (0..=5).map(|size| roses(size, 0, false).len()).collect();
    counted(&Generator::<Rose>::up_to(5), &counts);
    consistent::<Rose>(4);
    let all = Generator::<Rose>::up_to(5).build().unwrap();
    for rose in all.iter_size(5) {
        let nodes = Nodes::<Rose>::of(&rose);
        assert!(nodes.iter().all(|node| matches!(node, Rose::Node(_, to) if *to < nodes.len())));
        assert!(nodes.iter().enumerate().all(|(number, node)| nodes.number(node) == Some(number)));
    }
}

/// A context of the user's beside the numbers of nodes.
#[test]
fn contexts_beside_references() {
    /// Its depth below the root, and a node at most as deep as its number tells.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(context = "Vec<u8>", root = Vec::new(), rep_ok = is_named)]
    struct Scope {
        #[dpgen(range = |names| 0..=names.len())]
        name: usize,
        #[dpgen(refers_to = Scope)]
        to: usize,
        #[dpgen(give = |names| longer(names))]
        left: Option<Box<Scope>>,
        right: Option<Box<Scope>>,
    }
    fn longer(mut names: Vec<u8>) -> Vec<u8> {
        names.push(7);
        names
    }
    fn is_named(scope: ScopeView, names: Vec<u8>) -> bool {
        names.iter().all(|name| *name == 7) && scope.name <= i64::try_from(names.len()).unwrap()
    }
    /// By brute force: the nodes before, the depth, and the numbers of nodes afterwards.
    fn scopes(size: usize, before: usize, depth: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let optional =
            |size, before, depth| if size == 0 { vec![before] } else { scopes(size, before, depth) };
        for left in 0..size {
            for middle in optional(left, before + 1, depth + 1) {
                for after in optional(size - 1 - left, middle, depth) {
                    found.extend(std::iter::repeat_n(after, (depth + 1) * (before + 1)));
                }
            }
        }
        found
    }
    let counts: Vec<usize> =
        (0..=4).map(|size| if size == 0 { 0 } else { scopes(size, 0, 0).len() }).collect();
    counted(&Generator::<Scope>::up_to(4), &counts);
    consistent::<Scope>(3);
}

/// Arguments are wholes: the nodes of each are numbered from 0, and a plain argument refers to those to its left, one after the other.
///
/// Of sizes (1, 1), (1, 2), (2, 1), (2, 2), (1, 3) and (3, 1), each with as many ways to refer as there are states.
#[dpgen::test(max_size = 4, expect = 2378 /* 1 * 2 + 2 * 12 * 3 + 12 * 12 * 4 + 2 * 216 * 4 */, regressions = false)]
fn arguments_are_numbered_for_themselves(
    first: State,
    second: &State,
    #[dpgen(refers_to = State)] to: usize,
) {
    let (first, second) = (Nodes::of(&first), Nodes::of(second));
    let leads_within = |states: &Nodes<'_, State>| {
        states.iter().flat_map(|state| [&state.a, &state.b]).all(|link| states.target(link) < states.len())
    };
    assert!(leads_within(&first) && leads_within(&second));
    assert!(to < first.len() + second.len());
}

/// What a field can refer to is said when the schema is made, as far as the compiler does not say it.
#[test]
fn fields_that_can_refer_to_nothing() {
    fn message<T: DpGen>(max_size: u32) -> String {
        Generator::<T>::up_to(max_size).build().map(|_| ()).unwrap_err().to_string()
    }
    #[derive(DpGen)]
    struct Elsewhere(#[dpgen(refers_to = State)] usize);
    assert_eq!(
        message::<Elsewhere>(2),
        "`Elsewhere.0`: it refers to `State`, and no part of `Elsewhere` is one"
    );

    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct Light(bool);
    #[derive(DpGen)]
    struct Dark(Light, #[dpgen(refers_to = Light)] usize);
    assert_eq!(
        message::<Dark>(2),
        "`Dark.1`: it refers to `Light`, of which nothing weighs something: give what is to be a node a `weight`"
    );

    #[derive(DpGen)]
    struct Around(Vec<Around>, #[dpgen(refers_to = "Vec<Around>")] usize);
    assert!(message::<Around>(2).contains("it refers to `Vec<Around>`, which holds nodes and is none"));

    #[derive(DpGen)]
    struct Choices(bool, Link<bool>);
    assert_eq!(message::<Choices>(2), "`Met.0`: it refers to plain values, which are no nodes");

    #[derive(DpGen)]
    struct Narrow(#[dpgen(refers_to = Narrow)] i8, Option<Box<Narrow>>);
    assert!(
        message::<Narrow>(200)
            .contains("there can be 200 nodes, whose numbers go from 0 to 199, and 199 is no i8")
    );
    assert!(Generator::<Narrow>::up_to(4).build().is_ok());

    #[derive(DpGen)]
    struct Twin(Option<Box<(Twin, bool)>>, #[dpgen(refers_to = Twin)] usize);
    assert!(
        message::<(Twin, bool)>(3)
            .contains("`(Twin, bool)` is a whole, in which nodes are numbered from 0, and a part here")
    );
    assert!(Generator::<Twin>::up_to(3).build().is_ok());
}

/// A type without references has no numbers.
#[test]
fn numbers_of_what_is_no_node() {
    #[derive(DpGen)]
    #[dpgen(rep_ok = is_first)]
    struct Plain(Option<Box<Plain>>);
    fn is_first(plain: Ref<Plain>) -> bool {
        plain.number() == 0
    }
    let error = Generator::<Plain>::up_to(2).build().map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("so that its values have no numbers"), "{error}");
}

/// Nodes that a walk can not lend, or that stand in no order, are refused and not left out.
#[test]
fn nodes_that_have_no_place() {
    use std::cell::RefCell;
    use std::collections::{BTreeMap, HashMap};
    use std::panic::catch_unwind;

    #[derive(DpGen, Debug, PartialEq)]
    struct Leaf(#[dpgen(refers_to = Leaf)] usize);
    let within = |walk: &(dyn Fn() -> usize + std::panic::RefUnwindSafe)| catch_unwind(walk).ok();
    let sorted = BTreeMap::from([(true, Leaf(1)), (false, Leaf(0))]);
    assert_eq!(Nodes::<Leaf>::within(&sorted).iter().map(|leaf| leaf.0).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(within(&|| Nodes::<Leaf>::within(&HashMap::from([(true, Leaf(0))])).len()), None);
    assert_eq!(within(&|| Nodes::<Leaf>::within(&HashMap::from([(true, false)])).len()), Some(0));
    assert_eq!(within(&|| Nodes::<Leaf>::within(&RefCell::new(Leaf(0))).len()), None);
    assert_eq!(within(&|| Nodes::<Leaf>::within(&RefCell::new(true)).len()), Some(0));
    let shared = (vec![Leaf(0)], [Some(Leaf(1)), None], std::rc::Rc::new(Leaf(2)), Ok::<_, bool>(Leaf(3)));
    assert_eq!(Nodes::<Leaf>::within(&shared).iter().map(|leaf| leaf.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
}

/// A predicate that takes a handle may ask it for attributes, which take a handle, too.
#[test]
fn predicates_ask_their_own_handle() {
    /// Lists in which most elements refer to themselves, as do most of those that follow each of them.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = most_refer_to_themselves)]
    struct Own {
        #[dpgen(refers_to = Own)]
        to: usize,
        rest: Option<Box<Own>>,
    }
    fn most_refer_to_themselves(own: Ref<Own>) -> bool {
        own.ask(balance) > 0
    }
    fn balance(own: Ref<Own>) -> i64 {
        let OwnView { to, rest } = own.view();
        let first = if to == own.number() { 1 } else { -1 };
        first + rest.view().map_or(0, |rest| rest.ask(balance))
    }
    /// By brute force, the references from the back: which element, and the balance of those behind it.
    fn lists(place: usize, balance: i64) -> usize {
        let own = |first: i64| {
            if balance + first > 0 {
                if place == 0 { 1 } else { lists(place - 1, balance + first) }
            } else {
                0
            }
        };
        own(1) + place * own(-1)
    }
    let counts: Vec<usize> =
        (0..=6).map(|size: usize| size.checked_sub(1).map_or(0, |last| lists(last, 0))).collect();
    counted(&Generator::<Own>::up_to(6), &counts);
    consistent::<Own>(5);
}

/// References in containers: a vertex has any subset of those before it, and itself.
#[test]
fn references_in_containers() {
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Vertex {
        #[dpgen(refers_to = Vertex, len = 0..=4)]
        edges: BTreeSet<usize>,
        next: Option<Box<Vertex>>,
    }
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Hashed {
        #[dpgen(refers_to = Hashed, len = 0..=4)]
        edges: std::collections::HashSet<u8>,
        next: Option<Box<Hashed>>,
    }
    #[derive(DpGen, Debug, Clone, PartialEq)]
    struct Path {
        #[dpgen(refers_to = Path, len = 1..=2)]
        to: Vec<std::num::Wrapping<u32>>,
        #[dpgen(refers_to = Path)]
        both: (usize, Option<usize>),
        next: Option<Box<Path>>,
    }
    // 2^1 * 2^2 * ...: graphs with loops on labelled nodes.
    counted(&Generator::<Vertex>::up_to(4), &[0, 2, 8, 64, 1024]);
    counted(&Generator::<Hashed>::up_to(4), &[0, 2, 8, 64, 1024]);
    consistent::<Vertex>(3);
    consistent::<Hashed>(3);
    // Of k nodes, one or two, one, and one or none.
    counted(&Generator::<Path>::up_to(2), &[0, 2 * 2, 4 * (6 * 2 * 3)]);
    consistent::<Path>(2);
}

/// Predicates read where links lead; against all tables of transitions whose states are numbered in the order of a walk.
#[test]
fn predicates_read_where_links_lead() {
    /// Automata with two letters, of which some lead nowhere, and none where the other one leads or stays.
    #[derive(DpGen, Debug, Clone, PartialEq)]
    #[dpgen(rep_ok = letters_differ)]
    struct Partial {
        a: Option<Link<Partial>>,
        b: Option<Link<Partial>>,
    }
    fn letters_differ(state: Ref<Partial>) -> bool {
        let PartialView { a, b } = state.view();
        let (to_a, to_b) = (a.target(), b.target());
        let stays = |to: Option<Int>| to == Some(state.number());
        (to_a.is_none() || to_a != to_b) && !stays(to_a) && !stays(to_b)
    }
    type Table = Vec<[Option<usize>; 2]>;
    /// The states from one on, as a walk meets them.
    fn walk(table: &Table, state: usize, met: &mut Vec<usize>) {
        if !met.contains(&state) {
            met.push(state);
            table[state].iter().flatten().for_each(|next| walk(table, *next, met));
        }
    }
    fn is_counted(table: &Table) -> bool {
        let mut met = Vec::new();
        walk(table, 0, &mut met);
        let differ = |(state, [a, b]): (usize, &[Option<usize>; 2])| {
            (a.is_none() || a != b) && *a != Some(state) && *b != Some(state)
        };
        met.iter().copied().eq(0..table.len()) && table.iter().enumerate().all(differ)
    }
    /// The table of a number, whose digits are where letters lead.
    fn table(states: usize, mut number: usize) -> Table {
        let mut digit = || {
            let digit = number % (states + 1);
            number /= states + 1;
            digit.checked_sub(1)
        };
        (0..states).map(|_| [digit(), digit()]).collect()
    }
    let count = |states: usize| {
        let all = (states + 1).pow(2 * u32::try_from(states).unwrap());
        (0..all).filter(|number| states > 0 && is_counted(&table(states, *number))).count()
    };
    let counts: Vec<usize> = (0..=4).map(count).collect();
    counted(&Generator::<Partial>::up_to(4), &counts);
    consistent::<Partial>(3);
    let of_three: BTreeSet<Table> = (0..4096).map(|number| table(3, number)).filter(is_counted).collect();
    let automata = Generator::<Partial>::up_to(3).build().unwrap();
    let converted = automata.iter_size(3).map(|root| {
        let states = Nodes::of(&root);
        let target = |link: &Option<Link<Partial>>| link.as_ref().map(|link| states.target(link));
        states.iter().map(|state| [target(&state.a), target(&state.b)]).collect::<Table>()
    });
    assert_eq!(converted.collect::<BTreeSet<Table>>(), of_three);
}
