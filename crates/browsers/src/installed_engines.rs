//! Finds the engines that are installed.

use std::path::PathBuf;

use crate::browser_engine::Kind;
use crate::driver::browser_programs::{Program, version};
use crate::driver::screen_server::SCREEN_SERVER;
use crate::driver::{programs, webkit};
use crate::render_options::Capture;

/// A kind of engine on this machine: its programs that were found and those that are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Which kind.
    pub kind: Kind,
    /// The browser, if it is installed.
    pub program: Option<PathBuf>,
    /// Its version, if it can be told.
    pub version: Option<String>,
    /// The missing programs, each with advice on how to get it; the engine can be used if there are none.
    pub missing: Vec<Missing>,
}

/// A program that is not installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Its name.
    pub program: &'static str,
    /// The advice, as a sentence or a command.
    pub remedy: &'static str,
    /// Whether it is needed only where images come from the screen, and not for screenshots of the driver.
    pub only_for_screen: bool,
}

impl Found {
    /// Whether everything that the engine needs is there, however images are taken.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.missing.is_empty()
    }

    /// Whether everything is there that the engine needs for images that are taken in this way.
    #[must_use]
    pub fn is_ready_for(&self, capture: Capture) -> bool {
        self.missing.iter().all(|missing| capture == Capture::Driver && missing.only_for_screen)
    }
}

/// Looks for all kinds of engines, and asks each for its version, which takes up to some seconds.
///
/// ```
/// for found in dpgen_browsers::installed() {
///     match &found.version {
///         Some(version) if found.is_ready() => println!("{}: {version}", found.kind.name()),
///         _ => println!("{}: needs {:?}", found.kind.name(), found.missing),
///     }
/// }
/// ```
#[must_use]
pub fn installed() -> Vec<Found> {
    Kind::ALL.into_iter().map(look).collect()
}

fn look(kind: Kind) -> Found {
    let programs = programs(kind);
    let program = programs.first().and_then(Program::find);
    let missing = programs
        .iter()
        .filter(|program| program.find().is_none())
        .map(|program| Missing {
            program: program.name,
            remedy: program.remedy,
            only_for_screen: program.name == SCREEN_SERVER.name && kind.has_headless_mode(),
        })
        .collect();
    let version = program.as_deref().and_then(|path| match kind {
        // It opens a window, so it is not asked.
        Kind::WebKit => webkit::version(),
        _ => version(path, &["--version"]),
    });
    Found { kind, program, version, missing }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_is_needed_for_images_of_it() {
        let missing = |only_for_screen| Missing { program: "Xvfb", remedy: "", only_for_screen };
        for (missing, for_screen, for_driver) in [
            (vec![], true, true),
            (vec![missing(true)], false, true),
            (vec![missing(true), missing(false)], false, false),
        ] {
            let found = Found { kind: Kind::Firefox, program: None, version: None, missing };
            assert_eq!((found.is_ready(), found.is_ready_for(Capture::Screen)), (for_screen, for_screen));
            assert_eq!(found.is_ready_for(Capture::Driver), for_driver);
        }
    }
}
