//! Links in parts of nodes, in wholes beside each other, between two types of nodes, and in arenas.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use dpgen::prelude::*;
use dpgen::{Link, NodeIndex, Nodes, Owned};

use super::{Graph, Rows, Twin, compare, of_rc};

/// Links in parts of a node, some of them in a part that a pointer holds for itself, and a whole of another type around the first node.
#[test]
fn links_in_parts() {
    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct Whole {
        #[dpgen(links_to = Node)]
        first: Rc<RefCell<Node>>,
        #[dpgen(refers_to = Node)]
        also: Option<Rc<RefCell<Node>>>,
    }
    #[derive(DpGen)]
    #[allow(clippy::redundant_allocation, reason = "pointers within a box are visited, too")]
    struct Node {
        #[dpgen(len = 0..=1)]
        edges: Vec<Edge>,
        more: Option<Box<Rc<RefCell<Edge>>>>,
    }
    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct Edge {
        label: (bool,),
        #[dpgen(links_to = Node)]
        to: Option<Rc<RefCell<Node>>>,
    }
    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct WholeTwin {
        first: Link<NodeTwin>,
        #[dpgen(refers_to = NodeTwin)]
        also: Option<usize>,
    }
    #[derive(DpGen)]
    struct NodeTwin {
        #[dpgen(len = 0..=1)]
        edges: Vec<EdgeTwin>,
        more: Option<Box<EdgeTwin>>,
    }
    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct EdgeTwin {
        label: (bool,),
        to: Option<Link<NodeTwin>>,
    }
    impl Graph for WholeTwin {
        fn rows(&self) -> Rows {
            let nodes = Nodes::<NodeTwin>::within(self);
            let target = |edge: &EdgeTwin| {
                [Some(usize::from(edge.label.0)), edge.to.as_ref().map(|link| nodes.target(link))]
            };
            let row =
                |node: &&NodeTwin| node.edges.iter().chain(node.more.as_deref()).flat_map(target).collect();
            nodes.iter().map(row).chain([vec![self.also]]).collect()
        }
    }
    impl Graph for Owned<Whole> {
        fn rows(&self) -> Rows {
            let labels = RefCell::new(Vec::new());
            let mut all: Vec<*const RefCell<Node>> = Vec::new();
            let mut rows = of_rc(&self.first, &|node| {
                let node = node.borrow();
                let more = node.more.as_ref().map(|more| more.borrow());
                let edges = || node.edges.iter().chain(more.as_deref());
                labels.borrow_mut().push(edges().map(|edge| edge.label.0).collect::<Vec<bool>>());
                edges().map(|edge| edge.to.clone()).collect()
            });
            // A walk asks for the links of nodes in the order of their numbers.
            for (row, labels) in rows.iter_mut().zip(labels.into_inner()) {
                let with_label = |(to, label): (&Option<usize>, bool)| [Some(usize::from(label)), *to];
                *row = row.iter().zip(labels).flat_map(with_label).collect();
            }
            collect(&self.first, &mut all);
            let also =
                self.also.as_ref().map(|also| all.iter().position(|node| *node == Rc::as_ptr(also)).unwrap());
            rows.push(vec![also]);
            rows
        }
    }
    /// The nodes in the order of a walk.
    fn collect(node: &Rc<RefCell<Node>>, all: &mut Vec<*const RefCell<Node>>) {
        if all.contains(&Rc::as_ptr(node)) {
            return;
        }
        all.push(Rc::as_ptr(node));
        let node = node.borrow();
        let more = node.more.as_ref().map(|more| more.borrow());
        node.edges
            .iter()
            .chain(more.as_deref())
            .filter_map(|edge| edge.to.as_ref())
            .for_each(|to| collect(to, all));
    }
    compare::<Owned<Whole>, WholeTwin>(2);
}

#[test]
fn arenas() {
    #[derive(Debug, PartialEq)]
    struct Id(u8);
    impl NodeIndex for Id {
        fn from_number(number: usize) -> Self {
            Self(u8::try_from(number).unwrap())
        }
        fn number(&self) -> usize {
            self.0.into()
        }
    }
    #[derive(DpGen, Debug, PartialEq)]
    struct Node {
        #[dpgen(links_to = Node)]
        a: Option<Id>,
        #[dpgen(links_to = Node)]
        b: Option<usize>,
    }
    #[derive(DpGen, Debug, PartialEq)]
    #[dpgen(weight = 0)]
    struct Arena {
        #[dpgen(arena)]
        nodes: Vec<Node>,
        #[dpgen(refers_to = Node)]
        last: Option<usize>,
    }
    #[derive(DpGen)]
    #[dpgen(weight = 0)]
    struct ArenaTwin {
        first: Option<Twin>,
        #[dpgen(refers_to = Twin)]
        last: Option<usize>,
    }
    impl Graph for ArenaTwin {
        fn rows(&self) -> Rows {
            let rows = self.first.as_ref().map(Graph::rows).unwrap_or_default();
            rows.into_iter().chain([vec![self.last]]).collect()
        }
    }
    impl Graph for Arena {
        fn rows(&self) -> Rows {
            let row = |node: &Node| vec![node.a.as_ref().map(NodeIndex::number), node.b];
            self.nodes.iter().map(row).chain([vec![self.last]]).collect()
        }
    }
    compare::<Arena, ArenaTwin>(3);
}

