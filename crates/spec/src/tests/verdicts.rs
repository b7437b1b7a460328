//! Verdicts on structures: against the engines on all candidates, and on what is one step from a structure or damaged.
//! `verdict_messages.rs` has verdicts by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::candidates::Candidates;
use crate::{AttributeValue, ClauseKind, Outcome, Spec, StructureJudge, Verdict, builtin};
use dpgen_engine::near_miss::steps;
use dpgen_engine::{Options, build};
use dpgen_forest::index::{at, small};
use dpgen_forest::schema::SlotKind;
use dpgen_forest::structure::{NodePaths, check_words, nodes_of, words_of};
use dpgen_forest::{Algorithm, Catalog, Scope, from_ron, to_ron};

/// The most candidates of a spec that are judged.
const MAX_CANDIDATES: usize = 6000;

fn judge(spec: &str, scope: &Scope) -> StructureJudge {
    Spec::builtin(spec).and_then(|spec| spec.judge(scope).ok()).unwrap_or_else(|| panic!("{spec}"))
}

fn structures(judge: &StructureJudge, scope: &Scope, algorithm: Algorithm) -> BTreeSet<Vec<u32>> {
    let catalog: Catalog = build(judge.model(), scope, &Options::default().algorithm(algorithm).threads(1))
        .unwrap_or_else(|error| panic!("{error}"));
    let mut all = BTreeSet::new();
    for size in 0..=scope.max_size() {
        let mut iter = catalog.iter_compact(size);
        while let Some(words) = iter.next() {
            all.insert(words.to_vec());
        }
    }
    all
}

/// All candidates of the largest maximum size, up to 4, that has not too many.
fn candidates(name: &str) -> (Scope, StructureJudge, Vec<Vec<u32>>, usize) {
    for max_size in (0..=4).rev() {
        let scope = Scope::new(max_size);
        let judge = judge(name, &scope);
        let schema = judge.model().schema.clone();
        let mut of = Candidates::new(&schema, -1..=i64::from(max_size) + 1, MAX_CANDIDATES);
        let lists: Option<Vec<_>> = (0..=max_size).map(|size| of.of_size(size)).collect();
        let Some(all) = lists.map(|lists| lists.concat()).filter(|all| all.len() <= MAX_CANDIDATES) else {
            continue;
        };
        let outside =
            structures(&judge, &scope, Algorithm::Quotient).iter().filter(|words| !of.has(words)).count();
        return (scope, judge, all, outside);
    }
    panic!("{name} has too many candidates of size 0");
}

/// A verdict accepts what engines that never see whole structures accept, and nothing else.
#[test]
fn all_candidates_are_judged_as_engines_do() {
    let mut judged = 0;
    for name in builtin::names() {
        let (scope, judge, candidates, outside) = candidates(name);
        let accepted: BTreeSet<Vec<u32>> =
            candidates.iter().filter(|words| judge.verdict(words).is_accepted()).cloned().collect();
        let built = structures(&judge, &scope, Algorithm::Quotient);
        assert!(accepted.is_subset(&built), "{name}: {:?}", accepted.difference(&built).next());
        assert_eq!(accepted.len() + outside, built.len(), "{name}: {:?}", built.difference(&accepted).next());
        for words in &built {
            assert!(judge.verdict(words).is_accepted(), "{name}: {words:?}");
        }
        judged += candidates.len();
    }
    assert!(judged > 10_000, "{judged}");
}

