//! [`Place`]: the size and rank of a structure, which identify it within its build.

use std::fmt;
use std::str::FromStr;

use dpgen_forest::Count;

/// A structure's size and rank: what [`Structures::nth`](crate::Structures::nth) takes, and
/// [`Structures::rank_of`](crate::Structures::rank_of) gives. Its text is the one of `DPGEN_REPLAY`.
///
/// Places are ordered as structures are: by size, then rank. With the feature `serde`, a place is written as its text.
///
/// ```
/// use dpgen::adapters::Place;
///
/// let place = Place::new(4, 17_u32);
/// assert_eq!(place.to_string(), "4:17");
/// assert_eq!("4:17".parse(), Ok(place));
/// assert!("4".parse::<Place>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The structure's size.
    pub size: u32,
    /// Its rank among those of its size.
    pub rank: Count,
}

impl Place {
    /// The place of this size and rank.
    ///
    /// ```
    /// # use dpgen::prelude::*; #[derive(DpGen, Debug, PartialEq)] enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// # let trees = Generator::<Tree>::up_to(5).build()?;
    /// use dpgen::adapters::Place;
    ///
    /// let place = Place::new(3, 4_u32);
    /// assert!(trees.nth(place.size, place.rank).is_some());
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn new(size: u32, rank: impl Into<Count>) -> Self {
        Self { size, rank: rank.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.size, self.rank)
    }
}

/// A text is no place.
///
/// ```
/// let error = "4-17".parse::<dpgen::adapters::Place>().unwrap_err();
/// assert_eq!(error.to_string(), "\"4-17\" is no place: expected a size and a rank, as in 4:17");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsePlaceError(String);

impl fmt::Display for ParsePlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no place: expected a size and a rank, as in 4:17", self.0)
    }
}

impl std::error::Error for ParsePlaceError {}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Self, ParsePlaceError> {
        let place = text
            .split_once(':')
            .and_then(|(size, rank)| Some(Self { size: size.parse().ok()?, rank: rank.parse().ok()? }));
        place.ok_or_else(|| ParsePlaceError(text.to_owned()))
    }
}
