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

    /// The cases with whole files as their texts.
    fn whole(&self, cases: &[Case]) -> Vec<Case> {
        cases.iter().map(|case| Case { text: self.template.file(&case.text), ..case.clone() }).collect()
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
        self.inner.judge(&self.whole(cases), halted)
    }

    fn judge_for_report(
        &mut self,
        cases: &[Case],
        halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        self.inner.judge_for_report(&self.whole(cases), halted)
    }

    fn tally(&self) -> Tally {
        self.inner.tally()
    }
}
