//! [`Path`]: the outcomes of one run of a program, and its end.

use dpgen_forest::Count;

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The program returned.
    Returned,
    /// It panicked with this message: a finding.
    Panicked(String),
    /// It asked for something that has no value, such as a division by zero, or that the solver can not hold.
    Failed(String),
    /// It was ended at the limit of decisions a run.
    Cut,
}

/// One way that a program goes: every input that meets its path condition goes it.
#[derive(Debug, Clone)]
pub struct Path {
    /// With which structure it begins.
    pub beginning: u32,
    /// A value for each integer that was left open.
    pub values: Vec<i64>,
    /// How many comparisons, and looks at nodes, could have gone another way.
    pub decisions: u32,
    /// How many comparisons of open integers the program made.
    pub comparisons: u64,
    /// What it added by [`cost`](crate::cost).
    pub cost: u64,
    /// The outcomes that it covers, ascending: their numbers in the coverage.
    pub outcomes: Vec<u32>,
    /// How it ended.
    pub end: End,
    /// How many inputs take it, of those with which it begins: a value for each open integer. `None` if
    /// [counts](crate::Exploration::counts) were not asked for, if the count would go over too many values, or if inputs are
    /// judged after the program.
    pub inputs: Option<Count>,
}
