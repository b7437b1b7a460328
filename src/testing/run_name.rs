//! [`RunName`]: what a run of cases is called, to people and by its record.
//!
//! A test with an attribute has a name of its own. What a test calls (`check`, `hunt`, `sequences`) is named after the thread,
//! which has the name of the test that it runs, and after the type. The main thread runs no test, so that nothing is recorded there.

use std::sync::Arc;
use std::thread;

use super::options::{Overrides, TestOptions};
use super::watch::{RecordFile, Recorded};

/// The name of a run of cases.
#[derive(Debug, Clone)]
pub(super) struct RunName {
    /// As people read it, after "the last run of".
    pub(super) label: Arc<str>,
    /// The name of its record, if there is to be one.
    record: Option<String>,
}

impl RunName {
    /// Of a test with an attribute. A case that is replayed is known.
    pub(super) fn of_test(options: &TestOptions, overrides: &Overrides) -> Self {
        let record = overrides.replay.is_none().then(|| overrides.name_of_part(options.name));
        Self { label: options.name.into(), record }
    }

    /// Of what this thread does (`check`, say) with values of a type.
    pub(super) fn of_thread<T>(what: &str) -> Self {
        let ty = short_type_name::<T>();
        let label = format!("the {what} of {ty}");
        match thread::current().name().filter(|name| *name != "main") {
            Some(test) => Self {
                label: format!("{label} in {test}").into(),
                record: Some(format!("{test}.{what}-of-{ty}")),
            },
            None => Self { label: label.into(), record: None },
        }
    }

    /// The file of its record, and what a run that died left in it.
    pub(super) fn open(&self) -> (Option<RecordFile>, Option<Recorded>) {
        let opened = self.record.as_deref().and_then(RecordFile::open);
        opened.map_or((None, None), |(file, recorded)| (Some(file), recorded))
    }

    /// The file of the record of an additional thread, the first of which is 1.
    pub(super) fn open_of_thread(&self, thread: usize) -> Option<RecordFile> {
        RecordFile::open(&format!("{}.thread-{thread}", self.record.as_deref()?)).map(|(file, _)| file)
    }

    /// The files of additional threads that a run that died left, and what is in them.
    pub(super) fn open_left_of_threads(&self) -> (Vec<RecordFile>, Vec<Recorded>) {
        let Some(record) = &self.record else { return Default::default() };
        let left = (1..).map_while(|thread| RecordFile::open_left(&format!("{record}.thread-{thread}")));
        let (files, recorded): (_, Vec<_>) = left.unzip();
        (files, recorded.into_iter().flatten().collect())
    }
}

/// The name of a type without its arguments and its path: `List` of `tests::List<u8>`.
pub(super) fn short_type_name<T>() -> &'static str {
    let path = std::any::type_name::<T>();
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}
