//! A worker thread's programs, and its folder for the files of cases.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use dpgen_process::{Aftermath, Program, Protocol, Response, Server, ServerError, run_to_end};

use super::answer_comparison::{Reply, verdict};
use super::options::{Manner, ProgramsOptions};
use crate::case::Case;
use crate::judge::{Difference, JudgeError};

/// How many tidied outputs are remembered.
const MAX_CACHED_OUTPUTS: usize = 4096;
/// How many bytes of them, with what they were before.
const MAX_CACHED_BYTES: usize = 32 << 20;

/// Asks all programs about one case after the other.
#[derive(Debug)]
pub(super) struct Worker {
    options: ProgramsOptions,
    /// Where the file of a case is, and what is to be tidied up.
    folder: PathBuf,
    mark: PathBuf,
    /// The programs that stay, in their order; none if each case has processes of its own.
    servers: Vec<Server>,
    /// The one that tidies up, if it stays.
    normalize: Option<Server>,
    tidied: HashMap<Vec<u8>, Vec<u8>>,
    /// How many bytes these have.
    remembered: usize,
}

impl Worker {
    /// Makes the worker's folder within `mark`, the folder of the guard.
    pub(super) fn new(options: &ProgramsOptions, mark: &Path, number: usize) -> io::Result<Self> {
        let folder = mark.join(format!("worker-{number}"));
        fs::create_dir_all(&folder)?;
        let stays = |program: &Program| {
            Server::new(program.clone(), mark.to_owned(), Protocol::Line, options.timeout)
        };
        let (servers, normalize) = match options.manner {
            Manner::Lines => {
                (options.programs.iter().map(stays).collect(), options.normalize.as_ref().map(stays))
            }
            Manner::Processes => (Vec::new(), None),
        };
        let mark = mark.to_owned();
        Ok(Self {
            options: options.clone(),
            folder,
            mark,
            servers,
            normalize,
            tidied: HashMap::new(),
            remembered: 0,
        })
    }

    /// How programs differ on each of some cases. When everything is to end it may be fewer, from the first on.
    pub(super) fn ask(
        &mut self,
        cases: &[Case],
        halted: &dyn Fn() -> bool,
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        let mut found = Vec::with_capacity(cases.len());
        while found.len() < cases.len() && !halted() {
            let rest = &cases[found.len()..];
            let asked = match self.options.manner {
                Manner::Lines => self.ask_lines(rest, halted)?,
                Manner::Processes => self.ask_processes(&rest[0], halted)?.into_iter().collect(),
            };
            for mut replies in asked {
                if !self.tidy(&mut replies, halted)? {
                    return Ok(found);
                }
                found.push(verdict(self.options.compare, replies));
            }
        }
        Ok(found)
    }

    /// What all programs answer to each of some cases, from the first on.
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
            let responses = asked(server, &texts, halted).map_err(|error| wrong(program, error))?;
            // What the others answered to the cases that this one has no answer to is asked again.
            all.truncate(responses.len());
            for (all, response) in all.iter_mut().zip(responses) {
                all.push(Reply::served(response));
            }
        }
        Ok(all)
    }

    /// What all programs answer to a case; none if everything is to end.
    fn ask_processes(
        &self,
        case: &Case,
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Reply>>, JudgeError> {
        let file = self.folder.join(self.options.frame.file_name());
        fs::write(&file, self.options.frame.file(&case.text))
            .map_err(|error| JudgeError(format!("{} can not be written: {error}", file.display())))?;
        self.options.programs.iter().map(|program| self.process(program, &file, halted)).collect()
    }

    /// What a program says to a file; none if everything is to end.
    fn process(
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

    /// Puts outputs through the command that tidies them up, if they differ. Not if everything is to end.
    fn tidy(&mut self, replies: &mut [Reply], halted: &dyn Fn() -> bool) -> Result<bool, JudgeError> {
        let Some(program) = self.options.normalize.clone() else { return Ok(true) };
        let compare = self.options.compare;
        if replies.windows(2).all(|pair| !compare.differ(&pair[0], &pair[1])) {
            return Ok(true);
        }
        for reply in replies {
            let Reply::Said { code, output, .. } = reply else { continue };
            if compare.looks_at_output(*code) {
                match self.tidied(&program, output, halted)? {
                    Some(tidied) => *output = tidied,
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    fn tidied(
        &mut self,
        program: &Program,
        output: &[u8],
        halted: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<u8>>, JudgeError> {
        if let Some(known) = self.tidied.get(output) {
            return Ok(Some(known.clone()));
        }
        let reply = match &mut self.normalize {
            Some(server) => {
                let responses = server.ask(&[output], halted).map_err(|error| wrong(program, error))?;
                responses.list.into_iter().next().map(Reply::served)
            }
            None => {
                let file = self.folder.join("output");
                fs::write(&file, output)
                    .map_err(|error| JudgeError(format!("{} can not be written: {error}", file.display())))?;
                self.process(program, &file, halted)?
            }
        };
        match reply {
            Some(Reply::Said { code: None | Some(0), output: tidied, .. }) => {
                self.remembered += output.len() + tidied.len();
                if self.tidied.len() >= MAX_CACHED_OUTPUTS || self.remembered > MAX_CACHED_BYTES {
                    self.tidied.clear();
                    self.remembered = 0;
                }
                self.tidied.insert(output.to_owned(), tidied.clone());
                Ok(Some(tidied))
            }
            None => Ok(None),
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

/// Responses that are settled.
fn asked(
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

fn wrong(program: &Program, error: ServerError) -> JudgeError {
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
