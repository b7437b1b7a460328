//! [`WholeFileJudge`]: gives another judge whole files as the texts of cases.

use dpgen_diff::{Case, Difference, FileTemplate, Judge, JudgeError, Subject, Tally};

/// A judge for which the texts of cases are put into the template of their files. So the inner judge takes any file.
pub struct WholeFileJudge<'j> {
    inner: &'j mut dyn Judge,
    template: &'j FileTemplate,
}

impl<'j> WholeFileJudge<'j> {
    /// A judge around one that has an empty template.
    pub fn new(inner: &'j mut dyn Judge, template: &'j FileTemplate) -> Self {
        Self { inner, template }
    }
}

impl Judge for WholeFileJudge<'_> {
    fn subjects(&self) -> Vec<Subject> {
        self.inner.subjects()
    }

    fn block_len(&self) -> (usize, usize) {
        self.inner.block_len()
    }

    fn judge(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        let whole = |case: &Case| Case { text: self.template.file(&case.text), ..case.clone() };
        let cases: Vec<Case> = cases.iter().map(whole).collect();
        self.inner.judge(&cases, halted)
    }

    fn tally(&self) -> Tally {
        self.inner.tally()
    }
}
