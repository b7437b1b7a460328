//! Runs with a judge made for the test: the log, runs that go on, damage, and reduced findings of samples.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;

use dpgen_diff::{
    Answer, Attachment, Case, CaseSelection, CaseSource, Difference, DifferencePattern, Field, FieldKind,
    FileTemplate, Judge, JudgeError, Log, LogError, Node, NodeShape, Refusals, RunError, RunHeader, Subject,
    Tally, Term, Value, Vocabulary, reduce_samples, run_comparison, vote,
};

use crate::damages;

/// Lists of the letters a to d, of all lengths up to 3.
struct Letters {
    /// How many lists there are, all lengths together.
    lists: Vec<Vec<usize>>,
}

impl Letters {
    fn new() -> Self {
        let mut lists = vec![vec![]];
        let mut last = vec![vec![]];
        for _ in 0..3 {
            last = last
                .iter()
                .flat_map(|list: &Vec<usize>| (0..4).map(|letter| [&list[..], &[letter]].concat()))
                .collect();
            lists.extend(last.clone());
        }
        Self { lists }
    }

    fn text(list: &[usize]) -> String {
        list.iter().map(|letter| ["a", "b", "c", "d"][*letter]).collect()
    }

    fn term(list: &[usize]) -> Term {
        let mut nodes: Vec<Node> = list.iter().map(|letter| Node(1 + letter, vec![])).collect();
        nodes.push(Node(0, vec![Value::Parts((0..list.len()).collect())]));
        Term::new(nodes)
    }

    fn case(&self, place: usize) -> Case {
        let list = &self.lists[place];
        let (size, position) = (u32::try_from(list.len()).unwrap(), u64::try_from(place).unwrap());
        let text = Self::text(list);
        Case {
            position,
            key: format!("l:{place}"),
            size,
            rank: place.to_string(),
            text,
            renderings: std::collections::BTreeMap::new(),
            term: Self::term(list),
        }
    }
}

impl CaseSource for Letters {
    type Error = Infallible;

    fn block(&mut self, from: u64, max_len: usize) -> Result<Vec<Case>, Infallible> {
        let from = usize::try_from(from).unwrap();
        Ok((from..self.lists.len()).take(max_len).map(|place| self.case(place)).collect())
    }

    fn find(&mut self, term: &Term) -> Result<Option<Case>, Infallible> {
        let found = self.lists.iter().position(|list| Self::term(list) == *term);
        Ok(found.map(|place| self.case(place)))
    }
}

/// Three subjects; the last one answers `no` to a b after an a. It can be told to fail at a case.
struct Likes {
    asked: Vec<String>,
    fails_at: Option<usize>,
    /// The most cases of a block that it judges, as if more took too much memory.
    max_judged: usize,
}

impl Judge for Likes {
    fn subjects(&self) -> Vec<Subject> {
        ["x", "y", "z"].map(|name| Subject { name: name.into(), version: Some("1".into()) }).into()
    }

    fn block_len(&self) -> (usize, usize) {
        (7, 7)
    }

