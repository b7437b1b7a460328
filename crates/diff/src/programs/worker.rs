//! [`Worker`]: the programs of one thread, and its folder for the files of cases.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use dpgen_process::{Aftermath, Program, Protocol, Response, RunOutcome, Server, ServerError, run_to_end};
use tempfile::TempDir;

use super::answer_comparison::{CaseVerdict, Reply, verdict};
use super::batch_figures::BatchFigures;
use super::batch_layout::BatchOptions;
use super::options::{CaseDelivery, ProgramsOptions};
use crate::case::Case;
use crate::judge::JudgeError;

/// The most normalized outputs that are cached.
const MAX_CACHED_OUTPUTS: usize = 4096;
/// The most bytes of them, with the outputs that they were made from.
const MAX_CACHED_BYTES: usize = 32 << 20;

/// Asks all programs about one case after the other.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) options: ProgramsOptions,
    /// The lengths of batches, and how many there were.
    pub(super) batch_figures: BatchFigures,
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
            CaseDelivery::ProcessPerCase | CaseDelivery::Batches(_) => (Vec::new(), None),
        };
        let mark = mark.to_owned();
        Ok(Self {
            options: options.clone(),
            batch_figures: BatchFigures::default(),
            folder,
            mark,
            servers,
            normalize,
            normalized: HashMap::new(),
            cached_bytes: 0,
        })
    }

    /// The verdict on each case. When the run is halted, there may be fewer, from the first on.
    pub(super) fn ask(
        &mut self,
        cases: &[Case],
        halted: &dyn Fn() -> bool,
    ) -> Result<Vec<CaseVerdict>, JudgeError> {
        let delivery = self.options.delivery.clone();
        let mut found = Vec::with_capacity(cases.len());
        while found.len() < cases.len() && !halted() {
            let rest = &cases[found.len()..];
            let asked = match &delivery {
                CaseDelivery::LinePerCase => self.ask_lines(rest, halted)?,
                CaseDelivery::ProcessPerCase => self.ask_processes(&rest[0], halted)?.into_iter().collect(),
                CaseDelivery::Batches(batches) => {
                    let len = self.batch_figures.next_len(batches.max_len).min(rest.len());
                    if !self.judge_batch(batches, &rest[..len], &mut found, halted)? {
                        return Ok(found);
                    }
                    continue;
                }
            };
            for replies in asked {
                match self.judged(replies, halted)? {
                    Some(verdict) => found.push(verdict),
                    None => return Ok(found),
                }
            }
        }
        Ok(found)
    }

    /// The verdict on a case with these replies; none if the run is halted.
    fn judged(
        &mut self,
        mut replies: Vec<Reply>,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<CaseVerdict>, JudgeError> {
        let refused = Reply::refusing(&replies);
        if self.options.where_accepted && !refused.is_empty() {
            return Ok(Some(CaseVerdict { difference: None, refused }));
        }
        if !self.normalize_differing(&mut replies, halted)? {
            return Ok(None);
        }
        Ok(Some(CaseVerdict { difference: verdict(self.options.comparison, replies), refused: Vec::new() }))
    }

    /// Adds the verdicts on the cases of a batch: those on which programs do not agree are asked alone. Returns false if the run is
    /// halted before the last.
    fn judge_batch(
        &mut self,
        batches: &BatchOptions,
        cases: &[Case],
        found: &mut Vec<CaseVerdict>,
        halted: &dyn Fn() -> bool,
    ) -> Result<bool, JudgeError> {
        let Some(replies) = self.ask_batch(batches, cases, halted)? else { return Ok(false) };
        for (case, replies) in cases.iter().zip(replies) {
            // What can not be normalized in a batch may be what the batch made of it.
            let in_batch = match replies {
                Some(replies) => self.judged(replies, halted).ok().flatten(),
                None => None,
            };
            if in_batch.is_some_and(|verdict| verdict.difference.is_none()) {
                found.push(CaseVerdict::default());
                continue;
            }
            let alone = self.ask_alone(batches, case, halted)?;
            match alone.map(|replies| self.judged(replies, halted)).transpose()?.flatten() {
                Some(verdict) => found.push(verdict),
                None => return Ok(false),
            }
        }
        Ok(true)
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
    pub(super) fn ask_processes(
        &self,
        case: &Case,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Reply>>, JudgeError> {
        let mut files: HashMap<Option<&str>, PathBuf> = HashMap::new();
        let asked = self.options.programs.iter().map(|program| {
            if let Some(file) = files.get(&program.rendering()) {
                return self.ask_program(program, file, halted);
            }
            let (name, text) = self.options.file(program, case);
            let file = self.write_file(&name, &text)?;
            let reply = self.ask_program(program, &file, halted);
            files.insert(program.rendering(), file);
            reply
        });
        asked.collect()
    }

    /// Writes the file that a program is to read.
    pub(super) fn write_file(&self, name: &str, text: &str) -> Result<PathBuf, JudgeError> {
        let file = self.folder.join(name);
        fs::write(&file, text).map_err(|error| not_written(&file, &error))?;
        Ok(file)
    }

    /// The reply of a new process of a program to a file; none if the run is halted.
    fn ask_program(
        &self,
        program: &Program,
        file: &Path,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Reply>, JudgeError> {
        Ok(Reply::of(self.run_program(program, file, halted)?, self.options.timeout))
    }

    /// Runs a program on a file, in a folder of its own if it asks for one.
    pub(super) fn run_program(
        &self,
        program: &Program,
        file: &Path,
        halted: &dyn Fn() -> bool,
    ) -> Result<RunOutcome, JudgeError> {
        let folder = program.takes_folder().then(|| {
            let folder = tempfile::Builder::new().prefix("run-").tempdir_in(&self.folder);
            folder.map_err(|error| not_written(&self.folder, &error))
        });
        let folder = folder.transpose()?;
        let mut command = match &folder {
            Some(folder) => program.command_in_folder(file, folder.path(), &self.mark),
            None => program.command(file, &self.mark),
        };
        if !program.takes_file() {
            let input = File::open(file);
            command.stdin(Stdio::from(input.map_err(|error| not_started(program, &error))?));
        }
        let outcome = run_to_end(&mut command, self.options.timeout, halted)
            .map_err(|error| not_started(program, &error))?;
        Ok(without_folders(outcome, folder.as_ref().map(TempDir::path), &self.folder))
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
                fs::write(&file, output).map_err(|error| not_written(&file, &error))?;
                self.ask_program(program, &file, halted)?
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

/// The outcome with the name of a file in its standard error instead of the path, which is another one for each thread and run.
fn without_folders(mut outcome: RunOutcome, run: Option<&Path>, worker: &Path) -> RunOutcome {
    if let RunOutcome::Ended { stderr, .. } | RunOutcome::Failed { stderr, .. } = &mut outcome
        && !stderr.is_empty()
    {
        let mut text = String::from_utf8_lossy(stderr).into_owned();
        for folder in run.into_iter().chain([worker]) {
            text = text.replace(&format!("{}/", folder.display()), "");
        }
        *stderr = text.into_bytes();
    }
    outcome
}

fn not_written(path: &Path, error: &io::Error) -> JudgeError {
    JudgeError(format!("{} can not be written: {error}", path.display()))
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
