//! [`Costs`]: the costs of recent structures of a size, to tell a high cost from a low one.
//!
//! Costs of different sizes are not compared: a larger structure costs more for no other reason. Invariant: it depends on the
//! costs alone, in order.

/// The number of recent costs with which a new cost is compared.
const MAX_RECENT_COSTS: usize = 256;

/// The costs of one size.
#[derive(Debug, Clone, Default)]
pub(crate) struct Costs {
    late: std::collections::VecDeque<u64>,
    pub highest: Option<u64>,
}

impl Costs {
    /// Adds a cost: whether it is in the upper quarter, and whether it is the highest so far.
    pub(crate) fn add(&mut self, cost: u64) -> (bool, bool) {
        let lower = self.late.iter().filter(|other| **other < cost).count();
        let higher = self.late.iter().filter(|other| **other > cost).count();
        let is_new = self.highest.is_none_or(|highest| highest < cost);
        let is_high = is_new || (lower > 0 && higher * 4 <= self.late.len());
        self.highest = self.highest.max(Some(cost));
        if self.late.len() == MAX_RECENT_COSTS {
            self.late.pop_front();
        }
        self.late.push_back(cost);
        (is_high, is_new)
    }
}

#[cfg(test)]
mod tests {
    use super::Costs;

    #[test]
    fn the_upper_quarter_is_high() {
        let mut costs = Costs::default();
        for cost in 0..100 {
            assert_eq!(costs.add(cost), (true, true));
        }
        assert_eq!(costs.add(10), (false, false));
        assert_eq!(costs.add(90), (true, false));
        assert_eq!(costs.add(99), (true, false));
        assert_eq!(costs.highest, Some(99));
    }
}
