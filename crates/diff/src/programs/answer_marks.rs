//! [`Marks`]: the texts by which the answers to the cases of a batch are told apart.
//!
//! A mark is a hash of all cases of the batch and a number, so that no case has it by chance, and so that the same batch has the
//! same marks in each run. Programs may print something around their marks, such as quotes: what stands around the first mark on its
//! line has to stand around all. Marks that are missing, doubled or out of order make the output that of a broken batch.

/// The letters before the hash. A mark is an identifier in most languages.
const TOKEN_PREFIX: &str = "dpgen_";
/// The start of a hash (FNV-1a, 64 bits).
const HASH_START: u64 = 0xcbf2_9ce4_8422_2325;
/// The factor of the hash.
const HASH_FACTOR: u64 = 0x0000_0100_0000_01b3;

/// The marks of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marks {
    /// What all marks begin with; no case has it.
    token: String,
    /// The number of cases.
    cases: usize,
}

impl Marks {
    /// The marks of a batch with these texts.
    pub(super) fn of(texts: &[&str]) -> Self {
        let mut hash = HASH_START;
        let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(HASH_FACTOR);
        for text in texts {
            text.bytes().for_each(&mut add);
            // No text in UTF-8 has this byte.
            add(0xff);
        }
        loop {
            let token = format!("{TOKEN_PREFIX}{hash:016x}_");
            if texts.iter().all(|text| !text.contains(&token)) {
                return Self { token, cases: texts.len() };
            }
            hash = (hash ^ 1).wrapping_mul(HASH_FACTOR);
        }
    }

    /// The mark that is printed before the answer of a case.
    pub(super) fn mark(&self, number: usize) -> String {
        format!("{}{number}_", self.token)
    }

    /// The mark that is printed after the last answer.
    pub(super) fn end(&self) -> String {
        self.mark(self.cases)
    }

    /// The answers in an output that has each mark once, in order. Output before the first mark's line and after the last one's
    /// has to be empty, or is left out.
    pub(super) fn answers(&self, output: &[u8], leaves_surroundings_out: bool) -> Option<Vec<Vec<u8>>> {
        let mut places = Vec::with_capacity(self.cases + 1);
        let mut from = 0;
        for number in 0..=self.cases {
            let place = from + find(&output[from..], self.token.as_bytes())?;
            let mark = self.mark(number);
            if !output[place..].starts_with(mark.as_bytes()) {
                return None;
            }
            from = place + mark.len();
            places.push((place, from));
        }
        let (first, first_end) = *places.first()?;
        let line_begin = output[..first].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let before = &output[line_begin..first];
        let line_end = first_end + output[first_end..].iter().position(|byte| *byte == b'\n')?;
        let after = &output[first_end..=line_end];
        let rest = output[from..].strip_prefix(&after[..after.len() - 1])?;
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let surroundings_fit = leaves_surroundings_out || line_begin == 0 && rest.is_empty();
        if !surroundings_fit || find(rest, self.token.as_bytes()).is_some() {
            return None;
        }
        let between = places.windows(2).map(|pair| {
            let [(_, end), (next, _)] = [pair[0], pair[1]];
            let answer = output[end..next].strip_prefix(after)?;
            answer.strip_suffix(before).map(<[u8]>::to_vec)
        });
        between.collect()
    }

    /// The answer of a case that was asked alone with marks: what stands after its mark, up to the last mark of the end. Without its
    /// mark it is the whole output, as a compiler may have refused the case.
    pub(super) fn answer_alone(&self, output: &[u8]) -> Vec<u8> {
        let mark = self.mark(0);
        let Some(first) = find(output, mark.as_bytes()) else { return output.to_vec() };
        let line_begin = output[..first].iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let before = &output[line_begin..first];
        let rest = &output[first + mark.len()..];
        let rest = rest.iter().position(|byte| *byte == b'\n').map_or(&[][..], |end| &rest[end + 1..]);
        let end = self.end();
        let last = (0..rest.len()).rev().find(|place| rest[*place..].starts_with(end.as_bytes()));
        let answer = &rest[..last.unwrap_or(rest.len())];
        last.and_then(|_| answer.strip_suffix(before)).unwrap_or(answer).to_vec()
    }
}

