//! The edges of the interface: each module holds one of them against every engine.

use dpgen::Algorithm;

/// The engines that count structures one by one, and not path conditions.
const CONCRETE: [Algorithm; 4] = [Algorithm::TopDown, Algorithm::Dp, Algorithm::LazyDp, Algorithm::Quotient];

macro_rules! list {
    ($name:ident, $view:ident, $rep_ok:ident $(, $root_ok:ident)?) => {
        #[derive(dpgen::DpGen, Debug, Clone, PartialEq, Eq, Hash)]
        #[dpgen(rep_ok = $rep_ok $(, root_ok = $root_ok)?)]
        pub enum $name {
            Nil,
            Cons {
                #[dpgen(range = 1..=n)]
                first: i64,
                rest: Box<$name>,
            },
        }
    };
}

mod endless;
mod iterators;
mod leaks;
mod limits;
mod options;
mod panics;
mod schemas;
mod scopes;
mod validity;
