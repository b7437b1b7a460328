//! Numbers, sizes, times and tables for people.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

pub use dpgen_forest::grouped;

/// `1 structure`, `2 structures`.
pub fn structures(number: impl Display) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{} structure{plural}", grouped(number))
}

/// `size 3`, or `sizes 0 to 3`.
pub fn sizes(sizes: &RangeInclusive<u32>) -> String {
    if sizes.start() == sizes.end() {
        format!("size {}", sizes.start())
    } else {
        format!("sizes {} to {}", sizes.start(), sizes.end())
    }
}

/// A time with the unit that suits it.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.001 {
        format!("{} us", time.as_micros())
    } else if seconds < 1.0 {
        format!("{} ms", time.as_millis())
    } else if seconds < 120.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{:.1} min", seconds / 60.0)
    }
}

/// Columns of equal width, flush right.
pub fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in rows {
        // Not by a format's width, which has an end where counts have none.
        let pad = |cell: &String, width: usize| " ".repeat(width - cell.chars().count()) + cell;
        let cells = row.iter().zip(&widths).map(|(cell, width)| pad(cell, *width));
        out += &cells.collect::<Vec<_>>().join("  ");
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{aligned, grouped, sizes, structures, time};
    use std::time::Duration;

    #[test]
    fn numbers_are_grouped_from_the_right() {
        let shown: Vec<String> = [0_u64, 12, 123, 1234, 123_456, 1_234_567].map(grouped).into();
        assert_eq!(shown, ["0", "12", "123", "1,234", "123,456", "1,234,567"]);
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let long = "9".repeat(70_000);
        let table = aligned(&[["a".to_owned(), "b".to_owned()], ["cc".to_owned(), long.clone()]]);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines, [format!(" a  {}b", " ".repeat(69_999)), format!("cc  {long}")]);
    }

    #[test]
    fn words_agree_in_number() {
        assert_eq!((structures(1), structures(16_796)), ("1 structure".into(), "16,796 structures".into()));
        assert_eq!((sizes(&(4..=4)), sizes(&(0..=6))), ("size 4".into(), "sizes 0 to 6".into()));
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let shown = [250, 2_500, 2_500_000, 250_000_000].map(|us| time(Duration::from_micros(us)));
        assert_eq!(shown, ["250 us", "2 ms", "2.5 s", "4.2 min"]);
    }
}
