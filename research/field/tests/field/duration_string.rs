//! duration-string: "a library to convert from `String` to `Duration` and vice-versa".

use std::time::Duration;

use dpgen_field::{assert_failing, texts};
use duration_string::DurationString;

texts!(Text, Token: "0", "1", "m", "s", "h", "n", "d", " ", "9", "٣", "18446744073709551615");

#[test]
fn what_is_written_is_read() {
    assert_failing(5, "\"1ms18446744073709551615s\"", (40, 177_156), |text: &Text| {
        let Ok(duration) = text.text().parse::<DurationString>() else { return };
        assert_eq!(duration.to_string().parse(), Ok(duration));
    });
}

#[test]
fn a_long_duration_is_not_read_without_dpgen() {
    let written = DurationString::from(Duration::MAX).to_string();
    assert_eq!(written, "18446744073709551615999999999ns");
    assert!(written.parse::<DurationString>().is_err());
}
