//! yaml-rust2: "a fully compliant YAML 1.2 implementation".

use dpgen_field::{assert_failing, texts};
use yaml_rust2::{Yaml, YamlEmitter, YamlLoader};

texts!(Text, Token: "a", " ", ":", "-", "#", "'", "\"", "\n", "~", "0", ".", "?", "|", "[", ",", "\t", "!", "\\", "x", "e", "o", "+");

fn emitted(text: &str, multiline: bool) -> String {
    let mut written = String::new();
    let mut emitter = YamlEmitter::new(&mut written);
    emitter.multiline_strings(multiline);
    emitter.dump(&Yaml::String(text.to_owned())).unwrap();
    written
}

#[test]
fn what_is_written_is_read() {
    assert_failing(3, "\"0o0\"", (3, 11_155), |text: &Text| {
        let read = YamlLoader::load_from_str(&emitted(&text.text(), false)).unwrap();
        assert_eq!(read, [Yaml::String(text.text())]);
    });
}

#[test]
fn a_string_becomes_a_number_without_dpgen() {
    assert_eq!(emitted("0o0", false), "---\n0o0"); // `0x0` and `0` are quoted
    assert_eq!(YamlLoader::load_from_str("---\n0o0").unwrap(), [Yaml::Integer(0)]);
    assert_eq!(emitted("++0", false), "---\n++0");
    assert_eq!(YamlLoader::load_from_str("---\n++0").unwrap(), [Yaml::Integer(0)]); // it is a string
}

#[test]
fn what_is_written_in_many_lines_is_read() {
    assert_failing(3, "\" \\n\"", (133, 11_155), |text: &Text| {
        let read = YamlLoader::load_from_str(&emitted(&text.text(), true)).unwrap();
        assert!(read == [Yaml::String(text.text())] || !text.text().contains('\n'));
    });
}

#[test]
fn a_line_of_spaces_is_lost_without_dpgen() {
    let written = emitted(" \n", true);
    assert_eq!(YamlLoader::load_from_str(&written).unwrap(), [Yaml::String("\n".to_owned())]);
    assert!(YamlLoader::load_from_str(&emitted("\t\n", true)).is_err());
}

#[dpgen::test(max_size = 4)]
fn loading_does_not_panic(text: &Text) {
    let _ = YamlLoader::load_from_str(&text.text());
}
