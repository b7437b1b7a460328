//! [`BaseSheet`]: the fixed style sheet of a spec's pages, in pieces that can be left out.

use std::collections::BTreeSet;

/// The style sheet of the first `style` element of a text, with what is around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseSheet {
    before: String,
    /// A rule that is always there, before the others.
    added: String,
    rules: Vec<Rule>,
    after: String,
    pieces: usize,
}

/// A rule; each selector and each declaration is a piece, by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    selectors: Vec<(usize, String)>,
    declarations: Vec<(usize, String)>,
}

const STYLE_START_TAG: &str = "<style>";
const STYLE_END_TAG: &str = "</style>";

impl BaseSheet {
    /// Takes a text apart, and adds a rule. Without a style sheet, or with one that has more than plain rules, the text stays as it
    /// is, and there are no pieces.
    pub fn parse(text: &str, added: &str) -> Self {
        let whole = || {
            let (before, added, after) = (text.to_owned(), String::new(), String::new());
            Self { before, added, rules: Vec::new(), after, pieces: 0 }
        };
        let Some((before, rest)) = text.split_once(STYLE_START_TAG) else { return whole() };
        let Some((sheet, after)) = rest.split_once(STYLE_END_TAG) else { return whole() };
        let mut pieces = 0;
        let Some(rules) = rules(sheet, &mut pieces) else { return whole() };
        Self {
            before: before.to_owned(),
            added: if added.is_empty() { String::new() } else { format!("{added}\n") },
            rules,
            after: after.trim_start_matches('\n').to_owned(),
            pieces,
        }
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The text with these pieces only. A rule without a selector or without a declaration goes as a whole.
    pub fn text(&self, kept: &BTreeSet<usize>) -> String {
        let list = |pieces: &[(usize, String)], separator: &str| {
            let kept = pieces.iter().filter(|(number, _)| kept.contains(number));
            kept.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(separator)
        };
        let mut sheet = self.added.clone();
        for rule in &self.rules {
            let (selectors, declarations) = (list(&rule.selectors, ","), list(&rule.declarations, ";"));
            if !selectors.is_empty() && !declarations.is_empty() {
                sheet += &format!("{selectors}{{{declarations}}}\n");
            }
        }
        if !sheet.is_empty() {
            sheet = format!("{STYLE_START_TAG}\n{sheet}{STYLE_END_TAG}\n");
        }
        [&self.before, &*sheet, &self.after].concat()
    }
}

/// The rules of a sheet; none if it has at-rules, comments, or no end.
fn rules(sheet: &str, pieces: &mut usize) -> Option<Vec<Rule>> {
    if sheet.contains('@') || sheet.contains("/*") {
        return None;
    }
    let mut numbered = |text: &str, separator: char| -> Vec<(usize, String)> {
        let parts = split_outside(text, separator).into_iter().map(str::trim).filter(|part| !part.is_empty());
        parts
            .map(|part| {
                *pieces += 1;
                (*pieces - 1, part.to_owned())
            })
            .collect()
    };
    let mut found = Vec::new();
    let mut rest = sheet.trim();
    while !rest.is_empty() {
        let (selectors, more) = rest.split_once('{')?;
        let (declarations, more) = more.split_once('}')?;
        found.push(Rule { selectors: numbered(selectors, ','), declarations: numbered(declarations, ';') });
        rest = more.trim_start();
    }
    Some(found)
}

/// The parts of a text between separators that stand in no brackets and quotes.
fn split_outside(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0_u32);
    let mut quote = None;
    for (place, letter) in text.char_indices() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(letter),
            ('(' | '[', None) => depth += 1,
            (')' | ']', None) => depth = depth.saturating_sub(1),
            (letter, None) if letter == separator && depth == 0 => {
                parts.push(&text[begin..place]);
                begin = place + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "<title>t</title>\n<style>\nbody{margin:1px;padding:0}\np,:is(b,i){color:red}\n</style>\n<body>";

    #[test]
    fn pieces_are_selectors_and_declarations() {
        let sheet = BaseSheet::parse(TEXT, "");
        assert_eq!(sheet.pieces(), 6);
        let all: BTreeSet<usize> = (0..6).collect();
        assert_eq!(sheet.text(&all), TEXT);
        let without =
            |gone: &[usize]| sheet.text(&all.iter().copied().filter(|piece| !gone.contains(piece)).collect());
        assert_eq!(without(&[1]), TEXT.replace("margin:1px;", ""));
        assert_eq!(without(&[3]), TEXT.replace("p,:is", ":is"));
        assert_eq!(without(&[0]), TEXT.replace("body{margin:1px;padding:0}\n", ""));
        assert_eq!(without(&[0, 5]), "<title>t</title>\n<body>");
        let added = BaseSheet::parse(TEXT, "html{width:1px}").text(&BTreeSet::new());
        assert_eq!(added, "<title>t</title>\n<style>\nhtml{width:1px}\n</style>\n<body>");
    }

    #[test]
    fn other_texts_stay_whole() {
        for text in
            ["", "<body>", "<style>p{", "<style>@media print{p{color:red}}</style>", "<style>p{}</style"]
        {
            let sheet = BaseSheet::parse(text, "html{width:1px}");
            assert_eq!((sheet.pieces(), sheet.text(&BTreeSet::new())), (0, text.to_owned()));
        }
    }
}
