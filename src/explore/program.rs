//! [`Program`]: what can be explored.

/// Code that gets a structure, and may change it; what it returns does not matter. Implemented by functions and closures.
///
/// It may depend on nothing but the structure: it runs many times.
pub trait Program<T>: for<'a> Fn(&'a mut T) -> <Self as Program<T>>::Returned {
    /// What it returns.
    type Returned;
}

impl<T, R, F: for<'a> Fn(&'a mut T) -> R> Program<T> for F {
    type Returned = R;
}
