//! Heap graphs by brute force: all arrays of pointers between nodes, of which those are kept whose nodes a walk from the first one
//! meets in the order of their numbers. It shares no code with the engines.
//!
//! A [`Layout`] says which nodes there are and how a spec writes them; read `cases.rs` for some.

/// How a structure that a spec describes is written for a node, in flat words.
#[derive(Debug)]
pub struct Shape {
    /// Which of the classes of nodes it belongs to; each class has numbers of its own.
    pub class: usize,
    pub weight: usize,
    /// The words before those of its pointers, and after them.
    pub before: &'static [i64],
    pub pointers: &'static [Pointer],
    pub after: &'static [i64],
}

/// A pointer of a node: the class that it leads to, and what is written where it leads to nothing, before a new node, and before the
/// number of one that was met; `None` if it can not.
#[derive(Debug)]
pub struct Pointer {
    pub class: usize,
    pub null: Option<&'static [i64]>,
    pub new: Option<&'static [i64]>,
    pub met: Option<&'static [i64]>,
}

/// The shapes of nodes. The first node is of class 0.
pub type Layout = [Shape];

/// A heap graph, its nodes in the order in which a walk from the first one meets them.
#[derive(Debug)]
pub struct Heap<'l> {
    pub shapes: Vec<&'l Shape>,
    /// By node and pointer: the node that it leads to.
    pub targets: Vec<Vec<Option<usize>>>,
    /// By node: its number within its class.
    pub numbers: Vec<i64>,
    /// By node: the node from which the walk came; none for the first one.
    pub above: Vec<Option<usize>>,
}

impl<'l> Heap<'l> {
    /// All heap graphs of a size.
    pub fn all(layout: &'l Layout, size: usize) -> Vec<Self> {
        let mut found = Vec::new();
        for shapes in shape_sequences(layout, size) {
            if shapes.first().is_none_or(|first| first.class != 0) {
                continue;
            }
            let ways: Vec<Vec<Option<usize>>> = shapes
                .iter()
                .flat_map(|shape| shape.pointers)
                .map(|pointer| {
                    let of_class = (0..shapes.len()).filter(|node| shapes[*node].class == pointer.class);
                    pointer.null.iter().map(|_| None).chain(of_class.map(Some)).collect()
                })
                .collect();
            each_choice(&ways, &mut |targets| found.extend(Self::walked(&shapes, targets)));
        }
        found
    }

    /// The graph of an array of pointers, if the walk meets all nodes in their order, by pointers that can lead there so.
    fn walked(shapes: &[&'l Shape], targets: &[Option<usize>]) -> Option<Self> {
        let mut rest = targets.iter().copied();
        let targets = shapes.iter().map(|shape| rest.by_ref().take(shape.pointers.len()).collect()).collect();
        let mut heap =
            Self { shapes: shapes.to_vec(), targets, numbers: vec![0], above: vec![None; shapes.len()] };
        heap.walk(0)?;
        (heap.numbers.len() == shapes.len()).then_some(heap)
    }

    fn walk(&mut self, node: usize) -> Option<()> {
        for (place, pointer) in self.shapes[node].pointers.iter().enumerate() {
            let met = self.numbers.len();
            match self.targets[node][place] {
                None => {}
                Some(target) if target < met => {
                    pointer.met?;
                }
                Some(target) if target == met => {
                    pointer.new?;
                    let class = self.shapes[target].class;
                    let number = self.shapes[..target].iter().filter(|shape| shape.class == class).count();
                    self.numbers.push(i64::try_from(number).unwrap());
                    self.above[target] = Some(node);
                    self.walk(target)?;
                }
                Some(_) => return None,
            }
        }
        Some(())
    }

    /// The nodes, in their order.
    pub fn nodes(&self) -> std::ops::Range<usize> {
        0..self.shapes.len()
    }

    /// Where a pointer of a node leads.
    pub fn to(&self, node: usize, pointer: usize) -> Option<usize> {
        self.targets[node][pointer]
    }

    /// Whether the walk met the node behind a pointer there.
    pub fn is_new(&self, node: usize, pointer: usize) -> bool {
        let target = self.to(node, pointer);
        let is_from_here = target.is_some_and(|target| self.above[target] == Some(node));
        is_from_here && !self.targets[node][..pointer].contains(&target)
    }

    /// The number of the node behind a pointer within its class; -1 where there is none.
    pub fn number_behind(&self, node: usize, pointer: usize) -> i64 {
        self.to(node, pointer).map_or(-1, |target| self.numbers[target])
    }

    /// The number of nodes above a node, on the way that the walk took.
    pub fn depth(&self, node: usize) -> usize {
        self.above[node].map_or(0, |above| 1 + self.depth(above))
    }

    /// The structure in flat words: constructors by their numbers within their types, and values, in preorder.
    pub fn flat(&self) -> Vec<i64> {
        let (mut out, mut met) = (Vec::new(), 1);
        self.write(0, &mut met, &mut out);
        out
    }

    fn write(&self, node: usize, met: &mut usize, out: &mut Vec<i64>) {
        let shape = self.shapes[node];
        out.extend(shape.before);
        for (pointer, target) in shape.pointers.iter().zip(&self.targets[node]) {
            match target {
                None => out.extend(pointer.null.unwrap()),
                Some(target) if *target < *met => {
                    out.extend(pointer.met.unwrap());
                    out.push(self.numbers[*target]);
                }
                Some(target) => {
                    *met += 1;
                    out.extend(pointer.new.unwrap());
                    self.write(*target, met, out);
                }
            }
        }
        out.extend(shape.after);
    }
}

/// All sequences of shapes whose weights add up to a size.
fn shape_sequences(layout: &Layout, size: usize) -> Vec<Vec<&Shape>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for shape in layout.iter().filter(|shape| shape.weight <= size) {
        for rest in shape_sequences(layout, size - shape.weight) {
            found.push(std::iter::once(shape).chain(rest).collect());
        }
    }
    found
}

/// Calls a function with each sequence that has an item of each list.
fn each_choice<T: Copy>(lists: &[Vec<T>], call: &mut impl FnMut(&[T])) {
    fn go<T: Copy>(lists: &[Vec<T>], chosen: &mut Vec<T>, call: &mut impl FnMut(&[T])) {
        let Some((first, rest)) = lists.split_first() else { return call(chosen) };
        for item in first {
            chosen.push(*item);
            go(rest, chosen, call);
            chosen.pop();
        }
    }
    go(lists, &mut Vec::with_capacity(lists.len()), call);
}
