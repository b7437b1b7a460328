//! The odds of a spec: factors of constructors for random draws, under a name.

use super::SpecError;
use super::name_checks;
use super::raw_spec::RawSpec;
use super::resolved_spec::Table;
use super::source_text::{Map, SpecText, Text};
use dpgen_forest::MAX_ODDS;

/// Odds of constructors, under a name.
///
/// ```
/// use dpgen_spec::Spec;
///
/// let text = r#"(name: "bits", root: "Bits", odds: {"ones": {"One": 3}},
///     types: {"Bits": (constructors: {"End": (), "Zero": (fields: {"rest": Type("Bits")}), "One": (fields: {"rest": Type("Bits")})})})"#;
/// let spec = Spec::parse("bits.ron", text)?;
/// assert_eq!(spec.odds()[0].name, "ones");
/// assert_eq!(spec.odds()[0].odds, [("Bits.One".to_owned(), 3)]);
/// # Ok::<(), dpgen_spec::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedOdds {
    /// The name.
    pub name: String,
    /// Constructors, each with its type, and their odds, in the order of the text.
    pub odds: Vec<(String, u32)>,
}

/// The odds of a spec.
pub(super) fn read(source: &SpecText, raw: &RawSpec, table: &Table) -> Result<Vec<NamedOdds>, SpecError> {
    name_checks::unique(source, "entry of odds", &raw.odds)?;
    let named = |(name, odds): &(Text, Map<i64>)| {
        name_checks::identifier(source, "odds", name)?;
        name_checks::unique(source, "constructor", odds)?;
        let odds = odds.0.iter().map(|(ctor, odds)| {
            let number = u32::try_from(*odds).ok().filter(|odds| (1..=MAX_ODDS).contains(odds));
            let number = number.ok_or_else(|| {
                let message = format!("the odds of `{}` are {odds}", ctor.value);
                source.error(ctor.span, message).help(format!("odds are whole numbers from 1 to {MAX_ODDS}"))
            })?;
            Ok((full_name(source, table, ctor)?, number))
        });
        Ok(NamedOdds { name: name.value.clone(), odds: odds.collect::<Result<_, SpecError>>()? })
    };
    raw.odds.0.iter().map(named).collect()
}

/// A constructor with its type, by its name with or without the type.
fn full_name(source: &SpecText, table: &Table, name: &Text) -> Result<String, SpecError> {
    let ctors = table.types.iter().flat_map(|ty| {
        ty.ctors.iter().map(|ctor| (format!("{}.{}", ty.name, ctor.name), ctor.name.as_str()))
    });
    let found: Vec<(String, &str)> =
        ctors.clone().filter(|(full, short)| *full == name.value || *short == name.value).collect();
    match found.as_slice() {
        [(full, _)] => Ok(full.clone()),
        [] => {
            let known: Vec<&str> = ctors.map(|(_, short)| short).collect();
            let message = format!("unknown constructor `{}` in `odds`", name.value);
            Err(source.error(name.span, message).suggest(&name.value, known))
        }
        [(first, _), ..] => {
            let message = format!("more than one type has a constructor `{}`", name.value);
            Err(source.error(name.span, message).help(format!("write `{first}`, for example")))
        }
    }
}
