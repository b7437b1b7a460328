//! [`CaseExporters`]: the texts of a case, one for each rendering that some command asks for by `{file:NAME}`.

use std::collections::BTreeMap;
use std::sync::Arc;

use dpgen_diff::FileTemplate;
use dpgen_forest::schema::Schema;
use dpgen_spec::FileText;

use crate::command_error::CommandError;
use crate::diff::args::Args;
use crate::export::exporter::Exporter;
use crate::export::structure_position::Position;
use crate::input::build_input::Input;

/// The exporters of a run.
#[derive(Debug)]
pub struct CaseExporters {
    /// That of `{file}` and of standard input.
    main: Exporter,
    /// Those of other renderings, by their names.
    renderings: BTreeMap<String, Exporter>,
}

impl CaseExporters {
    /// The exporters that the flags ask for.
    pub fn new(args: &Args, input: &Input) -> Result<Self, CommandError> {
        let main = args.format.exporter(&input.spec, &input.scope)?;
        let mut renderings = BTreeMap::new();
        for name in args.programs.renderings()? {
            let flags = args.format.in_rendering(&name);
            renderings.insert(name, flags.exporter(&input.spec, &input.scope)?);
        }
        Ok(Self { main, renderings })
    }

    /// The same exporters, whose templates end once `halted` returns `true`.
    pub fn until(self, halted: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        let halted = Arc::new(halted);
        let until = |exporter: Exporter| {
            let halted = halted.clone();
            exporter.until(move || halted())
        };
        let renderings =
            self.renderings.into_iter().map(|(name, exporter)| (name, until(exporter))).collect();
        Self { main: until(self.main), renderings }
    }

    /// The text of a structure, and its texts in the other renderings.
    pub fn texts(
        &self,
        schema: &Schema,
        words: &[u32],
        place: Position<'_>,
    ) -> Result<(String, BTreeMap<String, String>), CommandError> {
        let text = |exporter: &Exporter| {
            let mut text = String::new();
            exporter.structure(schema, words, place, &mut text).map(|()| text)
        };
        let others = self.renderings.iter().map(|(name, exporter)| Ok((name.clone(), text(exporter)?)));
        Ok((text(&self.main)?, others.collect::<Result<_, CommandError>>()?))
    }

    /// The template of the files of cases.
    pub fn file_template(&self) -> FileTemplate {
        file_template(&self.main)
    }

    /// The templates of files in other renderings, by their names.
    pub fn rendering_templates(&self) -> BTreeMap<String, FileTemplate> {
        self.renderings.iter().map(|(name, exporter)| (name.clone(), file_template(exporter))).collect()
    }
}

/// The texts around a case in its file, and the extension of the file.
fn file_template(exporter: &Exporter) -> FileTemplate {
    let FileText { before, after, extension } = exporter.frame().clone();
    FileTemplate { before, after, extension }
}
