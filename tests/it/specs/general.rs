//! Constraints that are no differences: sums, products, quotients, remainders and multiples of two numbers, of which a spec
//! says one in a part and one around it. Every engine counts what brute force counts.

use super::{ENGINES, Spec, total};

/// A condition on two numbers: as a spec says it, and as Rust does.
type Row = (&'static str, fn(i64, i64) -> bool);

const ROWS: [Row; 14] = [
    ("A + B == 5", |a, b| a + b == 5),
    ("A + B != 4", |a, b| a + b != 4),
    ("A + B <= 3", |a, b| a + b <= 3),
    ("2 * A - 3 * B >= -6", |a, b| 2 * a - 3 * b >= -6),
    ("-A - B < -2", |a, b| -a - b < -2),
    ("A * B == 4 || A * B < 0", |a, b| a * b == 4 || a * b < 0),
    ("2 * A == B + 1", |a, b| 2 * a == b + 1),
    ("A % 3 == B % 2", |a, b| a % 3 == b % 2),
    ("B % -3 != A % 2", |a, b| b % -3 != a % 2),
    ("A / 2 + B >= 3", |a, b| a / 2 + b >= 3),
    ("max(A, 2 - B) > abs(A)", |a, b| a.max(2 - b) > a.abs()),
    ("A - B == -1", |a, b| a - b == -1),
    ("A + B in [0, 3, 6]", |a, b| [0, 3, 6].contains(&(a + b))),
    ("A * -2 < B - 4", |a, b| a * -2 < b - 4),
];

fn said(condition: &str, a: &str, b: &str) -> String {
    condition.replace('A', a).replace('B', b)
}

#[test]
fn constraints_of_two_levels_are_met_together() {
    let mut wrong = Vec::new();
    for (number, (inner, of_inner)) in ROWS.iter().enumerate() {
        for (outer, of_outer) in ROWS {
            // The third level has one of the conditions in turn.
            let (top, of_top) = ROWS[(number * 5 + 3) % ROWS.len()];
            let text = format!(
                r#"(name: "g", root: "R", types: {{
                    "P": (constructors: {{"P": (fields: {{"a": Int(-2, 3), "b": Int(1, 4)}})}},
                        attributes: {{"x": {{"P": "a"}}, "y": {{"P": "b"}}}}, rep_ok: {{"P": ["{}"]}}),
                    "Q": (constructors: {{"Q": (fields: {{"p": Type("P")}})}},
                        attributes: {{"x": {{"Q": "p.x"}}, "z": {{"Q": "p.y - 1"}}}}, rep_ok: {{"Q": ["{}"]}}),
                    "R": (constructors: {{"R": (fields: {{"q": Type("Q"), "k": Int(0, 1)}})}}, rep_ok: {{"R": ["{}"]}}),
                }})"#,
                said(inner, "a", "b"),
                said(outer, "p.x", "p.y"),
                said(top, "q.x", "(q.z + k)"),
            );
            let spec = Spec::parse("general.ron", &text).unwrap_or_else(|error| panic!("{error}"));
            let mut count = 0_u32;
            for (a, b, k) in (-2..=3).flat_map(|a| (1..=4).flat_map(move |b| [(a, b, 0), (a, b, 1)])) {
                count += u32::from(of_inner(a, b) && of_outer(a, b) && of_top(a, b - 1 + k));
            }
            for (algorithm, fields) in ENGINES {
                let found = total(&spec, 3, algorithm, fields);
                if found != Ok(count.into()) {
                    wrong.push(format!(
                        "{inner}; {outer}; {top}: {algorithm}, {fields}: {count}, not {found:?}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn quotients_and_remainders_have_the_signs_of_rust_everywhere() {
    let numbers = [-7, -6, -3, -1, 0, 1, 3, 6, 7];
    let (mut constants, mut bounds) = (Vec::new(), Vec::new());
    for a in numbers {
        for b in numbers.into_iter().filter(|b| *b != 0) {
            constants.push(format!("({a}) / ({b}) == {} && ({a}) % ({b}) == {}", a / b, a % b));
            bounds.push(format!(
                r#""x{}": Int("({a}) / ({b})", {}), "y{0}": Int({}, "({a}) % ({b})")"#,
                bounds.len(),
                a / b,
                a % b
            ));
        }
    }
    // Fifteen dividends and six divisors: for each pair one quotient and one remainder, of the dividend's sign.
    let pairs = 15_u32 * 6;
    let law = r#""b != 0", "a / b == q", "a % b == r", "a == b * q + r", "abs(r) < abs(b)", "r == 0 || (r < 0) == (a < 0)""#;
    let fields = r#""a": Int(-7, 7), "b": Int(-3, 3), "q": Int(-7, 7), "r": Int(-2, 2)"#;
    let asked = r#""of": {"N": "a"}, "by": {"N": "b"}, "s": {"N": "b == 0 ? 9 : a / b"}, "t": {"N": "b == 0 ? 9 : a % b"}"#;
    let constants: Vec<String> = constants.iter().map(|one| format!("\"{one}\"")).collect();
    for (route, fields, attributes, rep_ok, more, count) in [
        ("fields", fields, "", law, "", pairs),
        ("constants", "", "", &constants.join(", "), "", 1),
        ("bounds", &bounds.join(", "), "", "", "", 1),
        (
            "attributes",
            r#""a": Int(-7, 7), "b": Int(-3, 3)"#,
            asked,
            "",
            r#""M": (constructors: {"M": (fields: {"part": Type("N")})}, rep_ok: {"M": ["part.by != 0",
                "part.of == part.by * part.s + part.t", "abs(part.t) < abs(part.by)", "part.t == 0 || (part.t < 0) == (part.of < 0)"]}),"#,
            pairs,
        ),
    ] {
        let root = if more.is_empty() { "N" } else { "M" };
        let text = format!(
            r#"(name: "s", root: "{root}", types: {{{more} "N": (
                constructors: {{"N": (fields: {{{fields}}}, weight: 1)}}, attributes: {{{attributes}}}, rep_ok: {{"N": [{rep_ok}]}},
            )}})"#
        );
        let spec = Spec::parse("signs.ron", &text).unwrap_or_else(|error| panic!("{route}: {error}"));
        for (algorithm, fields) in ENGINES {
            let found = total(&spec, 2, algorithm, fields);
            assert_eq!(found, Ok(count.into()), "{route}: {algorithm}, {fields}");
        }
    }
}
