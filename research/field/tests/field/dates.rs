//! Dates and durations: chronoutil and croner.

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use chronoutil::RelativeDuration;
use chronoutil::delta::shift_months_opt;
use croner::Cron;
use dpgen_field::{assert_failing, texts};

#[dpgen::test(max_size = 0)]
fn months_are_added(
    #[dpgen(range = 10_955..=12_420)] date: NaiveDate,
    #[dpgen(range = -26..=26)] months: i32,
) {
    let month = date.year() * 12 + date.month0().cast_signed() + months;
    let (year, month) = (month.div_euclid(12), month.rem_euclid(12).cast_unsigned() + 1);
    let expected = (1..=date.day()).rev().find_map(|day| NaiveDate::from_ymd_opt(year, month, day));
    assert_eq!(shift_months_opt(date, months), expected);
}

#[dpgen::test(max_size = 0)]
fn durations_are_read_as_they_are_written(
    #[dpgen(range = -13..=13)] months: i32,
    #[dpgen(values = [-90_061, -86_400, -61, -1, 0, 59, 60, 3_600, 86_399, 90_061])] seconds: TimeDelta,
    #[dpgen(values = [0, 1, 500_000_000, 999_999_999])] nanoseconds: i64,
) {
    let duration =
        RelativeDuration::months(months).with_duration(seconds + TimeDelta::nanoseconds(nanoseconds));
    assert_eq!(RelativeDuration::parse_from_iso8601(&duration.format_to_iso8601()), Ok(duration));
}

texts!(Text, Token: "P", "T", "1", "-", ".", "Y", "D", "S");

/// "Parses an ISO 8601 duration string", which has at least one number, and one after its `T`; `Errors`: "Invalid duration
/// string input".
#[test]
fn a_duration_has_a_number() {
    assert_failing(5, "\"P\"", (8, 37_449), |text: &Text| {
        let text = text.text();
        if text == "P" || text.ends_with('T') {
            assert!(RelativeDuration::parse_from_iso8601(&text).is_err());
        }
    });
}

#[test]
fn no_duration_is_read_without_dpgen() {
    assert_eq!(RelativeDuration::parse_from_iso8601("P"), Ok(RelativeDuration::zero()));
    assert_eq!(RelativeDuration::parse_from_iso8601("P1YT"), Ok(RelativeDuration::years(1)));
}

const DAYS: [&str; 6] = ["*", "31", "L", "15W", "*/10", "1W"];
const WEEKDAYS: [&str; 6] = ["*", "7", "5L", "1#2", "FRI-SUN", "+MON"];

/// A minute later, minute by minute, up to four hours.
#[dpgen::test(max_size = 0)]
fn the_next_time_is_the_first_that_matches(
    #[dpgen(values = ["*", "0", "1,30"])] minute: String,
    #[dpgen(values = ["*", "0", "23"])] hour: String,
    #[dpgen(values = DAYS)] day: String,
    #[dpgen(values = ["*", "2"])] month: String,
    #[dpgen(values = WEEKDAYS)] weekday: String,
    #[dpgen(values = [951_782_400, 1_735_689_600, 1_740_700_800])] time: DateTime<Utc>,
) {
    let cron: Cron = format!("{minute} {hour} {day} {month} {weekday}").parse().unwrap();
    if let Ok(next) = cron.find_next_occurrence(&time, false) {
        assert!(next > time && cron.is_time_matching(&next).unwrap());
        let minutes = (1..240).map(|minutes| time + TimeDelta::minutes(minutes));
        assert!(minutes.take_while(|time| *time < next).all(|time| !cron.is_time_matching(&time).unwrap()));
    }
}
