//! The tokens of a template, for as much of minijinja's syntax as `template_parser.rs` understands.
//!
//! White space is trimmed as minijinja trims it. A template with anything else (comments with line ends of other systems,
//! escapes in strings, other operators) has no tokens here and is left to minijinja.

/// Words of expressions that are no names of fields.
pub(super) const TEMPLATE_KEYWORDS: [&str; 14] =
    ["true", "True", "false", "False", "none", "None", "and", "or", "not", "is", "in", "if", "else", "loop"];

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// Text between tags, trimmed.
    Text(&'t str),
    /// `{{`
    ShowStart,
    /// `{%`
    BlockStart,
    /// `}}` or `%}`
    End,
    /// A name or a keyword.
    Name(&'t str),
    /// A string without escapes.
    Str(&'t str),
    Int(i64),
    /// `( ) | ~ . ,` or a comparison.
    Sign(&'t str),
}

/// The signs within tags, longer ones first.
const EXPRESSION_SIGNS: [&str; 12] = ["==", "!=", "<=", ">=", "<", ">", "(", ")", "|", "~", ".", ","];

/// The tokens of a template; `None` if some part of it is not understood.
pub(super) fn tokens(template: &str) -> Option<Vec<Token<'_>>> {
    // minijinja handles line ends of other systems.
    if template.contains('\r') {
        return None;
    }
    let mut tokens = Vec::new();
    let mut rest = template;
    let mut trims_start = false;
    loop {
        if trims_start {
            rest = rest.trim_start();
        }
        let open = ["{{", "{%", "{#"].into_iter().filter_map(|open| Some((rest.find(open)?, open))).min();
        let Some((end, open)) = open else {
            tokens.extend(text(rest));
            return Some(tokens);
        };
        let (before, tag) = rest.split_at(end);
        let inside = &tag[open.len()..];
        tokens.extend(text(if inside.starts_with('-') { before.trim_end() } else { before }));
        let (trims, after) = if open == "{#" {
            // A sign after `{#` is not also that before `#}`.
            let (comment, after) = inside.strip_prefix(['-', '+']).unwrap_or(inside).split_once("#}")?;
            (comment.ends_with('-'), after)
        } else {
            tokens.push(if open == "{{" { Token::ShowStart } else { Token::BlockStart });
            let close = if open == "{{" { "}}" } else { "%}" };
            tag_tokens(inside.strip_prefix(['-', '+']).unwrap_or(inside), close, &mut tokens)?
        };
        (trims_start, rest) = (trims, after);
    }
}

fn text(text: &str) -> Option<Token<'_>> {
    (!text.is_empty()).then_some(Token::Text(text))
}

/// Adds the tokens of a tag; whether its end trims, and the text after it.
fn tag_tokens<'t>(inside: &'t str, close: &str, tokens: &mut Vec<Token<'t>>) -> Option<(bool, &'t str)> {
    let mut rest = inside;
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace());
        let (trims, end) = match rest.strip_prefix(['-', '+']) {
            // Signs of numbers are not understood.
            Some(after) => (rest.starts_with('-'), Some(after.strip_prefix(close)?)),
            None => (false, rest.strip_prefix(close)),
        };
        if let Some(after) = end {
            tokens.push(Token::End);
            return Some((trims, after));
        }
        let is_inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let first = rest.chars().next()?;
        let token;
        (token, rest) = if matches!(first, '\'' | '"') {
            let (string, after) = rest[1..].split_once(first)?;
            ((!string.contains('\\')).then_some(Token::Str(string))?, after)
        } else if is_inside(first) {
            let (word, after) = rest.split_at(rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len()));
            if first.is_ascii_digit() {
                // Numbers of other bases and with fractions are not understood.
                let is_whole = word.bytes().all(|digit| digit.is_ascii_digit()) && !after.starts_with('.');
                (Token::Int(word.parse().ok().filter(|_| is_whole)?), after)
            } else {
                (Token::Name(word), after)
            }
        } else {
            let sign = EXPRESSION_SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
            (Token::Sign(&rest[..sign.len()]), &rest[sign.len()..])
        };
        tokens.push(token);
    }
}
