//! Every key of the table in every place and form: it is read, or one message says where it belongs and shows its right form.

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;
use crate::parse::ast::Ast;
use crate::parse::case_struct::CASE_STRUCT_NAME;
use crate::parse::keys::{Form, Key, Place, Types};
use crate::test_attribute::{options, state_machine};

const PLACES: [Place; 7] =
    [Place::Struct, Place::Enum, Place::Variant, Place::Field, Place::Argument, Place::Test, Place::Machine];
const FORMS: [Form; 3] = [Form::Alone, Form::Value, Form::List];

/// A key in one of the three forms, with a value that fits where its own form has one.
fn written(key: Key, form: Form) -> String {
    let entry = key.entry();
    let value = match key.form() {
        Form::List => "3",
        _ => entry.split_once(" = ").map_or("true", |(_, value)| value),
    };
    match form {
        Form::Alone => key.name().to_owned(),
        Form::List if key.form() == Form::List => entry,
        Form::List => format!("{}({value})", key.name()),
        Form::Value | Form::AloneOrValue => format!("{} = {value}", key.name()),
    }
}

/// The messages for an attribute there.
fn messages(place: Place, is_mirror: bool, entry: &str) -> Vec<String> {
    let attribute = format!("#[dpgen({entry})]");
    let remote = if is_mirror { "#[dpgen(remote = \"other::Type\")]" } else { "" };
    let item = match place {
        Place::Struct => format!("{remote} {attribute} struct Tree {{ key: i64 }}"),
        Place::Enum => format!("{remote} {attribute} enum Tree {{ Leaf(i64), Nil }}"),
        Place::Variant => format!("{remote} enum Tree {{ {attribute} Leaf(i64), Nil }}"),
        Place::Field => format!("{remote} struct Tree {{ {attribute} key: i64 }}"),
        Place::Argument => format!("struct {CASE_STRUCT_NAME} {{ {attribute} key: i64 }}"),
        Place::Test | Place::Machine => String::new(),
    };
    let mut errors = Errors::default();
    let tokens = || entry.parse::<TokenStream>().expect("tokens");
    match place {
        Place::Test => drop(options::Options::new(tokens(), &mut errors)),
        Place::Machine => drop(state_machine::Options::new(tokens(), &mut errors)),
        _ => drop(Ast::new(&syn::parse_str::<DeriveInput>(&item).expect("a type"), &mut errors)),
    }
    errors.finish().err().into_iter().flatten().map(|error| error.to_string()).collect()
}

#[test]
fn each_key_is_read_or_told_its_place_and_form() {
    let mut read = Vec::new();
    for place in PLACES {
        let mirrors: &[bool] = if matches!(place, Place::Argument | Place::Test | Place::Machine) {
            &[false]
        } else {
            &[false, true]
        };
        for (is_mirror, key) in mirrors.iter().flat_map(|mirror| Key::ALL.iter().map(|key| (*mirror, *key))) {
            if is_mirror && key == Key::Remote {
                continue;
            }
            for form in FORMS {
                let mut entry = written(key, form);
                if key == Key::Expect && place == Place::Test {
                    entry += ", max_size = 5";
                }
                let of_types = match key.types() {
                    Types::All => true,
                    Types::Mirrors => is_mirror,
                    Types::NoMirrors => !is_mirror,
                };
                let of_form = form == key.form() || key.form() == Form::AloneOrValue && form != Form::List;
                let messages = messages(place, is_mirror, &entry);
                let what = format!("{place:?}, {is_mirror}: {entry}: {messages:?}");
                if key.home().has(place) && of_types && of_form {
                    assert!(messages.is_empty(), "{what}");
                    read.push(key);
                    continue;
                }
                let [message] = &messages[..] else { panic!("{what}") };
                assert!(
                    message.starts_with("dpgen: ") && message.contains(&format!("`{}`", key.name())),
                    "{what}"
                );
                let right = if of_types || !key.home().has(place) { key } else { Key::Remote };
                let is_shown = message.contains(&format!("write `{}`", right.attribute()));
                assert!(is_shown || key.types() == Types::NoMirrors, "{what}");
            }
        }
    }
    assert!(Key::ALL.iter().all(|key| read.contains(key)), "each has a place");
}

#[test]
fn the_documentation_has_each_key() {
    let text = concat!(include_str!("../../docs/dpgen.md"), include_str!("../../docs/test.md"));
    for key in Key::ALL {
        let is_there = ["`", "("].iter().any(|before| text.contains(&format!("{before}{}", key.name())));
        assert!(is_there, "{}", key.name());
    }
}

#[test]
fn a_misspelled_key_of_another_place_is_told_that_place() {
    let rows = [
        (
            Place::Field,
            "repok = is_valid",
            "did you mean `rep_ok`? `rep_ok` belongs to the type: write `#[dpgen(rep_ok = is_valid)]` above `struct Tree`",
        ),
        (
            Place::Struct,
            "rang = 1..=3",
            "did you mean `range`? `range` belongs to a field: write `#[dpgen(range = 1..=n)]` above one of its fields",
        ),
        (
            Place::Struct,
            "max_sise = 3",
            "did you mean `max_size`? `max_size` belongs to a test of a function: write `#[dpgen::test(max_size = 5)]` above the function",
        ),
        (
            Place::Test,
            "alphabett = \"ab\"",
            "did you mean `alphabet`? `alphabet` belongs to a field: write `#[dpgen(alphabet = \"ab\")]` before an argument",
        ),
        (Place::Test, "max_sise = 3", "unknown option `max_sise`: did you mean `max_size`?"),
    ];
    for (place, entry, part) in rows {
        let messages = messages(place, false, entry);
        assert!(messages.len() == 1 && messages[0].ends_with(part), "{messages:?}");
    }
}