    fn judge(
        &mut self,
        cases: &[Case],
        _halted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<Difference>>, JudgeError> {
        let mut found = Vec::new();
        for case in cases.iter().take(self.max_judged) {
            if self.fails_at == Some(self.asked.len()) {
                return Err(JudgeError("gone".into()));
            }
            self.asked.push(case.text.clone());
            let answers = ["yes", "yes", if odd(&case.text) { "no" } else { "yes" }];
            let vote = vote(3, |one, other| answers[one] != answers[other]);
            let text = |text: &str| Answer::Text {
                code: None,
                text: text.into(),
                total_bytes: None,
                stderr: String::new(),
            };
            let answers: Vec<Answer> = answers.map(text).into();
            let attachment = Attachment { name: "note.txt".into(), bytes: case.text.clone().into_bytes() };
            found.push(DifferencePattern::of(&answers, &vote).map(|pattern| Difference {
                pattern,
                answers,
                attachments: vec![attachment],
                difference: None,
                note: String::new(),
            }));
        }
        Ok(found)
    }

    fn tally(&self) -> Tally {
        [("asked".to_owned(), u64::try_from(self.asked.len()).unwrap())].into()
    }
}

fn odd(text: &str) -> bool {
    text.find('a').is_some_and(|first| text[first..].contains('b'))
}

fn judge() -> Likes {
    Likes { asked: Vec::new(), fails_at: None, max_judged: usize::MAX }
}

fn header() -> RunHeader {
    let shape = |ty: &str, name: &str, fields| NodeShape { ty: ty.into(), name: name.into(), fields };
    let items = Field { name: "items".into(), kind: FieldKind::Parts("Letter".into()) };
    let mut shapes = vec![shape("List", "List", vec![items])];
    shapes.extend(["a", "b", "c", "d"].map(|name| shape("Letter", name, vec![])));
    let selection =
        CaseSelection { cases: 85, total: 85, of: "sizes 0 to 3".into(), ..CaseSelection::default() };
    let inputs = vec![("spec".to_owned(), "letters".to_owned())];
    RunHeader::new(
        inputs,
        judge().subjects(),
        selection,
        FileTemplate::default(),
        Vocabulary::new(shapes),
        "dpgen diff".into(),
    )
}

fn all(log: &Log) -> Vec<String> {
    log.findings().iter().map(|finding| finding.unwrap().case.text).collect()
}

fn go_on(judge: &mut Likes, log: &mut Log, until: u64) -> Result<(), RunError<Infallible>> {
    run_comparison(judge, &mut Letters::new(), log, until, &|| false, |_| {})
}

/// The findings of a run that nothing disturbs.
fn undisturbed() -> Vec<String> {
    let mut log = Log::in_memory(header());
    go_on(&mut judge(), &mut log, 85).expect("nothing fails");
    assert_eq!((log.done(), log.tally()["asked"]), (85, 85));
    all(&log)
}

#[test]
fn all_cases_are_judged_once_in_blocks() {
    let found = undisturbed();
    let wanted: Vec<String> =
        Letters::new().lists.iter().map(|list| Letters::text(list)).filter(|text| odd(text)).collect();
    assert_eq!(found, wanted);
    assert!(found.len() > 10);
}

#[test]
fn what_is_left_of_a_block_is_judged_next() {
    for max_judged in [1, 3] {
        let mut log = Log::in_memory(header());
        let mut few = Likes { max_judged, ..judge() };
        go_on(&mut few, &mut log, 85).expect("nothing fails");
        assert_eq!((log.done(), few.asked.len()), (85, 85));
        assert_eq!(all(&log), undisturbed());
        let found = log.findings().len();
        reduce_samples(&mut few, &mut Letters::new(), &mut log, &|| false, |_, _| {}).expect("nothing fails");
        assert!(log.all_reduced());
        assert_eq!(log.findings().len(), found);
    }
}

#[test]
fn a_run_goes_on_wherever_it_was_cut_off() {
    let wanted = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), header()).expect("the folder is new");
    go_on(&mut judge(), &mut log, 85).expect("nothing fails");
    drop(log);
    let path = folder.path().join(dpgen_diff::LOG_FILE_NAME);
    let whole = fs::read(&path).unwrap();
    // Lengths that a file can have when a process or machine ends: some of all, and all around the ends of lines.
    let near =
        |length: &usize| whole[length.saturating_sub(2)..(length + 2).min(whole.len())].contains(&b'\n');
    for length in (0..whole.len()).filter(|length| length % 97 == 0 || near(length)) {
        fs::write(&path, &whole[..length]).unwrap();
        let mut log = Log::open(folder.path(), header()).expect("it is torn, and not damaged");
        let done = log.done();
        assert_eq!((done % 7, log.done_earlier()), (0, done));
        let taken = fs::metadata(&path).unwrap().len();
        assert!(
            done == 0 || taken + log.torn_bytes() == u64::try_from(length).unwrap(),
            "cut at {length}: {} are said to be cut off",
            log.torn_bytes()
        );
        let mut judge = judge();
        // Some cases more, to see what comes of the cut.
        go_on(&mut judge, &mut log, 85).expect("nothing fails");
        assert_eq!(u64::try_from(judge.asked.len()).unwrap(), 85 - done, "cut at {length}");
        assert_eq!(all(&log), wanted, "cut at {length}");
    }
}

