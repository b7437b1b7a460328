//! Batches of cases: whatever a case does to its batch, verdicts are those of processes for each case, at a bounded number of runs.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dpgen_diff::programs::{
    Batch, BatchLayout, BatchOptions, BatchTemplate, CaseDelivery, Comparison, Program, Programs,
    ProgramsOptions, SeparatorLine, TALLY_ASKED_ALONE, TALLY_BATCH_RUNS, TALLY_BATCHES_BROKEN,
};
use dpgen_diff::{Case, Difference, FileTemplate, Judge, Refusals, Term};

/// What a case does, as the interpreter below has it, and whether it breaks the batch that it is in.
const KINDS: [(&str, &str, bool); 11] = [
    ("plain", "say 7", false),
    ("crash in the middle", "crash", true),
    ("refused", "refuse", true),
    ("prints the marks itself", "copy", true),
    ("no answer", "leave", true),
    ("too many answers", "again", true),
    ("empty output", "nothing", false),
    ("no newline at the end", "raw a", false),
    ("all answers, and a code of one program at the end", "later", true),
    ("a difference", "differ", false),
    ("a difference only in a batch", "memory", false),
];

/// An interpreter of a line a case: `subject` is what its answers to `differ` depend on, and each process adds a line to `count`.
fn interpreter(subject: &str, count: &Path) -> String {
    format!(
        "echo >> {}; before=0; code=0; while read -r op word; do case $op in mark) echo $word; last=$word;; say) echo $word;; \
         crash) kill -9 $$;; refuse) exit 3;; copy) cat {{file}};; leave) exit 0;; again) echo $last;; raw) printf %s $word;; \
         differ) echo {subject};; hang) exec sleep 1000;; later) [ {subject} = one ] || code=3;; memory) [ $before = 0 ] || echo {subject};; esac; \
         before=1; done < {{file}}; exit $code",
        count.display()
    )
}

/// Each case after its mark, after a word of greeting.
#[derive(Debug)]
struct Greeting;

impl BatchTemplate for Greeting {
    fn text(&self, batch: &Batch<'_>) -> Result<String, String> {
        let case = |(case, mark): &(&Case, String)| format!("mark {mark}\n{}\n", case.text);
        let cases: String = batch.cases.iter().map(case).collect();
        Ok(format!("say hello\n{cases}mark {}\n", batch.end))
    }
}

fn separated() -> BatchLayout {
    BatchLayout::Separated(SeparatorLine::parse("mark {mark}").unwrap())
}

fn judge(count: &Path, delivery: CaseDelivery, timeout: Duration, threads: usize) -> Programs {
    let programs = ["one", "two"].map(|subject| Program::parse(&interpreter(subject, count)).unwrap());
    Programs::start(ProgramsOptions {
        programs: programs.into(),
        normalize: None,
        delivery,
        comparison: Comparison::All,
        where_accepted: false,
        timeout,
        threads,
        file_template: FileTemplate { after: "\n".into(), ..FileTemplate::default() },
        renderings: std::collections::BTreeMap::new(),
    })
    .unwrap()
}

fn case(place: usize, text: &str) -> Case {
    Case {
        position: u64::try_from(place).unwrap(),
        key: format!("k:{place}"),
        size: 1,
        rank: place.to_string(),
        text: text.to_owned(),
        renderings: std::collections::BTreeMap::new(),
        term: Term::default(),
    }
}

/// So many plain cases, with others in some places.
fn cases(len: usize, others: &[(usize, &str)]) -> Vec<Case> {
    let text = |place: usize| others.iter().find(|(other, _)| *other == place).map(|(_, text)| *text);
    (0..len)
        .map(|place| case(place, &text(place).map_or_else(|| format!("say {place}"), str::to_owned)))
        .collect()
}

