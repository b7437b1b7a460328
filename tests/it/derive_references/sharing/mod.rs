//! Values with pointers and indices beside their twins with numbers: as many, with the same graphs, and back again
//! ([`pointers`], [`wholes`]); what is left of them ([`dropping`]), and those that can not be ([`refused`]).

mod dropping;
mod pointers;
mod refused;
mod wholes;

use std::rc::Rc;
use std::sync::Arc;

use chacha20::rand_core::SeedableRng;
use dpgen::prelude::*;
use dpgen::{Link, Nodes};

/// By node, where its fields lead.
type Rows = Vec<Vec<Option<usize>>>;

/// A value that is a graph.
trait Graph: DpGen {
    /// The graph, with nodes by the order in which a walk along the fields meets them.
    fn rows(&self) -> Rows;
}

/// Compares all values of a type with those of its twin, which has numbers where it has pointers.
fn compare<T: Graph, Twin: Graph>(max_size: u32) {
    for threads in [1, 2] {
        let built = Generator::<T>::up_to(max_size).threads(threads).build().unwrap();
        let twins = Generator::<Twin>::up_to(max_size).threads(threads).build().unwrap();
        let mut saved = Vec::new();
        built.save(&mut saved).unwrap();
        let loaded = Generator::<T>::up_to(max_size).load(&*saved).unwrap();
        let mut graphs = 0;
        for size in 0..=max_size {
            assert_eq!(built.count(size), twins.count(size));
            let mut in_place = built.iter_size(size).in_place();
            for (rank, (value, twin)) in (0_u64..).zip(built.iter_size(size).zip(twins.iter_size(size))) {
                assert_eq!(value.rows(), twin.rows());
                assert_eq!(built.rank_of(&value), Some((size, rank.into())));
                assert!(dpgen::is_valid(&value));
                assert_eq!(built.nth(size, rank).map(|value| value.rows()), Some(value.rows()));
                assert_eq!(loaded.nth(size, rank).map(|value| value.rows()), Some(value.rows()));
                assert_eq!(in_place.next().map(Graph::rows), Some(value.rows()));
                graphs += 1;
            }
            assert!(in_place.next().is_none());
            let mut rng = chacha20::ChaCha8Rng::seed_from_u64(5);
            for value in (0..10).filter_map(|_| built.sample(size, &mut rng)) {
                let (size, rank) = built.rank_of(&value).unwrap();
                assert_eq!(twins.nth(size, rank).unwrap().rows(), value.rows());
            }
        }
        let sharded: usize = (1..=3).map(|part| built.shard(part, 3).filter(dpgen::is_valid).count()).sum();
        assert!(graphs > 4 && sharded == graphs, "{graphs}");
    }
}

/// Where pointers lead from what one points to.
type Links<'a, P> = dyn Fn(&P) -> Vec<Option<P>> + 'a;

/// A walk along pointers.
struct Walk<'a, P> {
    met: Vec<*const ()>,
    rows: Rows,
    address: fn(&P) -> *const (),
    links: &'a Links<'a, P>,
}

impl<P> Walk<'_, P> {
    fn rows(root: &P, address: fn(&P) -> *const (), links: &Links<'_, P>) -> Rows {
        let mut walk = Walk { met: Vec::new(), rows: Vec::new(), address, links };
        walk.number(root);
        walk.rows
    }

    fn number(&mut self, pointer: &P) -> usize {
        let address = (self.address)(pointer);
        if let Some(number) = self.met.iter().position(|met| *met == address) {
            return number;
        }
        let number = self.met.len();
        self.met.push(address);
        self.rows.push(Vec::new());
        let row =
            (self.links)(pointer).iter().map(|link| link.as_ref().map(|link| self.number(link))).collect();
        self.rows[number] = row;
        number
    }
}

fn of_rc<T>(root: &Rc<T>, links: &Links<'_, Rc<T>>) -> Rows {
    Walk::rows(root, |pointer| Rc::as_ptr(pointer).cast(), links)
}

fn of_arc<T>(root: &Arc<T>, links: &Links<'_, Arc<T>>) -> Rows {
    Walk::rows(root, |pointer| Arc::as_ptr(pointer).cast(), links)
}

/// Partial automata with two letters.
#[derive(DpGen)]
struct Twin {
    next: [Option<Link<Twin>>; 2],
}

impl Graph for Twin {
    fn rows(&self) -> Rows {
        let nodes = Nodes::of(self);
        let target = |link: &Option<Link<Self>>| link.as_ref().map(|link| nodes.target(link));
        nodes.iter().map(|node| node.next.iter().map(target).collect()).collect()
    }
}
