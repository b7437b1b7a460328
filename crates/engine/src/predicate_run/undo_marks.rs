//! Marks of the states that a run can be taken back to, as plain data. Read `undo.rs` for how.

/// A change of a node or data slot, with the state before it.
#[derive(Debug)]
pub(crate) enum Change<N> {
    Node(u32, N),
    /// A data slot, by its atom's number plus 1, and the interval that it was narrowed to.
    Data(u32, (u32, u32)),
}

/// The node or atom that a choice decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecidedPart {
    Node(u32),
    /// By the atom's number plus 1.
    Atom(u32),
}

/// The start of a question: the numbers of choices and of changes made by then.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct QuestionStart {
    pub(super) choices: usize,
    pub(super) changes: usize,
}

/// The state of a run at one of its choices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    pub(super) decides: DecidedPart,
    /// Where the question began that makes the choice; it makes all its choices before it changes anything else.
    pub(super) begun: QuestionStart,
    pub(super) source: (u32, u32),
    pub(super) nodes: usize,
    pub(super) slots: usize,
    pub(super) atoms: usize,
    pub(super) condition: Option<u32>,
}
