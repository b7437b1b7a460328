//! [`Path`]: the outcomes of one run of a program, and its end.

use dpgen_forest::Count;

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The program returned.
    Returned,
    /// It panicked with this message: a finding.
    Panicked(String),
    /// It computed something without a value, such as a division by zero, or a number beyond the range of the solver.
    Failed(String),
    /// It was ended at the limit of decisions a run.
    Cut,
}

/// One way that a program goes: every input that meets its path condition goes it.
#[derive(Debug, Clone)]
pub struct Path {
    /// The structure that the program begins with.
    pub beginning: u32,
    /// A value for each integer that was left open.
    pub values: Vec<i64>,
    /// The number of decisions: comparisons, and looks at nodes, that could have gone another way.
    pub decisions: u32,
    /// The number of comparisons of open integers that the program made.
    pub comparisons: u64,
    /// The cost that it added by [`cost`](crate::cost).
    pub cost: u64,
    /// The outcomes that it covers, ascending: their numbers in the coverage.
    pub outcomes: Vec<u32>,
    /// The end of the run.
    pub end: End,
    /// The number of inputs that take the path: of assignments of a value to each open integer of its structure. `None` if
    /// [counts](crate::Exploration::counts) were not asked for, if the count would go over too many values, or if inputs are
    /// judged after the program.
    pub inputs: Option<Count>,
}