/// The first place of bytes that are not empty.
fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An output with `@0` for the first mark, and so on.
    fn output(marks: &Marks, text: &str) -> Vec<u8> {
        let with = |text: String, number: usize| text.replace(&format!("@{number}"), &marks.mark(number));
        (0..4).fold(text.to_owned(), with).into_bytes()
    }

    fn shown(answers: Option<Vec<Vec<u8>>>) -> Option<Vec<String>> {
        let text = |answer: Vec<u8>| String::from_utf8_lossy(&answer).into_owned();
        answers.map(|answers| answers.into_iter().map(text).collect())
    }

    #[test]
    fn answers_stand_between_marks() {
        let marks = Marks::of(&["a", "b"]);
        for (text, leaves_out, wanted) in [
            ("@0\na\n@1\nb\n@2\n", false, Some(["a\n", "b\n"])),
            // No newline at the end of an answer; no answer; one with lines of all kinds.
            ("@0\na@1\nb@2\n", false, Some(["a", "b"])),
            ("@0\n@1\n@2\n", false, Some(["", ""])),
            ("@0\n\n\n@1\n@@\n\n@2", false, Some(["\n\n", "@@\n\n"])),
            // What stands around the first mark stands around all.
            ("\"@0\"\na\n\"@1\"\nb\"@2\"\n", false, Some(["a\n", "b"])),
            ("@0\r\na\r\n@1\r\nb\r\n@2\r\n", false, Some(["a\r\n", "b\r\n"])),
            ("\"@0\"\na\n@1\nb\n\"@2\"\n", false, None),
            // Too few, too many, out of order.
            ("@0\na\n@1\nb\n", false, None),
            ("@0\na\n@2\n", false, None),
            ("@0\na\n@1\n@1\nb\n@2\n", false, None),
            ("@0\na\n@1\nb\n@2\n@3\n", true, None),
            ("@1\na\n@0\nb\n@2\n", false, None),
            ("", false, None),
            ("@0", false, None),
            // What stands around all.
            ("hello\n@0\na\n@1\nb\n@2\n", false, None),
            ("@0\na\n@1\nb\n@2\nbye\n", false, None),
            ("hello\n@0\na\n@1\nb\n@2\nbye\n", true, Some(["a\n", "b\n"])),
        ] {
            let found = shown(marks.answers(&output(&marks, text), leaves_out));
            assert_eq!(found, wanted.map(|wanted| wanted.map(str::to_owned).into()), "{text:?}");
        }
    }

    #[test]
    fn an_answer_alone_stands_after_its_mark() {
        let marks = Marks::of(&["a"]);
        for (text, wanted) in [
            ("@0\na\n@1\n", "a\n"),
            ("hello\n@0\na@1\nbye\n", "a"),
            ("\"@0\"\na\n\"@1\"\n", "a\n"),
            ("@0\na\n", "a\n"),
            ("refused\n", "refused\n"),
            ("@0", ""),
            ("", ""),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&marks.answer_alone(&output(&marks, text))),
                wanted,
                "{text:?}"
            );
        }
    }

    #[test]
    fn no_case_has_a_mark() {
        let own = Marks::of(&["x"]).token;
        assert_eq!(Marks::of(&["x"]).token, own);
        assert_ne!(Marks::of(&["x", ""]).token, own);
        assert_ne!(Marks::of(&["ab", "c"]), Marks::of(&["a", "bc"]));
        assert!(Marks::of(&["x"]).mark(1) != Marks::of(&["x"]).mark(10));
        assert!(!Marks::of(&["x"]).mark(10).starts_with(&Marks::of(&["x"]).mark(1)));
    }
}
