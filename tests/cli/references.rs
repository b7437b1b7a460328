//! References to nodes in each format: initially connected deterministic automata with 2 letters.

use super::*;

/// The spec of the automata.
const AUTOMATA_SPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/references.ron");

/// Structures of one size in a format.
fn written(size: u32, format: &str) -> Vec<String> {
    lines(&format!("enumerate {AUTOMATA_SPEC} --size {size} --format {format}"))
}

/// 1, 12 and 216 automata (Almeida, Moreira and Reis, "Enumeration and Generation with a String Automata Representation", 2007).
#[test]
fn every_format_tells_all_automata_apart() {
    for format in ["text", "json", "ron"] {
        for (size, count) in [(1, 1), (2, 12), (3, 216)] {
            let all = written(size, format);
            assert_eq!(all.len(), count, "{format} {size}");
            let distinct: BTreeSet<String> = all.iter().cloned().collect();
            assert_eq!(distinct.len(), count, "{format} {size}");
        }
    }
}

#[test]
fn references_are_numbers_after_a_sign() {
    let automaton = |format| written(1, format).join("\n");
    assert_eq!(automaton("text"), "#0 State(Met(#0) Met(#0))");
    assert_eq!(automaton("ron"), r##"(a: Met(state: "#0"), b: Met(state: "#0"))"##);
    let read: serde_json::Value = serde_json::from_str(&automaton("json")).expect("it is JSON");
    let met = serde_json::json!({"Met": {"state": "#0"}});
    assert_eq!(read["value"], serde_json::json!({"State": {"a": met, "b": met}}));
    let text = written(2, "text").join("\n");
    assert!(text.contains("#0 State(Met(#0) New(#1 State(Met(#1) Met(#0))))"), "{text}");
}

#[test]
fn templates_compute_with_references() {
    let out = dpgen(&format!("enumerate {AUTOMATA_SPEC} --size 1 --template"))
        .arg("{{ value.a.state + 10 }}")
        .output()
        .expect("it runs");
    assert_eq!(text(&out.stdout), "10\n");
}

#[test]
fn drawings_have_dashed_edges() {
    let dot = written(1, "dot").join("\n");
    assert_eq!(dot.matches("style=dashed, constraint=false").count(), 2, "{dot}");
    assert!(dot.contains("label=\"#0 State\""), "{dot}");
    let svg = written(1, "svg").join("\n");
    assert_eq!(svg.matches("stroke-dasharray").count(), 2, "{svg}");
    let tree = written(1, "tree").join("\n");
    assert_eq!(tree.matches("-> #0").count(), 2, "{tree}");
    for format in ["dot", "svg"] {
        let without = lines(&format!("enumerate binary-tree --size 3 --format {format}")).join("\n");
        assert!(!without.contains("dash"), "{without}");
    }
}

#[test]
fn check_says_what_a_reference_is() {
    let out = dpgen(&format!("check {AUTOMATA_SPEC}")).output().expect("it runs");
    let said = text(&out.stdout) + &text(&out.stderr);
    assert!(said.contains("Met(state: a node of State met before)"), "{said}");
}
