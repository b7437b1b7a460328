//! wkt: "Rust read/write support for well-known text (WKT)".

use dpgen::DpGen;
use dpgen_field::assert_failing;
use wkt::Wkt;
use wkt::types::{
    Coord, Dimension, GeometryCollection, LineString, MultiLineString, MultiPoint, Point, Polygon,
};

#[derive(DpGen, Clone, Copy, Debug)]
struct X(#[dpgen(values = [0.0, -1.5])] f64);

#[derive(DpGen, Clone, Debug)]
enum Geometry {
    Point(Option<X>),
    Line(Vec<X>),
    Polygon(#[dpgen(len = 0..=1)] Vec<Vec<X>>),
    Points(Vec<Option<X>>),
    Lines(Vec<Vec<X>>),
    Collection(Vec<Geometry>),
}

const DIMENSION: Dimension = Dimension::XY;

fn coord(x: &X) -> Coord<f64> {
    Coord { x: x.0, y: 2.0, z: None, m: None }
}

fn point(x: &Option<X>) -> Point<f64> {
    Point::new(x.as_ref().map(coord), DIMENSION)
}

fn line(line: &[X]) -> LineString<f64> {
    LineString::new(line.iter().map(coord).collect(), DIMENSION)
}

fn built(geometry: &Geometry) -> Wkt<f64> {
    match geometry {
        Geometry::Point(x) => point(x).into(),
        Geometry::Line(xs) => line(xs).into(),
        Geometry::Polygon(rings) => {
            Polygon::new(rings.iter().map(|ring| line(ring)).collect(), DIMENSION).into()
        }
        Geometry::Points(xs) => MultiPoint::new(xs.iter().map(point).collect(), DIMENSION).into(),
        Geometry::Lines(lines) => {
            MultiLineString::new(lines.iter().map(|part| line(part)).collect(), DIMENSION).into()
        }
        Geometry::Collection(parts) => {
            GeometryCollection::new(parts.iter().map(built).collect(), DIMENSION).into()
        }
    }
}

/// Whether a part of another geometry is empty.
fn has_empty_part(geometry: &Geometry) -> bool {
    match geometry {
        Geometry::Point(_) | Geometry::Line(_) => false,
        Geometry::Polygon(lines) | Geometry::Lines(lines) => lines.iter().any(Vec::is_empty),
        Geometry::Points(points) => points.iter().any(Option::is_none),
        Geometry::Collection(parts) => parts.iter().any(has_empty_part),
    }
}

#[dpgen::test(max_size = 5)]
fn what_is_written_is_read(geometry: &Geometry) {
    if !has_empty_part(geometry) {
        assert_eq!(built(geometry).to_string().parse::<Wkt<f64>>(), Ok(built(geometry)));
    }
}

#[test]
fn empty_parts_are_written_and_read() {
    assert_failing(5, "Polygon([[]])", (3565, 9051), |geometry: &Geometry| {
        assert_eq!(built(geometry).to_string().parse::<Wkt<f64>>(), Ok(built(geometry)));
    });
}

#[test]
fn empty_parts_are_not_written_without_dpgen() {
    let points = built(&Geometry::Points(vec![None]));
    assert!(std::panic::catch_unwind(|| points.to_string()).is_err());
    let lines = built(&Geometry::Lines(vec![vec![]])).to_string();
    assert_eq!(lines, "MULTILINESTRING(())");
    assert!(lines.parse::<Wkt<f64>>().is_err());
    assert!("MULTILINESTRING(EMPTY)".parse::<Wkt<f64>>().is_ok());
}
