//! `dpgen count --plot`.

use super::*;
use roxmltree::Document;

/// The middles of the points of each colour, in the order of sizes.
fn points(svg: &str, colour: &str) -> Vec<(f64, f64)> {
    let document = Document::parse(svg).expect("it is XML");
    let circles = document.descendants().filter(|node| node.tag_name().name() == "circle");
    let of = circles.filter(|node| node.attribute("fill") == Some(colour));
    let number = |node: roxmltree::Node<'_, '_>, name: &str| -> f64 {
        node.attribute(name).expect("it has a place").parse().expect("it is a number")
    };
    of.map(|node| (number(node, "cx"), number(node, "cy"))).collect()
}

#[test]
fn counts_beyond_128_bits_are_plotted_on_a_logarithmic_axis() {
    let folder = folder();
    let out = folder.path().join("growth.svg");
    // Catalan numbers: C(100) is above 10^56.
    let (table, said) = run(&format!("count binary-tree --max-size 100 --plot {}", out.display()), 0);
    assert!(table.lines().count() == 103 && said.starts_with("all "), "{said}");
    let svg = read(&folder, "growth.svg");
    let (structures, classes, times) =
        (points(&svg, "#1A56B0"), points(&svg, "#B04610"), points(&svg, "#007850"));
    assert_eq!((structures.len(), classes.len(), times.len()), (101, 101, 101));
    // Catalan numbers grow by nearly 4 with each size: a straight line. Classes stay one: a level line.
    let rise = |from: usize, to: usize| structures[from].1 - structures[to].1;
    assert!((rise(20, 60) - rise(60, 100)).abs() < rise(20, 100) / 20.0);
    assert!(classes.iter().all(|(_, y)| (y - classes[0].1).abs() < 0.5));
    assert!(svg.contains("10^50") && svg.contains("prefers-color-scheme:dark"));
    for outside in ["<script", "<image", "href", "url("] {
        assert!(!svg.contains(outside), "{outside}");
    }
}

#[test]
fn a_size_without_structures_has_no_point() {
    let folder = folder();
    let out = folder.path().join("growth.svg");
    run(&format!("count json --max-size 4 --plot {}", out.display()), 0);
    assert_eq!(points(&read(&folder, "growth.svg"), "#1A56B0").len(), 4);
    run(&format!("count --size 7 --format json --plot {}", out.display()), 0);
    assert_eq!(points(&read(&folder, "growth.svg"), "#1A56B0").len(), 1);
}

#[test]
fn a_picture_that_can_not_be_written_is_said_before_the_work() {
    dpgen("count --plot missing/growth.svg")
        .assert()
        .code(2)
        .stderr(contains("missing/growth.svg can not be written"));
}
