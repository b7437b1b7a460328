//! The engines, each with the fields that it takes.

use dpgen::{Algorithm, Fields};

pub const ENGINES: [(Algorithm, Fields); 6] = [
    (Algorithm::TopDown, Fields::Concrete),
    (Algorithm::Dp, Fields::Concrete),
    (Algorithm::LazyDp, Fields::Concrete),
    (Algorithm::Quotient, Fields::Concrete),
    (Algorithm::Quotient, Fields::Symbolic),
    (Algorithm::SymbolazyDp, Fields::Symbolic),
];
