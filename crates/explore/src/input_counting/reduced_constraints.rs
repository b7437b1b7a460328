//! [`ReducedConstraints`]: constraints over fewer integers, of which none is implied by others.

use dpgen_solver::{Constraint, Dbm, Difference, Relation, Var};

use super::table_counting::Row;

/// The maximum number of constrained integers: the matrix has a cell for each pair.
const MAX_BOUND_INTEGERS: usize = 256;

/// Constraints over integers from 0 to their widths.
#[derive(Debug)]
pub(super) struct ReducedConstraints {
    /// The greatest value of each constrained integer; the least is 0.
    pub(super) widths: Vec<i64>,
    pub(super) rows: Vec<Row>,
    /// The least and greatest values of unconstrained integers.
    pub(super) free: Vec<(i64, i64)>,
}

/// An integer as an offset from the representative of its class: the number of the class, none for a constant, and the offset.
type Offset = (Option<usize>, i64);

impl ReducedConstraints {
    /// `None` if that is too much work, `Some(None)` if there is no solution.
    #[expect(clippy::option_option, reason = "not counted, and counted as none")]
    pub(super) fn of(domains: &[(i64, i64)], constraints: &[Constraint]) -> Option<Option<Self>> {
        // Only integers that are constrained, by their numbers in the matrix.
        let mut names: Vec<Option<Var>> = vec![None; domains.len()];
        let bound = constraints.iter().flat_map(|constraint| constraint.term().terms());
        bound.for_each(|(var, _)| names[var.index() - 1] = Some(Var::ZERO));
        let mut matrix = Dbm::new();
        let mut free = Vec::new();
        for ((lo, hi), name) in domains.iter().zip(&mut names) {
            match name {
                Some(name) => *name = matrix.add_var(*lo, *hi).ok()?,
                None => free.push((*lo, *hi)),
            }
        }
        if matrix.len() > MAX_BOUND_INTEGERS {
            return None;
        }
        let name = |var: Var| if var == Var::ZERO { Some(var) } else { names[var.index() - 1] };
        let mut others = Vec::new();
        for constraint in constraints {
            match constraint.as_difference() {
                Some(Difference { x, y, relation: relation @ (Relation::Le | Relation::Eq), c }) => {
                    let (x, y) = (name(x)?, name(y)?);
                    matrix.add(x, y, c);
                    if relation == Relation::Eq {
                        matrix.add(y, x, c.checked_neg()?);
                    }
                }
                _ => others.push(constraint),
            }
        }
        if !matrix.is_feasible() {
            return Some(None);
        }
        let (classes, offsets) = classes_of(&matrix);
        let mut rows = differences(&matrix, &classes);
        for constraint in others {
            let mut terms: Vec<(usize, i128)> = Vec::new();
            let mut constant = i128::from(constraint.term().constant_part());
            for (var, factor) in constraint.term().terms() {
                let (class, more) = offsets[name(*var)?.index() - 1];
                constant += i128::from(*factor) * i128::from(more);
                let Some(class) = class else { continue };
                match terms.iter_mut().find(|(known, _)| *known == class) {
                    Some((_, known)) => *known += i128::from(*factor),
                    None => terms.push((class, i128::from(*factor))),
                }
            }
            terms.retain(|(_, factor)| *factor != 0);
            rows.push(Row { terms, constant, relation: constraint.relation() });
        }
        let widths = classes.iter().map(|class| matrix.bounds(*class)).map(|(lo, hi)| hi - lo).collect();
        Some(Some(Self { widths, rows, free }))
    }
}

/// The integers that stand for those that are equal to them up to a constant, and each integer as the distance of one of them
/// from its least value, and how much more it is.
fn classes_of(matrix: &Dbm) -> (Vec<Var>, Vec<Offset>) {
    let mut classes: Vec<Var> = Vec::new();
    let mut offsets = Vec::new();
    for var in matrix.vars() {
        let (lo, hi) = matrix.bounds(var);
        let same = |class: &Var| matrix.bound(var, *class) + matrix.bound(*class, var) == 0;
        offsets.push(if lo == hi {
            (None, lo)
        } else {
            // The least values of equal integers differ as they do.
            let class = classes.iter().position(same).unwrap_or_else(|| {
                classes.push(var);
                classes.len() - 1
            });
            (Some(class), lo)
        });
    }
    (classes, offsets)
}

/// The differences of classes that neither others nor the bounds imply, between distances from the least values.
fn differences(matrix: &Dbm, classes: &[Var]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (first, x) in classes.iter().enumerate() {
        for (second, y) in classes.iter().enumerate() {
            let c = matrix.bound(*x, *y);
            let implies = |z: &Var| z != x && z != y && matrix.bound(*x, *z) + matrix.bound(*z, *y) <= c;
            if first == second || implies(&Var::ZERO) || classes.iter().any(implies) {
                continue;
            }
            let constant = matrix.bounds(*x).0 - matrix.bounds(*y).0 - c;
            let terms = vec![(first, 1), (second, -1)];
            rows.push(Row { terms, constant: i128::from(constant), relation: Relation::Le });
        }
    }
    rows
}
