//! [`Program`]: a command as a user writes it, with placeholders for a file and a folder.
//!
//! The file is `{file}`, or `{file:NAME}` for one that holds another rendering of the case, which whoever writes the file knows by
//! this name.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::guard::MARK_VARIABLE;

/// The placeholder for the file of a case.
const FILE_PLACEHOLDER: &str = "{file}";
/// How the placeholder for a file with another rendering begins. A name follows, and `}`.
const RENDERING_PLACEHOLDER: &str = "{file:";
/// The placeholder for the folder of a run.
const FOLDER_PLACEHOLDER: &str = "{folder}";
/// The variable that tells programs where to put temporary files.
const TEMPORARY_FOLDER_VARIABLE: &str = "TMPDIR";
/// The characters that mean something to a shell; a command without them is started without one.
const SHELL_CHARACTERS: &str = "|&;<>()$`\\\"'*?[]#~=%!\n";

/// A command.
///
/// It is started by `sh -c` if it has a character that means something to a shell, and directly otherwise, which takes half
/// the time.
///
/// ```
/// use dpgen_process::Program;
///
/// assert!(Program::parse("jq . {file}").is_ok_and(|program| program.takes_file()));
/// assert!(Program::parse("  ").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    text: String,
    /// The placeholder for the file that is in the text, if there is one.
    file: Option<String>,
    /// The name in it.
    rendering: Option<String>,
}

impl Program {
    /// Makes a command of its text.
    ///
    /// # Errors
    /// When the text is empty, or names more than one rendering.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err("a command is empty".to_owned());
        }
        let text = text.trim().to_owned();
        let mut files: Vec<&str> =
            text.contains(FILE_PLACEHOLDER).then_some(FILE_PLACEHOLDER).into_iter().collect();
        files.extend(rendering_placeholders(&text));
        files.dedup();
        if let [first, second, ..] = files.as_slice() {
            return Err(format!("a command gets one file: `{text}` has {first} and {second}"));
        }
        let file = files.first().map(|file| (*file).to_owned());
        let name = file.as_deref().and_then(|file| file.strip_prefix(RENDERING_PLACEHOLDER));
        let rendering = name.and_then(|name| name.strip_suffix('}')).map(str::to_owned);
        Ok(Self { text, file, rendering })
    }

    /// The command as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the command has a placeholder for the file. Otherwise it reads its case from standard input.
    #[must_use]
    pub const fn takes_file(&self) -> bool {
        self.file.is_some()
    }

    /// The name of the rendering that the file is to hold, if the command says one.
    ///
    /// ```
    /// use dpgen_process::Program;
    ///
    /// let program = Program::parse("cc -fsyntax-only {file:c}").expect("it is a command");
    /// assert_eq!((program.takes_file(), program.rendering()), (true, Some("c")));
    /// assert!(Program::parse("cc {file:c} {file}").is_err());
    /// ```
    #[must_use]
    pub fn rendering(&self) -> Option<&str> {
        self.rendering.as_deref()
    }

    /// Whether the command has the placeholder `{folder}`, a folder for the files of one run.
    ///
    /// ```
    /// use dpgen_process::Program;
    ///
    /// let compiled = Program::parse("cc -x c {file} -o {folder}/a && {folder}/a");
    /// assert!(compiled.is_ok_and(|program| program.takes_folder()));
    /// ```
    #[must_use]
    pub fn takes_folder(&self) -> bool {
        self.text.contains(FOLDER_PLACEHOLDER)
    }

    /// The command with a file in place of `{file}`, ready to be started in a process group of its own, with an empty standard
    /// input and pipes for its outputs. `mark` is the folder of the [`Guard`](crate::Guard) that ends it when this process is gone.
    #[must_use]
    pub fn command(&self, file: &Path, mark: &Path) -> Command {
        self.filled(&[(self.file_placeholder(), file)], mark)
    }

    /// As [`command`](Self::command), with a folder in place of `{folder}`. The command's temporary files go there, too.
    #[must_use]
    pub fn command_in_folder(&self, file: &Path, folder: &Path, mark: &Path) -> Command {
        let mut command = self.filled(&[(self.file_placeholder(), file), (FOLDER_PLACEHOLDER, folder)], mark);
        command.env(TEMPORARY_FOLDER_VARIABLE, folder);
        command
    }

    fn file_placeholder(&self) -> &str {
        self.file.as_deref().unwrap_or(FILE_PLACEHOLDER)
    }

    /// The command with paths in place of placeholders.
    fn filled(&self, paths: &[(&str, &Path)], mark: &Path) -> Command {
        let bare = paths.iter().fold(self.text.clone(), |text, (name, _)| text.replace(name, ""));
        let mut command = if bare.contains(|letter| SHELL_CHARACTERS.contains(letter)) {
            let mut command = Command::new("sh");
            let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', "'\\''"));
            let fill = |text: String, (name, path): &(&str, &Path)| text.replace(name, &quoted(path));
            command.arg("-c").arg(paths.iter().fold(self.text.clone(), fill));
            command
        } else {
            let filled = |word: &str| -> OsString {
                if let Some((_, path)) = paths.iter().find(|(name, _)| *name == word) {
                    return (*path).into();
                }
                let fill = |word: String, (name, path): &(&str, &Path)| {
                    word.replace(name, &path.display().to_string())
                };
                paths.iter().fold(word.to_owned(), fill).into()
            };
            let mut words = self.text.split_whitespace().map(filled);
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            command
        };
        command.env(MARK_VARIABLE, mark).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// The placeholders for files with other renderings. A name is letters, digits, `_` and `-`; braces around other texts are the
/// shell's.
fn rendering_placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(RENDERING_PLACEHOLDER).filter_map(|(start, _)| {
        let name = &text[start + RENDERING_PLACEHOLDER.len()..];
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && !"_-".contains(letter))?;
        let is_name = end > 0 && name[end..].starts_with('}');
        is_name.then(|| &text[start..start + RENDERING_PLACEHOLDER.len() + end + 1])
    })
}