/// What is one step from a structure, judged: for all built-in specs.
fn neighbours(name: &str, mut check: impl FnMut(&StructureJudge, &Spec, &Scope, &[u32], &Verdict)) -> usize {
    let spec = Spec::builtin(name).unwrap_or_else(|| panic!("{name}"));
    let mut seen = BTreeSet::new();
    for max_size in [3, 5] {
        let scope = Scope::new(max_size);
        let judge = spec.judge(&scope).unwrap_or_else(|error| panic!("{error}"));
        let options = Options::default().threads(1);
        let catalog = build(judge.model(), &scope, &options).unwrap_or_else(|error| panic!("{error}"));
        let schema = &judge.model().schema;
        for size in 0..=max_size {
            // Structures from all over the size.
            let count = catalog.count(size).to_u128().unwrap_or(u128::from(u64::MAX));
            let ranks: BTreeSet<u128> =
                (0..6).map(|part| count * part / 6).filter(|rank| *rank < count).collect();
            for rank in ranks {
                let rank = dpgen_forest::Count::from(rank);
                let Ok(Some(words)) = catalog.nth_compact(size, &rank) else { continue };
                let nodes = nodes_of(schema, &words);
                for step in steps(schema, &nodes) {
                    let after = words_of(schema, &step.apply(&nodes), small(nodes.len() - 1));
                    if seen.insert(after.clone()) {
                        check(&judge, &spec, &scope, &after, &judge.verdict(&after));
                    }
                }
            }
        }
    }
    seen.len()
}

/// A rejected neighbour names a clause and a node, and the values that it says were read are those that attributes and fields have.
#[test]
fn rejections_have_a_clause_a_node_and_values() {
    let (mut rejected, mut compared) = (0, 0);
    for name in builtin::names() {
        neighbours(name, |judge, spec, scope, words, verdict| {
            let said = format!("{name}: {words:?} {verdict:?}");
            if verdict.is_accepted() {
                assert!(
                    verdict.message.is_empty() && verdict.place.is_none() && verdict.node.is_none(),
                    "{said}"
                );
                return;
            }
            assert_eq!(verdict.outcome, Outcome::Rejected, "{said}");
            let (place, node) = (verdict.place.as_ref().expect(&said), verdict.node.as_ref().expect(&said));
            assert_eq!(&spec.text()[place.span.clone()], place.text, "{said}");
            rejected += 1;
            let schema = &judge.model().schema;
            let nodes = nodes_of(schema, words);
            let paths = NodePaths::new(schema, &nodes);
            let judged = paths.at_preorder(node.preorder).expect(&said);
            let ctor = schema.constructor(nodes[judged].ctor);
            assert_eq!((&ctor.name, &schema.ty(ctor.ty).name), (&node.constructor, &node.ty), "{said}");
            if place.kind != ClauseKind::Field {
                assert!(!verdict.reads.is_empty(), "{said}");
            }
            let attributes = Arc::new(spec.attributes(scope, None).expect("the scope fits"));
            let answers = attributes.ask(words);
            for read in &verdict.reads {
                let Ok(value) = &read.value else { panic!("{said}") };
                assert!(
                    spec.text()[read.span.clone()].starts_with(read.text.trim_end_matches('…')),
                    "{said}"
                );
                let node = paths.at_preorder(read.node).expect(&said);
                let last = read.text.rsplit('.').next().unwrap_or_default();
                let layer = &nodes[node];
                let ctor = schema.constructor(layer.ctor);
                if read.text.starts_with("context.") {
                    continue;
                }
                if let Ok(answer) = answers.get(node, last) {
                    assert_eq!(answer, *value, "{said} {read}");
                    compared += 1;
                } else if let Some(slot) = ctor.slots.iter().position(|slot| slot.name == last)
                    && let SlotKind::Data(domain) = ctor.slots[slot].kind
                {
                    let domain = schema.domain(domain);
                    let held = layer.slots[slot];
                    let shown = match value {
                        AttributeValue::Int(value) => *value == held,
                        AttributeValue::Bool(value) => i64::from(*value) == held,
                        AttributeValue::Text(text) => {
                            domain.index_of_label(text).map(i64::from) == Some(held)
                        }
                        AttributeValue::List(_) => false,
                    };
                    assert!(shown, "{said} {read}");
                    compared += 1;
                }
            }
        });
    }
    assert!(rejected > 1000 && compared > 1000, "{rejected} {compared}");
}

