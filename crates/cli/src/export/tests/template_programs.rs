//! Programs of templates write what minijinja renders: of a table of templates, of random ones, and near limits.

use std::sync::Arc;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use dpgen_engine::Options;
use dpgen_forest::{Catalog, Count, Scope};
use dpgen_spec::Spec;

use crate::export::error::ExportError;
use crate::export::part_writer::PartWriter;
use crate::export::template::Templates;
use crate::export::template_context::render_parts;

/// A constructor with fields of every kind, whose template is tried, among others with templates and one without.
const TYPES: &str = r#"(name: "programs", root: "T", types: {
    "T": (constructors: {
        "Leaf": (weight: 1),
        "All": (fields: {"b": Bool, "i": Int(-1, 1), "s": OneOf(["", "x-"]), "o": Option(Type("U")), "p": Type("U"), "us": List(Type("U")), "ys": List(Type("V"))}),
        "Bare": (fields: {"t": Type("T"), "c": Array(2, Bool), "vs": List(Type("V"))}),
    }, attributes: {"depth": {"Leaf": "0", "All": "1 + size(us)", "Bare": "t.depth + 1"}, "prec": {"Leaf": "3", "All": "1", "Bare": "2"}}),
    "U": (constructors: {"No": (weight: 1), "Yes": (weight: 1), "Odd": (weight: 2)},
        attributes: {"prec": {"No": "0", "Yes": "1"}, "big": {"No": "false", "Yes": "true", "Odd": "true"}}),
    "V": (constructors: {"V": (weight: 1, fields: {"v": Bool})}),
}, render: {"No": "", "Yes": "yes", "Odd": "{{ 'o' | upper }}", "V": "v{% if v %}!{% endif %}", "All": "#;

/// Templates that are programs.
const PROGRAMS: &[&str] = &[
    "{{ b }} {{ i }}\n{{ s }}|{{ o }}|{{ p }}",
    "{% if b %}B{% elif i %}N{{ i }}{% elif s %}S{% else %}-{% endif %}",
    " {%- if o %} o {{ o }} {% endif -%} \n {{- p -}} \n ",
    "a {#- b -#} c {# d #} e {#-#} f",
    "{% if o is none %}none{% endif %}{{ o is not none }}{{ not o is none }}",
    "{% for u in us %}{{ loop.index }}{{ u }}{% if not loop.last %}, {% endif %}{% endfor %}",
    "{% for u in us %}{% for y in ys %}{{ loop.first }}{{ u }}{{ y }}{{ loop.index0 }}{% endfor %};{{ loop.first }}{% endfor %}",
    "{% for b in us %}{{ b }}{% endfor %}{{ b }}",
    "{{ us | join(', ') }}{{ ys|join }}{{ us | length }}{% if us and ys | length > 1 %}both{% endif %}",
    "{{ o or 'nothing' }}{{ p or s }}{{ b and p }}{{ (b or i) and s }}",
    "{{ 'yes' if b else 'no' }}{{ p if b }}{{ s if i > 0 else p if i == 0 else 'less' }}{{ (s if b) if i else s }}",
    "{% if s == 'x-' or p != 'yes' %}{{ '(' ~ p ~ i ~ ')' }}{% endif %}{{ i <= 0 }}{{ i >= 1 }}{{ i < 1 }}",
    "{% if p.attr('big') %}({{ p }}){% endif %}{{ attr('prec') }}{{ attr('kind') ~ attr('depth') }}{{ p.attr('kind') == 'Odd' }}",
    "{% for u in us %}{{ u.attr('big') }}{{ u if u.attr('kind') != 'No' else '~' }}{% endfor %}{{ us.attr('kind') }}",
];

/// Templates that fail, as minijinja does, and some that are left to it.
const OTHERS: &[&str] = &[
    "{{ us }}",
    "{{ s | upper }}{% set x = i %}{{ x + 1 }}",
    "{{ nothing }}",
    "{{ (s if b) ~ s }}",
    "{{ o.attr('big') }}",
    "{{ p.attr('prec') }}{{ attr('prec') }}",
    "{{ i.attr('prec') }}",
    "{% raw %}{{ s }}{% endraw %}{{ 'a\\tb' }}",
    "{% for u in us %}{{ u }}{% else %}none{% endfor %}{{ us[0] if us }}",
    "{% for u in us if u %}{{ u }}{% endfor %}{{ loop }}",
    "{{ i in [0, 1] }}{{ -i }}{{ p < s }}{{ i == s }}",
];

/// The structures up to a size, the first of each.
struct Subject {
    catalog: Catalog,
    templates: Templates,
    spec: Spec,
}

impl Subject {
    /// With this template of `All`; `None` if minijinja can not read it.
    fn new(template: &str, max_size: u32) -> Option<Self> {
        let spec = Spec::parse("programs.ron", &format!("{TYPES}{template:?}}})"));
        let spec = spec.unwrap_or_else(|error| panic!("{template}: {error}"));
        let scope = Scope::new(max_size);
        let model = Arc::new(spec.model(&scope).expect("it fits the scope"));
        let catalog = dpgen_engine::build(&model, &scope, &Options::default()).expect("it builds");
        let templates = Templates::of(&spec, None).ok()?;
        let templates = templates.asking(|names| spec.attributes(&scope, names)).expect("it has attributes");
        Some(Self { catalog, templates, spec })
    }

    /// Whether the template of a constructor is a program.
    fn is_program(&self, ctor: &str) -> bool {
        let schema = self.catalog.schema();
        let place = schema.all_constructors().iter().position(|known| known.name == ctor);
        let ctor = dpgen_forest::index::CtorIx::new(place.expect("it is known")).expect("it is an id");
        PartWriter::new(schema, &self.templates).is_program(ctor)
    }

    /// Compares both ways on the first structures of each size; how many there are, and how many fail.
    fn compare(&self) -> (usize, usize) {
        let (schema, (mut number, mut failed)) = (self.catalog.schema(), (0, 0));
        let writer = PartWriter::new(schema, &self.templates);
        for size in 0..self.catalog.complete_sizes() {
            let mut structures = self.catalog.compact(size, Count::ZERO..Count::from(700_u32));
            while let Some(words) = structures.next() {
                let mut text = "before".to_owned();
                let written = writer.write(&self.templates, schema, words, &mut text);
                let expected = render_parts(&self.templates, schema, words);
                failed += usize::from(expected.is_err());
                let written = written.map(|()| text["before".len()..].to_owned());
                assert_eq!(written, expected, "{:?}", self.spec.render());
                number += 1;
            }
        }
        (number, failed)
    }
}

#[test]
fn programs_write_what_minijinja_renders() {
    for template in PROGRAMS {
        let subject = Subject::new(template, 4).expect(template);
        assert!(subject.is_program("All"), "{template}");
        assert!(subject.is_program("V") && !subject.is_program("Odd"));
        let (number, failed) = subject.compare();
        assert!(number > 500 && failed == 0, "{template}: {number}, {failed}");
    }
}

#[test]
fn what_is_no_program_is_left_to_minijinja() {
    for template in OTHERS {
        let (number, _) = Subject::new(template, 3).expect(template).compare();
        assert!(number > 300, "{template}: {number}");
    }
    let failing = ["{{ nothing }}", "{{ o.attr('big') }}", "{{ i.attr('prec') }}"];
    for template in failing {
        assert!(Subject::new(template, 3).expect(template).compare().1 > 0, "{template}");
    }
}

/// A random choice.
fn any<'a>(random: &mut ChaCha8Rng, of: &[&'a str]) -> &'a str {
    let len = u64::try_from(of.len()).expect("there are few");
    of[usize::try_from(random.next_u64() % len).expect("there are few")]
}

