//! The flags of how structures are written, and the exporter that they make.

use std::io;

use clap::Args;
use dpgen_draw::{Parts, Text};
use dpgen_forest::Scope;
use dpgen_spec::{Rendering, Spec};

use crate::command_error::CommandError;
use crate::export::exporter::{Exporter, Pictures};
use crate::export::format::Format;
use crate::export::template::Templates;
use crate::input::flag_values;

/// The flags of the format of structures.
#[derive(Debug, Clone, Default, Args)]
pub struct FormatArgs {
    /// How structures are written
    #[arg(long, value_name = "FORMAT", value_enum, hide_possible_values = false)]
    pub format: Option<Format>,
    /// A minijinja template for each structure; sees value (to 2,000 levels), size, rank, key and text
    #[arg(long, value_name = "TEMPLATE")]
    pub template: Option<String>,
    /// The rendering of the spec that structures are written in, one of its entry renderings [default: its entry render]
    #[arg(long, value_name = "NAME")]
    pub rendering: Option<String>,
    /// Writes each structure's key with it
    #[arg(long)]
    pub keys: bool,
    #[command(flatten)]
    pub pictures: PictureArgs,
}

/// The flags of pictures.
#[derive(Debug, Clone, Default, Args)]
pub struct PictureArgs {
    /// With --format tree: draws with characters of ASCII, as is done where a terminal has no others
    #[arg(long)]
    pub ascii: bool,
    /// With --format tree: how many columns there are; wider trees are drawn indented [default: those of the terminal, else
    /// 100]
    #[arg(long, value_name = "COLUMNS", value_parser = flag_values::columns)]
    pub width: Option<usize>,
    /// With --format dot: draws equal parts of a structure once
    #[arg(long)]
    pub share: bool,
}

impl PictureArgs {
    /// How to draw in a format, which these flags must fit; with `is_terminal`, as wide and with the
    /// characters of the terminal.
    fn pictures(&self, format: Format, is_terminal: bool) -> Result<Pictures, CommandError> {
        let flags = [
            ("--ascii", self.ascii, Format::Tree),
            ("--width", self.width.is_some(), Format::Tree),
            ("--share", self.share, Format::Dot),
        ];
        if let Some((flag, _, fits)) = flags.iter().find(|(_, is_given, fits)| *is_given && *fits != format) {
            return Err(CommandError::Usage(format!("{flag} goes with --format {fits}, not with {format}")));
        }
        let columns = || {
            let size = terminal_size::terminal_size_of(io::stdout()).filter(|_| is_terminal);
            size.map(|(width, _)| usize::from(width.0))
        };
        let text = self.width.or_else(columns).map_or_else(Text::new, |width| Text::new().width(width));
        let lacks_unicode = || is_terminal && !supports_unicode::on(supports_unicode::Stream::Stdout);
        let ascii = self.ascii || lacks_unicode();
        Ok(Pictures { text: text.ascii(ascii), parts: if self.share { Parts::Shared } else { Parts::Each } })
    }
}

impl FormatArgs {
    /// The exporter of a spec's structures to standard output.
    pub fn exporter(&self, spec: &Spec, scope: &Scope) -> Result<Exporter, CommandError> {
        self.exporter_to(true, spec, scope)
    }

    /// The exporter of a spec's structures to standard output or to files, which do not depend on the terminal.
    pub fn exporter_to(&self, is_stdout: bool, spec: &Spec, scope: &Scope) -> Result<Exporter, CommandError> {
        let rendering = self.rendering.as_deref().map(|name| find_rendering(spec, name)).transpose()?;
        let templates = Templates::of_rendering(spec, rendering, self.template.as_deref())?;
        let templates =
            templates.asking(|names| spec.attributes(scope, names).map_err(CommandError::from))?;
        let format = self.format()?;
        if rendering.is_some() && !matches!(format, Format::Text | Format::Template) {
            return Err(CommandError::Usage(format!(
                "--rendering says how the text of a structure is written, which {format} has not"
            )));
        }
        let file = rendering.map_or_else(|| spec.file(), |rendering| rendering.file.as_ref());
        let pictures = self.pictures.pictures(format, is_stdout)?;
        Ok(Exporter::new(format, templates)?.pictures(pictures).files(file.cloned()))
    }

    /// The same flags with a rendering.
    pub fn in_rendering(&self, name: &str) -> Self {
        Self { rendering: Some(name.to_owned()), ..self.clone() }
    }

    /// The format: a template asks for its own.
    pub fn format(&self) -> Result<Format, CommandError> {
        match (self.format, &self.template) {
            (None, Some(_)) => Ok(Format::Template),
            (Some(format), Some(_)) if format != Format::Template => {
                Err(CommandError::Usage(format!("--template goes with --format template, not with {format}")))
            }
            (format, _) => Ok(format.unwrap_or_default()),
        }
    }
}

/// The rendering of a spec with this name.
fn find_rendering<'s>(spec: &'s Spec, name: &str) -> Result<&'s Rendering, CommandError> {
    let all = spec.renderings();
    all.iter().find(|rendering| rendering.name == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|rendering| &*rendering.name).collect();
        let advice = if names.is_empty() {
            "it has no entry `renderings`".to_owned()
        } else {
            format!("there are {}", names.join(", "))
        };
        CommandError::Usage(format!("the spec {} has no rendering `{name}`: {advice}", spec.name()))
    })
}
