//! Programs on strings: spans between matches, of the language of Devlin et al., "RobustFill: Neural Program Learning under Noisy
//! I/O" (ICML 2017). A span *fires* on a string if both of its ends are there, in order.

use dpgen::prelude::*;

/// The longest string.
pub const LONGEST: usize = 36;

/// What text is made of, as far as programs can tell: a digit, a small and a capital letter, and 21 delimiters.
pub const LETTERS: &[u8] = b"0aA&,.?!@()[]%{}/:;$#\"' ";

/// From one place of a string to another; not backwards between matches of one pattern, which no string has.
#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
#[dpgen(rep_ok = goes_on)]
pub struct Span(pub Place, pub Place);

/// Where a match begins or ends.
#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
#[dpgen(weight = 0)]
pub struct Place {
    /// The number of the match, from 1; from the last one backwards if it is below 0.
    #[dpgen(values = [-2, -1, 1, 2])]
    pub number: i64,
    pub is_end: bool,
    pub pattern: Pattern,
}

/// What is matched: as many as possible, without overlaps, from left to right.
#[derive(DpGen, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    Number,
    Word,
    Alphanumeric,
    Capitals,
    /// A capital, and small letters.
    Proper,
    Small,
    Digit,
    Letter,
    #[dpgen(weight = 0)]
    Delimiter(#[dpgen(range = 3..=23)] i64),
}

fn goes_on(span: SpanView) -> bool {
    let (from, to) = (span.0.view(), span.1.view());
    let counted_alike = (from.number > 0) == (to.number > 0);
    !counted_alike
        || from.pattern != to.pattern
        || from.number < to.number
        || (from.number == to.number && from.is_end == false && to.is_end == true)
}

impl Pattern {
    /// A shortest match.
    pub fn example(self) -> Vec<u8> {
        match self {
            Self::Number | Self::Digit => b"0".to_vec(),
            Self::Word | Self::Small | Self::Letter | Self::Alphanumeric => b"a".to_vec(),
            Self::Capitals => b"A".to_vec(),
            Self::Proper => b"Aa".to_vec(),
            Self::Delimiter(place) => {
                usize::try_from(place).map(|place| vec![LETTERS[place]]).unwrap_or_default()
            }
        }
    }

    /// The length of the match at the start of a text; 0 if there is none.
    fn length(self, text: &[u8]) -> usize {
        let run = |is: fn(&u8) -> bool| text.iter().take_while(|letter| is(letter)).count();
        match self {
            Self::Number => run(u8::is_ascii_digit),
            Self::Word => run(u8::is_ascii_alphabetic),
            Self::Alphanumeric => run(u8::is_ascii_alphanumeric),
            Self::Capitals => run(u8::is_ascii_uppercase),
            Self::Small => run(u8::is_ascii_lowercase),
            Self::Digit => run(u8::is_ascii_digit).min(1),
            Self::Letter => run(u8::is_ascii_alphanumeric).min(1),
            Self::Proper => match text.split_first() {
                Some((first, rest)) if first.is_ascii_uppercase() => {
                    let small = rest.iter().take_while(|letter| letter.is_ascii_lowercase()).count();
                    if small > 0 { small + 1 } else { 0 }
                }
                _ => 0,
            },
            Self::Delimiter(_) => usize::from(text.first() == self.example().first()),
        }
    }

    fn matches(self, text: &[u8]) -> Vec<(usize, usize)> {
        let (mut at, mut all) = (0, Vec::new());
        while at < text.len() {
            let length = self.length(&text[at..]);
            if length > 0 {
                all.push((at, at + length));
            }
            at += length.max(1);
        }
        all
    }
}

impl Place {
    /// Where it is, if it is there.
    pub fn at(self, text: &[u8]) -> Option<usize> {
        self.find(text).ok()
    }

    /// Where it is, and how many matches are missing for it to be there.
    fn find(self, text: &[u8]) -> Result<usize, usize> {
        let all = self.pattern.matches(text);
        let number = usize::try_from(self.number.unsigned_abs()).unwrap_or(usize::MAX);
        let missing = number.saturating_sub(all.len());
        if missing > 0 {
            return Err(missing);
        }
        let (begin, end) = if self.number > 0 { all[number - 1] } else { all[all.len() - number] };
        Ok(if self.is_end { end } else { begin })
    }
}

impl Span {
    /// Whether it fires.
    pub fn fires(self, text: &[u8]) -> bool {
        self.distance(text) == 0
    }

    /// How far it is from firing: missing matches, or 1 if its ends are in the wrong order.
    pub fn distance(self, text: &[u8]) -> usize {
        match (self.0.find(text), self.1.find(text)) {
            (Ok(from), Ok(to)) => usize::from(from >= to),
            (from, to) => from.err().unwrap_or(0) + to.err().unwrap_or(0),
        }
    }
}
