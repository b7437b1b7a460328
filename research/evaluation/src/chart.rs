//! Plots as SVG: two panels, seconds and candidates over size, on logarithmic scales.

use std::fmt::Write;

use super::growth::{Curve, Point};

const COLORS: [&str; 6] = ["#888888", "#d95f02", "#e6ab02", "#1b9e77", "#7570b3", "#e7298a"];
const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 250.0;
const TOP: f64 = 40.0;

/// One panel: where it stands and what it shows.
struct Panel {
    left: f64,
    title: &'static str,
    value: fn(&Point) -> f64,
    /// The decades of the vertical axis.
    decades: (i32, i32),
    /// The last size of the horizontal axis.
    last: u32,
}

impl Panel {
    fn new(left: f64, title: &'static str, value: fn(&Point) -> f64, curves: &[&Curve]) -> Self {
        let points = || curves.iter().flat_map(|curve| &curve.points);
        let decade = |point: &Point| value(point).max(1e-9).log10();
        let least = points().map(decade).fold(f64::INFINITY, f64::min).floor();
        let greatest = points().map(decade).fold(f64::NEG_INFINITY, f64::max).ceil();
        let (from, to) = (least as i32, (greatest as i32).max(least as i32 + 1));
        let last = points().map(|point| point.size).max().unwrap_or(1).max(2);
        Self { left, title, value, decades: (from, to), last }
    }

    /// Sizes are on a logarithmic scale as well: some engines end at 9, others at 100.
    fn x(&self, size: f64) -> f64 {
        self.left + WIDTH * size.max(1.0).ln() / f64::from(self.last).ln()
    }

    fn y(&self, value: f64) -> f64 {
        let (from, to) = (f64::from(self.decades.0), f64::from(self.decades.1));
        TOP + HEIGHT * (to - value.max(1e-9).log10()) / (to - from)
    }

    fn draw(&self, curves: &[&Curve], svg: &mut String) {
        let (left, right, bottom) = (self.left, self.left + WIDTH, TOP + HEIGHT);
        let _ = writeln!(svg, r#"<text x="{left}" y="{}" class="title">{}</text>"#, TOP - 10.0, self.title);
        for decade in self.decades.0..=self.decades.1 {
            let y = self.y(10_f64.powi(decade));
            let label = match decade {
                -3 => "1 ms".to_owned(),
                0 => "1".to_owned(),
                _ => format!(r#"10<tspan dy="-4" font-size="8">{decade}</tspan>"#),
            };
            let _ = writeln!(svg, r#"<line x1="{left}" y1="{y:.1}" x2="{right}" y2="{y:.1}" class="grid"/>"#);
            let _ = writeln!(
                svg,
                r#"<text x="{}" y="{:.1}" text-anchor="end">{label}</text>"#,
                left - 5.0,
                y + 4.0
            );
        }
        for size in [1_u32, 2, 3, 5, 10, 20, 50, 100].into_iter().filter(|size| *size <= self.last) {
            let x = self.x(f64::from(size));
            let _ = writeln!(svg, r#"<line x1="{x:.1}" y1="{TOP}" x2="{x:.1}" y2="{bottom}" class="grid"/>"#);
            let y = bottom + 14.0;
            let _ = writeln!(svg, r#"<text x="{x:.1}" y="{y}" text-anchor="middle">{size}</text>"#);
        }
        for (curve, color) in curves.iter().zip(COLORS) {
            let place = |point: &Point| (self.x(f64::from(point.size)), self.y((self.value)(point)));
            let places: Vec<(f64, f64)> = curve.points.iter().map(place).collect();
            let line: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            let _ = writeln!(svg, r#"<polyline points="{}" stroke="{color}" class="line"/>"#, line.join(" "));
            for (x, y) in places {
                let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="2" fill="{color}"/>"#);
            }
        }
    }
}

/// The plot of one microbenchmark.
pub fn plot(benchmark: &str, curves: &[Curve]) -> String {
    let curves: Vec<&Curve> = curves.iter().filter(|curve| curve.benchmark == benchmark).collect();
    let width = 2.0 * WIDTH + 130.0;
    let height = TOP + HEIGHT + 60.0;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">
<title>{benchmark}: seconds and candidates by maximum size</title>
<style>.grid{{stroke:#ddd}}.line{{fill:none;stroke-width:1.5}}.title{{font-weight:bold}}</style>
<rect width="{width}" height="{height}" fill="#fff"/>
"##
    );
    Panel::new(50.0, "Seconds, by maximum size", |point| point.seconds, &curves).draw(&curves, &mut svg);
    let candidates = |point: &Point| point.candidates.max(1) as f64;
    Panel::new(WIDTH + 110.0, "Candidates, by maximum size", candidates, &curves).draw(&curves, &mut svg);
    for ((place, curve), color) in (0_u32..).zip(&curves).zip(COLORS) {
        let (x, y) = (50.0 + f64::from(place) * 118.0, TOP + HEIGHT + 40.0);
        let _ = writeln!(
            svg,
            r#"<line x1="{x}" y1="{y}" x2="{}" y2="{y}" stroke="{color}" class="line"/>"#,
            x + 16.0
        );
        let _ = writeln!(svg, r#"<text x="{}" y="{}">{}</text>"#, x + 20.0, y + 4.0, curve.engine.name);
    }
    svg.push_str("</svg>\n");
    svg
}
