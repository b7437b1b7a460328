//! Finds the calls of `attr` in the text of a template.
//!
//! A call is `attr(...)` or `RECEIVER.attr(...)` within `{{ }}` or `{% %}`. The attribute is known if the only
//! argument is a string; any other is known only when the template runs. Nothing else of a template's syntax is understood.

use std::ops::Range;

const ATTR_FUNCTION: &str = "attr";

/// The receiver of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// The node that the template is for.
    Own,
    /// The value of this name.
    Name(String),
    /// Anything else, such as an element or the result of a filter.
    Other,
}

/// A call of `attr`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    /// The receiver.
    pub(crate) receiver: Receiver,
    /// The attribute and its place in the template.
    pub(crate) name: Option<(String, Range<usize>)>,
}

/// The calls in a template.
pub(crate) fn attribute_calls(template: &str) -> Vec<Call> {
    template.match_indices(ATTR_FUNCTION).filter_map(|(start, _)| call(template, start)).collect()
}

/// The call whose `attr` is at this place, if it is one.
fn call(template: &str, start: usize) -> Option<Call> {
    let (before, after) = (&template[..start], &template[start + ATTR_FUNCTION.len()..]);
    let argument = after.trim_start().strip_prefix('(')?;
    let head = before.trim_end();
    if !inside(before) || before.ends_with(letter) || head.ends_with('|') {
        return None;
    }
    let receiver = head.strip_suffix('.').map_or(Receiver::Own, |head| receiver(head.trim_end()));
    Some(Call { receiver, name: name(argument, template.len() - argument.len()) })
}

fn letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether the text after `before` is within an expression or a statement.
fn inside(before: &str) -> bool {
    let last = |a: &str, b: &str| before.rfind(a).max(before.rfind(b));
    last("{{", "{%") > last("}}", "%}")
}

/// The receiver at the end of a text that a dot follows.
fn receiver(head: &str) -> Receiver {
    let rest = head.trim_end_matches(letter);
    let name = &head[rest.len()..];
    if name.is_empty() || rest.trim_end().ends_with('.') {
        Receiver::Other
    } else {
        Receiver::Name(name.to_owned())
    }
}

/// The only argument, if it is a string; `at` is where the arguments begin.
fn name(argument: &str, at: usize) -> Option<(String, Range<usize>)> {
    let quoted = argument.trim_start();
    let quote = quoted.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let (name, rest) = quoted[1..].split_once(quote)?;
    let start = at + argument.len() - quoted.len() + 1;
    let single = rest.trim_start().starts_with(')') && !name.contains('\\');
    single.then(|| (name.to_owned(), start..start + name.len()))
}

#[cfg(test)]
mod tests {
    use super::{Call, Receiver, attribute_calls};

    fn read(template: &str) -> Vec<(Receiver, Option<String>)> {
        let call = |Call { receiver, name }: Call| {
            (
                receiver,
                name.map(|(name, place)| {
                    assert_eq!(template[place], name, "{template}");
                    name
                }),
            )
        };
        attribute_calls(template).into_iter().map(call).collect()
    }

    #[test]
    fn calls_are_found_with_what_they_ask() {
        let name = |name: &str| Receiver::Name(name.to_owned());
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            read("{{ left.attr('a') }} {{ attr( \"b\" ) }}"),
            [(name("left"), text("a")), (Receiver::Own, text("b")),]
        );
        assert_eq!(
            read("{% if kids[0].attr('a') > t.left . attr(x) %}"),
            [(Receiver::Other, text("a")), (Receiver::Other, None),]
        );
        assert_eq!(read("{{ left.attr('a' ~ x) }}"), [(name("left"), None)]);
    }

    #[test]
    fn what_is_no_call_is_not_found() {
        for template in [
            "attr('a')",
            "{{ x }} attr('a') {{ y }}",
            "{{ left.attr }}",
            "{{ x|attr('a') }}",
            "{{ attribute('a') }}",
            "{{ myattr('a') }}",
        ] {
            assert_eq!(read(template), [], "{template}");
        }
    }
}
