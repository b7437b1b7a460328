//! [`Engine`]: a browser engine and its flags.
//!
//! An [`Engine`] is what a user names on a command line: a [`Kind`], optionally a program other than the installed
//! one, optionally flags. Two engines of one kind are different engines: that is how two versions or two flag sets of
//! one browser are compared.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

/// The kinds of browsers that can be driven.
///
/// ```
/// use dpgen_browsers::Kind;
///
/// assert_eq!(Kind::ALL.map(Kind::name), ["chromium", "firefox", "webkit", "qtwebkit"]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Blink: Chromium or Chrome, driven by chromedriver.
    Chromium,
    /// Gecko: Firefox, driven by geckodriver.
    Firefox,
    /// WebKitGTK: `MiniBrowser`, driven by `WebKitWebDriver`, on a screen of Xvfb.
    WebKit,
    /// `QtWebKit`: the program wkhtmltoimage, which needs no driver. Its engine is from 2016 and differs often.
    QtWebKit,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Chromium, Self::Firefox, Self::WebKit, Self::QtWebKit];

    /// The name by which a user asks for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
            Self::QtWebKit => "qtwebkit",
        }
    }

    /// Whether its browser can be driven without a screen.
    pub(crate) fn has_headless_mode(self) -> bool {
        matches!(self, Self::Chromium | Self::Firefox)
    }
}

/// A browser with its flags, written `kind[@program][:flags]`.
///
/// Flags are separated by spaces and passed to the browser after those that pin its rendering; those of `firefox`
/// without a leading dash are preferences, `name=value`.
///
/// ```
/// use dpgen_browsers::{Engine, Kind};
///
/// let engine: Engine = "chromium:--enable-gpu-rasterization --force-dark-mode".parse()?;
/// assert_eq!(engine.kind(), Kind::Chromium);
/// assert_eq!(engine.flags(), ["--enable-gpu-rasterization", "--force-dark-mode"]);
/// assert_eq!(engine.to_string(), "chromium:--enable-gpu-rasterization --force-dark-mode");
///
/// // A browser of another version, with the driver that lies beside it.
/// let other: Engine = "chromium@/opt/chromium-157/chrome".parse()?;
/// assert!(other.program().is_some());
/// # Ok::<(), dpgen_browsers::EngineError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Engine {
    kind: Kind,
    program: Option<PathBuf>,
    flags: Vec<String>,
}

impl Engine {
    /// The installed browser of this kind, without flags.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self { kind, program: None, flags: Vec::new() }
    }

    /// The same, with one more flag.
    #[must_use]
    pub fn flag(mut self, flag: impl Into<String>) -> Self {
        self.flags.push(flag.into());
        self
    }

    /// Which kind of browser.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The flags beyond those that pin the rendering.
    #[must_use]
    pub fn flags(&self) -> &[String] {
        &self.flags
    }

    /// The browser's program, if it is not the installed one.
    #[must_use]
    pub fn program(&self) -> Option<&Path> {
        self.program.as_deref()
    }

    /// Reads a list of engines, separated by commas. A comma within flags is theirs: a new engine begins with the
    /// name of a kind.
    ///
    /// ```
    /// use dpgen_browsers::Engine;
    ///
    /// let engines = Engine::list("chromium,chromium:--disable-features=A,B,webkit")?;
    /// assert_eq!(engines.len(), 3);
    /// assert_eq!(engines[1].flags(), ["--disable-features=A,B"]);
    /// # Ok::<(), dpgen_browsers::EngineError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a part does not begin with the name of a kind, or an engine is named twice with the same flags.
    pub fn list(text: &str) -> Result<Vec<Self>, EngineError> {
        let mut parts: Vec<String> = Vec::new();
        for part in text.split(',') {
            match parts.last_mut() {
                Some(before) if kind_of(part).is_none() && before.contains(':') => {
                    before.push(',');
                    before.push_str(part);
                }
                _ => parts.push(part.to_owned()),
            }
        }
        let mut engines: Vec<Self> = Vec::with_capacity(parts.len());
        for part in parts {
            let engine: Self = part.parse()?;
            if engines.contains(&engine) {
                return Err(EngineError::Twice(engine.to_string()));
            }
            engines.push(engine);
        }
        Ok(engines)
    }
}

/// What stands before the program and the flags.
fn head(text: &str) -> &str {
    let end = text.find(['@', ':']).unwrap_or(text.len());
    text[..end].trim()
}

fn kind_of(text: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == head(text))
}

impl From<Kind> for Engine {
    fn from(kind: Kind) -> Self {
        Self::new(kind)
    }
}

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self, EngineError> {
        let kind = kind_of(text).ok_or_else(|| EngineError::Unknown(head(text).to_owned()))?;
        let rest = &text.trim_start()[head(text).len()..];
        let (program, flags) = match rest.split_once(':') {
            Some((program, flags)) => (program, flags),
            None => (rest, ""),
        };
        let program = match program.trim().strip_prefix('@') {
            Some("") => return Err(EngineError::NoProgram(text.to_owned())),
            Some(path) => Some(PathBuf::from(path)),
            None => None,
        };
        Ok(Self { kind, program, flags: flags.split_whitespace().map(str::to_owned).collect() })
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if let Some(program) = &self.program {
            write!(f, "@{}", program.display())?;
        }
        if !self.flags.is_empty() {
            write!(f, ":{}", self.flags.join(" "))?;
        }
        Ok(())
    }
}

/// The reason for which a text names no engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No kind of this name.
    #[error("there is no engine `{0}`; there are: chromium, firefox, webkit, qtwebkit")]
    Unknown(String),
    /// An `@` without a path.
    #[error("`{0}` names no program after the @")]
    NoProgram(String),
    /// The same engine twice in a list: it would be compared with itself.
    #[error("the engine `{0}` is named twice; give one of them other flags")]
    Twice(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["webkit", "firefox:gfx.webrender.software=false", "chromium@/opt/a b/chrome:--x=1,2 --y"]
        {
            assert_eq!(text.parse::<Engine>().expect("is an engine").to_string(), text);
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!("opera:--x".parse::<Engine>(), Err(EngineError::Unknown("opera".into())));
        assert_eq!(Engine::list("chromium,opera"), Err(EngineError::Unknown("opera".into())));
        assert_eq!(Engine::list("webkit,webkit"), Err(EngineError::Twice("webkit".into())));
        assert!(matches!("webkit@:--x".parse::<Engine>(), Err(EngineError::NoProgram(_))));
        assert!(Engine::list("").is_err());
    }
}
