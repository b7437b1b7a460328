//! [`Draft`]: a structure under construction from the top: the *open walk*.
//!
//! A decision is a constructor or the value of a data slot; sizes of parts are left open under the maximum. A layer's data
//! comes before its parts, parts from left to right. Decisions can be taken back, last first. Invariant: what has been
//! decided can always be completed within the bounds, as each part that is still to come is counted with its least size.

use dpgen_forest::index::{CtorIx, TypeIx, at, small};
use dpgen_forest::schema::Schema;

use crate::decision_layout::Layout;
use crate::substructure_end_positions::SubstructureEnds;

/// The number that stands for no node.
pub(crate) const NO_NODE: u32 = u32::MAX;

/// The bounds on the size and the depth of structures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub size: u32,
    /// In layers.
    pub depth: u32,
}

/// A layer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub ctor: u32,
    /// The node above, or [`NO_NODE`].
    pub parent: u32,
    /// Which of the parts of the node above it is.
    pub part: u32,
    /// The number of its decisions taken so far: data, then parts.
    done: u32,
    depth: u32,
    /// Where its words begin in [`Draft::slots`]: a value each data slot, a node each part.
    start: u32,
}

/// The next decision of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The constructor of a part, or of the whole if there is no parent.
    Ctor { ty: TypeIx, parent: u32, part: u32 },
    /// The value of a node's data slot, by its number among the data slots.
    Value { node: u32, data: u32 },
    /// Nothing: the structure is whole.
    Whole,
}

/// Whether a constructor fits within the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    Fits,
    /// It would fit if structures could become larger.
    TooLarge,
    /// It has too many layers, or no end at all.
    TooDeep,
}

/// The state of a draft before a decision, to undo it.
#[derive(Debug, Clone, Copy)]
struct DecisionUndo {
    place: Place,
    nodes: u32,
    slots: u32,
    size: u32,
    owed: u32,
}

/// A structure that is being made.
#[derive(Debug)]
pub(crate) struct Draft {
    pub nodes: Vec<Node>,
    slots: Vec<u32>,
    taken: Vec<DecisionUndo>,
    place: Place,
    size: u32,
    /// The least sizes of all parts to come, the next one included.
    owed: u32,
    bounds: Bounds,
    closed: Vec<u32>,
}

impl Draft {
    pub(crate) fn new(layout: &Layout, bounds: Bounds) -> Self {
        let (nodes, slots, taken, closed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut draft = Self { nodes, slots, taken, place: Place::Whole, size: 0, owed: 0, bounds, closed };
        draft.clear(layout, bounds);
        draft
    }

    /// Takes all back, and sets the bounds.
    pub(crate) fn clear(&mut self, layout: &Layout, bounds: Bounds) {
        self.nodes.clear();
        self.slots.clear();
        self.taken.clear();
        self.closed.clear();
        self.bounds = bounds;
        self.place = Place::Ctor { ty: layout.root, parent: NO_NODE, part: 0 };
        self.size = 0;
        self.owed = layout.ty(layout.root).least.map_or(0, |(size, _)| size);
    }

    #[inline]
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    #[inline]
    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    #[inline]
    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[at(node)]
    }

    /// Where the words of a node begin: a value each data slot, then a node each part.
    #[inline]
    pub(crate) fn start(&self, node: u32) -> u32 {
        self.node(node).start
    }

    /// The value of a node's data slot, which is decided.
    #[inline]
    pub(crate) fn value(&self, node: u32, data: u32) -> u32 {
        self.slots[at(self.node(node).start + data)]
    }

    /// The number of decided data slots of a node.
    #[inline]
    pub(crate) fn decided(&self, layout: &Layout, node: u32) -> u32 {
        let node = self.node(node);
        node.done.min(small(layout.ctor(node.ctor).data.len()))
    }

    /// The node of a part; [`NO_NODE`] if it is not begun.
    #[inline]
    pub(crate) fn part(&self, layout: &Layout, node: u32, part: u32) -> u32 {
        let node = self.node(node);
        self.slots[at(node.start + part) + layout.ctor(node.ctor).data.len()]
    }

    /// Whether a constructor fits where one is to be decided.
    pub(crate) fn fits(&self, layout: &Layout, ctor: CtorIx) -> bool {
        self.fit(layout, ctor) == Fit::Fits
    }

    /// Whether a constructor fits where one is to be decided, and if not, which bound says so.
    pub(crate) fn fit(&self, layout: &Layout, ctor: CtorIx) -> Fit {
        let Place::Ctor { ty, parent, .. } = self.place else { return Fit::TooDeep };
        let Some((size, depth)) = layout.ctor(ctor.word()).least else { return Fit::TooDeep };
        let above = if parent == NO_NODE { 0 } else { self.node(parent).depth };
        let own = layout.ty(ty).least.map_or(0, |(size, _)| size);
        if above + depth > self.bounds.depth {
            Fit::TooDeep
        } else if self.size + self.owed - own + size > self.bounds.size {
            Fit::TooLarge
        } else {
            Fit::Fits
        }
    }

    /// The options of the next decision: constructors that fit, or values.
    pub(crate) fn options(&self, layout: &Layout, options: &mut Vec<u32>) {
        options.clear();
        match self.place {
            Place::Ctor { ty, .. } => {
                let fitting = layout.ty(ty).ctors.iter().filter(|ctor| self.fits(layout, **ctor));
                options.extend(fitting.map(|ctor| ctor.word()));
            }
            Place::Value { node, data } => {
                options.extend(0..layout.ctor(self.node(node).ctor).data[at(data)].values);
            }
            Place::Whole => {}
        }
    }

