//! Plain templates are written as minijinja renders them.

use std::sync::Arc;

use dpgen_engine::Options;
use dpgen_forest::{Count, Scope};
use dpgen_spec::{Spec, builtin};

use crate::export::exporter::Exporter;
use crate::export::format::Format;
use crate::export::plain_template::PlainTemplates;
use crate::export::structure_position::Position;
use crate::export::template::Templates;
use crate::export::template_context::render_parts;
use crate::export::text_layout::Notation as _;

/// Every form of a plain template, on values of every kind.
const FORMS_SPEC: &str = r#"(name: "forms", root: "T", types: {
    "T": (constructors: {
        "Leaf": (weight: 1),
        "Bare": (fields: {"s": OneOf(["a b", ""]), "x": Option(Bool), "p": Array(2, Bool), "kids": List(Type("V"))}),
        "Shown": (fields: {"s": OneOf(["<&>", "None"]), "b": Bool, "z": Int(-1, 1), "x": Option(Int(0, 1)), "y": Option(Bool), "t": Type("U")}),
        "Chosen": (fields: {"b": Bool, "t": Type("U"), "c": Bool}),
        "Listed": (fields: {"xs": List(Type("V")), "ys": List(Type("V")), "zs": List(Type("V")), "n0": Int(5000, 5001)}),
        "Swapped": (fields: {"s": OneOf(["p", "q"]), "t": Type("T"), "u": Type("U")}),
    }),
    "U": (constructors: {"No": (weight: 0), "Yes": (weight: 1)}),
    "V": (constructors: {"V": (weight: 1, fields: {"v": Bool, "w": Int(10, 20)}), "W": (weight: 1)}),
}, render: {
    "Shown": " {{s}}{{ b }} {{z }}|{{ x }}, {{ y }}\n{{ t }} ",
    "Chosen": "{{ 'yes' if b else \"no\" }}{{ 'it is ' if t }}{{ t }}{{ '!' if c }}",
    "Listed": "{{ xs | join(', ') }};{{ ys|join }};{% for z in zs %}<{{ z }}>{% endfor %}{{ n0 }}",
    "Swapped": "<{{ s }}>{{ u }}{{ t }}{{ u }}</{{ s }}>",
    "No": "", "V": "{{ w }}{{ 'v' if v }}",
})"#;

/// Compares the structures up to a size, the first of each size. How many there are.
fn compare(spec: &Spec, max_size: u32) -> usize {
    let scope = Scope::new(max_size);
    let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
    let catalog = dpgen_engine::build(&model, &scope, &Options::default()).expect("it builds");
    let exporter = Exporter::new(Format::Text, Templates::of(spec, None).expect("they are templates"))
        .expect("text needs no template");
    let plain = PlainTemplates { schema: catalog.schema(), templates: exporter.templates() };
    for part in spec.render() {
        let ctors = catalog.schema().all_constructors().iter();
        let mut named = ctors.filter(|ctor| ctor.name == part.constructor);
        assert!(named.all(|ctor| plain.constructor(ctor, &part.ty).is_some()), "{}", part.template);
    }
    assert!(exporter.layout(catalog.schema()).is_some(), "{} has a template that is not plain", spec.name());
    let mut number = 0;
    for size in 0..=max_size {
        let mut structures = catalog.compact(size, Count::ZERO..Count::from(2000_u32));
        while let Some(words) = structures.next() {
            let mut text = String::new();
            let place = Position { size, rank: &Count::ZERO, solution: None, key: None };
            exporter.structure(catalog.schema(), words, place, &mut text).expect("it is plain");
            assert_eq!(render_parts(exporter.templates(), catalog.schema(), words), Ok(text));
            number += 1;
        }
    }
    number
}

/// The built-in specs with templates that are not plain: some write spans only where they are more than 1, some read contexts, some
/// ask for the numbers of nodes, some indent what is within.
const SPECS_THAT_ARE_NOT_PLAIN: [&str; 12] = [
    "acyclic-automaton",
    "automaton",
    "c-function",
    "css-table",
    "dag",
    "doubly-linked-list",
    "fibonacci-heap-graph",
    "imperative",
    "lambda",
    "lambda-typed",
    "regex",
    "shell",
];

#[test]
fn templates_of_the_other_built_in_specs_are_plain() {
    for (name, text) in builtin::ALL.iter().filter(|(name, _)| !SPECS_THAT_ARE_NOT_PLAIN.contains(name)) {
        let spec = Spec::parse(name, text).expect("it is a spec");
        assert!(compare(&spec, 4) > 4, "{name}");
    }
}

#[test]
fn every_form_of_a_plain_template() {
    let spec = Spec::parse("forms.ron", FORMS_SPEC).unwrap_or_else(|error| panic!("{error}"));
    assert!(compare(&spec, 4) > 2000);
}
