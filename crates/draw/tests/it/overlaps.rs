//! No two boxes overlap, no edge crosses a box or another edge, wholes stand over the middle of their parts; in the layout
//! and in the SVG that is made of it.

use dpgen_draw::{Spacing, Svg, Tree, columns, layout};
use roxmltree::{Document, Node};

use crate::trees;

/// What holds for every layout.
fn check(tree: &Tree) {
    let spacing = Spacing { beside: 3, below: 2 };
    let extent = |node: &dpgen_draw::Node| {
        (i64::try_from(columns(&node.label)).unwrap(), if node.edge.is_some() { 3 } else { 1 })
    };
    let placed = layout(tree, extent, spacing);
    let mut rows = vec![Vec::new(); placed.rows.len()];
    for id in tree.ids() {
        let place = placed.placed(id);
        assert!(place.x >= 0 && place.x + place.width <= placed.width);
        assert!(place.y == placed.rows[place.row].y && place.height <= placed.rows[place.row].height);
        rows[place.row].push(place);
        let parts: Vec<i64> = tree.node(id).parts.iter().map(|part| placed.placed(*part).centre()).collect();
        assert!(parts.is_sorted(), "parts keep their order");
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            let off = 2 * place.centre() - (first + last);
            assert!(off.abs() <= 2, "a whole is {off} halves away from the middle of its parts");
        }
    }
    for pair in placed.rows.windows(2) {
        assert!(pair[0].y + pair[0].height + spacing.below == pair[1].y);
    }
    for row in &mut rows {
        row.sort_by_key(|place| place.x);
        for pair in row.windows(2) {
            // Positions are rounded down to whole units.
            let free = pair[1].x - (pair[0].x + pair[0].width);
            assert!(free >= spacing.beside - 1, "only {free} between two boxes: {tree:?}");
        }
    }
}

#[test]
fn every_small_tree_is_laid_out_tidily() {
    trees::small().iter().for_each(check);
}

#[test]
fn random_trees_are_laid_out_tidily() {
    for nodes in [9, 25, 60] {
        trees::random(nodes).iter().for_each(check);
    }
}

#[test]
fn nothing_is_wider_than_it_must_be() {
    let mut builder = dpgen_draw::TreeBuilder::new();
    let mut row: Vec<_> = (0..16).map(|_| builder.leaf("x")).collect();
    while row.len() > 1 {
        row = row.chunks(2).map(|pair| builder.node("x", pair.iter().copied())).collect();
    }
    let tree = builder.finish().unwrap();
    let placed = layout(&tree, |_| (10, 10), Spacing { beside: 6, below: 1 });
    assert_eq!(placed.width, 16 * 10 + 15 * 6);
}

/// A part that is far from its neighbour leaves those between evenly spread.
#[test]
fn small_parts_between_large_ones_are_spread_evenly() {
    let mut builder = dpgen_draw::TreeBuilder::new();
    let mut wide = || {
        let leaves: Vec<_> = (0..7).map(|_| builder.leaf("x")).collect();
        builder.node("x", leaves)
    };
    let (first, last) = (wide(), wide());
    let small: Vec<_> = (0..3).map(|_| builder.leaf("x")).collect();
    let parts: Vec<_> = [first].into_iter().chain(small).chain([last]).collect();
    builder.node("x", parts.iter().copied());
    let tree = builder.finish().unwrap();
    let placed = layout(&tree, |_| (2, 1), Spacing { beside: 2, below: 1 });
    let centres: Vec<i64> = parts.iter().map(|part| placed.placed(*part).centre()).collect();
    let steps: Vec<i64> = centres.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(steps, [7, 7, 7, 7]);
}

/// A box of an SVG: left, top, right, bottom.
type Rect = [f64; 4];

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The points of an edge: a line down, then a cubic curve.
fn points(path: &str) -> Vec<(f64, f64)> {
    let numbers: Vec<f64> = path
        .split(|letter: char| !letter.is_ascii_digit() && letter != '-')
        .filter_map(|number| number.parse().ok())
        .collect();
    let [x, y, leave, x1, y1, x2, y2, x3, y3] = numbers[..] else { panic!("{path}") };
    let mut points = vec![(x, y), (x, leave)];
    for step in 1..=24 {
        let t = f64::from(step) / 24.0;
        let blend = |a: f64, b: f64, c: f64, d: f64| {
            let s = 1.0 - t;
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        points.push((blend(x, x1, x2, x3), blend(leave, y1, y2, y3)));
    }
    points
}

fn drawn(tree: &Tree) {
    let text = Svg::file("a <tree>").draw(tree);
    let document = Document::parse(&text).expect("it is XML");
    let root = document.root_element();
    let (width, height) = (number(root, "width"), number(root, "height"));
    let mut boxes: Vec<Rect> = Vec::new();
    let mut labels: Vec<Rect> = Vec::new();
    for node in document.descendants() {
        match node.tag_name().name() {
            "rect" => {
                let (x, y) = (number(node, "x"), number(node, "y"));
                boxes.push([x, y, x + number(node, "width"), y + number(node, "height")]);
            }
            "circle" => {
                let (x, y, r) = (number(node, "cx"), number(node, "cy"), number(node, "r"));
                boxes.push([x - r, y - r, x + r, y + r]);
            }
            "text" => {
                let (x, y, half) = (number(node, "x"), number(node, "y"), number(node, "textLength") / 2.0);
                labels.push([x - half, y - 10.0, x + half, y + 2.0]);
            }
            _ => {}
        }
    }
    assert_eq!(boxes.len(), tree.nodes().len());
    for (place, one) in boxes.iter().chain(&labels).enumerate() {
        assert!(one[0] >= -6.0 && one[1] >= -6.0 && one[2] <= width - 6.0 && one[3] <= height - 6.0);
        for other in boxes[..].iter().skip(place + 1) {
            let apart = one[2] < other[0] || other[2] < one[0] || one[3] < other[1] || other[3] < one[1];
            assert!(apart, "{one:?} and {other:?} overlap in {text}");
        }
    }
    let mut edges = 0;
    for path in
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "path")))
    {
        edges += 1;
        for (x, y) in points(path.attribute("d").unwrap()) {
            for &[left, top, right, bottom] in &boxes {
                let inside = left < x && x < right && top < y && y < bottom;
                assert!(!inside, "an edge crosses a box at {x}, {y} in {text}");
            }
        }
    }
    assert_eq!(edges, tree.nodes().len() - 1);
}

#[test]
fn svg_has_no_overlaps_and_no_edge_through_a_box() {
    trees::small().iter().step_by(7).for_each(drawn);
    trees::random(60).iter().for_each(drawn);
}
