//! Choices for a generator, from a sequence of random numbers.
//!
//! A number of 0 means the simplest choice, and so does the end of the sequence: a shorter sequence or one of
//! smaller numbers gives a simpler program, which is how failures shrink.

pub struct Draw<'a> {
    choices: std::slice::Iter<'a, u32>,
}

impl<'a> Draw<'a> {
    pub fn new(choices: &'a [u32]) -> Self {
        Self { choices: choices.iter() }
    }

    /// One of `0..bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let choice = self.choices.next().copied().unwrap_or(0);
        usize::try_from(choice).unwrap() % bound.max(1)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }

    pub fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}
