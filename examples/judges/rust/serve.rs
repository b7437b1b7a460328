//! A served judge around a function, with the sites that it passes as its behaviour.
//!
//!     rustc -O -C panic=unwind -o serve examples/judges/rust/serve.rs
//!     dpgen hunt json --serve ./serve
//!
//! `site!()` counts how often a run passes a place; a behaviour is the set of places with their counts, in powers of two, as
//! AFL has it. A panic is a bug.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, Read, Write, stdin, stdout};
use std::panic::catch_unwind;

thread_local! {
    static SITES: RefCell<BTreeMap<u32, u32>> = const { RefCell::new(BTreeMap::new()) };
}

/// Notes that this place was passed.
macro_rules! site {
    () => {
        SITES.with_borrow_mut(|sites| *sites.entry(line!()).or_default() += 1)
    };
}

/// What is judged: a reader of JSON, with a depth that it can bear and a mistake. Put your own here.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn document(&mut self) -> Option<()> {
        self.value(0)?;
        self.space();
        (self.at == self.text.len()).then_some(())
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: &[u8]) -> Option<()> {
        self.text[self.at..].starts_with(wanted).then(|| self.at += wanted.len())
    }

    fn value(&mut self, depth: u32) -> Option<()> {
        self.space();
        match self.peek()? {
            b'n' => {
                site!();
                self.take(b"null")
            }
            b't' => {
                site!();
                self.take(b"true")
            }
            b'f' => {
                site!();
                self.take(b"false")
            }
            b'"' => {
                site!();
                self.string()
            }
            b'[' => {
                site!();
                self.items(depth, b']', |reader| reader.value(depth + 1))
            }
            b'{' => {
                site!();
                self.items(depth, b'}', |reader| {
                    reader.space();
                    reader.string()?;
                    reader.space();
                    reader.take(b":")?;
                    reader.value(depth + 1)
                })
            }
            b'-' | b'0'..=b'9' => {
                site!();
                let digits = self.text[self.at..].iter().take_while(|byte| b"+-.eE0123456789".contains(byte));
                self.at += digits.count();
                Some(())
            }
            _ => None,
        }
    }

    fn string(&mut self) -> Option<()> {
        self.take(b"\"")?;
        loop {
            match self.peek()? {
                b'"' => return self.take(b"\""),
                b'\\' => {
                    site!();
                    self.at += 2;
                }
                _ => self.at += 1,
            }
        }
    }

    fn items(&mut self, depth: u32, end: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        assert!(depth < 3, "four levels are more than this reader bears");
        self.at += 1;
        self.space();
        if self.take(&[end]).is_some() {
            site!();
            return Some(());
        }
        loop {
            item(self)?;
            self.space();
            if self.take(b",").is_none() {
                return self.take(&[end]);
            }
            site!();
        }
    }
}

fn main() {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|read| read > 0) {
        let mut text = vec![0; line.trim().parse().expect("a line with a number of bytes")];
        input.read_exact(&mut text).expect("as many bytes");
        line.clear();
        SITES.with_borrow_mut(BTreeMap::clear);
        let answer = match catch_unwind(|| Reader { text: &text, at: 0 }.document()) {
            Ok(Some(())) => {
                let mut hasher = DefaultHasher::new();
                SITES.with_borrow(|sites| {
                    let powers = sites.iter().map(|(site, count)| (site, count.ilog2()));
                    powers.for_each(|passed| passed.hash(&mut hasher));
                });
                format!("valid {:016x}", hasher.finish())
            }
            Ok(None) => "invalid".to_owned(),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                format!("bug {}", text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
            }
        };
        writeln!(output, "{answer}").and_then(|()| output.flush()).expect("somebody listens");
    }
}
