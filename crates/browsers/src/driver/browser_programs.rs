//! The programs that browsers consist of: where they are, which version they have, how to get them.

use std::env;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::browser_engine::Engine;
use crate::browser_error::StartError;
use dpgen_process::IsolatedProcess;

/// A program that a kind of browser needs.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    /// Its name in messages.
    pub(crate) name: &'static str,
    /// Names that are looked for in the search path, and paths; the first that exists is taken.
    pub(crate) places: &'static [&'static str],
    /// The advice on how to get it.
    pub(crate) remedy: &'static str,
}

impl Program {
    /// Where the program is.
    pub(crate) fn find(&self) -> Option<PathBuf> {
        self.places.iter().find_map(|place| look_up(place))
    }

    /// Where the program is; beside another program first.
    pub(crate) fn find_beside(&self, other: Option<&Path>) -> Option<PathBuf> {
        let beside = other.and_then(Path::parent).map(|folder| folder.join(self.name));
        beside.filter(|path| executable(path)).or_else(|| self.find())
    }

    /// The error that says that it is missing.
    pub(crate) fn missing(&self, engine: &Engine) -> StartError {
        StartError::Missing { engine: engine.clone(), program: self.name.into(), remedy: self.remedy.into() }
    }
}

/// The browser of an engine: the program that it names, or the installed one.
pub(crate) fn browser(engine: &Engine, program: &Program) -> Result<PathBuf, StartError> {
    match engine.program() {
        Some(path) if executable(path) => Ok(path.to_owned()),
        Some(path) => Err(StartError::Missing {
            engine: engine.clone(),
            program: path.display().to_string(),
            remedy: "the path after the @ has to be that of a program".into(),
        }),
        None => program.find().ok_or_else(|| program.missing(engine)),
    }
}

/// Whether this process may do everything; browsers refuse to run in a sandbox then.
pub(crate) fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// The version that a program prints: the first word that begins with a digit.
pub(crate) fn version(program: &Path, arguments: &[&str]) -> Option<String> {
    let process = IsolatedProcess::start(program, arguments, &[("QT_QPA_PLATFORM", "offscreen")]).ok()?;
    process.wait_for(Duration::from_secs(30), IsolatedProcess::exit_code)?;
    number_in(&process.output())
}

fn number_in(text: &str) -> Option<String> {
    let words = text.split_whitespace();
    words
        .map(|word| word.trim_end_matches(','))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
}

/// The version of a Debian package, for programs that do not tell theirs.
pub(crate) fn package_version(package: &str) -> Option<String> {
    let asked = Command::new("dpkg-query")
        .args(["--show", "--showformat=${Version}", package])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(asked.stdout).ok().filter(|_| asked.status.success())?;
    Some(text.split('-').next().unwrap_or_default().to_owned()).filter(|version| !version.is_empty())
}

fn look_up(place: &str) -> Option<PathBuf> {
    if place.contains('/') {
        let path = match place.strip_prefix("~/") {
            Some(rest) => PathBuf::from(env::var_os("HOME")?).join(rest),
            None => PathBuf::from(place),
        };
        return Some(path).filter(|path| executable(path));
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(place)).find(|path| executable(path))
}

fn executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_programs_print() {
        assert_eq!(number_in("Mozilla Firefox 153.7.0esr"), Some("153.7.0esr".into()));
        assert_eq!(number_in("geckodriver 0.36.0 (a3d508507022 2025-02-24)"), Some("0.36.0".into()));
        assert_eq!(number_in("none"), None);
    }

    #[test]
    fn programs_are_looked_up_by_name_and_by_path() {
        let shell = Program { name: "sh", places: &["no-such-program", "sh"], remedy: "" };
        assert!(shell.find().is_some());
        let nothing = Program { name: "x", places: &["/no/such/program", "/etc/passwd"], remedy: "" };
        assert_eq!(nothing.find(), None);
        assert_eq!(shell.find_beside(Some(Path::new("/bin/true"))), Some(PathBuf::from("/bin/sh")));
    }
}
