//! The command line of dpgen: reads the arguments, runs one command, and ends with its exit code.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
