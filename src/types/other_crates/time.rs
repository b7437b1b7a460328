//! `time`: a date shows as its days since 1970, a time as its seconds since midnight, an instant as its seconds since the
//! beginning of 1970 in UTC, a duration as its seconds.

use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time};

use crate::types::other_crates::as_integers::as_integers;

/// The Julian day of the first of January 1970.
const EPOCH_JULIAN_DAY: i32 = OffsetDateTime::UNIX_EPOCH.date().to_julian_day();

/// The seconds of a day.
const SECONDS_PER_DAY: u32 = 24 * 60 * 60;

fn time_at(second: u32) -> Option<Time> {
    let part = |of: u32| u8::try_from(of).ok();
    let (hours, minutes) = (part(second / 3600)?, part(second / 60 % 60)?);
    Time::from_hms(hours, minutes, part(second % 60)?).ok().filter(|_| second < SECONDS_PER_DAY)
}

as_integers! {
    Date as i32, |days| days.checked_add(EPOCH_JULIAN_DAY).and_then(|day| Self::from_julian_day(day).ok()),
        |own| Some(own.to_julian_day() - EPOCH_JULIAN_DAY);
    Time as u32, |second| time_at(second),
        |own| (own.nanosecond() == 0)
            .then(|| (u32::from(own.hour()) * 60 + u32::from(own.minute())) * 60 + u32::from(own.second()));
    OffsetDateTime as i64, |seconds| Self::from_unix_timestamp(seconds).ok(),
        |own| (own.nanosecond() == 0 && own.offset().is_utc()).then(|| own.unix_timestamp());
    PrimitiveDateTime as i64,
        |seconds| OffsetDateTime::from_unix_timestamp(seconds).ok().map(|instant| Self::new(instant.date(), instant.time())),
        |own| (own.nanosecond() == 0).then(|| own.assume_utc().unix_timestamp());
    Duration as i64, |seconds| Some(Self::seconds(seconds)),
        |own| (own.subsec_nanoseconds() == 0).then(|| own.whole_seconds());
}
