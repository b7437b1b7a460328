//! Presets: values of parameters under a name, for bounds that are used again and again.

use super::SpecError;
use super::name_checks;
use super::raw_spec::RawSpec;
use super::source_text::{Map, SpecText, Text};
use dpgen_forest::scope::Scope;

/// Values of parameters, under a name.
///
/// ```
/// use dpgen::Scope;
/// use dpgen_spec::Spec;
///
/// let text = r#"(name: "bits", root: "Bits", params: {"most": 2}, presets: {"wide": {"n": 9, "most": 4}},
///     types: {"Bits": (constructors: {"Bits": (fields: {"number": Int(1, "most")})})})"#;
/// let spec = Spec::parse("bits.ron", text)?;
/// assert_eq!(spec.presets()[0].scope(1), Scope::new(9).with("most", 4));
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: String,
    /// The maximum size, if the preset says one: its parameter `n`.
    pub max_size: Option<u32>,
    /// The other parameters, in the order of the text.
    pub params: Vec<(String, i64)>,
}

impl Preset {
    /// The scope of the preset; its maximum size, unless the preset says one, is `otherwise`.
    #[must_use]
    pub fn scope(&self, otherwise: u32) -> Scope {
        let scope = Scope::new(self.max_size.unwrap_or(otherwise));
        self.params.iter().fold(scope, |scope, (name, value)| scope.with(name.as_str(), *value))
    }
}

/// The presets of a spec with these parameters, `n` among them.
pub(super) fn read(source: &SpecText, raw: &RawSpec, params: &[String]) -> Result<Vec<Preset>, SpecError> {
    name_checks::unique(source, "preset", &raw.presets)?;
    let preset = |(name, values): &(Text, Map<i64>)| {
        name_checks::identifier(source, "a preset", name)?;
        name_checks::unique(source, "parameter", values)?;
        let mut preset = Preset { name: name.value.clone(), max_size: None, params: Vec::new() };
        for (param, value) in &values.0 {
            if !params.contains(&param.value) {
                let message = format!("the spec has no parameter `{}`", param.value);
                let known = params.iter().map(String::as_str);
                return Err(source.error(param.span, message).suggest(&param.value, known));
            }
            if param.value == "n" {
                let size = u32::try_from(*value).ok().filter(|size| *size <= Scope::MAX_SIZE_LIMIT);
                preset.max_size = Some(size.ok_or_else(|| {
                    let message = format!("the maximum size of the preset `{}` is {value}", name.value);
                    source
                        .error(param.span, message)
                        .help(format!("sizes are 0 to {}", Scope::MAX_SIZE_LIMIT))
                })?);
            } else {
                preset.params.push((param.value.clone(), *value));
            }
        }
        Ok(preset)
    };
    raw.presets.0.iter().map(preset).collect()
}
