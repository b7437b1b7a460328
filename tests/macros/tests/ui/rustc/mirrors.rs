//! Mirrors that are none, or are none of the field's type; a default that is missing.
#![allow(dead_code)]

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

fn main() {}
