//! How a [`ValueBuilder`] makes pointers to nodes: what [`SharedNodes`] has is filled, looked up, and set in the end.

use std::any::{TypeId, type_name};
use std::collections::HashMap;

use crate::types::DpGen;
use crate::types::sharing::link_visitor::LinkVisitor;
use crate::types::sharing::node_places::NodePlaces;
use crate::types::sharing::shared_nodes::{EmptyField, Region, SharedNodes};
use crate::types::sharing::strong_pointer::StrongPointer;
use crate::types::value::builder::ValueBuilder;

impl SharedNodes {
    /// The pointer to the node that begins here; `None` while that is not complete.
    ///
    /// # Panics
    /// When no such pointer was made.
    pub(crate) fn strong<P: StrongPointer>(&self, node: usize) -> Option<P> {
        P::upgrade(self.weak::<P>(node))
    }

    /// The number of the node that begins here.
    pub(crate) fn number(&self, node: usize) -> usize {
        self.places.get(node).unwrap_or_default()
    }

    /// The weak pointer to the node that begins here.
    ///
    /// # Panics
    /// When no such pointer was made.
    pub(crate) fn weak<P: StrongPointer>(&self, node: usize) -> &P::Weak {
        let known = self.weak.get(&(node, TypeId::of::<P::Weak>())).and_then(|weak| weak.downcast_ref());
        let pointer = type_name::<P>();
        known.unwrap_or_else(|| {
            panic!("a field leads to a node that is not in an `{pointer}`: generate the whole as one, or let the field that has the node be one")
        })
    }
}

impl ValueBuilder<'_> {
    /// Whether pointers of the value can lead to nodes.
    #[inline]
    pub(crate) fn shares_nodes(&self) -> bool {
        self.schema.numbering().is_some()
    }

    /// The nodes of the value, which are looked up at the first call.
    pub(crate) fn shared_nodes(&mut self) -> &mut SharedNodes {
        if self.nodes.is_none() {
            let Some(numbering) = self.schema.numbering() else {
                unreachable!("a field that leads to nodes says so in the schema")
            };
            let places = NodePlaces::of(self.schema, numbering, self.words, |place, domain, word| {
                self.decided(place, domain, word)
            });
            let (weak, regions, setters, arenas) = (HashMap::new(), Vec::new(), Vec::new(), HashMap::new());
            self.nodes = Some(Box::new(SharedNodes { places, weak, regions, setters, arenas }));
        }
        match &mut self.nodes {
            Some(nodes) => nodes,
            None => unreachable!("they were looked up"),
        }
    }

    /// The number of the node that begins here, if one does.
    pub(crate) fn number_of_node(&mut self) -> Option<usize> {
        let place = self.at;
        self.shared_nodes().places.get(place)
    }

    /// Reads a reference: where the node begins that it leads to.
    ///
    /// # Panics
    /// When the whole is not at hand, so that there is no such node.
    pub(crate) fn referred_node(&mut self) -> usize {
        let place = self.at;
        self.datum();
        let node = self.shared_nodes().places.get(place);
        node.unwrap_or_else(|| {
            panic!(
                "a field leads to a node outside of what is built, as a part is built without its whole: let an opaque predicate be the \
                 `root_ok` of the whole"
            )
        })
    }

    /// The number of the next field of the region that may be empty.
    pub(crate) fn next_empty_field(&mut self) -> usize {
        let Some(region) = self.shared_nodes().regions.last_mut() else { return 0 };
        region.fields += 1;
        region.fields - 1
    }

    /// Notes a field that is to be set when the node that begins there is complete.
    pub(crate) fn set_later(&mut self, field: usize, node: usize) {
        match self.shared_nodes().regions.last_mut() {
            Some(region) => region.empty.push(EmptyField { field, node }),
            None => unreachable!("a node that is not complete is in a pointer that is not complete"),
        }
    }

    /// Builds a pointer to what begins here, and makes it known to fields that lead to that.
    pub(crate) fn build_pointer<P: StrongPointer>(&mut self) -> P {
        if !self.shares_nodes() {
            return P::new(P::Content::build(self));
        }
        let place = self.at;
        self.shared_nodes().regions.push(Region::default());
        let pointer = P::new_cyclic(|weak| {
            let key = (place, TypeId::of::<P::Weak>());
            self.shared_nodes().weak.insert(key, Box::new(weak.clone()));
            P::Content::build(self)
        });
        let nodes = self.shared_nodes();
        let region = nodes.regions.pop().unwrap_or_default();
        if !region.empty.is_empty() {
            let pointer = pointer.clone();
            nodes.setters.push(Box::new(move |nodes| set(&pointer, nodes, &region)));
        }
        if nodes.regions.is_empty() {
            let setters = std::mem::take(&mut nodes.setters);
            setters.into_iter().for_each(|set| set(&*nodes));
        }
        pointer
    }
}

/// Sets the empty fields of a region, which this pointer holds.
///
/// # Panics
/// When what the pointer holds can not be changed.
fn set<P: StrongPointer>(pointer: &P, nodes: &SharedNodes, region: &Region) {
    let mut visitor = LinkVisitor::setting(nodes, &region.empty);
    let can_be_changed = pointer.visit_links_shared(&mut visitor);
    let name = type_name::<P>();
    assert!(
        can_be_changed,
        "a strong pointer in an `{name}` leads back to a node that encloses it, and what an `{name}` holds can not be set afterwards: \
         put a `RefCell` (or `Mutex`) into the `{name}`, let the field be a `Weak` with `refers_to`, or exclude cycles by a predicate"
    );
    assert!(
        visitor.visited_fields() == Some(region.fields),
        "a strong pointer that leads back to a node that encloses it stands in a collection, in an `{name}`, whose elements can not be \
         changed: use a `Vec`, or let the field be a `Weak` with `refers_to`"
    );
}
