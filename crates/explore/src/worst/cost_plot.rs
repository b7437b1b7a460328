//! Plots costs by size as SVG: a dot for each size, full where the cost is proven, and the fitted growth as a line.
//!
//! Both axes begin at 0 and are linear. Colours come from a style sheet that knows a light and a dark scheme.

use std::fmt::Write as _;

use dpgen_forest::index::approx;

use super::cost_report::{AtSize, Worst};

/// The picture, and the frame within it: left, top, right and bottom.
const IMAGE_WIDTH: u32 = 640;
const IMAGE_HEIGHT: u32 = 360;
const PLOT_LEFT: f64 = 70.0;
const PLOT_TOP: f64 = 40.0;
const PLOT_RIGHT: f64 = 620.0;
const PLOT_BOTTOM: f64 = 310.0;

/// The number of straight segments of the growth curve.
const CURVE_SEGMENTS: u32 = 120;

const STYLE_SHEET: &str = "text{font:13px sans-serif;fill:#1c2430}.paper{fill:#fff}.rule{stroke:#dce1e8}\
    .growth{fill:none;stroke:#b04610;stroke-width:1.5;stroke-dasharray:5 4}.dot{fill:#fff;stroke:#1a56b0;stroke-width:2}\
    .proven{fill:#1a56b0}@media(prefers-color-scheme:dark){text{fill:#e8edf4}.paper{fill:#12161d}.rule{stroke:#343e4e}\
    .growth{stroke:#ffa86e}.dot{fill:#12161d;stroke:#7aaeff}.proven{fill:#7aaeff}}";

impl<W> Worst<W> {
    /// The costs of every size that is known as a picture, an SVG file: full dots are proven, hollow ones the best that was
    /// found, and the line is the growth. `title` stands above it.
    ///
    /// ```
    /// use dpgen::Int;
    /// use dpgen::explore::WorstCase;
    ///
    /// let worst = WorstCase::ints(0..=9).program(|keys: &mut [Int]| keys.iter().min().copied()).sizes([4]).run()?;
    /// let svg = worst.to_svg("the least of n");
    /// assert!(svg.starts_with("<svg ") && svg.contains(">the least of n</text>"));
    /// assert_eq!(svg.matches("<circle ").count(), 4); // sizes 1 to 4
    /// # Ok::<(), dpgen::explore::ExploreError>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self, title: &str) -> String {
        let asked = |at: &AtSize<W>| self.sizes.iter().any(|other| other.size == at.size);
        let learned_from = self.learned_from.iter().filter(|at| !asked(at));
        let mut all: Vec<&AtSize<W>> = learned_from.chain(&self.sizes).collect();
        all.sort_by_key(|at| at.size);
        let sizes = Axis::of(all.iter().map(|at| f64::from(at.size)), (PLOT_LEFT, PLOT_RIGHT));
        let costs = Axis::of(all.iter().map(|at| approx(at.cost)), (PLOT_BOTTOM, PLOT_TOP));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {IMAGE_WIDTH} {IMAGE_HEIGHT}\" width=\"{IMAGE_WIDTH}\" height=\"{IMAGE_HEIGHT}\">\n\
             <style>{STYLE_SHEET}</style>\n<rect class=\"paper\" width=\"{IMAGE_WIDTH}\" height=\"{IMAGE_HEIGHT}\"/>\n\
             <text x=\"{PLOT_LEFT}\" y=\"22\">{}</text>\n",
            escaped(title)
        );
        for (value, x) in sizes.ticks() {
            add(
                &mut svg,
                format_args!(
                    "<line class=\"rule\" x1=\"{x:.1}\" y1=\"{PLOT_TOP}\" x2=\"{x:.1}\" y2=\"{PLOT_BOTTOM}\"/>"
                ),
            );
            let y = PLOT_BOTTOM + 18.0;
            add(&mut svg, format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{value}</text>"));
        }
        for (value, y) in costs.ticks() {
            add(
                &mut svg,
                format_args!(
                    "<line class=\"rule\" x1=\"{PLOT_LEFT}\" y1=\"{y:.1}\" x2=\"{PLOT_RIGHT}\" y2=\"{y:.1}\"/>"
                ),
            );
            let (x, y) = (PLOT_LEFT - 8.0, y + 4.0);
            add(&mut svg, format_args!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{value}</text>"));
        }
        let middle = f64::midpoint(PLOT_LEFT, PLOT_RIGHT);
        let growth = self.growth();
        let grows = growth.as_ref().map_or_else(String::new, |growth| format!("; growth: {growth}"));
        let y = PLOT_BOTTOM + 38.0;
        add(
            &mut svg,
            format_args!(
                "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\">size{}</text>",
                escaped(&grows)
            ),
        );
        if let (Some(growth), Some(last)) = (growth, all.last()) {
            let first = all.first().map_or(0.0, |at| f64::from(at.size));
            let pieces = (0..=CURVE_SEGMENTS).map(|piece| {
                let size =
                    first + (f64::from(last.size) - first) * f64::from(piece) / f64::from(CURVE_SEGMENTS);
                (sizes.place(size), costs.place(growth.between(size)).clamp(PLOT_TOP, PLOT_BOTTOM))
            });
            let points: Vec<String> = pieces.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            add(&mut svg, format_args!("<polyline class=\"growth\" points=\"{}\"/>", points.join(" ")));
        }
        for at in all {
            let (x, y) = (sizes.place(f64::from(at.size)), costs.place(approx(at.cost)));
            let (class, known) =
                if at.is_proven() { ("dot proven", "proven") } else { ("dot", "best found") };
            let title = format!("size {}: cost {}, {known}", at.size, at.cost);
            add(
                &mut svg,
                format_args!(
                    "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{title}</title></circle>"
                ),
            );
        }
        svg + "</svg>\n"
    }
}