/// A random template of a few pieces.
fn template(random: &mut ChaCha8Rng, depth: u32) -> String {
    const VALUES: &[&str] =
        &["b", "i", "s", "o", "p", "us", "ys", "'t'", "1", "u", "us|join('+')", "us | length", "loop.last"];
    const TESTS: &[&str] =
        &["", "", "", " == 'x-'", " > 0", " is none", " is not none", " and s", " or p", " != i", " ~ s"];
    let mut text = String::new();
    for _ in 0..random.next_u64() % 4 + 1 {
        let (not, value, test) = (any(random, &["", "", "not "]), any(random, VALUES), any(random, TESTS));
        let (open, close) = (any(random, &["", "-", "+"]), any(random, &["", "-"]));
        let after = any(random, &["", "", " if b", " if b else s", " if o else i"]);
        text += any(random, &["", " ", "\n x ", "{# c -#} "]);
        text += &match random.next_u64() % 4 {
            0 if depth > 0 => format!(
                "{{%{open} if {not}{value}{test} {close}%}}{}{{% else %}}{}{{%{open} endif %}}",
                template(random, depth - 1),
                template(random, depth - 1)
            ),
            1 if depth > 0 => {
                let (item, list) = (any(random, &["u", "p", "y"]), any(random, &["us", "ys"]));
                format!(
                    "{{% for {item} in {list} {close}%}}{}{{%{open} endfor %}}",
                    template(random, depth - 1)
                )
            }
            _ => format!("{{{{{open} {not}{value}{test}{after} {close}}}}}"),
        };
    }
    text
}

