//! [`StructureJudge`]: judges given structures, and says which clause of the spec rejects one and what the clause read.
//!
//! The engine says which clause is the first to reject, and at which node ([`first_rejection`]); so a verdict accepts exactly what
//! the engine accepts. This file finds the clause in the text of the spec; `condition_reads.rs` finds what it read. The order of
//! the checks: whether it is a structure of the types, values outside of their fields' domains, values that the place does not
//! allow, `rep_ok` of parts before that of wholes, `root_ok`, and the size.

use std::ops::Range;
use std::sync::Arc;

use dpgen_engine::concrete_evaluation::at_node;
use dpgen_engine::first_rejection::{Clause, FailedAt, Rejection, first_rejection};
use dpgen_engine::predicate_run::{Failure, Model, guarded, raise, view};
use dpgen_engine::size_rejections::{RejectionTable, size_rejections};
use dpgen_engine::{BuildError, Options};
use dpgen_forest::from_ron;
use dpgen_forest::index::at;
use dpgen_forest::schema::{Schema, SlotKind};
use dpgen_forest::scope::Scope;
use dpgen_forest::structure::{NodePaths, ValueNode, check_words, nodes_of};

use super::SpecError;
use super::cel::ast::Ast;
use super::compiled_program::{Conditions, Program};
use super::condition_reads::{ExpressionRead, reads};
use super::domain_text::{value_text, values_text};
use super::evaluation_frame::Frame;
use super::resolved_spec::Table;
use super::scoped_spec::ScopedSpec;
use super::source_text::{Span, SpecText, excerpt};
use super::spec_places::{ClauseKind, SpecPlace, conditions};
use super::structure_verdict::{JudgedNode, Outcome, Read, Verdict};

/// Judges structures of a spec in one scope.
///
/// ```
/// use dpgen_forest::Scope;
/// use dpgen_spec::Spec;
///
/// let spec = Spec::builtin("red-black-tree").expect("it comes with the crate");
/// let judge = spec.judge(&Scope::new(3))?;
/// assert!(judge.verdict(&[1, 0, 1, 0, 0]).is_accepted());
/// let red_root = judge.verdict(&[1, 0, 1, 1, 0]);
/// assert_eq!(red_root.message, "the condition \"any_root == 1 || !is_red\" of `root_ok` does not hold");
/// assert_eq!(red_root.reads[1].to_string(), "is_red = true");
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct StructureJudge {
    source: SpecText,
    table: Arc<Table>,
    scope: Scope,
    model: Arc<Model>,
    program: Arc<Program>,
    places: Arc<[SpecPlace]>,
}

/// The nodes of a structure under judgement.
struct Judged<'a> {
    nodes: &'a [ValueNode],
    paths: NodePaths<'a>,
}

impl StructureJudge {
    pub(crate) fn new(
        (source, table): (SpecText, Arc<Table>),
        scope: &Scope,
        (model, program): (Model, Arc<Program>),
        places: Vec<SpecPlace>,
    ) -> Self {
        Self { source, table, scope: scope.clone(), model: Arc::new(model), program, places: places.into() }
    }

    /// The schema and the predicates.
    #[must_use]
    pub const fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The clauses of the spec, conditions first: see [`Spec::places`](crate::Spec::places).
    #[must_use]
    pub fn places(&self) -> &[SpecPlace] {
        &self.places
    }

    /// For each size of the scope, how many candidates each condition rejected first, within the limits of the options; conditions
    /// are numbered as [`places`](Self::places) are.
    ///
    /// ```
    /// use dpgen_engine::Options;
    /// use dpgen_forest::Scope;
    /// use dpgen_spec::Spec;
    ///
    /// let spec = Spec::builtin("red-black-tree").expect("it comes with the crate");
    /// let judge = spec.judge(&Scope::new(1))?;
    /// let table = judge.rejections(&Options::default())?;
    /// // Of the two trees of one node, the red one is rejected by `root_ok`.
    /// let last = judge.places().iter().rposition(|place| place.number.is_some()).unwrap();
    /// assert_eq!((table.sizes[1].structures, table.sizes[1].rejected[last]), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a predicate fails or reads without end.
    pub fn rejections(&self, options: &Options) -> Result<RejectionTable, BuildError> {
        size_rejections(&self.model, &self.scope, options)
    }

    /// The verdict on a structure, given as its compact words.
    #[must_use]
    pub fn verdict(&self, words: &[u32]) -> Verdict {
        match check_words(&self.model.schema, words) {
            Ok(()) => self.judge(&nodes_of(&self.model.schema, words)),
            Err(error) => Verdict::new(Outcome::Malformed, error.to_string()),
        }
    }

