//! What a thread asks programs with: a folder for the files of cases, and programs that stay.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::lines::{Lines, LinesError};
use super::reply::Reply;
use super::{Manner, ProgramsOptions};
use crate::case::Case;
use crate::judge::JudgeError;
use crate::process::{Program, run};

/// How many tidied outputs are remembered.
const REMEMBERED: usize = 4096;

/// Asks all programs about one case after the other.
#[derive(Debug)]
pub(super) struct Worker {
    options: ProgramsOptions,
    /// Where the file of a case is, and what is to be tidied up.
    folder: PathBuf,
    mark: PathBuf,
    /// The programs that stay, in their order; none if each case has processes of its own.
    lines: Vec<Lines>,
    /// The one that tidies up, if it stays.
    normalize: Option<Lines>,
    tidied: HashMap<Vec<u8>, Vec<u8>>,
}

impl Worker {
    /// Makes the worker's folder within `mark`, the folder of the keeper.
    pub(super) fn new(options: &ProgramsOptions, mark: &Path, number: usize) -> io::Result<Self> {
        let folder = mark.join(format!("worker-{number}"));
        fs::create_dir_all(&folder)?;
        let stays = |program: &Program| Lines::new(program.clone(), mark.to_owned(), options.timeout);
        let (lines, normalize) = match options.manner {
            Manner::Lines => {
                (options.programs.iter().map(stays).collect(), options.normalize.as_ref().map(stays))
            }
            Manner::Processes => (Vec::new(), None),
        };
        let mark = mark.to_owned();
        Ok(Self { options: options.clone(), folder, mark, lines, normalize, tidied: HashMap::new() })
    }

    /// What all programs answer to each of some cases.
    pub(super) fn ask(&mut self, cases: &[Case]) -> Result<Vec<Vec<Reply>>, JudgeError> {
        let mut replies = match self.options.manner {
            Manner::Lines => self.ask_lines(cases)?,
            Manner::Processes => {
                cases.iter().map(|case| self.ask_processes(case)).collect::<Result<_, _>>()?
            }
        };
        for replies in &mut replies {
            self.tidy(replies)?;
        }
        Ok(replies)
    }

    fn ask_lines(&mut self, cases: &[Case]) -> Result<Vec<Vec<Reply>>, JudgeError> {
        if let Some(case) = cases.iter().find(|case| case.text.contains('\n')) {
            return Err(JudgeError(format!(
                "the text of {} has several lines, so that it can not be sent as one: leave out --lines",
                case.key
            )));
        }
        let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        let mut all: Vec<Vec<Reply>> = cases.iter().map(|_| Vec::new()).collect();
        for (lines, program) in self.lines.iter_mut().zip(&self.options.programs) {
            lines.send(&texts).map_err(|error| not_started(program, &error))?;
        }
        for (lines, program) in self.lines.iter_mut().zip(&self.options.programs) {
            let replies = lines.receive(&texts).map_err(|error| wrong(program, error))?;
            for (all, reply) in all.iter_mut().zip(replies) {
                all.push(reply);
            }
        }
        Ok(all)
    }

    fn ask_processes(&self, case: &Case) -> Result<Vec<Reply>, JudgeError> {
        let file = self.folder.join(self.options.frame.file_name());
        fs::write(&file, self.options.frame.file(&case.text))
            .map_err(|error| JudgeError(format!("{} can not be written: {error}", file.display())))?;
        self.options.programs.iter().map(|program| self.process(program, &file)).collect()
    }

    /// What a program says to a file.
    fn process(&self, program: &Program, file: &Path) -> Result<Reply, JudgeError> {
        let mut command = program.command(file, &self.mark);
        if !program.takes_file() {
            let input = File::open(file);
            command.stdin(Stdio::from(input.map_err(|error| not_started(program, &error))?));
        }
        let timeout = self.options.timeout;
        let outcome = run(&mut command, timeout, &|| false).map_err(|error| not_started(program, &error))?;
        Ok(Reply::of(outcome, timeout))
    }

    /// Puts outputs through the command that tidies them up, if they differ.
    fn tidy(&mut self, replies: &mut [Reply]) -> Result<(), JudgeError> {
        let Some(program) = self.options.normalize.clone() else { return Ok(()) };
        let compare = self.options.compare;
        if replies.windows(2).all(|pair| !compare.differ(&pair[0], &pair[1])) {
            return Ok(());
        }
        for reply in replies {
            let Reply::Said { code, output, .. } = reply else { continue };
            if compare.looks_at_output(*code) {
                *output = self.tidied(&program, output)?;
            }
        }
        Ok(())
    }

    fn tidied(&mut self, program: &Program, output: &[u8]) -> Result<Vec<u8>, JudgeError> {
        if let Some(known) = self.tidied.get(output) {
            return Ok(known.clone());
        }
        let reply = match &mut self.normalize {
            Some(lines) => {
                let text = String::from_utf8_lossy(output);
                lines.send(&[&text]).map_err(|error| not_started(program, &error))?;
                lines.receive(&[&text]).map_err(|error| wrong(program, error))?.pop()
            }
            None => {
                let file = self.folder.join("output");
                fs::write(&file, output)
                    .map_err(|error| JudgeError(format!("{} can not be written: {error}", file.display())))?;
                Some(self.process(program, &file)?)
            }
        };
        match reply {
            Some(Reply::Said { code: None | Some(0), output: tidied, .. }) => {
                if self.tidied.len() >= REMEMBERED {
                    self.tidied.clear();
                }
                self.tidied.insert(output.to_owned(), tidied.clone());
                Ok(tidied)
            }
            other => {
                let how = match other {
                    Some(Reply::Said { code: Some(code), aside, .. }) => {
                        format!("ends with code {code}: {aside}")
                    }
                    Some(Reply::Failed(failure, _)) => failure.verb().to_owned(),
                    _ => "does not answer".to_owned(),
                };
                let text: String = String::from_utf8_lossy(output).chars().take(200).collect();
                Err(JudgeError(format!("the command of --normalize {how}, on the output {text:?}")))
            }
        }
    }
}

fn not_started(program: &Program, error: &io::Error) -> JudgeError {
    JudgeError(format!("the command `{}` can not be run: {error}", program.text()))
}

fn wrong(program: &Program, error: LinesError) -> JudgeError {
    match error {
        LinesError::Io(error) => not_started(program, &error),
        LinesError::TooMuch => JudgeError(format!(
            "the command `{}` answers a line with several: with --lines it has to answer each with one",
            program.text()
        )),
    }
}
