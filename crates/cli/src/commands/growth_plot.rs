//! The growth of counts and times with the size, as an SVG picture of two panels with logarithmic axes.
//!
//! Counts can be beyond every float, so that their logarithms are plotted, which come from their digits. A size without
//! structures has no point. Colours are given by a style sheet, so that the picture suits a light and a dark background.

use std::error::Error;
use std::ops::Range;
use std::time::Duration;

use dpgen_forest::Count;
use plotters::coord::Shift;
use plotters::prelude::{
    ChartBuilder, Circle, DrawingArea, IntoDrawingArea as _, IntoFont as _, LineSeries, PathElement,
    RGBColor, SVGBackend, TextStyle,
};
use plotters::style::Color as _;

const PICTURE_WIDTH: u32 = 760;
const COUNTS_HEIGHT: u32 = 340;
const TIMES_HEIGHT: u32 = 220;

/// A colour on a light background, and on a dark one.
type Shade = (RGBColor, RGBColor);
const PAPER_COLORS: Shade = (RGBColor(255, 255, 255), RGBColor(18, 22, 29));
const INK_COLORS: Shade = (RGBColor(28, 36, 48), RGBColor(232, 237, 244));
const GRID_COLORS: Shade = (RGBColor(220, 225, 232), RGBColor(52, 62, 78));
const STRUCTURES_COLORS: Shade = (RGBColor(26, 86, 176), RGBColor(122, 174, 255));
const CLASSES_COLORS: Shade = (RGBColor(176, 70, 16), RGBColor(255, 168, 110));
const TIME_COLORS: Shade = (RGBColor(0, 120, 80), RGBColor(90, 210, 160));

/// The figures of one size.
#[derive(Debug, Clone)]
pub struct SizePoint {
    pub size: u32,
    pub structures: Count,
    pub classes: u64,
    pub time: Duration,
}

/// A line of a panel: its name, its colour, and where it goes.
type Line = (&'static str, RGBColor, Vec<(f64, f64)>);

/// The picture, titled `title`.
///
/// # Errors
/// An error of plotters.
pub fn growth_plot(title: &str, points: &[SizePoint]) -> Result<String, Box<dyn Error>> {
    let line = |value: &dyn Fn(&SizePoint) -> Option<f64>| -> Vec<(f64, f64)> {
        points.iter().filter_map(|point| Some((f64::from(point.size), value(point)?))).collect()
    };
    let counts: [Line; 2] = [
        ("structures", STRUCTURES_COLORS.0, line(&|point| logarithm(&point.structures))),
        ("classes", CLASSES_COLORS.0, line(&|point| logarithm(&Count::from(point.classes)))),
    ];
    let seconds = |point: &SizePoint| Some(point.time.as_secs_f64().max(1e-6).log10());
    let times: [Line; 1] = [("time of each size", TIME_COLORS.0, line(&seconds))];
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (PICTURE_WIDTH, COUNTS_HEIGHT + TIMES_HEIGHT))
            .into_drawing_area();
        area.fill(&PAPER_COLORS.0).map_err(|error| error.to_string())?;
        let (upper, lower) = area.split_vertically(COUNTS_HEIGHT);
        panel(&upper, &counts, &power_of_ten)?;
        panel(&lower, &times, &power_of_ten_seconds)?;
        area.present().map_err(|error| error.to_string())?;
    }
    Ok(styled(&svg, title))
}