    /// The verdict on a structure that is written in RON, as `dpgen show --format ron` writes it. Its integers may lie outside of
    /// their domains.
    #[must_use]
    pub fn verdict_on_text(&self, text: &str) -> Verdict {
        let schema = &self.model.schema;
        match from_ron(schema, text) {
            Ok(words) => self.verdict(&words),
            Err(error) => {
                let wide = Schema::clone(schema).with_wide_ranges();
                let verdict = from_ron(&wide, text).ok().and_then(|words| {
                    let nodes = nodes_of(&wide, &words);
                    self.out_of_domain(&Judged { nodes: &nodes, paths: NodePaths::new(schema, &nodes) })
                });
                verdict.unwrap_or_else(|| Verdict::new(Outcome::Malformed, error.to_string()))
            }
        }
    }

    /// The verdict on values of the fields' domains.
    fn judge(&self, nodes: &[ValueNode]) -> Verdict {
        let judged = Judged { nodes, paths: NodePaths::new(&self.model.schema, nodes) };
        match first_rejection(&self.model, nodes.to_vec()) {
            Ok(Some(rejection)) => self.rejected(&judged, &rejection),
            Ok(None) => match (judged.paths.size(), self.scope.max_size()) {
                (size, max) if size > u64::from(max) => Verdict::new(
                    Outcome::Rejected,
                    format!("its size is {size}, and structures have at most {max}"),
                ),
                _ => Verdict::new(Outcome::Accepted, String::new()),
            },
            Err(failed) => self.failed(&judged, failed),
        }
    }

    /// The rejection of the first value, in preorder, that is not in the domain of its field.
    fn out_of_domain(&self, judged: &Judged<'_>) -> Option<Verdict> {
        let schema = &self.model.schema;
        let in_order = (0..).map_while(|number| judged.paths.at_preorder(number));
        for node in in_order {
            let layer = &judged.nodes[node];
            for (slot, value) in schema.constructor(layer.ctor).slots.iter().zip(&layer.slots).enumerate() {
                let (SlotKind::Data(domain), value) = (value.0.kind, *value.1) else { continue };
                let domain = schema.domain(domain);
                if domain.index_of(value).is_none() {
                    let last = domain.len().checked_sub(1).map(|last| (domain.value(0), domain.value(last)));
                    let can = values_text(domain, &last.into_iter().collect());
                    return Some(self.wrong_value(judged, (node, slot), &format!("is {value}, and {can}")));
                }
            }
        }
        None
    }

    fn rejected(&self, judged: &Judged<'_>, rejection: &Rejection) -> Verdict {
        let node = rejection.node;
        match &rejection.clause {
            Clause::Values { slot, allowed } => {
                let layer = &judged.nodes[node];
                let kind = self.model.schema.constructor(layer.ctor).slots[*slot].kind;
                let SlotKind::Data(domain) = kind else {
                    return Verdict::new(Outcome::Rejected, String::new());
                };
                let domain = self.model.schema.domain(domain);
                let held = value_text(domain, layer.slots[*slot]);
                let can = values_text(domain, allowed);
                self.wrong_value(judged, (node, *slot), &format!("is {held}, and {can} where it stands"))
            }
            Clause::RepOk(number) | Clause::RootOk(number) => {
                let found = number.and_then(|number| conditions(&self.table).nth(at(number)));
                let place = number.and_then(|number| self.places.get(at(number))).cloned();
                let (Some((of, condition)), Some(place)) = (found, place) else {
                    return Verdict::new(Outcome::Rejected, "the predicate does not hold".to_owned());
                };
                Verdict {
                    message: format!("{} does not hold", condition_words(&place)),
                    reads: self.reads(judged, node, (of.is_none(), None), &[&condition.ast]),
                    place: Some(place),
                    node: Some(self.node(judged, node, None)),
                    ..Verdict::new(Outcome::Rejected, String::new())
                }
            }
        }
    }

    /// The rejection of a value of a field.
    fn wrong_value(&self, judged: &Judged<'_>, (node, slot): (usize, usize), text: &str) -> Verdict {
        let (def, ctor) = self.constructor(judged, node);
        let (ty, ctor) = (&self.table.types[def], &self.table.types[def].ctors[ctor]);
        let field = &ctor.fields[slot];
        let is_field = |place: &&SpecPlace| {
            place.kind == ClauseKind::Field
                && (&place.ty, &place.constructor, &place.name) == (&ty.name, &ctor.name, &field.name)
        };
        let asts = field.kind.domain_expressions().map(|(_, asts)| asts).unwrap_or_default();
        Verdict {
            message: format!("`{}.{}` {text}", ctor.name, field.name),
            place: self.places.iter().find(is_field).cloned(),
            node: Some(self.node(judged, node, Some(slot))),
            reads: self.reads(judged, node, (false, Some(slot)), &asts),
            ..Verdict::new(Outcome::Rejected, String::new())
        }
    }

