//! The binary `dpgen`: see the library of this package.

fn main() -> std::process::ExitCode {
    dpgen_cli::run()
}
