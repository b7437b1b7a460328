//! Tests of the formats against each other and against readers of the formats.

mod consecutive;
mod distinct_texts;
mod formats;
mod plain_templates;
mod template_programs;
