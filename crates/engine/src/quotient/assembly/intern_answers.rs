//! [`AnswerInterner`]: the answers of new classes to the attributes of their type, interned.

use dpgen_forest::index::{AttrIx, TypeIx, at};

use super::new_classes::NewClasses;
use crate::error::BuildError;
use crate::limit_monitor::LimitMonitor;
use crate::predicate_run::attributes_in_use::Attributes;
use crate::quotient::leaf::batch_leaves::{ClassKey, KeyShape};
use crate::value_interner::{ValueId, ValueTable};

/// The answers of a class.
pub(super) type Answers = Vec<(AttrIx, ValueId)>;

/// Interns the answers of classes of one type.
pub(super) struct AnswerInterner<'a> {
    /// The attributes of the type.
    attrs: Vec<AttrIx>,
    /// By attribute: its answers.
    tables: &'a mut [ValueTable],
    watch: &'a LimitMonitor,
}

impl<'a> AnswerInterner<'a> {
    pub(super) fn new(
        attributes: &Attributes,
        ty: TypeIx,
        tables: &'a mut [ValueTable],
        watch: &'a LimitMonitor,
    ) -> Self {
        Self { attrs: attributes.of(ty).map(|(attr, _)| attr).collect(), tables, watch }
    }

    /// The answers of a key; fewer if the build is to stop.
    pub(super) fn answers(&mut self, shape: &KeyShape, key: &ClassKey) -> Result<Answers, BuildError> {
        let mut answers = Vec::with_capacity(self.attrs.len());
        for (attr, (words, ints)) in self.attrs.iter().zip(shape.answers(key)) {
            let table = &mut self.tables[attr.index()];
            if !table.reserve(words.len() + ints.len(), self.watch) {
                break;
            }
            answers.push((*attr, table.intern(words, ints)?));
        }
        Ok(answers)
    }

    /// The answers of each class that has members; fewer if the build is to stop. A class has none if no sizes of the parts of
    /// its key add up.
    pub(super) fn answers_of_classes(
        &mut self,
        classes: &NewClasses,
        member_counts: &[usize],
    ) -> Result<Vec<Answers>, BuildError> {
        let mut pace = self.watch.pace();
        let with_members = classes.keys.iter().zip(member_counts).filter(|(_, members)| **members > 0);
        let mut answers = Vec::new();
        for (key, _) in with_members {
            if pace.step() || !self.watch.reserve(&mut answers, 1) {
                break;
            }
            answers.push(self.answers(&classes.shapes[at(key.shape)], key)?);
        }
        Ok(answers)
    }
}
