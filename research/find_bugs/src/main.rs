//! dpgen, proptest and quickcheck hunt for the same bugs, side by side.
//!
//! `cargo run --release -p dpgen-find-bugs` prints the table of `research/docs/finding-bugs.md`;
//! with `-- --smoke`, one seed and few cases, to see that it runs; with `-- --show`, counterexamples, too.
//!
//! A search tree (`bst`), a red-black tree (`rbt`) and a normaliser of simply typed terms (`stlc`) have a dozen bugs each,
//! of which the constant `BUG` puts one in; each has properties that hold without bugs. `tools.rs` says how each tool is
//! run, `table.rs` what is printed.

mod bst;
mod rbt;
mod stlc;
mod table;
mod tools;

use table::{Options, Table};

/// Lets all tools hunt for the bugs of a module, each by its number.
macro_rules! hunt {
    ($table:ident, $module:ident, $($bug:literal)*) => {
        $table.begin(stringify!($module));
        for tool in tools::Tool::ALL {
            $table.sound(tool, $module::hunt::<0>);
        }
        $($table.row(stringify!($module), $bug, $module::BUGS[$bug - 1], $module::hunt::<$bug>);)*
    };
}

fn main() -> std::process::ExitCode {
    let options = Options::from_args(std::env::args().skip(1));
    let mut table = Table::new(options);
    hunt!(table, bst, 1 2 3 4 5 6 7 8 9 10 11 12);
    hunt!(table, rbt, 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
    hunt!(table, stlc, 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
    table.finish()
}
