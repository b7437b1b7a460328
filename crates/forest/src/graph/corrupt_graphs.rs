//! Tests that validation refuses corrupt graphs, fault by fault, each made from a small graph with every feature.

use crate::count::Count;
use crate::graph::decoded_record::Section;
use crate::graph::production_dag::Dag;
use crate::graph::record_references::{Family, Span};
use crate::graph::records::Records;
use crate::graph::stored_records::StoredRecords;
use crate::index::{CtorIx, at};
use crate::schema::Schema;
use crate::schema::builder::SchemaBuilder;
use crate::schema::domain::Domain;
use crate::schema::type_draft::TypeKey;
use crate::schema::types::{Slot, SlotKind};
use crate::schema::value_notation::Shape;
use crate::scope::Scope;

/// Three lists of numbers from 1 to 3, of one element in all at most, cut after the first list. An element weighs `weight`, what
/// holds the lists 1. Records: 0 `Nil`, 1 `Cons`, 2 the rest of two empty lists, 3 and 4 the wholes of sizes 1 and 2.
pub(crate) fn lists(weight: u32) -> (Schema, Dag) {
    let mut builder = SchemaBuilder::new(Scope::new(2));
    let named = |name: &str| TypeKey::Named(name.to_owned());
    let (list, _) = builder.begin(named("List"), "List", Shape::Plain);
    let slot = |name: &str, kind| Slot { name: name.to_owned(), kind };
    let value = builder.data("value", Domain::Range { lo: 1, hi: 3 });
    builder.constructor(list, "Nil", None, vec![]);
    let rest = SlotKind::Recursive(list);
    builder.constructor(list, "Cons", Some(weight), vec![slot("value", value), slot("rest", rest)]);
    let (three, _) = builder.begin(named("Three"), "Three", Shape::Plain);
    let lists = ["a", "b", "c"].map(|name| slot(name, rest)).to_vec();
    builder.constructor(three, "Three", Some(1), lists);
    let schema = builder.finish(SlotKind::Recursive(three), "Three").expect("it is sound");

    let mut dag = Dag::default();
    let ctor = CtorIx::from_word;
    let begin =
        dag.push_section(Section { ctor: ctor(2), from: 0, to: 1, is_rest: false }).expect("there is room");
    let end =
        dag.push_section(Section { ctor: ctor(2), from: 1, to: 3, is_rest: true }).expect("there is room");
    let values = dag.push_interval(0, 2).expect("there is room").word();
    let union = |dag: &mut Dag, record: &[u32], count: u32| {
        let record = dag.records.push(record).expect("there is room");
        dag.push_union([Family::record(record)], Count::from(count)).expect("there is room").word()
    };
    let nil = union(&mut dag, &[0], 1);
    let cons = union(&mut dag, &[1, values, nil], 3);
    let rests = union(&mut dag, &[end, nil, nil], 1);
    dag.records.push(&[begin, nil, rests]).expect("there is room");
    dag.records.push(&[begin, cons, rests]).expect("there is room");
    (schema, dag)
}

/// The texts of flaws in a source: what stands in quotes behind `Err(` or `ok_or(`.
pub(crate) fn flaws(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let behind = |start: &'static str| code.split(start).skip(1).filter_map(|rest| rest.split('"').next());
    behind("Err(\"").chain(behind("ok_or(\"")).collect()
}

/// The records of a graph that was read from a file.
fn written(dag: &mut Dag) -> &mut Records {
    match &mut dag.records {
        StoredRecords::OneByOne(records) => records,
        StoredRecords::Blocks(_) => panic!("a file has records one by one"),
    }
}

/// The place of a word of a record.
fn word(dag: &mut Dag, record: usize, word: usize) -> &mut u32 {
    let records = written(dag);
    let start = at(records.starts[record]);
    &mut records.words[start + word]
}

/// A graph of single structures: no unions.
fn single(dag: &mut Dag, records: &[&[u32]]) {
    let (sections, intervals) = (dag.sections.clone(), dag.intervals.clone());
    *dag = Dag { unit: true, sections, intervals, ..Dag::default() };
    for record in records {
        dag.records.push(record).expect("there is room");
    }
}

