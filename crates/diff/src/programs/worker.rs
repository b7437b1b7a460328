//! [`Worker`]: the programs of one thread, and its folder for the files of cases.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use dpgen_process::{Aftermath, Program, Protocol, Response, Server, ServerError, run_to_end};

use super::answer_comparison::{Reply, verdict};
use super::options::{CaseDelivery, ProgramsOptions};
use crate::case::Case;
use crate::judge::{Difference, JudgeError};

/// The most normalized outputs that are cached.
const MAX_CACHED_OUTPUTS: usize = 4096;
/// The most bytes of them, with the outputs that they were made from.
const MAX_CACHED_BYTES: usize = 32 << 20;

/// Asks all programs about one case after the other.
#[derive(Debug)]
pub(super) struct Worker {
    options: ProgramsOptions,
    /// The folder for the file of a case, and for an output that is to be normalized.
    folder: PathBuf,
    /// The folder of the guard.
    mark: PathBuf,
    /// The programs that stay, in their order; none if each case has processes of its own.
    servers: Vec<Server>,
    /// The command that normalizes outputs, if it stays.
    normalize: Option<Server>,
    /// Normalized outputs by the outputs that they were made from.
    normalized: HashMap<Vec<u8>, Vec<u8>>,
    /// The number of bytes in `normalized`.
    cached_bytes: usize,
}

impl Worker {
    /// Makes the worker's folder within `mark`, the folder of the guard.
    pub(super) fn new(options: &ProgramsOptions, mark: &Path, number: usize) -> io::Result<Self> {
        let folder = mark.join(format!("worker-{number}"));
        fs::create_dir_all(&folder)?;
        let stays = |program: &Program| {
            Server::new(program.clone(), mark.to_owned(), Protocol::Line, options.timeout)
        };
        let (servers, normalize) = match options.delivery {
            CaseDelivery::LinePerCase => {
                (options.programs.iter().map(stays).collect(), options.normalize.as_ref().map(stays))
            }
            CaseDelivery::ProcessPerCase => (Vec::new(), None),
        };
        let mark = mark.to_owned();
        Ok(Self {
            options: options.clone(),
            folder,
            mark,
            servers,
            normalize,
            normalized: HashMap::new(),
            cached_bytes: 0,
        })
    }

    /// The difference of programs on each case, if there is one. When the run is halted, there may be fewer, from the first on.
    pub(super) fn ask(
        &mut self,
        cases: &[Case],
        halted: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        let mut found = Vec::with_capacity(cases.len());
        while found.len() < cases.len() && !halted() {
            let rest = &cases[found.len()..];
            let asked = match self.options.delivery {
                CaseDelivery::LinePerCase => self.ask_lines(rest, halted)?,
                CaseDelivery::ProcessPerCase => self.ask_processes(&rest[0], halted)?.into_iter().collect(),
            };
            for mut replies in asked {
                if !self.normalize_differing(&mut replies, halted)? {
                    return Ok(found);
                }
                found.push(verdict(self.options.comparison, replies));
            }
        }
        Ok(found)
    }