/// Adds a line of text; a string takes whatever is written.
fn add(svg: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(svg, "{line}");
}

/// The text as XML has it.
fn escaped(text: &str) -> String {
    // XML has no control characters.
    let text: String = text.chars().map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// An axis from 0: its greatest value, and where it begins and ends.
struct Axis {
    greatest: f64,
    ends: (f64, f64),
}

impl Axis {
    fn of(values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        Self { greatest: values.fold(1.0, f64::max), ends }
    }

    fn place(&self, value: f64) -> f64 {
        self.ends.0 + (self.ends.1 - self.ends.0) * value / self.greatest
    }

    /// At most seven round values, each with its place.
    fn ticks(&self) -> impl Iterator<Item = (f64, f64)> {
        let power = 10_f64.powf((self.greatest / 6.0).log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| (step * power).max(1.0));
        let step = steps.into_iter().find(|step| self.greatest / step <= 6.0).unwrap_or(self.greatest);
        (0..=6)
            .map(move |number| step * f64::from(number))
            .take_while(|value| *value <= self.greatest)
            .map(|value| (value, self.place(value)))
    }
}

#[cfg(test)]
mod tests {
    use crate::worst::cost_report::{AtSize, Worst};

    fn at(size: u32, cost: u64, is_proven: bool) -> AtSize {
        AtSize { size, cost, bound: is_proven.then_some(cost), witness: Vec::new(), paths: 1, by: "" }
    }

    /// The values of an attribute.
    fn values(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
        let begin = format!("<{element} ");
        let elements = svg.split(&begin).skip(1);
        let value =
            |text: &str| text.split(&format!("{attribute}=\"")).nth(1)?.split('"').next()?.parse().ok();
        elements.filter_map(value).collect()
    }

    #[test]
    fn dots_are_where_their_sizes_and_costs_are() {
        let (sizes, learned_from) =
            (vec![at(4, 6, true), at(10, 45, false)], vec![at(2, 1, true), at(4, 6, true)]);
        let svg = Worst { sizes, learned_from, policy: None }.to_svg("a < b\u{1}");
        assert!(svg.contains(">a &lt; b\u{fffd}</text>") && svg.ends_with("</svg>\n"));
        // From 70 to 620 for 0 to 10, and from 310 up to 40 for 0 to 45.
        assert_eq!(values(&svg, "circle", "cx"), [180.0, 290.0, 620.0]);
        assert_eq!(values(&svg, "circle", "cy"), [304.0, 274.0, 40.0]);
        assert_eq!(svg.matches("class=\"dot proven\"").count(), 2);
        let texts: Vec<&str> = svg.split("text-anchor=\"middle\">").skip(1).collect();
        assert!(texts.len() == 7 && texts[5].starts_with("10<"), "{svg}"); // 0, 2, ... 10, and the axis' name
    }

    #[test]
    fn nothing_is_drawn_as_nothing() {
        let svg = Worst::<Vec<i64>> { sizes: Vec::new(), learned_from: Vec::new(), policy: None }.to_svg("");
        assert_eq!(svg.matches("<circle ").count() + svg.matches("<polyline ").count(), 0);
        let svg = Worst { sizes: vec![at(0, 0, true)], learned_from: Vec::new(), policy: None }.to_svg("");
        assert_eq!((values(&svg, "circle", "cx"), values(&svg, "circle", "cy")), (vec![70.0], vec![310.0]));
    }
}
