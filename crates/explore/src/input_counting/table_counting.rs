//! Counts solutions by tables: for each integer, the number of solutions of the rest for each of its values.
//!
//! Invariant: a table's entry at a value counts the choices of those integers that were summed out into it, given that value.

use dpgen_forest::Count;
use dpgen_solver::Relation;

/// A constraint: the sum of terms over integers, by number, and a constant, compared with zero.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) terms: Vec<(usize, i128)>,
    pub(super) constant: i128,
    pub(super) relation: Relation,
}

impl Row {
    fn has(&self, var: usize) -> bool {
        self.terms.iter().any(|(known, _)| *known == var)
    }

    fn factor(&self, var: usize) -> i128 {
        self.terms.iter().find(|(known, _)| *known == var).map_or(0, |(_, factor)| *factor)
    }

    /// The constraint with a value for an integer.
    fn given(&self, var: usize, value: i64) -> Self {
        let constant = self.constant + self.factor(var) * i128::from(value);
        let terms = self.terms.iter().copied().filter(|(known, _)| *known != var).collect();
        Self { terms, constant, relation: self.relation }
    }

    /// Whether the relation holds for a sum.
    const fn holds(&self, sum: i128) -> bool {
        match self.relation {
            Relation::Le => sum <= 0,
            Relation::Eq => sum == 0,
            Relation::Ne => sum != 0,
        }
    }
}

/// The number of solutions of all rows, with integers from 0 to their widths; none if too many values had to be visited.
pub(super) fn count(widths: &[i64], rows: &[Row], left: &mut u64) -> Option<Count> {
    let vars: Vec<usize> = (0..widths.len()).collect();
    of_part(&vars, widths, rows, left)
}

fn spend(left: &mut u64, steps: i64) -> Option<()> {
    *left = left.checked_sub(u64::try_from(steps).ok()?)?;
    Some(())
}

/// The product over parts that share no integer.
fn of_part(vars: &[usize], widths: &[i64], rows: &[Row], left: &mut u64) -> Option<Count> {
    if rows.iter().any(|row| row.terms.is_empty() && !row.holds(row.constant)) {
        return Some(Count::ZERO);
    }
    let mut product = Count::ONE;
    let mut waiting: Vec<usize> = vars.to_vec();
    while let Some(first) = waiting.pop() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(var) = part.get(next).copied() {
            next += 1;
            for row in rows.iter().filter(|row| row.has(var)) {
                part.extend(
                    row.terms
                        .iter()
                        .map(|(other, _)| *other)
                        .filter(|other| !part.contains(other))
                        .collect::<Vec<_>>(),
                );
            }
        }
        waiting.retain(|var| !part.contains(var));
        let own: Vec<Row> = rows.iter().filter(|row| part.iter().any(|var| row.has(*var))).cloned().collect();
        product *= &of_connected(&part, widths, &own, left)?;
        if product.is_zero() {
            break;
        }
    }
    Some(product)
}

/// The number of solutions of a connected part.
fn of_connected(part: &[usize], widths: &[i64], rows: &[Row], left: &mut u64) -> Option<Count> {
    if let ([var], []) = (part, rows) {
        return Count::try_from(i128::from(widths[*var]) + 1).ok();
    }
    if is_tree(part, rows) {
        let table = table(part[0], None, widths, rows, left)?;
        return Some(table.iter().sum());
    }
    // Each value of an integer that stands in most rows; of those, the one with the fewest values.
    let in_rows = |var: usize| rows.iter().filter(|row| row.terms.len() > 1 && row.has(var)).count();
    let var = *part.iter().max_by_key(|var| (in_rows(**var), std::cmp::Reverse(widths[**var])))?;
    let rest: Vec<usize> = part.iter().copied().filter(|other| *other != var).collect();
    let mut sum = Count::ZERO;
    for value in 0..=widths[var] {
        spend(left, 1)?;
        let given: Vec<Row> = rows.iter().map(|row| row.given(var, value)).collect();
        sum += &of_part(&rest, widths, &given, left)?;
    }
    Some(sum)
}