    /// The replies of all programs to cases, by lines; there may be fewer, from the first on.
    fn ask_lines(
        &mut self,
        cases: &[Case],
        halted: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<Reply>>, JudgeError> {
        if let Some(case) = cases.iter().find(|case| case.text.contains('\n')) {
            return Err(JudgeError(format!(
                "the text of {} has several lines, so that it can not be sent as one: leave out --lines",
                case.key
            )));
        }
        let texts: Vec<&[u8]> = cases.iter().map(|case| case.text.as_bytes()).collect();
        for (server, program) in self.servers.iter_mut().zip(&self.options.programs) {
            server.send(&texts).map_err(|error| not_started(program, &error))?;
        }
        let mut all: Vec<Vec<Reply>> = cases.iter().map(|_| Vec::new()).collect();
        for (server, program) in self.servers.iter_mut().zip(&self.options.programs) {
            let responses =
                settled_responses(server, &texts, halted).map_err(|error| judge_error(program, error))?;
            // Cases that this program has no answer to are asked again of all.
            all.truncate(responses.len());
            for (all, response) in all.iter_mut().zip(responses) {
                all.push(Reply::served(response));
            }
        }
        Ok(all)
    }

    /// The replies of all programs to a case, each from a new process; none if the run is halted.
    fn ask_processes(
        &self,
        case: &Case,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Reply>>, JudgeError> {
        let file = self.folder.join(self.options.file_template.file_name());
        fs::write(&file, self.options.file_template.file(&case.text))
            .map_err(|error| JudgeError(format!("{} can not be written: {error}", file.display())))?;
        self.options.programs.iter().map(|program| self.run_program(program, &file, halted)).collect()
    }

    /// The reply of a new process of a program to a file; none if the run is halted.
    fn run_program(
        &self,
        program: &Program,
        file: &Path,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Reply>, JudgeError> {
        let mut command = program.command(file, &self.mark);
        if !program.takes_file() {
            let input = File::open(file);
            command.stdin(Stdio::from(input.map_err(|error| not_started(program, &error))?));
        }
        let timeout = self.options.timeout;
        let outcome =
            run_to_end(&mut command, timeout, halted).map_err(|error| not_started(program, &error))?;
        Ok(Reply::of(outcome, timeout))
    }

    /// Normalizes outputs, if they differ. Returns false if the run is halted before that.
    fn normalize_differing(
        &mut self,
        replies: &mut [Reply],
        halted: &dyn Fn() -> bool,
    ) -> Result<bool, JudgeError> {
        let Some(program) = self.options.normalize.clone() else { return Ok(true) };
        let comparison = self.options.comparison;
        if replies.windows(2).all(|pair| !comparison.differ(&pair[0], &pair[1])) {
            return Ok(true);
        }
        for reply in replies {
            let Reply::Output { code, output, .. } = reply else { continue };
            if comparison.includes_output(*code) {
                match self.normalized_output(&program, output, halted)? {
                    Some(normalized) => *output = normalized,
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// A normalized output; none if the run is halted.
    fn normalized_output(
        &mut self,
        program: &Program,
        output: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<u8>>, JudgeError> {
        if let Some(known) = self.normalized.get(output) {
            return Ok(Some(known.clone()));
        }
        let reply = match &mut self.normalize {
            Some(server) => {
                let responses = server.ask(&[output], halted).map_err(|error| judge_error(program, error))?;
                responses.list.into_iter().next().map(Reply::served)
            }
            None => {
                let file = self.folder.join("output");
                fs::write(&file, output)
                    .map_err(|error| JudgeError(format!("{} can not be written: {error}", file.display())))?;
                self.run_program(program, &file, halted)?
            }
        };
        match reply {
            Some(Reply::Output { code: None | Some(0), output: normalized, .. }) => {
                self.cached_bytes += output.len() + normalized.len();
                if self.normalized.len() >= MAX_CACHED_OUTPUTS || self.cached_bytes > MAX_CACHED_BYTES {
                    self.normalized.clear();
                    self.cached_bytes = 0;
                }
                self.normalized.insert(output.to_owned(), normalized.clone());
                Ok(Some(normalized))
            }
            None => Ok(None),
            other => {
                let how = match other {
                    Some(Reply::Output { code: Some(code), stderr, .. }) => {
                        format!("ends with code {code}: {stderr}")
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

/// The responses of a server that it has survived.
fn settled_responses(
    server: &mut Server,
    texts: &[&[u8]],
    halted: &dyn Fn() -> bool,
) -> Result<Vec<Response>, ServerError> {
    let mut responses = server.ask(texts, halted)?.list;
    match server.settle(halted)? {
        Aftermath::Survived => {}
        Aftermath::Failed(response) => {
            if let Some(last) = responses.last_mut() {
                *last = response;
            }
        }
        Aftermath::Unknown => drop(responses.pop()),
    }
    Ok(responses)
}

fn not_started(program: &Program, error: &io::Error) -> JudgeError {
    JudgeError(format!("the command `{}` can not be run: {error}", program.text()))
}

fn judge_error(program: &Program, error: ServerError) -> JudgeError {
    match error {
        ServerError::Io(error) => not_started(program, &error),
        ServerError::Buffered(advice) => JudgeError(format!(
            "the command `{}` answers only when its input ends, so it keeps its output back: with --lines it has to answer \
             each line at once; {advice}",
            program.text()
        )),
        ServerError::SeveralLines => JudgeError(format!(
            "the command `{}` answers a line with several: with --lines it has to answer each with one",
            program.text()
        )),
    }
}
