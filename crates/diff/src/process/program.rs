//! [`Program`]: a command as a user writes it, and how it is started.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::MARK;

/// What stands for the file of a case.
const FILE: &str = "{file}";
/// A command with none of these is started without a shell.
const SHELL: &str = "|&;<>()$`\\\"'*?[]#~=%!\n";

/// A command.
///
/// It is started by `sh -c` if it has a letter that means something to a shell, and else as it stands, which takes half the
/// time.
///
/// ```
/// use dpgen_diff::process::Program;
///
/// assert!(Program::read("jq . {file}").is_ok_and(|program| program.takes_file()));
/// assert!(Program::read("  ").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    text: String,
}

impl Program {
    /// The command of a text.
    ///
    /// # Errors
    /// When it is empty.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err("a command is empty".to_owned());
        }
        Ok(Self { text: text.trim().to_owned() })
    }

    /// The command as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it reads cases from a file. Otherwise it reads them from its standard input.
    #[must_use]
    pub fn takes_file(&self) -> bool {
        self.text.contains(FILE)
    }

    /// The command to be started, with a file for `{file}`, in a process group of its own: without input, and with what it
    /// writes to be read. `mark` is the folder of the [`Guard`](super::Guard) that ends it when this process is gone.
    #[must_use]
    pub fn command(&self, file: &Path, mark: &Path) -> Command {
        let mut command = if self.text.replace(FILE, "").contains(|letter| SHELL.contains(letter)) {
            let mut command = Command::new("sh");
            let quoted = format!("'{}'", file.display().to_string().replace('\'', "'\\''"));
            command.arg("-c").arg(self.text.replace(FILE, &quoted));
            command
        } else {
            let filled = |word: &str| -> OsString {
                if word == FILE {
                    file.into()
                } else {
                    word.replace(FILE, &file.display().to_string()).into()
                }
            };
            let mut words = self.text.split_whitespace().map(filled);
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            command
        };
        command.env(MARK, mark).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}
