//! [`BuildSettings`]: the scope and the limits of a build, as the page's fields say them.

use std::time::Duration;

use dpgen_forest::{CancelToken, Limits, Scope};
use dpgen_spec::Spec;
use serde::{Deserialize, Serialize};

use crate::input::common_args::ScopeArgs;
use crate::input::flag_values;

/// The texts of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsText {
    /// The largest size.
    pub max_size: String,
    /// Parameters, as in `keys=3 any_root=1`.
    pub parameters: String,
    /// Whether each size has a build of its own, in which the parameter n is that size.
    pub each_size: bool,
    /// The most time of a build.
    pub time: String,
    /// The most memory of a build.
    pub memory: String,
}

/// What a build is asked for, and when it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildSettings {
    /// The largest size.
    pub max_size: u32,
    /// Parameters with their values.
    pub parameters: Vec<(String, i64)>,
    /// Whether each size has a build of its own.
    pub each_size: bool,
    /// The most time.
    pub time: Duration,
    /// The most memory, in bytes.
    pub memory: u64,
}

/// A field whose text can not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingError {
    /// The field, by its name in [`SettingsText`].
    pub field: &'static str,
    /// What is wrong.
    pub message: String,
}

impl SettingsText {
    /// Reads the fields.
    ///
    /// # Errors
    /// The first field that has no meaning.
    pub fn read(&self) -> Result<BuildSettings, SettingError> {
        let wrong = |field| move |message: String| SettingError { field, message };
        let size = self.max_size.trim().parse().ok().filter(|size| *size <= Scope::MAX_SIZE_LIMIT);
        let size_words = || format!("a size is a number up to {}", Scope::MAX_SIZE_LIMIT);
        let words = self.parameters.split([' ', ',']).filter(|word| !word.is_empty());
        Ok(BuildSettings {
            max_size: size.ok_or_else(size_words).map_err(wrong("max_size"))?,
            parameters: words
                .map(flag_values::param)
                .collect::<Result<_, _>>()
                .map_err(wrong("parameters"))?,
            each_size: self.each_size,
            time: flag_values::time(self.time.trim()).map_err(wrong("time"))?,
            memory: flag_values::bytes(self.memory.trim()).map_err(wrong("memory"))?,
        })
    }
}

impl BuildSettings {
    /// The largest sizes of the builds.
    pub fn build_sizes(&self) -> std::ops::RangeInclusive<u32> {
        if self.each_size { 0..=self.max_size } else { self.max_size..=self.max_size }
    }

    /// The scope of a build up to a size.
    ///
    /// # Errors
    /// In words, when the spec has no such parameter.
    pub fn scope(&self, spec: &Spec, max_size: u32) -> Result<Scope, String> {
        let has = |name: &str| name == "n" || spec.params().any(|(known, _)| known == name);
        if let Some((unknown, _)) = self.parameters.iter().find(|(name, _)| !has(name)) {
            let known: Vec<&str> = spec.params().map(|(name, _)| name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(format!("{} has no parameter `{unknown}`: its parameters are {known}", spec.name()));
        }
        let args = ScopeArgs { max_size: Some(max_size), param: self.parameters.clone(), preset: None };
        args.scope(spec, max_size).map_err(|error| error.to_string())
    }

    /// The limits of a build that began `spent` ago.
    pub fn limits(&self, spent: Duration, cancel: &CancelToken) -> Limits {
        Limits::none().time(self.time.saturating_sub(spent)).memory(self.memory).cancel(cancel.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{SettingError, SettingsText};

    fn settings() -> SettingsText {
        let text = |text: &str| text.to_owned();
        let (time, memory) = (text("10s"), text("1GB"));
        SettingsText { max_size: text("7"), parameters: text("a=1, b=-2"), each_size: false, time, memory }
    }

    #[test]
    fn fields_are_read() {
        let read = settings().read().expect("all fields have a meaning");
        assert_eq!((read.max_size, read.time.as_secs(), read.memory), (7, 10, 1_000_000_000));
        assert_eq!(read.parameters, [("a".to_owned(), 1), ("b".to_owned(), -2)]);
        assert_eq!(read.build_sizes(), 7..=7);
        let each = SettingsText { each_size: true, ..settings() }.read().expect("all fields have a meaning");
        assert_eq!(each.build_sizes(), 0..=7);
    }

    #[test]
    fn a_field_without_meaning_is_named() {
        let text = |text: &str| text.to_owned();
        let table = [
            (SettingsText { max_size: text("many"), ..settings() }, "max_size"),
            (SettingsText { max_size: text("-1"), ..settings() }, "max_size"),
            (SettingsText { max_size: text("99999999999"), ..settings() }, "max_size"),
            (SettingsText { parameters: text("a"), ..settings() }, "parameters"),
            (SettingsText { time: text("soon"), ..settings() }, "time"),
            (SettingsText { memory: text("much"), ..settings() }, "memory"),
        ];
        for (settings, field) in table {
            let SettingError { field: named, message } = settings.read().expect_err("a field is wrong");
            assert_eq!(named, field);
            assert!(!message.is_empty());
        }
    }
}