/// The decimal logarithm of a count, unless it is 0.
fn logarithm(count: &Count) -> Option<f64> {
    /// The digits that matter to a float.
    const MAX_DIGITS: usize = 17;
    let digits = count.to_string();
    let first = &digits[..digits.len().min(MAX_DIGITS)];
    let rest = u32::try_from(digits.len() - first.len()).ok()?;
    let value: f64 = first.parse().ok()?;
    (value > 0.0).then(|| value.log10() + f64::from(rest))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Lines over sizes; `label` writes the value with a logarithm.
fn panel(area: &Area<'_>, lines: &[Line], label: &dyn Fn(f64) -> String) -> Result<(), Box<dyn Error>> {
    let all = || lines.iter().flat_map(|(_, _, points)| points);
    let sizes = padded_range(all().map(|(size, _)| *size), 0.5);
    let values =
        padded_range(all().map(|(_, value)| value.floor()).chain(all().map(|(_, value)| value.ceil())), 0.0);
    let style =
        |points: u32| -> TextStyle<'static> { ("sans-serif", points).into_font().color(&INK_COLORS.0) };
    // A line a power of ten, as far as there is room for them.
    let decades = values.end - values.start;
    let ticks = (1_u8..8).find(|ticks| decades < f64::from(*ticks)).unwrap_or(8);
    let mut chart = ChartBuilder::on(area)
        .margin(14)
        .x_label_area_size(40)
        .y_label_area_size(64)
        .build_cartesian_2d(sizes, values)?;
    chart
        .configure_mesh()
        .x_desc("size")
        .x_labels(12)
        .y_labels(usize::from(ticks))
        .x_label_formatter(&|size| {
            if (size - size.round()).abs() < 1e-9 { format!("{size:.0}") } else { String::new() }
        })
        .y_label_formatter(&|value| label(*value))
        .label_style(style(13))
        .axis_desc_style(style(14))
        .axis_style(INK_COLORS.0)
        .bold_line_style(GRID_COLORS.0)
        .light_line_style(PAPER_COLORS.0)
        .max_light_lines(1)
        .draw()?;
    for (name, colour, points) in lines {
        let colour = *colour;
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(plotters::chart::SeriesLabelPosition::UpperLeft)
        .background_style(PAPER_COLORS.0)
        .border_style(GRID_COLORS.0)
        .label_font(style(13))
        .draw()?;
    Ok(())
}

/// A range with all values and some padding on each side; never an empty one.
fn padded_range(values: impl Iterator<Item = f64> + Clone, padding: f64) -> Range<f64> {
    let min = values.clone().fold(f64::INFINITY, f64::min) - padding;
    let max = values.fold(f64::NEG_INFINITY, f64::max) + padding;
    if min.is_finite() && min < max {
        min..max
    } else if min.is_finite() {
        min..min + 1.0
    } else {
        0.0..1.0
    }
}

/// A number with this decimal logarithm.
fn power_of_ten(logarithm: f64) -> String {
    if logarithm < 6.0 {
        format!("{:.0}", 10_f64.powf(logarithm))
    } else {
        format!("10^{}", one_decimal(logarithm))
    }
}

/// A time whose seconds have this decimal logarithm.
fn power_of_ten_seconds(logarithm: f64) -> String {
    let (unit, shift) = match logarithm {
        low if low < -3.0 => ("us", 6.0),
        low if low < 0.0 => ("ms", 3.0),
        _ => ("s", 0.0),
    };
    // Logarithms on an axis can be a little off.
    format!("{:.0} {unit}", 10_f64.powf(logarithm + shift))
}

/// A number with one decimal, unless that is 0.
fn one_decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// The picture with a title, and colours for light and dark backgrounds.
fn styled(svg: &str, title: &str) -> String {
    let hex = |RGBColor(red, green, blue): RGBColor| format!("#{red:02X}{green:02X}{blue:02X}");
    let mut style = String::from("svg{color-scheme:light dark}@media(prefers-color-scheme:dark){");
    for (light, dark) in
        [PAPER_COLORS, INK_COLORS, GRID_COLORS, STRUCTURES_COLORS, CLASSES_COLORS, TIME_COLORS]
    {
        let (light, dark) = (hex(light), hex(dark));
        style += &format!("[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}");
    }
    style.push('}');
    let title = dpgen_draw::escaped(title);
    let named = format!("<svg role=\"img\" aria-label=\"{title}\" ");
    let svg = svg.replacen("<svg ", &named, 1);
    let end = svg.find('>').map_or(0, |end| end + 1);
    format!("{}\n<title>{title}</title><style>{style}</style>{}", &svg[..end], &svg[end..])
}

#[cfg(test)]
mod tests {
    use super::{Count, logarithm, one_decimal, power_of_ten};

    #[test]
    fn logarithms_of_counts_beyond_floats() {
        let log = |text: &str| logarithm(&text.parse::<Count>().expect("it is a count"));
        assert_eq!(log("0"), None);
        assert_eq!(log("1"), Some(0.0));
        assert_eq!(log("1000"), Some(3.0));
        let huge = log(&format!("5{}", "0".repeat(400))).expect("it is no 0");
        assert!((huge - 400.698_970).abs() < 1e-6, "{huge}");
    }

    #[test]
    fn labels_are_short() {
        assert_eq!(
            [power_of_ten(0.0), power_of_ten(3.0), power_of_ten(12.0), power_of_ten(60.5)],
            ["1", "1000", "10^12", "10^60.5"]
        );
        assert_eq!([one_decimal(2.0), one_decimal(0.5)], ["2", "0.5"]);
    }
}
