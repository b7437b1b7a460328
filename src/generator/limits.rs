//! Limits of a build on time and memory, its cancellation, and its progress.

use std::sync::Arc;
use std::time::Duration;

use super::Generator;
use crate::types::DpGen;
use dpgen_engine::Progress;
use dpgen_forest::limits::{CancelToken, Limits};

impl<T: DpGen> Generator<T> {
    /// Sets all limits.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let limits = dpgen::Limits::none().structures(20);
    /// let trees = Generator::<Tree>::up_to(30).limits(limits).build()?;
    /// assert_eq!(trees.total(), 23); // sizes 0 to 4; 20 is reached within size 4
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.settings.options.limits = limits;
        self
    }

    /// Stops the build after this much time.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use std::time::Duration;
    ///
    /// let trees = Generator::<Tree>::up_to(5).time_limit(Duration::from_secs(60)).build()?;
    /// assert_eq!(trees.stop_reason(), None);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.settings.options.limits.time = Some(time);
        self
    }

    /// Stops the build when this token is cancelled.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// let token = dpgen::CancelToken::new();
    /// token.cancel(); // from another thread, or on an interrupt
    /// let trees = Generator::<Tree>::up_to(20).cancel(token).build()?;
    /// assert_eq!(trees.stop_reason(), Some(dpgen::StopReason::Cancelled));
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.settings.options.limits.cancel = Some(token);
        self
    }

    /// Lets another thread watch the build.
    ///
    /// ```
    /// # use dpgen::prelude::*;
    /// # #[derive(DpGen, Debug, Clone, PartialEq)]
    /// # enum Tree { Leaf, Node(Box<Tree>, Box<Tree>) }
    /// use std::sync::{Arc, atomic::Ordering};
    ///
    /// let progress = Arc::new(dpgen::engine::Progress::default());
    /// Generator::<Tree>::up_to(5).progress(progress.clone()).build()?;
    /// assert!(progress.candidates.load(Ordering::Relaxed) > 0);
    /// # Ok::<(), dpgen::BuildError>(())
    /// ```
    #[must_use]
    pub fn progress(mut self, progress: Arc<Progress>) -> Self {
        self.settings.options.progress = Some(progress);
        self
    }
}