#[test]
fn places_of_conditions_are_numbered_as_reports_do() {
    for name in builtin::names() {
        let spec = Spec::builtin(name).unwrap_or_else(|| panic!("{name}"));
        let model = spec.model(&Scope::new(2)).unwrap_or_else(|error| panic!("{error}"));
        let places = spec.places();
        for (number, text) in model.conditions.iter().enumerate() {
            let place = &places[number];
            assert_eq!(place.number.map(at), Some(number), "{name}");
            let owner = match place.kind {
                ClauseKind::RootOk => "root".to_owned(),
                _ => format!("{}/{}", place.ty, place.constructor),
            };
            assert_eq!(*text, format!("{owner}: {}", place.text), "{name}");
            let line = spec.text().lines().nth(place.line - 1).unwrap_or_default();
            let rest: String = line.chars().skip(place.column - 1).collect();
            assert!(rest.starts_with(place.text.lines().next().unwrap_or_default()), "{name} {place:?}");
        }
        assert!(places[model.conditions.len()..].iter().all(|place| place.number.is_none()), "{name}");
    }
}

/// Attributes of deep structures are worked out parts before wholes.
#[test]
fn a_deep_structure_is_no_deep_call() {
    const DEPTH: u32 = 30_000;
    let judge = judge("binary-tree", &Scope::new(DEPTH));
    // Nodes down to the left, each with its number of nodes (from the index 0 on) and an end; the whole has one too few.
    let mut words = vec![1; at(DEPTH)];
    words.push(0);
    for index in 0..DEPTH {
        words.extend([if index + 1 == DEPTH { index - 1 } else { index }, 0]);
    }
    let verdict = judge.verdict(&words);
    assert_eq!(verdict.node.as_ref().map(|node| node.preorder), Some(0), "{verdict:?}");
    let reads: Vec<String> = verdict.reads.iter().map(ToString::to_string).collect();
    assert_eq!(reads, ["size = 29999", "left.count = 29999", "right.count = 0"]);
    words[at(DEPTH) + 1 + 2 * at(DEPTH - 1)] = DEPTH - 1;
    assert!(judge.verdict(&words).is_accepted());
}

#[test]
fn a_judge_serves_several_threads() {
    fn is_shared<T: Send + Sync + Clone>(_: &T) {}
    is_shared(&judge("avl-tree", &Scope::new(2)));
    is_shared(&judge("avl-tree", &Scope::new(2)).verdict(&[0]));
}

/// Words and texts with a change somewhere have a verdict: malformed exactly if they are no structure of the types.
#[test]
fn damaged_structures_have_a_verdict() {
    let mut state = 7_u64;
    let mut random = |below: usize| {
        // Knuth's linear congruential generator.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap_or(0) % below.max(1)
    };
    let mut malformed = 0;
    for name in builtin::names() {
        let scope = Scope::new(3);
        let judge = judge(name, &scope);
        let schema = &judge.model().schema;
        for words in structures(&judge, &scope, Algorithm::Quotient).iter().rev().take(20) {
            let ron = to_ron(schema, words);
            for _ in 0..10 {
                let mut damaged = words.clone();
                let place = random(damaged.len());
                match random(4) {
                    0 => damaged.truncate(place),
                    1 => damaged.insert(place, small(random(9))),
                    2 => damaged[place] = small(random(9)),
                    _ => damaged[place] = u32::MAX - small(random(9)),
                }
                let verdict = judge.verdict(&damaged);
                let is_structure = check_words(schema, &damaged).is_ok();
                assert_eq!(
                    verdict.outcome != Outcome::Malformed,
                    is_structure,
                    "{name}: {damaged:?} {verdict:?}"
                );
                malformed += usize::from(!is_structure);
                let mut text: Vec<char> = ron.chars().collect();
                let place = random(text.len());
                text[place] = ['(', ')', '9', '-', ',', '"', '#', 'N'][random(8)];
                let text: String = text.into_iter().collect();
                let verdict = judge.verdict_on_text(&text);
                assert!(!verdict.is_accepted() || from_ron(schema, &text).is_ok(), "{name}: {text}");
            }
        }
    }
    assert!(malformed > 500, "{malformed}");
}