/// Whatever the damage to the file: the log is refused, or it says that bytes are cut off, and the cases of the lost lines are judged
/// again.
#[test]
fn no_damage_to_a_log_goes_unnoticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(dpgen_diff::LOG_FILE_NAME);
    let mut log = Log::open(folder.path(), header()).expect("the folder is new");
    go_on(&mut judge(), &mut log, 85).expect("nothing fails");
    log.append_reduced("l:7", None).expect("it can be written");
    let wanted = (all(&log), log.tally()["asked"]);
    drop(log);
    let whole = fs::read(&path).unwrap();
    let mut repaired = 0;
    for (name, bytes) in damages::flips(&whole, 1).chain(damages::lines(&whole)) {
        fs::write(&path, &bytes).unwrap();
        match Log::open(folder.path(), header()) {
            Err(error) => {
                assert!(error.to_string().contains("--report"), "{name}: {error}");
                assert_eq!(fs::read(&path).unwrap(), bytes, "{name}: it stays as it was");
                assert!(Log::read(folder.path()).is_err(), "{name}");
            }
            Ok(mut log) => {
                assert!(log.torn_bytes() > 0, "{name} is taken");
                repaired += 1;
                go_on(&mut judge(), &mut log, 85).expect("nothing fails");
                assert_eq!((all(&log), log.tally()["asked"]), wanted, "{name}");
            }
        }
    }
    // The missing end of the last line.
    assert_eq!(repaired, 1);
    for first in ["{\"header\":{}}\n", "{\"header\":{}}\n{\"done\":{\"to\":7,\"tally\":{}}}\n"] {
        fs::write(&path, first).unwrap();
        let error = Log::open(folder.path(), header()).expect_err("it has another form");
        assert!(matches!(error, LogError::Version { .. }), "{error}");
    }
}

/// A disk that is full in the middle of a block: this test again, in a process whose files may not grow beyond some blocks.
#[cfg(unix)]
#[test]
fn a_torn_block_is_cut_off_before_the_next() {
    const FOLDER: &str = "DPGEN_TEST_FULL_DISK";
    let long = |case: &mut Case| case.text = case.text.repeat(20_000);
    let mut cases: Vec<Case> = (0..4).map(|place| Letters::new().case(place)).collect();
    long(&mut cases[1]);
    let difference = || {
        let answers = vec![Answer::Unseen, Answer::Unseen, Answer::Unseen];
        let pattern = DifferencePattern { kind: None, failed: vec![], odd: vec![2], classes: vec![0, 0, 1] };
        Some(Difference { pattern, answers, attachments: vec![], difference: None, note: String::new() })
    };
    let Some(folder) = std::env::var_os(FOLDER) else {
        let folder = tempfile::tempdir().unwrap();
        let name = "runs::a_torn_block_is_cut_off_before_the_next";
        let script = format!("trap '' XFSZ; ulimit -f 16; exec \"$0\" --exact {name}");
        let child = std::process::Command::new("sh")
            .args(["-c", &script])
            .arg(std::env::current_exe().unwrap())
            .env(FOLDER, folder.path())
            .output()
            .unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
        let log = Log::open(folder.path(), header()).expect("no half block is in it");
        assert_eq!((log.done(), log.torn_bytes(), all(&log)), (4, 0, vec![String::new(), "c".to_owned()]));
        return;
    };
    let mut log = Log::open(folder.as_ref(), header()).expect("the folder is new");
    log.append(&cases[..1], vec![difference()], 1, &Tally::new(), &Refusals::default())
        .expect("there is room");
    let failed = log.append(&cases[1..2], vec![difference()], 2, &Tally::new(), &Refusals::default());
    assert!(matches!(failed, Err(LogError::Io { .. })), "{failed:?}");
    assert_eq!((log.done(), log.findings().len()), (1, 1));
    log.append(&cases[3..], vec![difference()], 4, &Tally::new(), &Refusals::default())
        .expect("there is room again");
}