#[test]
fn each_fault_of_a_graph_is_refused() {
    let (schema, sound) = lists(1);
    let measures = super::graph_validation::check(&sound, &schema).expect("it is sound");
    assert_eq!(measures.of_record(4).map(|(_, size)| size), Some(2));
    assert_eq!(measures.of_record(5), None, "a union is no record");
    let union = |place| Family::union(place).word();
    let mut refused = Vec::new();
    let mut refuse = |flaw: &'static str, change: &dyn Fn(&mut Dag)| {
        let mut dag = sound.clone();
        change(&mut dag);
        assert_eq!(super::graph_validation::check(&dag, &schema).map(drop), Err(flaw));
        refused.push(flaw);
    };
    refuse("its records overlap", &|dag| written(dag).starts.swap(1, 2));
    refuse("its records overlap", &|dag| written(dag).starts[0] = 1);
    refuse("its unions overlap", &|dag| dag.ends.swap(0, 2));
    refuse("its unions overlap", &|dag| dag.ends[2] = 9);
    refuse("its unions do not cover their members", &|dag| dag.members.push(0));
    refuse("its unions do not cover their members", &|dag| dag.counts.push(Count::ONE));
    refuse("a graph of single structures has unions", &|dag| dag.unit = true);
    refuse("a section is none of its constructor's", &|dag| dag.sections[0].to = 4);
    refuse("a section is none of its constructor's", &|dag| dag.sections[0].from = 1);
    refuse("a section is none of its constructor's", &|dag| dag.sections[0].ctor = CtorIx::from_word(9));
    refuse("a single structure is cut", &|dag| single(dag, &[&[0], &[Section::head(0), 0, 0]]));
    refuse("a single structure has several values", &|dag| {
        single(dag, &[&[0], &[1, Span::interval(0).word(), 0]])
    });
    refuse("a record has no constructor of the schema", &|dag| *word(dag, 0, 0) = 3);
    refuse("a record has no constructor of the schema", &|dag| *word(dag, 3, 0) = Section::head(2));
    refuse("a record has not the slots of its constructor", &|dag| *word(dag, 0, 0) = 1);
    refuse("a record has no rest", &|dag| *word(dag, 3, 2) = 2);
    refuse("a record has no rest", &|dag| *word(dag, 3, 2) = union(9));
    refuse("an interval is missing", &|dag| dag.intervals.clear());
    refuse("a value is outside of its domain", &|dag| dag.intervals[0] = (0, 3));
    refuse("a value is outside of its domain", &|dag| dag.intervals[0] = (2, 1));
    refuse("a value is outside of its domain", &|dag| *word(dag, 1, 1) = 3);
    refuse("a record has a part that is missing", &|dag| *word(dag, 1, 2) = union(3));
    refuse("a record has a part that is missing", &|dag| *word(dag, 1, 2) = 5);
    refuse("a union has a member that is missing", &|dag| dag.members[0] = 5);
    refuse("a structure is a part of itself", &|dag| *word(dag, 1, 2) = union(1));
    refuse("a structure is a part of itself", &|dag| dag.members[0] = union(0));
    refuse("a part is of another type than its slot", &|dag| *word(dag, 1, 2) = union(2));
    refuse("a part is of another type than its slot", &|dag| *word(dag, 3, 2) = union(0));
    refuse("a union is empty", &|dag| {
        dag.ends.push(3);
        dag.counts.push(Count::ZERO);
    });
    refuse("the members of a union differ in type or size", &|dag| {
        dag.members.insert(1, 0);
        dag.ends[1] = 3;
        dag.ends[2] = 4;
    });
    refuse("a union has another count than its members", &|dag| dag.counts[1] = Count::new(4));
    let (schema, heavy) = lists(u32::MAX);
    assert_eq!(super::graph_validation::check(&heavy, &schema).map(drop), Err("a structure is too large"));
    refused.push("a structure is too large");
    // Earlier checks make these impossible.
    refused.extend(["a record is empty", "a part is missing"]);
    for flaw in flaws(include_str!("graph_validation.rs")) {
        assert!(refused.contains(&flaw), "no file is refused because {flaw}");
    }
}
