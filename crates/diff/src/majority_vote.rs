//! [`Vote`]: the classes of answers that agree, and the odd ones out.
//!
//! Agreement need not be transitive: small differences of images add up. So a *class* is a set of answers of which no two differ. A
//! class of more than half of the answers is the *majority*, and the answers outside of it are the *odd ones out* if each differs
//! from every member of the majority.

/// The agreement of several answers to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    classes: Vec<usize>,
    odd: Vec<usize>,
    agree: bool,
}

impl Vote {
    /// For each answer, the number of its class; classes are numbered from 0 in the order of their first answers.
    #[must_use]
    pub fn classes(&self) -> &[usize] {
        &self.classes
    }

    /// The answers that differ from a majority, ascending; none when there is no majority.
    #[must_use]
    pub fn odd(&self) -> &[usize] {
        &self.odd
    }

    /// Whether no two answers differ.
    #[must_use]
    pub fn agree(&self) -> bool {
        self.agree
    }
}

/// Compares every two of `count` answers.
///
/// Each answer joins the first class all of whose answers it agrees with, or begins one.
///
/// ```
/// let answers = ["1", "2", "1"];
/// let vote = dpgen_diff::vote(3, |one, other| answers[one] != answers[other]);
/// assert_eq!((vote.classes(), vote.odd()), (&[0, 1, 0][..], &[1][..]));
/// ```
#[must_use]
pub fn vote(count: usize, mut differ: impl FnMut(usize, usize) -> bool) -> Vote {
    let mut differs = vec![vec![false; count]; count];
    let mut agree = true;
    let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    for (first, second) in pairs {
        let found = differ(first, second);
        agree &= !found;
        differs[first][second] = found;
        differs[second][first] = found;
    }
    let mut classes = Vec::with_capacity(count);
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (answer, from) in differs.iter().enumerate() {
        let fits = members.iter().position(|class| class.iter().all(|&other| !from[other]));
        match fits {
            Some(class) => members[class].push(answer),
            None => members.push(vec![answer]),
        }
        classes.push(fits.unwrap_or(members.len() - 1));
    }
    let majority = members.iter().position(|class| class.len() * 2 > count);
    let odd = majority.map(|majority| {
        let outside: Vec<usize> = (0..count).filter(|&answer| classes[answer] != majority).collect();
        let apart = |&answer: &usize| members[majority].iter().all(|&other| differs[answer][other]);
        if outside.iter().all(apart) { outside } else { Vec::new() }
    });
    Vote { classes, odd: odd.unwrap_or_default(), agree }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that differ by more than 48.
    fn shown(levels: &[i32]) -> (Vec<usize>, Vec<usize>) {
        let vote = vote(levels.len(), |a, b| (levels[a] - levels[b]).abs() > 48);
        assert_eq!(vote.agree(), vote.classes().iter().all(|class| *class == 0));
        (vote.classes().to_vec(), vote.odd().to_vec())
    }

    #[test]
    fn classes_and_the_odd_ones() {
        assert_eq!(shown(&[0, 10, 20]), (vec![0, 0, 0], vec![]));
        assert_eq!(shown(&[200, 0, 10]), (vec![0, 1, 1], vec![0]));
        assert_eq!(shown(&[0, 10, 200]), (vec![0, 0, 1], vec![2]));
        assert_eq!(shown(&[0, 100, 200]), (vec![0, 1, 2], vec![]));
        assert_eq!(shown(&[0, 200]), (vec![0, 1], vec![]));
        assert_eq!(shown(&[0, 200, 0, 200]), (vec![0, 1, 0, 1], vec![]));
        assert_eq!(shown(&[0, 0, 200, 0]), (vec![0, 0, 1, 0], vec![2]));
        assert_eq!(shown(&[0, 100, 0, 200, 0]), (vec![0, 1, 0, 2, 0], vec![1, 3]));
        assert_eq!(shown(&[7]), (vec![0], vec![]));
        assert_eq!(shown(&[]), (vec![], vec![]));
    }

    #[test]
    fn small_differences_that_add_up_make_no_odd_one() {
        // The first and the last differ; the one between agrees with both.
        assert_eq!(shown(&[0, 40, 80]), (vec![0, 0, 1], vec![]));
    }
}
