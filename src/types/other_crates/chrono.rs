//! `chrono`: a date shows as its days since 1970, a time as its seconds since midnight, an instant as its seconds since the
//! beginning of 1970 in UTC, a duration as its seconds.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};

use crate::types::other_crates::as_integers::as_integers;

as_integers! {
    NaiveDate as i64, |days| TimeDelta::try_days(days).and_then(|days| Self::default().checked_add_signed(days)),
        |own| Some(own.signed_duration_since(Self::default()).num_days());
    NaiveTime as u32, |seconds| Self::from_num_seconds_from_midnight_opt(seconds, 0),
        |own| (own.nanosecond() == 0).then(|| own.num_seconds_from_midnight());
    NaiveDateTime as i64, |seconds| DateTime::from_timestamp(seconds, 0).map(|instant| instant.naive_utc()),
        |own| (own.and_utc().timestamp_subsec_nanos() == 0).then(|| own.and_utc().timestamp());
    DateTime<Utc> as i64, |seconds| DateTime::from_timestamp(seconds, 0),
        |own| (own.timestamp_subsec_nanos() == 0).then(|| own.timestamp());
    TimeDelta as i64, |seconds| Self::try_seconds(seconds),
        |own| (own.subsec_nanos() == 0).then(|| own.num_seconds());
}
