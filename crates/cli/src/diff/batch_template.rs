//! [`FileBatchTemplate`]: a minijinja template that makes one text of the cases of a batch.
//!
//! It sees `cases`, each with `text`, `mark`, `number` (from 0), `key` and `size`; `end`, the mark after the last answer;
//! `program`, the number of the command that gets the text, from 0, and `rendering`, the one that its texts are in, if it names one. `tojson` writes a text as a string of JSON.

use std::fmt;
use std::fs::File;
use std::path::Path;

use dpgen_diff::programs::{Batch, BatchTemplate};
use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior, Value, context};

use crate::command_error::CommandError;
use crate::export::template::explain;
use crate::input::read_bounded::read_bounded;

/// The name of the template, in messages.
const TEMPLATE_NAME: &str = "--batch-template";
/// The largest file of a template, in bytes.
const MAX_TEMPLATE_LEN: u64 = 1 << 20;
/// The most steps of a template on one batch: some seconds.
const MAX_STEPS: u64 = 50_000_000;

/// Reads the text of a template's file.
pub fn read_template(path: &Path) -> Result<String, CommandError> {
    let bytes =
        File::open(path).and_then(|file| read_bounded(file, MAX_TEMPLATE_LEN, "a template of batches"));
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other));
    text.map_err(|error| CommandError::Usage(format!("{TEMPLATE_NAME} {}: {error}", path.display())))
}

/// A template that was read.
pub struct FileBatchTemplate {
    environment: Environment<'static>,
}

impl FileBatchTemplate {
    /// Reads the text of a template.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(MAX_STEPS));
        environment.add_filter("tojson", to_json);
        if let Ok(syntax) = SyntaxConfig::builder().keep_trailing_newline(true).build() {
            environment.set_syntax(syntax);
        }
        environment.add_template_owned(TEMPLATE_NAME.to_owned(), text.to_owned()).map_err(|error| {
            CommandError::Usage(format!("{TEMPLATE_NAME} can not be read: {}", explain(&error)))
        })?;
        Ok(Self { environment })
    }
}

impl fmt::Debug for FileBatchTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileBatchTemplate").finish_non_exhaustive()
    }
}

impl BatchTemplate for FileBatchTemplate {
    fn text(&self, batch: &Batch<'_>) -> Result<String, String> {
        let cases: Vec<Value> = batch
            .cases
            .iter()
            .enumerate()
            .map(|(number, (case, mark))| {
                let text = case.text_in(batch.rendering);
                context! { text => text, mark => mark, number => number, key => &case.key, size => case.size }
            })
            .collect();
        let seen = context! { cases => cases, end => &batch.end, program => batch.program, rendering => batch.rendering };
        let rendered =
            self.environment.get_template(TEMPLATE_NAME).and_then(|template| template.render(seen));
        rendered.map_err(|error| explain(&error))
    }
}

/// A text as a string of JSON, which is one of Python and JavaScript, too.
fn to_json(text: &str) -> Result<String, Error> {
    serde_json::to_string(text).map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dpgen_diff::{Case, Term};

    #[test]
    fn a_template_sees_cases_and_marks() {
        let case = |text: &str| Case {
            position: 0,
            key: "k:1:0".to_owned(),
            size: 1,
            rank: "0".to_owned(),
            text: text.to_owned(),
            renderings: std::collections::BTreeMap::new(),
            term: Term::default(),
        };
        let (one, two) = (case("a\"b"), case("<c>"));
        let batch = Batch {
            program: 1,
            rendering: None,
            cases: vec![(&one, "m0".into()), (&two, "m1".into())],
            end: "m2".into(),
        };
        let rendered = |text: &str| FileBatchTemplate::parse(text).map(|template| template.text(&batch));
        let text = "{% for case in cases %}{{ case.number }} {{ case.mark }} {{ case.text | tojson }} {{ case.key }}\n{% endfor %}\
                    {{ end }} {{ program }}\n";
        let wanted = "0 m0 \"a\\\"b\" k:1:0\n1 m1 \"<c>\" k:1:0\nm2 1\n";
        assert_eq!(rendered(text).expect("it can be read").as_deref(), Ok(wanted));
        assert_eq!(
            rendered("\n{{ case }}").expect("it can be read"),
            Err("line 2: `case` is undefined".to_owned())
        );
        let Err(CommandError::Usage(wrong)) = rendered("{% for") else { panic!("it has no end") };
        assert!(wrong.starts_with("--batch-template can not be read: line 1: "), "{wrong}");
    }
}