/// The arguments of a test, and elements of a tuple, are wholes, each with nodes of its own.
#[test]
fn wholes_beside_each_other() {
    #[derive(DpGen)]
    struct Node {
        #[dpgen(links_to = Node)]
        next: Option<Rc<RefCell<Node>>>,
    }
    #[derive(DpGen)]
    struct NodeTwin {
        next: Option<Link<NodeTwin>>,
    }
    type Pair = (Owned<Rc<RefCell<Node>>>, Owned<Rc<RefCell<Node>>>);
    fn rows(node: &Rc<RefCell<Node>>) -> Rows {
        of_rc(node, &|node| vec![node.borrow().next.clone()])
    }
    impl Graph for Pair {
        fn rows(&self) -> Rows {
            [rows(&self.0), rows(&self.1)].concat()
        }
    }
    impl Graph for (NodeTwin, NodeTwin) {
        fn rows(&self) -> Rows {
            let rows = |node: &NodeTwin| -> Rows {
                let nodes = Nodes::of(node);
                nodes.iter().map(|node| vec![node.next.as_ref().map(|link| nodes.target(link))]).collect()
            };
            [rows(&self.0), rows(&self.1)].concat()
        }
    }
    compare::<Pair, (NodeTwin, NodeTwin)>(5);
}

/// Two types of nodes, which lead to each other, strongly and back; what has no cell leads back weakly.
#[test]
fn two_types_of_nodes() {
    #[derive(DpGen)]
    struct House {
        #[dpgen(links_to = Tenant)]
        tenant: Option<Rc<Tenant>>,
        #[dpgen(links_to = House)]
        next: Option<Rc<RefCell<House>>>,
    }
    #[derive(DpGen)]
    struct Tenant {
        #[dpgen(refers_to = House)]
        house: Weak<RefCell<House>>,
    }
    #[derive(DpGen)]
    struct HouseTwin {
        tenant: Option<Link<TenantTwin>>,
        next: Option<Link<HouseTwin>>,
    }
    #[derive(DpGen)]
    struct TenantTwin {
        #[dpgen(refers_to = HouseTwin)]
        house: Option<usize>,
    }
    impl Graph for HouseTwin {
        fn rows(&self) -> Rows {
            let (houses, tenants) = (Nodes::<Self>::of(self), Nodes::<TenantTwin>::within(self));
            let row = |house: &&Self| {
                let tenant = house.tenant.as_ref().map(|link| tenants.target(link));
                let next = house.next.as_ref().map(|link| houses.target(link));
                vec![next, tenant, tenant.and_then(|tenant| tenants[tenant].house)]
            };
            houses.iter().map(row).collect()
        }
    }
    impl Graph for Owned<Rc<RefCell<House>>> {
        fn rows(&self) -> Rows {
            let mut houses: Vec<Rc<RefCell<House>>> = Vec::new();
            let mut next = Some((**self).clone());
            while let Some(house) = next.take_if(|house| houses.iter().all(|known| !Rc::ptr_eq(known, house)))
            {
                next = house.borrow().next.clone();
                houses.push(house);
            }
            let of = |house: &Rc<RefCell<House>>| {
                houses.iter().position(|known| Rc::ptr_eq(known, house)).unwrap()
            };
            let mut tenants: Vec<Rc<Tenant>> = Vec::new();
            let row = |house: &Rc<RefCell<House>>| {
                let house = house.borrow();
                let tenant = house.tenant.as_ref().map(|tenant| {
                    tenants.iter().position(|known| Rc::ptr_eq(known, tenant)).unwrap_or_else(|| {
                        tenants.push(tenant.clone());
                        tenants.len() - 1
                    })
                });
                let back = house.tenant.as_ref().and_then(|tenant| tenant.house.upgrade());
                vec![house.next.as_ref().map(of), tenant, back.as_ref().map(of)]
            };
            houses.iter().map(row).collect()
        }
    }
    compare::<Owned<Rc<RefCell<House>>>, HouseTwin>(4);
}
