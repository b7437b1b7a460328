//! [`Odds`]: a factor for each constructor, for random draws.
//!
//! The odds of a structure are the product of the odds of its constructors, each as often as it occurs. Draws with odds give
//! each structure a probability proportional to that product. Read [`odds_sampler`](super::odds_sampler) next.

use std::fmt;

use crate::index::CtorIx;
use crate::schema::Schema;

/// The greatest odds of a constructor.
pub const MAX_ODDS: u32 = 1_000_000;

/// A factor from 1 to [`MAX_ODDS`] for each constructor of a schema; 1 where nothing else is set.
///
/// ```
/// use dpgen::prelude::*;
/// use dpgen::schema::{Odds, OddsError};
/// # #[derive(DpGen)] enum Expr { One, Neg(Box<Expr>), Add(Box<Expr>, Box<Expr>) }
///
/// let exprs = Generator::<Expr>::up_to(3).build()?;
/// let mut odds = Odds::new(exprs.catalog().schema());
/// assert_eq!(odds.set("Neg", 5), Ok(()));
/// assert_eq!(odds.set("Expr.Add", 2), Ok(())); // with the type, where several types have a constructor of one name
/// assert!(matches!(odds.set("Mul", 2), Err(OddsError::Unknown { .. })));
/// assert!(matches!(odds.set("Add", 0), Err(OddsError::OutOfRange { .. })));
/// # Ok::<(), dpgen::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Odds<'a> {
    schema: &'a Schema,
    by_ctor: Vec<u32>,
}

/// Odds that can not be set.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OddsError {
    /// No constructor has this name.
    Unknown {
        /// The name.
        name: String,
    },
    /// Constructors of several types have this name.
    Ambiguous {
        /// The name.
        name: String,
        /// Each with its type.
        meant: Vec<String>,
    },
    /// Odds below 1 or above [`MAX_ODDS`].
    OutOfRange {
        /// The name of the constructor.
        name: String,
        /// The odds.
        odds: u32,
    },
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "there is no constructor `{name}`"),
            Self::Ambiguous { name, meant } => {
                write!(f, "several types have a constructor `{name}`: say which of {}", meant.join(", "))
            }
            Self::OutOfRange { name, odds } => {
                write!(f, "the odds of `{name}` are {odds}: odds are whole numbers from 1 to {MAX_ODDS}")
            }
        }
    }
}

impl std::error::Error for OddsError {}

impl<'a> Odds<'a> {
    /// Odds of 1 for each constructor: every structure has the same probability.
    #[must_use]
    pub fn new(schema: &'a Schema) -> Self {
        Self { schema, by_ctor: vec![1; schema.all_constructors().len()] }
    }

    /// Sets the odds of a constructor by its name, or by `Type.Constructor`.
    ///
    /// # Errors
    /// When no constructor has this name, those of several types have it, or the odds are out of range.
    pub fn set(&mut self, name: &str, odds: u32) -> Result<(), OddsError> {
        if odds == 0 || odds > MAX_ODDS {
            return Err(OddsError::OutOfRange { name: name.to_owned(), odds });
        }
        let (mut places, mut meant) = (Vec::new(), Vec::new());
        for (place, ctor) in self.schema.all_constructors().iter().enumerate() {
            let full = self.full_name(place);
            if ctor.name == name || full == name {
                places.push(place);
                if !meant.contains(&full) {
                    meant.push(full);
                }
            }
        }
        match meant.len() {
            0 => Err(OddsError::Unknown { name: name.to_owned() }),
            1 => {
                for place in places {
                    self.by_ctor[place] = odds;
                }
                Ok(())
            }
            _ => Err(OddsError::Ambiguous { name: name.to_owned(), meant }),
        }
    }

    /// The names that [`set`](Self::set) knows: each constructor with its type.
    pub fn names(&self) -> impl Iterator<Item = String> + use<'_, 'a> {
        (0..self.by_ctor.len()).map(|place| self.full_name(place))
    }

    /// The constructors whose odds are not 1, each with its type, in the order of the schema.
    pub fn entries(&self) -> impl Iterator<Item = (String, u32)> + use<'_, 'a> {
        let set = self.by_ctor.iter().enumerate().filter(|(_, odds)| **odds != 1);
        set.map(|(place, odds)| (self.full_name(place), *odds))
    }

    /// The odds of a constructor.
    #[must_use]
    pub fn of(&self, ctor: CtorIx) -> u32 {
        self.by_ctor[ctor.index()]
    }

    fn full_name(&self, place: usize) -> String {
        let ctor = &self.schema.all_constructors()[place];
        format!("{}.{}", self.schema.ty(ctor.ty).name, ctor.name)
    }
}
