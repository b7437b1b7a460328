//! [`Learned`]: the knowledge of a guide as a text that outlives the hunt: it can be read, edited, and given to another hunt.
//!
//! Labels and slots are written by name, so that what was learned of small structures, or of few values, serves larger ones.
//! Knowledge of names that another schema does not have is left out when it is loaded for that schema.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::contexts::context::Context;
use crate::monte_carlo_control::action_value::ActionValue;
use crate::pairs::feature::{Feature, Level};

/// The version of the text.
const KNOWLEDGE_VERSION: u32 = 1;

/// The counts of one feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LearnedFeature {
    pub feature: Feature<String>,
    pub accepted: u32,
    pub refused: u32,
}

/// The counts of a choice in a context: accepted and refused structures that had it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct LearnedChoice {
    pub choice: String,
    pub context: Context<String>,
    pub accepted: f64,
    pub refused: f64,
}

/// The knowledge of a guide; of a portfolio, that of each of its guides.
///
/// It is written as RON by [`to_ron`](Self::to_ron) and read by [`from_ron`](Self::from_ron).
///
/// ```
/// use dpgen_guide::Learned;
///
/// let text = Learned::default().to_ron();
/// assert_eq!(Learned::from_ron(&text)?, Learned::default());
/// let newer = text.replace("version: 1", "version: 2");
/// assert!(Learned::from_ron(&newer).unwrap_err().to_string().contains("version 2"));
/// # Ok::<(), dpgen_guide::LearnedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Learned {
    version: u32,
    pub(crate) level: Level,
    /// Features, with how many structures with them were accepted, and how many were refused because of them.
    pub(crate) pairs: Vec<LearnedFeature>,
    /// Choices in contexts.
    #[serde(default)]
    pub(crate) contexts: Vec<LearnedChoice>,
    /// Choices in states, and what they were worth.
    #[serde(default)]
    pub(crate) mcc: Vec<ActionValue>,
}

impl Default for Learned {
    fn default() -> Self {
        Self {
            version: KNOWLEDGE_VERSION,
            level: Level::default(),
            pairs: Vec::new(),
            contexts: Vec::new(),
            mcc: Vec::new(),
        }
    }
}

/// A text is not what a guide has learned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnedError(String);

impl fmt::Display for LearnedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what was learned can not be read: {}", self.0)
    }
}

impl std::error::Error for LearnedError {}

impl Learned {
    /// As text, a line a feature.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let style = ron::ser::PrettyConfig::new().depth_limit(2);
        // Numbers, names and lists can all be written.
        ron::ser::to_string_pretty(self, style).unwrap_or_default()
    }

    /// From text.
    ///
    /// # Errors
    /// When it is no such text, or one of another version; it says where.
    pub fn from_ron(text: &str) -> Result<Self, LearnedError> {
        let learned: Self = ron::from_str(text).map_err(|error| LearnedError(error.to_string()))?;
        if learned.version != KNOWLEDGE_VERSION {
            let version = learned.version;
            return Err(LearnedError(format!(
                "it has version {version}, and this program knows version {KNOWLEDGE_VERSION}"
            )));
        }
        Ok(learned)
    }
}
