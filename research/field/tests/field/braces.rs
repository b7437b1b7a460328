//! Braces, against what they expand to: bracoxide and fast-glob.

use dpgen::DpGen;
use dpgen_field::{assert_failing, texts};
use fast_glob::{glob_match, validate};

#[derive(DpGen, Clone, Debug)]
enum Part {
    Text(#[dpgen(values = ["a", "/", "*", "**/"])] String),
    Braces(Parts, Parts),
}

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Parts(Vec<Part>);

impl Parts {
    fn text(&self) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Braces(one, other) => format!("{{{},{}}}", one.text(), other.text()),
        };
        self.0.iter().map(part).collect()
    }

    /// All texts without braces that this stands for.
    fn expanded(&self) -> Vec<String> {
        self.0.iter().fold(vec![String::new()], |texts, part| {
            let parts = match part {
                Part::Text(text) => vec![text.clone()],
                Part::Braces(one, other) => [one.expanded(), other.expanded()].concat(),
            };
            texts.iter().flat_map(|text| parts.iter().map(move |part| format!("{text}{part}"))).collect()
        })
    }

    fn has_empty_choice(&self) -> bool {
        self.0.iter().any(|part| match part {
            Part::Text(_) => false,
            Part::Braces(one, other) => {
                [one, other].iter().any(|choice| choice.0.is_empty() || choice.has_empty_choice())
            }
        })
    }
}

#[dpgen::test(max_size = 4)]
fn bracoxide_expands_all_choices(parts: &Parts) {
    let expanded = parts.expanded();
    if expanded.len() > 1 && !parts.has_empty_choice() {
        assert_eq!(bracoxide::bracoxidize(&parts.text()), Ok(expanded));
    }
}

texts!(Text, Token: "{", "}", ",", "..", "1", "a");

/// "Returns a `Result` containing the expanded brace patterns as `Vec<String>`, or an `OxidizationError`".
#[test]
fn bracoxide_does_not_panic() {
    assert_failing(6, "\"{}{\"", (964, 55_987), |text: &Text| {
        let _ = bracoxide::bracoxidize(&text.text());
    });
}

#[test]
fn bracoxide_panics_without_dpgen() {
    assert!(std::panic::catch_unwind(|| bracoxide::bracoxidize("{}{")).is_err());
}

texts!(Path, Name: "a", "b", "a/");

/// "Matches one of the patterns contained in the braces." Patterns in which braces join asterisks are left out.
#[test]
fn fast_glob_matches_what_an_expansion_matches() {
    let smallest = "(Parts([Braces(Parts([]), Parts([])), Text(\"**/\"), Text(\"a\")]), \"a\")";
    assert_failing(5, smallest, (65, 59_994), |(parts, path): &(Parts, Path)| {
        let (glob, path, expanded) = (parts.text(), path.text(), parts.expanded());
        let is_whole = |glob: &str| glob.split('/').all(|part| part == "**" || !part.contains("**"));
        if validate(&glob).is_ok()
            && expanded.iter().all(|glob| is_whole(glob))
            && !path.is_empty()
            && !path.ends_with('/')
        {
            let expected = expanded.iter().any(|glob| glob_match(glob, &path));
            assert_eq!(glob_match(&glob, &path), expected);
        }
    });
}

#[test]
fn braces_before_asterisks_do_not_match_without_dpgen() {
    assert!(glob_match("**/a", "a") && glob_match("a/**/a", "a/a"));
    assert!(!glob_match("{,a/}**/a", "a"));
    assert!(validate("{,a/}**/a").is_ok());
}
