//! [`Guide`]: the kinds of guides, by name.

use std::str::FromStr;

use dpgen_forest::UnknownName;
use serde::{Deserialize, Serialize};

use crate::contexts::Contexts;
use crate::guide_policy::Policy;
use crate::guide_portfolio::PortfolioGuide;
use crate::monte_carlo_control::{Abstraction, Mcc};
use crate::pairs::Pairs;
use crate::search_space::Space;
use crate::uniform_guide::Uniform;

/// The number of symbols of a state of Monte-Carlo control, as in RLCheck's study of search trees.
const MCC_STATE_LEN: u32 = 4;

/// A kind of guide: a strategy that chooses the structure to try next.
///
/// ```
/// use dpgen_guide::{Abstraction, Guide};
///
/// assert_eq!(Guide::default(), Guide::Auto);
/// assert_eq!(Guide::mcc(), Guide::Mcc { abstraction: Abstraction::Branches, window: 4, repeats: false });
/// assert_eq!("pairs".parse(), Ok(Guide::Pairs));
/// assert_eq!("pear".parse::<Guide>().unwrap_err().to_string(), "there is no guide `pear`; there are auto, uniform, mcc, pairs, contexts");
/// assert!(Guide::ALL.iter().all(|guide| guide.name().parse() == Ok(*guide)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Guide {
    /// A portfolio of the others: who found more lately has more turns.
    #[default]
    Auto,
    /// Learns nothing: small sizes whole, then all sizes in turn, without replacement.
    Uniform,
    /// Monte-Carlo control, as RLCheck has it.
    Mcc {
        /// The choices that a state remembers.
        abstraction: Abstraction,
        /// The number of symbols of a state, 1 to 8.
        window: u32,
        /// Whether drawing a structure again counts as an execution, as in RLCheck; else another is drawn.
        repeats: bool,
    },
    /// Learns which choices do not go together.
    Pairs,
    /// Learns how likely a choice is harmless in each of several contexts, by Thompson sampling.
    Contexts,
}

impl Guide {
    /// Every guide, Monte-Carlo control as [`mcc`](Self::mcc) has it.
    pub const ALL: &'static [Self] = &[Self::Auto, Self::Uniform, Self::mcc(), Self::Pairs, Self::Contexts];

    /// Its name, which says nothing of how Monte-Carlo control is set.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Uniform => "uniform",
            Self::Mcc { .. } => "mcc",
            Self::Pairs => "pairs",
            Self::Contexts => "contexts",
        }
    }

    /// Its strategy in a few words.
    ///
    /// ```
    /// assert_eq!(dpgen_guide::Guide::Pairs.about(), "Learns which choices do not go together");
    /// ```
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Auto => "A portfolio of the others",
            Self::Uniform => "Learns nothing: small sizes whole, then all sizes in turn",
            Self::Mcc { repeats: false, .. } => "Monte-Carlo control, as RLCheck has it, without repeats",
            Self::Mcc { repeats: true, .. } => "Monte-Carlo control, as RLCheck has it",
            Self::Pairs => "Learns which choices do not go together",
            Self::Contexts => "Learns how likely a choice is harmless in its contexts",
        }
    }

    /// Monte-Carlo control with the states that served best in its authors' study, without repeats.
    #[must_use]
    pub const fn mcc() -> Self {
        Self::Mcc { abstraction: Abstraction::Branches, window: MCC_STATE_LEN, repeats: false }
    }

    pub(crate) fn policy(self, space: &Space) -> Box<dyn Policy + Send> {
        match self {
            Self::Uniform => Box::new(Uniform::new(space)),
            Self::Mcc { abstraction, window, repeats } => {
                Box::new(Mcc::new(space, abstraction, dpgen_forest::index::at(window), repeats))
            }
            Self::Pairs => Box::new(Pairs::new(space)),
            Self::Contexts => Box::new(Contexts::new(space)),
            Self::Auto => {
                let others = Self::ALL.iter().filter(|guide| **guide != Self::Auto);
                Box::new(PortfolioGuide::new(others.map(|guide| (guide.name(), guide.policy(space)))))
            }
        }
    }
}

impl FromStr for Guide {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::look_up(text, "guide", Self::ALL, Self::name)
    }
}