/// All verdicts, from as many calls as it takes, and the number of processes.
fn verdicts(
    cases: &[Case],
    delivery: CaseDelivery,
    timeout: Duration,
    threads: usize,
) -> (Vec<Option<Difference>>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let mut judge = judge(&count, delivery, timeout, threads);
    let found = judge.judge(cases, &|| false).unwrap();
    assert_eq!(found.len(), cases.len());
    (found, fs::read_to_string(count).unwrap_or_default().len())
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn verdicts_do_not_depend_on_batches() {
    for (name, text, breaks) in KINDS {
        // First, in the middle, last.
        let cases = cases(21, &[(0, text), (10, text), (20, text)]);
        let (wanted, _) = verdicts(&cases, CaseDelivery::ProcessPerCase, LONG, 2);
        for (max_len, threads) in [1, 2, 7, 100].into_iter().flat_map(|len| [(len, 1), (len, 2)]) {
            let batches = BatchOptions { max_len, layout: separated() };
            let (found, processes) = verdicts(&cases, CaseDelivery::Batches(batches), LONG, threads);
            assert_eq!(found, wanted, "{name}, {max_len} at once, {threads} threads");
            let most = most_processes(21, max_len, threads, if breaks { 3 } else { 0 }, 3);
            assert!(processes <= most, "{name}, {max_len} at once, {threads} threads: {processes} > {most}");
        }
    }
}

/// All kinds in one run, each next to each.
#[test]
fn many_faults_in_a_batch_are_told_apart() {
    let texts: Vec<&str> =
        KINDS.iter().flat_map(|one| KINDS.iter().flat_map(|other| [one.1, other.1])).collect();
    let cases: Vec<Case> = texts.iter().enumerate().map(|(place, text)| case(place, text)).collect();
    let (wanted, single) = verdicts(&cases, CaseDelivery::ProcessPerCase, LONG, 2);
    for (max_len, threads) in [(2, 2), (7, 1), (1000, 2)] {
        let batches = BatchOptions { max_len, layout: separated() };
        let (found, processes) = verdicts(&cases, CaseDelivery::Batches(batches), LONG, threads);
        assert_eq!(found, wanted, "{max_len} at once");
        // Half of all cases break a batch, and batches get short.
        assert!(processes <= 2 * single, "{max_len} at once: {processes} and {single} processes");
    }
}

#[test]
fn a_case_that_hangs_is_found_by_halving() {
    let timeout = Duration::from_secs(2);
    let cases = cases(6, &[(4, "hang")]);
    let (wanted, _) = verdicts(&cases, CaseDelivery::ProcessPerCase, timeout, 2);
    assert_eq!(
        wanted.iter().map(Option::is_some).collect::<Vec<_>>(),
        [false, false, false, false, true, false]
    );
    for max_len in [2, 100] {
        let batches = BatchOptions { max_len, layout: separated() };
        assert_eq!(verdicts(&cases, CaseDelivery::Batches(batches), timeout, 1).0, wanted);
    }
}

/// With a template, a case alone is a batch of one; what stands around all answers is left out.
#[test]
fn templates_make_the_text_of_a_case_alone_too() {
    for (name, text, breaks) in KINDS {
        let cases = cases(21, &[(0, text), (10, text), (20, text)]);
        let batches = |max_len| {
            CaseDelivery::Batches(BatchOptions { max_len, layout: BatchLayout::Template(Arc::new(Greeting)) })
        };
        let (wanted, _) = verdicts(&cases, batches(1), LONG, 2);
        for (max_len, threads) in [2, 7, 100].into_iter().flat_map(|len| [(len, 1), (len, 2)]) {
            let (found, processes) = verdicts(&cases, batches(max_len), LONG, threads);
            assert_eq!(found, wanted, "{name}, {max_len} at once, {threads} threads");
            let most = most_processes(21, max_len, threads, if breaks { 3 } else { 0 }, 3);
            assert!(processes <= most, "{name}, {max_len} at once: {processes} > {most}");
        }
    }
}

/// Without a mark in the answers, all is asked alone: right, and slow, and the figures say so.
#[test]
fn programs_that_print_no_marks_are_asked_alone() {
    let cases = cases(40, &[(3, "differ")]);
    let (wanted, _) = verdicts(&cases, CaseDelivery::ProcessPerCase, LONG, 2);
    let folder = tempfile::tempdir().unwrap();
    let layout = BatchLayout::Separated(SeparatorLine::parse("note {mark}").unwrap());
    let batches = CaseDelivery::Batches(BatchOptions { max_len: 8, layout });
    let mut judge = judge(&folder.path().join("count"), batches, LONG, 1);
    assert_eq!(judge.judge(&cases, &|| false).unwrap(), wanted);
    let tally = judge.tally();
    assert_eq!((tally[TALLY_BATCH_RUNS], tally[TALLY_ASKED_ALONE]), (tally[TALLY_BATCHES_BROKEN], 40));
}

#[test]
fn halted_batches_have_no_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let batches = CaseDelivery::Batches(BatchOptions { max_len: 8, layout: separated() });
    let mut judge = judge(&folder.path().join("count"), batches, LONG, 2);
    assert_eq!(judge.judge(&cases(40, &[]), &|| true).unwrap().len(), 0);
    assert_eq!(judge.take_refusals(), Refusals::default());
}

/// Each run has an empty folder of its own, which is gone after it.
#[test]
fn a_run_has_a_folder_of_its_own() {
    let place = tempfile::tempdir().unwrap();
    let list = place.path().join("list");
    let command = |name: &str| {
        let text = format!(
            "ls {{folder}} | wc -l; echo {{folder}} >> {}; test $TMPDIR = {{folder}}; touch {{folder}}/{name}; cat {{file}}",
            list.display()
        );
        Program::parse(&text).unwrap()
    };
    let mut judge = Programs::start(ProgramsOptions {
        programs: vec![command("a"), command("b")],
        normalize: None,
        delivery: CaseDelivery::ProcessPerCase,
        comparison: Comparison::All,
        where_accepted: false,
        timeout: LONG,
        threads: 2,
        file_template: FileTemplate::default(),
        renderings: std::collections::BTreeMap::new(),
    })
    .unwrap();
    assert!(judge.judge(&cases(6, &[]), &|| false).unwrap().iter().all(Option::is_none));
    let list = fs::read_to_string(list).unwrap();
    let mut folders: Vec<&str> = list.lines().collect();
    assert!(folders.iter().all(|folder| !Path::new(folder).exists()), "{folders:?}");
    folders.sort_unstable();
    folders.dedup();
    assert_eq!(folders.len(), 12);
}

/// The most processes of two programs: a run for each batch, two for each halving down to one case that breaks it, in each program;
/// and the cases that are asked alone, which may be two for one that breaks a batch.
fn most_processes(len: usize, max_len: usize, threads: usize, breaking: usize, odd: usize) -> usize {
    let max_len = max_len.min(len.div_ceil(threads));
    let halvings = usize::try_from(max_len.next_power_of_two().ilog2()).unwrap();
    let batches = len.div_ceil(max_len) + threads;
    // Batches get shorter when several cases break one, and longer again.
    let shorter = if breaking > 0 { 2 * halvings } else { 0 };
    let alone = if max_len == 1 { len } else { 2 * breaking + odd };
    2 * (batches + shorter + breaking * 2 * halvings + alone)
}