    fn failed(&self, judged: &Judged<'_>, FailedAt { node, failure }: FailedAt) -> Verdict {
        let message = failure.to_string();
        let is_named =
            |place: &&SpecPlace| place.site.as_ref().is_some_and(|site| site.is_named_by(&message));
        let named = self.places.iter().find(is_named).cloned();
        let condition = self.failing_condition(judged, node);
        let place = condition.and_then(|number| self.places.get(at(number)));
        let reads = condition.and_then(|number| conditions(&self.table).nth(at(number)));
        let reads = reads.map(|(of, one)| self.reads(judged, node, (of.is_none(), None), &[&one.ast]));
        Verdict {
            place: named.or_else(|| place.cloned()),
            node: Some(self.node(judged, node, None)),
            reads: reads.unwrap_or_default(),
            ..Verdict::new(Outcome::Failed, message)
        }
    }

    /// The number of the first condition of a node that fails.
    fn failing_condition(&self, judged: &Judged<'_>, node: usize) -> Option<u32> {
        let (ty, ctor) = self.constructor(judged, node);
        let is_whole = node + 1 == judged.nodes.len();
        let of_root = self.program.root_ok.get(ctor).filter(|_| is_whole);
        let all: Vec<&Conditions> =
            self.program.types[ty].rep_ok.get(ctor).into_iter().chain(of_root).collect();
        let found = self.at(judged, node, |frame| {
            let fails = |test: &dyn Fn() -> bool| match guarded(test) {
                Err(Failure::Endless) => raise(Failure::Endless),
                found => found.is_err(),
            };
            let mut conditions = all.iter().copied().flatten();
            conditions.find(|one| fails(&|| one.test.eval(frame))).map(|one| one.number)
        });
        found.ok().flatten()
    }

    /// What expressions read at a node: those of `root_ok`, or of a slot.
    fn reads(
        &self,
        judged: &Judged<'_>,
        node: usize,
        (is_root, slot): (bool, Option<usize>),
        asts: &[&Ast],
    ) -> Vec<Read> {
        let layer = Some(self.constructor(judged, node));
        let found = self.at(judged, node, |frame| -> Result<Vec<ExpressionRead>, SpecError> {
            let scoped = ScopedSpec::new(&self.source, &self.table, &self.scope)?;
            let mut compiler = scoped.compiler(layer, is_root, "a condition".to_owned());
            compiler.place.left_of = slot;
            Ok(reads(&compiler, *frame, asts))
        });
        let Ok(Ok(found)) = found else { return Vec::new() };
        let read = |ExpressionRead { span, path, value }: ExpressionRead| {
            let of = path.iter().try_fold(node, |node, name| judged.paths.part(node, name).ok_or(node));
            let of = of.unwrap_or_else(|last| last);
            let node = judged.paths.preorder(of).unwrap_or_default();
            Read { text: self.source.quote(span), span: range(span), value, node }
        };
        found.into_iter().map(read).collect()
    }

    /// Does work in the frame of a node.
    fn at<R>(&self, judged: &Judged<'_>, node: usize, work: impl Fn(&Frame<'_>) -> R) -> Result<R, Failure> {
        let ty = self.model.schema.constructor(judged.nodes[node].ctor).ty.word();
        at_node(&self.model, judged.nodes.to_vec(), node, |handle| {
            let layer = view(handle);
            work(&Frame::new(&self.program, ty, handle, &layer))
        })
    }

    /// A node's type and constructor in the table.
    fn constructor(&self, judged: &Judged<'_>, node: usize) -> (usize, usize) {
        let (schema, ctor) = (&self.model.schema, judged.nodes[node].ctor);
        (schema.constructor(ctor).ty.index(), at(schema.local(ctor)))
    }

    fn node(&self, judged: &Judged<'_>, node: usize, slot: Option<usize>) -> JudgedNode {
        let schema = &self.model.schema;
        let ctor = schema.constructor(judged.nodes[node].ctor);
        JudgedNode {
            preorder: judged.paths.preorder(node).unwrap_or_default(),
            path: judged.paths.of_node(node),
            ty: schema.ty(ctor.ty).name.clone(),
            constructor: ctor.name.clone(),
            field: slot.map(|slot| ctor.slots[slot].name.clone()),
        }
    }
}

/// A condition in words, as messages of failures name it.
fn condition_words(place: &SpecPlace) -> String {
    let of = match place.kind {
        ClauseKind::RootOk => "root_ok",
        _ => &place.constructor,
    };
    format!("the condition \"{}\" of `{of}`", excerpt(&place.text))
}

fn range(span: Span) -> Range<usize> {
    span.start..span.end
}
