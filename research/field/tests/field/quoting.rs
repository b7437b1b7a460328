//! Texts that are quoted and encoded, and come back.

use dpgen::DpGen;
use dpgen_field::texts;

texts!(Text, Letter: "a", "\\", "'", "\"", "\n", " ", "$", "é", "\u{7f}", "\u{a0}");

#[dpgen::test(max_size = 4)]
fn snailquote_escapes(text: &Text) {
    assert_eq!(snailquote::unescape(&snailquote::escape(&text.text())).unwrap(), text.text());
}

#[dpgen::test(max_size = 4)]
fn enquote_quotes(text: &Text) {
    for quote in ['\'', '"', '`'] {
        assert_eq!(enquote::unquote(&enquote::enquote(quote, &text.text())).unwrap(), text.text());
    }
}

#[dpgen::test(max_size = 4)]
fn shlex_and_shell_words_read_what_the_other_writes(text: &Text) {
    let text = text.text();
    let (one, other) = (shlex::try_quote(&text).unwrap(), shell_words::quote(&text));
    for written in [&one, &other] {
        assert_eq!(shlex::split(written), Some(vec![text.clone()]));
        assert_eq!(shell_words::split(written), Ok(vec![text.clone()]));
    }
}

texts!(Escapes, Escape: "a", "\\", "'", "\"", "u", "{", "}", "0", "x", "é", "8", "-");

#[dpgen::test(max_size = 5)]
fn reading_does_not_panic(text: &Escapes) {
    let text = text.text();
    let _ = (snailquote::unescape(&text), enquote::unescape(&text, None), enquote::unquote(&text));
}

#[derive(DpGen, Clone, Debug)]
struct Byte(#[dpgen(values = [0, 1, 32, 255])] u8);

#[derive(DpGen, Clone, Debug)]
#[dpgen(weight = 0)]
struct Bytes(Vec<Byte>);

#[dpgen::test(max_size = 7)]
fn z85_and_base_x_decode_what_they_encode(bytes: &Bytes) {
    let bytes: Vec<u8> = bytes.0.iter().map(|byte| byte.0).collect();
    assert_eq!(z85::decode(z85::encode(&bytes)).unwrap(), bytes);
    for alphabet in ["01", "abc", "0123456789"] {
        assert_eq!(base_x::decode(alphabet, &base_x::encode(alphabet, &bytes)).unwrap(), bytes);
    }
}

texts!(Label, Rune: "a", "-", "é", "ü", "\u{10ffff}", "中");

#[dpgen::test(max_size = 6)]
fn punycode_decodes_what_it_encodes(label: &Label) {
    assert_eq!(punycode::decode(&punycode::encode(&label.text()).unwrap()), Ok(label.text()));
}
