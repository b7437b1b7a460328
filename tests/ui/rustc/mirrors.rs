//! Mirrors that are none, or are none of the field's type; keys that are no plain values; a default that is missing.
#![allow(dead_code)]

use std::collections::BTreeSet;

use dpgen::DpGen;

#[derive(DpGen)]
struct Plain(bool);

struct Other(bool);

#[derive(DpGen)]
struct NoMirror(#[dpgen(with = "Plain")] Other);

struct Empty;

#[derive(DpGen)]
#[dpgen(remote = "Other")]
struct OtherDef(bool);

#[derive(DpGen)]
struct WrongType(#[dpgen(with = "OtherDef")] Empty);

#[derive(DpGen)]
struct NoDefault(#[dpgen(skip)] Empty);

#[derive(DpGen, PartialEq, Eq, PartialOrd, Ord)]
struct Key(bool);

#[derive(DpGen)]
enum Keys {
    Some(BTreeSet<Key>),
}

fn main() {}