#[test]
fn random_templates_are_written_as_minijinja_renders_them() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let (mut programs, mut right) = (0, 0);
    for round in 0..1500 {
        let Some(subject) = Subject::new(&template(&mut random, round % 3), 2) else { continue };
        let is_program = subject.is_program("All");
        let (_, failed) = subject.compare();
        programs += usize::from(is_program);
        right += usize::from(is_program && failed == 0);
    }
    assert!(programs > 200 && right > 200, "{programs} are programs, {right} of them without failures");
}

#[test]
fn limits_are_those_of_minijinja() {
    // A chain whose texts double.
    let text = r#"(name: "chain", root: "L", types: {"L": (constructors: {"N": (), "C": (fields: {"rest": Type("L")})})},
        render: {"N": "0123456789", "C": "{% if rest %}{{ rest }}{{ rest }}{% endif %}"})"#;
    let spec = Spec::parse("chain.ron", text).expect("it is a spec");
    let templates = Templates::of(&spec, None).expect("they are templates");
    let scope = Scope::new(30);
    let schema = spec.model(&scope).expect("it fits the scope").schema;
    let writer = PartWriter::new(&schema, &templates);
    for (size, fits) in [(20, true), (21, false), (30, false)] {
        let mut words = vec![1; size];
        words.push(0);
        let mut written = String::new();
        let result = writer.write(&templates, &schema, &words, &mut written).map(|()| written);
        assert_eq!(result.is_ok(), fits, "{size}");
        assert!(fits || matches!(result, Err(ExportError::Long { .. })));
        assert!(result == render_parts(&templates, &schema, &words), "{size}");
    }
}

#[test]
fn long_loops_end_where_those_of_minijinja_do() {
    let text = r#"(name: "long", root: "L", types: {"L": (constructors: {"L": (weight: 0, fields: {"xs": List(Type("X"))})}),
        "X": (constructors: {"X": (weight: 1)})}, render: {"L": "{% for x in xs %}{{ x if x }}{% endfor %}{{ xs | length }}"})"#;
    let spec = Spec::parse("long.ron", text).expect("it is a spec");
    let templates = Templates::of(&spec, None).expect("they are templates");
    let schema = spec.model(&Scope::new(4)).expect("it fits the scope").schema;
    let ctor = |name: &str| {
        let place = schema.all_constructors().iter().position(|ctor| ctor.name == name);
        dpgen_forest::index::shown(place.expect("it is there"))
    };
    let writer = PartWriter::new(&schema, &templates);
    for (len, ends) in [(100, true), (60_000, true), (400_000, false)] {
        let mut words = vec![ctor("L")];
        for _ in 0..len {
            words.extend([ctor("Cons"), ctor("X")]);
        }
        words.push(ctor("Nil"));
        let mut written = String::new();
        let result = writer.write(&templates, &schema, &words, &mut written).map(|()| written);
        assert_eq!(result.is_ok(), ends, "{len}");
        assert!(result == render_parts(&templates, &schema, &words), "{len}");
    }
}
