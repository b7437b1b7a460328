//! Parsers of the values of flags: times, amounts of memory, shards, ranges of ranks, parameters.

use std::time::Duration;

use bytesize::ByteSize;
use dpgen_forest::{Count, MAX_ODDS, Scope};

/// A number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 0..=512) => Ok(threads),
        Ok(_) => Err("at most 512 threads".to_owned()),
        Err(_) => Err("expected a number".to_owned()),
    }
}

/// A number of columns of a terminal.
pub fn columns(text: &str) -> Result<usize, String> {
    let columns = text.parse().ok().filter(|columns| (1..=100_000).contains(columns));
    columns.ok_or_else(|| "expected a number from 1 to 100000".to_owned())
}

/// The sizes that flags take.
pub fn sizes() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(0..=i64::from(Scope::MAX_SIZE_LIMIT))
}

/// `500ms`, `10s`, `1.5m`, `2h`, `1h 30m`.
pub fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|why| format!("`{text}` is no time ({why}); write it as in 500ms, 10s, 2m or 1h"))
}

/// `4GB`, `512MiB`; a number alone is one of bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    text.parse::<ByteSize>()
        .map(|size| size.as_u64())
        .map_err(|_| format!("`{text}` is no amount of memory; write it as in 500MB, 4GB or 2GiB"))
}

/// One of several equal parts, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which one.
    pub index: u32,
    /// Of how many.
    pub of: u32,
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// `2/8`.
pub fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((index, of)) if 1 <= index && index <= of => Ok(Shard { index, of }),
        Some((index, of)) => Err(format!("there is no part {index} of {of}; parts are numbered from 1")),
        None => Err(format!("`{text}` is no part; write it as in 2/8, the second of eight")),
    }
}

/// Ranks from one, up to another or the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranks {
    /// The first.
    pub start: Count,
    /// The one after the last, if any is set.
    pub end: Option<Count>,
}

impl std::fmt::Display for Ranks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..", self.start)?;
        self.end.as_ref().map_or(Ok(()), |end| write!(f, "{end}"))
    }
}

/// `17`, `10..20` (without 20), `10..=20`, `10..`, `..20`.
pub fn ranks(text: &str) -> Result<Ranks, String> {
    let wrong = || format!("`{text}` is no range of ranks; write it as in 10..20, 10..=20, 10.. or 17");
    let Some((start, end)) = text.split_once("..") else {
        let start = count(text).map_err(|_| wrong())?;
        return Ok(Ranks { end: Some(start.clone() + Count::ONE), start });
    };
    let start = if start.is_empty() { Count::ZERO } else { count(start).map_err(|_| wrong())? };
    let end = match end.strip_prefix('=') {
        Some(last) => Some(count(last).map_err(|_| wrong())? + Count::ONE),
        None if end.is_empty() => None,
        None => Some(count(end).map_err(|_| wrong())?),
    };
    if end.as_ref().is_some_and(|end| *end < start) {
        return Err(format!("`{text}` ends before it begins"));
    }
    Ok(Ranks { start, end })
}

/// A number of any size.
pub fn count(text: &str) -> Result<Count, String> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten().ok_or_else(|| format!("`{text}` is no number"))
}

/// `0.25`.
pub fn probability(text: &str) -> Result<f64, String> {
    let probability = text.parse().ok().filter(|probability| (0.0..=1.0).contains(probability));
    probability.ok_or_else(|| format!("`{text}` is no probability; it lies between 0 and 1"))
}

/// `keys=10`.
pub fn param(text: &str) -> Result<(String, i64), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is no setting; write it as in keys=10"))?;
    let number = value
        .trim()
        .parse()
        .map_err(|_| format!("the value of `{name}` is to be an integer, not `{value}`"))?;
    Ok((name.trim().to_owned(), number))
}

/// A setting of odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddsSetting {
    /// Those of a constructor.
    Constructor(String, u32),
    /// Those that the spec has under a name.
    OfSpec(String),
}

/// `Node=3`, or a name.
pub fn odds(text: &str) -> Result<OddsSetting, String> {
    let Some((name, odds)) = text.split_once('=') else {
        return match text.trim() {
            "" => Err("expected a constructor and its odds, as in Node=3".to_owned()),
            name => Ok(OddsSetting::OfSpec(name.to_owned())),
        };
    };
    let (name, odds) = (name.trim(), odds.trim());
    let number = odds.parse().ok().filter(|odds| (1..=MAX_ODDS).contains(odds));
    let number = number.ok_or_else(|| {
        format!("the odds of `{name}` are to be a whole number from 1 to {MAX_ODDS}, not `{odds}`")
    })?;
    Ok(OddsSetting::Constructor(name.to_owned(), number))
}

#[cfg(test)]
mod tests {
    use super::{OddsSetting, Ranks, Shard, bytes, odds, param, ranks, shard, time};
    use dpgen_forest::Count;
    use std::time::Duration;

    #[test]
    fn times() {
        let ms = |text: &str| time(text).map(|time| time.as_millis());
        assert_eq!(
            (ms("500ms"), ms("10s"), ms("1.5m"), ms("2h")),
            (Ok(500), Ok(10_000), Ok(90_000), Ok(7_200_000))
        );
        assert_eq!(time("0s"), Ok(Duration::ZERO));
        for wrong in ["10", "", "s", "10 parsecs", "-1s", "nans"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!((bytes("4GB"), bytes("500 MB")), (Ok(4_000_000_000), Ok(500_000_000)));
        assert_eq!((bytes("1KiB"), bytes("2MiB"), bytes("1GiB")), (Ok(1 << 10), Ok(2 << 20), Ok(1 << 30)));
        for wrong in ["", "GB", "-1GB", "4 potatoes", "many"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shards_are_numbered_from_one() {
        assert_eq!(shard("3/8"), Ok(Shard { index: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "3/", "a/b", "0/0"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_of_ranks() {
        let range =
            |start: u32, end: Option<u32>| Ok(Ranks { start: start.into(), end: end.map(Count::from) });
        assert_eq!(
            (ranks("17"), ranks("3..5"), ranks("3..=5")),
            (range(17, Some(18)), range(3, Some(5)), range(3, Some(6)))
        );
        assert_eq!(
            (ranks("3.."), ranks("..5"), ranks("5..5")),
            (range(3, None), range(0, Some(5)), range(5, Some(5)))
        );
        for wrong in ["", "a..b", "5..3", "-1..2", "1...3"] {
            assert!(ranks(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parameters() {
        assert_eq!(param("keys=-3"), Ok(("keys".to_owned(), -3)));
        assert!(param("keys").is_err() && param("keys=many").is_err());
    }

    #[test]
    fn odds_are_whole_numbers_from_1() {
        let node = |number| Ok(OddsSetting::Constructor("Tree.Node".to_owned(), number));
        assert_eq!((odds("Tree.Node=1"), odds(" Tree.Node = 1000000 ")), (node(1), node(1_000_000)));
        assert_eq!(odds("even"), Ok(OddsSetting::OfSpec("even".to_owned())));
        for wrong in ["Node=0", "Node=-1", "Node=1.5", "Node=", "Node=1000001", "Node=99999999999999999999"] {
            assert!(odds(wrong).is_err_and(|why| why.contains("from 1 to 1000000")), "{wrong}");
        }
        assert!(odds("").is_err());
    }
}
