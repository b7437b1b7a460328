//! Decodes the numbers and strings of an expression.

/// A mistake in a literal: the message, and the advice.
pub(super) type Problem = (String, Option<String>);

fn problem<T>(message: impl Into<String>, help: &str) -> Result<T, Problem> {
    Err((message.into(), (!help.is_empty()).then(|| help.to_owned())))
}

/// An integer: digits, or hexadecimal digits after `0x`. The sign belongs to the number, so that the least
/// integer can be written.
pub(super) fn integer(token: &str, negative: bool) -> Result<i64, Problem> {
    let (digits, radix) = match token.strip_prefix("0x").or_else(|| token.strip_prefix("0X")) {
        Some(digits) => (digits, 16),
        None => (token, 10),
    };
    let known = |digits: &str| !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    if !known(digits) {
        let whole = digits.strip_suffix(['u', 'U']);
        if let Some(whole) = whole.filter(|whole| known(whole)) {
            return problem(
                format!("`{token}` is an unsigned integer, which is not supported"),
                &format!("write `{whole}`"),
            );
        }
        return problem(
            format!("`{token}` is not an integer"),
            "numbers are integers, such as `12` or `0xc`",
        );
    }
    let sign = if negative { "-" } else { "" };
    i64::from_str_radix(&format!("{sign}{digits}"), radix)
        .or_else(|_| problem(format!("`{sign}{token}` is beyond the integers of 64 bits"), ""))
}

/// A string with its prefix and quotes.
pub(super) fn string(token: &str) -> Result<String, Problem> {
    let prefix = token.find(['"', '\'']).unwrap_or_default();
    if token[..prefix].contains(['b', 'B']) {
        return problem("bytes are not supported", "strings have no `b` before them");
    }
    let quotes = ["\"\"\"", "'''"].iter().any(|quotes| token[prefix..].starts_with(quotes));
    let quotes = if quotes { 3 } else { 1 };
    let inside = token.get(prefix + quotes..token.len() - quotes).unwrap_or_default();
    if prefix > 0 {
        return Ok(inside.to_owned());
    }
    let mut value = String::new();
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        let (c, len) = escape(&rest[at + 1..])?;
        value.push(c);
        rest = &rest[at + 1 + len..];
    }
    value.push_str(rest);
    Ok(value)
}

/// The character of an escape, after its backslash, and its length.
fn escape(text: &str) -> Result<(char, usize), Problem> {
    let first = text.chars().next().unwrap_or('\\');
    let plain = match first {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '\\' | '?' | '"' | '\'' | '`' => first,
        'x' | 'X' => return code(text, 1, 2, 16),
        'u' => return code(text, 1, 4, 16),
        'U' => return code(text, 1, 8, 16),
        '0'..='3' => return code(text, 0, 3, 8),
        _ => {
            return problem(
                format!("`\\{}` is no escape of a string", first.escape_debug()),
                "a backslash itself is `\\\\`",
            );
        }
    };
    Ok((plain, 1))
}

/// A character by its number.
fn code(text: &str, start: usize, digits: usize, radix: u32) -> Result<(char, usize), Problem> {
    let number = text.get(start..start + digits).filter(|number| number.chars().all(|c| c.is_digit(radix)));
    let c = number.and_then(|number| u32::from_str_radix(number, radix).ok()).and_then(char::from_u32);
    match c {
        Some(c) => Ok((c, start + digits)),
        None => {
            let shown: String = text.chars().take(start + digits).collect();
            problem(format!("`\\{}` stands for no character", shown.escape_debug()), "")
        }
    }
}