#[test]
fn a_subject_that_is_gone_ends_a_run_and_no_finding_is_lost() {
    let wanted = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    let judged = Cell::new(0);
    for fails_at in [0, 3, 20, 40] {
        let mut log = Log::open(folder.path(), header()).expect("it goes on");
        let mut judge = Likes { fails_at: Some(fails_at), ..judge() };
        let begin = log.done();
        let ended = go_on(&mut judge, &mut log, 85);
        assert!(matches!(ended, Err(RunError::Judge(_))), "{ended:?}");
        judged.set(judged.get() + log.done() - begin);
    }
    let mut log = Log::open(folder.path(), header()).expect("it goes on");
    assert_eq!(log.done(), judged.get());
    go_on(&mut judge(), &mut log, 85).expect("nothing fails");
    assert_eq!(all(&log), wanted);
    for finding in log.findings().iter().map(Result::unwrap) {
        let file =
            folder.path().join(dpgen_diff::FINDINGS_FOLDER_NAME).join(finding.case.name()).join("note.txt");
        assert_eq!(fs::read_to_string(file).unwrap(), finding.case.text);
    }
}

#[test]
fn other_runs_and_damage_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), header()).expect("the folder is new");
    go_on(&mut judge(), &mut log, 30).expect("nothing fails");
    drop(log);
    let refused =
        |header: RunHeader| Log::open(folder.path(), header).expect_err("it is another run").to_string();
    let mut other = header();
    other.inputs[0].1 = "words".into();
    assert!(refused(other).contains("spec was letters and is words; give another folder with --report"));
    let mut other = header();
    other.subjects[1].version = Some("2".into());
    assert!(refused(other).contains("it compared x 1, y 1, z 1 and now x 1, y 2, z 1"));
    let mut other = header();
    other.selection.part = Some((1, 2));
    assert!(refused(other).contains("(85 cases) and not part 1/2"));
    // The command may be written in another way.
    let other = RunHeader { command: "dpgen diff --report x".into(), ..header() };
    assert_eq!(Log::open(folder.path(), other).expect("it goes on").done(), 30);

    let path = folder.path().join(dpgen_diff::LOG_FILE_NAME);
    let whole = fs::read_to_string(&path).unwrap();
    let damaged = whole.replacen("\"finding\"", "\"findin\"", 1);
    assert_ne!(damaged, whole);
    fs::write(&path, damaged).unwrap();
    let error = Log::open(folder.path(), header()).expect_err("it is damaged");
    assert!(matches!(error, LogError::Damaged { .. }), "{error}");
}

#[test]
fn findings_of_samples_are_made_as_small_as_they_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), header()).expect("the folder is new");
    let mut likes = judge();
    go_on(&mut likes, &mut log, 85).expect("nothing fails");
    let found = log.findings().len();
    reduce_samples(&mut likes, &mut Letters::new(), &mut log, &|| false, |_, _| {}).expect("nothing fails");
    // Every one comes down to `ab`, which is among them.
    assert_eq!(log.findings().len(), found);
    drop(log);

    // Only one that is large.
    let folder = tempfile::tempdir().unwrap();
    let mut log = Log::open(folder.path(), header()).expect("the folder is new");
    let case = Letters::new().case(84 - 4 * 4 * 2);
    let difference = judge().judge(std::slice::from_ref(&case), &|| false).unwrap().pop().unwrap();
    let large = Letters::new().lists.iter().position(|list| Letters::text(list) == "cab").unwrap();
    let case = Letters::new().case(large);
    let difference =
        difference.or(judge().judge(std::slice::from_ref(&case), &|| false).unwrap().pop().unwrap());
    log.append(&[case], vec![difference], 85, &Tally::new(), &Refusals::default())
        .expect("it can be written");
    let mut likes = judge();
    reduce_samples(&mut likes, &mut Letters::new(), &mut log, &|| false, |_, _| {}).expect("nothing fails");
    let smaller =
        log.findings().iter().map(Result::unwrap).map(|finding| (finding.case.text, finding.reduced_from));
    let wanted = [("cab".to_owned(), None), ("ab".to_owned(), Some(format!("l:{large}")))];
    assert_eq!(smaller.collect::<Vec<_>>(), wanted);
    let asked: BTreeSet<&String> = likes.asked.iter().collect();
    assert_eq!(asked.len(), likes.asked.len(), "a case was judged twice");
    drop(log);

    // A reduced finding is not reduced again.
    let mut log = Log::open(folder.path(), header()).expect("it goes on");
    assert_eq!(log.findings().len(), 2);
    let mut likes = judge();
    reduce_samples(&mut likes, &mut Letters::new(), &mut log, &|| false, |_, _| {}).expect("nothing fails");
    assert!(likes.asked.is_empty());
}
