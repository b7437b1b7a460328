//! The predicates of a spec, as engines call them: `rep_ok` of each type, and `root_ok`.

use std::sync::Arc;

use dpgen_engine::predicate_run::{AttrKey, Conjunction, Handle, Predicate, view};
use dpgen_forest::index::{at, shown};

use crate::compiled_program::{Conditions, Program, REP_OK_NUMBER, ROOT_OK_NUMBER};
use crate::evaluation::judge;
use crate::evaluation_frame::Frame;

impl Program {
    /// The `rep_ok` of a type, if it has conditions.
    pub(crate) fn rep_ok(self: &Arc<Self>, ty: usize) -> Option<Predicate> {
        let of_type = &self.types[ty].rep_ok;
        let key = AttrKey::Spec(shown(ty), REP_OK_NUMBER);
        let predicate = RepOk { program: self.clone(), ty: shown(ty) };
        let any = of_type.iter().any(|conditions| !conditions.is_empty());
        any.then(|| Predicate::Observed { key, conditions: Arc::new(predicate) })
    }

    /// The predicate on whole structures only, if there is one.
    pub(crate) fn root_ok(self: &Arc<Self>) -> Option<Predicate> {
        let key = AttrKey::Spec(self.root, ROOT_OK_NUMBER);
        let any = self.root_ok.iter().any(|conditions| !conditions.is_empty());
        any.then(|| Predicate::Observed { key, conditions: Arc::new(RootOk { program: self.clone() }) })
    }
}

/// The `rep_ok` of a type.
struct RepOk {
    program: Arc<Program>,
    ty: u32,
}

/// The predicate on whole structures only.
struct RootOk {
    program: Arc<Program>,
}

impl Conjunction for RepOk {
    fn hold(&self, handle: Handle) -> bool {
        let Self { program, ty } = self;
        let layer = view(handle);
        judge(&Frame::new(program, *ty, handle, &layer), &program.types[at(*ty)].rep_ok[at(layer.local)])
    }

    fn hold_from(&self, handle: Handle, first: usize, next: &mut dyn FnMut(usize)) -> bool {
        let Self { program, ty } = self;
        let layer = view(handle);
        let conditions = &program.types[at(*ty)].rep_ok[at(layer.local)];
        judge_from(&Frame::new(program, *ty, handle, &layer), conditions, first, next)
    }
}

impl Conjunction for RootOk {
    fn hold(&self, handle: Handle) -> bool {
        let Self { program } = self;
        let layer = view(handle);
        judge(&Frame::new(program, program.root, handle, &layer), &program.root_ok[at(layer.local)])
    }

    fn hold_from(&self, handle: Handle, first: usize, next: &mut dyn FnMut(usize)) -> bool {
        let Self { program } = self;
        let layer = view(handle);
        let frame = Frame::new(program, program.root, handle, &layer);
        judge_from(&frame, &program.root_ok[at(layer.local)], first, next)
    }
}

/// Whether all conditions hold from the one with this number on. `next` is called before each but the first of them.
fn judge_from(frame: &Frame<'_>, conditions: &Conditions, first: usize, next: &mut dyn FnMut(usize)) -> bool {
    conditions.iter().enumerate().skip(first).all(|(number, condition)| {
        if number > first {
            next(number);
        }
        condition.holds(frame)
    })
}