    /// Takes the decision; [`closed`](Self::closed) are the nodes that it completes.
    pub(crate) fn choose(&mut self, layout: &Layout, choice: u32) {
        let (nodes, slots) = (small(self.nodes.len()), small(self.slots.len()));
        self.taken.push(DecisionUndo { place: self.place, nodes, slots, size: self.size, owed: self.owed });
        self.closed.clear();
        match self.place {
            Place::Ctor { ty, parent, part } => {
                let ctor = layout.ctor(choice);
                let depth = 1 + if parent == NO_NODE { 0 } else { self.node(parent).depth };
                self.nodes.push(Node { ctor: choice, parent, part, done: 0, depth, start: slots });
                self.slots.resize(self.slots.len() + ctor.data.len() + ctor.parts.len(), NO_NODE);
                if parent != NO_NODE {
                    let above = self.node(parent);
                    let place = at(above.start + part) + layout.ctor(above.ctor).data.len();
                    self.slots[place] = nodes;
                }
                self.size += ctor.weight;
                self.owed -= layout.ty(ty).least.map_or(0, |(size, _)| size);
                self.owed += ctor.least.map_or(0, |(size, _)| size) - ctor.weight;
                self.advance(layout, nodes);
            }
            Place::Value { node, data } => {
                let place = at(self.node(node).start + data);
                self.slots[place] = choice;
                self.nodes[at(node)].done += 1;
                self.advance(layout, node);
            }
            Place::Whole => {}
        }
    }

    /// Goes to the next decision, from a node on.
    fn advance(&mut self, layout: &Layout, mut node: u32) {
        loop {
            let Node { ctor, parent, done, .. } = *self.node(node);
            let ctor = layout.ctor(ctor);
            let data = small(ctor.data.len());
            if done < data {
                self.place = Place::Value { node, data: done };
                return;
            }
            if let Some(part) = ctor.parts.get(at(done - data)) {
                self.place = Place::Ctor { ty: part.ty, parent: node, part: done - data };
                return;
            }
            self.closed.push(node);
            if parent == NO_NODE {
                self.place = Place::Whole;
                return;
            }
            self.nodes[at(parent)].done += 1;
            node = parent;
        }
    }

    /// The nodes that the last decision completed, parts before wholes.
    #[inline]
    pub(crate) fn closed(&self) -> &[u32] {
        &self.closed
    }

    /// Whether no decision is taken.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Takes the last decision back; `false` if there is none.
    pub(crate) fn undo(&mut self, layout: &Layout) -> bool {
        let Some(DecisionUndo { place, nodes, slots, size, owed }) = self.taken.pop() else { return false };
        self.nodes.truncate(at(nodes));
        self.slots.truncate(at(slots));
        (self.size, self.owed, self.place) = (size, owed, place);
        let mut node = match place {
            Place::Value { node, data } => {
                self.nodes[at(node)].done = data;
                node
            }
            Place::Ctor { parent, part, .. } if parent != NO_NODE => {
                self.nodes[at(parent)].done = small(layout.ctor(self.node(parent).ctor).data.len()) + part;
                parent
            }
            Place::Ctor { .. } | Place::Whole => return true,
        };
        loop {
            let Node { parent, part, .. } = *self.node(node);
            if parent == NO_NODE {
                return true;
            }
            let done = small(layout.ctor(self.node(parent).ctor).data.len()) + part;
            if self.node(parent).done == done {
                return true;
            }
            self.nodes[at(parent)].done = done;
            node = parent;
        }
    }

    /// The compact words of the whole.
    pub(crate) fn words(&self, layout: &Layout) -> Vec<u32> {
        let mut words = Vec::with_capacity(self.slots.len() + 1);
        // Nodes that are begun, and the declared slots of them that are left.
        let mut open = Vec::with_capacity(self.nodes.len());
        let begin = |node: u32, words: &mut Vec<u32>| {
            let Node { ctor, start, .. } = *self.node(node);
            words.push(ctor);
            let ctor = layout.ctor(ctor);
            (at(start), ctor.data.len(), ctor.declared.iter())
        };
        open.push(begin(0, &mut words));
        while let Some((start, data, left)) = open.last_mut() {
            let Some(slot) = left.next().map(|slot| at(*slot)) else {
                open.pop();
                continue;
            };
            let word = self.slots[*start + slot];
            if slot < *data {
                words.push(word);
            } else {
                open.push(begin(word, &mut words));
            }
        }
        words
    }

    /// Takes the decisions of a whole structure, given as compact words, from the beginning; `taken` is called before each,
    /// with what is chosen, and takes it.
    pub(crate) fn replay<D: AsMut<Self>>(
        drafting: &mut D,
        schema: &Schema,
        layout: &Layout,
        words: &[u32],
        mut take: impl FnMut(&mut D, u32),
    ) {
        let ends = SubstructureEnds::of(schema, words);
        // For each node, where its words begin.
        let mut begins: Vec<u32> = Vec::new();
        loop {
            let draft = drafting.as_mut();
            let choice = match draft.place {
                Place::Whole => return,
                Place::Ctor { parent, part, .. } => {
                    let begin = if parent == NO_NODE {
                        0
                    } else {
                        let slot = layout.ctor(draft.node(parent).ctor).parts[at(part)].slot;
                        ends.slot(schema, words, begins[at(parent)], slot)
                    };
                    begins.push(begin);
                    words[at(begin)]
                }
                Place::Value { node, data } => {
                    let slot = layout.ctor(draft.node(node).ctor).data[at(data)].slot;
                    words[at(ends.slot(schema, words, begins[at(node)], slot))]
                }
            };
            take(drafting, choice);
        }
    }
}

impl AsMut<Self> for Draft {
    fn as_mut(&mut self) -> &mut Self {
        self
    }
}