/// Whether rows are of at most two integers, and the pairs of integers make no cycle; the part hangs together.
fn is_tree(part: &[usize], rows: &[Row]) -> bool {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for row in rows {
        match *row.terms {
            [(a, _), (b, _)] => pairs.push((a.min(b), a.max(b))),
            [_] | [] => {}
            _ => return false,
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs.len() + 1 == part.len()
}

/// For each value of an integer, the number of choices of those that hang below it, seen from its parent.
fn table(
    var: usize,
    parent: Option<usize>,
    widths: &[i64],
    rows: &[Row],
    left: &mut u64,
) -> Option<Vec<Count>> {
    spend(left, widths[var].checked_add(1)?)?;
    let own: Vec<&Row> = rows.iter().filter(|row| row.terms.len() == 1 && row.has(var)).collect();
    let allowed =
        |value: i64| own.iter().all(|row| row.holds(row.constant + row.factor(var) * i128::from(value)));
    let mut entries: Vec<Count> =
        (0..=widths[var]).map(|value| if allowed(value) { Count::ONE } else { Count::ZERO }).collect();
    let mut children: Vec<usize> = Vec::new();
    for row in rows.iter().filter(|row| row.terms.len() == 2 && row.has(var)) {
        children.extend(
            row.terms.iter().map(|(other, _)| *other).filter(|other| *other != var && Some(*other) != parent),
        );
    }
    children.sort_unstable();
    children.dedup();
    for child in children {
        let below = PrefixSums::new(table(child, Some(var), widths, rows, left)?);
        let between: Vec<&Row> = rows.iter().filter(|row| row.has(var) && row.has(child)).collect();
        for (value, entry) in (0..).zip(&mut entries) {
            if !entry.is_zero() {
                *entry *= &below.sum(&between, var, value, child);
            }
        }
    }
    Some(entries)
}

/// A table with the sums of its beginnings.
struct PrefixSums {
    entries: Vec<Count>,
    /// At each place, the sum of the entries before it.
    sums: Vec<Count>,
}

impl PrefixSums {
    fn new(entries: Vec<Count>) -> Self {
        let mut sums = vec![Count::ZERO];
        for entry in &entries {
            let last = sums.last().cloned().unwrap_or_default();
            sums.push(last + entry);
        }
        Self { entries, sums }
    }

    /// The sum over the values of a child that go with a value of its parent.
    fn sum(&self, between: &[&Row], parent: usize, value: i64, child: usize) -> Count {
        let (mut least, mut beyond) = (0, i128::try_from(self.entries.len()).unwrap_or(0));
        let mut excluded: Vec<i128> = Vec::new();
        for row in between {
            let rest = row.constant + row.factor(parent) * i128::from(value);
            let factor = row.factor(child);
            match row.relation {
                // factor * child <= -rest
                Relation::Le if factor > 0 => beyond = beyond.min((-rest).div_euclid(factor) + 1),
                // child >= rest / -factor
                Relation::Le => least = least.max(-(-rest).div_euclid(-factor)),
                Relation::Eq if rest % factor == 0 => {
                    (least, beyond) = (least.max(-rest / factor), beyond.min(-rest / factor + 1));
                }
                Relation::Eq => return Count::ZERO,
                Relation::Ne if rest % factor == 0 => excluded.push(-rest / factor),
                Relation::Ne => {}
            }
        }
        let (Ok(first), Ok(end)) = (usize::try_from(least), usize::try_from(beyond)) else {
            return Count::ZERO;
        };
        if first >= end {
            return Count::ZERO;
        }
        let mut sum = self.sums[end].checked_sub(&self.sums[first]).unwrap_or_default();
        excluded.sort_unstable();
        excluded.dedup();
        for place in excluded.into_iter().filter_map(|place| usize::try_from(place).ok()) {
            if first <= place && place < end {
                sum = sum.checked_sub(&self.entries[place]).unwrap_or_default();
            }
        }
        sum
    }
}
